#include "import/data_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/utf8.h"
#include "data/csv.h"
#include "data/rows.h"
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
std::string cell_text(const quantity::Field& field, const Cell& cell) {
  if (field.type == FieldType::boolean) return base::lower_case(cell.text);
  if (!quantity::is_numeric(field.type)) return cell.text;
  std::string text = base::replace_all(cell.text, quantity::kMinusSign, "-");
  if (field.type == FieldType::number) return text;
  const auto number = quantity::Exact::parse(text);
  std::string whole = number ? number->to_fraction() : "";
  return number && whole.find('/') == std::string::npos ? whole : text;
}

std::string json_cell(const quantity::Field& field, const Cell& cell) {
  std::string text = cell_text(field, cell);
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

std::string json_row(const data::Resource& resource, const StoredRow& row, const DataFile& file) {
  const auto line = [&](std::string_view indent) { return std::string(file.line_end).append(indent); };
  const std::optional<std::string_view>& inner = file.layout.inner;
  std::vector<std::string> cells;
  for (size_t i = 0; i < row.cells.size(); ++i)
    if (row.cells[i])
      cells.push_back(fmt::format("{}{}: {}", inner ? line(*inner) : "", json_text(resource.fields[i].field.name),
                                  json_cell(resource.fields[i].field, *row.cells[i])));
  return "{" + base::join(cells, inner ? "," : ", ") + (inner ? line(file.layout.indent) : "") + "}";
}

class CsvWriter {
 public:
  CsvWriter(const data::Resource& resource, const DataFile& file)
      : resource_(resource), file_(file), columns_(file.columns) {
    for (size_t i = 0; i < resource.fields.size(); ++i) {
      const bool is_needed = file.columns.empty() || std::ranges::any_of(file.rows, [&](const StoredRow& row) {
                               return row.cells[i].has_value();
                             });
      if (is_needed && std::ranges::find(columns_, i) == columns_.end()) columns_.push_back(i);
    }
  }

  std::string header() const {
    if (has_same_columns() && !file_.header.empty()) return std::string(file_.header);
    return line([&](size_t i) { return resource_.fields[i].field.name; });
  }

  std::string row(const StoredRow& row) const {
    if (has_same_columns() && !row.written.empty()) return std::string(row.written);
    return line([&](size_t i) { return row.cells[i] ? cell_text(resource_.fields[i].field, *row.cells[i]) : ""; });
  }

 private:
  bool has_same_columns() const { return columns_ == file_.columns; }

  template <class TextOf>
  std::string line(TextOf text_of) const {
    const data::CsvDialect& dialect = resource_.form.csv;
    std::vector<std::string> cells;
    for (size_t i : columns_) cells.push_back(data::csv_cell(text_of(i), dialect));
    if (cells.size() == 1 && cells[0].empty()) return data::csv_quoted("", dialect);  // an empty line would be skipped
    return base::join(cells, std::string_view(&dialect.delimiter, 1));
  }

  const data::Resource& resource_;
  const DataFile& file_;
  std::vector<size_t> columns_;
};

// `find` returns the cell of a field, or null.
template <class Find>
Key key_with(const data::Resource& resource, const Find& find) {
  Key key;
  for (const std::string& name : resource.primary_key) {
    const int at = resource.find(name);
    const Cell* cell = at < 0 ? nullptr : find(static_cast<size_t>(at));
    if (!cell || cell->is_empty()) return {};
    key.push_back(cell_text(resource.fields[static_cast<size_t>(at)].field, *cell));
  }
  return key;
}

}  // namespace

bool is_naturally_before(std::string_view a, std::string_view b) {
  const auto take_number = [](std::string_view& text) {
    const auto end = static_cast<size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
    const size_t zeros = std::min(text.find_first_not_of('0'), end - 1);
    const std::string_view number = text.substr(zeros, end - zeros);
    text.remove_prefix(end);
    return std::pair(number.size(), number);
  };
  std::string_view rest_a = a, rest_b = b;
  while (!rest_a.empty() && !rest_b.empty()) {
    if (is_digit(rest_a.front()) && is_digit(rest_b.front())) {
      const auto x = take_number(rest_a), y = take_number(rest_b);
      if (x != y) return x < y;
    } else {
      if (rest_a.front() != rest_b.front()) return rest_a.substr(0, 1) < rest_b.substr(0, 1);  // as unsigned bytes
      rest_a.remove_prefix(1);
      rest_b.remove_prefix(1);
    }
  }
  if (rest_a.empty() != rest_b.empty()) return rest_a.empty();
  return a < b;
}

std::string shown(const Key& key) { return base::join(key, "/"); }

Key key_of(const data::Resource& resource, const StoredCells& cells) {
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
  const size_t errors_before = diagnostics.errors();
  data::RowErrors errors(diagnostics);
  data::read_rows(resource, *file, diagnostics, errors, [&](const data::RawRow& row) {
    StoredRow stored;
    stored.written = row.span.text();
    if (result.rows.empty() && !row.from_csv) result.layout = layout_of(row.span);
    stored.cells.resize(row.cells.size());
    for (size_t i = 0; i < row.cells.size(); ++i)
      if (row.cells[i].kind != Kind::null)
        stored.cells[i] = Cell{row.cells[i].kind, false, std::string(row.cells[i].text)};
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

std::string write_data_file(const data::Resource& resource, DataFile& data) {
  // Usually only new rows, at the end, are not in order.
  const auto key = [](const StoredRow& row) { return shown(row.key); };
  const auto sorted = std::ranges::is_sorted_until(data.rows, is_naturally_before, key);
  std::ranges::stable_sort(sorted, data.rows.end(), is_naturally_before, key);
  std::ranges::inplace_merge(data.rows, sorted, is_naturally_before, key);
  const std::string end(data.line_end);
  std::string out;
  if (resource.format == data::RowFormat::csv) {
    const CsvWriter writer(resource, data);
    out = writer.header() + end;
    for (const StoredRow& row : data.rows) out += writer.row(row) + end;
    return out;
  }
  for (const StoredRow& row : data.rows) {
    out += (out.empty() ? "[" : ",") + end;
    out.append(data.layout.indent);
    out += row.written.empty() ? json_row(resource, row, data) : std::string(row.written);
  }
  return out.empty() ? "[]" + end : out + end + "]" + end;
}

}  // namespace import
