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

std::string code_in_cell(std::string_view text) { return code(text, true); }

const char* new_or_gone(site::ChangeKind kind) { return kind == site::ChangeKind::added ? "new" : "gone"; }

constexpr size_t kMaxCells = 12;  // limit for each table or chart in the list of changed blocks
// GitHub's limit for a comment is in characters; counting bytes is stricter.
constexpr size_t kMaxComment = 65536;

class Markdown final : public Report {
 public:
  // Lists at most `max_items` items of each list.
  Markdown(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options, size_t max_items)
      : Report(comparison, units, options, max_items, {kArrow, "Does not build"}) {}

 private:
  std::string plain(std::string_view text) const override { return diff::plain(text); }
  std::string code(std::string_view text) const override { return diff::code(text); }
  void title(const std::string& summary) override {
    out_ +=
        fmt::format("## What changes: {}\n\n{} {} {}\n", summary, code(options_.before), kArrow, code(options_.after));
  }
  void remark(const std::string& text) override { out_ += "\n" + text + ".\n"; }
  void head(const std::string& title) override { out_ += "\n### " + title + "\n\n"; }
  void item(const std::string& text) override { out_ += "- " + text + "\n"; }
  void note(std::string_view, const std::string& text) override { out_ += "\n" + text + "\n"; }

  void claim(const ClaimChange& claim) override {
    const char* sign = claim.fails ? "❌" : "✅";
    const char* again = claim.fails ? "" : claim.name.empty() ? " agrees again; was:" : " holds again; was:";
    item(fmt::format("{} {}{} {}", sign, code(claim.place), again, plain(claim.message)));
  }
  void doubt(const Doubt& doubt) override { item(fmt::format("⚠️ {} {}", code(doubt.place), plain(doubt.message))); }

  void row_columns(std::string_view what) override {
    if (!out_.ends_with("\n\n")) out_ += "\n";
    out_ += fmt::format("| {} | | Before | Now | Change |\n|---|---|---:|---:|---:|\n", what);
  }

  void row(const site::RowChange& row) override {
    std::string name = plain(row.name);
    if (row.name != row.key) name += " " + code_in_cell(row.key);
    if (row.kind != site::ChangeKind::changed) name += fmt::format(" **{}**", new_or_gone(row.kind));
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

  void figure_columns() override {
    out_ += "| Figure | Before | Now | Change | Stated in |\n|---|---:|---:|---:|---|\n";
  }
  void figure(const site::FigureChange& figure) override {
    std::string name = code_in_cell(figure.name);
    if (!figure.scope.empty()) name += " of " + code_in_cell(figure.scope);
    std::vector<std::string> pages;
    for (const std::string& page : figure.pages) pages.push_back(code_in_cell(page));
    out_ += fmt::format("| {} {} {} |\n", name, cells(figure.value), first_of(std::move(pages), max_items_, ", "));
  }

  // Writes a block, collapsed so that the list of blocks stays readable.
  void block(const BlockChange& block, const std::vector<site::ValueChange>& shown) override {
    out_ += fmt::format("<details><summary>{}: {} ({})</summary>\n\n", block.is_chart ? "Chart" : "Table",
                        plain_html(block.title), plain_html(block.page + "#" + block.name));
    pictures(block);
    if (const size_t others = block.cells.size() - shown.size(); others > 0)
      out_ += base::count_of(others, "cell changed", "cells changed") + " as in the data above.\n\n";
    if (!shown.empty()) row_columns("Row");
    const auto write = [&](const site::ValueChange& cell) {
      out_ += fmt::format("| {} | {} {}\n", plain(cell.field), plain(cell.title), cells(cell));
    };
    each(shown, write, "", kMaxCells);
    for (const auto& [what, rows] : {std::pair("new", &block.rows_added), {"gone", &block.rows_gone}}) {
      std::vector<std::string> names;
      for (const std::string& row : *rows) names.push_back(plain(row));
      if (!names.empty()) note("", fmt::format("{}: {}", what, first_of(std::move(names), max_items_, "; ")));
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

  void page(site::ChangeKind kind, const std::string& text) override {
    item(kind == site::ChangeKind::changed ? text : fmt::format("{} **{}**", text, new_or_gone(kind)));
  }
  void generated_pages(const std::string& count) override {
    note("", "Not listed: " + count + " generated from sources, data and lists.");
  }
};

}  // namespace

std::string report_markdown(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options) {
  for (size_t max_items = options.max_items;; max_items /= 2) {
    std::string text = Markdown(comparison, units, options, max_items).write();
    if (text.size() < kMaxComment || max_items == 0 || max_items == SIZE_MAX) return text;
  }
}

}  // namespace diff
