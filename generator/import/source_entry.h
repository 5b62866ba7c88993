// The edition of a source in its file of data/sources/, after rows of a newer one came in.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "base/diagnostic.h"

namespace import {

struct Edition {
  std::string accessed;  // "2026-01-31", "2026-01", "2026"; "" to leave it
  std::string version;   // the same
};

// The file with the editions of its entries, by their ids; all other bytes stay. Nothing after an error.
std::optional<std::string> with_editions(const base::SourceText& file, const std::map<std::string, Edition>& editions,
                                         base::Diagnostics& diagnostics);

}  // namespace import
