#include "build/fix.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/edit.h"

namespace build {
namespace {

std::vector<base::Edit> edits_of(CheckedSite& checked) {
  std::vector<base::Edit> edits;
  for (pages::RenderedPage& page : checked.rendered)
    std::move(page.edits.begin(), page.edits.end(), std::back_inserter(edits));
  return edits;
}

bool is_mended(const base::Diagnostic& diagnostic, const std::vector<base::FileEdits>& files) {
  if (!diagnostic.code.starts_with("figure-")) return false;
  auto within = [&](const base::Edit& edit) {
    return edit.span.begin >= diagnostic.span.begin && edit.span.end <= diagnostic.span.end;
  };
  return std::any_of(files.begin(), files.end(), [&](const base::FileEdits& file) {
    return file.source == diagnostic.span.source && std::any_of(file.edits.begin(), file.edits.end(), within);
  });
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
  std::vector<base::FileEdits> files = base::sort_edits(edits_of(checked)).files;
  std::erase_if(files, [&](const base::FileEdits& file) { return !dry_run && !write(file, root, report); });
  for (const base::FileEdits& file : files) {
    report.diff += base::edits_diff(file);
    report.figures += file.edits.size();
    ++report.files;
  }
  checked.report.diagnostics.remove_if([&](const base::Diagnostic& d) { return is_mended(d, files); });
  report.left.merge(std::move(checked.report.diagnostics));
  return report;
}

}  // namespace build
