// A comparison as text for a terminal or a log (diff/report.h).
#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"
#include "diff/report.h"

namespace diff {
namespace {

// The report is ASCII, because not all terminals and logs show other characters.
constexpr std::string_view kPlainArrow = "->";

class Text final : public Report {
 public:
  Text(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options)
      : Report(comparison, units, options, options.max_items, {kPlainArrow, "Errors in the new version"}) {}

 private:
  // Writes a line. Control characters in the data become visible, so they cannot affect the terminal.
  void line(const std::string& text) { out_ += base::visible(text) + "\n"; }

  std::string plain(std::string_view text) const override { return std::string(text); }
  std::string code(std::string_view text) const override { return std::string(text); }
  void title(const std::string& summary) override {
    line(fmt::format("{} {} {}: {}", options_.before, kPlainArrow, options_.after, summary));
  }
  void remark(const std::string& text) override { line("(" + text + ")"); }
  void head(const std::string& title) override {
    out_ += "\n";
    line(title);
  }
  void item(const std::string& text) override { line("  " + text); }
  void note(std::string_view indent, const std::string& text) override { line(std::string(indent) + text); }

  void claim(const ClaimChange& claim) override {
    const char* fate = claim.fails ? "fails: " : claim.name.empty() ? "agrees again, was: " : "holds again, was: ";
    item(fmt::format("{}: {}{}", claim.place, claim.fails && claim.name.empty() ? "" : fate, claim.message));
  }
  void doubt(const Doubt& doubt) override { item(doubt.place + ": " + doubt.message); }

  void row(const site::RowChange& row) override {
    std::string text = fmt::format("  {} {}", sign_of(row.kind), row.key);
    if (row.name != row.key) text += fmt::format(" ({})", row.name);
    line(text);
    for (const site::ValueChange& value : row.values)
      line(fmt::format("      {}: {}", value.title, value_of(row.kind, value)));
  }

  static std::string_view sign_of(site::ChangeKind kind) {
    return kind == site::ChangeKind::added ? "+" : kind == site::ChangeKind::gone ? "-" : "~";
  }

  // Returns the change of a value, "€4.00 -> €4.20 (+5 %)", or the value that was added or removed.
  std::string value_of(site::ChangeKind kind, const site::ValueChange& change) const {
    using quantity::is_null, quantity::is_number;
    const quantity::ValueInUnit &before = change.before, &after = change.after;
    if (kind == site::ChangeKind::gone) return quantity::show_change(before, before, change.format, units_).before;
    const quantity::ShownChange shown = quantity::show_change(before, after, change.format, units_);
    if (is_null(before.value)) return shown.after;
    if (is_null(after.value)) return shown.before + " -> nothing";
    std::string text = fmt::format("{} {} {}", shown.before, kPlainArrow, shown.after);
    if (shown.only_unit) return text + " (same value, different unit)";
    const bool other_unit = before.unit != after.unit;
    if (!shown.percent.empty())
      text += fmt::format(" ({}{})", shown.percent, other_unit ? ", different unit" : "");
    else if (other_unit && is_number(before.value) && is_number(after.value))
      text += " (different unit)";
    return text;
  }

  void figure(const site::FigureChange& figure) override {
    std::string text = fmt::format("  {} {}", sign_of(figure.kind), figure.name);
    if (!figure.scope.empty()) text += fmt::format(" of {}", figure.scope);
    text += ": " + value_of(figure.kind, figure.value);
    if (!figure.pages.empty()) text += ", stated in " + first_of(figure.pages, max_items_, ", ");
    line(text);
  }

  void block(const BlockChange& block, const std::vector<site::ValueChange>& cells) override {
    constexpr std::string_view kIndent = "      ";
    line(fmt::format("  {} {} in {}", block.is_chart ? "chart" : "table", block.name, block.page));
    if (const size_t others = block.cells.size() - cells.size(); others > 0)
      note(kIndent, base::count_of(others, "cell changed", "cells changed") + " as in the data above");
    const auto write = [&](const site::ValueChange& cell) {
      note(kIndent, fmt::format("{}, {}: {}", cell.field, cell.title, value_of(site::ChangeKind::changed, cell)));
    };
    each(cells, write, kIndent);
    for (const auto& [what, rows] : {std::pair("new", &block.rows_added), {"gone", &block.rows_gone}})
      each(*rows, [&](const std::string& row) { note(kIndent, fmt::format("{}: {}", what, row)); }, kIndent);
  }

  void page(site::ChangeKind kind, const std::string& text) override {
    line(fmt::format("  {} {}", sign_of(kind), text));
  }
  void generated_pages(const std::string& count) override {
    item("and " + count + " generated from sources, data and lists");
  }
};

}  // namespace

std::string report_text(const Comparison& comparison, const quantity::Units& units, const ReportOptions& options) {
  return Text(comparison, units, options).write();
}

}  // namespace diff
