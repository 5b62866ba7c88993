#include "cli/rename_command.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "cli/made.h"
#include "cli/today.h"
#include "io/disk.h"

namespace cli {
namespace {

constexpr size_t kShownOfFile = 3;  // places of one file that are shown
constexpr size_t kExcerpt = 100;    // bytes of a line, about

std::string plural_of(const std::string& what) {
  const size_t of = what.find(' ');
  return of == std::string::npos ? what + "s" : what.substr(0, of) + "s" + what.substr(of);
}

// The line around a place, cut where it is long.
std::string excerpt(const base::Span& span) {
  const base::SourceText& file = *span.source;
  const base::Position at = file.position(span.begin);
  const std::string_view line = file.line(at.line);
  const size_t place = span.begin - file.line_start(at.line);
  size_t begin = place > kExcerpt / 2 ? base::code_point_start(line, place - kExcerpt / 2) : 0;
  size_t end = base::code_point_start(line, std::min(line.size(), begin + kExcerpt));
  return (begin > 0 ? "…" : "") + base::visible(base::trim(line.substr(begin, end - begin))) +
         (end < line.size() ? "…" : "");
}

std::string left_of(const std::vector<renaming::Left>& left, bool all) {
  if (left.empty()) return "";
  const auto within = static_cast<size_t>(
      std::count_if(left.begin(), left.end(), [](const renaming::Left& each) { return each.within_a_name; }));
  std::string text;
  if (within < left.size() || all)
    text = fmt::format("\n{} left for a person to look at, where a program can't know what is meant:\n",
                       base::count_of(all ? left.size() : left.size() - within, "place"));
  const base::SourceText* file = nullptr;
  size_t shown = 0, hidden = 0;
  auto finish_file = [&] {
    if (hidden > 0) text += fmt::format("  {}: {} more\n", file->path(), hidden);
    hidden = 0;
  };
  for (const renaming::Left& each : left) {
    if (each.within_a_name && !all) continue;
    if (each.span.source != file) {
      if (file) finish_file();
      file = each.span.source;
      shown = 0;
    }
    if (!all && shown++ >= kShownOfFile) {
      ++hidden;
      continue;
    }
    const base::Position at = file->position(each.span.begin);
    text += fmt::format("  {}:{}:{}: {}{}\n", file->path(), at.line, at.column, excerpt(each.span),
                        each.why.empty() ? "" : " (" + each.why + ")");
  }
  finish_file();
  if (within > 0 && !all)
    text += fmt::format("\n{} where it is a part of a longer name; -v lists them\n", base::count_of(within, "place"));
  return text;
}

int run(const RenameOptions& options) {
  auto folder = find_root(options.common);
  if (!folder) return kWrongUsage;
  std::string why;
  renaming::Request request = options.request;
  request.today = day_of_today(why);
  if (!why.empty()) return refuse(why, "give it seconds since 1970, or unset it", options.common);
  io::DiskFileSystem root(folder->string(), io::Writing::lasting);
  renaming::Renamed renamed = renaming::rename_row(root, request, jobs_of(options.common));
  const int reading = report_failure(root, renamed.diagnostics);
  if (reading == kFine && !renamed.refusal.empty()) return refuse(renamed.refusal, renamed.help, options.common);
  if (renamed.diagnostics.has_errors()) {
    print_diagnostics(renamed.diagnostics, options.common);
    fmt::print(stderr, "{}", left_of(renamed.left, true));
    fmt::print(stderr, "{}; nothing was written\n",
               renamed.fails_after ? "the site would have these mistakes" : "mend the site first");
    return status_of(renamed.diagnostics);
  }
  Made made;
  made.files = renamed.files;
  const int status = options.dry_run ? kFine : write_made(root, made);
  print_diagnostics(made.diagnostics, options.common);
  if (status != kFine) return status;
  if (options.dry_run) print_patch(renamed.diff);
  if (!options.common.quiet) print_shown(report_of(renamed, options, options.common.verbose));
  return kFine;
}

}  // namespace

std::string report_of(const renaming::Renamed& renamed, const RenameOptions& options, bool all) {
  std::vector<std::string> parts{base::count_of(renamed.rows, "row"),
                                 base::count_of(renamed.foreign_keys, "foreign key")};
  for (const auto& [what, count] : renamed.counts) parts.push_back(base::count_of(count, what, plural_of(what)));
  std::string text =
      fmt::format("{} {} to {} in {}: {}\n", options.request.row, options.dry_run ? "would be renamed" : "is renamed",
                  options.request.name, base::count_of(renamed.files.size(), "file"), base::join(parts, ", "));
  for (const renaming::Move& move : renamed.moves)
    if (move.from.anchor.empty())
      text += fmt::format("{} {} on to {}\n", to_text(move.from), options.dry_run ? "would lead" : "leads",
                          to_text(move.to));
  return text + left_of(renamed.left, all);
}

void set_up_rename(CLI::App& app, RenameOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("rename", "Give a row of the data another name, everywhere");
  add_common_options(*command, options.common);
  command->add_option("row", options.request.row, "The row as it is: TABLE/KEY")->required()->type_name("ROW");
  command->add_option("name", options.request.name, "Its new key")->required()->type_name("NAME");
  command->add_flag("--dry-run", options.dry_run, "Print what would change, and write nothing");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
