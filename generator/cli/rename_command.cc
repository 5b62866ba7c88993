#include "cli/rename_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic_format.h"
#include "base/text.h"
#include "cli/made.h"
#include "cli/today.h"
#include "io/disk.h"

namespace cli {
namespace {

// All places with a reason, and of others a few of each file unless `all`.
std::string places_text(const std::vector<renaming::Place>& places, bool all) {
  constexpr size_t kShownOfFile = 3;
  if (places.empty()) return "";
  std::string text = fmt::format("{} left for you to look at:\n", base::count_of(places.size(), "place"));
  const base::SourceText* file = nullptr;
  size_t shown = 0, hidden = 0;
  for (const renaming::Place& place : places) {
    if (place.span.source != file) shown = 0;
    file = place.span.source;
    if (!all && place.why.empty() && shown++ >= kShownOfFile) {
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

int run(const RenameOptions& options) {
  const auto folder = find_root(options.common);
  if (!folder) return kWrongUsage;
  std::string why;
  renaming::Request request = options.request;
  request.today = day_of_today(why);
  if (!why.empty()) return refuse(why, "give it seconds since 1970, or unset it", options.common);
  io::DiskFileSystem root(folder->string(), io::Writing::lasting);
  renaming::Renamed renamed = renaming::rename_row(root, request, jobs_of(options.common));
  const int reading = report_failure(root, renamed.diagnostics);
  if (reading == kFine && !renamed.refusal.empty()) return refuse(renamed.refusal, renamed.help, options.common);
  if (reading != kFine) renamed.files.clear();

  Made made;
  if (!options.dry_run) made.files = renamed.files;
  const int written = write_made(root, made);
  print_diagnostics(made.diagnostics, options.common);
  if (written != kFine) return written;
  print_diagnostics(renamed.diagnostics, options.common);
  const bool is_refused = renamed.files.empty();
  if (options.dry_run && !is_refused) print_patch(renamed.diff);
  if (is_refused)
    fmt::print(stderr, "{}; nothing was written\n",
               renamed.fails_after ? "the renamed site would have these errors" : "fix the site first");
  const std::string places = places_text(renamed.places, options.common.verbose);
  if (is_refused) fmt::print(stderr, "{}", places);
  if (is_refused || options.common.quiet) return status_of(renamed.diagnostics);
  std::string text =
      fmt::format("{} {} to {}: {} in {}\n", request.row, options.dry_run ? "would be renamed" : "is renamed",
                  request.name, base::count_of(renamed.edits, "change"), base::count_of(renamed.files.size(), "file"));
  for (const renaming::Move& move : renamed.moves)
    if (move.from.anchor.empty()) text += fmt::format("{} redirects to {}\n", to_text(move.from), to_text(move.to));
  if (renamed.fails_after) text += "edit the places with a reason: until then the site has the errors above\n";
  print_shown(text + places);
  return status_of(renamed.diagnostics);
}

}  // namespace

void set_up_rename(CLI::App& app, RenameOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("rename", "Give a row of the data another key");
  add_common_options(*command, options.common);
  command->add_option("row", options.request.row, "The row as it is: TABLE/KEY")->required()->type_name("ROW");
  command->add_option("name", options.request.name, "Its new key")->required()->type_name("NAME");
  command->add_flag("--dry-run", options.dry_run, "Print what would change, and write nothing");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
