// Reads the parts of a descriptor, and the keys that declarations in queries share with it.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "data/descriptor.h"
#include "notation/format.h"
#include "quantity/unit.h"

namespace data {

const notation::Format<ResourceField>& field_format();
const notation::Format<NamedWork>& work_format();  // a source or a licence of a package

// Reports a key that was removed, and what to do instead.
bool explain_removed(const notation::Entry& entry, const notation::AnyFormat& format, base::Diagnostics& diagnostics);

// Reads "sources" and "licenses" of a resource or a package.
void read_origin(Resource& resource, notation::Reader& reader, base::Diagnostics& diagnostics);

// Returns the package itself as the source of its numbers; nullopt if it does not say where it was published.
std::optional<NamedWork> read_package_as_source(notation::Reader& reader);

// Returns the names of a package's contributors.
std::vector<std::string> read_contributors(notation::Reader& reader);

// Returns a part of a descriptor, which may be in a separate file; nullopt if it is missing, or after an error.
std::optional<notation::Node> read_part(notation::Reader& reader, std::string_view key, const FindFile& find,
                                        base::Diagnostics& diagnostics);

const notation::AnyFormat& dialect_format();

// Reads the path of a resource, its format, encoding and dialect. Returns false, after a warning, if it isn't a table.
bool read_file_form(Resource& resource, notation::Reader& reader, bool has_schema, const FindFile& find,
                    base::Diagnostics& diagnostics);

// Returns a text field for each column of a resource without a schema.
std::vector<ResourceField> fields_of_file(const Resource& resource, const FindFile& find,
                                          base::Diagnostics& diagnostics);

// Adds the sources of a resource to the bibliography, if its numbers have no other source, and refers to them.
void add_entry(Package& package, Resource& resource);

// Returns false after an error: the resource has no such field.
bool check_field(const Resource& resource, const std::string& field, base::Span span, base::Diagnostics& diagnostics);

// Returns false after an error: no table can have a column with this name.
bool check_name(const std::string& name, base::Span span, base::Diagnostics& diagnostics);

// Checks the references between the parts of a descriptor: unit columns, foreign keys, long forms, names of views.
// Removes the foreign keys and long forms with mistakes.
void check_references(Package& package, base::Diagnostics& diagnostics);

inline constexpr std::string_view kUnitForm = "a unit such as \"GB/s\", or \"1\" for a plain number";
inline constexpr std::string_view kDateForm = "a date such as 2026-01-31, 2026-01 or 2026";

// Both return false after an error "bad-unit" or "bad-format"; "" is valid.
bool check_unit(const std::string& unit, const quantity::Units& units, base::Span span, base::Diagnostics& diagnostics);
bool check_format(const std::string& format, const std::string& unit, base::Span span, base::Diagnostics& diagnostics);
// Returns false after an error "unit-mismatch": a heading names another unit, "Length (m)" in km.
bool check_heading(const quantity::Field& field, const quantity::Units& units, base::Span span,
                   base::Diagnostics& diagnostics);

// Removes a unit that its field can't have. In a found package a unit is what its publisher means by it: then it is a
// warning, and readers see it in the title of the column.
void refuse_unit(const Resource& resource, ResourceField& field, std::string_view code, std::string message,
                 std::string_view expected, base::Diagnostics& diagnostics);

inline constexpr std::string_view kTableNames =
    "lower-case letters, digits, \"_\", \"-\" and \".\", not beginning with \".\" or \"sqlite_\"";
bool is_table_name(std::string_view name);
// Returns the name, or a similar one that a table can have: "population-data" for "Population Data".
std::string table_name(std::string_view name);

// Compares names of tables or columns as SQLite does: it ignores the case of ASCII letters.
bool same_name(std::string_view a, std::string_view b);

}  // namespace data
