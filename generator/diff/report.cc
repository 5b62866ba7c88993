#include "diff/report.h"

#include <fmt/format.h>

#include "base/text.h"

namespace diff {

using base::count_of;
using site::ChangeKind;

namespace {

// Whether so much changed that readers need the digest, and that each change should be listed only once.
bool is_long(const Comparison& comparison) {
  constexpr size_t kShort = 10;
  size_t rows = 0;
  for (const site::TableChange& table : comparison.changes.tables) rows += table.rows.size();
  return rows > kShort;
}

// Returns the changed cells of a table or chart to list. A long comparison lists only cells that a query calculated,
// because the others are already listed as rows of the data.
std::vector<site::ValueChange> listed_cells(const BlockChange& block, const Comparison& comparison) {
  std::vector<site::ValueChange> cells = block.cells;
  if (!is_long(comparison)) return cells;
  std::erase_if(cells, [&](const site::ValueChange& cell) {
    const auto is_cell = [&](const site::ValueChange& value) {
      return value.title == cell.title && value.before == cell.before && value.after == cell.after;
    };
    return std::ranges::any_of(comparison.changes.tables, [&](const site::TableChange& table) {
      return std::ranges::any_of(table.rows,
                                 [&](const site::RowChange& row) { return std::ranges::any_of(row.values, is_cell); });
    });
  });
  return cells;
}

// Returns a line for each changed setting: "Price: in USD now, was in EUR", "new column beans", "as_of: 2025 -> 2026".
std::vector<std::string> heading_words(const site::TableChange& table, std::string_view arrow) {
  std::vector<std::string> lines;
  auto unit = [](const std::string& text) { return text.empty() ? "no unit" : text; };
  auto value = [](const std::string& text) { return text.empty() ? "none" : text; };
  for (const site::UnitChange& change : table.units)
    lines.push_back(fmt::format("{}: in {} now, was in {}", change.title, unit(change.after), unit(change.before)));
  for (const std::string& name : table.columns_added) lines.push_back("new column " + name);
  for (const std::string& name : table.columns_gone) lines.push_back("no column " + name + " any more");
  for (const site::SettingChange& change : table.settings)
    lines.push_back(fmt::format("{}: {} {} {}{}", change.name, value(change.before), arrow, value(change.after),
                                change.name == "as_of" ? "" : " (for rows without their own)"));
  return lines;
}

// Returns `the case "a guest": latte -> tea`.
std::string flow_words(const site::FlowChange& flow, std::string_view arrow) {
  auto step = [](const std::string& id) { return id.empty() ? "nowhere" : id; };
  const std::string what = flow.who.empty() ? fmt::format("the answer {}/{}", flow.step, flow.answer)
                                            : fmt::format("the case \"{}\"", flow.who);
  return fmt::format("{}: {} {} {}", what, step(flow.before), arrow, step(flow.after));
}

// Counts all changes: "3 rows of data, 2 figures, 4 pages", or "nothing".
std::string summary_words(const Comparison& comparison) {
  const site::Changes& changes = comparison.changes;
  size_t rows = 0, settings = 0;
  for (const site::TableChange& table : changes.tables) {
    rows += table.rows.size();
    settings += table.settings.size();
  }
  std::vector<std::string> parts;
  auto add = [&](size_t count, const char* one, const char* many = "") {
    if (count > 0) parts.push_back(count_of(count, one, many));
  };
  add(rows, "row of data", "rows of data");
  add(settings, "setting of a table", "settings of tables");
  add(comparison.sources.size(), "source");
  add(changes.figures.size(), "figure");
  add(comparison.blocks.size(), "table or chart", "tables and charts");
  add(comparison.asserts.size(), "assert");
  add(comparison.prose.size(), "figure in a sentence", "figures in sentences");
  add(changes.flows.size(), "step of a flow", "steps of flows");
  add(comparison.doubts.size(), "doubt");
  add(comparison.mistakes.size(), "other mistake");
  add(changes.pages_added.size() + changes.pages_gone.size() + changes.pages_changed.size(), "page");
  add(comparison.generated_pages, "page of sources and data", "pages of sources and data");
  return parts.empty() ? "nothing" : base::join(parts, ", ");
}

}  // namespace

std::string Report::write() {
  const site::Changes& changes = comparison_.changes;
  const std::string before = code(options_.before), after = code(options_.after);
  title(plain(summary_words(comparison_)));
  if (comparison_.old_mistakes > 0)
    remark(fmt::format("{} has {}; what depends on them can't be compared", before,
                       count_of(comparison_.old_mistakes, "mistake")));
  std::vector<std::string> unrendered;
  if (!comparison_.old_is_rendered) unrendered.push_back(before);
  if (!comparison_.new_is_rendered) unrendered.push_back(after);
  if (!unrendered.empty())
    remark(base::join(unrendered, " and ") +
           " can't be rendered because a template is broken; pages and sentences are not compared");
  if (is_long(comparison_)) list("In short", comparison_.digest, [&](const std::string& each) { item(plain(each)); });
  const auto write_claim = [&](const ClaimChange& each) { claim(each); };
  list(std::string(style_.errors_title), comparison_.mistakes, write_claim);
  list("Asserts", comparison_.asserts, write_claim);
  list("Figures in sentences", comparison_.prose, write_claim);
  list("To review", comparison_.doubts, [&](const Doubt& each) { doubt(each); });
  for (size_t i = 0; i < std::min(changes.tables.size(), max_items_); ++i) table(changes.tables[i]);
  if (changes.tables.size() > max_items_)
    head(count_of(changes.tables.size() - max_items_, "more table") + " of the data");
  if (!comparison_.sources.empty()) {
    head("Sources");
    rows("Source", comparison_.sources);
  }
  if (!changes.figures.empty()) {
    head("Figures");
    figure_columns();
    each(changes.figures, [&](const site::FigureChange& each) { figure(each); });
  }
  list("Decisions", changes.flows,
       [&](const site::FlowChange& each) { item(code(each.flow) + ": " + plain(flow_words(each, style_.arrow))); });
  list("Tables and charts", comparison_.blocks,
       [&](const BlockChange& each) { block(each, listed_cells(each, comparison_)); });
  pages();
  return std::move(out_);
}

void Report::table(const site::TableChange& table) {
  head(fmt::format("{} ({}): {}", plain(table.title), code(table.resource), table_words(table)));
  for (const std::string& words : heading_words(table, style_.arrow)) item(plain(words));
  rows("Row", table.rows);
}

void Report::rows(std::string_view what, const std::vector<site::RowChange>& list) {
  std::vector<site::RowChange> shown;
  std::ranges::remove_copy_if(list, std::back_inserter(shown), is_only_provenance);
  if (!shown.empty()) row_columns(what);
  each(shown, [&](const site::RowChange& each) { row(each); });
  if (shown.size() < list.size()) note("  ", provenance_words(list.size() - shown.size()));
}

void Report::pages() {
  const site::Changes& changes = comparison_.changes;
  if (changes.pages_added.empty() && changes.pages_gone.empty() && changes.pages_changed.empty() &&
      comparison_.generated_pages == 0)
    return;
  head("Pages");
  for (const auto& [kind, list] : {std::pair(ChangeKind::added, &changes.pages_added),
                                   {ChangeKind::gone, &changes.pages_gone},
                                   {ChangeKind::changed, &changes.pages_changed}}) {
    for (size_t i = 0; i < std::min(list->size(), max_items_); ++i) page(kind, code((*list)[i]));
    if (const std::string more = more_words(list->size(), max_items_); !more.empty()) page(kind, more);
  }
  if (comparison_.generated_pages > 0) generated_pages(count_of(comparison_.generated_pages, "page"));
}

std::string more_words(size_t count, size_t max_items) {
  return count > max_items ? fmt::format("and {} more", count - max_items) : "";
}

std::string first_of(std::vector<std::string> items, size_t max_items, std::string_view separator) {
  const std::string more = more_words(items.size(), max_items);
  items.resize(std::min(items.size(), max_items));
  if (!more.empty()) items.push_back(more);
  return base::join(items, separator);
}

std::string table_words(const site::TableChange& table) {
  if (table.kind == ChangeKind::added) return "new, with " + count_of(table.rows_after, "row");
  if (table.kind == ChangeKind::gone) return "gone, with " + count_of(table.rows_before, "row");
  std::vector<std::string> parts;
  const size_t changed = table.count(ChangeKind::changed), added = table.count(ChangeKind::added),
               gone = table.count(ChangeKind::gone);
  if (changed > 0) parts.push_back(count_of(changed, "row") + " changed");
  if (added > 0) parts.push_back(fmt::format("{} new", added));
  if (gone > 0) parts.push_back(fmt::format("{} gone", gone));
  if (parts.empty()) parts.emplace_back(table.has_other_columns() ? "other columns" : "other settings");
  return fmt::format("{} (of {})", base::join(parts, ", "), table.rows_after);
}

bool is_only_provenance(const site::RowChange& row) {
  constexpr std::string_view kColumns[] = {"source", "locator", "locator_detail", "as_of"};
  return row.kind == ChangeKind::changed && !row.values.empty() &&
         std::ranges::all_of(row.values, [&](const site::ValueChange& value) {
           return std::ranges::find(kColumns, value.field) != std::end(kColumns);
         });
}

std::string provenance_words(size_t rows) { return count_of(rows, "row") + " changed in source, place or date only"; }

}  // namespace diff
