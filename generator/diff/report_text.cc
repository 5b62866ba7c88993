#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "diff/report.h"

namespace diff {
namespace {

// The report is ASCII, because not all terminals and logs show other characters.
constexpr std::string_view kPlainArrow = "->";

class Text {
 public:
  Text(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options)
      : comparison_(comparison), units_(units), options_(options) {}

  std::string write() {
    const site::Changes& changes = comparison_.changes;
    line(fmt::format("{} {} {}: {}", options_.before, kPlainArrow, options_.after, summary_words(comparison_)));
    if (comparison_.old_mistakes > 0)
      line(fmt::format("({} has {}; what depends on them can't be compared)", options_.before,
                       base::count_of(comparison_.old_mistakes, "mistake")));
    if (std::string words = unrendered_words(comparison_, options_.before, options_.after); !words.empty())
      line("(" + words + ")");
    if (is_long(comparison_)) list("In short", comparison_.digest, [&](const std::string& each) { line("  " + each); });
    list("Errors in the new version", comparison_.mistakes, [&](const ClaimChange& each) { claim(each); });
    list("Asserts", comparison_.asserts, [&](const ClaimChange& each) { claim(each); });
    list("Figures in sentences", comparison_.prose, [&](const ClaimChange& each) { claim(each); });
    list("To review", comparison_.doubts,
         [&](const Doubt& each) { line(fmt::format("  {}: {}", each.place, each.message)); });
    for (const site::TableChange& each : changes.tables) table(each);
    list("Sources", comparison_.sources, [&](const site::RowChange& each) { row(each); });
    list("Figures", changes.figures, [&](const site::FigureChange& each) { figure(each); });
    list("Ranks", changes.ranks, [&](const site::RankChange& each) {
      line(fmt::format("  {} {} in {}#{}, by {}", each.row, rank_words(each, kPlainArrow), each.page, each.block,
                       each.column));
    });
    list("Tables and charts", comparison_.blocks, [&](const BlockChange& each) { block(each); });
    list("Decisions", changes.flows, [&](const site::FlowChange& each) {
      line(fmt::format("  {}: {}", each.flow, flow_words(each, kPlainArrow)));
    });
    pages();
    return std::move(out_);
  }

 private:
  // Writes a line. Control characters in the data become visible, so they cannot affect the terminal.
  void line(const std::string& text) { out_ += base::visible(text) + "\n"; }

  void head(const std::string& title) {
    out_ += "\n";
    line(title);
  }

  template <class Item, class Write>
  void list(const std::string& title, const std::vector<Item>& items, Write write) {
    if (items.empty()) return;
    head(title);
    each(items, write);
  }

  // Writes the first items, and how many more there are.
  template <class Item, class Write>
  void each(const std::vector<Item>& items, Write write, std::string_view indent = "  ") {
    for (size_t i = 0; i < items.size() && i < options_.max_items; ++i) write(items[i]);
    if (std::string text = more_words(items.size(), options_.max_items); !text.empty())
      line(std::string(indent) + text);
  }

  void claim(const ClaimChange& claim) {
    const char* fate = claim.fails ? "fails" : claim.name.empty() ? "agrees again" : "holds again";
    if (claim.fails && claim.name.empty())
      line(fmt::format("  {}: {}", claim.place, claim.message));
    else
      line(
          fmt::format("  {}: {}{}", claim.place, fate, claim.fails ? ": " + claim.message : ", was: " + claim.message));
  }

  void table(const site::TableChange& table) {
    head(fmt::format("{} ({}): {}", table.title, table.resource, table_words(table)));
    for (const std::string& words : heading_words(table, kPlainArrow)) line("  " + words);
    rows(table.rows);
  }

  // Lists rows. Rows that changed only in their source, locator or date are counted instead.
  void rows(const std::vector<site::RowChange>& list) {
    std::vector<site::RowChange> shown;
    std::ranges::remove_copy_if(list, std::back_inserter(shown), is_only_provenance);
    each(shown, [&](const site::RowChange& each) { row(each); });
    if (shown.size() < list.size()) line("  " + provenance_words(list.size() - shown.size()));
  }

  void row(const site::RowChange& row) {
    std::string text = fmt::format("  {} {}", sign_of(row.kind), row.key);
    if (row.name != row.key) text += fmt::format(" ({})", row.name);
    if (!row.was.empty()) text += fmt::format(", was {}", row.was);
    line(text);
    for (const site::ValueChange& value : row.values)
      line(fmt::format("      {}: {}", value.title, value_of(row.kind, value)));
  }

  static std::string_view sign_of(site::ChangeKind kind) {
    return kind == site::ChangeKind::added ? "+" : kind == site::ChangeKind::gone ? "-" : "~";
  }

  std::string value_of(site::ChangeKind kind, const site::ValueChange& value) const {
    return kind == site::ChangeKind::gone
               ? quantity::show_change(value.before, value.before, value.format, units_).before
               : change_words(value, units_, kPlainArrow);
  }

  void figure(const site::FigureChange& figure) {
    std::string text = fmt::format("  {} {}", sign_of(figure.kind), figure.name);
    if (!figure.scope.empty()) text += fmt::format(" of {}", figure.scope);
    text += ": " + value_of(figure.kind, figure.value);
    if (!figure.pages.empty()) text += ", stated in " + stated_in(figure.pages);
    line(text);
  }

  void block(const BlockChange& block) {
    line(fmt::format("  {} {} in {}", block.is_chart ? "chart" : "table", block.name, block.page));
    const std::vector<site::ValueChange> cells = listed_cells(block, comparison_);
    if (cells.size() < block.cells.size())
      line(fmt::format("      {} as in the data above",
                       base::count_of(block.cells.size() - cells.size(), "cell changed", "cells changed")));
    each(
        cells,
        [&](const site::ValueChange& cell) {
          line(fmt::format("      {}, {}: {}", cell.field, cell.title, change_words(cell, units_, kPlainArrow)));
        },
        "      ");
    for (const auto& [what, rows] : {std::pair("new", &block.rows_added), {"gone", &block.rows_gone}})
      each(*rows, [&](const std::string& row) { line(fmt::format("      {}: {}", what, row)); }, "      ");
  }

  void pages() {
    const site::Changes& changes = comparison_.changes;
    const size_t all = changes.pages_added.size() + changes.pages_gone.size() + comparison_.pages.size();
    if (all == 0 && comparison_.generated_pages == 0) return;
    head("Pages");
    for (const auto& [sign, list] : {std::pair('+', &changes.pages_added), {'-', &changes.pages_gone}})
      each(
          *list, [&](const std::string& page) { line(fmt::format("  {} {}", sign, page)); },
          fmt::format("  {} ", sign));
    each(comparison_.pages, [&](const AffectedPage& page) {
      const std::string reason = reason_words(page);
      line("  ~ " + page.address + (reason.empty() ? "" : ": " + reason));
    });
    if (comparison_.generated_pages > 0)
      line("  and " + base::count_of(comparison_.generated_pages, "page") + " generated from sources, data and lists");
  }

  // Returns the pages that state a figure: "index.html, other.html, and 3 more".
  std::string stated_in(const std::vector<std::string>& pages) const {
    std::vector<std::string> list = pages;
    list.resize(std::min(pages.size(), options_.max_items));
    if (std::string text = more_words(pages.size(), options_.max_items); !text.empty()) list.push_back(std::move(text));
    return base::join(list, ", ");
  }

  const Comparison& comparison_;
  const quantity::Units& units_;
  const ReportOptions& options_;
  std::string out_;
};

}  // namespace

std::string report_text(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options) {
  return Text(comparison, units, options).write();
}

}  // namespace diff
