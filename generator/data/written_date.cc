#include "data/written_date.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "data/dates.h"

namespace data {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                      "may",       "june",     "july",     "august",
                                                      "september", "october",  "november", "december"};

// Returns the number of a month by its English name; "" for any other word.
std::string month_of(std::string_view word) {
  if (word.ends_with('.')) word.remove_suffix(1);
  const std::string name = base::lower(word);
  for (size_t i = 0; i < kMonths.size() && name.size() >= 3; ++i)
    if (kMonths[i].starts_with(name) || (i == 8 && name == "sept")) return std::to_string(i + 1);
  return "";
}

// Splits a date into numbers and words. Returns an empty list if it contains anything except numbers, words and
// separators.
std::vector<std::string> parts_of_date(std::string_view text) {
  std::string spaced(text);
  std::ranges::replace_if(spaced, [](char c) { return c == '/' || c == '-' || c == ','; }, ' ');
  if (spaced.find_first_not_of(" 0123456789.") == std::string::npos) std::ranges::replace(spaced, '.', ' ');
  std::vector<std::string> parts;
  for (std::string_view part : base::split(spaced, ' '))
    if (!part.empty()) parts.emplace_back(part);
  return parts;
}

}  // namespace

std::optional<std::string> read_date(std::string_view cell, DateOrder order) {
  if (cell.size() < 8 || cell.size() > 20) return std::nullopt;
  std::vector<std::string> parts = parts_of_date(cell);
  if (parts.size() != 3) return std::nullopt;
  if (order == DateOrder::dmy) std::swap(parts[0], parts[2]);
  if (order == DateOrder::mdy) std::ranges::rotate(parts, parts.begin() + 2);
  if (std::string month = month_of(parts[1]); !month.empty()) parts[1] = month;
  for (std::string_view ordinal : {"st", "nd", "rd", "th"})
    if (parts[2].ends_with(ordinal)) parts[2].resize(parts[2].size() - 2);
  for (std::string& part : parts) {
    if (part.ends_with('.')) part.pop_back();
    if (part.empty() || !std::ranges::all_of(part, base::is_digit)) return std::nullopt;
  }
  if (parts[0].size() != 4 || parts[1].size() > 2 || parts[2].size() > 2) return std::nullopt;
  std::string date = fmt::format("{}-{:0>2}-{:0>2}", parts[0], parts[1], parts[2]);
  return is_date(date) ? std::optional(std::move(date)) : std::nullopt;
}

std::set<std::string> readings_of_date(std::string_view cell) {
  if (is_partial_date(cell)) return {std::string(cell)};
  std::set<std::string> readings;
  for (const DateOrder order : {DateOrder::ymd, DateOrder::dmy, DateOrder::mdy})
    if (auto date = read_date(cell, order)) readings.insert(*std::move(date));
  const std::vector<std::string> parts = parts_of_date(cell);
  if (parts.size() != 2 || !is_year(parts[1])) return readings;
  if (const std::string month = month_of(parts[0]); !month.empty())
    readings.insert(fmt::format("{}-{:0>2}", parts[1], month));
  return readings;
}

}  // namespace data
