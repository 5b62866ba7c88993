#include "import/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "notation/json.h"
#include "quantity/decimal.h"

namespace import {
namespace {

using notation::json_text;

constexpr size_t kMostLines = 20;

// " (+3.7 %)"; "" where it can't be said.
std::string percent(const CellChange& change) {
  if (!change.number) return "";
  auto before = quantity::Exact::parse(change.before), after = quantity::Exact::parse(change.after);
  if (!before || !after || before->sign() == 0) return "";
  quantity::Exact by = (*after - *before) / before->abs() * 100;
  std::string text = by.round_half_up(1);
  if (by.sign() > 0) text = "+" + text;
  return fmt::format(" ({} %)", text);
}

std::string said(const std::string& text) { return text.empty() ? "nothing" : base::visible(text); }

// Whether more than where a row comes from has changed, and when it was true.
bool is_of_values(const RowChange& change) {
  static constexpr std::array<std::string_view, 3> kOrigin = {"source", "locator", "as_of"};
  return std::any_of(change.cells.begin(), change.cells.end(), [](const CellChange& cell) {
    return std::find(kOrigin.begin(), kOrigin.end(), cell.column) == kOrigin.end();
  });
}

std::string line_of(const RowChange& change) {
  std::vector<std::string> cells;
  for (const CellChange& cell : change.cells)
    cells.push_back(fmt::format("{} {} -> {}{}", cell.column, said(cell.before), said(cell.after), percent(cell)));
  return fmt::format("~ {}: {}", change.key, base::join(cells, "; "));
}

class Report {
 public:
  Report(const Imported& imported, bool all) : imported_(imported), all_(all) {}

  std::string text() {
    const Merged& merged = imported_.merged;
    out_ = fmt::format("{} read for {}: {} new, {} changed, {} as before, {} gone, {} left out\n",
                       base::count_of(imported_.harvest.read, imported_.harvest.what), imported_.resource,
                       merged.added.size(), merged.changed.size(), merged.same, merged.gone.size(), left_out());
    std::vector<std::string> lines;
    for (const std::string& key : merged.added) lines.push_back("+ " + key);
    list("new", lines);
    changed();
    lines.clear();
    for (const std::string& key : merged.gone) lines.push_back("- " + key);
    list(imported_.removed_gone ? "gone, and taken out"
                                : "gone: not among what came in, and kept (--remove-gone takes them out)",
         lines);
    skips();
    unknown();
    notes();
    return std::move(out_);
  }

 private:
  size_t left_out() const {
    size_t count = imported_.harvest.skips.count();
    for (const auto& [name, reason] : imported_.unknown) count += reason.count;
    return count;
  }

  // Values first: a new revision of a price list changes the locators of all.
  void changed() {
    std::vector<std::string> lines, of_origin;
    for (const RowChange& change : imported_.merged.changed)
      (is_of_values(change) ? lines : of_origin).push_back(line_of(change));
    const size_t of_values = lines.size();
    lines.insert(lines.end(), of_origin.begin(), of_origin.end());
    list(of_origin.empty() ? "changed"
                           : fmt::format("changed, {} of them in no more than source, locator or date",
                                         of_values == 0 ? "all" : std::to_string(of_origin.size())),
         lines);
  }

  void list(std::string_view heading, const std::vector<std::string>& lines) {
    if (lines.empty()) return;
    out_ += fmt::format("\n{}:\n", heading);
    size_t shown = all_ ? lines.size() : std::min(lines.size(), kMostLines);
    for (size_t i = 0; i < shown; ++i) out_ += "  " + base::visible(lines[i]) + "\n";
    if (shown < lines.size()) out_ += fmt::format("  … and {} more (-v shows all)\n", lines.size() - shown);
  }

  static std::string places(const Skips::Reason& reason) {
    std::string more = reason.count > reason.examples.size() ? ", …" : "";
    std::string out, file;
    for (const std::string& place : reason.examples) {
      size_t colon = place.rfind(':');
      bool same = colon != std::string::npos && !file.empty() && place.substr(0, colon) == file;
      out += (out.empty() ? "" : ", ") + (same ? place.substr(colon + 1) : place);
      file = colon == std::string::npos ? "" : place.substr(0, colon);
    }
    return out + more;
  }

  void skips() {
    std::vector<std::pair<size_t, std::string>> reasons;
    for (const auto& [why, reason] : imported_.harvest.skips.reasons())
      reasons.emplace_back(reason.count, fmt::format("{:>6}  {} ({})", reason.count, why, places(reason)));
    std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::string> lines;
    for (auto& [count, line] : reasons) lines.push_back(std::move(line));
    list("left out, and why", lines);
  }

  void unknown() {
    if (imported_.unknown.empty()) return;
    std::vector<std::string> lines;
    for (const auto& [name, reason] : imported_.unknown)
      lines.push_back(fmt::format("{:>6}  {} ({})", reason.count, json_text(name), places(reason)));
    list("left out, since nobody has said what these names mean", lines);
    std::string file = imported_.names_file.empty() ? "a table of names, which the settings name (names: TABLE)"
                                                    : imported_.names_file;
    std::string line = imported_.names_line;
    if (line.empty())
      line = fmt::format("{{\"name\": {}, \"means\": \"…\"}}", json_text(imported_.unknown.begin()->first));
    out_ += fmt::format("  say it in {}; an empty \"means\" leaves a name out for good:\n  {}\n", file,
                        base::visible(line));
  }

  void notes() {
    std::vector<std::string> lines;
    for (const std::string& note : imported_.harvest.notes) lines.push_back("- " + note);
    const auto& fields = imported_.merged.no_columns;
    if (!fields.empty())
      lines.push_back(fmt::format("- {} has no column for: {}", imported_.resource,
                                  base::join({fields.begin(), fields.end()}, ", ")));
    list("notes", lines);
  }

  const Imported& imported_;
  bool all_;
  std::string out_;
};

}  // namespace

std::string report_of(const Imported& imported, bool all) { return Report(imported, all).text(); }

}  // namespace import
