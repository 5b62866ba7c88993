// Editions of a table. The rows of a new edition replace those of the previous one, which move to the table's history:
// a resource with the same fields and the edition of each row.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "data/bibliography.h"
#include "import/data_file.h"

namespace import {

// Returns the edition that the current rows of a table belong to if the table declares no editions: their most frequent
// source, and the date of the newest row. Returns nullopt for a table without rows. The date is empty if neither the
// rows nor the table have one.
std::optional<data::Edition> edition_of_rows(const data::Resource& resource, const DataFile& file,
                                             const data::Bibliography& bibliography);

// Returns the id of a new edition's source ("atlas-2") for settings that do not contain one.
std::string edition_source_id(const std::string& source, const std::string& version);

// Returns data/datapackage.json with `edition` as the last edition of the resource. If it has no editions yet, `before`
// is added first; if it has no history, a resource for it is added. Returns nullopt after an error.
std::optional<std::string> declare_edition(const base::SourceText& descriptor, const data::Resource& resource,
                                           const std::optional<data::Edition>& before, const data::Edition& edition,
                                           base::Diagnostics& diagnostics);

// Adds rows of a resource (StoredRow::written of `table`) to its history, except those that the history already has. A
// row belongs to the edition that has the row's source, otherwise to `before`. Missing sources, locators and dates are
// filled in from the resource.
void add_to_history(const data::Resource& resource, const DataFile& table, const std::vector<std::string_view>& rows,
                    const data::Edition& before, const data::Resource& history, DataFile& file);

}  // namespace import
