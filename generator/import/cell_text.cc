#include "import/cell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>

#include "base/text.h"
#include "base/utf8.h"

namespace import {
namespace {

using base::is_digit;

constexpr DateOrder kOrders[] = {DateOrder::ymd, DateOrder::dmy, DateOrder::mdy};
constexpr std::array<std::string_view, 3> kOrderNames = {"ymd", "dmy", "mdy"};

// Reads a number: [+-] digits, perhaps in groups of three, [mark digits], [e digits]. `mark` is '.' or ','; groups are
// separated by the other of the two, by spaces or by apostrophes. A zero has no sign, as pages show it.
std::optional<std::string> read_with(std::string_view text, char mark) {
  const auto pattern = [](const std::string& decimal, const std::string& other) {
    const std::string whole = "([1-9]\\d{0,2} ([ '" + other + "]) \\d{3} (?:\\3\\d{3})* | \\d*)";
    return "([-+]?) (?=[" + decimal + "]?\\d) " + whole + " ([" + decimal + "]\\d+)? (?:[eE] \\+? (-?\\d+))? $";
  };
  static const Pattern kPoint(pattern(".", ",")), kComma(pattern(",", "."));
  const auto found = (mark == '.' ? kPoint : kComma).find(text);
  if (!found) return std::nullopt;
  const std::vector<std::string_view>& groups = *found;
  std::string whole(groups[2].empty() ? "0" : groups[2]);
  std::erase_if(whole, [](char c) { return !is_digit(c); });
  const bool is_zero = (whole + std::string(groups[4])).find_first_of("123456789") == std::string::npos;
  std::string out = (groups[1] == "-" && !is_zero ? "-" : "") + whole;
  if (!groups[4].empty()) out.append(".").append(groups[4].substr(1));
  if (!groups[5].empty()) out.append("e").append(groups[5]);
  return out;
}

// Removes a currency or percent symbol from either end, and returns its unit.
std::string take_unit_sign(std::string& text) {
  static constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
      {"US$", "$"}, {"$", "$"}, {"€", "€"}, {"£", "£"}, {"¥", "¥"}, {"%", "%"}, {"‰", "‰"}};
  const std::string_view view = base::trim(text);
  for (const auto& [sign, unit] : kSigns) {
    const bool has_minus = view.starts_with('-');
    const std::string_view number = view.substr(has_minus ? 1 : 0);
    const bool is_first = !is_ratio_sign(unit) && number.starts_with(sign);
    if (!is_first && !view.ends_with(sign)) continue;
    text = is_first ? (has_minus ? "-" : "") + std::string(base::trim(number.substr(sign.size())))
                    : std::string(base::trim(view.substr(0, view.size() - sign.size())));
    return std::string(unit);
  }
  text = std::string(view);
  return "";
}

// Converts an amount in parentheses, which spreadsheets write for a negative one: "(1,234)" to "-1,234".
void replace_parentheses(std::string& text, std::string& unit) {
  if (!text.starts_with('(') || !text.ends_with(')')) return;
  std::string amount = text.substr(1, text.size() - 2);
  const std::string inside = take_unit_sign(amount);
  if (amount.empty() || !is_digit(amount.front()) || (!inside.empty() && !unit.empty())) return;
  text = "-" + amount;
  if (unit.empty()) unit = inside;
}

// Whether a text consists of three numbers of one, two or four digits, separated by points or slashes. Three digits
// would be a group of thousands.
bool looks_like_a_date(std::string_view cell) {
  static const Pattern kDate(R"((?=.{6,10}$) (\d{1,2} | \d{4,}) ([/.]) (?1) \2 (?1) $)");
  return kDate.find(cell).has_value();
}

void count_number(const NumberText& number, size_t row, ColumnValues& values) {
  ++values.numbers;
  if (number.with_point) ++values.with_point;
  if (number.with_comma) ++values.with_comma;
  if (!number.with_point && values.with_point + 1 == values.numbers) values.first_comma = row;
  if (number.is_ambiguous() && values.ambiguous++ == 0) values.first_ambiguous = row;
  const std::string_view plain = number.with_point ? *number.with_point : *number.with_comma;
  const std::string_view digits = plain.substr(plain.starts_with('-') ? 1 : 0);
  if (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) ++values.leading_zeros;
  const std::string_view significant = plain.substr(std::min(plain.find_first_of("123456789"), plain.size()));
  if (std::ranges::count_if(significant.substr(0, significant.find('e')), is_digit) > 15) ++values.long_numbers;
  if (const std::string_view year = without_zero_fraction(plain);
      year.size() == 4 && (year[0] == '1' || year[0] == '2') && std::ranges::all_of(year, is_digit))
    ++values.four_digits;
  if (number.unit.empty()) return;
  values.sign = values.signs++ == 0 || values.sign == number.unit ? number.unit : "?";
}

// Writes a power of ten that is a factor plainly: "1.5e3" for "1.5×10³".
std::string with_plain_power(const std::string& text) {
  static const Pattern kPower("(.*\\d) \\s* [×·] \\s* 10 ((?: ⁻ | [⁰¹²³⁴⁵⁶⁷⁸⁹])+) $");
  const auto found = kPower.find(text);
  if (!found) return text;
  std::string power = base::replace_all(std::string((*found)[2]), "⁻", "-");
  for (size_t digit = 0; digit < kRaised.size(); ++digit)
    power = base::replace_all(std::move(power), kRaised[digit], std::to_string(digit));
  return std::string((*found)[1]) + "e" + power;
}

bool is_one_of(std::string_view cell, std::initializer_list<std::string_view> marks) {
  return std::ranges::find(marks, base::lower_case(base::trim(cell))) != marks.end();
}

// Returns "true" for true, yes and ✓, "false" for false, no and ✗, in upper or lower case; nullopt for other texts.
std::optional<std::string> read_boolean(std::string_view cell) {
  const std::string word = base::lower_case(base::trim(cell));
  for (std::string_view yes : {"true", "yes", "✓", "✔", "✔️", "✅"})
    if (word == yes) return "true";
  for (std::string_view no : {"false", "no", "✗", "✘", "❌", "✕"})
    if (word == no) return "false";
  return std::nullopt;
}

// Returns a time in ISO 8601: "2026-01-31T12:00:00Z" for "2026-01-31 12:00:00 UTC".
std::optional<std::string> read_time(std::string_view cell) {
  std::string text(base::trim(cell));
  if (text.size() > 11 && text[10] == ' ') text[10] = 'T';
  for (std::string_view utc : {" UTC", " GMT", "UTC", " Z"})
    if (text.ends_with(utc)) text.replace(text.size() - utc.size(), utc.size(), "Z");
  std::erase(text, ' ');
  const size_t zone = text.find_last_of("+-");
  const bool is_short =
      zone != std::string::npos && zone > 10 && text.size() == zone + 5 && text.find(':', zone) == std::string::npos;
  if (is_short) text.insert(zone + 3, ":");
  return data::is_datetime(text) ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace

std::string on_one_line(std::string_view text) {
  std::string out;
  for (std::string_view line : base::split(text, '\n')) {
    const std::string part = base::one_line(line);
    if (part.empty()) continue;
    if (!out.empty()) out += is_digit(out.back()) && is_digit(part.front()) ? "; " : " ";
    out += part;
  }
  return out;
}

std::string_view without_zero_fraction(std::string_view digits) {
  const size_t point = std::min(digits.find('.'), digits.size());
  return digits.find_first_not_of(".0", point) == std::string_view::npos ? digits.substr(0, point) : digits;
}

std::string usual_text(quantity::FieldType type, std::optional<DateOrder> dates, std::string_view cell) {
  std::optional<std::string> text;
  if (type == quantity::FieldType::boolean) text = read_boolean(cell);
  if (type == quantity::FieldType::datetime) text = read_time(cell);
  if (type == quantity::FieldType::year) text = without_zero_fraction(cell);
  if (dates) text = read_date(cell, *dates);
  return text.value_or(std::string(cell));
}

std::optional<DateOrder> find_date_order(const std::vector<std::string_view>& cells, std::string_view given) {
  std::vector<DateOrder> possible(std::begin(kOrders), std::end(kOrders));
  bool is_any = false, is_different = false;
  for (std::string_view cell : cells) {
    if (cell.empty() || possible.empty()) continue;
    is_any = true;
    std::erase_if(possible, [&](DateOrder order) { return !read_date(cell, order); });
  }
  if (!is_any || possible.empty()) return std::nullopt;
  for (DateOrder order : possible)
    if (kOrderNames[static_cast<size_t>(order)] == given) return order;
  for (std::string_view cell : cells)
    for (DateOrder order : possible)
      is_different = is_different || (!cell.empty() && read_date(cell, order) != read_date(cell, possible.front()));
  return is_different ? std::nullopt : std::optional(possible.front());
}

std::string_view shown_date_order(const std::vector<std::string_view>& cells) {
  const auto order = find_date_order(cells, "dmy");
  const bool is_shown = order && *order != DateOrder::ymd && order == find_date_order(cells, "mdy");
  const auto has_word = [](auto cell) { return std::ranges::any_of(cell, base::is_letter); };
  return is_shown && std::ranges::none_of(cells, has_word) ? kOrderNames[static_cast<size_t>(*order)] : "";
}

std::string slip_among_dates(std::string_view column, const std::vector<std::string_view>& cells,
                             const std::vector<size_t>& lines) {
  const auto all = static_cast<size_t>(std::ranges::count_if(cells, [](auto cell) { return !cell.empty(); }));
  for (const auto is_one : {data::is_date, data::is_year_month, data::is_datetime}) {
    const auto count = static_cast<size_t>(std::ranges::count_if(cells, is_one));
    if (count == all || !are_most(count, all)) continue;
    const auto other =
        std::ranges::find_if(cells, [&](std::string_view cell) { return !cell.empty() && !is_one(cell); });
    return fmt::format(
        "{} is text: {} of its {} values are dates, \"{}\" in line {} is not; fix it, or leave the cell empty", column,
        count, all, *other, lines[static_cast<size_t>(other - cells.begin())]);
  }
  return "";
}

std::string doubt_about_days(std::string_view column, const std::vector<std::string_view>& cells) {
  constexpr int kEarliest = 20'000, kLatest = 60'000;  // days in 1954 and 2064, as spreadsheets count them
  static const std::set<std::string_view> kWords = {"date", "dates", "datum", "from", "since", "until", "valid", "day"};
  if (std::ranges::none_of(base::split(column, '_'), [](auto word) { return kWords.contains(word); })) return "";
  int first = 0;
  for (std::string_view cell : cells) {
    const int value = base::parse_number<int>(cell).value_or(0);
    const bool is_day = value >= kEarliest && value <= kLatest;
    if (!cell.empty() && !is_day) return "";
    if (first == 0) first = value;
  }
  if (first == 0) return "";
  const data::Day day = data::Day(std::chrono::year(1899) / 12 / 30) + std::chrono::days(first);
  return fmt::format(
      "{}: {} may be a date as spreadsheets count days, {}; if so, format its cells as dates, and save the "
      "workbook",
      column, first, data::day_text(day));
}

std::optional<NumberText> read_number_text(std::string_view cell) {
  if (cell.size() > kMaxNumberBytes || std::ranges::none_of(cell, is_digit)) return std::nullopt;
  std::string text(cell);
  if (!base::is_ascii(text))
    for (const auto& [sign, plain] :
         {std::pair("\u202F", " "), {"\u00A0", " "}, {"\u2009", " "}, {"\u2212", "-"}, {"\u2019", "'"}})
      text = base::replace_all(std::move(text), sign, plain);
  NumberText number;
  number.unit = take_unit_sign(text);
  if (!base::is_ascii(text)) text = with_plain_power(text);
  replace_parentheses(text, number.unit);
  number.with_point = read_with(text, '.');
  number.with_comma = read_with(text, ',');
  if (!number.with_point && !number.with_comma) return std::nullopt;
  return number;
}

bool has_raised_digits(std::string_view cell) {
  static const Pattern kRaisedEnd(".*\\d [⁻⁺]? [⁰¹²³⁴⁵⁶⁷⁸⁹]+ $");
  return !base::is_ascii(cell) && kRaisedEnd.find(cell) && !read_number_text(cell);
}

bool is_ratio_sign(std::string_view sign) { return sign == "%" || sign == "‰"; }

bool is_counted_in(const quantity::Unit& unit, const quantity::Unit& money) {
  return !money.parts.empty() && std::ranges::any_of(unit.parts, [&](const quantity::UnitPart& part) {
    return part.name == money.parts.front().name && part.power == 1;
  });
}

bool is_missing_mark(std::string_view cell) {
  return is_one_of(cell,
                   {"", "na", "n/a", "#n/a", "null", "none", "nan", "n.a.", "-", "–", "—", "?", "…", "..", "..."});
}

bool is_missing_text(std::string_view cell) { return is_one_of(cell, {"n/a", "#n/a", "n.a."}); }

std::optional<BareNumber> find_bare_number(const std::vector<std::string_view>& cells, const ColumnValues& values,
                                           std::string_view head) {
  if (!is_ratio_sign(values.sign) && values.sign != "?") return std::nullopt;
  std::optional<BareNumber> bare;
  size_t numbers = 0, signs = 0;
  std::string sign;
  for (size_t row = 0; row < cells.size(); ++row) {
    const auto number = read_number_text(cells[row]);
    if (!number) continue;
    ++numbers;
    signs += !number->unit.empty();
    if (sign.empty()) sign = number->unit;
    if (number->unit.empty() && !bare) bare = BareNumber{row, "", ""};
  }
  if (!bare) return std::nullopt;
  const std::string symbol = values.sign == "?" ? "a symbol" : "the symbol " + sign;
  bare->problem =
      fmt::format("\"{}\" has no symbol, but other numbers of \"{}\" have {}", cells[bare->row], head, symbol);
  bare->counts = fmt::format("{} of {} of \"{}\" {} {}", signs, base::count_of(numbers, "number"), head,
                             signs == 1 ? "has" : "have", symbol);
  return bare;
}

ColumnValues count_values(const std::vector<std::string_view>& cells) {
  ColumnValues values;
  for (size_t row = 0; row < cells.size(); ++row) {
    const std::string_view cell = cells[row];
    if (cell.empty()) {
      ++values.empty;
    } else if (is_missing_mark(cell)) {
      ++values.marks;
    } else if (std::optional<NumberText> number = read_number_text(cell); number && !looks_like_a_date(cell)) {
      count_number(*number, row, values);
    } else {
      values.others.push_back(row);
      values.booleans += read_boolean(cell).has_value();
      values.dates += data::is_date(cell);
      values.months += data::is_year_month(cell);
      values.times += read_time(cell).has_value();
      values.other_dates += looks_like_a_date(cell);
    }
  }
  return values;
}

bool DecimalMarks::may_be_lists(const ColumnValues& values) const {
  return given_ != "," && delimiter_ == ',' && values.with_comma == values.numbers &&
         values.with_point < values.numbers && values.with_point * 2 > values.numbers;
}

void DecimalMarks::add_column(const ColumnValues& values) {
  if (may_be_lists(values)) return;
  point_ = point_ || (values.with_point == values.numbers && values.with_comma < values.numbers);
  comma_ = comma_ || (values.with_comma == values.numbers && values.with_point < values.numbers);
}

DecimalMark DecimalMarks::of(const ColumnValues& values) const {
  if (may_be_lists(values)) return DecimalMark::unknown;
  if (values.with_point != values.with_comma)
    return values.with_point > values.with_comma ? DecimalMark::point : DecimalMark::comma;
  if (given_ == ",") return DecimalMark::comma;
  if (values.ambiguous == 0 || (given_ == "." && (point_ || !comma_))) return DecimalMark::point;
  if (given_ == "." || point_ == comma_) return DecimalMark::unknown;
  return point_ ? DecimalMark::point : DecimalMark::comma;
}

std::optional<long> count_of_text(std::string_view text) {
  const auto number = quantity::Exact::parse(base::trim(text));
  if (!number || number->sign() <= 0) return std::nullopt;
  return base::parse_number<long>(number->to_fraction());
}

std::string computed_digits(const quantity::Exact& number, std::string_view published) {
  constexpr int kMaxDigits = 300;  // the data reader accepts up to 400
  if (std::optional<std::string> all = number.to_decimal(kMaxDigits)) return *all;
  published.remove_prefix(std::min(published.find_first_of("123456789"), published.size()));
  const auto digits = std::max<long>(15, std::ranges::count_if(published, is_digit));
  return rounded_digits(number, static_cast<int>(std::max<long>(0, digits - 1 - number.magnitude())));
}

std::string rounded_digits(const quantity::Exact& number, int digits) {
  std::string text = number.round_half_up(digits);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace import
