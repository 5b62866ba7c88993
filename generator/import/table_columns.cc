#include "import/table_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "notation/json.h"

namespace import {
namespace {

class ColumnMapper {
 public:
  ColumnMapper(const Sheet& sheet, const std::string& shown, Task& task)
      : sheet_(sheet), shown_(shown), task_(task), texts_(named_in_texts(task.settings)) {}

  std::optional<TableColumns> map() {
    if (settings().columns.empty()) {
      task_.diagnostics.error("missing-key", settings().resource_span, "the settings do not say what the columns are")
          .suggest(fmt::format("add columns: {{{}: FIELD, …}}", notation::json_text(sheet_.columns.front().head)));
      return std::nullopt;
    }
    for (const SheetColumn& column : sheet_.columns) done_.heads.push_back(column.head);
    for (const Spans* names : {&settings().only_spans, &texts_.locator, &texts_.source, &texts_.constants})
      done_.wanted.insert(names->begin(), names->end());
    note_columns_left_out();
    size_t errors = task_.diagnostics.errors();
    for (const auto& [head, mapping] : settings().columns) map_column(head, mapping);
    if (task_.diagnostics.errors() == errors) check_wanted();
    if (task_.diagnostics.errors() > errors) return std::nullopt;
    std::stable_partition(done_.mapped.begin(), done_.mapped.end(),
                          [](const auto& column) { return column.mapping->names; });
    return std::move(done_);
  }

 private:
  const Settings& settings() const { return task_.settings; }

  void note_columns_left_out() {
    std::vector<std::string> left;
    for (const SheetColumn& column : sheet_.columns) {
      if (settings().columns.contains(column.head) || done_.wanted.contains(column.head)) continue;
      if (!column.head.empty())
        left.push_back("\"" + column.head + "\"");
      else
        note_without_head(column);
    }
    if (!left.empty())
      task_.harvest.notes.push_back(
          fmt::format("columns of {} that the settings do not name: {}", shown_, base::join(left, ", ")));
  }

  void note_without_head(const SheetColumn& column) {
    auto value = std::find_if(column.cells.begin(), column.cells.end(), [](auto cell) { return !cell.empty(); });
    if (value == column.cells.end()) return;
    task_.harvest.notes.push_back(
        fmt::format("a column of {} has no head and was left out; its first value is \"{}\"", shown_, *value));
  }

  // What `only` and texts of the settings name is a head, unless each row has it otherwise when they are read.
  void check_wanted() {
    std::vector<std::string_view> there = {"file", "line"};
    for (const MappedColumn& column : done_.mapped) there.push_back(column.field->name);
    auto ask = [&](const Spans& names) {
      for (const auto& [name, at] : names)
        if (std::find(there.begin(), there.end(), name) == there.end()) find_column(name, at);
    };
    if (settings().locator.empty()) there.emplace_back("locator");
    ask(settings().only_spans);
    ask(texts_.locator);
    there.emplace_back("locator");
    ask(texts_.source);
    there.insert(there.end(), {"source", "as_of"});
    ask(texts_.constants);
  }

  // The number of the one column with this head; nothing after an error.
  std::optional<size_t> find_head(std::string_view head, base::Span at) {
    auto found = std::count(done_.heads.begin(), done_.heads.end(), head);
    if (found == 1)
      return static_cast<size_t>(std::find(done_.heads.begin(), done_.heads.end(), head) - done_.heads.begin());
    if (found == 0)
      task_.diagnostics.error("unknown-column", at, fmt::format("{} has no column \"{}\"", shown_, head))
          .expect(base::list_names(done_.heads))
          .suggest(base::did_you_mean(head, done_.heads));
    else
      task_.diagnostics.error("unknown-column", at, fmt::format("{} has {} columns \"{}\"", shown_, found, head))
          .suggest("give each column a head of its own");
    return std::nullopt;
  }

  // The column with this head whose cells are asked for; null after an error.
  const SheetColumn* find_column(std::string_view head, base::Span at) {
    const std::optional<size_t> number = find_head(head, at);
    if (!number) return nullptr;
    const SheetColumn& column = sheet_.columns[*number];
    auto list = std::find_if(column.values.begin(), column.values.end(),
                             [](const notation::Node* value) { return value && value->is_list(); });
    if (list == column.values.end()) return &column;
    task_.diagnostics.error("import-format", (*list)->span, fmt::format("\"{}\" holds a list, which is no cell", head))
        .suggest("leave the column out in the settings, or write one row for each of the items");
    return nullptr;
  }

  void map_column(const std::string& head, const ColumnMapping& mapping) {
    if (mapping.field.empty()) return void(find_head(head, mapping.span));
    MappedColumn column;
    column.sheet = find_column(head, mapping.span);
    column.mapping = &mapping;
    if (!column.sheet) return;
    int field = task_.resource.find(mapping.field);
    if (field < 0) {
      std::vector<std::string_view> fields;
      for (const data::ResourceField& each : task_.resource.fields) fields.push_back(each.field.name);
      task_.diagnostics
          .error("unknown-field", mapping.span,
                 fmt::format("\"{}\" has no field \"{}\"", task_.resource.name, mapping.field))
          .expect(base::list_names(fields, 40))
          .suggest(base::did_you_mean(mapping.field, fields));
      return;
    }
    column.field = &task_.resource.fields[static_cast<size_t>(field)].field;
    if (!column.field->unit.empty()) column.to = task_.units.parse(column.field->unit);
    if (!mapping.unit.empty() && !find_conversion(column)) return;
    done_.mapped.push_back(std::move(column));
  }

  bool find_conversion(MappedColumn& column) {
    std::string why;
    column.from = task_.units.parse(column.mapping->unit, &why);
    if (!column.from) {
      task_.diagnostics.error("bad-unit", column.mapping->span, why);
      return false;
    }
    if (column.to && quantity::convertible(*column.from, *column.to)) return true;
    task_.diagnostics
        .error("unit-mismatch", column.mapping->span,
               fmt::format("\"{}\" can't be converted to the unit of the field \"{}\"", column.mapping->unit,
                           column.field->name))
        .expect(column.to ? column.field->unit : "a field with a unit");
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
