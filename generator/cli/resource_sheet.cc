#include "cli/resource_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/suggest.h"
#include "base/text.h"
#include "import/head.h"
#include "import/measure.h"
#include "notation/json.h"

namespace cli {
namespace {

using notation::json_text;

const std::string kLeftOut = "\n";  // marks an omitted header, because no column has this name

class SheetPreparer {
 public:
  SheetPreparer(import::Sheet& sheet, const NewResourceOptions& options, const quantity::Units& units,
                std::vector<std::string>& notes, std::vector<std::string>& wanted, base::Diagnostics& diagnostics)
      : sheet_(sheet), options_(options), units_(units), notes_(notes), wanted_(wanted), diagnostics_(diagnostics) {}

  SheetChanges run() {
    prepare();
    return std::move(changes_);
  }

 private:
  // Chooses rows and columns, and splits columns until each contains one kind of value.
  bool prepare() {
    changes_.rows.resize(sheet_.rows());
    std::iota(changes_.rows.begin(), changes_.rows.end(), size_t{1});
    if (!options_.columns.empty()) {
      for (const std::string& name : options_.columns)
        if (!find_head(name)) return refuse_column(name, "--columns");
      std::erase_if(sheet_.columns, [&](const import::SheetColumn& column) {
        return std::ranges::none_of(options_.columns, [&](const auto& name) { return is_named(column, name); });
      });
    }
    for (import::SheetColumn& column : sheet_.columns)
      if (std::ranges::any_of(column.values, is_list_of_rows) &&
          std::ranges::all_of(column.cells, &std::string_view::empty))
        notes_.push_back(fmt::format("{0} contains lists of rows and was left out; with --rows {0} each item is a row",
                                     column.head)),
            column.origin = kLeftOut;
    std::erase_if(sheet_.columns, [](const auto& column) { return column.origin == kLeftOut; });
    if (!options_.without.empty()) leave_out_rows();
    for (import::SheetColumn& column : sheet_.columns)
      for (std::string_view& cell : column.cells)
        if (std::ranges::find(options_.missing, cell) != options_.missing.end()) cell = {};
    for (const std::string& fill : options_.fill)
      if (!fill_cells(fill)) return false;
    for (const std::string& split : options_.splits)
      if (!split_names(split)) return false;
    auto split = import::split_columns(sheet_, units_, options_.infer.texts, wanted_, diagnostics_);
    notes_.insert(notes_.end(), split.begin(), split.end());
    add_footnotes();
    return !diagnostics_.has_errors();
  }

  static bool is_list_of_rows(const notation::Node* value) {
    return value && value->is_list() &&
           std::ranges::any_of(value->items, [](const auto& item) { return item.is_map() || item.is_list(); });
  }

  static bool is_named(const import::SheetColumn& column, const std::string& name) {
    return column.published() == import::plain_head(name) || import::column_name(column.published()) == name ||
           column.head == import::plain_head(name) || import::column_name(column.head) == name;
  }

  const import::SheetColumn* find_head(const std::string& name) const {
    const auto found = std::ranges::find_if(sheet_.columns, [&](const auto& each) { return is_named(each, name); });
    return found == sheet_.columns.end() ? nullptr : &*found;
  }

  bool refuse_column(const std::string& name, const std::string& option) {
    const std::vector<std::string_view> heads = base::views(sheet_.columns, &import::SheetColumn::published);
    return refuse(fmt::format("{}: the file has no column \"{}\"", option, name),
                  "its columns are " + base::list_names(heads, 20));
  }

  void leave_out_rows() {
    for (size_t row = sheet_.rows(); row-- > 0;) {
      const auto column = std::ranges::find_if(sheet_.columns, [&](const import::SheetColumn& each) {
        return std::ranges::find(options_.without, each.cells[row]) != options_.without.end();
      });
      if (column == sheet_.columns.end()) continue;
      changes_.without[column->published()].insert(std::string(column->cells[row]));
      sheet_.erase_row(row);
      changes_.rows.erase(changes_.rows.begin() + static_cast<std::ptrdiff_t>(row));
    }
    for (const auto& [head, cells] : changes_.without)
      notes_.push_back(
          fmt::format("left out rows whose {} is {}", head, base::list_names({cells.begin(), cells.end()})));
  }

  // Fills empty cells as `fill` says: "Header=text".
  bool fill_cells(const std::string& fill) {
    const size_t equals = fill.rfind('=');
    if (equals == std::string::npos || equals + 1 == fill.size())
      return refuse(fmt::format("--fill {} has no text", fill), "write --fill Header=text");
    const std::string head = fill.substr(0, equals);
    const auto column = std::ranges::find_if(sheet_.columns, [&](const auto& each) { return is_named(each, head); });
    if (column == sheet_.columns.end()) return refuse_column(head, "--fill");
    changes_.fills[column->published()] = fill.substr(equals + 1);
    import::Sheet::fill(*column, sheet_.unescaped.emplace_back(fill.substr(equals + 1)));
    return true;
  }

  // Splits a column as `split` says: "Header={vendor} {model}".
  bool split_names(const std::string& split) {
    const size_t equals = split.find("={") == std::string::npos ? split.find('=') : split.find("={");
    const std::string pattern = equals == std::string::npos ? "" : split.substr(equals + 1);
    const std::vector<std::string> names = import::names_of_pattern(pattern);
    if (names.empty())
      return refuse(fmt::format("--split {} has no pattern", split), "write --split 'Header={vendor} {model}'");
    const import::SheetColumn* found = find_head(split.substr(0, equals));
    if (!found) return refuse_column(split.substr(0, equals), "--split");
    const import::SheetColumn column = *found;
    std::vector<import::SheetColumn> made(names.size());
    size_t incomplete = 0;
    for (size_t i = 0; i < names.size(); ++i)
      made[i].head = names[i], made[i].origin = column.published(), made[i].part = import::Part::named,
      made[i].pattern = pattern;
    for (std::string_view cell : column.cells) {
      const auto parts = import::split_text(pattern, cell);
      if (!parts && !cell.empty())
        return refuse(
            fmt::format("\"{}\" in the column \"{}\" does not begin as \"{}\" does", cell, column.head, pattern),
            "give a pattern that fits all of its cells");
      incomplete += parts && parts->back().empty();
      for (size_t i = 0; i < names.size(); ++i)
        made[i].cells.push_back(sheet_.unescaped.emplace_back(parts ? (*parts)[i] : ""));
    }
    if (incomplete > 0) notes_.push_back(fmt::format("{} of {} have no {}", incomplete, column.head, names.back()));
    const auto at = sheet_.columns.begin() + (found - sheet_.columns.data());
    const auto next = sheet_.columns.erase(at);
    sheet_.columns.insert(next, made.begin(), made.end());
    return true;
  }

  // Moves footnotes to a column "note", which readers see next to the row's source.
  void add_footnotes() {
    if (sheet_.marks == 0 || find_head("note")) return;
    changes_.has_footnotes = true;
    notes_.push_back(fmt::format("{} became the column note",
                                 base::count_of(sheet_.marks, "mark of a footnote", "marks of footnotes")));
    import::SheetColumn& column = sheet_.columns.emplace_back();
    column.head = "Note";
    column.cells.assign(sheet_.footnotes.begin(), sheet_.footnotes.end());
    column.cells.resize(sheet_.rows());
  }

  bool refuse(std::string why, std::string help) {
    changes_.refusal = std::move(why);
    changes_.help = std::move(help);
    return false;
  }

  import::Sheet& sheet_;
  const NewResourceOptions& options_;
  const quantity::Units& units_;
  std::vector<std::string>& notes_;
  std::vector<std::string>& wanted_;
  base::Diagnostics& diagnostics_;
  SheetChanges changes_;
};

std::string quoted(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) all.push_back(json_text(text));
  return "[" + base::join(all, ", ") + "]";
}

}  // namespace

SheetChanges prepare_sheet(import::Sheet& sheet, const NewResourceOptions& options, const quantity::Units& units,
                           std::vector<std::string>& notes, std::vector<std::string>& wanted,
                           base::Diagnostics& diagnostics) {
  return SheetPreparer(sheet, options, units, notes, wanted, diagnostics).run();
}

void number_rows(import::Sheet& sheet, SheetChanges& changes) {
  import::SheetColumn column;
  column.head = "Row";
  for (size_t row : changes.rows) column.cells.push_back(sheet.unescaped.emplace_back(std::to_string(row)));
  sheet.columns.insert(sheet.columns.begin(), std::move(column));
  changes.has_numbers = true;
}

std::string settings_lines(const NewResourceOptions& options, const SheetChanges& changes,
                           const import::InferredTable& table) {
  std::string lines;
  if (changes.has_footnotes) lines += "footnotes: note\n";
  const bool has_commas = std::ranges::any_of(table.columns, [](const import::InferredColumn& column) {
    return column.writing == import::Writing::number_with_comma;
  });
  if (has_commas || !options.infer.decimal.empty())
    lines += fmt::format("decimal: {}\n", json_text(has_commas ? "," : options.infer.decimal));
  if (!options.infer.dates.empty()) lines += "dates: " + options.infer.dates + "\n";
  if (!options.choice.rows.empty()) lines += "rows: " + json_text(options.choice.rows) + "\n";
  if (options.choice.header > 0) lines += fmt::format("header: {}\n", options.choice.header);
  if (!options.choice.table.empty()) lines += "table: " + json_text(options.choice.table) + "\n";
  if (changes.has_numbers) lines += fmt::format("constants: {{{}: \"{{row}}\"}}\n", table.columns.front().name);
  if (!options.missing.empty()) lines += "missing: " + quoted(options.missing) + "\n";
  if (!changes.fills.empty()) lines += "fill:\n";
  for (const auto& [head, text] : changes.fills) lines += fmt::format("  {}: {}\n", json_text(head), json_text(text));
  if (!changes.without.empty()) lines += "without:\n";
  for (const auto& [head, cells] : changes.without)
    lines += fmt::format("  {}: {}\n", json_text(head), quoted({cells.begin(), cells.end()}));
  return lines;
}

}  // namespace cli
