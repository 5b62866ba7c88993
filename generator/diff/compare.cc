#include "diff/compare.h"

#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "diff/sides.h"
#include "quantity/present.h"

namespace diff {

std::string place_of(base::Span span) {
  if (!span) return "";
  const base::Position at = span.source->position(span.begin);
  return fmt::format("{}:{}:{}", span.source->path(), at.line, at.column);
}

std::vector<std::string> key_parts(const data::Resource& resource, const std::string& key) {
  std::vector<std::string> parts{key};
  if (resource.primary_key.size() <= 1) return parts;
  parts.clear();
  for (const std::string_view part : base::split(key, '/')) parts.emplace_back(part);
  return parts;
}

quantity::ValueInUnit quantity_of(const quantity::Value& value, const quantity::Field& field, std::string_view unit) {
  if (quantity::is_null(value)) return {};
  const bool is_count = quantity::is_number(value) && field.type != quantity::FieldType::boolean &&
                        field.type != quantity::FieldType::year;
  if (is_count) return {value, std::string(unit)};
  return {shortened(quantity::present(value, field, quantity::english())), ""};
}

RowTitles::RowTitles(const data::Database& database)
    : database_(database), names_(database), connection_(database.connect()) {}

std::string RowTitles::title(std::string_view table_name, const std::string& key) const {
  const data::TableInfo* table = database_.find_table(table_name);
  if (!table) return base::replace_all(key, "/", " · ");
  for (const char* column : {"name", "title"}) {
    if (table->find(column) < 0) continue;
    auto cell = connection_->find_cell(table->name, key, column);
    if (cell.ok() && std::holds_alternative<std::string>(cell->value)) return std::get<std::string>(cell->value);
  }
  // Otherwise combine the columns of the primary key or, if there is none, use the first column.
  std::vector<quantity::Field> fields{table->fields.front()};
  std::vector<std::string> parts{key};
  if (table->kind == data::TableKind::resource) {
    fields.clear();
    for (const std::string& name : table->resource->primary_key)
      if (const int column = table->find(name); column >= 0)
        fields.push_back(table->fields[static_cast<size_t>(column)]);
    parts = key_parts(*table->resource, key);
  }
  for (size_t i = 0; i < parts.size() && parts.size() == fields.size(); ++i) {
    const data::Resource* resource = database_.package().find(fields[i].resource);
    const std::string_view target = resource ? site::foreign_key_target(*resource, fields[i].column) : "";
    const site::Names* names = names_.find(target.empty() ? fields[i].resource : target);
    if (!names) continue;
    if (auto named = names->find(parts[i]); named != names->end()) parts[i] = named->second;
  }
  return base::join(parts, " · ");
}

bool Comparison::empty() const {
  return changes.empty() && doubts.empty() && sources.empty() && blocks.empty() && asserts.empty() && prose.empty() &&
         mistakes.empty() && generated_pages == 0;
}

bool has_broken_data(const passes::CheckedSite& side) {
  std::set<std::string> files = {"data/datapackage.json", "data/units.json"};
  for (const data::Resource& resource : side.inputs->database->package().resources)
    files.insert("data/" + resource.path);
  for (const base::Diagnostic& diagnostic : side.report.diagnostics.list()) {
    const std::string& path = diagnostic.span ? diagnostic.span.source->path() : diagnostic.path;
    if (diagnostic.severity == base::Severity::error && (files.contains(path) || path.starts_with("data/views/")))
      return true;
  }
  return false;
}

bool is_rendered(const passes::CheckedSite& side) { return side.inputs->engine != nullptr; }

Comparison compare(const passes::CheckedSite& before, const passes::CheckedSite& after) {
  const Sides sides{before, after};
  Comparison comparison;
  comparison.old_is_rendered = is_rendered(before);
  comparison.new_is_rendered = is_rendered(after);
  comparison.changes.tables = compare_tables(sides, comparison.doubts);
  comparison.changes.figures = compare_figures(sides);
  comparison.sources = compare_sources(sides);
  compare_blocks(sides, comparison);
  comparison.changes.flows = compare_flows(sides);
  compare_claims(sides, comparison);
  compare_files(sides, comparison.doubts);
  if (comparison.old_is_rendered && comparison.new_is_rendered) compare_pages(sides, comparison);
  comparison.digest = digest_of(sides, comparison);
  return comparison;
}

}  // namespace diff
