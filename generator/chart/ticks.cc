#include "chart/ticks.h"

#include <algorithm>
#include <cmath>

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
    if (static_cast<double>(values.size() * 2) < count) values = ticks(start, stop, count);
  } else {
    for (double exponent : ticks(from, to, std::min(to - from, count))) values.push_back(std::pow(base, exponent));
  }
  return values;
}

std::pair<double, double> nice_log(double start, double stop, double base) {
  return {std::pow(base, std::floor(log_in(base, start))), std::pow(base, std::ceil(log_in(base, stop)))};
}

}  // namespace chart
