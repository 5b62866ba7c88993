#include "site/named_figures.h"

#include <fmt/format.h>

#include "notation/reader.h"
#include "site/content.h"

namespace site {
namespace {

bool is_good_name(std::string_view name) {
  bool digit_first = !name.empty() && name[0] >= '0' && name[0] <= '9';
  return is_plain_name(name) && !digit_first && name != "-" && name != "min" && name != "max";
}

document::Text text_of(const notation::Node& node) { return {node.text, node.span}; }

}  // namespace

NamedFigures read_named_figures(const notation::Node& map, base::Diagnostics& diagnostics) {
  NamedFigures figures;
  for (const notation::Entry& entry : map.entries) {
    if (!is_good_name(entry.key)) {
      diagnostics.error("bad-name", entry.key_span, fmt::format("\"{}\" can't be the name of a figure", entry.key))
          .expect("a letter, then letters, digits, \"-\", \"_\" and \".\"; not \"min\" or \"max\"");
      continue;
    }
    NamedFigure figure;
    figure.name_span = entry.key_span;
    if (entry.value.is_string() || entry.value.kind == notation::Kind::number) {
      figure.formula = text_of(entry.value);
    } else if (entry.value.is_map()) {
      notation::Reader reader(entry.value, fmt::format("the figure \"{}\"", entry.key), diagnostics);
      if (reader.text("is", notation::Need::required).empty()) continue;
      figure.formula = text_of(*reader.node("is"));
      if (!reader.text("why").empty()) figure.why = text_of(*reader.node("why"));
      if (!reader.text("covers").empty()) figure.covers = text_of(*reader.node("covers"));
      reader.finish();
    } else {
      diagnostics.error("wrong-type", entry.value.span, fmt::format("\"{}\" is not a formula", entry.key))
          .expect("a path TABLE/KEY/COLUMN, a formula over figures, or {is: FORMULA, why: TEXT, covers: TEXT}");
      continue;
    }
    figures.emplace(entry.key, std::move(figure));
  }
  return figures;
}

}  // namespace site
