#include "data/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "base/text.h"
#include "base/work.h"
#include "data/csv.h"
#include "notation/json.h"

namespace data {
namespace {

using notation::json_text;
using quantity::Field;
using quantity::Frame;
using quantity::Value;

// Protects a text that spreadsheets would treat as a formula (https://owasp.org/www-community/attacks/CSV_Injection).
std::string csv_text(std::string_view text) {
  bool formula = !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos;
  return formula ? csv_cell("'" + std::string(text)) : csv_cell(text);
}

// Formats a value, which must not be null.
std::string plain_value(const Value& value, const Field& field) {
  if (field.type == quantity::FieldType::boolean) return quantity::to_double(value) != 0 ? "true" : "false";
  return quantity::to_text(value);
}

std::string csv_value(const Value& value, const Field& field) {
  if (quantity::is_null(value)) return "";
  const auto* text = std::get_if<std::string>(&value);
  return text ? csv_text(*text) : plain_value(value, field);
}

std::string json_value(const Value& value, const Field& field) {
  const auto* text = std::get_if<std::string>(&value);
  return text ? json_text(*text) : plain_value(value, field);
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
  add("covers", field.covers);
  add("extreme", field.extreme);
  add("comparable", field.comparable);
  add("whole", field.whole);
  return out + "}";
}

using Fields = std::vector<Field>;
using Row = std::span<const Value>;

Row row_of(const Frame& frame, size_t row) { return {frame.cells.data() + row * frame.columns(), frame.columns()}; }

// Returns the columns' names as keys of JSON.
std::vector<std::string> json_keys(const Fields& fields) {
  std::vector<std::string> keys;
  for (const Field& field : fields) keys.push_back(json_text(field.name) + ": ");
  return keys;
}

// Writes the cells of one row as "name": value, …, without nulls.
std::string json_cells(const Fields& fields, const std::vector<std::string>& keys, Row row) {
  std::string out;
  for (size_t column = 0; column < fields.size(); ++column)
    if (!quantity::is_null(row[column]))
      out.append(out.empty() ? "" : ", ").append(keys[column]).append(json_value(row[column], fields[column]));
  return out;
}

// A column with one part of the provenance of each row's records: every distinct text once, or "".
struct ProvenanceColumn {
  const char* name;
  std::string_view Provenance::* text;
  bool is_sorted = false;

  std::string of(const std::vector<RowOrigins::Origin>& origins) const {
    std::vector<std::string_view> texts;
    for (const RowOrigins::Origin& origin : origins) {
      const std::string_view each = origin.provenance ? *origin.provenance.*text : std::string_view();
      if (!each.empty() && std::find(texts.begin(), texts.end(), each) == texts.end()) texts.push_back(each);
    }
    if (is_sorted) std::sort(texts.begin(), texts.end());
    std::string joined;
    for (std::string_view each : texts) joined.append(joined.empty() ? "" : "; ").append(each);
    return joined;
  }
};
constexpr ProvenanceColumn kProvenanceColumns[] = {{"source", &Provenance::source_id},
                                                   {"no_source", &Provenance::no_source},
                                                   {"locator", &Provenance::locator},
                                                   {"locator_detail", &Provenance::locator_detail},
                                                   {"as_of", &Provenance::as_of, true}};

std::string json_refs(const std::vector<RowOrigins::Origin>& origins) {
  std::string out;
  for (const auto& [ref, provenance] : origins) {
    out.append(out.empty() ? "{\"ref\": " : ", {\"ref\": ").append(json_text(record_of(ref)));
    auto add = [&](std::string_view key, std::string_view text) {
      if (!text.empty()) out.append(", \"").append(key).append("\": ").append(json_text(text));
    };
    if (record_of(ref) != ref) add("column", ref.substr(record_of(ref).size() + 1));
    for (const ProvenanceColumn& column : kProvenanceColumns)
      if (provenance) add(column.name, *provenance.*column.text);
    out += "}";
  }
  return out;
}

// Spreadsheets read a file without this mark in the letters of their country.
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

std::string marked(std::string csv) {
  if (std::ranges::any_of(csv, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }))
    csv.insert(0, kByteOrderMark);
  return csv;
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

RowOrigins::RowOrigins(const Frame& frame, const Database& database) : rows_(frame.rows()) {
  constexpr uint64_t kWorkOfOrigin = 200;  // its memory, and its text in the files
  for (size_t row = 0; row < rows_.size(); ++row) {
    std::vector<Origin>& origins = rows_[row];
    uint32_t last = 0;
    for (size_t column = 0; column < frame.columns(); ++column) {
      const uint32_t set = frame.cell_refs[row * frame.columns() + column];
      if (set == last) continue;
      last = set;
      for (const std::string& ref : frame.refs[set])
        if (std::none_of(origins.begin(), origins.end(), [&](const Origin& known) { return known.ref == ref; })) {
          if (!base::charge_work(kWorkOfOrigin)) return;  // the caller reports it
          origins.push_back({ref, database.provenance(ref)});
        }
    }
  }
}

std::string write_csv(const Frame& frame, const RowOrigins& origins) {
  std::vector<const ProvenanceColumn*> added;
  for (const ProvenanceColumn& column : kProvenanceColumns) {
    bool has_text = false;
    for (size_t row = 0; row < frame.rows() && !has_text; ++row) has_text = !column.of(origins.of(row)).empty();
    if (has_text && frame.find(column.name) < 0) added.push_back(&column);
  }
  std::string out = csv_header(frame.fields);
  for (const ProvenanceColumn* column : added) out.append(",").append(column->name);
  out += "\r\n";
  for (size_t row = 0; row < frame.rows(); ++row) {
    out += csv_row(frame.fields, row_of(frame, row));
    for (const ProvenanceColumn* column : added) out.append(",").append(csv_text(column->of(origins.of(row))));
    out += "\r\n";
  }
  return marked(std::move(out));
}

std::string write_json(const Frame& frame, const RowOrigins& origins) {
  std::string out = fmt::format("{{\"name\": {},\n\"fields\": [\n", json_text(frame.name));
  for (size_t i = 0; i < frame.columns(); ++i) out += (i > 0 ? ",\n" : "") + json_field(frame.fields[i]);
  out += "\n],\n\"rows\": [\n";
  const std::vector<std::string> keys = json_keys(frame.fields);
  const bool adds_refs = frame.find("refs") < 0;  // otherwise the frame has such a column
  for (size_t row = 0; row < frame.rows(); ++row) {
    std::string cells = json_cells(frame.fields, keys, row_of(frame, row));
    const std::string refs = adds_refs ? json_refs(origins.of(row)) : "";
    if (!refs.empty()) cells.append(cells.empty() ? "" : ", ").append("\"refs\": [").append(refs).append("]");
    out.append(row > 0 ? ",\n{" : "{").append(cells).append("}");
  }
  return out + "\n]}\n";
}

void write_resource(const TableInfo& resource, Connection& connection,
                    const std::function<void(std::string_view csv, std::string_view json)>& write) {
  constexpr size_t kPiece = 256 << 10;
  std::string csv = csv_header(resource.fields) + "\r\n", json = "[\n";
  const std::vector<std::string> keys = json_keys(resource.fields);
  bool is_first = true, is_marked = false;
  connection.each_row(resource.name, [&](Row cells) {
    csv.append(csv_row(resource.fields, cells)).append("\r\n");
    json.append(std::exchange(is_first, false) ? "{" : ",\n{")
        .append(json_cells(resource.fields, keys, cells))
        .append("}");
    if (json.size() < kPiece) return;
    if (!std::exchange(is_marked, true)) csv.insert(0, kByteOrderMark);  // the letters of later pieces are unknown
    write(csv, json);
    csv.clear();
    json.clear();
  });
  write(is_marked ? csv : marked(std::move(csv)), json += "\n]\n");
}

}  // namespace data
