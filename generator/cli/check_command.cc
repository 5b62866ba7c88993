// `sourcebook check`.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/build_folders.h"
#include "cli/commands.h"
#include "cli/embedded.h"
#include "data/dates.h"
#include "passes/examine.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

struct ExternalCheckOptions : passes::ExternalOptions {
  bool external = false;
  std::vector<std::string> allow_private;
};

struct CheckOptions : CommonOptions {
  std::string today;
  bool drafts = false;
  bool strict = false;
  bool write_baseline = false;
  bool grow = false;
  ExternalCheckOptions external;
};

std::string user_agent() {
  std::string agent = fmt::format("Sourcebook/{} (link checker", version());
  if (!repository().empty()) agent += fmt::format("; +https://github.com/{}", repository());
  return agent + ")";
}

void show_progress(size_t done, size_t all) {
  fmt::print(stderr, "\r{} of {}{}", done, base::count_of(all, "link"), done == all ? "\n" : "");
  std::fflush(stderr);
}

void add_external_options(CLI::App& command, ExternalCheckOptions& options) {
  auto* external = command.add_flag("--external", options.external,
                                    "Check [whether links to other sites work](publishing.md#external)");
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    return command.add_option(name, value, help)->type_name(type)->needs(external);
  };
  const auto add_time = [&](const char* name, std::chrono::milliseconds& value, double preset, const char* help,
                            const char* type, double min, double max) {
    const double unit = type == std::string_view("MINUTES") ? 60'000 : 1000;
    const auto set = [&value, unit](double given) {
      value = std::chrono::milliseconds(static_cast<long>(given * unit));
    };
    set(preset);
    command.add_option_function<double>(name, set, help)
        ->type_name(type)
        ->needs(external)
        ->check(CLI::Range(min, max))
        ->default_str(fmt::format("{}", preset))
        ->group(kRareOptions);
  };
  constexpr double kDay = 86400;
  web::Manners& manners = options.crawl.manners;
  add_time("--pause", manners.pause, 1, "Pause between two requests to one host", "SECONDS", 0, kDay);
  add_time("--timeout", options.client.timeout, 20, "Time limit of a request", "SECONDS", 0.1, 3600);
  add_time("--patience", manners.max_wait, 60, "Limit of the wait that a server may ask for", "SECONDS", 0, kDay);
  add_time("--time-limit", manners.time_limit, 60, "Stop requests after this time", "MINUTES", 0, 1440);
  add("--allow-private", options.allow_private, "Private addresses that may be requested, such as 10.20.0.0/16",
      "RANGE")
      ->group(kRareOptions);
  add("--certificates", options.client.authorities, "Certificate authorities to trust instead of the system's (PEM)",
      "FILE")
      ->check(CLI::ExistingFile)
      ->group(kRareOptions);
}

// Completes the options. Throws UsageError if --allow-private is not an address range. REQUIRES:
// given.external
passes::ExternalOptions external_options(const ExternalCheckOptions& given, const CommonOptions& common) {
  passes::ExternalOptions external = given;
  external.client.user_agent = user_agent();
  for (const std::string& range : given.allow_private)
    if (!external.client.allowed.add_range(range))
      throw UsageError{fmt::format("\"{}\" is not an IP address or address range", range),
                       "write one such as --allow-private 10.20.0.0/16"};
  if (isatty(STDERR_FILENO) && !common.quiet && common.format == "text") external.progress = show_progress;
  return external;
}

// Prints the links that could not be checked, and a line of counts.
void print_external(const passes::ExternalExamination& external, const CommonOptions& common) {
  if (common.quiet || common.format == "github") return;
  if (common.format == "text" && !external.unchecked.empty())
    print_text("{} not checked:\n", base::count_of(external.unchecked.size(), "link"));
  for (const check::UncheckedLink& link : external.unchecked) {
    std::string file = link.span ? link.span.source->path() : link.page;
    const base::Position at = link.span ? link.span.source->position(link.span.begin) : base::Position{0, 0};
    if (common.format == "json") {
      nlohmann::ordered_json object{{"unchecked", link.url}, {"why", link.why}, {"file", file}};
      if (link.span) object["line"] = at.line;
      fmt::print("{}", base::json_line(object));
    } else {
      if (link.span) file += fmt::format(":{}:{}", at.line, at.column);
      print_visible(fmt::format("  {}: {} {}\n", file, link.url, link.why));
    }
  }
  if (common.format != "text") return;
  const check::ExternalCounts& counts = external.counts;
  print_text(
      "{} to other sites: {} working ({} moved), {} broken, {} unreachable or private, {} not "
      "checked; {}\n",
      base::count_of(external.links, "link"), counts.fine, counts.moved, counts.gone, counts.uncertain,
      external.unchecked.size(), base::count_of(external.requests, "request"));
}

void print_assumptions(const std::vector<check::Assumption>& assumptions, const CommonOptions& options) {
  if (options.quiet || options.format == "github") return;
  if (options.format == "text" && !assumptions.empty())
    print_text("{}:\n", base::count_of(assumptions.size(), "assumption"));
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

void print_summary(const passes::Examination& examination, double seconds) {
  print_text("{}, {} checked, {}; {} ({} in the baseline), {}, {} stale, {} unused; {:.2f} s\n",
             base::count_of(examination.pages, "page"), base::count_of(examination.figures, "figure"),
             base::count_of(examination.links, "link"),
             base::count_of(examination.unbound, "place") + " with unbound words", examination.listed,
             base::count_of(examination.assumptions.size(), "assumption"), examination.stale,
             base::count_of(examination.unused, "source"), seconds);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int run(const CheckOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const fs::path root = find_root(options);
  if (!options.today.empty() && !data::is_date(options.today))
    throw UsageError{fmt::format("\"{}\" is not a date", options.today), "write one such as --today 2026-01-31"};

  passes::ExamineOptions examine;
  examine.build.drafts = options.drafts;
  examine.build.strict = options.strict;
  examine.build.jobs = jobs_of(options);
  examine.today = options.today.empty() ? today() : check::last_day_of(options.today).value();
  examine.show_all = options.verbose;
  if (options.write_baseline)
    examine.write_baseline = options.grow ? check::BaselineUpdate::grow : check::BaselineUpdate::shrink;
  io::DiskFileSystem files(root.string());
  share_data(files, root);
  if (options.external.external) examine.external = external_options(options.external, options);
  passes::Examination examination = passes::examine_site(files, examine);
  print_diagnostics(examination.diagnostics, options);
  print_assumptions(examination.assumptions, options);
  if (examination.external) print_external(*examination.external, options);
  if (!options.quiet && options.format == "text") {
    print_summary(examination, seconds_since(start));
    print_notes(examination.notes);
  }
  return status_of(examination.diagnostics);
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  auto [command, options] = add_command<CheckOptions>(
      app, "check", "Check the site more thoroughly than a build, without publishing it", status, run);
  add_common_options(*command, *options);
  command
      ->add_option("--today", options->today, "Date at which to report stale data, sources and pages (default: today)")
      ->type_name("DATE");
  command->add_flag("--drafts", options->drafts, "Include drafts");
  command->add_flag("--strict", options->strict, "Treat warnings as errors");
  auto* write = command->add_flag(
      "--write-baseline", options->write_baseline,
      "Write data/unbound.txt, [the list of accepted unbound words](figures.md#baseline), or remove words from it");
  command->add_flag("--grow", options->grow, "Also add words to the list")->needs(write);
  add_external_options(*command, options->external);
}

}  // namespace cli
