// Markdown for a pull request. Pictures can't be inlined from a workflow's artifact, which is an archive; so charts are
// told as tables of what they draw, and shown as pictures where both sides are published under addresses of their own.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "diff/report_words.h"
#include "markup/html.h"
#include "markup/markdown.h"

namespace diff {
namespace {

constexpr std::string_view kArrow = "→";

// Text of the site: no markup, no link, and no name that GitHub would send a message to.
std::string plain(std::string_view text) {
  std::string out;
  markup::append_markdown(out, text);
  return base::replace_all(markup::finish_inline(out, markup::Lines::one), "@", "@<!-- -->");
}

// The same within HTML, where Markdown does not count; on one line, since an empty one would end the HTML.
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

// The rows of a table or chart within the list of these.
constexpr size_t kMostCells = 12;
// What a comment of GitHub may have, in characters; bytes are no fewer.
constexpr size_t kMostOfComment = 65536;

class Markdown {
 public:
  // `most` of each list.
  Markdown(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options, size_t most)
      : comparison_(comparison), units_(units), options_(options), most_(most) {}

  std::string write() {
    const site::Changes& changes = comparison_.changes;
    out_ += fmt::format("## What changes: {}\n\n{} {} {}\n", plain(summary_words(comparison_)), code(options_.before),
                        kArrow, code(options_.after));
    if (comparison_.old_mistakes > 0)
      out_ += fmt::format("\n{} has {} of its own; what rests on them can't be compared.\n", code(options_.before),
                          base::count_of(comparison_.old_mistakes, "mistake"));
    if (std::string words = unrendered_words(comparison_, code(options_.before), code(options_.after)); !words.empty())
      out_ += "\n" + words + ".\n";
    claims("Does not build", comparison_.mistakes);
    claims("Asserts", comparison_.asserts);
    claims("Figures in sentences", comparison_.prose);
    doubts();
    tables(changes.tables);
    sources(comparison_.sources);
    figures(changes.figures);
    ranks(changes.ranks);
    flows(changes.flows);
    blocks();
    pages();
    return std::move(out_);
  }

 private:
  void head(const std::string& title) { out_ += "\n### " + title + "\n\n"; }

  void more(size_t count) {
    if (std::string text = more_words(count, most_); !text.empty()) out_ += "\n" + text + "\n";
  }

  size_t shown(size_t count) const { return std::min(count, most_); }

  void claims(const char* title, const std::vector<ClaimChange>& list) {
    if (list.empty()) return;
    head(title);
    for (size_t i = 0; i < shown(list.size()); ++i) {
      const ClaimChange& claim = list[i];
      const char* sign = claim.fails ? "❌" : "✅";
      const char* again = claim.fails ? "" : claim.name.empty() ? " agrees again; was:" : " holds again; was:";
      out_ += fmt::format("- {} {}{} {}\n", sign, code(claim.place), again, plain(claim.message));
    }
    more(list.size());
  }

  void doubts() {
    const std::vector<Doubt>& list = comparison_.doubts;
    if (list.empty()) return;
    head("To be looked at");
    for (size_t i = 0; i < shown(list.size()); ++i)
      out_ += fmt::format("- ⚠️ {} {}\n", code(list[i].place), plain(list[i].message));
    more(list.size());
  }

  void tables(const std::vector<site::TableChange>& list) {
    for (size_t i = 0; i < shown(list.size()); ++i) table(list[i]);
    if (list.size() > most_)
      out_ += fmt::format("\n### {} of the data\n", base::count_of(list.size() - most_, "more table"));
  }

  void table(const site::TableChange& table) {
    head(fmt::format("{} ({}): {}", plain(table.title), code(table.resource), table_words(table)));
    const std::vector<std::string> heading = heading_words(table, kArrow);
    for (const std::string& words : heading) out_ += "- " + plain(words) + "\n";
    if (table.rows.empty()) return;
    if (!heading.empty()) out_ += "\n";
    rows("Row", table.rows);
  }

  void sources(const std::vector<site::RowChange>& list) {
    if (list.empty()) return;
    head("Sources");
    rows("Source", list);
  }

  void rows(const char* what, const std::vector<site::RowChange>& list) {
    out_ += fmt::format("| {} | | Before | Now | Change |\n|---|---|---:|---:|---:|\n", what);
    for (size_t i = 0; i < shown(list.size()); ++i) row(list[i]);
    more(list.size());
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

  // "| before | after | change |"
  std::string cells(const site::ValueChange& value) const {
    const quantity::ShownChange shown = quantity::show_change(value.before, value.after, value.format, units_);
    std::string by = shown.only_unit ? "the same, in another unit" : shown.percent;
    if (by.empty() && value.before.unit != value.after.unit && quantity::is_number(value.before.value) &&
        quantity::is_number(value.after.value))
      by = "another unit";
    return fmt::format("| {} | {} | {} |", plain(shown.before), plain(shown.after), plain(by));
  }

  void figures(const std::vector<site::FigureChange>& list) {
    if (list.empty()) return;
    head("Figures");
    out_ += "| Figure | Before | Now | Change | Stated in |\n|---|---:|---:|---:|---|\n";
    for (size_t i = 0; i < shown(list.size()); ++i) {
      const site::FigureChange& figure = list[i];
      std::string name = code(figure.name, true);
      if (!figure.scope.empty()) name += " of " + code(figure.scope, true);
      out_ += fmt::format("| {} {} {} |\n", name, cells(figure.value), stated_in(figure.pages));
    }
    more(list.size());
  }

  std::string stated_in(const std::vector<std::string>& pages) const {
    std::vector<std::string> list;
    for (size_t i = 0; i < shown(pages.size()); ++i) list.push_back(code(pages[i], true));
    if (std::string text = more_words(pages.size(), most_); !text.empty()) list.push_back(std::move(text));
    return base::join(list, ", ");
  }

  void ranks(const std::vector<site::RankChange>& list) {
    if (list.empty()) return;
    head("Ranks");
    for (size_t i = 0; i < shown(list.size()); ++i)
      out_ += fmt::format("- {}: {} in {}, by {}\n", plain(list[i].row), rank_words(list[i], kArrow),
                          code(list[i].page + "#" + list[i].block), plain(list[i].column));
    more(list.size());
  }

  void flows(const std::vector<site::FlowChange>& list) {
    if (list.empty()) return;
    head("Decisions");
    for (size_t i = 0; i < shown(list.size()); ++i)
      out_ += fmt::format("- {}: {}\n", code(list[i].flow), plain(flow_words(list[i], kArrow)));
    more(list.size());
  }

  void blocks() {
    if (comparison_.blocks.empty()) return;
    head("Tables and charts");
    for (size_t i = 0; i < shown(comparison_.blocks.size()); ++i) block(comparison_.blocks[i]);
    more(comparison_.blocks.size());
  }

  // Closed, so that the list of them stays a list.
  void block(const BlockChange& block) {
    const size_t most = std::min(kMostCells, most_);
    out_ += fmt::format("<details><summary>{}: {} ({})</summary>\n\n", block.is_chart ? "Chart" : "Table",
                        plain_html(block.title), plain_html(block.page + "#" + block.name));
    pictures(block);
    if (!block.cells.empty()) out_ += "| Row | | Before | Now | Change |\n|---|---|---:|---:|---:|\n";
    for (size_t i = 0; i < block.cells.size() && i < most; ++i)
      out_ += fmt::format("| {} | {} {}\n", plain(block.cells[i].field), plain(block.cells[i].title),
                          cells(block.cells[i]));
    if (std::string text = more_words(block.cells.size(), most); !text.empty()) out_ += "\n" + text + "\n";
    names("new", block.rows_added);
    names("gone", block.rows_gone);
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

  void names(const char* what, const std::vector<std::string>& rows) {
    if (rows.empty()) return;
    out_ += fmt::format("\n{}:", what);
    for (size_t i = 0; i < shown(rows.size()); ++i) out_ += (i > 0 ? "; " : " ") + plain(rows[i]);
    if (std::string text = more_words(rows.size(), most_); !text.empty()) out_ += "; " + text;
    out_ += "\n";
  }

  void pages() {
    const site::Changes& changes = comparison_.changes;
    if (changes.pages_added.empty() && changes.pages_gone.empty() && comparison_.pages.empty() &&
        comparison_.generated_pages == 0)
      return;
    head("Pages");
    addresses("new", changes.pages_added);
    addresses("gone", changes.pages_gone);
    for (size_t i = 0; i < shown(comparison_.pages.size()); ++i) {
      const std::string reason = reason_words(comparison_.pages[i]);
      out_ += fmt::format("- {}{}\n", code(comparison_.pages[i].address), reason.empty() ? "" : ": " + plain(reason));
    }
    more(comparison_.pages.size());
    if (comparison_.generated_pages > 0)
      out_ += fmt::format("\n{} made of sources, data and lists besides.\n",
                          base::count_of(comparison_.generated_pages, "page"));
  }

  void addresses(const char* what, const std::vector<std::string>& list) {
    for (size_t i = 0; i < shown(list.size()); ++i) out_ += fmt::format("- {} **{}**\n", code(list[i]), what);
    if (std::string text = more_words(list.size(), most_); !text.empty())
      out_ += fmt::format("- {} **{}**\n", text, what);
  }

  const Comparison& comparison_;
  const quantity::Units& units_;
  const ReportOptions& options_;
  const size_t most_;
  std::string out_;
};

}  // namespace

// Lists are halved until all of it fits; whoever asked for everything gets it.
std::string report_markdown(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options) {
  for (size_t most = options.most;; most /= 2) {
    std::string text = Markdown(comparison, units, options, most).write();
    if (text.size() < kMostOfComment || most == 0 || most == SIZE_MAX) return text;
  }
}

}  // namespace diff
