// `sourcebook rename TABLE/KEY NAME`: gives a row another key in its table and in all that refers to it: foreign keys,
// figures, reasons of flows, values in specs and settings. Redirects lead on from pages that move. Files keep all their
// other bytes. Other texts that say the name are listed for the author; SQL is one of them, since a program can't know
// what it means.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/edit.h"
#include "io/file_system.h"
#include "site/place.h"

namespace renaming {

struct Request {
  std::string row;    // "drinks/latte"
  std::string name;   // of a key of several columns all of them, with '/' between
  std::string today;  // since when redirects lead on: "2026-01-31"
};

struct Place {
  base::Span span;
  std::string why;         // why it was not changed; "" for a text that only says the name
  std::string suggestion;  // what the author may want to write
};

struct Move {
  site::Place from, to;
  bool is_redirected = true;  // false for rows of the data, whose anchors come and go with these
};

struct Renamed {
  std::string refusal, help;  // wrong usage: there are no files
  // Errors of the site as it is or, with `fails_after`, as it would be. Without files nothing is to be written; with
  // files the site has these errors until the author has edited the places.
  base::Diagnostics diagnostics;
  bool fails_after = false;
  std::vector<base::ChangedFile> files;
  std::string diff;
  size_t edits = 0;
  std::vector<Move> moves;
  std::vector<Place> places;                      // for the author to look at, in the order of files
  std::vector<std::shared_ptr<const void>> kept;  // what spans point into
};

// Reads the site in `root` and builds it in memory, before and after; writes nothing. Drafts are renamed too.
Renamed rename_row(const io::FileSystem& root, const Request& request, unsigned jobs);

}  // namespace renaming
