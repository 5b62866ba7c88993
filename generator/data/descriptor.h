// The Data Package of a site (data/datapackage.json): which tables there are, what their columns mean, and what must
// hold of their rows. The format is Frictionless's (https://datapackage.org/standard/); Sourcebook adds to a field
// `unit`, `unitField`, `better`, `format` (a d3-format), and to a resource `as_of`, `stale_after_days`, `source`,
// `locator`, `caveats`, `long`, `tolerance`, `loader`, `"sources": "none"` with a `reason`; to a field `same_as`,
// `covers`, `source`, `locator`, `as_of`.
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

// What must hold of each value of a field. The bounds are texts as written: numbers, or dates as ISO 8601 has them.
struct Constraints {
  bool required = false;
  bool unique = false;
  std::vector<std::string> one_of;  // "enum"; empty for any
  std::optional<std::string> minimum;
  std::optional<std::string> maximum;
  std::optional<size_t> min_length;  // in code points
  std::optional<size_t> max_length;
  std::string pattern;  // a regular expression (PCRE2) that the whole text matches; "" for none
  base::Span pattern_span;
};

// Another column that states the same quantity, so that what the two say can be set against each other.
struct SameAs {
  std::string table;  // a resource, or the wide view of a long one; "" for none
  std::string column;
  std::string because;  // why the other one is preferred; may be empty
  base::Span span;
};

// Where the values of one column come from, if not from where their rows do.
struct FieldSource {
  std::string source;   // an id of the bibliography; "" for that of the row
  std::string locator;  // the same
  std::string as_of;    // the same
  base::Span source_span;

  bool is_given() const { return !source.empty() || !locator.empty() || !as_of.empty(); }
};

struct ResourceField {
  quantity::Field field;  // `resource` and `column` are filled in
  FieldSource own;
  Constraints constraints;
  base::Span span;       // of the name
  base::Span unit_span;  // of `unit` or `unitField`
  base::Span format_span;
  SameAs same_as;
  std::map<std::string, std::string, std::less<>> labels;  // of categories: the value -> what readers see for it
};

struct ForeignKey {
  std::vector<std::string> fields;
  std::string resource;  // never empty: a key within one resource names that one
  std::vector<std::string> reference;
  base::Span span;
};

// Printed wherever a row shows for which the SQL expression `when` is true.
struct Caveat {
  std::string when;
  std::string text;
  base::Span span;  // of `when`
};

// One row a quantity; gives a view with one row for each value of `row`, one column for each row of the resource
// `columns`.
struct LongForm {
  std::string row;
  std::string column;
  std::string value;
  std::string columns;
  std::string view;
  base::Span span;
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
  std::string path;  // relative to data/; "" for one that is not to be read, which was said
  RowFormat format = RowFormat::json;
  char delimiter = ',';  // of CSV
  char quote = '"';
  std::string title;  // never empty: the name where nothing else was given
  std::string description;
  std::vector<ResourceField> fields;
  std::vector<std::string> primary_key;
  std::vector<ForeignKey> foreign_keys;
  std::vector<PackageSource> sources;
  std::string no_source;  // why its values have none: the "reason" of "sources": "none"; "" for any other resource
  std::vector<License> licenses;
  std::string as_of;  // "2026-01-31", "2026-01", "2026" or "" for undated; a row's own overrides it
  std::optional<long> stale_after_days;
  std::string source;   // an id of the bibliography, for all rows that do not say their own
  std::string locator;  // the same
  base::Span source_span;
  std::string loader;  // an executable beside the data file; run by `sourcebook load` only
  std::vector<Caveat> caveats;
  std::optional<LongForm> long_form;
  quantity::Exact tolerance;  // how far apart, relatively, two values for one thing may lie: 0.05 for "5 %"
  base::Span span;            // of the name
  base::Span path_span;

  // Index of a field, or -1.
  int find(std::string_view field) const;
  // True if some field holds values that need a source.
  bool has_measures() const;
  // True if some field has a source, a place or a date of its own.
  bool has_field_sources() const;
};

struct Package {
  std::string name;
  std::string title;
  std::string description;
  std::vector<PackageSource> sources;
  std::vector<License> licenses;
  std::vector<Resource> resources;

  const Resource* find(std::string_view resource) const;
};

// Reads the descriptor and checks it in itself: names, types, keys, foreign keys, long forms. What is wrong is reported
// and left out; the rest is returned, so that more mistakes can be found.
Package read_package(const base::SourceText& descriptor, base::Diagnostics& diagnostics);

// "string", "integer", … as the descriptor writes them.
std::string_view type_name(quantity::FieldType type);
std::optional<quantity::FieldType> type_of(std::string_view name);

// "2026", "2026-01", "2026-01-31", on the calendar.
bool is_partial_date(std::string_view text);

}  // namespace data
