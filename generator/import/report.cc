// The report of an import (import/import.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "import/import.h"
#include "notation/json.h"
#include "quantity/decimal.h"

namespace import {
namespace {

using Lines = std::vector<std::string>;

constexpr size_t kMaxLines = 20;
constexpr size_t kMaxShownBytes = 300, kMaxLineBytes = 1000;  // of what is shown of a key, and of a line
constexpr size_t kFewMoves = 5;  // fewer changed numbers of a column are listed but not counted

// Returns the change of a number in percent; nullopt if there is no number to compare with.
std::optional<quantity::Exact> change_in_percent(const CellChange& cell) {
  const auto before = quantity::Exact::parse(cell.before), after = quantity::Exact::parse(cell.after);
  if (!cell.is_number || !before || !after || before->sign() == 0) return std::nullopt;
  return (*after - *before) / before->abs() * 100;
}

// Describes a changed cell: "length 2860 -> 2850 (-0.3 %)".
std::string change_of(const CellChange& cell) {
  const auto shown = [](const std::string& text) {
    return text.empty() ? "nothing" : base::shortened(text, kMaxShownBytes);
  };
  const auto by = change_in_percent(cell);
  return fmt::format("{} {} -> {}{}", cell.column, shown(cell.before), shown(cell.after),
                     by ? fmt::format(" ({}{} %)", by->sign() > 0 ? "+" : "", by->round_half_up(1)) : "");
}

// Whether more than a row's source, locator or date has changed.
bool has_changed_values(const RowChange& change) {
  static constexpr std::array<std::string_view, 4> kOrigin = {"source", "locator", "locator_detail", "as_of"};
  return std::ranges::any_of(
      change.cells, [](const CellChange& cell) { return std::ranges::find(kOrigin, cell.column) == kOrigin.end(); });
}

// Lists the places of skipped rows: "vms.csv:3, 5, 8, …".
std::string places_of(const Skips::Reason& reason) {
  std::string out, file;
  for (const std::string& place : reason.examples) {
    const size_t colon = place.rfind(':');
    const bool is_same = colon != std::string::npos && !file.empty() && place.substr(0, colon) == file;
    out += (out.empty() ? "" : ", ") + (is_same ? place.substr(colon + 1) : place);
    file = colon == std::string::npos ? "" : place.substr(0, colon);
  }
  return out + (reason.count > reason.examples.size() ? ", …" : "");
}

class Report {
 public:
  Report(const ImportResult& result, bool all) : result_(result), all_(all) {}

  std::string text() {
    const Merged& merged = result_.merged;
    const Input& input = result_.input;
    out_ = fmt::format("{} read for {}: {} new, {} changed, {} unchanged, {} missing, {} skipped\n",
                       base::count_of(input.read, input.what), result_.resource, merged.added.size(),
                       merged.changed.size(), merged.same, merged.gone.size(),
                       input.skips.count() + result_.unknown.count());
    list("new", with_sign("+ ", merged.added));
    list_changed();
    list_doubts();
    const std::string& edition = result_.edition.version;
    if (!result_.history.empty() && !merged.replaced.empty())
      out_ += fmt::format("\n{} of the earlier edition moved to {}\n", base::count_of(merged.replaced.size(), "row"),
                          result_.history);
    list(!edition.empty()       ? fmt::format("dropped by edition {}", edition)
         : result_.removed_gone ? "missing from the source, and removed"
                                : "missing from the source, but not removed (--remove-gone removes them)",
         with_sign("- ", merged.gone));
    list("no longer the best, and removed", with_sign("- ", merged.beaten));
    list("skipped, and why", lines_of(input.skips, [](const std::string& why) { return why; }));
    list_unknown();
    Lines notes;
    for (const std::string& each : input.notes) notes.push_back("- " + each);
    const auto& fields = merged.no_columns;
    if (!fields.empty())
      notes.push_back(fmt::format("- {} has no column for: {}", result_.resource,
                                  base::join({fields.begin(), fields.end()}, ", ")));
    list("notes", notes);
    Lines assumed;
    for (const Assumption& each : input.assumed) assumed.push_back("- " + each.line());
    list("assumed", assumed);
    return std::move(out_);
  }

 private:
  static Lines with_sign(const char* sign, Lines lines) {
    for (std::string& line : lines) line = sign + base::shortened(line, kMaxShownBytes);
    return lines;
  }

  // Lists numbers as the settings confirm them.
  void list_doubts() {
    Lines lines;
    for (const auto& [path, before, after, span] : result_.merged.doubts)
      lines.push_back(fmt::format("! {}: {}  # {}", notation::json_text(base::shortened(path, kMaxShownBytes)),
                                  base::shortened(after), before.empty() ? "new" : "was " + base::shortened(before)));
    list(fmt::format("to review: ten times or more than before, or the first that are negative; list those that are "
                     "right in {}, under \"confirmed\"",
                     result_.settings),
         lines);
  }

  // Lists reasons with their counts, the most frequent first.
  template <class TextOf>
  static Lines lines_of(const Skips& skips, TextOf text_of) {
    std::vector<std::pair<size_t, std::string>> reasons;
    for (const auto& [why, reason] : skips.reasons())
      reasons.emplace_back(reason.count, fmt::format("{:>6}  {} ({})", reason.count,
                                                     base::shortened(text_of(why), kMaxShownBytes), places_of(reason)));
    std::ranges::stable_sort(reasons, std::greater(), [](const auto& each) { return each.first; });
    Lines lines;
    for (auto& [count, line] : reasons) lines.push_back(std::move(line));
    return lines;
  }

  void list(std::string_view heading, const Lines& lines) {
    if (lines.empty()) return;
    out_ += fmt::format("\n{}:\n", heading);
    const size_t shown = all_ ? lines.size() : std::min(lines.size(), kMaxLines);
    for (size_t i = 0; i < shown; ++i) out_ += "  " + base::visible(base::shortened(lines[i], kMaxLineBytes)) + "\n";
    if (shown < lines.size()) out_ += fmt::format("  … and {} more (-v shows all)\n", lines.size() - shown);
  }

  // States for each column with many changed numbers how many rose and how many fell.
  void list_moves() {
    std::map<std::string, std::array<std::vector<quantity::Exact>, 2>> moves;
    for (const RowChange& change : result_.merged.changed)
      for (const CellChange& cell : change.cells)
        if (const auto by = change_in_percent(cell); by && by->sign() != 0)
          moves[cell.column][by->sign() > 0].push_back(by->abs());
    Lines lines;
    for (auto& [column, both] : moves) {
      if (both[0].size() + both[1].size() < kFewMoves) continue;
      Lines parts;
      for (size_t i = 0; i < both.size(); ++i) {
        if (both[i].empty()) continue;
        std::ranges::sort(both[i]);
        parts.push_back(fmt::format("{} {} by {} % (median)", both[i].size(), i == 0 ? "fell" : "rose",
                                    both[i][both[i].size() / 2].round_half_up(1)));
      }
      lines.push_back(fmt::format("{}: {}", column, base::join(parts, ", ")));
    }
    list("numbers", lines);
  }

  // Lists rows with changed values first, because a new revision of a price list changes the locators of all rows.
  void list_changed() {
    Lines lines, of_origin;
    for (const RowChange& change : result_.merged.changed) {
      Lines cells;
      for (const CellChange& cell : change.cells) cells.push_back(change_of(cell));
      (has_changed_values(change) ? lines : of_origin)
          .push_back(fmt::format("~ {}: {}", base::shortened(change.key, kMaxShownBytes), base::join(cells, "; ")));
    }
    list_moves();
    list("changed", lines);
    if (all_)
      list("changed in source, locator or date only", of_origin);
    else if (!of_origin.empty())
      out_ += fmt::format("\nchanged in source, locator or date only: {} (-v lists them)\n",
                          base::count_of(of_origin.size(), "row"));
  }

  void list_unknown() {
    if (result_.unknown.count() == 0) return;
    list("skipped, because these names are unknown", lines_of(result_.unknown, notation::json_text));
    const std::string& first = result_.unknown.reasons().begin()->first;
    out_ += fmt::format(
        "  add them to {}; an empty \"means\" always skips a name:\n  {}\n",
        result_.names_file.empty() ? "a table of names, named in the settings (names: TABLE)" : result_.names_file,
        base::visible(result_.names_line.empty()
                          ? fmt::format("{{\"name\": {}, \"means\": \"…\"}}", notation::json_text(first))
                          : result_.names_line));
  }

  const ImportResult& result_;
  bool all_;
  std::string out_;
};

}  // namespace

std::string report_of(const ImportResult& result, bool all) { return Report(result, all).text(); }

}  // namespace import
