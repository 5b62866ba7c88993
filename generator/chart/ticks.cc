#include "chart/ticks.h"

#include <algorithm>
#include <cmath>

namespace chart {
namespace {

// Rounds like JavaScript, with halves rounded up.
double round_half_up(double x) { return std::floor(x + 0.5); }

struct TickSpec {
  double first = 0, last = -1;  // the first and the last tick, in steps
  double increment = 0;
};

// REQUIRES: start <= stop, count > 0
TickSpec tick_spec(double start, double stop, double count) {
  const double raw = (stop - start) / count;
  const double power = std::floor(std::log10(raw));
  const double error = raw / std::pow(10, power);
  const double factor = error >= std::sqrt(50.0) ? 10 : error >= std::sqrt(10.0) ? 5 : error >= std::sqrt(2.0) ? 2 : 1;
  TickSpec spec;
  if (power < 0) {
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
  if (spec.last < spec.first && count >= 0.5 && count < 2) return tick_spec(start, stop, count * 2);
  return spec;
}

}  // namespace

std::vector<double> ticks(double start, double stop, double count) {
  std::vector<double> values;
  if (!(count > 0)) return values;
  if (start == stop) return {start};
  const bool reverse = stop < start;
  TickSpec spec = reverse ? tick_spec(stop, start, count) : tick_spec(start, stop, count);
  if (!(spec.last >= spec.first) || spec.last - spec.first > 10000) return values;
  for (double i = spec.first; i <= spec.last; ++i) {
    values.push_back(spec.increment < 0 ? i / -spec.increment : i * spec.increment);
  }
  if (reverse) std::reverse(values.begin(), values.end());
  return values;
}

double tick_increment(double start, double stop, double count) { return tick_spec(start, stop, count).increment; }

double tick_step(double start, double stop, double count) {
  const bool reverse = stop < start;
  double increment = reverse ? tick_increment(stop, start, count) : tick_increment(start, stop, count);
  return (reverse ? -1 : 1) * (increment < 0 ? 1 / -increment : increment);
}

std::pair<double, double> nice(double start, double stop, double count) {
  const bool reverse = stop < start;
  if (reverse) std::swap(start, stop);
  double before = 0;
  std::pair<double, double> widened{start, stop};
  // Widening the interval can increase the step. This converges within a few rounds.
  for (int round = 0; round < 10; ++round) {
    double step = tick_increment(start, stop, count);
    if (step == before) {
      widened = {start, stop};
      break;
    }
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
  if (reverse) std::swap(widened.first, widened.second);
  return widened;
}

double log_in(double base, double value) {
  if (base == 10) return std::log10(value);
  if (base == 2) return std::log2(value);
  return std::log(value) / std::log(base);
}

double power_of(double base, double exponent) { return std::pow(base, exponent); }

std::vector<double> log_ticks(double start, double stop, double base, double count) {
  const bool reverse = stop < start;
  if (reverse) std::swap(start, stop);
  double from = log_in(base, start), to = log_in(base, stop);
  std::vector<double> values;
  if (base == std::floor(base) && to - from < count) {
    for (double i = std::floor(from); i <= std::ceil(to); ++i) {
      for (double k = 1; k < base; ++k) {
        double tick = i < 0 ? k / power_of(base, -i) : k * power_of(base, i);
        if (tick < start) continue;
        if (tick > stop) break;
        values.push_back(tick);
      }
    }
    if (static_cast<double>(values.size() * 2) < count) values = ticks(start, stop, count);
  } else {
    for (double exponent : ticks(from, to, std::min(to - from, count))) values.push_back(power_of(base, exponent));
  }
  if (reverse) std::reverse(values.begin(), values.end());
  return values;
}

std::pair<double, double> nice_log(double start, double stop, double base) {
  const bool reverse = stop < start;
  if (reverse) std::swap(start, stop);
  start = power_of(base, std::floor(log_in(base, start)));
  stop = power_of(base, std::ceil(log_in(base, stop)));
  if (reverse) std::swap(start, stop);
  return {start, stop};
}

}  // namespace chart
