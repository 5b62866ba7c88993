#include "cli/fix_command.h"

#include <fmt/format.h>

#include "base/text.h"
#include "build/fix.h"
#include "cli/today.h"
#include "io/disk.h"

namespace cli {
namespace {

void print_addresses(const build::FixReport& report, const FixOptions& options) {
  if (!report.redirects.empty()) {
    const std::string rows = base::count_of(report.redirects.size(), "row");
    if (!options.redirects)
      fmt::print("{} in {} would lead on from what is lost (`sourcebook fix --redirects` writes them):\n", rows,
                 site::kRedirects);
    else
      fmt::print("{} {} to {}:\n", rows, options.dry_run ? "would be written" : "written", site::kRedirects);
    for (const std::string& row : report.redirects) print_shown(row + "\n");
  }
  if (report.recorded_pages + report.recorded_anchors > 0 && !options.common.quiet)
    fmt::print("{} and {} {} in {}\n", base::count_of(report.recorded_pages, "new page"),
               base::count_of(report.recorded_anchors, "new anchor"),
               options.dry_run ? "would be recorded" : "recorded", check::kPermalinks);
  if (report.named_anchors > 0 && !options.common.quiet)
    fmt::print("what {} {} {} in {}\n", base::count_of(report.named_anchors, "known anchor"),
               report.named_anchors == 1 ? "names" : "name", options.dry_run ? "would be recorded" : "was recorded",
               check::kPermalinks);
  if (options.permalinks && report.left.has_errors())
    fmt::print(stderr, "nothing was recorded in {}, since the site has errors\n", check::kPermalinks);
}

int run(const FixOptions& options) {
  const CommonOptions& common = options.common;
  std::optional<std::filesystem::path> folder = find_root(common);
  if (!folder) return kWrongUsage;
  std::string why;
  build::AddressFix addresses{options.redirects, options.permalinks, day_of_today(why)};
  if (!why.empty()) return refuse(why, "give it seconds since 1970, or unset it", common);
  io::DiskFileSystem root(folder->string(), io::Writing::lasting);
  build::Options build;
  build.drafts = options.drafts;
  build.jobs = jobs_of(common);
  build::FixReport report = build::fix_site(root, build, options.dry_run, addresses);

  print_patch(report.diff);
  print_addresses(report, options);
  print_diagnostics(report.left, common);
  if (!common.quiet)
    fmt::print("{} {} in {}\n", base::count_of(report.figures, "figure"),
               options.dry_run ? "would be rewritten" : "rewritten", base::count_of(report.files, "file"));
  if (report.machine_failed) return kMachineFailed;
  return status_of(report.left);
}

}  // namespace

void set_up_fix(CLI::App& app, FixOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("fix", "Make figures say what the data say, and keep old addresses alive");
  add_common_options(*command, options.common);
  command->add_flag("--dry-run", options.dry_run, "Print what would change, and write nothing");
  command->add_flag("--redirects", options.redirects, "Write rows that lead on from addresses that were lost");
  command->add_flag("--permalinks", options.permalinks, "Record new addresses in data/permalinks.txt");
  command->add_flag("--drafts", options.drafts, "Mend pages marked as drafts too");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
