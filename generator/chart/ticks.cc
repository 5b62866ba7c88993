#include "chart/ticks.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "base/text.h"

namespace chart {
namespace {

// Rounds like JavaScript, with halves rounded up.
double round_half_up(double x) { return std::floor(x + 0.5); }

struct TickSpec {
  double first = 0, last = -1;  // the first and the last tick, in steps
  double increment = 0;  // a positive n means n; a negative n means 1 / -n, which is exact where a fraction is not
};

// REQUIRES: start <= stop, count > 0
TickSpec tick_spec(double start, double stop, double count) {
  const double raw = (stop - start) / count;
  const double power = std::floor(std::log10(raw));
  const double error = raw / std::pow(10, power);
  // Rounds the step to the nearest of 1, 2, 5 and 10 as ratios: the limits are the geometric means of neighbours.
  double factor = error >= std::sqrt(2.0) ? 2 : 1;
  if (error >= std::sqrt(10.0)) factor = error >= std::sqrt(50.0) ? 10 : 5;
  TickSpec spec;
  if (power < 0) {
    // Divides by a whole number instead of multiplying by a fraction: 3 / 10 is 0.3, but 3 * 0.1 is not.
    double inverse = std::pow(10, -power) / factor;
    spec.first = round_half_up(start * inverse);
    spec.last = round_half_up(stop * inverse);
    if (spec.first / inverse < start) ++spec.first;
    if (spec.last / inverse > stop) --spec.last;
    spec.increment = -inverse;
  } else {
    double step = std::pow(10, power) * factor;
    spec.first = round_half_up(start / step);
    spec.last = round_half_up(stop / step);
    if (spec.first * step < start) ++spec.first;
    if (spec.last * step > stop) --spec.last;
    spec.increment = step;
  }
  // With so few ticks, no multiple of the step may be in the interval: a smaller step has one.
  if (spec.last < spec.first && count >= 0.5 && count < 2) return tick_spec(start, stop, count * 2);
  return spec;
}

}  // namespace

std::vector<double> ticks(double start, double stop, double count) {
  std::vector<double> values;
  if (!(count > 0)) return values;
  if (start == stop) return {start};
  const TickSpec spec = tick_spec(start, stop, count);
  if (!(spec.last >= spec.first) || spec.last - spec.first > 10000) return values;
  for (double i = spec.first; i <= spec.last; ++i) {
    values.push_back(spec.increment < 0 ? i / -spec.increment : i * spec.increment);
  }
  return values;
}

double tick_step(double start, double stop, double count) {
  const double increment = tick_spec(start, stop, count).increment;
  return increment < 0 ? 1 / -increment : increment;
}

std::pair<double, double> nice(double start, double stop, double count) {
  const std::pair<double, double> stated{start, stop};
  double before = 0;
  // Widening the interval can increase the step. This converges within a few rounds.
  for (int round = 0; round < 10; ++round) {
    const double step = tick_spec(start, stop, count).increment;
    if (step == before) return {start, stop};
    if (step > 0) {
      start = std::floor(start / step) * step;
      stop = std::ceil(stop / step) * step;
    } else if (step < 0) {
      start = std::ceil(start * step) / step;
      stop = std::floor(stop * step) / step;
    } else {
      break;
    }
    before = step;
  }
  return stated;
}

double log_in(double base, double value) {
  if (base == 10) return std::log10(value);
  if (base == 2) return std::log2(value);
  return std::log(value) / std::log(base);
}

std::vector<double> log_ticks(double start, double stop, double base, double count) {
  double from = log_in(base, start), to = log_in(base, stop);
  std::vector<double> values;
  if (base == std::floor(base) && to - from < count) {
    for (double i = std::floor(from); i <= std::ceil(to); ++i) {
      for (double k = 1; k < base; ++k) {
        double tick = i < 0 ? k / std::pow(base, -i) : k * std::pow(base, i);
        if (tick < start) continue;
        if (tick > stop) break;
        values.push_back(tick);
      }
    }
    // An interval within one power of the base has too few of these ticks.
    if (static_cast<double>(values.size() * 2) < count) values = ticks(start, stop, count);
  } else {
    for (double exponent : ticks(from, to, std::min(to - from, count))) values.push_back(std::pow(base, exponent));
  }
  return values;
}

std::pair<double, double> nice_log(double start, double stop, double base) {
  return {std::pow(base, std::floor(log_in(base, start))), std::pow(base, std::ceil(log_in(base, stop)))};
}

// -- Time --

namespace {

constexpr double kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour, kWeek = 7 * kDay,
                 kMonth = 30 * kDay, kYear = 365 * kDay;

struct Civil {
  int year, month, day;  // a date; month and day start at 1
  int weekday;           // a day of the week; 0 is Sunday
  int hour, minute, second, millisecond;
};

// Months above 12 and below 1 belong to other years.
double moment_of(int year, int month, int day) {
  const std::chrono::year_month at = std::chrono::year(year) / std::chrono::January + std::chrono::months(month - 1);
  return static_cast<double>(std::chrono::sys_days(at / 1).time_since_epoch().count() + day - 1) * kDay;
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

// Returns the length of a unit. The lengths of months and years are only used to choose between intervals.
double length_of(Unit unit) {
  static constexpr std::array kLengths = {1.0, kSecond, kMinute, kHour, kDay, kWeek, kMonth, kYear};
  return kLengths[static_cast<size_t>(unit)];
}

// An interval of `step` units, counted within the next greater unit, as on clocks and calendars.
struct Interval {
  Unit unit;
  double step;

  double length() const { return step * length_of(unit); }

  double floor(double moment) const {
    const Civil c = civil_of(moment);
    const int s = static_cast<int>(step);
    switch (unit) {
      case Unit::day:
        return moment_of(c.year, c.month, 1) + rounded_down(c.day - 1, s) * kDay;
      case Unit::week:
        return moment_of(c.year, c.month, c.day) - c.weekday * kDay;
      case Unit::month:
        return moment_of(c.year, rounded_down(c.month - 1, s) + 1, 1);
      case Unit::year:
        return moment_of(static_cast<int>(std::floor(c.year / step) * step), 1, 1);
      default:  // the steps of shorter units divide a day
        return std::floor(moment / length()) * length();
    }
  }
  // REQUIRES: `moment` is one of the interval's moments.
  double next(double moment) const {
    const Civil c = civil_of(moment);
    if (unit == Unit::month) return moment_of(c.year, c.month + static_cast<int>(step), 1);
    if (unit == Unit::year) return moment_of(c.year + static_cast<int>(step), 1, 1);
    // The days of each month are counted from 1.
    if (unit == Unit::day) return std::min(moment + length(), moment_of(c.year, c.month + 1, 1));
    return moment + length();
  }
  double ceil(double moment) const {
    double below = floor(moment);
    return below == moment ? moment : next(below);
  }
};

Interval choose_interval(double start, double stop, double count) {
  using enum Unit;
  static constexpr Interval kChoices[] = {{second, 1}, {second, 5},  {second, 15}, {second, 30}, {minute, 1},
                                          {minute, 5}, {minute, 15}, {minute, 30}, {hour, 1},    {hour, 3},
                                          {hour, 6},   {hour, 12},   {day, 1},     {day, 2},     {week, 1},
                                          {month, 1},  {month, 3},   {year, 1}};
  const double target = std::abs(stop - start) / count;
  const Interval* above = std::ranges::upper_bound(kChoices, target, {}, &Interval::length);
  if (above == std::end(kChoices))
    return {year, std::max(1.0, std::floor(tick_step(start / kYear, stop / kYear, count)))};
  if (above == std::begin(kChoices)) return {millisecond, std::max(1.0, std::floor(tick_step(start, stop, count)))};
  const Interval* below = above - 1;
  // Compares ratios, because the intervals grow by ratios.
  return target / below->length() < above->length() / target ? *below : *above;
}

std::string padded(int value, int width, char fill) {
  std::string digits = std::to_string(value);
  if (fill && static_cast<int>(digits.size()) < width) digits.insert(0, width - digits.size(), fill);
  return digits;
}

}  // namespace

std::optional<double> parse_time(std::string_view text) {
  // Reads one of the characters in `before` and a number of `digits` digits, at most `most`. Otherwise reads nothing.
  auto number = [&](std::string_view before, size_t digits, int most) -> std::optional<int> {
    const size_t start = before.empty() ? 0 : 1, end = start + digits;
    if (text.size() < end || (start > 0 && before.find(text[0]) == std::string_view::npos)) return std::nullopt;
    int value = 0;
    for (char c : text.substr(start, digits)) {
      if (!base::is_digit(c)) return std::nullopt;
      value = value * 10 + (c - '0');
    }
    if (value > most) return std::nullopt;
    text.remove_prefix(end);
    return value;
  };
  const auto year = number("", 4, 9999);
  const auto month = year ? number("-", 2, 12) : std::nullopt, day = month ? number("-", 2, 31) : std::nullopt;
  if (!year) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(month.value_or(1))),
                                         std::chrono::day(static_cast<unsigned>(day.value_or(1)))};
  if (!date.ok()) return std::nullopt;
  double moment = moment_of(*year, month.value_or(1), day.value_or(1));
  if (text.empty()) return moment;
  // Reads a time such as "10:30" and returns milliseconds.
  auto clock = [&](std::string_view before) -> std::optional<double> {
    const auto hour = number(before, 2, 23), minute = hour ? number(":", 2, 59) : std::nullopt;
    return minute ? std::optional(*hour * kHour + *minute * kMinute) : std::nullopt;
  };
  const auto time = clock("T ");
  if (!time) return std::nullopt;
  moment += *time;
  if (const auto second = number(":", 2, 60)) {
    moment += *second * kSecond;
    double part = kSecond;
    for (auto digit = number(".", 1, 9); digit; digit = number("", 1, 9)) moment += *digit * (part /= 10);
  }
  if (text.empty() || text == "Z") return moment;
  const double sign = text[0] == '-' ? 1 : -1;  // a time ahead of UTC is later there than in UTC
  const auto offset = clock("+-");
  return offset && text.empty() ? std::optional(moment + sign * *offset) : std::nullopt;
}

std::vector<double> time_ticks(double start, double stop, double count) {
  std::vector<double> values;
  if (!(count > 0)) return values;
  const Interval interval = choose_interval(start, stop, count);
  for (double t = interval.ceil(start); t <= stop && values.size() < 10000; t = interval.next(t)) values.push_back(t);
  return values;
}

std::pair<double, double> nice_time(double start, double stop, double count) {
  const Interval interval = choose_interval(start, stop, count);
  return {interval.floor(start), interval.ceil(stop)};
}

std::string format_time(double moment, std::string_view format, const quantity::Locale& locale) {
  const Civil c = civil_of(moment);
  const double day_of_year = (moment_of(c.year, c.month, c.day) - moment_of(c.year, 1, 1)) / kDay + 1;
  struct Number {
    char directive;
    int value, width;
    char fill = '0';
  };
  const Number numbers[] = {{'d', c.day, 2},
                            {'e', c.day, 2, ' '},
                            {'H', c.hour, 2},
                            {'I', c.hour % 12 ? c.hour % 12 : 12, 2},
                            {'j', static_cast<int>(day_of_year), 3},
                            {'L', c.millisecond, 3},
                            {'m', c.month, 2},
                            {'M', c.minute, 2},
                            {'q', (c.month - 1) / 3 + 1, 1},
                            {'S', c.second, 2},
                            {'y', c.year % 100, 2},
                            {'Y', c.year, 4}};
  auto text_of = [&](char directive, std::optional<char> fill) -> std::string {
    const auto month = static_cast<size_t>(c.month - 1), day = static_cast<size_t>(c.weekday);
    if (directive == 'a' || directive == 'A')
      return std::string((directive == 'a' ? locale.short_days : locale.days)[day]);
    if (directive == 'b' || directive == 'B')
      return std::string((directive == 'b' ? locale.short_months : locale.months_alone)[month]);
    if (directive == 'p') return c.hour < 12 ? "AM" : "PM";
    for (const Number& number : numbers)
      if (number.directive == directive) return padded(number.value, number.width, fill.value_or(number.fill));
    return std::string(1, directive);
  };
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      out += format[i];
      continue;
    }
    std::optional<char> fill;
    char directive = format[++i];
    if (directive == '-' || directive == '_' || directive == '0') {
      fill = directive == '-' ? '\0' : directive == '_' ? ' ' : '0';
      directive = i + 1 < format.size() ? format[++i] : '%';
    }
    out += text_of(directive, fill);
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

std::string write_moment(const std::string& text, const quantity::Locale& locale) {
  constexpr size_t kDateLength = 10;
  const std::optional<double> moment = text.size() > kDateLength ? parse_time(text) : std::nullopt;
  if (!moment) return quantity::write_date(text, locale);
  const bool has_seconds = civil_of(*moment).second != 0;
  return quantity::write_date(format_time(*moment, "%Y-%m-%d", locale), locale) +
         format_time(*moment, has_seconds ? " %H:%M:%S" : " %H:%M", locale);
}

std::string tick_time_text(double moment, const quantity::Locale& locale) {
  const Civil c = civil_of(moment);
  const auto text = [&](std::string_view format) { return format_time(moment, format, locale); };
  if (c.millisecond) return text(".%L");
  if (c.second) return text(":%S");
  if (c.minute) return text(locale.hour_format.starts_with("%I") ? "%I:%M" : "%H:%M");
  if (c.hour) return text(locale.hour_format);
  if (c.day != 1) return text(c.weekday ? "%a %d" : locale.day_format);
  if (c.month != 1) return text("%B");
  return text("%Y");
}

}  // namespace chart
