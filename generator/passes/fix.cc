#include "passes/fix.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
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

}  // namespace

FixReport fix_site(const io::FileSystem& root, const Options& options, bool records_addresses,
                   const ImportedTables& imported) {
  FixReport report;
  Reviews reviews;
  for (bool is_fixed = false;; is_fixed = true) {
    io::MemoryFileSystem changed;
    for (const base::ChangedFile& file : report.files) (void)changed.write(file.path, file.bytes).ok();
    CheckedSite checked = check_site(io::LayeredFileSystem(root, changed), options);
    report.sources_of_spans = checked.report.sources_of_spans;
    if (has_unread_file(checked.report.diagnostics)) {  // the data are then incomplete
      report.left = std::move(checked.report.diagnostics);
      return report;
    }
    if (!is_fixed && fix_figures(checked, imported, reviews, report)) continue;
    report.left = with_reviews(checked.report.diagnostics, reviews);
    if (records_addresses && !report.left.has_errors()) record(checked, report);
    return report;
  }
}

}  // namespace passes
