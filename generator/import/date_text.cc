#include "import/date_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <set>

#include "base/text.h"
#include "data/dates.h"

namespace import {
namespace {

constexpr DateOrder kOrders[] = {DateOrder::ymd, DateOrder::dmy, DateOrder::mdy};
constexpr std::array<std::string_view, 3> kOrderNames = {"ymd", "dmy", "mdy"};

}  // namespace

std::optional<std::string> read_boolean(std::string_view cell) {
  const std::string word = base::lower_case(base::trim(cell));
  for (std::string_view yes : {"true", "yes", "✓", "✔", "✔️", "✅"})
    if (word == yes) return "true";
  for (std::string_view no : {"false", "no", "✗", "✘", "❌", "✕"})
    if (word == no) return "false";
  return std::nullopt;
}

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
    int value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool is_day =
        error == std::errc() && end == cell.data() + cell.size() && value >= kEarliest && value <= kLatest;
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

}  // namespace import
