#include "cli/external_options.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/version.h"

namespace cli {
namespace {

namespace fs = std::filesystem;

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long>(seconds * 1000));
}

std::string user_agent() {
  std::string agent = fmt::format("Sourcebook/{} (checks links; asks by robots.txt as \"sourcebook\"", version());
  if (!repository().empty()) agent += fmt::format("; +https://github.com/{}", repository());
  return agent + ")";
}

void show_progress(size_t done, size_t all) {
  fmt::print(stderr, "\r{} of {}{}", done, base::count_of(all, "link"), done == all ? "\n" : "");
  std::fflush(stderr);
}

}  // namespace

void add_external_options(CLI::App& command, ExternalCheckOptions& options) {
  auto* external =
      command.add_flag("--external", options.external, "Ask other sites whether what links lead to is there");
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    return command.add_option(name, value, help)->type_name(type)->needs(external);
  };
  constexpr double kDay = 86400;
  add("--good-links", options.good_links,
      "Where good answers are kept for the next run; .sourcebook/good-links.jsonl in the site's folder, or in the "
      "overlay's, unless said",
      "FILE");
  add("--good-for", options.good_for, "For how many days a good answer is trusted", "DAYS")
      ->check(CLI::Range(0, 3650))
      ->capture_default_str();
  add("--pause", options.pause, "Between two requests to one host", "SECONDS")
      ->check(CLI::Range(0.0, kDay))
      ->capture_default_str();
  add("--timeout", options.timeout, "How long an answer may take", "SECONDS")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  add("--patience", options.patience, "How long a server that asks for time is waited for", "SECONDS")
      ->check(CLI::Range(0.0, kDay))
      ->capture_default_str();
  add("--time-limit", options.time_limit, "How long to go on asking; the next run asks for the rest", "MINUTES")
      ->check(CLI::Range(0.0, 1440.0))
      ->capture_default_str();
  add("--allow-private", options.allow_private,
      "Addresses of a private network that may be asked, such as 10.20.0.0/16", "RANGE");
  add("--certificates", options.certificates, "Certificates of authorities to trust, in place of the system's (PEM)",
      "FILE")
      ->check(CLI::ExistingFile);
}

std::optional<build::ExternalOptions> external_options(const ExternalCheckOptions& options, const CommonOptions& common,
                                                       const fs::path& remembers, check::Day today) {
  build::ExternalOptions external;
  external.client.user_agent = user_agent();
  external.client.timeout = milliseconds(options.timeout);
  external.client.authorities = options.certificates;
  for (const std::string& range : options.allow_private) {
    if (external.client.allowed.add(range)) continue;
    refuse(fmt::format("\"{}\" is neither an IP address nor a range of them", range),
           "give --allow-private an address such as 10.20.0.0/16", common);
    return std::nullopt;
  }
  external.crawl.manners.product = "sourcebook";
  external.crawl.manners.pause = milliseconds(options.pause);
  external.crawl.manners.time_limit = milliseconds(options.time_limit * 60);
  external.crawl.manners.max_wait = milliseconds(options.patience);
  const fs::path own = remembers / ".sourcebook";
  if (std::error_code ignored; options.good_links.empty() && fs::is_symlink(own, ignored)) {
    refuse(fmt::format("{} is a symbolic link, which is not followed", own.string()),
           "put a folder in its place, or say with --good-links where good answers are kept", common);
    return std::nullopt;
  }
  external.good_links = options.good_links.empty() ? own / "good-links.jsonl" : fs::absolute(options.good_links);
  external.good_for = options.good_for;
  external.today = today;
  if (isatty(STDERR_FILENO) && !common.quiet && common.format == "text") external.progress = show_progress;
  return external;
}

void print_external(const build::ExternalExamination& external, const CommonOptions& common) {
  if (common.quiet || common.format == "github") return;
  if (common.format == "text" && !external.unchecked.empty())
    fmt::print("{} can't be checked:\n", base::count_of(external.unchecked.size(), "link"));
  for (const check::UncheckedLink& link : external.unchecked) {
    std::string file = link.span ? link.span.source->path() : link.page;
    const base::Position at = link.span ? link.span.source->position(link.span.begin) : base::Position{0, 0};
    if (common.format == "json") {
      nlohmann::ordered_json object{{"unchecked", link.url}, {"why", link.why}, {"file", file}};
      if (link.span) object["line"] = at.line;
      fmt::print("{}", base::json_line(object));
    } else {
      if (link.span) file += fmt::format(":{}:{}", at.line, at.column);
      print_shown(fmt::format("  {}: {} {}\n", file, link.url, link.why));
    }
  }
  if (common.format != "text") return;
  const check::ExternalCounts& counts = external.counts;
  fmt::print("{} to other sites: {} fine ({} known from before, {} moved), {} broken, {} in doubt, {} unchecked; {}\n",
             base::count_of(external.links, "link"), counts.fine, counts.known, counts.moved, counts.gone,
             counts.doubtful, external.unchecked.size(), base::count_of(external.requests, "request"));
}

}  // namespace cli
