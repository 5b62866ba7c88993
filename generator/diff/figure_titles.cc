#include "diff/figure_titles.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "build/parse.h"
#include "quantity/present.h"

namespace diff {
namespace {

// The columns in which a figure's path has its row's key: the primary key, else the first column.
std::vector<quantity::Field> key_fields(const data::TableInfo& table) {
  if (table.kind != data::TableKind::resource) return {table.fields.front()};
  std::vector<quantity::Field> fields;
  for (const std::string& name : table.resource->primary_key)
    if (const int column = table.find(name); column >= 0) fields.push_back(table.fields[static_cast<size_t>(column)]);
  return fields;
}

// Digits after the point, as pages show the number.
size_t decimals(const site::Figure& figure) {
  const std::string text = quantity::present(figure.cell.value, figure.cell.field);
  const size_t point = text.find('.');
  return point == std::string::npos ? 0 : text.size() - point - 1;
}

}  // namespace

FigureTitles::FigureTitles(const build::CheckedSite& side)
    : side_(side), names_(*side.inputs->database), connection_(side.inputs->database->connect()) {}

std::string FigureTitles::title(const std::string& scope, const std::string& name, const site::Figure& figure) const {
  const std::string path = figure.formula.empty() ? path_of(scope, name) : "";
  return path.empty() ? figure.cell.field.title : row_of(path) + " · " + figure.cell.field.title;
}

std::string FigureTitles::path_of(const std::string& scope, std::string name) const {
  const site::Page* page = side_.site->find(scope);
  const site::NamedFigures& all = side_.inputs->figures;
  const site::NamedFigures& own = page && page->content() ? page->content()->figures : all;
  for (size_t steps = 0; name.find('/') == std::string::npos; ++steps) {
    auto found = own.find(name);
    if (found == own.end() && (found = all.find(name)) == all.end()) return "";
    if (steps > all.size() + own.size()) return "";  // names that lead to each other
    name = found->second.formula.text;
    base::Diagnostics said;  // by the build already
    if (page && page->content() && page->evaluation->from_data)
      name = site::fill_placeholders(name, page->evaluation->values, {}, said);
  }
  return name;
}

std::string FigureTitles::row_of(const std::string& path) const {
  const size_t first = path.find('/'), last = path.rfind('/');
  const std::string key = path.substr(first + 1, last - std::min(first + 1, last));
  const data::Database& database = *side_.inputs->database;
  const data::TableInfo* table = database.find_table(path.substr(0, first));
  if (!table) return base::replace_all(key, "/", " · ");
  for (const char* called : {"name", "title"}) {
    if (table->find(called) < 0) continue;
    auto cell = connection_->find_cell(table->name, key, called);
    if (cell.ok() && std::holds_alternative<std::string>(cell->value)) return std::get<std::string>(cell->value);
  }
  const std::vector<quantity::Field> fields = key_fields(*table);
  std::vector<std::string> parts{key};
  if (fields.size() > 1) {
    parts.clear();
    for (const std::string_view part : base::split(key, '/')) parts.emplace_back(part);
  }
  for (size_t i = 0; i < parts.size() && parts.size() == fields.size(); ++i) {
    const data::Resource* resource = database.package().find(fields[i].resource);
    const std::string_view led_to = resource ? site::led_to_by(*resource, fields[i].column) : "";
    const site::Names* names = names_.find(led_to.empty() ? fields[i].resource : led_to);
    if (!names) continue;
    if (auto named = names->find(parts[i]); named != names->end()) parts[i] = named->second;
  }
  return base::join(parts, " · ");
}

std::string format_of(const site::Figure* before, const site::Figure* after) {
  const site::Figure& seen = after ? *after : *before;
  const quantity::Field& field = seen.cell.field;
  if (!field.format.empty() || !seen.is_computed() || !quantity::is_number(seen.cell.value)) return field.format;
  size_t digits = 0;
  for (const site::Figure* each : {before, after})
    if (each) digits = std::max(digits, decimals(*each));
  return fmt::format(",.{}f", digits);
}

}  // namespace diff
