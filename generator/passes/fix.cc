#include "passes/fix.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "data/csv.h"
#include "io/layered.h"
#include "io/memory.h"
#include "notation/json.h"
#include "passes/parse.h"
#include "quantity/decimal.h"

namespace passes {
namespace {

// Adds the new text of a file. `before` is its text in this round, or null.
void add_file(const std::string& path, std::string text, const base::SourceText* before, FixReport& report) {
  const auto known = std::ranges::find(report.files, path, &base::ChangedFile::path);
  if (known == report.files.end())
    report.files.push_back({path, std::move(text), base::hash_of(before)});
  else
    known->bytes = std::move(text);
}

// Returns what to write into the settings of an import before a figure is corrected; "" if it may be.
std::string review_of(const blocks::Correction& correction, const ImportedTables& imported) {
  const size_t slash = correction.key.find('/');
  const auto table = imported.find(correction.key.substr(0, slash));
  if (correction.far_value.empty() || slash == std::string::npos || table == imported.end()) return "";
  const std::string path = correction.key.substr(slash + 1);
  const auto confirmed = table->second.confirmed.find(path);
  const auto value = quantity::Exact::parse(correction.far_value);
  if (confirmed != table->second.confirmed.end() && quantity::Exact::parse(confirmed->second) == value) return "";
  return fmt::format("not corrected, because {} is far from it: if it is right, write in {}: confirmed: {{{}: {}}}",
                     correction.far_value, table->second.settings, notation::json_text(path), correction.far_value);
}

using Reviews = std::map<std::string, std::string>;  // review_of(), by the figure

// Returns whether any figure was corrected.
bool fix_figures(const CheckedSite& checked, const ImportedTables& imported, Reviews& reviews, FixReport& report) {
  std::vector<base::Edit> edits;
  for (const pages::RenderedPage& page : checked.rendered)
    for (const blocks::Correction& correction : page.corrections)
      if (std::string review = review_of(correction, imported); review.empty())
        edits.push_back(correction.edit);
      else
        reviews["figure:" + correction.key] = std::move(review);
  for (const base::FileEdits& file : base::sort_edits(std::move(edits))) {
    add_file(file.source->path(), base::edited_text(file), file.source, report);
    report.diff += base::edits_diff(file);
    report.figures += file.edits.size();
    ++report.pages;
  }
  return report.pages > 0;
}

// Returns the text of data/redirects.csv (`file` may be null) with edited rows, and new rows at its end.
std::string redirects_text(const base::SourceText* file, std::vector<base::Edit> edits,
                           const std::vector<std::string>& added) {
  const std::string_view text = file ? file->text() : std::string_view();
  const std::string_view end = base::line_end_of(text);
  std::string result(text);
  if (file && !edits.empty()) {
    for (const base::FileEdits& changed : base::sort_edits(std::move(edits))) result = base::edited_text(changed);
  }
  if (base::trim(result).empty()) result = site::kRedirectColumns;
  if (!added.empty() && !result.ends_with('\n')) result += end;
  for (const std::string& row : added) result += row + std::string(end);
  return result;
}

// Redirects lost addresses with a likely new place, and rows that redirect in two steps. Returns true if rows were
// added to the file, so that the site must be checked again.
bool fix_redirects(const CheckedSite& checked, const AddressFix& addresses, FixReport& report) {
  std::map<site::Place, site::Place> moved;  // new places by old ones
  std::vector<std::string> rows, added;      // the new and changed rows, and the new ones
  for (const check::Loss& loss : checked.addresses.losses) {
    if (!loss.nearest.is_likely) continue;
    moved.emplace(loss.what, loss.nearest.places[0]);
    added.push_back(check::redirect_for(loss, addresses.today));
  }
  std::vector<base::Edit> edits;
  for (const site::Redirect& row : checked.site->redirects.rows()) {
    std::string target = row.final;
    if (const auto now = site::moved_place(row.to, moved); target.empty() && now) target = to_text(*now);
    if (target.empty()) continue;
    edits.push_back({row.to_span, data::csv_cell(target)});
    rows.push_back(to_text(row.from) + "," + target + "," + row.since + "," + data::csv_cell(row.why));
  }
  rows.insert(rows.end(), added.begin(), added.end());
  if (rows.empty()) return false;
  std::ranges::move(rows, std::back_inserter(report.redirects));
  if (!addresses.redirects) return false;
  const std::string path(site::kRedirects);
  const base::SourceText* file = checked.inputs->find_source(path);
  add_file(path, redirects_text(file, std::move(edits), added), file, report);
  return true;
}

void record(const CheckedSite& checked, FixReport& report) {
  check::Permalinks all = checked.addresses.recorded;
  const check::RecordCounts counts = check::record_anchors(links_of(checked.rendered), all);
  const std::string path(check::kPermalinks), text = check::permalinks_text(all);
  const base::SourceText* file = checked.inputs->find_source(path);
  if (file && file->text() == text) return;
  add_file(path, text, file, report);
  report.recorded = counts;
}

// Adds to errors in figures why they were not corrected.
base::Diagnostics with_reviews(const base::Diagnostics& left, const Reviews& reviews) {
  base::Diagnostics all;
  for (base::Diagnostic each : left.list()) {
    const auto review = each.code == "figure-mismatch" ? reviews.find(each.about) : reviews.end();
    if (review != reviews.end()) each.suggest(review->second);
    base::Diagnostic& added = each.severity == base::Severity::error ? all.error(each.code, each.span, "")
                                                                     : all.warning(each.code, each.span, "");
    added = std::move(each);
  }
  return all;
}

bool has_unread_file(const base::Diagnostics& diagnostics) {
  return std::any_of(diagnostics.list().begin(), diagnostics.list().end(),
                     [](const base::Diagnostic& each) { return each.code == "unreadable-file"; });
}

// How often redirects are added. After each round the site is checked again, because the new page may lack anchors of
// the old one.
constexpr int kMaxRounds = 4;

}  // namespace

FixReport fix_site(const io::FileSystem& root, const Options& options, const AddressFix& addresses,
                   const ImportedTables& imported) {
  FixReport report;
  Reviews reviews;
  for (int round = 1;; ++round) {
    io::MemoryFileSystem changed;
    for (const base::ChangedFile& file : report.files) (void)changed.write(file.path, file.bytes).ok();
    CheckedSite checked = check_site(io::LayeredFileSystem(root, changed), options);
    report.sources_of_spans = checked.report.sources_of_spans;
    if (has_unread_file(checked.report.diagnostics)) {  // the data are then incomplete
      report.left = std::move(checked.report.diagnostics);
      return report;
    }
    if (round == 1 && fix_figures(checked, imported, reviews, report)) continue;
    if (round <= kMaxRounds && fix_redirects(checked, addresses, report)) continue;
    report.left = with_reviews(checked.report.diagnostics, reviews);
    if (addresses.permalinks && !report.left.has_errors()) record(checked, report);
    return report;
  }
}

}  // namespace passes
