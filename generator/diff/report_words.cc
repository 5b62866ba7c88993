#include "diff/report.h"

#include <fmt/format.h>

#include "base/text.h"

namespace diff {

using base::count_of;
using site::ChangeKind;

std::string ordinal(size_t number) {
  if (number == 0) return "–";
  const size_t tens = number % 100, ones = number % 10;
  const char* end = tens >= 11 && tens <= 13 ? "th" : ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
  return std::to_string(number) + end;
}

std::string change_words(const site::ValueChange& change, const quantity::Units& units, std::string_view arrow) {
  const quantity::ShownChange shown = quantity::show_change(change.before, change.after, change.format, units);
  if (quantity::is_null(change.before.value)) return shown.after;
  if (quantity::is_null(change.after.value)) return shown.before + " " + std::string(arrow) + " nothing";
  std::string text = fmt::format("{} {} {}", shown.before, arrow, shown.after);
  if (shown.only_unit) return text + " (same value, different unit)";
  const bool other_unit = change.before.unit != change.after.unit;
  if (!shown.percent.empty()) text += fmt::format(" ({}{})", shown.percent, other_unit ? ", different unit" : "");
  if (shown.percent.empty() && other_unit && quantity::is_number(change.before.value) &&
      quantity::is_number(change.after.value))
    text += " (different unit)";
  return text;
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
  if (parts.empty()) parts.push_back(table.has_other_columns() ? "other columns" : "other settings");
  return fmt::format("{} (of {})", base::join(parts, ", "), table.rows_after);
}

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

std::string rank_words(const site::RankChange& rank, std::string_view arrow) {
  if (rank.before == 0) return "new, " + ordinal(rank.after);
  if (rank.after == 0) return "gone, was " + ordinal(rank.before);
  return fmt::format("{} {} {}", ordinal(rank.before), arrow, ordinal(rank.after));
}

std::string flow_words(const site::FlowChange& flow, std::string_view arrow) {
  auto step = [](const std::string& id) { return id.empty() ? "nowhere" : id; };
  const std::string what = flow.who.empty() ? fmt::format("the answer {}/{}", flow.step, flow.answer)
                                            : fmt::format("the case \"{}\"", flow.who);
  return fmt::format("{}: {} {} {}", what, step(flow.before), arrow, step(flow.after));
}

std::string reason_words(const AffectedPage& page) {
  constexpr size_t kMaxReasons = 4;
  std::vector<std::string> parts;
  if (page.own_text) parts.emplace_back("its text");
  for (size_t i = 0; i < page.because_of.size() && i < kMaxReasons; ++i) parts.push_back(page.because_of[i]);
  if (page.because_of.size() > kMaxReasons) parts.push_back(more_words(page.because_of.size(), kMaxReasons));
  return base::join(parts, ", ");
}

std::string origin_words(size_t rows) {
  return count_of(rows, "row") + " with the same values and another source, place or date";
}

std::string more_words(size_t count, size_t max_items) {
  return count > max_items ? fmt::format("and {} more", count - max_items) : "";
}

std::string unrendered_words(const Comparison& comparison, const std::string& before, const std::string& after) {
  std::vector<std::string> sides;
  if (!comparison.old_is_rendered) sides.push_back(before);
  if (!comparison.new_is_rendered) sides.push_back(after);
  if (sides.empty()) return "";
  return base::join(sides, " and ") +
         " can't be rendered because a template is broken; pages and sentences are not compared";
}

std::string summary_words(const Comparison& comparison) {
  const site::Changes& changes = comparison.changes;
  size_t rows = 0, settings = 0;
  for (const site::TableChange& table : changes.tables) rows += table.rows.size(), settings += table.settings.size();
  std::vector<std::string> parts;
  auto add = [&](size_t count, const char* one, const char* many = "") {
    if (count > 0) parts.push_back(count_of(count, one, many));
  };
  add(rows, "row of data", "rows of data");
  add(settings, "setting of a table", "settings of tables");
  add(comparison.sources.size(), "source");
  add(changes.figures.size(), "figure");
  add(comparison.blocks.size(), "table or chart", "tables and charts");
  add(changes.ranks.size(), "rank");
  add(comparison.asserts.size(), "assert");
  add(comparison.prose.size(), "figure in a sentence", "figures in sentences");
  add(changes.flows.size(), "step of a flow", "steps of flows");
  add(comparison.doubts.size(), "doubt");
  add(comparison.mistakes.size(), "other mistake");
  add(changes.pages_added.size() + changes.pages_gone.size() + comparison.pages.size(), "page");
  add(comparison.generated_pages, "page of sources and data", "pages of sources and data");
  return parts.empty() ? "nothing" : base::join(parts, ", ");
}

}  // namespace diff
