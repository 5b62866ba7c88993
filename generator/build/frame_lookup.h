// A cell of a page's own query, by its address "QUERY/KEY/COLUMN".
#pragma once
#include "data/connection.h"

namespace build {

// The key is the text of the row's first column or, where that has several rows, of as many first columns as it takes,
// joined by '/'.
base::Result<data::Cell, data::LookupFailure> find_in_frame(const quantity::Frame& frame, std::string_view key,
                                                            std::string_view column);

}  // namespace build
