// The labels of an axis: shortened, wrapped or turned until they fit (chart/axis.h).
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "chart/axis.h"
#include "chart/tick_labels.h"
#include "chart/ticks.h"
#include "markup/text_width.h"

namespace chart {
namespace {

// -- Shortening --

constexpr double kTailShare = 0.6;  // share of the width for what follows the ellipsis
constexpr int kMaxRounds = 12;

// Returns how many bytes two texts have in common at their beginnings, in whole letters.
size_t common_prefix(std::string_view a, std::string_view b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin();
  return base::code_point_start(a, static_cast<size_t>(end));
}

// Shortens a text so that it shows what follows the first `common` bytes.
std::string shorten_before(std::string_view text, size_t common, double font_size, double width) {
  auto width_of = [&](std::string_view part) { return markup::text_width(part, font_size); };
  const double room = width * kTailShare;
  const size_t space = text.substr(0, common).find_last_of(" -/_");
  size_t start = space == std::string_view::npos ? 0 : space + 1;
  if (start == 0 || width_of(text.substr(start, common - start)) > room / 2) start = common;
  const std::string tail = markup::shorten_text(text.substr(start), font_size, room);
  const std::string_view head = text.substr(0, start);
  const double rest = width - width_of(tail);
  return (width_of(head) <= rest ? std::string(head) : markup::shorten_text(head, font_size, rest)) + tail;
}

}  // namespace

std::vector<std::string> shorten_apart(const std::vector<std::string>& texts, double font_size, double max_width) {
  std::vector<std::string> shown;
  for (const std::string& text : texts) shown.push_back(markup::shorten_text(text, font_size, max_width));
  // Texts that differ late may look the same after the first difference, too.
  for (int round = 0; round < kMaxRounds; ++round) {
    std::map<std::string, std::set<std::string>> alike;
    for (size_t i = 0; i < texts.size(); ++i) alike[shown[i]].insert(texts[i]);
    if (alike.size() == std::set<std::string>(texts.begin(), texts.end()).size()) break;
    for (size_t i = 0; i < texts.size(); ++i) {
      const std::set<std::string>& group = alike.at(shown[i]);
      if (group.size() < 2 || shown[i] == texts[i]) continue;
      // The first and last of sorted texts differ where the group does.
      shown[i] = shorten_before(texts[i], common_prefix(*group.begin(), *group.rbegin()), font_size, max_width);
    }
  }
  return shown;
}

namespace {

// -- Placing --

constexpr double kBetweenDates = 12;     // distance of dates: "October 2023" must not look like one of them
constexpr double kMaxTurnedLabel = 150;  // maximum length of a turned label
constexpr double kSmallFont = 10;

double widest(const Axis& axis) {
  double width = 0;
  for (const Tick& tick : axis.ticks) width = std::max(width, markup::text_width(tick.text, axis.font_size));
  return width;
}

void show(Tick& tick) { tick.lines = {tick.text}; }

// Returns the space that a label needs on either side of its tick along the axis.
double half_of(const Axis& axis, const Tick& tick) {
  return axis.along_x ? markup::text_width(tick.text, axis.font_size) / 2 + axis.between / 2
                      : axis.font_size * kLineHeight / 2;
}

bool touch(const Axis& axis, const Tick& a, const Tick& b) {
  return std::abs(a.at - b.at) < half_of(axis, a) + half_of(axis, b);
}

// Whether there is space for the labels of some ticks, which are in the order of the axis.
bool fits(const Axis& axis, const std::vector<Tick*>& ticks) {
  return std::ranges::adjacent_find(ticks, [&](Tick* a, Tick* b) { return touch(axis, *a, *b); }) == ticks.end();
}

std::vector<Tick*> labelled(Axis& axis) {
  std::vector<Tick*> ticks;
  for (Tick& tick : axis.ticks)
    if (!tick.text.empty()) ticks.push_back(&tick);
  return ticks;
}

bool is_year(std::string_view text) { return text.size() == 4 && std::ranges::all_of(text, base::is_digit); }

// Drops every other label until no label touches its neighbour, but keeps years, without which months repeat.
void thin_by_parity(Axis& axis) {
  std::vector<Tick*> kept = labelled(axis);
  while (kept.size() > 1 && !fits(axis, kept)) {
    std::vector<Tick*> half;
    const auto year = std::ranges::find_if(kept, [](const Tick* tick) { return is_year(tick->text); });
    const auto start = year == kept.end() ? 0 : static_cast<size_t>(year - kept.begin()) % 2;
    for (size_t k = start; k < kept.size(); k += 2) half.push_back(kept[k]);
    kept = half;
  }
  for (Tick* tick : kept) show(*tick);
}

// Returns the first digit of a tick on a log scale: 1 to 9; 0 for other values.
int leading_digit(double value, double base) {
  const double power = std::pow(base, std::floor(log_in(base, value) + 1e-9));
  const double digit = std::round(value / power);
  return std::abs(digit * power - value) < 1e-6 * value && digit < 10 ? static_cast<int>(digit) : 0;
}

// Shows all labels if they fit, otherwise those at 1, 2 and 5, otherwise those at powers of the base. Returns false if
// even these do not fit.
bool thin_log(Axis& axis, const Scale& scale) {
  for (const std::set<int>& digits : {std::set<int>{}, {1, 2, 5}, {1}}) {
    std::vector<Tick*> chosen;
    for (Tick& tick : axis.ticks)
      if (digits.empty() || digits.contains(leading_digit(tick.value, scale.base))) chosen.push_back(&tick);
    if (chosen.size() < 2 || !fits(axis, chosen)) continue;
    for (Tick* tick : chosen) show(*tick);
    return true;
  }
  return false;
}

// Drops each label that touches the previous one, from the left or from the bottom. For scales with uneven labels.
void thin_greedily(Axis& axis) {
  std::vector<Tick*> ordered = labelled(axis);
  std::ranges::stable_sort(ordered, {}, [&](const Tick* tick) { return axis.along_x ? tick->at : -tick->at; });
  const Tick* last = nullptr;
  for (Tick* tick : ordered) {
    if (last && touch(axis, *last, *tick)) continue;
    show(*tick);
    last = tick;
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

// Places the labels of categories, which are wrapped if they are too long. If that is not possible, they are turned
// unless `labelAngle` is 0, otherwise thinned.
void place_band_labels(Axis& axis, double length, double step, bool may_turn) {
  const double room = step - axis.between;
  if (widest(axis) <= room) {
    for (Tick& tick : axis.ticks) show(tick);
  } else if ((may_turn && room < 20) || !wrap_all(axis, room, 4)) {
    if (may_turn && step * std::sin(std::numbers::pi / 4) >= axis.font_size * 1.1) return turn(axis, -45, step, length);
    if (may_turn && step < axis.font_size * 1.1) axis.font_size = kSmallFont;
    if (may_turn) return turn(axis, -90, step, length);
    thin_by_parity(axis);
  }
  measure_flat(axis, length);
}

}  // namespace

void place_x_labels(Axis& axis, double length, const Scale& scale, std::optional<double> angle) {
  if (angle && std::fmod(std::abs(*angle), 360) != 0) {
    double wanted = std::fmod(*angle, 360);
    if (wanted > 90) wanted -= 360;
    if (wanted < -90) wanted += 180;
    double step = axis.ticks.size() > 1 ? std::abs(axis.ticks[1].at - axis.ticks[0].at) : length;
    return turn(axis, wanted, step, length);
  }
  const double step = axis.ticks.size() > 1 ? scale.step() : length;
  if (axis.discrete) return place_band_labels(axis, length, step, !angle);
  if (scale.type == ScaleType::time) axis.between = kBetweenDates;
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
    thin_greedily(axis);
  }
  for (const Tick& tick : axis.ticks) {
    for (const std::string& text : tick.lines) {
      axis.extent = std::max(axis.extent, 8 + markup::text_width(text, axis.font_size));
    }
  }
}

}  // namespace chart
