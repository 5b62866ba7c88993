#include "import/data_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "base/utf8.h"
#include "data/csv.h"
#include "data/rows.h"
#include "import/natural_order.h"
#include "notation/json.h"
#include "quantity/decimal.h"

namespace import {
namespace {

using notation::json_text;

using notation::Kind;
using quantity::FieldType;

void read_header(const data::Resource& resource, const base::SourceText& file, DataFile& result) {
  base::Diagnostics told_elsewhere;
  data::read_csv(file, {resource.delimiter, resource.quote}, told_elsewhere,
                 [&](const std::vector<data::CsvCell>& cells) {
                   for (const data::CsvCell& cell : cells)
                     if (int at = resource.find(cell.text); at >= 0) result.columns.push_back(static_cast<size_t>(at));
                   result.header = file.text().substr(0, cells.back().span.end);  // with a byte order mark
                   return false;
                 });
}

// A number as JSON has it: no "+", no "007", no "5.".
std::string json_number(std::string_view text) {
  std::string out;
  if (text.starts_with('-')) out = "-";
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  while (text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9') text.remove_prefix(1);
  if (text.starts_with('.')) out += '0';
  size_t point = text.find('.');
  bool bare =
      point != std::string_view::npos && (point + 1 == text.size() || text[point + 1] < '0' || text[point + 1] > '9');
  out += bare ? std::string(text.substr(0, point)) + std::string(text.substr(point + 1)) : std::string(text);
  return out;
}

// What a cell is to its field: the publisher's "8.0" in a column of whole numbers is 8, "TRUE" of booleans is true,
// and a minus is the one that JSON has.
std::string cell_text(const quantity::Field& field, const Cell& cell) {
  if (field.type == FieldType::boolean) return base::lower_case(cell.text);
  if (!quantity::is_numeric(field.type)) return cell.text;
  std::string text = base::replace_all(cell.text, "\u2212", "-");
  if (field.type == FieldType::number) return text;
  auto number = quantity::Exact::parse(text);
  std::string whole = number ? number->to_fraction() : "";
  return number && whole.find('/') == std::string::npos ? whole : text;
}

// Others are written as texts, which the check of the rows tells with the place where they were read.
bool is_json_number(std::string_view text) {
  auto number = quantity::Exact::parse(text);
  return number && std::isfinite(number->to_double());
}

std::string json_cell(const quantity::Field& field, const Cell& cell) {
  std::string text = cell_text(field, cell);
  if (quantity::is_numeric(field.type) && is_json_number(text)) return json_number(text);
  bool boolean = field.type == FieldType::boolean && (text == "true" || text == "false");
  return boolean ? text : json_text(text);
}

// The spaces before a place in its line; nothing where something else stands there.
std::optional<std::string_view> spaces_before(std::string_view text, size_t place) {
  const size_t begin = text.substr(0, place).find_last_not_of(" \t") + 1;
  if (begin > 0 && text[begin - 1] != '\n') return std::nullopt;
  return text.substr(begin, place - begin);
}

RowLayout layout_of(const base::Span& row) {
  const std::string_view text = row.source->text();
  RowLayout layout{.indent = spaces_before(text, row.begin).value_or(""), .inner = {}};
  if (const size_t cell = row.text().find('"'); cell != std::string_view::npos)
    layout.inner = spaces_before(text, row.begin + cell);
  return layout;
}

std::string json_row(const data::Resource& resource, const StoredRow& row, const DataFile& file) {
  const auto line = [&](std::string_view indent) { return std::string(file.line_end).append(indent); };
  const std::string before = file.layout.inner ? line(*file.layout.inner) : "";
  std::string out;
  for (size_t i = 0; i < row.cells.size(); ++i)
    if (row.cells[i])
      out += fmt::format("{}{}{}: {}",
                         out.empty()         ? ""
                         : file.layout.inner ? ","
                                             : ", ",
                         before, json_text(resource.fields[i].field.name),
                         json_cell(resource.fields[i].field, *row.cells[i]));
  return "{" + out + (file.layout.inner ? line(file.layout.indent) : "") + "}";
}

class CsvWriter {
 public:
  CsvWriter(const data::Resource& resource, const DataFile& file)
      : resource_(resource),
        dialect_{resource.delimiter, resource.quote},
        columns_(file.columns),
        header_(file.header) {
    std::vector<bool> needed(resource.fields.size(), file.columns.empty());
    for (const StoredRow& row : file.rows)
      for (size_t i = 0; i < row.cells.size(); ++i) needed[i] = needed[i] || row.cells[i];
    for (size_t i = 0; i < needed.size(); ++i)
      if (needed[i] && std::find(columns_.begin(), columns_.end(), i) == columns_.end()) columns_.push_back(i);
    as_before_ = columns_ == file.columns;
  }

  std::string header() const {
    if (as_before_ && !header_.empty()) return std::string(header_);
    std::string out;
    for (size_t i : columns_) add(out, resource_.fields[i].field.name);
    return out;
  }

  std::string row(const StoredRow& row) const {
    if (as_before_ && !row.written.empty()) return std::string(row.written);
    std::string out;
    for (size_t n = 0; n < columns_.size(); ++n) {
      const auto& cell = row.cells[columns_[n]];
      if (n > 0) out += resource_.delimiter;
      std::string text = cell ? cell_text(resource_.fields[columns_[n]].field, *cell) : "";
      const bool lone = text.empty() && columns_.size() == 1;  // an empty line would be passed over
      out += lone ? data::csv_quoted(text, dialect_) : data::csv_cell(text, dialect_);
    }
    return out;
  }

 private:
  void add(std::string& out, const std::string& text) const {
    if (!out.empty()) out += resource_.delimiter;
    out += data::csv_cell(text, dialect_);
  }

  const data::Resource& resource_;
  data::CsvDialect dialect_;
  std::vector<size_t> columns_;
  std::string_view header_;
  bool as_before_ = false;
};

// `find` gives the cell of a field, or null.
template <class Find>
Key key_with(const data::Resource& resource, const Find& find) {
  Key key;
  for (const std::string& name : resource.primary_key) {
    int at = resource.find(name);
    const Cell* cell = at < 0 ? nullptr : find(static_cast<size_t>(at));
    if (!cell || cell->is_empty()) return {};
    key.push_back(cell_text(resource.fields[static_cast<size_t>(at)].field, *cell));
  }
  return key;
}

}  // namespace

std::string shown(const Key& key) { return base::join(key, "/"); }

Key key_of(const data::Resource& resource, const std::vector<std::optional<Cell>>& cells) {
  return key_with(resource, [&](size_t field) { return cells[field] ? &*cells[field] : nullptr; });
}

Key key_of(const data::Resource& resource, const Row& row) {
  return key_with(resource, [&](size_t field) { return row.find(resource.fields[field].field.name); });
}

std::optional<DataFile> read_data_file(const data::Resource& resource, const base::SourceText* file,
                                       base::Diagnostics& diagnostics) {
  DataFile result;
  if (!file) return result;
  if (resource.format == data::RowFormat::csv) read_header(resource, *file, result);
  result.line_end = base::line_end_of(file->text());
  size_t errors_before = diagnostics.errors();
  data::RowErrors errors(diagnostics);
  data::read_rows(resource, *file, diagnostics, errors, [&](const data::RawRow& row) {
    StoredRow stored;
    stored.written = row.span.text();
    if (result.rows.empty() && !row.from_csv) result.layout = layout_of(row.span);
    stored.cells.resize(row.cells.size());
    for (size_t i = 0; i < row.cells.size(); ++i)
      if (row.cells[i].kind != Kind::null)
        stored.cells[i] = Cell{row.cells[i].kind, std::string(row.cells[i].text), false};
    stored.key = key_of(resource, stored.cells);
    result.rows.push_back(std::move(stored));
    return true;
  });
  errors.finish();
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return result;
}

std::string write_row(const data::Resource& resource, const DataFile& data, const StoredRow& row) {
  return resource.format == data::RowFormat::csv ? CsvWriter(resource, data).row(row) : json_row(resource, row, data);
}

std::string write_data_file(const data::Resource& resource, const DataFile& data) {
  std::vector<std::pair<std::string, const StoredRow*>> rows;
  for (const StoredRow& row : data.rows) rows.emplace_back(shown(row.key), &row);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return naturally_before(a.first, b.first); });
  const std::string end(data.line_end);
  std::string out;
  if (resource.format == data::RowFormat::csv) {
    CsvWriter writer(resource, data);
    out = writer.header() + end;
    for (const auto& [key, row] : rows) out += writer.row(*row) + end;
    return out;
  }
  for (const auto& [key, row] : rows) {
    out += (out.empty() ? "[" : ",") + end;
    out.append(data.layout.indent);
    out += row->written.empty() ? json_row(resource, *row, data) : std::string(row->written);
  }
  return out.empty() ? "[]" + end : out + end + "]" + end;
}

}  // namespace import
