// Reads the parts of a descriptor, and the keys that declarations in queries share with it.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "data/descriptor.h"
#include "notation/reader.h"
#include "quantity/unit.h"

namespace data {

// Reads one field of a resource's schema. Its name is "" if no table can have a column with that name.
ResourceField read_field(const notation::Node& node, const std::string& resource, base::Diagnostics& diagnostics);

// Checks the references between the parts of a descriptor: unit columns, foreign keys, long forms, names of views.
// Removes the foreign keys and long forms with mistakes.
void check_references(Package& package, base::Diagnostics& diagnostics);

// The next four functions read the values of keys that fields and declarations share.
std::optional<quantity::FieldType> read_type(notation::Reader& reader);
quantity::Better read_better(notation::Reader& reader);
// Reads "as_of"; returns "" after an error.
std::string read_as_of(notation::Reader& reader, base::Diagnostics& diagnostics);
// Accepts keys of a standard that Sourcebook ignores.
void accept_unused(notation::Reader& reader, std::initializer_list<std::string_view> keys);

inline constexpr std::string_view kUnitForm = "a unit such as \"GB/s\", or \"1\" for a plain number";
inline constexpr std::string_view kDateForm = "a date such as 2026-01-31, 2026-01 or 2026";

// Both return false after an error "bad-unit" or "bad-format"; "" is valid.
bool check_unit(const std::string& unit, const quantity::Units& units, base::Span span, base::Diagnostics& diagnostics);
bool check_format(const std::string& format, base::Span span, base::Diagnostics& diagnostics);

inline constexpr std::string_view kTableNames =
    "lower-case letters, digits, \"_\", \"-\" and \".\", not beginning with \".\" or \"sqlite_\"";
bool is_table_name(std::string_view name);

// Compares names of tables or columns as SQLite does: it ignores the case of ASCII letters.
bool same_name(std::string_view a, std::string_view b);

}  // namespace data
