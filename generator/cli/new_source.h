// `sourcebook new source`: an entry of the bibliography. Nothing is fetched: what a source is called, only its reader
// can say.
#pragma once
#include <CLI/CLI.hpp>

#include "cli/common.h"
#include "cli/made.h"

namespace cli {

struct NewSourceOptions {
  CommonOptions common;
  std::string url_or_id;
  std::string id;
  std::string type;
  std::string title;
  std::string publisher;
  std::string author;
  std::string url;
  std::string issued;    // a date, a month or a year
  std::string accessed;  // the same; "" for the day on which the command runs
  std::string file;      // a bibliography to add it to; "" for a file of its own
};

// `today`: "2026-01-31".
Made make_source(const io::FileSystem& root, const NewSourceOptions& options, const std::string& today);

// "https://www.efsa.europa.eu/en/efsajournal/pub/4102" becomes "efsa-pub-4102".
std::string source_id_of(std::string_view url);

void set_up_new_source(CLI::App& parent, NewSourceOptions& options, int& status);

}  // namespace cli
