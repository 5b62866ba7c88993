#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include "base/text.h"
#include "chart/axis.h"
#include "chart/short_labels.h"
#include "chart/ticks.h"
#include "markup/text_width.h"

namespace chart {
namespace {

constexpr double kBetweenLabels = 6;     // distance between two labels on the same line
constexpr double kMaxTurnedLabel = 150;  // maximum length of a turned label
constexpr double kSmallFont = 10;

double widest(const Axis& axis) {
  double width = 0;
  for (const Tick& tick : axis.ticks) width = std::max(width, markup::text_width(tick.text, axis.font_size));
  return width;
}

// Drops every other label until no label touches its neighbour.
void thin_by_parity(Axis& axis) {
  std::vector<size_t> kept;
  for (size_t i = 0; i < axis.ticks.size(); ++i) {
    if (!axis.ticks[i].text.empty()) kept.push_back(i);
  }
  auto crowded = [&] {
    for (size_t k = 1; k < kept.size(); ++k) {
      const Tick &a = axis.ticks[kept[k - 1]], &b = axis.ticks[kept[k]];
      double room = std::abs(b.at - a.at);
      double need = (markup::text_width(a.text, axis.font_size) + markup::text_width(b.text, axis.font_size)) / 2;
      if (room < need + kBetweenLabels) return true;
    }
    return false;
  };
  while (kept.size() > 1 && crowded()) {
    std::vector<size_t> half;
    for (size_t k = 0; k < kept.size(); k += 2) half.push_back(kept[k]);
    kept = half;
  }
  for (size_t i : kept) axis.ticks[i].lines = {axis.ticks[i].text};
}

// Whether there is space for the labels of all ticks for which `chosen` returns true, side by side along x or one above
// the other along y.
bool fits(const Axis& axis, const std::function<bool(const Tick&, size_t)>& chosen) {
  double last = -1e9, last_half = 0;
  std::vector<std::pair<double, double>> places;
  for (size_t i = 0; i < axis.ticks.size(); ++i) {
    if (!chosen(axis.ticks[i], i)) continue;
    const double half = axis.along_x ? markup::text_width(axis.ticks[i].text, axis.font_size) / 2 + kBetweenLabels / 2
                                     : axis.font_size * kLineHeight / 2;
    places.emplace_back(axis.ticks[i].at, half);
  }
  std::sort(places.begin(), places.end());
  for (auto [at, half] : places) {
    if (at - half < last + last_half) return false;
    last = at, last_half = half;
  }
  return true;
}

// Returns the first digit of a tick on a log scale: 1 to 9; 0 for other values.
int leading_digit(double value, double base) {
  const double power = power_of(base, std::floor(log_in(base, value) + 1e-9));
  const double digit = std::round(value / power);
  return std::abs(digit * power - value) < 1e-6 * value && digit < 10 ? static_cast<int>(digit) : 0;
}

// Shows all labels if they fit, otherwise those at 1, 2 and 5, otherwise those at powers of the base. Returns false if
// even these do not fit.
bool thin_log(Axis& axis, const Scale& scale) {
  auto every = [](const Tick&, size_t) { return true; };
  auto round = [&](const Tick&, size_t i) {
    const int digit = leading_digit(axis.values[i], scale.base);
    return digit == 1 || digit == 2 || digit == 5;
  };
  auto powers = [&](const Tick&, size_t i) { return leading_digit(axis.values[i], scale.base) == 1; };
  for (const std::function<bool(const Tick&, size_t)>& chosen :
       {std::function<bool(const Tick&, size_t)>(every), {round}, {powers}}) {
    size_t labels = 0;
    for (size_t i = 0; i < axis.ticks.size(); ++i) labels += chosen(axis.ticks[i], i);
    if (labels < 2 || !fits(axis, chosen)) continue;
    for (size_t i = 0; i < axis.ticks.size(); ++i)
      if (chosen(axis.ticks[i], i)) axis.ticks[i].lines = {axis.ticks[i].text};
    return true;
  }
  return false;
}

// Drops each label that touches the previous one. For scales with uneven labels.
void thin_greedily(Axis& axis) {
  double end = -1e9;
  std::vector<Tick*> ordered;
  for (Tick& tick : axis.ticks) {
    if (!tick.text.empty()) ordered.push_back(&tick);
  }
  std::stable_sort(ordered.begin(), ordered.end(), [](const Tick* a, const Tick* b) { return a->at < b->at; });
  for (Tick* tick : ordered) {
    double half = markup::text_width(tick->text, axis.font_size) / 2;
    if (tick->at - half < end) continue;
    tick->lines = {tick->text};
    end = tick->at + half + kBetweenLabels;
  }
}

void measure_flat(Axis& axis, double length) {
  size_t lines = 0;
  for (const Tick& tick : axis.ticks) {
    lines = std::max(lines, tick.lines.size());
    for (const std::string& line : tick.lines) {
      double half = markup::text_width(line, axis.font_size) / 2;
      axis.before = std::max(axis.before, half - tick.at);
      axis.after = std::max(axis.after, tick.at + half - length);
    }
  }
  axis.extent = lines ? 8 + axis.font_size * kLineHeight * static_cast<double>(lines) : 8;
}

void turn(Axis& axis, double angle, double step, double length) {
  axis.angle = angle;
  const double slope = std::abs(angle) * std::numbers::pi / 180;
  // The distance between the lines of two neighbours.
  const double apart = step * std::sin(slope);
  const double height = axis.font_size * 1.1;
  const size_t every = apart >= height ? 1 : static_cast<size_t>(std::ceil(height / std::max(0.1, apart)));
  std::vector<std::string> texts;
  for (const Tick& tick : axis.ticks) texts.push_back(tick.text);
  const std::vector<std::string> shown = shorten_apart(texts, axis.font_size, kMaxTurnedLabel);
  for (size_t i = 0; i < axis.ticks.size(); i += every) {
    Tick& tick = axis.ticks[i];
    if (tick.text.empty()) continue;
    tick.lines = {shown[i]};
    double width = markup::text_width(tick.lines.front(), axis.font_size);
    axis.extent = std::max(axis.extent, 12 + width * std::sin(slope) + axis.font_size * std::cos(slope));
    double reach = width * std::cos(slope) + axis.font_size * 0.5;
    if ((angle < 0) == !axis.opposite) {
      axis.before = std::max(axis.before, reach - tick.at);
    } else {
      axis.after = std::max(axis.after, tick.at + reach - length);
    }
  }
}

// Wraps the labels of bands if no word has to be split and a few lines are enough. Returns whether it did.
bool wrap_all(Axis& axis, double width, size_t most_lines) {
  std::vector<std::vector<std::string>> wrapped;
  for (const Tick& tick : axis.ticks) {
    for (std::string_view word : base::split(tick.text, ' ')) {
      if (markup::text_width(word, axis.font_size) > width) return false;
    }
    wrapped.push_back(markup::wrap_text(tick.text, axis.font_size, width));
    if (wrapped.back().size() > most_lines) return false;
  }
  for (size_t i = 0; i < wrapped.size(); ++i) axis.ticks[i].lines = std::move(wrapped[i]);
  return true;
}

// Places labels for `labelAngle: 0`, which are wrapped or omitted but never turned.
void place_flat_labels(Axis& axis, double length, double step) {
  if (widest(axis) > step - kBetweenLabels && !wrap_all(axis, step - kBetweenLabels, 4)) {
    thin_by_parity(axis);
  } else if (widest(axis) <= step - kBetweenLabels) {
    for (Tick& tick : axis.ticks) tick.lines = {tick.text};
  }
  measure_flat(axis, length);
}

void place_band_labels(Axis& axis, double length, double step) {
  const double room = step - kBetweenLabels;
  if (widest(axis) <= room) {
    for (Tick& tick : axis.ticks) tick.lines = {tick.text};
    return measure_flat(axis, length);
  }
  if (room >= 20 && wrap_all(axis, room, 4)) return measure_flat(axis, length);
  if (step * std::sin(std::numbers::pi / 4) >= axis.font_size * 1.1) return turn(axis, -45, step, length);
  if (step < axis.font_size * 1.1) axis.font_size = kSmallFont;
  turn(axis, -90, step, length);
}

}  // namespace

void place_x_labels(Axis& axis, double length, const Scale& scale, std::optional<double> angle) {
  if (angle && std::fmod(std::abs(*angle), 360) != 0) {
    double wanted = std::fmod(*angle, 360);
    if (wanted > 90) wanted -= 360;
    if (wanted < -90) wanted += 180;
    if (wanted > 0 && wanted > 90) wanted -= 180;
    double step = axis.ticks.size() > 1 ? std::abs(axis.ticks[1].at - axis.ticks[0].at) : length;
    return turn(axis, wanted, step, length);
  }
  if (axis.discrete && angle) return place_flat_labels(axis, length, axis.ticks.size() > 1 ? scale.step() : length);
  if (axis.discrete) return place_band_labels(axis, length, axis.ticks.size() > 1 ? scale.step() : length);
  const bool uneven = scale.type == ScaleType::log || scale.type == ScaleType::symlog;
  if (scale.type != ScaleType::log || !thin_log(axis, scale)) uneven ? thin_greedily(axis) : thin_by_parity(axis);
  measure_flat(axis, length);
}

void place_y_labels(Axis& axis, double length, const Scale& scale, double most_extent) {
  const double line = axis.font_size * kLineHeight;
  if (axis.discrete) {
    const double step = axis.ticks.size() > 1 ? scale.step() : length;
    const auto most_lines = static_cast<size_t>(std::max(1.0, std::floor(step / line)));
    // Labels that are too long, by their lines before the last one.
    std::map<std::vector<std::string>, std::vector<Tick*>> too_long;
    for (Tick& tick : axis.ticks) {
      tick.lines = markup::wrap_text(tick.text, axis.font_size, most_extent);
      if (tick.lines.size() <= most_lines) continue;
      const auto last = tick.lines.begin() + static_cast<std::ptrdiff_t>(most_lines) - 1;
      *last = base::join({last, tick.lines.end()}, " ");
      tick.lines.resize(most_lines);
      too_long[{tick.lines.begin(), tick.lines.end() - 1}].push_back(&tick);
    }
    for (const auto& [before, ticks] : too_long) {
      std::vector<std::string> rests;
      for (const Tick* tick : ticks) rests.push_back(tick->lines.back());
      const std::vector<std::string> shown = shorten_apart(rests, axis.font_size, most_extent);
      for (size_t i = 0; i < ticks.size(); ++i) ticks[i]->lines.back() = shown[i];
    }
    if (step < line) {
      const auto every = static_cast<size_t>(std::ceil(line / step));
      for (size_t i = 0; i < axis.ticks.size(); ++i) {
        if (i % every) axis.ticks[i].lines.clear();
      }
    }
  } else if (scale.type != ScaleType::log || !thin_log(axis, scale)) {
    double last = 1e9;
    std::vector<Tick*> ordered;
    for (Tick& tick : axis.ticks) ordered.push_back(&tick);
    std::stable_sort(ordered.begin(), ordered.end(), [](const Tick* a, const Tick* b) { return a->at > b->at; });
    for (Tick* tick : ordered) {
      if (tick->text.empty() || last - tick->at < line) continue;
      tick->lines = {tick->text};
      last = tick->at;
    }
  }
  for (const Tick& tick : axis.ticks) {
    for (const std::string& text : tick.lines) {
      axis.extent = std::max(axis.extent, 8 + markup::text_width(text, axis.font_size));
    }
  }
}

}  // namespace chart
