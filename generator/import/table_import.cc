// Any table: CSV, TSV, JSON or JSON Lines as spreadsheets and programs export it (sheet.h, json_sheet.h), by the
// settings' `columns`, which say what field each column is. Numbers may be written as people write them
// (number_text.h): with a decimal comma, marks of thousands, "%" or a sign of money; what could be two numbers
// ("1,234") is decided by the rest of the file or by `decimal`, never guessed. A number whose column says another unit
// than the field is converted exactly.
//
// Fields: those that `columns` names, and locator. {Head of a column}, {line} and {file} may stand in `locator`,
// `constants` and `source`, and heads in `only`.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/cell.h"
#include "import/column_type.h"
#include "import/decimal_mark.h"
#include "import/digits.h"
#include "import/each_file.h"
#include "import/json_sheet.h"
#include "import/number_text.h"
#include "import/table_columns.h"
#include "notation/json.h"

namespace import {
namespace {

using quantity::FieldType;

constexpr size_t kMostErrors = 20;

class TableReader {
 public:
  TableReader(const Given& given, Task& task) : given_(given), task_(task) {}

  void read() {
    source_ = read_text(given_, task_.texts, task_.diagnostics);
    if (!source_) return;
    size_t errors = task_.diagnostics.errors();
    if (!read_sheet_of_any_kind()) return;
    auto columns = map_columns(*sheet_, given_.shown, task_);
    if (!columns) return;
    columns_ = std::move(*columns);
    decide_marks();
    if (task_.diagnostics.errors() > errors) return;
    for (size_t row = 0; row < sheet_->rows(); ++row) take(row);
    if (errors_ > kMostErrors)
      task_.diagnostics.error("import-format", given_.shown,
                              fmt::format("{} more cells can't be read", errors_ - kMostErrors));
  }

 private:
  const Settings& settings() const { return task_.settings; }

  bool read_sheet_of_any_kind() {
    if (!looks_like_json(source_->text())) {
      sheet_ = read_sheet(*source_, task_.diagnostics);
      return sheet_.has_value();
    }
    sheet_ = read_json_sheet(*source_, settings().rows, task_.texts, task_.harvest.notes, task_.diagnostics);
    return sheet_.has_value();
  }

  static bool is_json_number(const SheetColumn& column, size_t row) {
    return !column.values.empty() && column.values[row] && column.values[row]->kind == notation::Kind::number;
  }

  // The cells without the numbers of JSON, whose point says nothing of how its texts are written.
  static std::vector<std::string_view> texts_of(const SheetColumn& column) {
    std::vector<std::string_view> texts = column.cells;
    for (size_t row = 0; row < texts.size(); ++row)
      if (is_json_number(column, row)) texts[row] = {};
    return texts;
  }

  void decide_marks() {
    DecimalMarks marks(settings().decimal);
    std::vector<std::pair<MappedColumn*, ColumnValues>> numbers;
    for (MappedColumn& column : columns_.mapped) {
      if (!quantity::is_numeric(column.field->type) || words_of(column)) continue;
      const ColumnValues& values = numbers.emplace_back(&column, look_at(texts_of(*column.sheet))).second;
      marks.see(values);
      note_bare_numbers(column, values);
    }
    for (const auto& [column, values] : numbers) {
      const DecimalMark mark = marks.of(values);
      column->comma = mark == DecimalMark::comma;
      if (mark == DecimalMark::open) tell_ambiguous(*column, values.first_ambiguous);
    }
  }

  void tell_ambiguous(const MappedColumn& column, size_t row) {
    task_.diagnostics
        .error("ambiguous-number", span_of(column, row),
               fmt::format("\"{}\" may be two numbers", column.sheet->cells[row]))
        .suggest("say which mark is the decimal one, in the settings: decimal: \",\"");
  }

  // Beside "80 %" a plain 0.8 may be a share. Where the settings have the column's unit, its author has looked.
  void note_bare_numbers(const MappedColumn& column, const ColumnValues& values) {
    const bool has_ratios = is_ratio_sign(values.sign) || values.sign == "?";
    if (!has_ratios || values.signs == values.numbers || !column.mapping->unit.empty()) return;
    task_.harvest.notes.push_back(
        fmt::format("{}: {} of {} in the column \"{}\" {} a sign; the others are taken to be in {}", given_.shown,
                    values.signs, base::count_of(values.numbers, "number"), column.sheet->head,
                    values.signs == 1 ? "has" : "have", column.field->unit));
  }

  // Of tables that were put below one another. True where row `i` holds the heads and nothing else, which is told. JSON
  // has its heads in each row, so that words like them are values.
  bool are_heads(size_t i, const std::string& where) {
    if (sheet_->tree) return false;
    std::vector<std::string> cells;
    for (const SheetColumn& column : sheet_->columns) cells.push_back(plain_head(column.cells[i]));
    if (std::equal(cells.begin(), cells.end(), columns_.heads.begin())) {
      task_.harvest.skips.add("the heads of the columns again", where);
      return true;
    }
    if (!std::is_permutation(cells.begin(), cells.end(), columns_.heads.begin())) return false;
    task_.diagnostics
        .error("import-format", line_span(i), "the heads of the columns stand here again, in another order")
        .expect("the order of the first line")
        .suggest("put the rows below into a file of their own");
    return true;
  }

  void take(size_t i) {
    ++task_.harvest.read;
    Row row;
    row.where = fmt::format("{}:{}", given_.shown, sheet_->lines[i]);
    if (are_heads(i, row.where)) return;
    row.span = line_span(i);
    for (const SheetColumn& column : sheet_->columns)
      if (columns_.wanted.contains(column.head)) row.as_read.emplace_back(column.head, std::string(column.cells[i]));
    if (columns_.wanted.contains("line")) row.as_read.emplace_back("line", std::to_string(sheet_->lines[i]));
    row.as_read.emplace_back("file", given_.name());
    for (const MappedColumn& column : columns_.mapped)
      if (!take_cell(column, i, row)) return keep_key(i, std::move(row));
    if (settings().locator.empty() && !row.find("locator")) row.text("locator", given_.name());
    task_.harvest.rows.push_back(std::move(row));
  }

  // Of a row with a name that nobody has said the meaning of; what is left out on purpose may be gone. Names come first
  // among the columns, so that the row has none of the other cells yet.
  void keep_key(size_t i, Row row) {
    auto unknown = [&](const MappedColumn& column) {
      return column.mapping->names && task_.unknown.contains(std::string(column.sheet->cells[i]));
    };
    if (std::none_of(columns_.mapped.begin(), columns_.mapped.end(), unknown)) return;
    const std::vector<std::string>& key = task_.resource.primary_key;
    for (const MappedColumn& column : columns_.mapped)
      if (!column.mapping->names && std::find(key.begin(), key.end(), column.field->name) != key.end())
        take_cell(column, i, row);
    task_.harvest.unread.push_back(std::move(row));
  }

  // False when the row can't be taken in, which has been told.
  bool take_cell(const MappedColumn& column, size_t i, Row& row) {
    bool is_set = row.find(column.field->name);  // by another column, in whose place it was read
    if (!read_cell(column, i, row)) return false;
    if (!is_set && !column.sheet->cells[i].empty()) row.place(column.field->name, span_of(column, i));
    return true;
  }

  bool read_cell(const MappedColumn& column, size_t i, Row& row) {
    std::string_view cell = column.sheet->cells[i];
    if (cell.empty() || (!is_word(column, cell) && is_missing(column, cell))) {
      clear(column, row);
    } else if (row.find(column.field->name)) {
      tell_second(column, i);
    } else if (column.mapping->names) {
      auto found = task_.look_up(cell, "", row.where);
      if (!found) return false;
      row.text(column.field->name, found->known->means);
    } else if (quantity::is_numeric(column.field->type) && !words_of(column)) {
      take_number(column, i, row);
    } else if (column.field->type == FieldType::boolean && !words_of(column)) {
      row.set(column.field->name, {notation::Kind::boolean, std::string(cell), false});
    } else {  // prepare_rows() gives a word that `values` know that of the site, which then is read
      row.text(column.field->name, cell);
    }
    return true;
  }

  // Several columns may be one field as long as one of them is filled.
  void tell_second(const MappedColumn& column, size_t i) {
    if (++errors_ > kMostErrors) return;
    task_.diagnostics
        .error("import-format", span_of(column, i),
               fmt::format("another column of this row has a value for \"{}\" already", column.field->name))
        .suggest(fmt::format("name one of them in the settings, and leave \"{}\" out: null", column.sheet->head));
  }

  // What `values` say of the field, or null.
  const std::map<std::string, std::string, std::less<>>* words_of(const MappedColumn& column) const {
    auto at = settings().values.find(column.field->name);
    return at == settings().values.end() ? nullptr : &at->second;
  }

  bool is_word(const MappedColumn& column, std::string_view cell) const {
    const auto* words = words_of(column);
    return words && words->contains(cell);
  }

  bool is_missing(const MappedColumn& column, std::string_view cell) const {
    const std::vector<std::string>& named = settings().missing;
    bool mark = column.field->type == FieldType::string ? is_missing_text(cell) : is_missing_mark(cell);
    return mark || std::find(named.begin(), named.end(), cell) != named.end();
  }

  // Where a row does not say when it was true and who says so, the settings and the source do, or what is there stays.
  static void clear(const MappedColumn& column, Row& row) {
    const std::string& field = column.field->name;
    if (field != "as_of" && field != "source") row.clear(field);
  }

  void tell_no_number(const MappedColumn& column, size_t i, bool comma) {
    const std::string_view cell = column.sheet->cells[i];
    if (cell.size() > kLongestNumber && cell.find_first_not_of("0123456789.,-+eE") == std::string_view::npos) {
      task_.diagnostics
          .error("wrong-type", span_of(column, i),
                 fmt::format("a value of the column \"{}\" is too long for a number", column.sheet->head))
          .expect(fmt::format("a number of at most {} characters", kLongestNumber));
      return;
    }
    const std::string shown = data::shortened(cell);
    auto& error =
        task_.diagnostics.error("wrong-type", span_of(column, i),
                                fmt::format("\"{}\" in the column \"{}\" is no number", shown, column.sheet->head));
    const auto number = read_number_text(cell);
    const bool has_other_mark = number && (comma ? number->with_point : number->with_comma);
    error.expect(comma            ? "a number with a decimal comma"
                 : has_other_mark ? "a number with a decimal point"
                                  : "a number");
    if (shown != cell) return;  // a quote that is not closed has swallowed others
    const bool has_digit = cell.find_first_of("0123456789") != std::string_view::npos;
    error.suggest(fmt::format("{}if it stands for a missing value, name it in the settings: missing: [{}]",
                              has_other_mark ? "write all numbers of a column one way; "
                              : has_digit    ? "leave the number alone in its cell, without marks and words; "
                                             : "",
                              notation::json_text(cell)));
  }

  void take_number(const MappedColumn& column, size_t i, Row& row) {
    std::string_view cell = column.sheet->cells[i];
    auto number = read_number_text(cell);
    bool comma = column.comma && !is_json_number(*column.sheet, i);
    const std::optional<std::string>* digits = number ? (comma ? &number->with_comma : &number->with_point) : nullptr;
    if (!digits || !*digits) {
      if (++errors_ <= kMostErrors) tell_no_number(column, i, comma);
      return;
    }
    std::optional<quantity::Unit> from = column.from;
    if (!number->unit.empty() && !check_sign(column, number->unit, i, from)) return;
    if (!from || !column.to || from->text() == column.to->text()) return row.number(column.field->name, **digits);
    auto value = quantity::Exact::parse(**digits);
    if (!value) {
      if (++errors_ <= kMostErrors) tell_no_number(column, i, comma);
      return;
    }
    auto converted = quantity::convert(*value, *from, *column.to);
    if (!converted) return tell_sign(column, number->unit, i);
    row.number(column.field->name, computed_digits(*converted, **digits), !converted->to_decimal());
  }

  // "%" says what the number is, whatever its column has; "$" only confirms the unit, since it does not say per what.
  bool check_sign(const MappedColumn& column, const std::string& sign, size_t i, std::optional<quantity::Unit>& from) {
    auto unit = task_.units.parse(sign);
    const std::optional<quantity::Unit>& meant = column.from ? column.from : column.to;
    bool right = unit.has_value() && meant.has_value();
    if (right && is_ratio_sign(sign)) {
      right = meant->is_ratio();
      from = unit;
    } else if (right) {
      right = is_counted_in(*meant, *unit);
    }
    if (!right) tell_sign(column, sign, i);
    return right;
  }

  void tell_sign(const MappedColumn& column, const std::string& sign, size_t i) {
    if (++errors_ > kMostErrors) return;
    task_.diagnostics
        .error("unit-mismatch", span_of(column, i),
               fmt::format("\"{}\" does not go with the field \"{}\"", sign, column.field->name))
        .expect(column.field->unit.empty() ? "a number without a sign" : "a number in " + column.field->unit)
        .suggest("say what unit the column has: {field: " + column.field->name + ", unit: …}");
  }

  base::Span span_of(const MappedColumn& column, size_t row) const {
    if (!column.sheet->values.empty()) return column.sheet->values[row]->span;
    std::string_view cell = column.sheet->cells[row], text = source_->text();
    if (cell.data() >= text.data() && cell.data() + cell.size() <= text.data() + text.size()) {
      auto begin = static_cast<uint32_t>(cell.data() - text.data());
      return {source_, begin, begin + static_cast<uint32_t>(cell.size())};
    }
    return line_span(row);
  }

  base::Span line_span(size_t row) const { return span_of_line(*source_, sheet_->lines[row]); }

  const Given& given_;
  Task& task_;
  const base::SourceText* source_ = nullptr;
  std::optional<Sheet> sheet_;
  TableColumns columns_;
  size_t errors_ = 0;
};

}  // namespace

void import_table(const std::vector<Given>& given, Task& task) {
  each_file(given, task, "a table", [&](const Given& each) { TableReader(each, task).read(); });
}

}  // namespace import
