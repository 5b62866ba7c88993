#include "data/dates.h"

#include <charconv>
#include <chrono>
#include <vector>

#include "base/text.h"
#include "data/descriptor.h"

namespace data {
namespace {

// The number of exactly `count` digits, taken off the front; -1 when they are not there.
int take_digits(std::string_view& text, size_t count) {
  if (text.size() < count) return -1;
  int value = 0;
  for (size_t i = 0; i < count; ++i) {
    if (text[i] < '0' || text[i] > '9') return -1;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

bool take_date(std::string_view& text) {
  int year = take_digits(text, 4);
  if (year < 0 || !take(text, '-')) return false;
  int month = take_digits(text, 2);
  if (month < 0 || !take(text, '-')) return false;
  int day = take_digits(text, 2);
  return day >= 0 &&
         std::chrono::year_month_day(std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)).ok();
}

bool take_clock(std::string_view& text) {
  int hour = take_digits(text, 2);
  if (hour < 0 || hour > 23 || !take(text, ':')) return false;
  int minute = take_digits(text, 2);
  return minute >= 0 && minute <= 59;
}

}  // namespace

bool is_year(std::string_view text) { return take_digits(text, 4) >= 0 && text.empty(); }

bool is_year_month(std::string_view text) {
  if (take_digits(text, 4) < 0 || !take(text, '-')) return false;
  int month = take_digits(text, 2);
  return month >= 1 && month <= 12 && text.empty();
}

bool is_date(std::string_view text) { return take_date(text) && text.empty(); }

bool is_datetime(std::string_view text) {
  if (!take_date(text) || !take(text, 'T') || !take_clock(text)) return false;
  if (take(text, ':')) {
    int second = take_digits(text, 2);
    if (second < 0 || second > 60) return false;
    if (take(text, '.')) {
      if (take_digits(text, 1) < 0) return false;
      while (take_digits(text, 1) >= 0) continue;
    }
  }
  if (text.empty() || text == "Z") return true;
  if (!take(text, '+') && !take(text, '-')) return false;
  return take_clock(text) && text.empty();
}

bool is_partial_date(std::string_view text) { return is_date(text) || is_year_month(text) || is_year(text); }

std::optional<Day> last_day_of(std::string_view date) {
  if (!is_partial_date(date)) return std::nullopt;
  int parts[3] = {0, 0, 0};
  std::vector<std::string_view> texts = base::split(date, '-');
  for (size_t i = 0; i < texts.size(); ++i)
    std::from_chars(texts[i].data(), texts[i].data() + texts[i].size(), parts[i]);
  std::chrono::year year(parts[0]);
  std::chrono::month month(texts.size() > 1 ? static_cast<unsigned>(parts[1]) : 12);
  if (texts.size() == 3) return Day(year / month / std::chrono::day(static_cast<unsigned>(parts[2])));
  return Day(year / month / std::chrono::last);
}

std::optional<Day> first_day_of(std::string_view date) {
  date = date.substr(0, std::string_view("2026-01-31").size());
  return last_day_of(std::string(date) + (is_year(date) ? "-01-01" : is_year_month(date) ? "-01" : ""));
}

}  // namespace data
