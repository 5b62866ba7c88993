// The history of a table: the rows of its earlier editions, of which a file has only what changed.
//
//     edition,id,price,source,as_of
//     2025.1,large,3,,                  of the first edition, all rows
//     2025.1,small,1,,
//     2025.2,large,4,,                  of a later one, rows that changed or are new
//     2025.2,small,,,                   only its key: the edition dropped the row
//
// This is the form of an edition whose entry in the descriptor has "changes_from": "2025.1" (Edition::changes_from).
// Its other rows are those of that edition. An edition without it has all of its rows in the file. A row without a
// source, a locator or a date has the source and the date of its edition and the locator of the resource.
#pragma once
#include <functional>
#include <vector>

#include "data/rows.h"

namespace data {

// Returns the edition with this version; null if there is none.
const Edition* find_edition(const std::vector<Edition>& editions, std::string_view version);

// Returns the fields that are not part of the key. A row in which they are all empty means that an edition which
// `changes_from` another one dropped the row.
std::vector<size_t> value_fields(const Resource& history);

// Calls row() for each row of the history, at first those of the file, as read_rows() does. Reports "bad-edition" if
// the editions have too many rows for the size of the file. REQUIRES: Resource::earlier is not empty
void read_history(const Resource& history, const Texts& texts, base::Diagnostics& diagnostics, RowErrors& errors,
                  const std::function<bool(const RawRow& row)>& row);

}  // namespace data
