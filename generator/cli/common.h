// Folder cli/: one file per command, declared in commands.h. This file contains code that several commands use.
#pragma once
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include "base/diagnostic.h"
#include "base/diagnostic_format.h"
#include "check/sources.h"
#include "import/input_file.h"
#include "import/row.h"
#include "io/disk.h"

namespace cli {

enum Status : int { kFine = 0, kSiteHasErrors = 1, kWrongUsage = 2, kMachineFailed = 3 };

// Options that all commands have. The options of each command derive from these.
struct CommonOptions {
  std::string root = ".";
  std::string format = "text";
  unsigned jobs = 0;  // number of threads; 0 means one per core
  bool quiet = false;
  bool verbose = false;
};

// The group of options that few people need: --help-all lists them, --help does not.
inline constexpr const char* kRareOptions = "Rare options";

void add_common_options(CLI::App& command, CommonOptions& options);
void add_jobs_option(CLI::App& command, CommonOptions& options);
void add_root_option(CLI::App& command, CommonOptions& options);
unsigned jobs_of(const CommonOptions& options);

using base::UsageError;

void print_usage_error(const UsageError& error, const CommonOptions& options);

// Calls `run` and returns its result. Prints a UsageError that it throws (code "usage"), and then returns kWrongUsage.
int run_command(const CommonOptions& options, const std::function<int()>& run);
// Like run_command(), for a command that changes the site: `run` gets its folder. If a file in it could not be read,
// reports that instead of a UsageError, because it may be the reason.
int run_on_site(const CommonOptions& options, const std::function<int(io::DiskFileSystem& root)>& run);

// Adds a command with options of type `Options`. `run` is called with them.
template <class Options, class Run>
std::pair<CLI::App*, Options*> add_subcommand(CLI::App& parent, const std::string& name, const std::string& help,
                                              Run run) {
  auto options = std::make_shared<Options>();
  CLI::App* command = parent.add_subcommand(name, help);
  command->callback([options, run] { run(*options); });
  return {command, options.get()};
}

// Adds a command. The result of `run` becomes `status`.
template <class Options>
auto add_command(CLI::App& parent, const std::string& name, const std::string& help, int& status,
                 int (*run)(const Options&)) {
  return add_subcommand<Options>(parent, name, help, [run, &status](const Options& options) {
    status = run_command(options, [&] { return run(options); });
  });
}
// Adds a command that changes the site.
template <class Options>
auto add_command(CLI::App& parent, const std::string& name, const std::string& help, int& status,
                 int (*run)(io::DiskFileSystem& root, const Options&)) {
  return add_subcommand<Options>(parent, name, help, [run, &status](const Options& options) {
    status = run_on_site(options, [&](io::DiskFileSystem& root) { return run(root, options); });
  });
}

// Prints to standard error in the chosen format; on a terminal in colour, unless NO_COLOR is set. The format "text"
// ends with a line that counts errors and warnings.
void print_diagnostics(const base::Diagnostics& diagnostics, const CommonOptions& options);

// Prints a text with control characters made visible, so that a site cannot control a terminal or a workflow's log.
void print_visible(std::string_view text, std::FILE* to = stdout);
template <class... Arguments>
void print_text(std::FILE* to, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  print_visible(fmt::format(text, std::forward<Arguments>(arguments)...), to);
}
template <class... Arguments>
void print_text(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  print_visible(fmt::format(text, std::forward<Arguments>(arguments)...));
}
// Prints what the program does not do for the site's language, which is no fault of the site.
void print_notes(const std::vector<std::string>& notes);
// Prints a patch: like print_visible() on a terminal and in a GitHub log; elsewhere unchanged, so that it applies.
void print_patch(std::string_view text);

// Normalizes the value of --base-url with site::normalise_base_url; "" if it was not given. Throws UsageError for a
// value that is not an absolute URL.
std::string base_url_of(const std::string& given);

// Returns the date from SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/) or the clock, in
// UTC. Throws UsageError if SOURCE_DATE_EPOCH is not a number of seconds.
check::Day today();
// Returns today() as text: "2026-01-31".
std::string today_text();

// Returns the exit status for these diagnostics: kMachineFailed if a file could not be read or written, or if the
// machine lacks a library or a network.
int status_of(const base::Diagnostics& diagnostics);

// If the operating system failed to read a file below `root`, adds the first such error, unless one is already
// reported, and returns false. Call it before writing: a file that could not be read may have been treated as absent.
bool is_readable(const io::DiskFileSystem& root, base::Diagnostics& diagnostics);

// Throws std::filesystem::filesystem_error if the operating system failed. A path that does not exist or is not a
// folder does not count.
void check_machine(const std::filesystem::path& path, std::initializer_list<std::error_code> errors);

// Returns the absolute path of the site's folder. Throws UsageError if --root is not a folder, and
// std::filesystem::filesystem_error if the path cannot be determined.
std::filesystem::path find_root(const CommonOptions& options);

// Adds the data folder that data/site.json names outside the site, if any. Throws UsageError if it is not a folder of
// the same repository or, without a repository, beside the site.
void share_data(io::DiskFileSystem& files, const std::filesystem::path& root);

// Files that a command writes. A command first plans all files; then all of them are written, or none.
struct Plan : import::Outcome {
  std::vector<std::string> notes;  // remarks about what was detected
  std::vector<import::Assumption> assumed;
  std::vector<std::string> todo;  // tasks of the author
  std::vector<std::string> next;  // the commands to run next
};

// Writes all files, or none if one exists already ("file-exists"), has changed since it was read ("file-changed") or
// cannot be written ("unwritable-file"; files that were written before it are restored). `prefix` comes before paths in
// messages. Returns an exit status.
int write_plan(io::FileSystem& root, import::Outcome& plan, const std::string& prefix = "");

// Completes a command: reports read errors, writes unless `dry_run`, and prints diagnostics. Returns an exit status.
int carry_out(io::DiskFileSystem& root, import::Outcome& plan, const CommonOptions& options, bool dry_run = false,
              const std::string& prefix = "");

// Returns a list of the files that were written, or unless `is_done` would be, and of what to do next, for standard
// output.
std::string summary_of(const Plan& plan, const std::string& prefix = "", bool is_done = true);

}  // namespace cli
