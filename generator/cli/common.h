// Folder cli/: one file per command. Here: options and exit statuses that all commands share.
#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include "base/diagnostic.h"
#include "base/diagnostic_format.h"
#include "io/disk.h"

namespace cli {

enum Status : int { kFine = 0, kSiteHasErrors = 1, kWrongUsage = 2, kMachineFailed = 3 };

struct CommonOptions {
  std::string root = ".";
  std::string format = "text";
  unsigned jobs = 0;  // 0: as many as the machine has cores
  bool quiet = false;
  bool verbose = false;
};

void add_common_options(CLI::App& command, CommonOptions& options);
unsigned jobs_of(const CommonOptions& options);

// To standard error, in the format asked for; coloured on a terminal unless NO_COLOR is set. With `text`, a last line
// counts them.
void print_diagnostics(const base::Diagnostics& diagnostics, const CommonOptions& options);

// To standard output, for people: what stands in a site's texts cannot steer their terminal, or a workflow's log.
void print_shown(std::string_view text);
// The same on a terminal; elsewhere the bytes as they are, for programs that apply them.
void print_patch(std::string_view text);

// Says, in the format asked for, why a command does not start (code "usage"), and what to give instead. Returns
// kWrongUsage.
int refuse(const std::string& why, const std::string& help, const CommonOptions& options);

// What --base-url was given, as site::normalise_base_url writes it; "" without it, and nothing, after saying so (see
// refuse), where it is no absolute address.
std::optional<std::string> base_url_of(const std::string& given, const CommonOptions& options);

// What a command ends with that said this: kMachineFailed where a file can't be read or written.
int status_of(const base::Diagnostics& diagnostics);

// kFine, or, where the machine refused to read something of the site, kMachineFailed, with an error "unreadable-file"
// among `diagnostics`. To be asked before anything is written: what was refused may have been taken for absent.
int report_failure(const io::DiskFileSystem& root, base::Diagnostics& diagnostics);

// Whether an error is not about what was asked for, which is not there or no folder, but about the machine.
bool is_of_the_machine(const std::error_code& error);

// The site's folder, absolute; nothing, after saying so (see refuse), when --root names none. Throws
// std::filesystem::filesystem_error, with its path, when it can't be looked at.
std::optional<std::filesystem::path> find_root(const CommonOptions& options);

// The folder that --out names, absolute, and by the same path whether it is there yet or not. Empty, with an error,
// when it can't be reached.
std::filesystem::path output_folder(const std::filesystem::path& root, const std::string& shown,
                                    std::error_code& error);

}  // namespace cli
