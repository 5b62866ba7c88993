#include "cli/fix_command.h"

#include <fmt/format.h>

#include "base/text.h"
#include "build/fix.h"
#include "io/disk.h"

namespace cli {
namespace {

int run(const FixOptions& options) {
  const CommonOptions& common = options.common;
  std::optional<std::filesystem::path> folder = find_root(common);
  if (!folder) return kWrongUsage;
  io::DiskFileSystem root(folder->string());
  build::Options build;
  build.drafts = options.drafts;
  build.jobs = jobs_of(common);
  build::FixReport report = build::fix_site(root, build, options.dry_run);

  fmt::print("{}", report.diff);
  print_diagnostics(report.left, common);
  if (!common.quiet)
    fmt::print("{} {} in {}\n", base::count_of(report.figures, "figure"),
               options.dry_run ? "would be rewritten" : "rewritten", base::count_of(report.files, "file"));
  if (report.machine_failed) return kMachineFailed;
  return report.left.has_errors() ? kSiteHasErrors : kFine;
}

}  // namespace

void set_up_fix(CLI::App& app, FixOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("fix", "Make figures in prose say what the data say");
  add_common_options(*command, options.common);
  command->add_flag("--dry-run", options.dry_run, "Print what would change, and write nothing");
  command->add_flag("--drafts", options.drafts, "Mend pages marked as drafts too");
  command->callback([&] { status = run(options); });
}

}  // namespace cli
