#include "cli/common.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "base/parallel.h"
#include "base/text.h"
#include "site/config.h"

namespace cli {
namespace {

bool wants_colour() {
  const char* no_color = std::getenv("NO_COLOR");  // https://no-color.org
  return isatty(STDERR_FILENO) && !(no_color && *no_color);
}

base::DiagnosticFormat format_of(const CommonOptions& options) {
  if (options.format == "json") return base::DiagnosticFormat::json;
  if (options.format == "github") return base::DiagnosticFormat::github;
  return base::DiagnosticFormat::text;
}

}  // namespace

void add_common_options(CLI::App& command, CommonOptions& options) {
  command.add_option("--root", options.root, "The site's folder")->type_name("DIR")->capture_default_str();
  command.add_option("--jobs", options.jobs, "Threads; as many as there are cores, unless said")
      ->check(CLI::Range(1, 256));
  command.add_option("--format", options.format, "How mistakes are printed")
      ->check(CLI::IsMember({"text", "json", "github"}))
      ->capture_default_str();
  auto* quiet = command.add_flag("-q,--quiet", options.quiet, "Print mistakes only");
  command.add_flag("-v,--verbose", options.verbose, "Tell more")->excludes(quiet);
}

unsigned jobs_of(const CommonOptions& options) { return options.jobs > 0 ? options.jobs : base::default_jobs(); }

void print_diagnostics(const base::Diagnostics& diagnostics, const CommonOptions& options) {
  std::string text;
  base::DiagnosticFormat format = format_of(options);
  bool colour = format == base::DiagnosticFormat::text && wants_colour();
  for (const base::Diagnostic& diagnostic : diagnostics.list()) {
    text += base::format_diagnostic(diagnostic, format, colour);
    if (format == base::DiagnosticFormat::text) text += "\n";
  }
  if (format == base::DiagnosticFormat::text && !diagnostics.empty()) {
    if (diagnostics.has_errors()) text += base::count_of(diagnostics.errors(), "error");
    if (diagnostics.has_errors() && diagnostics.warnings() > 0) text += ", ";
    if (diagnostics.warnings() > 0) text += base::count_of(diagnostics.warnings(), "warning");
    text += "\n";
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_shown(std::string_view text) { fmt::print("{}", base::visible_lines(text)); }

void print_patch(std::string_view text) {
  if (isatty(STDOUT_FILENO))
    print_shown(text);
  else
    fmt::print("{}", text);
}

int refuse(const std::string& why, const std::string& help, const CommonOptions& options) {
  base::Diagnostics diagnostics;
  diagnostics.error("usage", base::Span{}, why).suggest(help);
  base::DiagnosticFormat format = format_of(options);
  bool colour = format == base::DiagnosticFormat::text && wants_colour();
  std::string text = base::format_diagnostic(diagnostics.list().front(), format, colour);
  std::fwrite(text.data(), 1, text.size(), stderr);
  return kWrongUsage;
}

std::optional<std::string> base_url_of(const std::string& given, const CommonOptions& options) {
  if (given.empty()) return "";
  std::string url = site::normalise_base_url(given);
  if (!url.empty()) return url;
  refuse(fmt::format("\"{}\" is no absolute address", given), "give one such as https://example.org/guide/", options);
  return std::nullopt;
}

bool is_of_the_machine(const std::error_code& error) {
  const int code = error.value();
  return error && code != ENOENT && code != ENOTDIR && code != ELOOP && code != ENAMETOOLONG;
}

int status_of(const base::Diagnostics& diagnostics) {
  static constexpr std::array<std::string_view, 2> kOfTheMachine = {"unreadable-file", "unwritable-file"};
  const auto& list = diagnostics.list();
  const bool failed = std::any_of(list.begin(), list.end(), [](const base::Diagnostic& each) {
    return std::find(kOfTheMachine.begin(), kOfTheMachine.end(), each.code) != kOfTheMachine.end();
  });
  if (failed) return kMachineFailed;
  return diagnostics.has_errors() ? kSiteHasErrors : kFine;
}

int report_failure(const io::DiskFileSystem& root, base::Diagnostics& diagnostics) {
  const std::optional<io::Error> failure = root.failure();
  if (!failure) return kFine;
  const auto& list = diagnostics.list();
  const bool is_said = std::any_of(list.begin(), list.end(),
                                   [](const base::Diagnostic& each) { return each.code == "unreadable-file"; });
  if (!is_said)
    diagnostics.error("unreadable-file", failure->path,
                      fmt::format("{} can't be read: {}", failure->path, failure->message));
  return kMachineFailed;
}

std::optional<std::filesystem::path> find_root(const CommonOptions& options) {
  std::error_code error, unreachable;
  std::filesystem::path root = std::filesystem::weakly_canonical(options.root, error);
  if (!error && std::filesystem::is_directory(root, unreachable)) return root;
  for (const std::error_code& each : {error, unreachable})
    if (is_of_the_machine(each)) throw std::filesystem::filesystem_error("", options.root, each);
  refuse(fmt::format("{} is no folder", options.root), "name the site's folder with --root", options);
  return std::nullopt;
}

std::filesystem::path output_folder(const std::filesystem::path& root, const std::string& shown,
                                    std::error_code& error) {
  const std::filesystem::path out = std::filesystem::weakly_canonical(root / shown, error);
  return out.has_filename() ? out : out.parent_path();  // a folder that is not there keeps the '/' it is written with
}

}  // namespace cli
