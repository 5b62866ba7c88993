// Edits of JSON files that keep all other bytes. All return the new text of the file, or nullopt after an error of
// parse_json or "wrong-type".
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "notation/node.h"

namespace import {

// Adds `item` to the end of the list at `key` of the object in the file; adds the list if there is none. `item` is JSON
// with two spaces for each level; it is indented like its neighbours and gets the file's line ends.
std::optional<std::string> insert_into_list(const base::SourceText& file, std::string_view key, std::string_view item,
                                            base::Diagnostics& diagnostics);

// data/datapackage.json with `as_of` of the resource set to `date`, if that is later than its value; adds it only if
// `add` is set.
std::optional<std::string> set_resource_date(const base::SourceText& descriptor, std::string_view resource,
                                             std::string_view date, bool add, base::Diagnostics& diagnostics);

struct SourceUpdate {
  std::string accessed;  // "2026-01-31", "2026-01", "2026"; "" to keep it
  std::string version;   // "" to keep it
};

// A file of data/sources/ with updates of sources, by their ids.
std::optional<std::string> update_sources(const base::SourceText& file,
                                          const std::map<std::string, SourceUpdate>& updates,
                                          base::Diagnostics& diagnostics);

// A file of data/sources/ with a copy of the source `before`, which is marked as superseded by it, with the id, version
// and date of a new edition. Nullopt if the file does not have that source.
std::optional<std::string> add_edition(const base::SourceText& file, std::string_view before,
                                       const data::Edition& edition, base::Diagnostics& diagnostics);

// data/datapackage.json with these keys of a resource set to JSON.
std::optional<std::string> set_resource_keys(const base::SourceText& descriptor, std::string_view resource,
                                             const std::vector<std::pair<std::string, std::string>>& keys,
                                             base::Diagnostics& diagnostics);

// A node as JSON on one line.
std::string to_json(const notation::Node& node);

}  // namespace import
