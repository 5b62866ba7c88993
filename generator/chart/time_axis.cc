#include "chart/time_axis.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "chart/ticks.h"

namespace chart {
namespace {

constexpr double kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour, kWeek = 7 * kDay,
                 kMonth = 30 * kDay, kYear = 365 * kDay;  // the last two only to choose between intervals

struct Civil {
  int year, month, day;  // month and day from 1
  int weekday;           // 0 is Sunday
  int hour, minute, second, millisecond;
};

double moment_of(int year, int month, int day) {
  // Months beyond 12 and below 1 run over into other years.
  int index = month - 1;
  year += index >= 0 ? index / 12 : -((11 - index) / 12);
  index = ((index % 12) + 12) % 12;
  std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(index + 1)),
                                   std::chrono::day(1)};
  return static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count() + day - 1) * kDay;
}

Civil civil_of(double moment) {
  double days = std::floor(moment / kDay);
  auto rest = static_cast<int64_t>(moment - days * kDay);
  std::chrono::sys_days point{std::chrono::days(static_cast<int>(days))};
  std::chrono::year_month_day date(point);
  return {static_cast<int>(date.year()),
          static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day())),
          static_cast<int>(std::chrono::weekday(point).c_encoding()),
          static_cast<int>(rest / 3600000),
          static_cast<int>(rest / 60000 % 60),
          static_cast<int>(rest / 1000 % 60),
          static_cast<int>(rest % 1000)};
}

// REQUIRES: `value` is not negative.
int rounded_down(int value, int step) { return value / step * step; }

enum class Unit { millisecond, second, minute, hour, day, week, month, year };

// Every `step` units: counted within the next greater unit, as clocks and calendars are read.
struct Interval {
  Unit unit;
  double step;

  double floor(double moment) const {
    Civil c = civil_of(moment);
    int s = static_cast<int>(step);
    switch (unit) {
      case Unit::millisecond:
        return std::floor(moment / step) * step;
      case Unit::second:
        return std::floor(moment / kMinute) * kMinute + rounded_down(c.second, s) * kSecond;
      case Unit::minute:
        return std::floor(moment / kHour) * kHour + rounded_down(c.minute, s) * kMinute;
      case Unit::hour:
        return std::floor(moment / kDay) * kDay + rounded_down(c.hour, s) * kHour;
      case Unit::day:
        return moment_of(c.year, c.month, 1) + rounded_down(c.day - 1, s) * kDay;
      case Unit::week:
        return moment_of(c.year, c.month, c.day) - c.weekday * kDay;
      case Unit::month:
        return moment_of(c.year, rounded_down(c.month - 1, s) + 1, 1);
      case Unit::year:
        return moment_of(static_cast<int>(std::floor(c.year / step) * step), 1, 1);
    }
    return moment;
  }
  // REQUIRES: `moment` is one of the interval's.
  double next(double moment) const {
    Civil c = civil_of(moment);
    switch (unit) {
      case Unit::millisecond:
        return moment + step;
      case Unit::second:
        return moment + step * kSecond;
      case Unit::minute:
        return moment + step * kMinute;
      case Unit::hour:
        return moment + step * kHour;
      // The days of a month start again at 1.
      case Unit::day:
        return std::min(moment + step * kDay, moment_of(c.year, c.month + 1, 1));
      case Unit::week:
        return moment + kWeek;
      case Unit::month:
        return moment_of(c.year, c.month + static_cast<int>(step), 1);
      case Unit::year:
        return moment_of(c.year + static_cast<int>(step), 1, 1);
    }
    return moment + 1;
  }
  double ceil(double moment) const {
    double below = floor(moment);
    return below == moment ? moment : next(below);
  }
};

Interval choose_interval(double start, double stop, double count) {
  struct Choice {
    Unit unit;
    double step, duration;
  };
  static constexpr std::array<Choice, 18> kChoices = {{{Unit::second, 1, kSecond},
                                                       {Unit::second, 5, 5 * kSecond},
                                                       {Unit::second, 15, 15 * kSecond},
                                                       {Unit::second, 30, 30 * kSecond},
                                                       {Unit::minute, 1, kMinute},
                                                       {Unit::minute, 5, 5 * kMinute},
                                                       {Unit::minute, 15, 15 * kMinute},
                                                       {Unit::minute, 30, 30 * kMinute},
                                                       {Unit::hour, 1, kHour},
                                                       {Unit::hour, 3, 3 * kHour},
                                                       {Unit::hour, 6, 6 * kHour},
                                                       {Unit::hour, 12, 12 * kHour},
                                                       {Unit::day, 1, kDay},
                                                       {Unit::day, 2, 2 * kDay},
                                                       {Unit::week, 1, kWeek},
                                                       {Unit::month, 1, kMonth},
                                                       {Unit::month, 3, 3 * kMonth},
                                                       {Unit::year, 1, kYear}}};
  const double target = std::abs(stop - start) / count;
  auto above = std::upper_bound(kChoices.begin(), kChoices.end(), target,
                                [](double value, const Choice& choice) { return value < choice.duration; });
  if (above == kChoices.end()) {
    return {Unit::year, std::max(1.0, std::floor(tick_step(start / kYear, stop / kYear, count)))};
  }
  if (above == kChoices.begin()) {
    return {Unit::millisecond, std::max(1.0, std::floor(tick_step(start, stop, count)))};
  }
  auto below = above - 1;
  const Choice& nearer = target / below->duration < above->duration / target ? *below : *above;
  return {nearer.unit, nearer.step};
}

std::optional<int> take_digits(std::string_view& text, size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (size_t i = 0; i < digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                      "May",       "June",     "July",     "August",
                                                      "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};

std::string padded(int value, int width, char fill) {
  std::string digits = std::to_string(value);
  if (fill && static_cast<int>(digits.size()) < width) digits.insert(0, width - digits.size(), fill);
  return digits;
}

}  // namespace

std::optional<double> parse_time(std::string_view text) {
  auto year = take_digits(text, 4);
  if (!year) return std::nullopt;
  int month = 1, day = 1;
  if (take(text, '-')) {
    auto digits = take_digits(text, 2);
    if (!digits || *digits < 1 || *digits > 12) return std::nullopt;
    month = *digits;
    if (take(text, '-')) {
      digits = take_digits(text, 2);
      if (!digits) return std::nullopt;
      day = *digits;
      std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(month)),
                                       std::chrono::day(static_cast<unsigned>(day))};
      if (!date.ok()) return std::nullopt;
    }
  }
  double moment = moment_of(*year, month, day);
  if (text.empty()) return moment;
  if (!take(text, 'T') && !take(text, ' ')) return std::nullopt;
  auto hour = take_digits(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  auto minute = take_digits(text, 2);
  if (!minute || *minute > 59) return std::nullopt;
  moment += *hour * kHour + *minute * kMinute;
  if (take(text, ':')) {
    auto second = take_digits(text, 2);
    if (!second || *second > 60) return std::nullopt;
    moment += *second * kSecond;
    if (take(text, '.')) {
      const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
      double part = kSecond;
      for (char digit : text.substr(0, digits)) moment += (digit - '0') * (part /= 10);
      if (digits == 0) return std::nullopt;
      text.remove_prefix(digits);
    }
  }
  if (take(text, 'Z') || text.empty()) return text.empty() ? std::optional(moment) : std::nullopt;
  const bool is_ahead = take(text, '+');
  if (!is_ahead && !take(text, '-')) return std::nullopt;
  auto hours = take_digits(text, 2);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  auto minutes = take_digits(text, 2);
  if (!minutes || *minutes > 59 || !text.empty()) return std::nullopt;
  const double offset = *hours * kHour + *minutes * kMinute;
  return is_ahead ? moment - offset : moment + offset;
}

std::vector<double> time_ticks(double start, double stop, double count) {
  std::vector<double> values;
  if (!(count > 0)) return values;
  const bool reverse = stop < start;
  if (reverse) std::swap(start, stop);
  Interval interval = choose_interval(start, stop, count);
  for (double t = interval.ceil(start); t <= stop && values.size() < 10000; t = interval.next(t)) values.push_back(t);
  if (reverse) std::reverse(values.begin(), values.end());
  return values;
}

std::pair<double, double> nice_time(double start, double stop, double count) {
  const bool reverse = stop < start;
  if (reverse) std::swap(start, stop);
  Interval interval = choose_interval(start, stop, count);
  start = interval.floor(start);
  stop = interval.ceil(stop);
  if (reverse) std::swap(start, stop);
  return {start, stop};
}

std::string format_time(double moment, std::string_view format) {
  const Civil c = civil_of(moment);
  const int hour12 = c.hour % 12 ? c.hour % 12 : 12;
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      out += format[i];
      continue;
    }
    char fill = '0';
    char directive = format[++i];
    bool own_fill = directive == '-' || directive == '_' || directive == '0';
    if (own_fill) {
      fill = directive == '-' ? '\0' : directive == '_' ? ' ' : '0';
      directive = i + 1 < format.size() ? format[++i] : '%';
    }
    switch (directive) {
      case 'a':
        out += kDays[c.weekday].substr(0, 3);
        break;
      case 'A':
        out += kDays[c.weekday];
        break;
      case 'b':
        out += kMonths[c.month - 1].substr(0, 3);
        break;
      case 'B':
        out += kMonths[c.month - 1];
        break;
      case 'd':
        out += padded(c.day, 2, fill);
        break;
      case 'e':
        out += padded(c.day, 2, own_fill ? fill : ' ');
        break;
      case 'H':
        out += padded(c.hour, 2, fill);
        break;
      case 'I':
        out += padded(hour12, 2, fill);
        break;
      case 'j':
        out +=
            padded(static_cast<int>((moment_of(c.year, c.month, c.day) - moment_of(c.year, 1, 1)) / kDay) + 1, 3, fill);
        break;
      case 'L':
        out += padded(c.millisecond, 3, fill);
        break;
      case 'm':
        out += padded(c.month, 2, fill);
        break;
      case 'M':
        out += padded(c.minute, 2, fill);
        break;
      case 'p':
        out += c.hour < 12 ? "AM" : "PM";
        break;
      case 'q':
        out += std::to_string((c.month - 1) / 3 + 1);
        break;
      case 'S':
        out += padded(c.second, 2, fill);
        break;
      case 'y':
        out += padded(c.year % 100, 2, fill);
        break;
      case 'Y':
        out += padded(c.year, 4, fill);
        break;
      default:
        out += directive;
    }
  }
  return out;
}

bool is_time_format(std::string_view format, std::string* bad) {
  constexpr std::string_view kKnown = "aAbBdeHIjLmMpqSyY%";
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    size_t at = i++;
    if (i < format.size() && (format[i] == '-' || format[i] == '_' || format[i] == '0')) ++i;
    if (i >= format.size() || kKnown.find(format[i]) == std::string_view::npos) {
      *bad = std::string(format.substr(at, i + 1 - at));
      return false;
    }
  }
  return true;
}

std::string tick_time_text(double moment) {
  const Civil c = civil_of(moment);
  if (c.millisecond) return format_time(moment, ".%L");
  if (c.second) return format_time(moment, ":%S");
  if (c.minute) return format_time(moment, "%I:%M");
  if (c.hour) return format_time(moment, "%I %p");
  if (c.day != 1) return format_time(moment, c.weekday ? "%a %d" : "%b %d");
  if (c.month != 1) return format_time(moment, "%B");
  return format_time(moment, "%Y");
}

}  // namespace chart
