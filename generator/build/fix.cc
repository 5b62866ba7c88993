#include "build/fix.h"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "base/edit.h"

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

// Says why not in `left`.
bool write(const base::FileEdits& file, io::FileSystem& root, FixReport& report) {
  const std::string& path = file.source->path();
  auto now = root.read(path);
  if (!now || now.value() != file.source->text()) {
    report.left.error("file-changed", path, fmt::format("{} has changed since it was read", path))
        .suggest("run `sourcebook fix` again");
    return false;
  }
  if (auto done = root.write(path, base::edited_text(file)); !done) {
    report.left.error("unwritable-file", path, fmt::format("{} can't be written: {}", path, done.error().message));
    report.machine_failed = true;
    return false;
  }
  return true;
}

}  // namespace

FixReport fix_site(io::FileSystem& root, const Options& options, bool dry_run) {
  CheckedSite checked = check_site(root, options);
  FixReport report;
  report.sources_of_spans = checked.report.sources_of_spans;
  report.machine_failed = checked.report.machine_failed;
  std::vector<blocks::Correction> corrections = corrections_of(checked);
  std::vector<base::FileEdits> files = base::sort_edits(edits_of(corrections)).files;
  std::erase_if(files, [&](const base::FileEdits& file) { return !dry_run && !write(file, root, report); });
  for (const base::FileEdits& file : files) {
    report.diff += base::edits_diff(file);
    report.figures += file.edits.size();
    ++report.files;
  }
  std::set<Place> mended = mended_places(corrections, files);
  checked.report.diagnostics.remove_if(
      [&](const base::Diagnostic& d) { return d.code.starts_with("figure-") && mended.contains(place_of(d.span)); });
  report.left.merge(std::move(checked.report.diagnostics));
  return report;
}

}  // namespace build
