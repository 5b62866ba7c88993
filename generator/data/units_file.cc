#include "data/units_file.h"

#include "notation/json.h"
#include "notation/reader.h"

namespace data {

quantity::Units read_units(const base::SourceText* file, base::Diagnostics& diagnostics) {
  std::vector<quantity::DeclaredUnit> units;
  std::vector<quantity::UnitAlias> aliases;
  std::vector<base::Span> unit_spans;
  std::vector<base::Span> alias_spans;
  if (file == nullptr) return quantity::Units(units, aliases);
  base::Span all = base::whole(*file);
  std::optional<notation::Node> root = notation::parse_json(all, diagnostics);
  if (!root) return quantity::Units(units, aliases);

  notation::Reader reader(*root, "the units", diagnostics);
  if (const notation::Node* list = reader.list("units"))
    for (const notation::Node& node : list->items) {
      notation::Reader unit(node, "this unit", diagnostics);
      quantity::DeclaredUnit declared;
      declared.name = unit.text("name", notation::Need::required);
      declared.plural = unit.text("plural");
      declared.title = unit.text("title");
      declared.prefixes = unit.boolean("prefixes");
      base::Span span = unit.span_of("name");
      unit.finish();
      if (declared.name.empty()) continue;
      units.push_back(std::move(declared));
      unit_spans.push_back(span);
    }
  if (const notation::Node* map = reader.map("aliases"))
    for (const notation::Entry& entry : map->entries) {
      aliases.push_back({entry.key, entry.value.text});
      alias_spans.push_back(entry.key_span);
    }
  reader.finish();

  std::vector<quantity::UnitProblem> problems;
  quantity::Units result(units, aliases, &problems);
  for (const quantity::UnitProblem& problem : problems)
    diagnostics.error("bad-unit", (problem.in_alias ? alias_spans : unit_spans)[problem.index], problem.message);
  return result;
}

}  // namespace data
