#include "cli/external_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/site.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long>(seconds * 1000));
}

std::string user_agent() {
  std::string agent = fmt::format("Sourcebook/{} (link checker; \"sourcebook\" in robots.txt", version());
  if (!repository().empty()) agent += fmt::format("; +https://github.com/{}", repository());
  return agent + ")";
}

void show_progress(size_t done, size_t all) {
  fmt::print(stderr, "\r{} of {}{}", done, base::count_of(all, "link"), done == all ? "\n" : "");
  std::fflush(stderr);
}

}  // namespace

void add_external_options(CLI::App& command, ExternalCheckOptions& options) {
  auto* external = command.add_flag("--external", options.external, "Check links to other sites");
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    return command.add_option(name, value, help)->type_name(type)->needs(external);
  };
  const auto add_number = [&](const char* name, auto& value, const char* help, const char* type, auto min, auto max) {
    add(name, value, help, type)->check(CLI::Range(min, max))->capture_default_str();
  };
  constexpr double kDay = 86400;
  add("--good-links", options.good_links,
      "File that stores working links between runs (default: .sourcebook/good-links.jsonl)", "FILE");
  add_number("--good-for", options.good_for, "Days for which a working link is not requested again", "DAYS", 0, 3650);
  add_number("--pause", options.pause, "Pause between two requests to one host", "SECONDS", 0.0, kDay);
  add_number("--timeout", options.timeout, "Time limit of a request", "SECONDS", 0.1, 3600.0);
  add_number("--patience", options.patience, "Longest wait that a server may ask for", "SECONDS", 0.0, kDay);
  add_number("--time-limit", options.time_limit, "Stop requests after this time; the next run continues", "MINUTES",
             0.0, 1440.0);
  add("--allow-private", options.allow_private, "Private addresses that may be requested, such as 10.20.0.0/16",
      "RANGE");
  add("--certificates", options.certificates, "Certificate authorities to trust instead of the system's (PEM)", "FILE")
      ->check(CLI::ExistingFile);
}

build::ExternalOptions external_options(const ExternalCheckOptions& options, const CommonOptions& common,
                                        const fs::path& parent, check::Day today) {
  build::ExternalOptions external;
  external.client.user_agent = user_agent();
  external.client.timeout = milliseconds(options.timeout);
  external.client.authorities = options.certificates;
  for (const std::string& range : options.allow_private)
    if (!external.client.allowed.add(range))
      throw UsageError{fmt::format("\"{}\" is not an IP address or address range", range),
                       "write one such as --allow-private 10.20.0.0/16"};
  external.crawl.manners.product = "sourcebook";
  external.crawl.manners.pause = milliseconds(options.pause);
  external.crawl.manners.time_limit = milliseconds(options.time_limit * 60);
  external.crawl.manners.max_wait = milliseconds(options.patience);
  const fs::path cache = parent / kCacheFolder;
  if (std::error_code ignored; options.good_links.empty() && fs::is_symlink(cache, ignored))
    throw UsageError{fmt::format("{} is a symbolic link, which is not followed", cache.string()),
                     "replace it by a folder, or name a file with --good-links"};
  external.good_links = options.good_links.empty() ? cache / "good-links.jsonl" : fs::absolute(options.good_links);
  external.good_for = options.good_for;
  external.today = today;
  if (isatty(STDERR_FILENO) && !common.quiet && common.format == "text") external.progress = show_progress;
  return external;
}

void print_external(const build::ExternalExamination& external, const CommonOptions& common) {
  if (common.quiet || common.format == "github") return;
  if (common.format == "text" && !external.unchecked.empty())
    fmt::print("{} not checked:\n", base::count_of(external.unchecked.size(), "link"));
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
  fmt::print(
      "{} to other sites: {} working ({} from an earlier run, {} moved), {} broken, {} unreachable or private, {} not "
      "checked; {}\n",
      base::count_of(external.links, "link"), counts.fine, counts.known, counts.moved, counts.gone, counts.doubtful,
      external.unchecked.size(), base::count_of(external.requests, "request"));
}

}  // namespace cli
