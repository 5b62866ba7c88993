#include "cli/check_command.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "audit/audit.h"
#include "base/text.h"
#include "build/examine.h"
#include "cli/overlay_option.h"
#include "cli/today.h"
#include "data/dates.h"
#include "io/disk.h"

namespace cli {
namespace {

namespace fs = std::filesystem;
using check::Day;

// --today, else today. Nothing, and why, for what is no day.
std::optional<Day> choose_day(const std::string& today, std::string& why) {
  if (today.empty()) return find_today(why);
  if (data::is_date(today)) return check::last_day_of(today);
  why = fmt::format("\"{}\" is no day of the calendar", today);
  return std::nullopt;
}

void print_assumptions(const std::vector<check::Assumption>& assumptions, const CommonOptions& options) {
  if (options.quiet || options.format == "github") return;
  if (options.format == "text" && !assumptions.empty())
    fmt::print("{}:\n", base::count_of(assumptions.size(), "assumption"));
  for (const check::Assumption& assumption : assumptions) {
    const std::string& file = assumption.span.source->path();
    size_t line = assumption.span.source->line_of(assumption.span.begin);
    if (options.format == "json") {
      nlohmann::ordered_json object{{"assumption", assumption.text}, {"file", file}, {"line", line}};
      fmt::print("{}", base::json_line(object));
    } else {
      print_shown(fmt::format("  {}:{}: {}\n", file, line, assumption.text));
    }
  }
}

void print_summary(const build::Examination& examination, double seconds) {
  fmt::print("{}, {} checked, {} run in both orders, {}; {} ({} in the baseline), {}, {} stale, {} unused; {:.2f} s\n",
             base::count_of(examination.pages, "page"), base::count_of(examination.figures, "figure"),
             base::count_of(examination.queries, "query", "queries"), base::count_of(examination.links, "link"),
             base::count_of(examination.unbound, "place") + " with unbound words", examination.listed,
             base::count_of(examination.assumptions.size(), "assumption"), examination.stale,
             base::count_of(examination.unused, "source"), seconds);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Checks the folder that --published names.
int run_published(const CheckOptions& options, const fs::path& root) {
  auto start = std::chrono::steady_clock::now();
  const CommonOptions& common = options.common;
  std::error_code ignored;
  const fs::path folder = root / options.published;  // an absolute one stands for itself
  if (!fs::is_directory(folder, ignored))
    return refuse(fmt::format("{} is no folder", options.published), "name a folder that a build wrote", common);
  audit::AuditOptions how;
  std::optional<std::string> base_url = base_url_of(options.base_url, common);
  if (!base_url) return kWrongUsage;
  how.base_url = std::move(*base_url);
  how.jobs = jobs_of(common);
  how.show_all = common.verbose;
  const io::DiskFileSystem files(folder.string());
  base::Diagnostics diagnostics;
  const std::string prefix = options.published.ends_with('/') ? options.published : options.published + "/";
  audit::Audit audit = audit::audit_site(audit::Published::in_folder(files, prefix, diagnostics), how);
  diagnostics.merge(std::move(audit.diagnostics));
  if (options.strict) diagnostics.make_warnings_errors();
  print_diagnostics(diagnostics, common);
  if (!common.quiet && common.format == "text")
    fmt::print("{} and {} checked; {:.2f} s\n", base::count_of(audit.files, "file"),
               base::count_of(audit.links, "link"), seconds_since(start));
  if (audit.machine_failed) return kMachineFailed;
  return status_of(diagnostics);
}

int run(const CheckOptions& options) {
  auto start = std::chrono::steady_clock::now();
  const CommonOptions& common = options.common;
  std::optional<fs::path> root = find_root(common);
  if (!root) return kWrongUsage;
  if (!options.published.empty()) return run_published(options, *root);
  std::string why;
  std::optional<Day> today = choose_day(options.today, why);
  if (!today) return refuse(why, "give a day such as --today 2026-01-31", common);

  build::ExamineOptions examine;
  examine.build.drafts = options.drafts;
  examine.build.strict = options.strict;
  examine.build.jobs = jobs_of(common);
  examine.today = *today;
  examine.tell_all = common.verbose;
  if (options.write_baseline)
    examine.write_baseline = options.grow ? check::BaselineUpdate::grow : check::BaselineUpdate::shrink;
  const std::unique_ptr<Site> site = Site::open(*root, options.overlay, common);
  if (!site) return kWrongUsage;
  if (options.external.external) {
    const fs::path& remembers = options.overlay.empty() ? *root : site->overlay();
    examine.external = external_options(options.external, common, remembers, *today);
    if (!examine.external) return kWrongUsage;
  }
  build::Examination examination = build::examine_site(site->files(), examine);
  print_diagnostics(examination.diagnostics, common);
  print_assumptions(examination.assumptions, common);
  if (examination.external) print_external(*examination.external, common);
  if (!common.quiet && common.format == "text") print_summary(examination, seconds_since(start));
  if (examination.machine_failed) return kMachineFailed;
  return status_of(examination.diagnostics);
}

}  // namespace

void set_up_check(CLI::App& app, CheckOptions& options, int& status) {
  CLI::App* command = app.add_subcommand("check", "Check the site, more than a build does, and publish nothing");
  add_common_options(*command, options.common);
  auto* published = command->add_option("--published", options.published,
                                        "Check a folder that was published, as it is, instead of the site");
  published->type_name("DIR");
  command->add_option("--base-url", options.base_url, "Where that folder is published, if its pages don't tell")
      ->needs(published);
  CLI::Option* overlay = add_overlay_option(*command, options.overlay)->excludes(published);
  command->add_option("--today", options.today, "The day at which data, sources and pages are judged stale");
  command->add_flag("--drafts", options.drafts, "Check pages marked as drafts too")->excludes(published);
  command->add_flag("--strict", options.strict, "Take warnings for errors");
  auto* write = command
                    ->add_flag("--write-baseline", options.write_baseline,
                               "Write the list of unbound words, data/unbound.txt; later, only shrink it")
                    ->excludes(published)
                    ->excludes(overlay);
  command->add_flag("--grow", options.grow, "Let the list grow")->needs(write);
  add_external_options(*command, options.external);
  command->callback([&] { status = run(options); });
}

}  // namespace cli
