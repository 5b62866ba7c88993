// Imports any table in a format that sheet.h reads. The settings' `columns` map its columns to fields. Numbers may
// have decimal commas, thousands separators, "%" or a currency symbol (cell_text.h). An ambiguous number ("1,234") is
// resolved by the rest of the file or by `decimal`, never guessed. Numbers whose unit, in the column or in the cell,
// differs from the field's unit are converted exactly.
// Fields: those in `columns`, and `locator`. `locator`, `constants` and `source` may contain {Header of a column},
// {row}, {line} and {file}; `only` may contain headers.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "data/rows.h"
#include "import/cell_text.h"
#include "import/head.h"
#include "import/infer.h"
#include "import/measure.h"
#include "import/sheet.h"
#include "import/table_columns.h"
#include "notation/json.h"

namespace import {
namespace {

constexpr size_t kMaxErrors = 20;

class TableReader {
 public:
  TableReader(const InputFile& file, Task& task) : file_(file), task_(task) {}

  void read() {
    auto bytes = read_bytes(file_, file_.path, task_.diagnostics);
    if (!bytes) return;
    const auto file = std::make_shared<const base::SourceText>(file_.shown, std::move(*bytes));
    task_.texts.push_back(file);
    const size_t errors = task_.diagnostics.errors();
    sheet_ = read_table(*file, settings().table, task_.texts, task_.input.notes, task_.diagnostics);
    if (!sheet_) return;
    take_unit_row(*sheet_, task_.units, task_.input.notes);
    source_ = sheet_->text;
    for (SheetColumn& column : sheet_->columns)
      if (const auto text = settings().fill.find(column.published()); text != settings().fill.end())
        Sheet::fill(column, text->second);
    std::ranges::copy(sheet_->assumed, std::back_inserter(task_.input.assumed));
    note_left_out();
    auto columns = map_columns(*sheet_, file_.shown, task_);
    if (!columns) return;
    columns_ = std::move(*columns);
    check_titles();
    decide_marks();
    for (const MappedColumn& column : columns_.mapped) check_currency(column);
    if (task_.diagnostics.errors() > errors) return;
    task_.input.rows.reserve(task_.input.rows.size() + sheet_->rows());
    for (size_t row = 0; row < sheet_->rows(); ++row) read_row(row);
    if (errors_ > kMaxErrors)
      task_.diagnostics.error("import-format", file_.shown,
                              fmt::format("{} more cells can't be read", errors_ - kMaxErrors));
  }

 private:
  const Settings& settings() const { return task_.settings; }

  void note_left_out() {
    if (!sheet_->caption.empty())
      task_.input.notes.push_back(fmt::format("{}: left out the caption: {}", file_.shown, sheet_->caption));
    if (sheet_->marks > 0 && settings().footnotes.value.empty())
      task_.input.notes.push_back(
          fmt::format("{}: {} in cells were left out; \"footnotes: FIELD\" in the settings keeps "
                      "them",
                      file_.shown, base::count_of(sheet_->marks, "mark of a footnote", "marks of footnotes")));
  }

  // Reports a line around the table that states another unit than the settings, "Speeds in mph", if no column has it.
  void check_titles() {
    static const base::Pattern kUnit("(?:\\bin |[(\\[])([^\\s()\\[\\],;:]+)");
    std::vector<std::string> lines = sheet_->above;
    lines.push_back(sheet_->caption);
    for (const std::string& line : lines)
      for (auto found = kUnit.find(line); found; found = kUnit.find(line, found->front().end() - line.data())) {
        const auto stated = task_.units.parse((*found)[1]);
        const MappedColumn* other = nullptr;
        for (const MappedColumn& column : columns_.mapped) {
          const auto& unit = column.from ? column.from : column.to;
          if (!stated || !unit || !quantity::convertible(*stated, *unit)) continue;
          if (stated->text() == unit->text()) {
            other = nullptr;
            break;
          }
          if (!column.mapping->unit.empty()) other = &column;
        }
        if (other)
          task_.diagnostics
              .error(
                  "unit-mismatch", other->mapping->span,
                  fmt::format("\"{}\" is in {}, as the settings say, but a line of {} says {}: {}", other->sheet->head,
                              other->mapping->unit, file_.shown, (*found)[1], base::shortened(line)))
              .expect("the unit that the file states")
              .suggest(fmt::format("in the settings: {{field: {}, unit: {}}}; if the line is about other numbers, "
                                   "remove it from the file",
                                   other->field().name, notation::json_text((*found)[1])));
      }
  }

  // Reports an error at a cell. After kMaxErrors, only counts errors.
  base::Diagnostic& error(std::string_view code, const MappedColumn& column, size_t row, std::string message) {
    if (++errors_ > kMaxErrors) return hidden_;
    return task_.diagnostics.error(code, place_of(column, row), std::move(message));
  }

  static bool is_json_number(const SheetColumn& column, size_t row) {
    return !column.values.empty() && column.values[row] && column.values[row]->kind == notation::Kind::number;
  }

  void decide_marks() {
    DecimalMarks marks(settings().decimal.empty() ? sheet_->decimal : settings().decimal, sheet_->delimiter);
    std::vector<std::pair<MappedColumn*, ColumnValues>> numbers;
    for (MappedColumn& column : columns_.mapped) {
      if (!column.has_numbers()) continue;
      std::vector<std::string_view> texts = column.sheet->cells;
      for (size_t row = 0; row < texts.size(); ++row)
        // A JSON number always has a point, so it does not show how texts are written.
        if (is_json_number(*column.sheet, row)) texts[row] = {};
      const ColumnValues& values = numbers.emplace_back(&column, count_values(texts)).second;
      marks.add_column(values);
      check_bare_numbers(column, values);
      assume_negative(column);
    }
    for (const auto& [column, values] : numbers) {
      const DecimalMark mark = marks.of(values);
      column->comma = mark == DecimalMark::comma;
      const size_t row = marks.may_be_lists(values) ? values.first_comma : values.first_ambiguous;
      if (mark == DecimalMark::unknown)
        error("ambiguous-number", *column, row, fmt::format("\"{}\" may be two numbers", column->sheet->cells[row]))
            .suggest("give the decimal mark of the numbers before in the settings: decimal: \".\" or decimal: \",\"");
    }
  }

  // Reports numbers without a symbol in a column that also contains values such as "80 %", because 0.8 may be a share.
  // A unit in the settings says what they are; one in the header does so only by assumption.
  void check_bare_numbers(const MappedColumn& column, const ColumnValues& values) {
    const auto bare = find_bare_number(column.sheet->cells, values, column.sheet->head);
    const bool is_share = column.to && column.to->is_ratio();  // elsewhere, check_sign() reports the symbol
    if (!bare || !is_share || !column.mapping->unit.empty()) return;
    const quantity::Field& field = column.field();
    const std::string help = fmt::format("in the settings: {{field: {}, unit: {}}}, or another unit", field.name,
                                         notation::json_text(field.unit.empty() ? values.sign : field.unit));
    const std::string head_unit = read_head(column.sheet->head, task_.units).unit;
    if (head_unit.empty())
      error("mixed-types", column, bare->row, bare->problem)
          .expect("one unit in the whole column")
          .suggest("fix the numbers, or give the unit of those without a symbol " + help);
    else
      task_.input.assumed.push_back(
          {fmt::format("{}: {}; the others are in {}", file_.shown, bare->counts, head_unit), help});
  }

  // Reports prices in a currency beside a column with another one, unless the settings give their unit.
  void check_currency(const MappedColumn& column) {
    if (!column.to || !column.has_numbers() || !column.mapping->unit.empty()) return;
    for (const MappedColumn& other : columns_.mapped) {
      const std::string& name = other.field().name;
      const bool is_of_others = std::ranges::any_of(
          columns_.mapped, [&](const MappedColumn& each) { return each.field().unit_field == name; });
      if (is_of_others || !is_price_in(column.field().name, name, task_.units)) continue;
      const auto conflict =
          find_currency_conflict(*column.to, column.sheet->cells, other.sheet->cells, sheet_->lines, task_.units);
      if (!conflict) continue;
      task_.diagnostics
          .error("unit-mismatch", place_of(column, conflict->row),
                 fmt::format("the field \"{}\" is in {}, but {} says {}", column.field().name, column.field().unit,
                             other.sheet->published(), conflict->rows))
          .expect("one currency for each price")
          .suggest(fmt::format("give the field \"unitField\": \"{0}\" instead of its unit; if all numbers are in {1}, "
                               "write in the settings: {{field: {2}, unit: {1}}}",
                               name, column.field().unit, column.field().name));
    }
  }

  void assume_negative(const MappedColumn& column) {
    if (column.mapping->has_negatives) return;
    std::vector<std::string_view> cells = column.sheet->cells;
    std::erase_if(cells, [&](std::string_view cell) {
      return data::means_no_value(settings().missing, cell, column.field().type);
    });
    if (const std::string_view cell = find_in_parentheses(cells, task_.units); !cell.empty())
      task_.input.assumed.push_back(
          {fmt::format("{}: numbers of \"{}\" in parentheses are negative, such as \"{}\"", file_.shown,
                       column.sheet->head, cell),
           fmt::format("in the settings: {{field: {}, parentheses: negative}}; if they mean no value, list them under "
                       "\"missing\"",
                       column.field().name)});
  }

  // Whether a row repeats the header, as in concatenated tables. If so, reports it. Never true for JSON, where each row
  // has keys and such words are values.
  bool are_heads(size_t i, const Row& row) {
    if (sheet_->tree) return false;
    std::vector<std::string> cells;
    for (const SheetColumn& column : sheet_->columns) cells.push_back(plain_head(column.cells[i]));
    if (std::ranges::equal(cells, columns_.heads)) {
      task_.input.skips.skip_row("repeated header", row.shown_place());
      return true;
    }
    if (!std::is_permutation(cells.begin(), cells.end(), columns_.heads.begin())) return false;
    task_.diagnostics.error("import-format", line_span(i), "the header is repeated here, in another order")
        .expect("the order of the first line")
        .suggest("move the rows below into a separate file");
    return true;
  }

  void read_row(size_t i) {
    ++task_.input.read;
    Row row;
    row.span = line_span(i);
    if (source_->path() != file_.shown || !row.span) row.where = fmt::format("{}:{}", file_.shown, sheet_->lines[i]);
    if (are_heads(i, row)) return;
    row.cells.reserve(columns_.mapped.size());
    for (const SheetColumn& column : sheet_->columns)
      if (const std::string& name = column.published(); columns_.wanted.contains(name))
        row.as_read.emplace_back(name, std::string(column.cells[i]));
    if (columns_.wanted.contains("row")) row.as_read.emplace_back("row", std::to_string(i + 1));
    if (columns_.wanted.contains("line")) row.as_read.emplace_back("line", std::to_string(sheet_->lines[i]));
    if (columns_.wanted.contains("file")) row.as_read.emplace_back("file", file_.name());
    if (const std::string& field = settings().footnotes.value; !field.empty())
      i < sheet_->footnotes.size() && !sheet_->footnotes[i].empty() ? row.set(field, sheet_->footnotes[i])
                                                                    : row.clear(field);
    for (const MappedColumn& column : columns_.mapped)
      if (!read_cell(column, i, row)) return keep_key(i, std::move(row));
    const bool has_locator = task_.resource.find(settings().column_of("locator")) >= 0;
    if (has_locator && settings().locator.value.empty() && !row.find("locator")) row.set("locator", file_.name());
    task_.input.rows.push_back(std::move(row));
  }

  // Notes the key of a row with an unknown name. Names are looked up first, so the row does not have other cells yet.
  void keep_key(size_t i, Row row) {
    const auto is_unknown = [&](const MappedColumn& column) {
      return column.mapping->names && task_.unknown.reasons().contains(std::string(column.sheet->cells[i]));
    };
    if (std::ranges::none_of(columns_.mapped, is_unknown)) return;
    const std::vector<std::string>& key = task_.resource.primary_key;
    for (const MappedColumn& column : columns_.mapped)
      if (!column.mapping->names && std::ranges::find(key, column.field().name) != key.end()) read_cell(column, i, row);
    task_.input.unread.push_back(std::move(row));
  }

  // Reads a cell into the row. Returns false, after a note, if the row can't be imported.
  bool read_cell(const MappedColumn& column, size_t i, Row& row) {
    const std::string_view cell = column.sheet->cells[i];
    const std::string& field = column.field().name;
    const bool is_word = column.words && column.words->contains(cell);
    if (cell.empty() || (!is_word && is_missing(column, cell))) {
      // A row without its own date or source gets that of the settings, or keeps the existing one.
      if (field != "as_of" && field != "source") row.clear(field);
      return true;
    }
    if (row.find(field)) {  // several columns may map to one field if only one of them has a value
      error("import-format", column, i, fmt::format("another column of this row already has a value for \"{}\"", field))
          .suggest(fmt::format("map only one of them in the settings, and exclude \"{}\": null", column.sheet->head));
      return true;
    }
    if (column.mapping->names) {
      const auto found = task_.look_up(cell, "", row, false);
      if (!found) return false;
      row.set(field, found->known->means);
    } else if (column.has_numbers()) {
      read_number(column, i, row);
    } else if (column.words && column.field().type == quantity::FieldType::boolean) {  // map_rows() translates the text
      row.set(field, cell);
    } else {
      row.set(field, usual_text(column.field().type, column.dates, cell));
    }
    row.place(field, place_of(column, i));
    return true;
  }

  bool is_missing(const MappedColumn& column, std::string_view cell) const {
    const bool is_mark =
        column.field().type == quantity::FieldType::string ? is_missing_text(cell) : is_missing_mark(cell);
    return is_mark || data::means_no_value(settings().missing, cell, column.field().type);
  }

  void report_no_number(const MappedColumn& column, size_t i, bool comma) {
    const std::string_view cell = column.sheet->cells[i];
    if (cell.size() > kMaxNumberBytes && cell.find_first_not_of("0123456789.,-+eE") == std::string_view::npos) {
      error("wrong-type", column, i,
            fmt::format("a value of the column \"{}\" is too long for a number", column.sheet->head))
          .expect(fmt::format("a number of at most {} characters", kMaxNumberBytes));
      return;
    }
    const std::string shown = base::shortened(cell);
    auto& reported = error("wrong-type", column, i,
                           fmt::format("\"{}\" in the column \"{}\" is not a number", shown, column.sheet->head));
    const auto number = read_number_text(cell);
    const bool has_other_mark = number && (comma ? number->with_point : number->with_comma);
    reported.expect(comma            ? "a number with a decimal comma"
                    : has_other_mark ? "a number with a decimal point"
                                     : "a number");
    if (shown != cell) return;  // an unclosed quote contains other cells, which makes the text so long
    if (has_raised_digits(cell)) {
      reported.suggest(
          "write a power plainly; if the raised digits are the mark of a footnote, name a field for footnotes in the "
          "settings: footnotes: FIELD");
      return;
    }
    const bool has_digit = std::ranges::any_of(cell, base::is_digit);
    if (const auto measure = read_measure(cell, task_.units);
        measure && !(measure->uncertainty + measure->high).empty()) {
      const bool is_range = !measure->high.empty();
      reported.suggest(fmt::format("give {} in the settings: {{{}: {}, {}: FIELD}}",
                                   is_range ? "both ends a field" : "the uncertainty a field",
                                   is_range ? "low" : "field", column.field().name, is_range ? "high" : "uncertainty"));
      return;
    }
    reported.suggest(fmt::format("{}if it means a missing value, list it in the settings: missing: [{}]",
                                 has_other_mark ? "write all numbers of a column the same way; "
                                 : has_digit    ? "write only the number in its cell; "
                                                : "",
                                 notation::json_text(cell)));
  }

  void read_number(const MappedColumn& column, size_t i, Row& row) {
    const std::string_view cell = column.sheet->cells[i];
    Measure measure{std::string(cell), "", "", ""};
    if (!read_number_text(cell)) {
      const auto read = read_measure(cell, task_.units);
      const bool fits = read && (read->uncertainty.empty() || column.has(Part::uncertainty)) &&
                        (read->high.empty() || column.has(Part::high));
      if (!fits) return report_no_number(column, i, column.comma);
      measure = *read;
    }
    for (const auto& [part, field] : column.fields) {
      const bool is_high = part == Part::high && !measure.high.empty();
      const std::string& digits = part == Part::uncertainty ? measure.uncertainty
                                  : is_high                 ? measure.high
                                                            : measure.number;
      digits.empty() ? row.clear(field->name) : read_digits(column, i, row, field, digits, measure.unit);
    }
  }

  // Sets a number with its digits as written; `unit` is the unit in the cell.
  void read_digits(const MappedColumn& column, size_t i, Row& row, const quantity::Field* field, std::string_view text,
                   const std::string& unit) {
    const auto number = read_number_text(text);
    const bool comma = column.comma && !is_json_number(*column.sheet, i);
    const std::optional<std::string> digits = number ? (comma ? number->with_comma : number->with_point) : std::nullopt;
    if (!digits) return report_no_number(column, i, comma);
    std::optional<quantity::Unit> from = column.from;
    const std::string& sign = unit.empty() ? number->unit : unit;
    if (!unit.empty()) {
      from = task_.units.parse(unit);
      const bool is_money =
          from && column.to && from->parts.size() == 1 && is_counted_in(*column.to, *from);  // "$" in a column in USD/h
      if (is_money) from = column.to;
      if (!from || !column.to || !quantity::convertible(*from, *column.to)) return report_sign(column, sign, i);
    } else if (!sign.empty() && !check_sign(column, sign, i, from)) {
      return;
    }
    if (!from || !column.to || from->text() == column.to->text()) return row.set(field->name, *digits);
    const auto value = quantity::Exact::parse(*digits);
    if (!value) return report_no_number(column, i, comma);
    const auto converted = quantity::convert(*value, *from, *column.to);
    if (!converted) return report_sign(column, sign, i);
    row.set(field->name, computed_digits(*converted, *digits), !converted->to_decimal());
  }

  // Checks the symbol at a number. "%" overrides the column's unit. "$" only confirms it, because "per …" may be
  // missing.
  bool check_sign(const MappedColumn& column, const std::string& sign, size_t i, std::optional<quantity::Unit>& from) {
    const auto unit = task_.units.parse(sign);
    const std::optional<quantity::Unit>& meant = column.from ? column.from : column.to;
    const bool is_ratio = is_ratio_sign(sign);
    const bool fits = unit && meant && (is_ratio ? meant->is_ratio() : is_counted_in(*meant, *unit));
    if (!fits) report_sign(column, sign, i);
    if (fits && is_ratio) from = unit;
    return fits;
  }

  void report_sign(const MappedColumn& column, const std::string& sign, size_t i) {
    error("unit-mismatch", column, i,
          fmt::format("\"{}\" is not valid for the field \"{}\"", sign, column.field().name))
        .expect(column.field().unit.empty() ? "a number without a symbol" : "a number in " + column.field().unit)
        .suggest("give the unit of the column: {field: " + column.field().name + ", unit: …}");
  }

  base::Span place_of(const MappedColumn& column, size_t row) const {
    if (!column.sheet->values.empty() && column.sheet->values[row]) return column.sheet->values[row]->span;
    const base::Span cell = span_of(*source_, column.sheet->cells[row]);
    return cell ? cell : line_span(row);
  }

  base::Span line_span(size_t row) const { return span_of_line(*source_, sheet_->lines[row]); }

  const InputFile& file_;
  Task& task_;
  const base::SourceText* source_ = nullptr;
  std::optional<Sheet> sheet_;
  TableColumns columns_;
  size_t errors_ = 0;
  base::Diagnostic hidden_;
};

}  // namespace

void import_table(const std::vector<InputFile>& files, Task& task) {
  each_file(files, task, "a table", [&](const InputFile& each) { TableReader(each, task).read(); });
}

}  // namespace import
