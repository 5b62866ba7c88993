#include "build/fix.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/edit.h"
#include "build/parse.h"

namespace build {
namespace {

using Place = std::tuple<const base::SourceText*, uint32_t, uint32_t>;
Place place_of(const base::Span& span) { return {span.source, span.begin, span.end}; }

std::vector<blocks::Correction> corrections_of(CheckedSite& checked) {
  std::vector<blocks::Correction> corrections;
  for (pages::RenderedPage& page : checked.rendered)
    std::move(page.corrections.begin(), page.corrections.end(), std::back_inserter(corrections));
  return corrections;
}

std::vector<base::Edit> edits_of(const std::vector<blocks::Correction>& corrections) {
  std::vector<base::Edit> edits;
  for (const blocks::Correction& correction : corrections) edits.push_back(correction.edit);
  return edits;
}

// Where figures were mended: the places of the corrections whose edits were made.
std::set<Place> mended_places(const std::vector<blocks::Correction>& corrections,
                              const std::vector<base::FileEdits>& files) {
  std::set<Place> made, places;
  for (const base::FileEdits& file : files)
    for (const base::Edit& edit : file.edits) made.insert(place_of(edit.span));
  for (const blocks::Correction& correction : corrections)
    if (made.contains(place_of(correction.edit.span))) places.insert(place_of(correction.place));
  return places;
}

// Puts `text` in place of what was read, null for a file that was not there. Says why not in `left`.
bool replace(const std::string& path, const base::SourceText* before, const std::string& text, io::FileSystem& root,
             FixReport& report) {
  auto now = root.read(path);
  if (!now && now.error().kind != io::ErrorKind::not_found) {
    report.left.error("unreadable-file", path, fmt::format("{} can't be read: {}", path, now.error().message));
    report.machine_failed = true;
    return false;
  }
  const bool is_same = before ? now && now.value() == before->text() : !now;
  if (!is_same) {
    report.left.error("file-changed", path, fmt::format("{} has changed since it was read", path))
        .suggest("run `sourcebook fix` again");
    return false;
  }
  if (auto done = root.write(path, text); !done) {
    report.left.error("unwritable-file", path, fmt::format("{} can't be written: {}", path, done.error().message));
    report.machine_failed = true;
    return false;
  }
  return true;
}

void fix_figures(CheckedSite& checked, io::FileSystem& root, bool dry_run, FixReport& report) {
  std::vector<blocks::Correction> corrections = corrections_of(checked);
  std::vector<base::FileEdits> files = base::sort_edits(edits_of(corrections)).files;
  std::erase_if(files, [&](const base::FileEdits& file) {
    return !dry_run && !replace(file.source->path(), file.source, base::edited_text(file), root, report);
  });
  for (const base::FileEdits& file : files) {
    report.diff += base::edits_diff(file);
    report.figures += file.edits.size();
    ++report.files;
  }
  std::set<Place> mended = mended_places(corrections, files);
  checked.report.diagnostics.remove_if(
      [&](const base::Diagnostic& d) { return d.code.starts_with("figure-") && mended.contains(place_of(d.span)); });
}

// True when rows were written, so that the site has to be looked at again.
bool fix_redirects(CheckedSite& checked, io::FileSystem& root, bool dry_run, const AddressFix& addresses,
                   FixReport& report) {
  RedirectPlan plan = plan_redirects(checked, addresses.today);
  if (plan.empty()) return false;
  const std::string path(site::kRedirects);
  const bool writes = addresses.redirects && !dry_run;
  if (writes && !replace(path, checked.inputs->find_source(path), plan.text, root, report)) return false;
  std::move(plan.rows.begin(), plan.rows.end(), std::back_inserter(report.redirects));
  if (addresses.redirects) forget_mended(checked, checked.report.diagnostics);
  return writes;
}

void record(const CheckedSite& checked, io::FileSystem& root, bool dry_run, FixReport& report) {
  const std::string path(check::kPermalinks);
  const base::SourceText* file = checked.inputs->find_source(path);
  RecordPlan plan = plan_record(checked);
  if (file && file->text() == plan.text) return;
  if (!dry_run && !replace(path, file, plan.text, root, report)) return;
  report.recorded_pages = plan.pages;
  report.recorded_anchors = plan.anchors;
  report.named_anchors = plan.named;
}

bool is_unread(const base::Diagnostics& diagnostics) {
  return std::any_of(diagnostics.list().begin(), diagnostics.list().end(),
                     [](const base::Diagnostic& each) { return each.code == "unreadable-file"; });
}

// What a site's mended state shows is looked at once more: a page that was led on may lack anchors on its new page.
constexpr int kMostRounds = 4;

}  // namespace

FixReport fix_site(io::FileSystem& root, const Options& options, bool dry_run, const AddressFix& addresses) {
  FixReport report;
  for (int round = 1;; ++round) {
    CheckedSite checked = check_site(root, options);
    report.sources_of_spans = checked.report.sources_of_spans;
    report.machine_failed |= checked.report.machine_failed;
    if (is_unread(checked.report.diagnostics)) {  // so what the data say is not known
      report.left.merge(std::move(checked.report.diagnostics));
      report.machine_failed = true;
      return report;
    }
    fix_figures(checked, root, dry_run, report);
    if (fix_redirects(checked, root, dry_run, addresses, report) && round < kMostRounds) continue;
    report.left.merge(std::move(checked.report.diagnostics));
    if (addresses.permalinks && !report.left.has_errors()) record(checked, root, dry_run, report);
    return report;
  }
}

}  // namespace build
