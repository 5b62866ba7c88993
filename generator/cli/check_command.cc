#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "audit/audit.h"
#include "base/text.h"
#include "build/examine.h"
#include "cli/commands.h"
#include "cli/external_options.h"
#include "cli/site.h"
#include "data/dates.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct CheckOptions : CommonOptions {
  std::string published;  // a folder to check instead of the site, relative to the root
  std::string base_url;   // of that folder
  std::string overlay, today;
  bool drafts = false;
  bool strict = false;
  bool write_baseline = false;
  bool grow = false;
  ExternalCheckOptions external;
};

void print_assumptions(const std::vector<check::Assumption>& assumptions, const CommonOptions& options) {
  if (options.quiet || options.format == "github") return;
  if (options.format == "text" && !assumptions.empty())
    fmt::print("{}:\n", base::count_of(assumptions.size(), "assumption"));
  for (const check::Assumption& assumption : assumptions) {
    const std::string& file = assumption.span.source->path();
    const size_t line = assumption.span.source->line_of(assumption.span.begin);
    if (options.format == "json")
      fmt::print("{}", base::json_line(
                           nlohmann::ordered_json{{"assumption", assumption.text}, {"file", file}, {"line", line}}));
    else
      print_visible(fmt::format("  {}:{}: {}\n", file, line, assumption.text));
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

int run_published(const CheckOptions& options, const fs::path& root) {
  const auto start = std::chrono::steady_clock::now();
  std::error_code ignored;
  const fs::path folder = root / options.published;
  if (!fs::is_directory(folder, ignored))
    throw UsageError{fmt::format("{} is not a folder", options.published), "name a folder that a build wrote"};
  audit::AuditOptions audit_options;
  audit_options.base_url = base_url_of(options.base_url);
  audit_options.jobs = jobs_of(options);
  audit_options.tell_all = options.verbose;
  const io::DiskFileSystem files(folder.string());
  base::Diagnostics diagnostics;
  const std::string prefix = options.published.ends_with('/') ? options.published : options.published + "/";
  audit::Audit audit = audit::audit_site(audit::Published::in_folder(files, prefix, diagnostics), audit_options);
  diagnostics.merge(std::move(audit.diagnostics));
  if (options.strict) diagnostics.make_warnings_errors();
  print_diagnostics(diagnostics, options);
  if (!options.quiet && options.format == "text")
    fmt::print("{} and {} checked; {:.2f} s\n", base::count_of(audit.files, "file"),
               base::count_of(audit.links, "link"), seconds_since(start));
  return audit.machine_failed ? kMachineFailed : status_of(diagnostics);
}

int run(const CheckOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const fs::path root = find_root(options);
  if (!options.published.empty()) return run_published(options, root);
  if (!options.today.empty() && !data::is_date(options.today))
    throw UsageError{fmt::format("\"{}\" is not a date", options.today), "write one such as --today 2026-01-31"};

  build::ExamineOptions examine;
  examine.build.drafts = options.drafts;
  examine.build.strict = options.strict;
  examine.build.jobs = jobs_of(options);
  examine.today = options.today.empty() ? today() : check::last_day_of(options.today).value();
  examine.tell_all = options.verbose;
  if (options.write_baseline)
    examine.write_baseline = options.grow ? check::BaselineUpdate::grow : check::BaselineUpdate::shrink;
  Site site(root, options.overlay);
  if (options.external.external)
    examine.external = external_options(options.external, options, site.cache_parent(), examine.today);
  build::Examination examination = build::examine_site(site.files(), examine);
  print_diagnostics(examination.diagnostics, options);
  print_assumptions(examination.assumptions, options);
  if (examination.external) print_external(*examination.external, options);
  if (!options.quiet && options.format == "text") print_summary(examination, seconds_since(start));
  return examination.machine_failed ? kMachineFailed : status_of(examination.diagnostics);
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  auto [command, options] = add_command<CheckOptions>(
      app, "check", "Check the site more thoroughly than a build, without publishing it", status, run);
  add_common_options(*command, *options);
  auto* published =
      command->add_option("--published", options->published, "Check the files of this folder instead of the site");
  published->type_name("DIR");
  command->add_option("--base-url", options->base_url, "URL of that folder, if its pages do not state it")
      ->type_name("URL")
      ->needs(published);
  CLI::Option* overlay = add_overlay_option(*command, options->overlay)->excludes(published);
  command
      ->add_option("--today", options->today, "Date at which to report stale data, sources and pages (default: today)")
      ->type_name("DATE");
  command->add_flag("--drafts", options->drafts, "Include drafts")->excludes(published);
  command->add_flag("--strict", options->strict, "Treat warnings as errors");
  auto* write = command
                    ->add_flag("--write-baseline", options->write_baseline,
                               "Write data/unbound.txt, the list of accepted unbound words, or remove words from it")
                    ->excludes(published)
                    ->excludes(overlay);
  command->add_flag("--grow", options->grow, "Also add words to the list")->needs(write);
  add_external_options(*command, options->external);
}

}  // namespace cli
