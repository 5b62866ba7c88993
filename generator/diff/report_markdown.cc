// Writes Markdown for a pull request. It can't show pictures from a workflow's artifact, because that is an archive, so
// charts are listed as tables of their values, and shown as pictures only if both sides are published.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "diff/report.h"
#include "markup/html.h"
#include "markup/markdown.h"

namespace diff {
namespace {

constexpr std::string_view kArrow = "→";

// Escapes a text of the site: removes markup, links, and names that GitHub would notify.
std::string plain(std::string_view text) {
  std::string out;
  markup::append_markdown(out, text);
  return base::replace_all(markup::finish_inline(out, markup::Lines::one), "@", "@<!-- -->");
}

// Escapes a text within HTML and puts it on one line, because an empty line would end the HTML.
std::string plain_html(std::string_view text) {
  std::string line = markup::escape(text);
  std::replace_if(line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return base::replace_all(std::move(line), "@", "@<!-- -->");
}

std::string code(std::string_view text, bool in_cell = false) {
  std::string out;
  markup::append_code_span(out, text, in_cell);
  return markup::finish_inline(out, markup::Lines::one);
}

constexpr size_t kMaxCells = 12;  // limit for each table or chart in the list of changed blocks
// GitHub's limit for a comment is in characters; counting bytes is stricter.
constexpr size_t kMaxComment = 65536;

class Markdown {
 public:
  // Lists at most `max_items` items of each list.
  Markdown(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options, size_t max_items)
      : comparison_(comparison), units_(units), options_(options), max_items_(max_items) {}

  std::string write() {
    const site::Changes& changes = comparison_.changes;
    out_ += fmt::format("## What changes: {}\n\n{} {} {}\n", plain(summary_words(comparison_)), code(options_.before),
                        kArrow, code(options_.after));
    if (comparison_.old_mistakes > 0)
      out_ += fmt::format("\n{} has {}; what depends on them can't be compared.\n", code(options_.before),
                          base::count_of(comparison_.old_mistakes, "mistake"));
    if (std::string words = unrendered_words(comparison_, code(options_.before), code(options_.after)); !words.empty())
      out_ += "\n" + words + ".\n";
    if (is_long(comparison_))
      list("In short", comparison_.digest, [&](const std::string& each) { out_ += "- " + plain(each) + "\n"; });
    claims("Does not build", comparison_.mistakes);
    claims("Asserts", comparison_.asserts);
    claims("Figures in sentences", comparison_.prose);
    list("To review", comparison_.doubts,
         [&](const Doubt& each) { out_ += fmt::format("- ⚠️ {} {}\n", code(each.place), plain(each.message)); });
    for (size_t i = 0; i < std::min(changes.tables.size(), max_items_); ++i) table(changes.tables[i]);
    if (changes.tables.size() > max_items_)
      out_ += fmt::format("\n### {} of the data\n", base::count_of(changes.tables.size() - max_items_, "more table"));
    if (!comparison_.sources.empty()) {
      head("Sources");
      rows("Source", comparison_.sources);
    }
    figures(changes.figures);
    list("Ranks", changes.ranks, [&](const site::RankChange& each) {
      out_ += fmt::format("- {}: {} in {}, by {}\n", plain(each.row), rank_words(each, kArrow),
                          code(each.page + "#" + each.block), plain(each.column));
    });
    list("Decisions", changes.flows, [&](const site::FlowChange& each) {
      out_ += fmt::format("- {}: {}\n", code(each.flow), plain(flow_words(each, kArrow)));
    });
    list("Tables and charts", comparison_.blocks, [&](const BlockChange& each) { block(each); });
    pages();
    return std::move(out_);
  }

 private:
  void head(const std::string& title) { out_ += "\n### " + title + "\n\n"; }

  template <class Item, class Write>
  void list(const std::string& title, const std::vector<Item>& items, Write write) {
    if (items.empty()) return;
    head(title);
    each(items, write);
  }

  // Writes the first items, and how many more there are.
  template <class Item, class Write>
  void each(const std::vector<Item>& items, Write write, size_t max_items = SIZE_MAX) {
    max_items = std::min(max_items, max_items_);
    for (size_t i = 0; i < std::min(items.size(), max_items); ++i) write(items[i]);
    if (std::string text = more_words(items.size(), max_items); !text.empty()) out_ += "\n" + text + "\n";
  }

  void claims(const char* title, const std::vector<ClaimChange>& items) {
    list(title, items, [&](const ClaimChange& claim) {
      const char* sign = claim.fails ? "❌" : "✅";
      const char* again = claim.fails ? "" : claim.name.empty() ? " agrees again; was:" : " holds again; was:";
      out_ += fmt::format("- {} {}{} {}\n", sign, code(claim.place), again, plain(claim.message));
    });
  }

  void table(const site::TableChange& table) {
    head(fmt::format("{} ({}): {}", plain(table.title), code(table.resource), table_words(table)));
    const std::vector<std::string> heading = heading_words(table, kArrow);
    for (const std::string& words : heading) out_ += "- " + plain(words) + "\n";
    if (table.rows.empty()) return;
    if (!heading.empty()) out_ += "\n";
    rows("Row", table.rows);
  }

  void rows(const char* what, const std::vector<site::RowChange>& list) {
    std::vector<site::RowChange> shown;
    std::ranges::remove_copy_if(list, std::back_inserter(shown), is_only_provenance);
    if (!shown.empty()) out_ += fmt::format("| {} | | Before | Now | Change |\n|---|---|---:|---:|---:|\n", what);
    each(shown, [&](const site::RowChange& each) { row(each); });
    if (shown.size() < list.size()) out_ += "\n" + provenance_words(list.size() - shown.size()) + "\n";
  }

  void row(const site::RowChange& row) {
    std::string name = plain(row.name);
    if (row.name != row.key) name += " " + code(row.key, true);
    if (row.kind != site::ChangeKind::changed)
      name += fmt::format(" **{}**", row.kind == site::ChangeKind::added ? "new" : "gone");
    if (!row.was.empty()) name += ", was " + code(row.was, true);
    if (row.values.empty()) out_ += fmt::format("| {} | | | | |\n", name);
    for (const site::ValueChange& value : row.values) {
      out_ += fmt::format("| {} | {} {}\n", name, plain(value.title), cells(value));
      name.clear();
    }
  }

  // Returns the cells "| before | after | change |".
  std::string cells(const site::ValueChange& value) const {
    const quantity::ShownChange shown = quantity::show_change(value.before, value.after, value.format, units_);
    std::string by = shown.only_unit ? "same value, different unit" : shown.percent;
    if (by.empty() && value.before.unit != value.after.unit && quantity::is_number(value.before.value) &&
        quantity::is_number(value.after.value))
      by = "another unit";
    return fmt::format("| {} | {} | {} |", plain(shown.before), plain(shown.after), plain(by));
  }

  void figures(const std::vector<site::FigureChange>& list) {
    if (list.empty()) return;
    head("Figures");
    out_ += "| Figure | Before | Now | Change | Stated in |\n|---|---:|---:|---:|---|\n";
    each(list, [&](const site::FigureChange& figure) {
      std::string name = code(figure.name, true);
      if (!figure.scope.empty()) name += " of " + code(figure.scope, true);
      std::vector<std::string> pages;
      for (const std::string& page : figure.pages) pages.push_back(code(page, true));
      out_ += fmt::format("| {} {} {} |\n", name, cells(figure.value), joined(std::move(pages), ", "));
    });
  }

  // Joins items: "a; b, and 3 more".
  std::string joined(std::vector<std::string> items, std::string_view separator) const {
    std::string more = more_words(items.size(), max_items_);
    items.resize(std::min(items.size(), max_items_));
    if (!more.empty()) items.push_back(std::move(more));
    return base::join(items, separator);
  }

  // Writes a block, collapsed so that the list of blocks stays readable.
  void block(const BlockChange& block) {
    out_ += fmt::format("<details><summary>{}: {} ({})</summary>\n\n", block.is_chart ? "Chart" : "Table",
                        plain_html(block.title), plain_html(block.page + "#" + block.name));
    pictures(block);
    const std::vector<site::ValueChange> shown = listed_cells(block, comparison_);
    if (shown.size() < block.cells.size())
      out_ += base::count_of(block.cells.size() - shown.size(), "cell changed", "cells changed") +
              " as in the data above.\n\n";
    if (!shown.empty()) out_ += "| Row | | Before | Now | Change |\n|---|---|---:|---:|---:|\n";
    each(
        shown,
        [&](const site::ValueChange& cell) {
          out_ += fmt::format("| {} | {} {}\n", plain(cell.field), plain(cell.title), cells(cell));
        },
        kMaxCells);
    for (const auto& [what, rows] : {std::pair("new", &block.rows_added), {"gone", &block.rows_gone}}) {
      std::vector<std::string> names;
      for (const std::string& row : *rows) names.push_back(plain(row));
      if (!names.empty()) out_ += fmt::format("\n{}: {}\n", what, joined(std::move(names), "; "));
    }
    out_ += "\n</details>\n";
  }

  void pictures(const BlockChange& block) {
    if (!block.has_pictures || options_.before_url.empty() || options_.after_url.empty()) return;
    auto picture = [&](const char* alt, const std::string& base) {
      std::string out = fmt::format("![{}]", alt);
      markup::append_destination(out, base + "charts/" + block.name + ".png");
      return out;
    };
    out_ += fmt::format("| Before | Now |\n|---|---|\n| {} | {} |\n\n", picture("before", options_.before_url),
                        picture("now", options_.after_url));
  }

  void pages() {
    const site::Changes& changes = comparison_.changes;
    if (changes.pages_added.empty() && changes.pages_gone.empty() && comparison_.pages.empty() &&
        comparison_.generated_pages == 0)
      return;
    head("Pages");
    for (const auto& [what, list] : {std::pair("new", &changes.pages_added), {"gone", &changes.pages_gone}}) {
      for (size_t i = 0; i < std::min(list->size(), max_items_); ++i)
        out_ += fmt::format("- {} **{}**\n", code((*list)[i]), what);
      if (std::string text = more_words(list->size(), max_items_); !text.empty())
        out_ += fmt::format("- {} **{}**\n", text, what);
    }
    each(comparison_.pages, [&](const AffectedPage& page) {
      const std::string reason = reason_words(page);
      out_ += fmt::format("- {}{}\n", code(page.address), reason.empty() ? "" : ": " + plain(reason));
    });
    if (comparison_.generated_pages > 0)
      out_ += fmt::format("\nNot listed: {} generated from sources, data and lists.\n",
                          base::count_of(comparison_.generated_pages, "page"));
  }

  const Comparison& comparison_;
  const quantity::Units& units_;
  const ReportOptions& options_;
  const size_t max_items_;
  std::string out_;
};

}  // namespace

std::string report_markdown(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options) {
  for (size_t max_items = options.max_items;; max_items /= 2) {
    std::string text = Markdown(comparison, units, options, max_items).write();
    if (text.size() < kMaxComment || max_items == 0 || max_items == SIZE_MAX) return text;
  }
}

}  // namespace diff
