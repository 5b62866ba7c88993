#include "import/column_type.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/text.h"
#include "base/utf8.h"
#include "data/dates.h"
#include "import/number_text.h"

namespace import {
namespace {

constexpr size_t kMostValues = 12;
constexpr size_t kRowsAValue = 4;
constexpr size_t kExactDigits = 15;
constexpr size_t kLongestValue = 40;

using base::is_digit;

bool is_boolean(std::string_view cell) {
  if (cell.size() > 5) return false;
  std::string lower = base::lower_case(cell);
  return lower == "true" || lower == "false";
}

bool has_leading_zero(std::string_view number) {
  if (number.starts_with('-')) number.remove_prefix(1);
  return number.size() > 1 && number[0] == '0' && is_digit(number[1]);
}

size_t significant_digits(std::string_view number) {
  size_t digits = 0;
  for (char c : number.substr(0, number.find('e')))
    if (is_digit(c) && (digits > 0 || c != '0')) ++digits;
  return digits;
}

// Three numbers of one, two or four digits between points or slashes. A group of three is that of thousands.
bool looks_like_a_date(std::string_view cell) {
  if (cell.size() < 6 || cell.size() > 10) return false;
  size_t dividers = 0, digits = 0;
  char divider = 0;
  for (char c : cell) {
    if (is_digit(c)) {
      ++digits;
      continue;
    }
    if ((c != '.' && c != '/') || (divider && c != divider) || digits == 3) return false;
    divider = c;
    ++dividers;
    digits = 0;
  }
  return dividers == 2 && is_digit(cell.front()) && is_digit(cell.back()) && digits != 3;
}

void look_at_number(const NumberText& number, size_t row, ColumnValues& values) {
  ++values.numbers;
  if (number.with_point) ++values.with_point;
  if (number.with_comma) ++values.with_comma;
  if (number.is_ambiguous() && values.ambiguous++ == 0) values.first_ambiguous = row;
  const std::string& plain = number.with_point ? *number.with_point : *number.with_comma;
  if (has_leading_zero(plain)) ++values.leading_zeros;
  if (significant_digits(plain) > kExactDigits) ++values.long_numbers;
  if (plain.size() == 4 && (plain[0] == '1' || plain[0] == '2') && std::all_of(plain.begin(), plain.end(), is_digit))
    ++values.four_digits;
  if (number.unit.empty()) return;
  values.sign = values.signs++ == 0 || values.sign == number.unit ? number.unit : "?";
}

}  // namespace

ColumnValues look_at(const std::vector<std::string_view>& cells) {
  ColumnValues values;
  for (size_t row = 0; row < cells.size(); ++row) {
    std::string_view cell = cells[row];
    if (cell.empty()) {
      ++values.empty;
    } else if (is_missing_mark(cell)) {
      ++values.marks;
    } else if (std::optional<NumberText> number = read_number_text(cell); number && !looks_like_a_date(cell)) {
      look_at_number(*number, row, values);
    } else {
      values.others.push_back(row);
      if (is_boolean(cell)) ++values.booleans;
      if (data::is_date(cell)) ++values.dates;
      if (data::is_year_month(cell)) ++values.months;
      if (data::is_datetime(cell)) ++values.times;
      if (looks_like_a_date(cell)) ++values.other_dates;
    }
  }
  return values;
}

std::vector<std::string> few_values(const std::vector<std::string_view>& cells) {
  std::vector<std::string> found;
  std::unordered_set<std::string_view> known;
  size_t filled = 0;
  for (std::string_view cell : cells) {
    if (cell.empty()) continue;
    ++filled;
    if (!known.insert(cell).second) continue;
    if (known.size() > kMostValues || cell.size() > kLongestValue) return {};
    found.emplace_back(cell);
  }
  if (found.size() < 2 || filled < found.size() * kRowsAValue) return {};
  return found;
}

}  // namespace import
