// Edits JSON files without changing any other bytes. The functions return the new text of the file, or nullopt after an
// error of parse_json or "wrong-type".
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "notation/node.h"

namespace import {

// Adds `item` to the end of the list at `key` of the file's object; creates the list if it is missing. `item` is JSON
// indented by two spaces per level; it gets the indentation of its neighbours and the line ends of the file.
std::optional<std::string> insert_into_list(const base::SourceText& file, std::string_view key, std::string_view item,
                                            base::Diagnostics& diagnostics);

// Sets `as_of` of the resource in data/datapackage.json to `date` if that is later than the existing value. Without an
// existing value, sets it only if `add` is true.
std::optional<std::string> set_resource_date(const base::SourceText& descriptor, std::string_view resource,
                                             std::string_view date, bool add, base::Diagnostics& diagnostics);

struct SourceUpdate {
  std::string accessed;  // a date: "2026-01-31", "2026-01" or "2026"; "" changes nothing
  std::string version;   // a version; "" changes nothing
};

// Updates sources in a file of data/sources/, by their ids.
std::optional<std::string> update_sources(const base::SourceText& file,
                                          const std::map<std::string, SourceUpdate>& updates,
                                          base::Diagnostics& diagnostics);

// Adds a source to a file of data/sources/: a copy of the source `before` with the id, version and date of a new
// edition. Marks `before` as superseded by the copy. Returns nullopt if the file does not contain `before`.
std::optional<std::string> add_edition(const base::SourceText& file, std::string_view before,
                                       const data::Edition& edition, base::Diagnostics& diagnostics);

// Sets these keys of a resource in data/datapackage.json; the values are JSON.
std::optional<std::string> set_resource_keys(const base::SourceText& descriptor, std::string_view resource,
                                             const std::vector<std::pair<std::string, std::string>>& keys,
                                             base::Diagnostics& diagnostics);

// Writes a node as JSON on one line.
std::string to_json(const notation::Node& node);

}  // namespace import
