#include "cli/common.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/parallel.h"
#include "base/text.h"

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

std::optional<std::filesystem::path> find_root(const CommonOptions& options) {
  std::error_code ignored;
  std::filesystem::path root = std::filesystem::weakly_canonical(options.root, ignored);
  if (std::filesystem::is_directory(root, ignored)) return root;
  refuse(fmt::format("{} is no folder", options.root), "name the site's folder with --root", options);
  return std::nullopt;
}

}  // namespace cli
