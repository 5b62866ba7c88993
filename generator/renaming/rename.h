// `sourcebook rename TABLE/KEY NAME`: the row's key becomes NAME wherever a program can know that it is meant: in its
// own table and in all that name it by foreign keys, in figures, reasons, values that queries compare with such a
// column, caveats, enums, colours and the settings of imports. Where pages made from the row get other addresses, rows
// of data/redirects.csv lead on and links follow. Files keep all their other bytes. What also says the name, and may or
// may not mean the row, is listed for a person.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/changed_file.h"
#include "base/diagnostic.h"
#include "build/build.h"
#include "renaming/found.h"
#include "renaming/moved_pages.h"

namespace renaming {

struct Request {
  std::string row;    // "drinks/latte"
  std::string name;   // of a key of several columns all of them, with '/' between
  std::string today;  // since when redirects lead on: "2026-01-31"
};

struct Renamed {
  std::string refusal, help;  // wrong usage
  // Mistakes of the site as it is, or as it would be: with an error nothing is to be written.
  base::Diagnostics diagnostics;
  bool fails_after = false;  // whether they are of the site as it would be
  std::vector<base::ChangedFile> files;
  std::string diff;
  size_t rows = 0;                                    // whose own key changes
  size_t foreign_keys = 0;                            // cells that name such a row
  std::map<std::string, size_t, std::less<>> counts;  // "figure" -> how many
  std::vector<Move> moves;
  std::vector<Left> left;                         // in the order of files; with `fails_after` those with a reason
  std::vector<std::shared_ptr<const void>> kept;  // what spans point into

  bool failed() const { return !refusal.empty() || diagnostics.has_errors(); }
};

// Reads the site in `root` and builds it in memory, before and after; writes nothing. Drafts are renamed too.
Renamed rename_row(const io::FileSystem& root, const Request& request, unsigned jobs);

}  // namespace renaming
