// `sourcebook rename TABLE/KEY NAME`: changes the key of a row and all references to it: foreign keys, figures, reasons
// of flows, values in specs and settings. Pages whose address changes get redirects. All other bytes of a file are
// unchanged. Other texts that contain the name are listed for the author, and so is SQL, which is not interpreted.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "io/file_system.h"
#include "site/redirects.h"

namespace renaming {

struct Request {
  std::string row;    // the ref of the row: "drinks/latte"
  std::string name;   // the new key; its parts are separated by '/' if there are several columns
  std::string today;  // the date of new redirects: "2026-01-31"
};

struct Place {
  base::Span span;
  std::string why;         // the reason why the place was not changed; "" for a text that only contains the name
  std::string suggestion;  // the changes that the author may want to make
};

struct Renamed {
  // Errors of the site before the rename, or with it (`fails_after`). Without files nothing can be written; with files
  // the site has these errors until the author has edited the places.
  base::Diagnostics diagnostics;
  bool fails_after = false;
  std::vector<base::ChangedFile> files;
  std::string diff;
  size_t edits = 0;
  site::Moves moves;
  std::vector<Place> places;                      // places for the author to check, by file and position
  std::vector<std::shared_ptr<const void>> kept;  // owns the texts that spans point into
};

// Reads the site in `root` and builds it in memory, before and after the rename; writes nothing. Includes drafts.
// Throws base::UsageError.
Renamed rename_row(const io::FileSystem& root, const Request& request, unsigned jobs);

}  // namespace renaming
