// Mistakes of rows that an import would write, shown in the files that it read them from.
#pragma once
#include <string>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "import/data_file.h"

namespace import {

// `mistakes`, all of them errors, with the places of those in `path` changed, where they are in rows of `file` that
// come from the import: to the cell if its place is known, else to the row. `path` is the file that `file` is written
// to, from the site's root.
base::Diagnostics shown_where_read(const base::Diagnostics& mistakes, const data::Resource& resource,
                                   const DataFile& file, const std::string& path);

}  // namespace import
