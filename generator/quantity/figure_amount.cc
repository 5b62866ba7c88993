// Reads an amount in a sentence: number, scale, unit, range (quantity/figure_parts.h).
#include "quantity/figure_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace quantity {
namespace {

constexpr std::string_view kMoneySigns[] = {"US$", "$", "€", "£", "¥", "₹", "₩"};

// The scale and unit that follow a number.
struct Suffix {
  std::vector<FigureReading> readings;  // all have the same length; the most literal one first
  size_t end = 0;
};

// Whether both ends of a range have the same unit. "1.2k–1.4k cups" states it once.
bool is_same(const Suffix& lower, const Suffix& upper) {
  return std::ranges::equal(lower.readings, upper.readings, [](const FigureReading& a, const FigureReading& b) {
    return a.scale == b.scale && (!a.unit || (b.unit && same_unit(*a.unit, *b.unit)));
  });
}

class AmountReader {
 public:
  AmountReader(std::string_view text, const Units& units, Place place) : text_(text), units_(units), place_(place) {}

  bool letters_mean_something(size_t at) const {
    return scale_letter_at(text_, at) || !units_at(text_, at, money_, units_, place_).empty();
  }

  Amount read(const ScannedNumber& first) {
    amount_.number = first.number;
    amount_.begin = first.number.begin;
    amount_.end = first.end;
    amount_.mistake = first.mistake;
    if (!amount_.mistake.empty()) return amount_;
    if (is_twice(text_, first.number)) {
      amount_.readings.push_back({1, units_.parse("times")});
      return amount_;
    }
    read_before();
    const std::optional<ScannedNumber> upper = upper_end_at(first.end);
    Suffix suffix = suffix_at(upper ? upper->end : first.end, upper ? upper->scale : first.scale);
    if (upper)
      set_upper(*upper, upper->scale == first.scale);
    else if (place_ == Place::brackets)
      read_upper_with_unit(suffix);
    amount_.end = suffix.end;
    amount_.readings = std::move(suffix.readings);
    return amount_;
  }

 private:
  // Reads a currency symbol before the number, and a minus sign before the symbol.
  void read_before() {
    const size_t end = skip_spaces_back(text_, amount_.begin);
    for (const std::string_view sign : kMoneySigns) {
      if (!text_.substr(0, end).ends_with(sign)) continue;
      set_money(sign, end - sign.size());
      break;
    }
    if (!money_ && end >= 3 && end < amount_.begin && !is_letter_before(text_, end - 3) &&
        units_.is_currency(text_.substr(end - 3, 3)))
      set_money(text_.substr(end - 3, 3), end - 3);
    if (!money_ || amount_.number.signed_text) return;
    for (const std::string_view minus : {"-", "\u2212"}) {
      if (!text_.substr(0, amount_.begin).ends_with(minus)) continue;
      if (is_letter_before(text_, amount_.begin - minus.size())) continue;
      amount_.begin -= minus.size();
      amount_.number.shown = -amount_.number.shown;
    }
  }

  void set_money(std::string_view sign, size_t begin) {
    money_ = units_.parse(sign);
    if (money_) amount_.begin = begin;
  }

  bool is_between() const {
    const size_t end = skip_spaces_back(text_, amount_.begin);
    return place_ == Place::brackets && base::lower(text_.substr(0, end)).ends_with("between");
  }

  // Returns the second number of "1.2–1.4", "1.2 to 1.4" and "between 1.2 and 1.4" after the first one.
  std::optional<ScannedNumber> upper_end_at(size_t at) const {
    const size_t spaced = skip_spaces(text_, at);
    bool hyphen = false;
    if (text_.substr(spaced).starts_with("–")) {
      at = spaced + std::string_view("–").size();
    } else if (text_.substr(at).starts_with("-")) {
      at += 1;
      hyphen = true;
    } else if (spaced > at && starts_with_word(text_.substr(spaced), "to")) {
      at = spaced + 2;
    } else if (spaced > at && is_between() && starts_with_word(text_.substr(spaced), "and")) {
      at = spaced + 3;
    } else {
      return std::nullopt;
    }
    at = skip_spaces(text_, at);
    for (const std::string_view sign : kMoneySigns) {
      if (!money_ || !text_.substr(at).starts_with(sign)) continue;
      if (units_.parse(sign)->parts != money_->parts) return std::nullopt;
      at += sign.size();
      break;
    }
    size_t digit = at;
    for (const std::string_view minus : {"-", "\u2212"})
      if (!hyphen && place_ == Place::brackets && text_.substr(at).starts_with(minus)) digit = at + minus.size();
    if (digit >= text_.size() || !base::is_digit(text_[digit])) return std::nullopt;
    return number_at(text_, digit);
  }

  void set_upper(const ScannedNumber& upper, bool same_unit) {
    const std::string_view range = text_.substr(amount_.begin, upper.end - amount_.begin);
    amount_.upper = upper.number;
    if (!upper.mistake.empty())
      amount_.mistake = upper.mistake;
    else if (!same_unit)
      amount_.mistake = fmt::format("the ends of the range \"{}\" differ in scale or unit", range);
    else if (upper.number.shown < amount_.number.shown)
      amount_.mistake = fmt::format("the range \"{}\" goes down", range);
  }

  // Reads the second amount if both have a unit: "900 MB to 1,100 MB".
  void read_upper_with_unit(Suffix& suffix) {
    const std::optional<ScannedNumber> upper = upper_end_at(suffix.end);
    if (!upper) return;
    Suffix second = suffix_at(upper->end, upper->scale);
    set_upper(*upper, is_same(suffix, second));
    suffix = std::move(second);
  }

  Suffix suffix_at(size_t at, const Exact& scale) const {
    Suffix suffix;
    add_scale(suffix, at, scale);
    if (const Scale* letter = scale_letter_at(text_, at))
      add_scale(suffix, at + letter->name.size(), scale * Exact::power_of_ten(letter->power));
    size_t end = 0;
    if (const Scale* word = scale_word_at(text_, at, end); word && !is_letter_at(text_, at))
      add_scale(suffix, end, scale * Exact::power_of_ten(word->power));
    return suffix;
  }

  // Adds the readings at `at`, with or without a unit. Only the longest readings are stored.
  void add_scale(Suffix& suffix, size_t at, const Exact& scale) const {
    at = end_of_code(at);
    const auto keep = [&](size_t end, FigureReading reading) {
      if (end < suffix.end) return;
      if (end > suffix.end) suffix.readings.clear();
      suffix.end = end;
      suffix.readings.push_back(std::move(reading));
    };
    const std::vector<FoundUnit> found = units_at(text_, at, money_, units_, place_);
    for (const FoundUnit& unit : found) keep(unit.end, {scale, unit.unit});
    if (found.empty()) keep(at, {scale, money_});
  }

  // Returns the end of the currency code that may follow an amount with a symbol: "$5 USD".
  size_t end_of_code(size_t at) const {
    const size_t code = skip_spaces(text_, at);
    if (!money_ || !starts_with_word(text_.substr(code), base::lower(money_->text()))) return at;
    return code + money_->text().size();
  }

  std::string_view text_;
  const Units& units_;
  Place place_;
  Amount amount_;
  std::optional<Unit> money_;  // currency of a symbol before the number
};

constexpr size_t kWindow = 200;  // bytes after the first digit of a number that are searched for its unit

// Whether the text is a decade, as in "the 2010s", rather than seconds.
bool is_decade(std::string_view stated) {
  return stated.size() == 5 && stated.ends_with("0s") && (stated[0] == '1' || stated[0] == '2') &&
         stated.find_first_not_of("0123456789") == 4;
}

// Whether the text is an extent, "2 x 2", rather than a ratio.
bool is_extent(std::string_view stated, std::string_view behind) {
  if (!stated.ends_with('x') && !stated.ends_with("×")) return false;
  const size_t next = skip_spaces(behind, 0);
  return next < behind.size() && behind[next] >= '0' && behind[next] <= '9';
}

// Reads the amount in prose whose first digit is at `at`; nullopt if it is part of a name, such as "4th".
std::optional<Amount> amount_at(std::string_view prose, size_t at, const Units& units) {
  const std::optional<ScannedNumber> scanned = number_at(prose, at);
  if (!scanned) return std::nullopt;
  AmountReader reader(prose, units, Place::prose);
  if (is_letter_at(prose, scanned->end) && !reader.letters_mean_something(scanned->end)) return std::nullopt;
  return reader.read(*scanned);
}

}  // namespace

std::optional<Amount> find_amount(std::string_view prose, const Units& units) {
  for (size_t at = find_number(prose, 0); at != std::string_view::npos;
       at = find_number(prose, skip_name(prose, at + 1)))
    if (std::optional<Amount> amount = amount_at(prose, at, units)) return amount;
  return std::nullopt;
}

Amount read_amount(std::string_view text, const ScannedNumber& number, const Units& units, Place place) {
  return AmountReader(text, units, place).read(number);
}

std::vector<Stated> find_stated(std::string_view text, const Units& units) {
  std::vector<Stated> found;
  for (size_t at = 0; (at = find_number(text, at)) != std::string_view::npos;) {
    const size_t begin = found.empty() ? 0 : found.back().end;
    const std::string_view window = text.substr(begin, at - begin + kWindow);
    const std::optional<Amount> amount = amount_at(window, at - begin, units);
    const bool has_unit = amount && amount->mistake.empty() &&
                          std::any_of(amount->readings.begin(), amount->readings.end(),
                                      [](const FigureReading& r) { return r.unit.has_value(); });
    const std::string_view stated = has_unit ? window.substr(amount->begin, amount->end - amount->begin) : "";
    if (has_unit && !is_decade(stated) && !is_extent(stated, window.substr(amount->end))) {
      found.push_back({begin + amount->begin, begin + amount->end});
      at = found.back().end;
    } else {
      at = std::max(skip_name(text, at), at + 1);
    }
  }
  return found;
}

}  // namespace quantity
