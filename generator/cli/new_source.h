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
  std::string id;  // beside an address; "" to make it from that
  std::string title;
  std::string publisher;
};

// True for what begins with "https://" or "http://".
bool is_url(std::string_view text);

// `today`: "2026-01-31". What was not given and is needed is listed in the entry's `custom.missing`.
Made make_source(const io::FileSystem& root, const NewSourceOptions& options, const std::string& today);

// The entry alone, in CSL-JSON; `options.id` is its id.
std::string source_entry(const NewSourceOptions& options, const std::string& today);

// "https://www.efsa.europa.eu/en/efsajournal/pub/4102" becomes "efsa-pub-4102".
std::string source_id_of(std::string_view url);

void set_up_new_source(CLI::App& parent, NewSourceOptions& options, int& status);

}  // namespace cli
