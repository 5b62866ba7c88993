// Checks that a chart shows numbers in one unit where readers compare them, and names it (chart/channel_rules.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "chart/channel_rules.h"
#include "chart/plot.h"
#include "quantity/unit_parser.h"

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
      for (const BoundChannel& bound : layer.channels) check_title(bound);
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

  // Reports a title such as "Weight (kg)" or "Weight, kg" of a column in another unit.
  void check_title(const BoundChannel& bound) {
    const std::optional<std::string> title = stated_title(*bound.encoding);
    if (!title || !measures(&bound) || bound.encoding->stack == Stack::normalize) return;
    const quantity::Field& field = plot_.frame.fields[static_cast<size_t>(bound.column)];
    const auto own = plot_.units().parse(field.unit);
    if (field.unit.empty() || !own) return;
    std::vector<std::string_view> parts = {*title};
    // "Change in hours" of a percentage names what changes.
    for (const std::string_view mark : {" (", " [", ", ", " in "})
      if (const size_t at = title->rfind(mark); at != std::string::npos && (mark != " in " || !own->is_ratio()))
        parts.push_back(std::string_view(*title).substr(at + mark.size()));
    for (std::string_view part : parts) {
      if (part.ends_with(')') || part.ends_with(']')) part.remove_suffix(1);
      const auto said = quantity::parse_spoken_unit(part, plot_.units());
      // A format in percent shows a plain number as one.
      const bool is_percent = said && said->text() == "%" && own->powers.empty();
      // What the numbers are per may stand elsewhere, as in "GB/s per chip".
      const auto above = [](std::map<std::string, int> powers) {
        std::erase_if(powers, [](const auto& power) { return power.second < 0; });
        return powers;
      };
      // Gigabytes are no rate, but who writes "USD" may say elsewhere that it is the price of an hour.
      const bool is_money =
          std::ranges::any_of(own->powers, [&](const auto& power) { return plot_.units().is_currency(power.first); });
      const bool lacks_time = said && !is_money && own->powers.contains("s") && !said->powers.contains("s");
      if (!said || is_percent ||
          (above(said->powers) == above(own->powers) && !lacks_time &&
           (said->powers != own->powers || said->factor == own->factor)))
        continue;
      diagnostics_
          .error("unit-mismatch", bound.encoding->span,
                 fmt::format("the title \"{}\" names {}, but \"{}\" is in {}", *title, said->text(), field.name,
                             own->text()))
          .expect("the unit of the column, or a title without unit")
          .suggest("a title does not convert: compute the values in the query");
      return;
    }
  }

  const Plot& plot_;
  base::Diagnostics& diagnostics_;
  std::map<std::string, Compared> compared_;
};

}  // namespace

void check_units(const Plot& plot, base::Diagnostics& diagnostics) { UnitChecker(plot, diagnostics).run(); }

}  // namespace chart
