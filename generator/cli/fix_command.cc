#include "base/text.h"
#include "cli/commands.h"
#include "cli/common.h"
#include "passes/fix.h"

namespace cli {
namespace {

struct FixOptions : CommonOptions {
  bool dry_run = false;
  bool drafts = false;
  bool redirects = false;
  bool permalinks = false;
};

void print_addresses(const passes::FixReport& report, const FixOptions& options) {
  const std::string done = options.dry_run ? "would be " : "";
  if (!report.redirects.empty()) {
    const std::string rows = base::count_of(report.redirects.size(), "redirect");
    if (options.redirects)
      print_text("{} {}added to {}:\n", rows, done, site::kRedirects);
    else
      print_text("{} for lost addresses (`sourcebook fix --redirects` adds them to {}):\n", rows, site::kRedirects);
    for (const std::string& row : report.redirects) print_visible(row + "\n");
  }
  const auto print_recorded = [&](const std::string& what) {
    if (!options.quiet) print_text("{} {}recorded in {}\n", what, done, check::kPermalinks);
  };
  if (report.recorded.pages + report.recorded.anchors > 0)
    print_recorded(base::count_of(report.recorded.pages, "new page") + " and " +
                   base::count_of(report.recorded.anchors, "new anchor"));
  if (report.recorded.named_anchors > 0)
    print_recorded(base::count_of(report.recorded.named_anchors, "title") + " of known anchors");
  if (options.permalinks && report.left.has_errors())
    print_text(stderr, "nothing was recorded in {}, because the site has errors\n", check::kPermalinks);
}

int run(io::DiskFileSystem& root, const FixOptions& options) {
  const passes::AddressFix addresses{options.redirects, options.permalinks, today_text()};
  passes::Options build;
  build.drafts = options.drafts;
  build.jobs = jobs_of(options);
  passes::FixReport report = passes::fix_site(root, build, addresses);
  import::Outcome plan;
  plan.files = std::move(report.files);
  if (!options.dry_run && write_plan(root, plan) != kFine) {
    print_diagnostics(plan.diagnostics, options);
    return status_of(plan.diagnostics);
  }
  print_patch(report.diff);
  print_addresses(report, options);
  print_diagnostics(report.left, options);
  if (!options.quiet)
    print_text("{} {} in {}\n", base::count_of(report.figures, "figure"),
               options.dry_run ? "would be corrected" : "corrected", base::count_of(report.pages, "file"));
  return status_of(report.left);
}

}  // namespace

void add_fix(CLI::App& app, int& status) {
  auto [command, options] = add_command<FixOptions>(
      app, "fix", "Correct figures to match the data, and record or redirect addresses", status, run);
  add_common_options(*command, *options);
  command->add_flag("--dry-run", options->dry_run, "Print the changes without writing them");
  command->add_flag("--redirects", options->redirects, "Add redirects for lost addresses to data/redirects.csv");
  command->add_flag("--permalinks", options->permalinks, "Record new addresses in data/permalinks.txt");
  command->add_flag("--drafts", options->drafts, "Include drafts");
}

}  // namespace cli
