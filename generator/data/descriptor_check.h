// What must hold between the parts of a descriptor: unit columns, foreign keys, long forms, names of views.
#pragma once
#include "data/descriptor.h"

namespace data {

// Reports what does not, and takes out the foreign keys and long forms that lead nowhere.
void check_references(Package& package, base::Diagnostics& diagnostics);

inline constexpr std::string_view kTableNames =
    "lower-case letters, digits, \"_\", \"-\" and \".\", not beginning with \".\" or \"sqlite_\"";
bool is_table_name(std::string_view name);

// SQLite's tables and columns do not tell upper from lower case (in ASCII).
bool same_name(std::string_view a, std::string_view b);

}  // namespace data
