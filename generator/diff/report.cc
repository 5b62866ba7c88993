#include "diff/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/markdown.h"

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

// GitHub's limit for a comment is in characters; counting bytes is stricter.
constexpr size_t kMaxComment = 65536;

class Report {
 public:
  Report(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options, size_t max_items)
      : comparison_(comparison),
        units_(units),
        options_(options),
        is_markdown_(options.is_markdown),
        max_items_(max_items) {}

  std::string write() {
    const site::Changes& changes = comparison_.changes;
    const std::string before = code(options_.before), after = code(options_.after);
    const std::string summary = summary_words(comparison_);
    is_markdown_ ? line(fmt::format("## What changes: {}\n\n{} {} {}", summary, before, arrow_, after))
                 : line(fmt::format("{} {} {}: {}", before, arrow_, after, summary));
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
    list("Errors in the new version", comparison_.mistakes, write_claim);
    list("Asserts", comparison_.asserts, write_claim);
    list("Figures in sentences", comparison_.prose, write_claim);
    list("To review", comparison_.doubts,
         [&](const Doubt& each) { item(fmt::format("{}: {}", code(each.place), plain(each.message))); });
    for (size_t i = 0; i < std::min(changes.tables.size(), max_items_); ++i) table(changes.tables[i]);
    if (changes.tables.size() > max_items_)
      head(count_of(changes.tables.size() - max_items_, "more table") + " of the data");
    if (!comparison_.sources.empty()) {
      head("Sources");
      rows(comparison_.sources);
    }
    list("Figures", changes.figures, [&](const site::FigureChange& each) { figure(each); });
    list("Decisions", changes.flows,
         [&](const site::FlowChange& each) { item(code(each.flow) + ": " + plain(flow_words(each, arrow_))); });
    list("Tables and charts", comparison_.blocks,
         [&](const BlockChange& each) { block(each, listed_cells(each, comparison_)); });
    pages();
    return std::move(out_);
  }

 private:
  // Writes a line. In a terminal, control characters in the data become visible, so they cannot affect it.
  void line(const std::string& text) { out_ += (is_markdown_ ? text : base::visible(text)) + "\n"; }

  // Formats a text of the site. In Markdown, removes markup, links, and names that GitHub would notify.
  std::string plain(std::string_view text) const {
    if (!is_markdown_) return std::string(text);
    std::string out;
    markup::append_markdown(out, text);
    return base::replace_all(markup::finish_inline(out, markup::Lines::one), "@", "@<!-- -->");
  }
  // Formats a name: of a page, a file, a revision.
  std::string code(std::string_view text) const {
    if (!is_markdown_) return std::string(text);
    std::string out;
    markup::append_code_span(out, text, false);
    return markup::finish_inline(out, markup::Lines::one);
  }
  // Formats an item that was added, removed or changed.
  std::string with_sign(ChangeKind kind, const std::string& text) const {
    if (!is_markdown_)
      return fmt::format("{} {}", kind == ChangeKind::added ? "+" : kind == ChangeKind::gone ? "-" : "~", text);
    return kind == ChangeKind::changed ? text : fmt::format("{} **{}**", text, new_or_gone(kind));
  }
  static const char* new_or_gone(ChangeKind kind) { return kind == ChangeKind::added ? "new" : "gone"; }

  void remark(const std::string& text) { line(is_markdown_ ? "\n" + text + "." : "(" + text + ")"); }
  void head(const std::string& title) {
    out_ += '\n';
    line(is_markdown_ ? "### " + title + "\n" : title);
  }
  void item(const std::string& text) { line((is_markdown_ ? "- " : "  ") + text); }
  void part(const std::string& text) { line((is_markdown_ ? "  - " : "      ") + text); }  // of an item

  // Writes the first items, and how many more there are.
  template <class Item, class Write>
  void each(const std::vector<Item>& items, Write write, void (Report::*more)(const std::string&) = &Report::item) {
    for (size_t i = 0; i < std::min(items.size(), max_items_); ++i) write(items[i]);
    if (const std::string words = more_words(items.size(), max_items_); !words.empty()) (this->*more)(words);
  }
  template <class Item, class Write>
  void list(const std::string& title, const std::vector<Item>& items, Write write) {
    if (items.empty()) return;
    head(title);
    each(items, write);
  }

  void claim(const ClaimChange& claim) {
    std::string_view fate = claim.name.empty() ? "" : "fails: ";
    if (!claim.fails) fate = claim.name.empty() ? "agrees again, was: " : "holds again, was: ";
    item(fmt::format("{}: {}{}", code(claim.place), fate, plain(claim.message)));
  }

  void table(const site::TableChange& table) {
    head(fmt::format("{} ({}): {}", plain(table.title), code(table.resource), table_words(table)));
    for (const std::string& words : heading_words(table, arrow_)) item(plain(words));
    rows(table.rows);
  }

  void rows(const std::vector<site::RowChange>& list) {
    std::vector<site::RowChange> shown;
    std::ranges::remove_copy_if(list, std::back_inserter(shown), is_only_provenance);
    each(shown, [&](const site::RowChange& row) {
      item(with_sign(row.kind, code(row.key) + (row.name != row.key ? fmt::format(" ({})", plain(row.name)) : "")));
      for (const site::ValueChange& value : row.values)
        part(fmt::format("{}: {}", plain(value.title), plain(value_of(row.kind, value))));
    });
    if (shown.size() < list.size()) item(provenance_words(list.size() - shown.size()));
  }

  // Returns the change of a value, "€4.00 -> €4.20 (+5 %)", or the value that was added or removed.
  std::string value_of(ChangeKind kind, const site::ValueChange& change) const {
    using quantity::is_null, quantity::is_number;
    const quantity::ValueInUnit &before = change.before, &after = change.after;
    if (kind == ChangeKind::gone) return quantity::show_change(before, before, change.format, units_).before;
    const quantity::ShownChange shown = quantity::show_change(before, after, change.format, units_);
    if (is_null(before.value)) return shown.after;
    std::string text = fmt::format("{} {} {}", shown.before, arrow_, is_null(after.value) ? "nothing" : shown.after);
    if (shown.only_unit) return text + " (same value, different unit)";
    const bool other_unit = before.unit != after.unit;
    if (!shown.percent.empty())
      text += fmt::format(" ({}{})", shown.percent, other_unit ? ", different unit" : "");
    else if (other_unit && is_number(before.value) && is_number(after.value))
      text += " (different unit)";
    return text;
  }

  void figure(const site::FigureChange& figure) {
    std::string text = code(figure.name);
    if (!figure.scope.empty()) text += " of " + code(figure.scope);
    text += ": " + plain(value_of(figure.kind, figure.value));
    std::vector<std::string> pages;
    for (const std::string& page : figure.pages) pages.push_back(code(page));
    if (!pages.empty()) text += ", stated in " + first_of(std::move(pages), max_items_, ", ");
    item(with_sign(figure.kind, text));
  }

  void block(const BlockChange& block, const std::vector<site::ValueChange>& cells) {
    item(fmt::format("{} {} in {}", block.is_chart ? "chart" : "table", code(block.name), code(block.page)));
    if (is_markdown_ && block.has_pictures && !options_.before_url.empty() && !options_.after_url.empty())
      part(picture("before", options_.before_url, block) + " " + picture("now", options_.after_url, block));
    if (const size_t others = block.cells.size() - cells.size(); others > 0)
      part(count_of(others, "cell changed", "cells changed") + " as in the data above");
    const auto write = [&](const site::ValueChange& cell) {
      part(plain(fmt::format("{}, {}: {}", cell.field, cell.title, value_of(ChangeKind::changed, cell))));
    };
    each(cells, write, &Report::part);
    for (const auto& [kind, rows] :
         {std::pair(ChangeKind::added, &block.rows_added), {ChangeKind::gone, &block.rows_gone}})
      each(
          *rows, [&](const std::string& row) { part(fmt::format("{}: {}", new_or_gone(kind), plain(row))); },
          &Report::part);
  }

  static std::string picture(const char* alt, const std::string& url, const BlockChange& block) {
    std::string out = fmt::format("![{}]", alt);
    markup::append_destination(out, url + "charts/" + block.name + ".png");
    return out;
  }

  void pages() {
    const site::Changes& changes = comparison_.changes;
    if (changes.pages_added.empty() && changes.pages_gone.empty() && changes.pages_changed.empty() &&
        comparison_.generated_pages == 0)
      return;
    head("Pages");
    for (const auto& [kind, list] : {std::pair(ChangeKind::added, &changes.pages_added),
                                     {ChangeKind::gone, &changes.pages_gone},
                                     {ChangeKind::changed, &changes.pages_changed}}) {
      for (size_t i = 0; i < std::min(list->size(), max_items_); ++i) item(with_sign(kind, code((*list)[i])));
      if (const std::string more = more_words(list->size(), max_items_); !more.empty()) item(with_sign(kind, more));
    }
    if (comparison_.generated_pages > 0)
      item(fmt::format("and {} generated from sources, data and lists", count_of(comparison_.generated_pages, "page")));
  }

  const Comparison& comparison_;
  const quantity::Units& units_;
  const ReportOptions& options_;
  const bool is_markdown_;
  const size_t max_items_;
  // Text is ASCII, because not all terminals and logs show other characters.
  const std::string_view arrow_ = is_markdown_ ? "→" : "->";
  std::string out_;
};

}  // namespace

std::string report(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options) {
  for (size_t max_items = options.max_items;; max_items /= 2) {
    std::string text = Report(comparison, units, options, max_items).write();
    if (!options.is_markdown || text.size() < kMaxComment || max_items == 0 || max_items == SIZE_MAX) return text;
  }
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
