// The Data Package of a site (data/datapackage.json): the tables, the meaning of their columns, and constraints on
// their rows. The format is Frictionless (https://datapackage.org/standard/). Sourcebook adds these keys to a field:
// `unit`, `unitField`, `better`, `format` (a d3-format), `same_as`, `covers`, `source`, `locator`, `as_of`; and these
// to a resource: `as_of`, `stale_after_days`, `source`, `locator`, `caveats`, `long`, `tolerance`, `loader`,
// `editions`, `history`, `"sources": "none"` with a `reason`.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "quantity/decimal.h"
#include "quantity/frame.h"

namespace data {

// Constraints on the values of a field. The bounds are kept as written: numbers or ISO 8601 dates.
struct Constraints {
  bool required = false;
  bool unique = false;
  std::vector<std::string> one_of;  // "enum"; empty if there is no constraint
  std::optional<std::string> minimum;
  std::optional<std::string> maximum;
  std::optional<size_t> min_length;  // in code points
  std::optional<size_t> max_length;
  std::string pattern;  // a regular expression (PCRE2) that the whole text must match; "" for none
  base::Span pattern_span;
};

// Another column that states the same quantity, to compare the values.
struct SameAs {
  std::string table;  // the name of a resource, or of the wide view of a long resource; "" for none
  std::string column;
  std::string because;  // why the other column is preferred; may be empty
  base::Span span;
};

// The source of one column, if it differs from the source of the rows.
struct FieldSource {
  std::string source;   // an id of the bibliography; "" to use the row's
  std::string locator;  // "" to use the row's
  std::string as_of;    // "" to use the row's
  base::Span source_span;

  bool is_given() const { return !source.empty() || !locator.empty() || !as_of.empty(); }
};

struct ResourceField {
  quantity::Field field;  // `resource` and `column` are filled in
  FieldSource own;
  Constraints constraints;
  base::Span span;       // where the name is written
  base::Span unit_span;  // where `unit` or `unitField` is written
  base::Span format_span;
  SameAs same_as;
  std::map<std::string, std::string, std::less<>> labels;  // for categories: maps values to the words that readers see
};

struct ForeignKey {
  std::vector<std::string> fields;
  std::string resource;  // never empty; a foreign key to its own resource has that resource's name
  std::vector<std::string> reference;
  base::Span span;
};

// A note on each row for which the SQL expression `when` is true.
struct Caveat {
  std::string when;
  std::string text;
  std::vector<std::string> columns;  // the caveat is shown only with these columns; empty: with every column
  base::Span span, columns_span;     // where `when` and `columns` are written
};

// The wide form of a resource with one row per quantity: a view with one row for each value of `row`, and one column
// for each row of the resource `columns`.
struct LongForm {
  std::string row;
  std::string column;
  std::string value;
  std::string columns;
  std::string view;
  base::Span span;
};

// One of several states of a resource that its source published one after another.
struct Edition {
  std::string version;
  std::string date;    // "2026-01-31", "2026-01" or "2026"
  std::string source;  // an id of the bibliography
  base::Span source_span = {};
};

struct PackageSource {
  std::string title;
  std::string path;
};

struct License {
  std::string name;
  std::string title;
  std::string path;
};

enum class RowFormat { json, csv };

struct Resource {
  std::string name;
  std::string path;  // the path relative to data/; "" after an error
  RowFormat format = RowFormat::json;
  char delimiter = ',';  // for CSV files
  char quote = '"';
  std::string title;  // never empty; by default the resource's name
  std::string description;
  std::vector<ResourceField> fields;
  std::vector<std::string> primary_key;
  std::vector<ForeignKey> foreign_keys;
  std::vector<PackageSource> sources;
  std::string no_source;  // the "reason" of "sources": "none"; otherwise ""
  std::vector<License> licenses;
  std::string as_of;  // "2026-01-31", "2026-01", "2026", or ""; a row's own date overrides it
  std::optional<long> stale_after_days;
  std::string source;   // an id of the bibliography, for rows without their own
  std::string locator;  // for rows without their own
  base::Span source_span;
  std::string loader;  // an executable in the data file's folder that only `sourcebook load` runs
  std::vector<Caveat> caveats;
  std::optional<LongForm> long_form;
  std::vector<Edition> editions;  // the oldest first; the rows are from the last one
  std::string history;  // the resource with the rows of earlier editions; its key is `edition`, then this one's key
  base::Span history_span;
  quantity::Exact tolerance;  // the largest relative difference between values of one quantity: 0.05 for "5 %"
  base::Span span;            // where the name is written
  base::Span path_span;

  // Returns the index of a field, or -1.
  int find(std::string_view field) const;
  std::vector<std::string_view> field_names() const;
  // Whether any field has values that need a source.
  bool has_measures() const;
  // Whether any field has its own source, locator or date.
  bool has_field_sources() const;
};

struct Package {
  std::vector<Resource> resources;

  const Resource* find(std::string_view resource) const;
};

// Reads the descriptor and checks its names, types, keys, foreign keys and long forms. Omits parts with mistakes, so
// that later steps can find more mistakes.
Package read_package(const base::SourceText& descriptor, base::Diagnostics& diagnostics);

// Returns why an edition can't follow another one; "" if it can.
std::string why_not_after(const Edition& before, const Edition& edition);

// Returns a type's name in the descriptor: "string", "integer", …
std::string_view type_name(quantity::FieldType type);

}  // namespace data
