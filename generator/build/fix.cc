#include "build/fix.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/edit.h"
#include "base/text.h"
#include "build/parse.h"
#include "data/csv.h"

namespace build {
namespace {

using Moved = std::map<site::Place, site::Place>;  // maps a lost address to its new one

Moved moved_losses(const CheckedSite& checked) {
  Moved moved;
  for (const check::Loss& loss : checked.addresses.losses)
    if (loss.nearest.is_likely) moved.emplace(loss.what, loss.nearest.places[0]);
  return moved;
}

// Returns the new second column of a row; "" if it need not change.
std::string new_target(const site::Redirect& row, const Moved& moved) {
  if (!row.final.empty()) return row.final;
  if (row.to.address.empty()) return "";
  auto now = moved.find(row.to);
  if (now != moved.end()) return to_text(now->second);
  now = moved.find({row.to.address, ""});
  if (now == moved.end()) return "";
  return to_text(site::Place{now->second.address, row.to.anchor});
}

// Removes the diagnostics that written redirects fix.
void remove_fixed(const CheckedSite& checked, const Moved& moved, base::Diagnostics& diagnostics) {
  std::set<std::pair<const base::SourceText*, uint32_t>> cells;
  for (const site::Redirect& row : checked.site->redirects.rows())
    if (!new_target(row, moved).empty()) cells.emplace(row.to_span.source, row.to_span.begin);
  diagnostics.remove_if([&](const base::Diagnostic& d) {
    return d.code.starts_with("lost-") ||
           (d.code.starts_with("redirect-") && cells.contains({d.span.source, d.span.begin}));
  });
  std::vector<check::Loss> left;
  for (const check::Loss& loss : checked.addresses.losses)
    if (!loss.nearest.is_likely) left.push_back(loss);
  check::report_losses(*checked.site, left, diagnostics);
  diagnostics.sort();
}

using Place = std::tuple<const base::SourceText*, uint32_t, uint32_t>;
Place place_of(const base::Span& span) { return {span.source, span.begin, span.end}; }

// Returns the places of the corrections that were written.
std::set<Place> fixed_places(const std::vector<blocks::Correction>& corrections,
                             const std::vector<base::FileEdits>& files) {
  std::set<Place> made, places;
  for (const base::FileEdits& file : files)
    for (const base::Edit& edit : file.edits) made.insert(place_of(edit.span));
  for (const blocks::Correction& correction : corrections)
    if (made.contains(place_of(correction.edit.span))) places.insert(place_of(correction.place));
  return places;
}

// Writes `text` to a file unless it changed since it was read; `before` is null for a new file. Errors go to `left`.
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
  std::vector<blocks::Correction> corrections;
  std::vector<base::Edit> edits;
  for (pages::RenderedPage& page : checked.rendered)
    for (blocks::Correction& correction : page.corrections) {
      edits.push_back(correction.edit);
      corrections.push_back(std::move(correction));
    }
  std::vector<base::FileEdits> files = base::sort_edits(std::move(edits)).files;
  std::erase_if(files, [&](const base::FileEdits& file) {
    return !dry_run && !replace(file.source->path(), file.source, base::edited_text(file), root, report);
  });
  for (const base::FileEdits& file : files) {
    report.diff += base::edits_diff(file);
    report.figures += file.edits.size();
    ++report.files;
  }
  std::set<Place> fixed = fixed_places(corrections, files);
  checked.report.diagnostics.remove_if(
      [&](const base::Diagnostic& d) { return d.code.starts_with("figure-") && fixed.contains(place_of(d.span)); });
}

// Redirects lost addresses with a likely new place, and rows that redirect in two steps. Returns true if rows were
// written, so that the site must be checked again.
bool fix_redirects(CheckedSite& checked, io::FileSystem& root, bool dry_run, const AddressFix& addresses,
                   FixReport& report) {
  const Moved moved = moved_losses(checked);
  std::vector<std::string> rows, added;  // the new and changed rows, and the new ones
  std::vector<base::Edit> edits;
  for (const site::Redirect& row : checked.site->redirects.rows()) {
    const std::string target = new_target(row, moved);
    if (target.empty()) continue;
    edits.push_back({row.to_span, data::csv_cell(target)});
    rows.push_back(to_text(row.from) + "," + target + "," + row.since + "," + data::csv_cell(row.why));
  }
  for (const check::Loss& loss : checked.addresses.losses)
    if (loss.nearest.is_likely) added.push_back(check::redirect_for(loss, addresses.today));
  rows.insert(rows.end(), added.begin(), added.end());
  if (rows.empty()) return false;
  const std::string path(site::kRedirects);
  const base::SourceText* file = checked.inputs->find_source(path);
  const bool writes = addresses.redirects && !dry_run;
  if (writes && !replace(path, file, redirects_text(file, std::move(edits), added), root, report)) return false;
  std::move(rows.begin(), rows.end(), std::back_inserter(report.redirects));
  if (addresses.redirects) remove_fixed(checked, moved, checked.report.diagnostics);
  return writes;
}

void record(const CheckedSite& checked, io::FileSystem& root, bool dry_run, FixReport& report) {
  check::Permalinks all = checked.addresses.recorded;
  const check::RecordCounts counts = check::record_anchors(links_of(checked.rendered), all);
  const std::string path(check::kPermalinks), text = check::permalinks_text(all);
  const base::SourceText* file = checked.inputs->find_source(path);
  if (file && file->text() == text) return;
  if (!dry_run && !replace(path, file, text, root, report)) return;
  report.recorded = counts;
}

bool has_unread_file(const base::Diagnostics& diagnostics) {
  return std::any_of(diagnostics.list().begin(), diagnostics.list().end(),
                     [](const base::Diagnostic& each) { return each.code == "unreadable-file"; });
}

// How often redirects are written. After each round the site is checked again, because the new page may lack anchors of
// the old one.
constexpr int kMaxRounds = 4;

}  // namespace

std::string redirects_text(const base::SourceText* file, std::vector<base::Edit> edits,
                           const std::vector<std::string>& added) {
  const std::string_view text = file ? file->text() : std::string_view();
  const std::string_view end = base::line_end_of(text);
  std::string result(text);
  if (file && !edits.empty()) {
    for (const base::FileEdits& changed : base::sort_edits(std::move(edits)).files) result = base::edited_text(changed);
  }
  if (base::trim(result).empty()) result = site::kRedirectColumns;
  if (!added.empty() && !result.ends_with('\n')) result += end;
  for (const std::string& row : added) result += row + std::string(end);
  return result;
}

FixReport fix_site(io::FileSystem& root, const Options& options, bool dry_run, const AddressFix& addresses) {
  FixReport report;
  for (int round = 1;; ++round) {
    CheckedSite checked = check_site(root, options);
    report.sources_of_spans = checked.report.sources_of_spans;
    report.machine_failed |= checked.report.machine_failed;
    if (has_unread_file(checked.report.diagnostics)) {  // the data are then incomplete
      report.left.merge(std::move(checked.report.diagnostics));
      report.machine_failed = true;
      return report;
    }
    fix_figures(checked, root, dry_run, report);
    if (fix_redirects(checked, root, dry_run, addresses, report) && round < kMaxRounds) continue;
    report.left.merge(std::move(checked.report.diagnostics));
    if (addresses.permalinks && !report.left.has_errors()) record(checked, root, dry_run, report);
    return report;
  }
}

}  // namespace build
