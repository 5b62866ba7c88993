#include "import/table_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/data_file.h"
#include "import/head.h"
#include "import/measure.h"
#include "notation/json.h"

namespace import {
namespace {

class ColumnMapper {
 public:
  ColumnMapper(const Sheet& sheet, const std::string& shown, Task& task)
      : sheet_(sheet), shown_(shown), task_(task), texts_(named_in_texts(task.settings)) {}

  std::optional<TableColumns> map() {
    const Settings& settings = task_.settings;
    if (settings.columns.empty()) {
      error("missing-key", settings.resource.span, "the settings do not describe the columns")
          .suggest(fmt::format("add columns: {{{}: FIELD, …}}", notation::json_text(sheet_.columns.front().head)));
      return std::nullopt;
    }
    for (const SheetColumn& column : sheet_.columns) done_.heads.push_back(column.head);
    for (const Lists* lists : {&settings.only, &settings.without})
      for (const auto& [name, values] : *lists) done_.wanted.insert(name);
    for (const TextMap* names : {&texts_.locator, &texts_.source, &texts_.constants})
      for (const auto& [name, text] : *names) done_.wanted.insert(name);
    note_columns_left_out();
    const size_t errors = task_.diagnostics.errors();
    for (const auto& [head, mapping] : settings.columns) map_column(head, mapping);
    if (task_.diagnostics.errors() == errors) check_wanted();
    if (task_.diagnostics.errors() > errors) return std::nullopt;
    std::ranges::stable_partition(done_.mapped, [](const auto& column) { return column.mapping->names; });
    return std::move(done_);
  }

 private:
  base::Diagnostic& error(std::string_view code, base::Span at, std::string message) {
    return task_.diagnostics.error(code, at, std::move(message));
  }

  void note_columns_left_out() {
    std::vector<std::string> unnamed;
    for (const SheetColumn& column : sheet_.columns) {
      const std::string& name = column.published();
      if (task_.settings.columns.contains(name) || done_.wanted.contains(name)) continue;
      const auto value = std::ranges::find_if(column.cells, [](auto cell) { return !cell.empty(); });
      if (!column.head.empty())
        unnamed.push_back("\"" + name + "\"");
      else if (value != column.cells.end())
        task_.input.notes.push_back(
            fmt::format("{} of {} has no header and was skipped; its first value is \"{}\"", name, shown_, *value));
    }
    if (!unnamed.empty())
      task_.input.notes.push_back(fmt::format("columns of {} that are not in the settings: {}", shown_,
                                              base::shortened(base::join(unnamed, ", "), 300)));
  }

  // Reports names in `only` and in texts of the settings that are neither headers nor values that each row already has
  // at that point.
  void check_wanted() {
    std::vector<std::string_view> known = {"file", "line", "row"};
    for (const MappedColumn& column : done_.mapped)
      for (const auto& [part, field] : column.fields) known.push_back(field->name);
    const auto check = [&](const auto& names) {
      for (const auto& [name, setting] : names)
        if (std::ranges::find(known, name) == known.end()) find_column(name, setting.span);
    };
    if (task_.settings.locator.value.empty()) known.emplace_back("locator");
    check(task_.settings.only);
    check(task_.settings.without);
    check(texts_.locator);
    known.emplace_back("locator");
    check(texts_.source);
    known.insert(known.end(), {"source", "as_of"});
    check(texts_.constants);
  }

  // Returns the index of the only column with this header; nullopt after an error.
  std::optional<size_t> find_head(std::string_view head, base::Span at) {
    const auto names = base::views(sheet_.columns, &SheetColumn::published);
    if (const auto found = std::ranges::find(names, head); found != names.end())
      return static_cast<size_t>(found - names.begin());
    if (const auto count = std::ranges::count(done_.heads, head); count > 0)
      error("unknown-column", at, fmt::format("{} has {} columns \"{}\"", shown_, count, head))
          .suggest(fmt::format("number them: \"{0} (1)\" is the first, \"{0} (2)\" the second", head));
    else
      error("unknown-column", at, fmt::format("{} has no column \"{}\"", shown_, head))
          .expect(base::list_names(names))
          .suggest(rows_help(head).value_or(base::did_you_mean(head, names)));
    return std::nullopt;
  }

  // Returns how to read "prices.usd" if "prices" is a list of rows.
  std::optional<std::string> rows_help(std::string_view head) const {
    for (const SheetColumn& column : sheet_.columns)
      if (head.starts_with(column.head + ".") && std::ranges::any_of(column.values, contains_rows))
        return make_rows_of(column.head);
    return std::nullopt;
  }

  std::string make_rows_of(std::string_view head) const {
    const std::string& rows = task_.settings.table.rows;
    return fmt::format("make each item a row: rows: {}{}", rows.empty() ? "" : rows + ".", head);
  }

  // Returns the column with this header, whose cells are used; null after an error.
  const SheetColumn* find_column(std::string_view head, base::Span at) {
    const std::optional<size_t> number = find_head(head, at);
    if (!number) return nullptr;
    const SheetColumn& column = sheet_.columns[*number];
    const auto list = std::ranges::find_if(column.values, contains_rows);
    if (list == column.values.end()) return &column;
    error("import-format", (*list)->span, fmt::format("\"{}\" contains a list, which can't be a cell", head))
        .suggest("exclude the column in the settings, or " + make_rows_of(head));
    return nullptr;
  }

  void map_column(const std::string& head, const ColumnMapping& mapping) {
    if (mapping.fields.empty()) return void(find_head(head, mapping.span));
    MappedColumn column;
    column.sheet = find_column(head, mapping.span);
    column.mapping = &mapping;
    if (!column.sheet) return;
    for (const auto& [part, name] : mapping.fields) column.fields.emplace_back(part, field_of(name, mapping.span));
    if (std::ranges::any_of(column.fields, [](const auto& each) { return !each.second; })) return;
    if (column.field().type == quantity::FieldType::date || column.field().name == "as_of")
      column.dates = find_date_order(column.sheet->cells, task_.settings.dates);
    const std::string_view shown = column.dates ? shown_date_order(column.sheet->cells) : "";
    const bool is_unclear = column.field().type == quantity::FieldType::date && !column.dates &&
                            find_date_order(column.sheet->cells, "dmy");
    if (is_unclear || (!shown.empty() && !task_.settings.dates.empty() && shown != task_.settings.dates))
      report_order(column, shown);
    if (const auto words = task_.settings.values.find(column.field().name); words != task_.settings.values.end())
      column.words = &words->second.value;
    if (!column.field().unit.empty()) column.to = task_.units.parse(column.field().unit);
    const bool has_unit = mapping.unit.empty() ? check_head(column) : find_conversion(column);
    if (has_unit) done_.mapped.push_back(std::move(column));
  }

  // Reports a date that may begin with the day or the month, or a file whose dates show another order than the
  // settings.
  void report_order(const MappedColumn& column, std::string_view shown) {
    const std::string_view cell = *std::ranges::find_if(column.sheet->cells, [&](std::string_view each) {
      return shown.empty() ? !each.empty() : shown_date_order({each}) == shown;
    });
    const base::Span at = span_of(*sheet_.text, cell);
    error("wrong-type", at ? at : column.mapping->span,
          fmt::format("\"{}\" cannot be \"{}\"", column.field().name, cell))
        .expect("a date such as 2026-01-31, or a known order of the day and the month")
        .suggest("correct the date, or give their order in the settings: dates: dmy, or dates: mdy");
  }

  const quantity::Field* field_of(const std::string& name, base::Span at) {
    if (const quantity::Field* field = find_field(task_.resource, name)) return field;
    const auto fields =
        base::views(task_.resource.fields, [](const data::ResourceField& each) -> auto& { return each.field.name; });
    error("unknown-field", at, fmt::format("\"{}\" has no field \"{}\"", task_.resource.name, name))
        .expect(base::list_names(fields, 40))
        .suggest(base::did_you_mean(name, fields));
    return nullptr;
  }

  // Numbers are in the unit of their header, unless the settings or the cells give another one. Brackets that can't be
  // read may contain another unit than the field's.
  bool check_head(MappedColumn& column) {
    const Head head = read_head(column.sheet->head, task_.units, column.sheet->has_stated_unit());
    const auto from = head.unit.empty() ? std::nullopt : task_.units.parse(head.unit);
    if (!column.to || !column.has_numbers()) return true;
    const quantity::Field& field = column.field();
    if (!from && head.unknown.empty()) return check_bare_cells(column);
    const auto unclear = head.is_letter ? task_.units.parse(head.unknown) : std::nullopt;
    if (from ? is_counted_in(*column.to, *from) : unclear && quantity::same_unit(*unclear, *column.to)) return true;
    if (from && quantity::convertible(*from, *column.to)) {
      column.from = from;
      return true;
    }
    if (!from && head.is_remark) {
      task_.input.assumed.push_back({fmt::format("{}: \"{}\" is in {}, the unit of the field \"{}\"", shown_,
                                                 base::shortened(column.sheet->head), field.unit, field.name),
                                     fmt::format("in the settings: {{field: {}, unit: {}}}, or another unit",
                                                 field.name, notation::json_text(field.unit))});
      return true;
    }
    if (from)
      error("unit-mismatch", column.mapping->span,
            fmt::format("\"{}\" is in {}, but the field \"{}\" is in {}", column.sheet->head, head.unit, field.name,
                        field.unit))
          .suggest("import it into another field; if the header is wrong, correct it in the file");
    else
      error("unit-mismatch", column.mapping->span,
            fmt::format("\"{}\" has ({}) where its unit would be, which {}; the field \"{}\" is in {}",
                        column.sheet->head, head.unknown,
                        head.is_letter ? "may mean several things" : "is not a known unit", field.name, field.unit))
          .expect("a unit that converts to " + field.unit)
          .suggest(fmt::format("give the unit of the column, {{field: {0}, unit: …}}; if ({1}) is not a unit and the "
                               "numbers are in {2}: {{field: {0}, unit: \"{2}\"}}",
                               field.name, head.unknown, field.unit));
    return false;
  }

  // Lists that numbers are in the unit of their field if neither they nor their header state one, as the edition before
  // may have done. Of shares and percentages, the numbers may be the others.
  bool check_bare_cells(const MappedColumn& column) {
    const quantity::Field& field = column.field();
    const NamedUnit named = read_named_unit(column.sheet->head, task_.units);
    const auto stated = named.unit.empty() ? std::nullopt : task_.units.parse(named.unit);
    if (column.to->text() == "1" || (stated && quantity::convertible(*stated, *column.to))) return true;
    std::string_view bare;
    bool are_shares = column.to->is_ratio();
    for (std::string_view cell : column.sheet->cells) {
      const auto number = read_number_text(cell);
      const auto measure = number ? std::nullopt : read_measure(cell, task_.units);
      if (is_missing_mark(cell) || (!number && !measure)) continue;
      // find_bare_number() reports others without a symbol.
      if (!(number ? number->unit : measure->unit).empty()) return true;
      if (bare.empty()) bare = cell;
      are_shares = are_shares && number;
      if (!number) continue;
      const auto value = quantity::Exact::parse(number->with_point ? *number->with_point : *number->with_comma);
      are_shares = are_shares && value && value->abs() <= 1;
    }
    if (bare.empty()) return true;
    const std::string help = fmt::format("in the settings: {{field: {}, unit: {}}}, or another unit", field.name,
                                         notation::json_text(field.unit));
    if (!are_shares) {
      task_.input.assumed.push_back({fmt::format("{}: the numbers of \"{}\", such as {}, are in {}, the unit of the "
                                                 "field \"{}\", because the file does not state their unit",
                                                 shown_, column.sheet->head, bare, field.unit, field.name),
                                     help});
      return true;
    }
    error("unit-mismatch", column.mapping->span,
          fmt::format("the numbers of \"{}\", such as {}, have no symbol, but the field \"{}\" is in {}",
                      column.sheet->head, bare, field.name, field.unit))
        .expect("shares, in the unit 1, or percentages")
        .suggest("give their unit " + help);
    return false;
  }

  bool find_conversion(MappedColumn& column) {
    std::string why;
    column.from = task_.units.parse(column.mapping->unit, &why);
    const std::string &head = column.sheet->head, &given = column.mapping->unit;
    const std::string stated =
        column.from ? find_contradiction(head, *column.from, task_.units, column.sheet->has_stated_unit()) : "";
    if (!stated.empty()) {
      error("unit-mismatch", column.mapping->span,
            fmt::format("the header \"{}\" says {}, but the settings give {}", head, stated, given))
          .suggest(
              "give the unit that the header names, with its prefix, such as kUSD or MUSD; if the header is "
              "wrong, correct it in the file");
      return false;
    }
    if (column.from && column.to && quantity::convertible(*column.from, *column.to)) return true;
    if (!column.from)
      error("bad-unit", column.mapping->span, why);
    else
      error("unit-mismatch", column.mapping->span,
            fmt::format("\"{}\" can't be converted to the unit of the field \"{}\"", column.mapping->unit,
                        column.field().name))
          .expect(column.to ? column.field().unit : "a field with a unit");
    return false;
  }

  const Sheet& sheet_;
  const std::string& shown_;
  Task& task_;
  const NamedInTexts texts_;
  TableColumns done_;
};

}  // namespace

std::optional<TableColumns> map_columns(const Sheet& sheet, const std::string& shown, Task& task) {
  return ColumnMapper(sheet, shown, task).map();
}

}  // namespace import
