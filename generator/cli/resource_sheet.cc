// Prepares a published table for a new resource: columns, footnotes, row numbers (cli/makers.h).
#include "cli/makers.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/rows.h"
#include "import/head.h"
#include "import/json_edit.h"
#include "notation/json.h"

namespace cli {
namespace {

using notation::json_text;

bool is_named(const import::SheetColumn& column, const std::string& name) {
  return import::names_column(name, column.published()) || import::names_column(name, column.head);
}

class SheetPreparer {
 public:
  SheetPreparer(import::Sheet& sheet, const NewResourceOptions& options, std::vector<std::string>& notes)
      : sheet_(sheet), options_(options), notes_(notes) {
    changes_.rows.resize(sheet_.rows());
    std::iota(changes_.rows.begin(), changes_.rows.end(), size_t{1});
  }

  // Chooses rows and columns, and fills cells.
  SheetChanges run() {
    for (const std::string& name : options_.columns) column_of(name, "--columns");
    std::erase_if(sheet_.columns, [&](const import::SheetColumn& column) {
      return !options_.columns.empty() &&
             std::ranges::none_of(options_.columns, [&](const auto& name) { return is_named(column, name); });
    });
    std::erase_if(sheet_.columns, [&](const import::SheetColumn& column) {
      const bool is_left_out = std::ranges::any_of(column.values, import::contains_rows) &&
                               std::ranges::all_of(column.cells, &std::string_view::empty);
      const std::string& rows = options_.choice.rows;
      if (is_left_out)
        notes_.push_back(
            fmt::format("{} contains lists of rows and was left out; with --rows {}{}{} each item is a row",
                        column.head, rows, rows.empty() ? "" : ".", column.head));
      return is_left_out;
    });
    if (!options_.without.empty()) leave_out_rows();
    for (import::SheetColumn& column : sheet_.columns)
      for (std::string_view& cell : column.cells)
        if (data::means_no_value(options_.missing, cell, quantity::FieldType::number)) cell = {};
    for (const std::string& fill : options_.fill) fill_cells(fill);
    return std::move(changes_);
  }

 private:
  // Returns the column that the value of an option names.
  import::SheetColumn& column_of(const std::string& name, const char* option) {
    auto found = std::ranges::find(sheet_.columns, import::plain_head(name), &import::SheetColumn::published);
    if (found == sheet_.columns.end())
      found = std::ranges::find_if(sheet_.columns, [&](const auto& each) { return is_named(each, name); });
    if (found != sheet_.columns.end()) return *found;
    const std::vector<std::string_view> heads = base::views(sheet_.columns, &import::SheetColumn::published);
    throw UsageError{fmt::format("{}: the file has no column \"{}\"", option, name),
                     "its columns are " + base::list_names(heads, 20)};
  }

  void leave_out_rows() {
    const std::string& first = sheet_.columns.front().published();
    if (options_.without == std::vector<std::string>{""}) {
      changes_.without[first];  // an empty list: no row is left out
      return;
    }
    for (size_t row = sheet_.rows(); row-- > 0;) {
      const auto column = std::ranges::find_if(sheet_.columns, [&](const import::SheetColumn& each) {
        return std::ranges::find(options_.without, each.cells[row]) != options_.without.end();
      });
      if (column == sheet_.columns.end()) continue;
      changes_.without[column->published()].insert(std::string(column->cells[row]));
      sheet_.erase_row(row);
      changes_.rows.erase(changes_.rows.begin() + static_cast<std::ptrdiff_t>(row));
    }
    for (const std::string& line : sheet_.below)
      for (const std::string& text : options_.without)
        if (text == line || text == base::shortened(line)) changes_.without[first].insert(text);
    for (const auto& [head, cells] : changes_.without)
      notes_.push_back(
          fmt::format("left out rows whose {} is {}", head, base::list_names({cells.begin(), cells.end()})));
  }

  // Fills empty cells as `fill` says: "Header=text".
  void fill_cells(const std::string& fill) {
    const size_t equals = fill.rfind('=');
    if (equals == std::string::npos || equals + 1 == fill.size())
      throw UsageError{fmt::format("--fill {} has no text", fill), "write --fill Header=text"};
    import::SheetColumn& column = column_of(fill.substr(0, equals), "--fill");
    changes_.fills[column.published()] = fill.substr(equals + 1);
    import::Sheet::fill(column, sheet_.unescaped.emplace_back(fill.substr(equals + 1)));
  }

  import::Sheet& sheet_;
  const NewResourceOptions& options_;
  std::vector<std::string>& notes_;
  SheetChanges changes_;
};

}  // namespace

SheetChanges prepare_sheet(import::Sheet& sheet, const NewResourceOptions& options, std::vector<std::string>& notes) {
  return SheetPreparer(sheet, options, notes).run();
}

void add_footnotes(import::Sheet& sheet, SheetChanges& changes, std::vector<std::string>& notes) {
  if (sheet.marks == 0 || std::ranges::any_of(sheet.columns, [](const auto& each) { return is_named(each, "note"); }))
    return;
  changes.has_footnotes = true;
  notes.push_back(fmt::format("{} became the column note",
                              base::count_of(sheet.marks, "mark of a footnote", "marks of footnotes")));
  import::SheetColumn& column = sheet.columns.emplace_back();
  column.head = "Note";
  column.cells.assign(sheet.footnotes.begin(), sheet.footnotes.end());
  column.cells.resize(sheet.rows());
}

void number_rows(import::Sheet& sheet, SheetChanges& changes) {
  import::SheetColumn column;
  const bool is_taken = std::ranges::any_of(
      sheet.columns, [](const auto& each) { return import::names_column("row", each.published()); });
  column.head = is_taken ? "Number of the row" : "Row";
  for (size_t row : changes.rows) column.cells.push_back(sheet.unescaped.emplace_back(std::to_string(row)));
  sheet.columns.insert(sheet.columns.begin(), std::move(column));
  changes.has_numbers = true;
}

std::string settings_lines(const NewResourceOptions& options, const SheetChanges& changes,
                           const import::InferredTable& table) {
  std::string lines;
  if (changes.has_footnotes || options.choice.has_footnotes) lines += "footnotes: note\n";
  // What the file shows is stored, because the next edition may not show it.
  const auto state = [&](const char* key, const std::string& given, const std::set<std::string>& shown) {
    const std::string& value = given.empty() && shown.size() == 1 ? *shown.begin() : given;
    if (!value.empty()) lines += fmt::format("{}: {}\n", key, json_text(value));
  };
  state("decimal", options.infer.decimal, table.decimals);
  state("dates", options.infer.dates, table.orders);
  if (!options.choice.rows.empty()) lines += "rows: " + json_text(options.choice.rows) + "\n";
  if (options.choice.header) lines += fmt::format("header: {}\n", *options.choice.header);
  if (!options.choice.table.empty()) lines += "table: " + json_text(options.choice.table) + "\n";
  if (!options.choice.longer.empty())
    lines += fmt::format("longer: {}\nvalue: {}\n", json_text(options.choice.longer), json_text(options.choice.value));
  if (changes.has_numbers) lines += fmt::format("constants: {{{}: \"{{row}}\"}}\n", table.columns.front().name);
  if (!options.missing.empty()) lines += "missing: " + import::json_list(options.missing) + "\n";
  if (!changes.fills.empty()) lines += "fill:\n";
  for (const auto& [head, text] : changes.fills) lines += fmt::format("  {}: {}\n", json_text(head), json_text(text));
  if (!changes.without.empty()) lines += "without:\n";
  for (const auto& [head, cells] : changes.without)
    lines += fmt::format("  {}: {}\n", json_text(head), import::json_list({cells.begin(), cells.end()}));
  return lines;
}

}  // namespace cli
