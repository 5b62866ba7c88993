// Plans of files that a command writes. A command first plans all files; then all of them are written, or none.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "cli/common.h"
#include "io/file_system.h"

namespace cli {

struct Plan {
  std::vector<base::ChangedFile> files;
  base::Diagnostics diagnostics;                              // diagnostics; with an error, nothing is written
  std::vector<std::string> notes;                             // remarks about what was detected or assumed
  std::vector<std::string> todo;                              // tasks of the author
  std::vector<std::string> next;                              // the commands to run next
  std::vector<std::shared_ptr<const base::SourceText>> kept;  // the texts that diagnostics point into

  bool failed() const { return diagnostics.has_errors(); }
};

// Writes all files, or none if one exists already ("file-exists"), has changed since it was read ("file-changed") or
// cannot be written ("unwritable-file"; files that were written before it are restored). `prefix` comes before paths in
// messages. Returns an exit status.
int write_plan(io::FileSystem& root, Plan& plan, const std::string& prefix = "");

// Completes a command: reports read errors, writes unless `dry_run`, and prints diagnostics. Returns an exit status.
int carry_out(io::DiskFileSystem& root, Plan& plan, const CommonOptions& options, bool dry_run = false,
              const std::string& prefix = "");

// Returns a list of the files that were written and of what to do next, for standard output.
std::string summary_of(const Plan& plan, const std::string& prefix = "");

}  // namespace cli
