#include "data/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/text.h"
#include "data/csv.h"
#include "data/provenance.h"
#include "notation/json.h"

namespace data {
namespace {

using notation::json_text;
using quantity::Field;
using quantity::Frame;
using quantity::Value;

// Spreadsheets take such a text for a formula (https://owasp.org/www-community/attacks/CSV_Injection).
std::string csv_text(std::string_view text) {
  bool formula = !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos;
  return csv_cell(formula ? "'" + std::string(text) : std::string(text));
}

std::string csv_value(const Value& value, const Field& field) {
  if (const auto* text = std::get_if<std::string>(&value)) return csv_text(*text);
  if (field.type == quantity::FieldType::boolean && !quantity::is_null(value))
    return quantity::to_double(value) != 0 ? "true" : "false";
  return quantity::to_text(value);
}

std::string json_value(const Value& value, const Field& field) {
  if (quantity::is_null(value)) return "null";
  if (const auto* text = std::get_if<std::string>(&value)) return json_text(*text);
  if (field.type == quantity::FieldType::boolean) return quantity::to_double(value) != 0 ? "true" : "false";
  return quantity::to_text(value);
}

// What the records of one row say, each thing once, in the order of the cells.
struct RowOrigin {
  std::vector<std::string> refs, sources, locators, dates;
};

void add_once(std::vector<std::string>& to, std::string_view text) {
  if (!text.empty() && std::find(to.begin(), to.end(), text) == to.end()) to.emplace_back(text);
}

RowOrigin origin_of(const Frame& frame, size_t row, const Database& database) {
  RowOrigin origin;
  uint32_t last = 0;
  for (size_t column = 0; column < frame.columns(); ++column) {
    uint32_t set = frame.cell_refs[row * frame.columns() + column];
    if (set == last) continue;
    last = set;
    for (const std::string& ref : frame.refs[set]) {
      if (std::find(origin.refs.begin(), origin.refs.end(), ref) != origin.refs.end()) continue;
      origin.refs.push_back(ref);
      std::optional<Provenance> found = database.provenance(ref);
      if (!found) continue;
      add_once(origin.sources, found->source_id);
      add_once(origin.locators, found->locator);
      add_once(origin.dates, found->as_of);
    }
  }
  std::sort(origin.dates.begin(), origin.dates.end());
  return origin;
}

std::string_view better_name(quantity::Better better) {
  return better == quantity::Better::higher ? "higher" : better == quantity::Better::lower ? "lower" : "";
}

std::string json_field(const Field& field) {
  std::string out = fmt::format("{{\"name\": {}, \"title\": {}, \"type\": \"{}\"", json_text(field.name),
                                json_text(field.title), type_name(field.type));
  auto add = [&](std::string_view key, std::string_view text) {
    if (!text.empty()) out += fmt::format(", \"{}\": {}", key, json_text(text));
  };
  add("description", field.description);
  add("unit", field.unit);
  add("unitField", field.unit_field);
  add("better", better_name(field.better));
  add("format", field.format);
  return out + "}";
}

using Fields = std::vector<Field>;
using Row = std::span<const Value>;

Row row_of(const Frame& frame, size_t row) { return {frame.cells.data() + row * frame.columns(), frame.columns()}; }

// "name": value, … of one row, nulls left out.
std::string json_cells(const Fields& fields, Row row) {
  std::string out;
  for (size_t column = 0; column < fields.size(); ++column) {
    if (quantity::is_null(row[column])) continue;
    out.append(out.empty() ? "" : ", ")
        .append(json_text(fields[column].name))
        .append(": ")
        .append(json_value(row[column], fields[column]));
  }
  return out;
}

std::string json_refs(const RowOrigin& origin, const Database& database) {
  std::string out;
  for (const std::string& ref : origin.refs) {
    out.append(out.empty() ? "" : ", ").append("{\"ref\": ").append(json_text(ref));
    if (std::optional<Provenance> found = database.provenance(ref)) {
      if (!found->source_id.empty()) out += ", \"source\": " + json_text(found->source_id);
      if (!found->locator.empty()) out += ", \"locator\": " + json_text(found->locator);
      if (!found->as_of.empty()) out += ", \"as_of\": " + json_text(found->as_of);
    }
    out += "}";
  }
  return out;
}

std::string csv_header(const Fields& fields) {
  std::vector<std::string> names;
  for (const Field& field : fields) names.push_back(csv_text(field.name));
  return base::join(names, ",");
}

std::string csv_row(const Fields& fields, Row row) {
  std::string out;
  for (size_t column = 0; column < fields.size(); ++column) {
    if (column > 0) out += ',';
    out += csv_value(row[column], fields[column]);
  }
  return out;
}

}  // namespace

std::string write_csv(const Frame& frame, const Database& database) {
  std::vector<RowOrigin> origins;
  for (size_t row = 0; row < frame.rows(); ++row) origins.push_back(origin_of(frame, row, database));
  struct Added {
    const char* name;
    std::vector<std::string> RowOrigin::* texts;
  };
  std::vector<Added> added;
  for (const Added& column : {Added{"source", &RowOrigin::sources}, Added{"locator", &RowOrigin::locators},
                              Added{"as_of", &RowOrigin::dates}}) {
    bool any = std::any_of(origins.begin(), origins.end(),
                           [&](const RowOrigin& origin) { return !(origin.*column.texts).empty(); });
    if (any && frame.find(column.name) < 0) added.push_back(column);
  }
  std::string out = csv_header(frame.fields);
  for (const Added& column : added) out += fmt::format(",{}", column.name);
  out += "\r\n";
  for (size_t row = 0; row < frame.rows(); ++row) {
    out += csv_row(frame.fields, row_of(frame, row));
    for (const Added& column : added) out += "," + csv_text(base::join(origins[row].*column.texts, "; "));
    out += "\r\n";
  }
  return out;
}

std::string write_json(const Frame& frame, const Database& database) {
  std::string out = fmt::format("{{\"name\": {},\n\"fields\": [\n", json_text(frame.name));
  for (size_t i = 0; i < frame.columns(); ++i) out += (i > 0 ? ",\n" : "") + json_field(frame.fields[i]);
  out += "\n],\n\"rows\": [\n";
  for (size_t row = 0; row < frame.rows(); ++row) {
    std::string cells = json_cells(frame.fields, row_of(frame, row));
    std::string refs = frame.find("refs") < 0 ? json_refs(origin_of(frame, row, database), database) : "";
    if (!refs.empty()) cells.append(cells.empty() ? "" : ", ").append("\"refs\": [").append(refs).append("]");
    out.append(row > 0 ? ",\n{" : "{").append(cells).append("}");
  }
  return out + "\n]}\n";
}

constexpr size_t kFirstRows = 1000;

ResourceFiles write_resource(const TableInfo& resource, Connection& connection) {
  ResourceFiles files{csv_header(resource.fields) + "\r\n", "[\n"};
  size_t row = 0;
  connection.each_row(resource.name, [&](Row cells) {
    files.csv.append(csv_row(resource.fields, cells)).append("\r\n");
    files.json.append(row > 0 ? ",\n{" : "{").append(json_cells(resource.fields, cells)).append("}");
    // The largest texts of a site: as much room as the first rows let expect, instead of twice what they hold now.
    if (++row == kFirstRows)
      for (std::string* text : {&files.csv, &files.json})
        text->reserve(text->size() / kFirstRows * resource.rows * 11 / 10);
  });
  files.json += "\n]\n";
  return files;
}

}  // namespace data
