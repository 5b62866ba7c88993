// Writes an inferred table as data of a site: its file and its entry in the descriptor.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/csv.h"
#include "data/descriptor.h"
#include "import/cell_text.h"
#include "import/infer.h"
#include "import/json_edit.h"
#include "notation/json.h"

namespace import {
namespace {

using notation::json_text;

std::string field_of(const InferredColumn& column) {
  std::string out = fmt::format("{{\"name\": {}, \"title\": {}, \"type\": \"{}\"", json_text(column.name),
                                json_text(column.title), data::type_name(column.type));
  if (!column.unit.empty()) out += fmt::format(", \"unit\": {}", json_text(column.unit));
  if (!column.unit_field.empty()) out += fmt::format(", \"unitField\": {}", json_text(column.unit_field));
  return out + "}";
}

}  // namespace

std::string written_cell(const InferredColumn& column, std::string_view cell) {
  if (column.type == quantity::FieldType::string)
    return is_missing_text(cell) ? "" : usual_text(column.type, column.dates, cell);
  if (!quantity::is_numeric(column.type) && column.type != quantity::FieldType::year)
    return usual_text(column.type, column.dates, cell);
  if (is_missing_mark(cell)) return "";
  const std::optional<NumberText> number = read_number_text(cell);
  const auto text = !number ? std::nullopt : column.comma ? number->with_comma : number->with_point;
  return usual_text(column.type, {}, text.value_or(std::string(cell)));
}

std::string written_table(const InferredTable& table, const Sheet& sheet) {
  std::string out;
  const auto add = [&](size_t i, const std::string& cell) {
    if (i > 0) out += ',';
    const bool is_lone = cell.empty() && table.columns.size() == 1;  // readers would skip an empty line
    out += is_lone ? "\"\"" : data::csv_cell(cell);
    if (i + 1 == table.columns.size()) out += '\n';
  };
  for (size_t i = 0; i < table.columns.size(); ++i) add(i, table.columns[i].name);
  for (size_t row = 0; row < sheet.rows(); ++row)
    for (size_t i = 0; i < table.columns.size(); ++i)
      add(i, written_cell(table.columns[i], sheet.columns[i].cells[row]));
  return out;
}

std::string descriptor_of(const ResourceText& resource, const InferredTable& table) {
  std::string out = "{\n";
  for (const auto& [key, text] : {std::pair<std::string_view, std::string>("name", resource.name),
                                  {"path", resource.name + ".csv"},
                                  {"title", resource.title},
                                  {"description", resource.description},
                                  {"source", resource.source},
                                  {"sources", resource.no_source.empty() ? "" : "none"},
                                  {"reason", resource.no_source},
                                  {"locator", resource.locator},
                                  {"as_of", resource.as_of}})
    if (!text.empty()) out += fmt::format("  \"{}\": {},\n", key, json_text(text));
  std::vector<std::string> key, fields;
  for (size_t i : table.key) key.push_back(table.columns[i].name);
  for (const InferredColumn& column : table.columns) fields.push_back("      " + field_of(column));
  out += "  \"schema\": {\n    \"fields\": [\n" + base::join(fields, ",\n") + "\n    ]";
  if (!key.empty()) out += ",\n    \"primaryKey\": " + json_list(key);
  return out + "\n  }\n}";
}

std::string settings_of(const ResourceText& resource, const InferredTable& table, const Sheet& sheet,
                        const std::string& lines) {
  std::string out =
      fmt::format("# The next edition of {0}: sourcebook import FILE --edition VERSION --as-of DATE\nresource: {0}\n",
                  resource.name);
  if (!resource.source.empty()) out += fmt::format("source: {}\n", json_text(resource.source));
  out += lines;
  std::vector<std::pair<std::string, std::vector<size_t>>> columns;  // indices by header, in the order of the file
  for (size_t i = 0; i < sheet.columns.size(); ++i) {
    const std::string& head = sheet.columns[i].published();
    if (table.columns[i].is_made) continue;
    const auto found = std::ranges::find(columns, head, [](const auto& each) { return each.first; });
    if (found == columns.end() || sheet.columns[i].part == Part::whole)
      columns.push_back({head, {i}});
    else
      found->second.push_back(i);
  }
  out += "columns:\n";
  for (const auto& [head, parts] : columns) {
    const auto name = [&](size_t i) { return json_text(table.columns[parts[i]].name); };
    std::string mapping = name(0);
    const InferredColumn& made = table.columns[parts.front()];
    const std::string confirmed = fmt::format("{}{}", made.has_negatives ? ", parentheses: negative" : "",
                                              made.is_merged ? ", merged: repeat" : "");
    switch (sheet.columns[parts.front()].part) {
      case Part::centre:
        mapping = fmt::format("{{field: {}, uncertainty: {}{}}}", name(0), name(1), confirmed);
        break;
      case Part::low:
        mapping = fmt::format("{{low: {}, high: {}{}}}", name(0), name(1), confirmed);
        break;
      default:
        // Without a unit, an import reads that of the header.
        if (made.unit_is_given || !confirmed.empty())
          mapping = fmt::format("{{field: {}{}{}}}", name(0),
                                made.unit_is_given ? ", unit: " + json_text(made.unit) : "", confirmed);
        break;
    }
    out += fmt::format("  {}: {}\n", json_text(head), mapping);
  }
  return out;
}

}  // namespace import
