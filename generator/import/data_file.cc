#include "import/data_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/natural_order.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/csv.h"
#include "notation/json.h"
#include "quantity/decimal.h"

namespace import {
namespace {

using base::is_digit;
using notation::json_number;
using notation::json_text;
using notation::Kind;
using quantity::FieldType;

void read_header(const data::Resource& resource, const base::SourceText& file, DataFile& result) {
  base::Diagnostics ignored;
  data::read_csv(file, resource.form.csv, ignored, [&](const std::vector<data::CsvCell>& cells) {
    for (const data::CsvCell& cell : cells)
      if (int at = resource.find(cell.text); at >= 0) result.columns.push_back(static_cast<size_t>(at));
    result.header = file.text().substr(0, cells.back().span.end);  // includes a byte order mark
    return false;
  });
}

// Returns the text of a cell in the form that its field's type needs: 8 for "8.0" in a column of integers, true for
// "TRUE" in a column of booleans.
std::string cell_text(const quantity::Field& field, std::string_view written) {
  std::string text(written);
  if (field.type == FieldType::boolean) return base::lower_case(text);
  if (!quantity::is_numeric(field.type)) return text;
  text = base::replace_all(std::move(text), quantity::kMinusSign, "-");
  if (field.type == FieldType::number) return text;
  const auto number = quantity::Exact::parse(text);
  std::string whole = number ? number->to_fraction() : "";
  return number && whole.find('/') == std::string::npos ? whole : text;
}

std::string json_cell(const quantity::Field& field, const Cell& cell) {
  std::string text = cell_text(field, cell.text);
  // An invalid number is written as text, so that the check of the rows reports it at the place where it was read.
  const auto number = quantity::is_numeric(field.type) ? quantity::Exact::parse(text) : std::nullopt;
  if (number && std::isfinite(number->to_double())) return json_number(text);
  const bool is_boolean = field.type == FieldType::boolean && (text == "true" || text == "false");
  return is_boolean ? text : json_text(text);
}

// Returns the spaces between the start of the line and a position; nullopt if anything else is before the position.
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

std::string json_row(const data::Resource& resource, const StoredCells& row, const DataFile& file) {
  const auto line = [&](std::string_view indent) { return std::string(file.line_end).append(indent); };
  const std::optional<std::string_view>& inner = file.layout.inner;
  std::vector<std::string> cells;
  for (size_t i = 0; i < row.size(); ++i)
    if (row[i])
      cells.push_back(fmt::format("{}{}: {}", inner ? line(*inner) : "", json_text(resource.fields[i].field.name),
                                  json_cell(resource.fields[i].field, *row[i])));
  return "{" + base::join(cells, inner ? "," : ", ") + (inner ? line(file.layout.indent) : "") + "}";
}

// `text_of` returns the text of a field.
template <class TextOf>
std::string csv_line(const data::Resource& resource, const std::vector<size_t>& columns, TextOf text_of) {
  const data::CsvDialect& dialect = resource.form.csv;
  std::string line;
  for (size_t i = 0; i < columns.size(); ++i)
    line.append(i > 0, dialect.delimiter).append(data::csv_cell(text_of(columns[i]), dialect));
  if (line.empty()) return data::csv_quoted("", dialect);  // an empty line would be skipped
  return line;
}

std::string csv_row(const data::Resource& resource, const std::vector<size_t>& columns, const StoredCells& cells) {
  return csv_line(resource, columns,
                  [&](size_t i) { return cells[i] ? cell_text(resource.fields[i].field, cells[i]->text) : ""; });
}

// Reads a row of a CSV file, which is in the usual dialect: see Resource::why_not_written(). data::read_stored_rows()
// needs three times as long for a single row.
StoredCells read_csv_cells(const data::Resource& resource, const std::vector<size_t>& columns, std::string_view text) {
  // With a line end, because a text with CR alone, as in a quoted cell, would not be read.
  const base::SourceText source("", std::string(text) + '\n');
  StoredCells cells(resource.fields.size());
  base::Diagnostics ignored;
  data::read_csv(source, resource.form.csv, ignored, [&](const std::vector<data::CsvCell>& row) {
    for (size_t i = 0; i < row.size() && i < columns.size(); ++i)
      if (!row[i].text.empty() &&
          !data::means_no_value(resource.missing, row[i].text, resource.fields[columns[i]].field.type))
        cells[columns[i]] = Cell{std::string(row[i].text)};
    return false;
  });
  return cells;
}

StoredCells read_json_cells(const data::Resource& resource, std::string_view text) {
  const base::SourceText source("", fmt::format("[{}]", text));
  StoredCells cells(resource.fields.size());
  base::Diagnostics ignored;
  data::RowErrors errors(ignored);
  data::read_stored_rows(resource, {&source}, ignored, errors,
                         [&](const data::RawRow& row) { return cells = stored_cells(row), false; });
  return cells;
}

// `text_of` returns the text of a column; "" if there is none.
template <class TextOf>
Key key_with(const data::Resource& resource, const TextOf& text_of) {
  Key key;
  for (const std::string& name : resource.primary_key) {
    const quantity::Field* field = find_field(resource, name);
    const std::string_view text = field ? text_of(name) : "";
    if (text.empty()) return {};
    key.push_back(cell_text(*field, text));
  }
  return key;
}

}  // namespace

const quantity::Field* find_field(const data::Resource& resource, std::string_view name) {
  const int at = resource.find(name);
  return at < 0 ? nullptr : &resource.fields[static_cast<size_t>(at)].field;
}

std::string_view text_at(const data::Resource& resource, const StoredCells& cells, std::string_view column) {
  const int at = resource.find(column);
  const auto* cell = at < 0 ? nullptr : &cells[static_cast<size_t>(at)];
  return cell && *cell ? std::string_view((*cell)->text) : std::string_view();
}

StoredCells stored_cells(const data::RawRow& row) {
  StoredCells cells(row.cells.size());
  for (size_t i = 0; i < cells.size(); ++i)
    if (row.cells[i].kind != Kind::null) cells[i] = Cell{std::string(row.cells[i].text)};
  return cells;
}

KeyIndex::KeyIndex(const std::vector<StoredRow>& rows) : rows_(rows), sorted_(rows.size()) {
  std::iota(sorted_.begin(), sorted_.end(), size_t{0});
  std::ranges::sort(sorted_, {}, [&](size_t i) -> const Key& { return rows_[i].key; });
}

std::optional<size_t> KeyIndex::find(const Key& key) const {
  const auto at = std::ranges::lower_bound(sorted_, key, {}, [&](size_t i) -> const Key& { return rows_[i].key; });
  return at != sorted_.end() && rows_[*at].key == key ? std::optional(*at) : std::nullopt;
}

std::string shown(const Key& key) { return base::join(key, "/"); }

Key key_of(const data::Resource& resource, const StoredCells& cells) {
  return key_with(resource, [&](const std::string& column) { return text_at(resource, cells, column); });
}

Key key_of(const data::Resource& resource, const Row& row) {
  return key_with(resource, [&](const std::string& column) { return row.at(column); });
}

StoredCells cells_of(const data::Resource& resource, const DataFile& file, std::string_view written) {
  if (resource.format != data::RowFormat::csv) return read_json_cells(resource, written);
  return read_csv_cells(resource, file.columns, written);
}

StoredCells cells_of(const data::Resource& resource, const DataFile& file, const StoredRow& row) {
  if (row.text.empty()) return cells_of(resource, file, row.written);
  if (resource.format != data::RowFormat::csv) return read_json_cells(resource, row.text);
  return read_csv_cells(resource, file.all_columns, row.text);
}

void set_cells(const data::Resource& resource, DataFile& file, StoredRow& row, const StoredCells& cells) {
  row.text = resource.format == data::RowFormat::csv ? csv_row(resource, file.all_columns, cells)
                                                     : json_row(resource, cells, file);
  for (size_t i = file.columns.size(); i < file.all_columns.size(); ++i)
    file.has_new_columns = file.has_new_columns || cells[file.all_columns[i]];
}

std::optional<DataFile> read_data_file(const data::Resource& resource, const base::SourceText* file,
                                       base::Diagnostics& diagnostics) {
  DataFile result;
  if (file && resource.format == data::RowFormat::csv) read_header(resource, *file, result);
  result.all_columns = result.columns;
  for (size_t i = 0; i < resource.fields.size(); ++i)
    if (std::ranges::find(result.columns, i) == result.columns.end()) result.all_columns.push_back(i);
  if (!file) return result;
  result.line_end = base::line_end_of(file->text());
  const size_t errors_before = diagnostics.errors();
  data::RowErrors errors(diagnostics);
  data::read_stored_rows(resource, {file}, diagnostics, errors, [&](const data::RawRow& row) {
    if (result.rows.empty() && !row.from_csv) result.layout = layout_of(row.span);
    result.rows.push_back({key_of(resource, stored_cells(row)), row.span.text(), ""});
    return true;
  });
  errors.finish();
  if (diagnostics.errors() > errors_before) return std::nullopt;
  return result;
}

std::string write_row(const data::Resource& resource, const DataFile& file, const StoredCells& cells) {
  if (resource.format != data::RowFormat::csv) return json_row(resource, cells, file);
  return csv_row(resource, file.columns.empty() ? file.all_columns : file.columns, cells);
}

std::string write_data_file(const data::Resource& resource, DataFile& file) {
  // Usually only new rows, at the end, are not in order.
  const auto key = [](const StoredRow& row) { return shown(row.key); };
  const auto sorted = std::ranges::is_sorted_until(file.rows, base::is_naturally_before, key);
  std::ranges::stable_sort(sorted, file.rows.end(), base::is_naturally_before, key);
  std::ranges::inplace_merge(file.rows, sorted, base::is_naturally_before, key);
  const std::string end(file.line_end);
  const bool is_csv = resource.format == data::RowFormat::csv;
  const std::vector<size_t>& columns = file.columns.empty() || file.has_new_columns ? file.all_columns : file.columns;
  const bool has_same_columns = columns.size() == file.columns.size();
  std::string out;
  size_t size = 0;
  for (const StoredRow& row : file.rows)
    size += (row.text.empty() ? row.written.size() : row.text.size()) + file.layout.indent.size() + end.size() + 1;
  out.reserve(size + 100);
  if (is_csv)
    out.append(has_same_columns ? std::string(file.header)
                                : csv_line(resource, columns, [&](size_t i) { return resource.fields[i].field.name; }))
        .append(end);
  for (const StoredRow& row : file.rows) {
    if (!is_csv) out.append(out.empty() ? "[" : ",").append(end).append(file.layout.indent);
    const size_t width = row.text.empty() ? file.columns.size() : file.all_columns.size();
    if (is_csv && width != columns.size())
      out += csv_row(resource, columns, cells_of(resource, file, row));
    else
      out += row.text.empty() ? row.written : row.text;
    if (is_csv) out += end;
  }
  if (is_csv) return out;
  return out.empty() ? "[]" + end : out + end + "]" + end;
}

}  // namespace import
