// A later edition of a table: its rows replace those of the earlier one, which move to the table's history, a resource
// with the same fields and the edition of each row.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "data/bibliography.h"
#include "import/data_file.h"

namespace import {

// The edition that the rows of a table without declared editions are of: that of its most frequent source, dated as the
// newest row. Nullopt for a table without rows; without a date if nothing gives one.
std::optional<data::Edition> edition_of_rows(const data::Resource& resource, const DataFile& file,
                                             const data::Bibliography& bibliography);

// The id of the source of a new edition whose settings do not give its id: "atlas-2".
std::string edition_source_id(const std::string& source, const std::string& version);

// data/datapackage.json with `edition` as the last one of the resource, after `before` if there are none yet, and with
// a resource for the history unless there is one. Nullopt after an error.
std::optional<std::string> declare_edition(const base::SourceText& descriptor, const data::Resource& resource,
                                           const std::optional<data::Edition>& before, const data::Edition& edition,
                                           base::Diagnostics& diagnostics);

// Adds rows of a resource to its history, except those that it has. They are of the edition with their source, or else
// of `before`, and get the source, locator and date of the resource if theirs are missing.
void add_to_history(const data::Resource& resource, const std::vector<StoredRow>& rows, const data::Edition& before,
                    const data::Resource& history, DataFile& file);

}  // namespace import
