// What a command is to write: worked out first, then written all at once or not at all.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "cli/common.h"
#include "io/file_system.h"

namespace cli {

struct Made {
  std::vector<base::ChangedFile> files;
  std::vector<std::string> notes;                                // what was found out or assumed
  std::vector<std::string> left;                                 // what the author still has to do
  std::vector<std::string> next;                                 // commands
  std::string refusal, help;                                     // wrong usage: nothing is made
  base::Diagnostics diagnostics;                                 // with an error in it nothing is made
  std::vector<std::shared_ptr<const base::SourceText>> sources;  // that diagnostics point into

  static Made refuse(std::string why, std::string help);
  bool failed() const { return !refusal.empty() || diagnostics.has_errors(); }
};

// Writes all files, none if one of them is there already (error "file-exists", with its path), has changed since it was
// read ("file-changed") or can't be written ("unwritable-file"; those written before are removed again, and those
// changed get their old bytes back). What is
// there is read before anything is written. `shown` stands before paths in messages: the folder of a new site. Returns
// an exit status.
int write_made(io::FileSystem& root, Made& made, const std::string& shown = "");

// What is said of files that were written, for standard output.
std::string summary_of(const Made& made, const std::string& shown = "");

// Writes, unless something of the site could not be read, prints, and returns the exit status.
int finish(io::DiskFileSystem& root, Made made, const CommonOptions& common, const std::string& shown = "");

}  // namespace cli
