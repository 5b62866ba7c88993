// `sourcebook rename`.
#include <fmt/format.h>

#include "base/diagnostic_format.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "renaming/rename.h"

namespace cli {
namespace {

struct RenameOptions : CommonOptions {
  renaming::Request request;
  bool dry_run = false;
};

// Lists the places that have a reason. Of the others, lists only a few for each file unless `all` is true.
std::string places_text(const std::vector<renaming::Place>& places, bool all) {
  constexpr size_t kMaxPerFile = 3;
  if (places.empty()) return "";
  std::string text = fmt::format("{} to edit by hand:\n", base::count_of(places.size(), "place"));
  const base::SourceText* file = nullptr;
  size_t shown = 0, hidden = 0;
  for (const renaming::Place& place : places) {
    if (place.span.source != file) shown = 0;
    file = place.span.source;
    if (!all && place.why.empty() && shown++ >= kMaxPerFile) {
      ++hidden;
      continue;
    }
    const base::Position at = file->position(place.span.begin);
    const base::Excerpt line = base::excerpt_of(place.span);
    text += fmt::format("  {}:{}:{}: {}{}\n", file->path(), at.line, at.column,
                        base::trim(line.before + line.marked + line.after),
                        place.why.empty() ? "" : " (" + place.why + ")");
  }
  if (hidden > 0) text += fmt::format("  {} more; -v lists them\n", hidden);
  return text;
}

int run(io::DiskFileSystem& root, const RenameOptions& options) {
  renaming::Request request = options.request;
  request.today = today_text();
  renaming::Renamed renamed = renaming::rename_row(root, request, jobs_of(options));
  if (!is_readable(root, renamed.diagnostics)) renamed.files.clear();
  Plan plan;
  if (!options.dry_run) plan.files = renamed.files;
  const int written = write_plan(root, plan);
  print_diagnostics(plan.diagnostics, options);
  if (written != kFine) return written;
  print_diagnostics(renamed.diagnostics, options);
  const std::string places = places_text(renamed.places, options.verbose);
  if (renamed.files.empty()) {
    print_text(stderr, "{}; nothing was written\n{}",
               renamed.fails_after ? "the renamed site would have these errors" : "correct these errors first", places);
    return status_of(renamed.diagnostics);
  }
  if (options.dry_run) print_patch(renamed.diff);
  if (options.quiet) return status_of(renamed.diagnostics);
  std::string text =
      fmt::format("{} {} to {}: {} in {}\n", request.row, options.dry_run ? "would be renamed" : "renamed",
                  request.name, base::count_of(renamed.edits, "change"), base::count_of(renamed.files.size(), "file"));
  for (const auto& [from, move] : renamed.moves)
    if (from.anchor.empty()) text += fmt::format("{} redirects to {}\n", to_text(from), to_text(move.to));
  if (renamed.fails_after) text += "edit the places that have a reason: they cause the errors above\n";
  print_visible(text + places);
  return status_of(renamed.diagnostics);
}

}  // namespace

void add_rename(CLI::App& app, int& status) {
  auto [command, options] =
      add_command<RenameOptions>(app, "rename", "Change the key of a row and all references to it", status, run);
  add_common_options(*command, *options);
  command->add_option("row", options->request.row, "The row: TABLE/KEY")->required()->type_name("ROW");
  command->add_option("name", options->request.name, "The new key")->required()->type_name("KEY");
  command->add_flag("--dry-run", options->dry_run, "Print the changes without writing them");
}

}  // namespace cli
