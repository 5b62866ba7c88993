// Checks that a chart shows numbers in one unit where readers compare them, and names it (chart/channel_rules.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "chart/channel_rules.h"
#include "chart/plot.h"
#include "quantity/figure_text.h"

namespace chart {
namespace {

std::string unit_at(const Plot& plot, size_t row, int column) {
  if (quantity::is_null(plot.frame.at(row, static_cast<size_t>(column)))) return "";
  const std::string unit = plot.frame.unit_of(row, static_cast<size_t>(column));
  const auto parsed = plot.units().parse(unit);
  return parsed && !unit.empty() ? parsed->text() : unit;
}

// The numbers that readers compare: those of a scale, of texts, or by which rows are chosen or sorted.
struct Compared {
  std::string what;
  base::Span at;
  std::set<std::string> units;
};

class UnitChecker {
 public:
  UnitChecker(const Plot& plot, base::Diagnostics& diagnostics) : plot_(plot), diagnostics_(diagnostics) {}

  void run() {
    for (size_t panel = 0; panel < plot_.panels.size(); ++panel)
      for (const BoundLayer& layer : plot_.panels[panel].layers)
        for (const BoundChannel& bound : layer.channels) add(layer, bound, panel);
    for (const auto& [key, compared] : compared_) {
      if (compared.units.size() < 2) continue;
      diagnostics_
          .error("unit-mismatch", compared.at,
                 fmt::format("{} numbers in {}", compared.what, fmt::join(compared.units, " and ")))
          .expect("numbers in one unit")
          .suggest(
              "leave out rows in the query, convert them there, or draw panels with axes of their own: "
              "resolve: {scale: {y: independent}}");
    }
    for (const BoundLayer& layer : plot_.layers)
      for (const BoundChannel& bound : layer.channels)
        if (measures(&bound)) check_title(stated_title(*bound.encoding), bound.encoding->span, &bound);
    check_title(plot_.spec.title, plot_.spec.title_span, nullptr);
    check_title(plot_.spec.subtitle, plot_.spec.subtitle_span, nullptr);
  }

 private:
  void add(const BoundLayer& layer, const BoundChannel& bound, size_t panel) {
    const Encoding& encoding = *bound.encoding;
    const Channel channel = is_position(encoding.channel) ? first_end(encoding.channel) : encoding.channel;
    const bool is_text = channel == Channel::text;
    const bool has_scale =
        is_xy(channel) || channel == Channel::color || channel == Channel::size || channel == Channel::opacity;
    const auto add_column = [&](std::string key, std::string what, int column) {
      const auto [at, is_new] = compared_.try_emplace(std::move(key));
      Compared& compared = at->second;
      if (is_new) compared = {std::move(what), encoding.span, {}};
      for (const size_t row : layer.rows)
        if (column >= 0)
          if (std::string unit = unit_at(plot_, row, column); !unit.empty()) compared.units.insert(std::move(unit));
    };
    const std::string name(channel_name(channel));
    if (is_text || (has_scale && measures(&bound)))
      add_column(is_text ? fmt::format("{} {}", name, bound.column)
                         : fmt::format("{} {}", name, is_xy(channel) && plot_.spec.is_independent(channel) ? panel : 0),
                 fmt::format("\"{}\" of this {} shows", name, mark_name(layer.mark)), bound.column);
    if (const auto& test = encoding.condition; test && (test->lt || test->lte || test->gt || test->gte))
      add_column("condition " + test->field, "this condition compares", plot_.frame.find(test->field));
    if (encoding.sort && encoding.sort->kind == SortSpec::Kind::field)
      add_column("sort " + encoding.sort->field, "this order compares", plot_.frame.find(encoding.sort->field));
  }

  // Whether numbers are written in percent, by the data or by a layer that shares the axis.
  bool is_percent(const Encoding& encoding, const quantity::Field& field) const {
    const auto has_percent = [&](const BoundLayer& each) {
      const BoundChannel* same = each.find(encoding.channel);
      return same && (same->encoding->axis.format.ends_with('%') || same->encoding->stack == Stack::normalize);
    };
    return field.format.ends_with('%') || encoding.legend.format.ends_with('%') ||
           std::ranges::any_of(plot_.layers, has_percent);
  }

  // Reports a title of an axis or legend such as "Weight, kg" of a column in another unit, and one of the chart of
  // which this holds for all columns that it may mean.
  void check_title(const std::optional<std::string>& title, base::Span at, const BoundChannel* axis) {
    if (!title) return;
    const quantity::TitleUnits in_title(*title, plot_.units());
    std::optional<std::pair<std::string, const quantity::Field*>> other;
    for (const BoundLayer& layer : plot_.layers)
      for (const BoundChannel& bound : layer.channels) {
        if (!measures(&bound) || (axis && axis != &bound)) continue;
        const quantity::Field& field = plot_.frame.fields[static_cast<size_t>(bound.column)];
        const auto own = plot_.units().parse(field.unit);
        if (!own || (axis && axis->encoding->stack == Stack::normalize)) return;
        auto named = in_title.compare(*own, is_percent(*bound.encoding, field),
                                      axis ? quantity::TitleOf::scale : quantity::TitleOf::chart);
        if (named.fit == quantity::TitleUnit::Fit::same) return;
        if (named.fit == quantity::TitleUnit::Fit::other) other = {std::move(named.words), &field};
      }
    if (!other) return;
    const auto& [words, field] = *other;
    diagnostics_
        .error("unit-mismatch", at,
               fmt::format("the title \"{}\" names {}, but \"{}\" is in {}", *title, words, field->name, field->unit))
        .expect("the unit of the column, or a title without unit")
        .suggest("a title does not convert: compute the values in the query");
  }

  const Plot& plot_;
  base::Diagnostics& diagnostics_;
  std::map<std::string, Compared> compared_;
};

}  // namespace

void check_units(const Plot& plot, base::Diagnostics& diagnostics) { UnitChecker(plot, diagnostics).run(); }

}  // namespace chart
