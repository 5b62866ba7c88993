#include "import/number_text.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"

namespace import {
namespace {

constexpr std::string_view kNarrowSpace = "\u202F", kNoBreakSpace = "\u00A0", kThinSpace = "\u2009", kMinus = "\u2212",
                           kApostrophe = "\u2019";

using base::is_digit;

// Takes the digits off the front; returns how many.
size_t take_digits(std::string_view& text, std::string& out) {
  size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  out += text.substr(0, count);
  text.remove_prefix(count);
  return count;
}

// [+-] digits, perhaps in groups of three, [mark digits], [e digits]. `mark` is '.' or ','; groups may be divided by
// the other one, by a space or by an apostrophe, by one of them throughout.
std::optional<std::string> read_with(std::string_view text, char mark) {
  std::string out;
  if (text.starts_with('-') || text.starts_with('+')) {
    if (text.front() == '-') out += '-';
    text.remove_prefix(1);
  }
  std::string whole;
  size_t digits = take_digits(text, whole);
  if (!text.empty() && text.front() != mark &&
      (text.front() == '.' || text.front() == ',' || text.front() == ' ' || text.front() == '\'')) {
    char group = text.front();
    if (digits < 1 || digits > 3 || whole.front() == '0') return std::nullopt;
    while (text.starts_with(group)) {
      text.remove_prefix(1);
      if (take_digits(text, whole) != 3) return std::nullopt;
    }
  }
  out += whole.empty() ? "0" : whole;
  if (text.starts_with(mark)) {
    text.remove_prefix(1);
    std::string fraction;
    if (take_digits(text, fraction) == 0) return std::nullopt;
    out += "." + fraction;
  } else if (whole.empty()) {
    return std::nullopt;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    out += 'e';
    if (text.starts_with('-') || text.starts_with('+')) {
      if (text.front() == '-') out += '-';
      text.remove_prefix(1);
    }
    if (take_digits(text, out) == 0) return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;
  return out;
}

// Takes a sign of money or of a ratio off either end.
std::string take_sign(std::string& text) {
  struct Sign {
    std::string_view written, unit;
  };
  static constexpr std::array kSigns = {Sign{"US$", "$"}, Sign{"$", "$"}, Sign{"€", "€"}, Sign{"£", "£"},
                                        Sign{"¥", "¥"},   Sign{"%", "%"}, Sign{"‰", "‰"}};
  std::string_view view = base::trim(text);
  for (const Sign& sign : kSigns) {
    bool minus = view.starts_with('-');
    std::string_view number = minus ? view.substr(1) : view;
    bool ratio = sign.unit == "%" || sign.unit == "‰";
    if (!ratio && number.starts_with(sign.written)) {
      text = (minus ? "-" : "") + std::string(base::trim(number.substr(sign.written.size())));
      return std::string(sign.unit);
    }
    if (view.ends_with(sign.written)) {
      text = std::string(base::trim(view.substr(0, view.size() - sign.written.size())));
      return std::string(sign.unit);
    }
  }
  text = std::string(view);
  return "";
}

}  // namespace

std::optional<NumberText> read_number_text(std::string_view cell) {
  if (cell.empty() || cell.size() > kLongestNumber) return std::nullopt;
  if (std::none_of(cell.begin(), cell.end(), is_digit)) return std::nullopt;
  std::string text(cell);
  for (std::string_view space : {kNarrowSpace, kNoBreakSpace, kThinSpace}) text = base::replace_all(text, space, " ");
  text = base::replace_all(base::replace_all(text, kMinus, "-"), kApostrophe, "'");
  NumberText number;
  number.unit = take_sign(text);
  number.with_point = read_with(text, '.');
  number.with_comma = read_with(text, ',');
  if (!number.with_point && !number.with_comma) return std::nullopt;
  return number;
}

bool is_ratio_sign(std::string_view sign) { return sign == "%" || sign == "‰"; }

bool is_counted_in(const quantity::Unit& unit, const quantity::Unit& money) {
  return !money.parts.empty() && std::any_of(unit.parts.begin(), unit.parts.end(), [&](const quantity::UnitPart& part) {
    return part.name == money.parts.front().name && part.power == 1;
  });
}

bool is_missing_mark(std::string_view cell) {
  static constexpr std::array<std::string_view, 12> kMarks = {"",    "na",   "n/a", "#n/a", "null", "none",
                                                              "nan", "n.a.", "-",   "–",    "—",    "?"};
  static constexpr std::array<std::string_view, 3> kDots = {"…", "..", "..."};
  std::string lower = base::lower_case(base::trim(cell));
  return std::find(kMarks.begin(), kMarks.end(), lower) != kMarks.end() ||
         std::find(kDots.begin(), kDots.end(), lower) != kDots.end();
}

bool is_missing_text(std::string_view cell) {
  std::string lower = base::lower_case(base::trim(cell));
  return lower == "n/a" || lower == "#n/a" || lower == "n.a.";
}

}  // namespace import
