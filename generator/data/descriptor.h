// The Data Package of a site (data/datapackage.json): the tables, the meaning of their columns, and constraints on
// their rows. The format is Frictionless (https://datapackage.org/standard/). Sourcebook adds these keys to a field:
// `unit`, `unitField`, `better`, `format` (a d3-format), `covers`, `source`, `locator`, `as_of`; and these
// to a resource: `as_of`, `stale_after_days`, `source`, `locator`, `caveats`, `long`, `loader`,
// `editions`, `history`, `"sources": "none"` with a `reason`.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "data/bibliography.h"
#include "data/csv.h"
#include "quantity/decimal.h"
#include "quantity/frame.h"

namespace data {

// How values are written, in one of the ways that the standard allows: numbers with other marks, dates by a pattern,
// other words for true and false. Values of the standard's other types are checked and stored as text.
struct WrittenForm {
  std::string type;    // the standard's name of a type that is stored as text: "time", "geopoint", "any" …; or ""
  std::string format;  // the pattern of a date or time: "%d/%m/%Y", or the format of a text: "email"; or ""
  std::string decimal = ".", group;  // the marks in numbers
  bool is_bare = true;               // false if other text may surround numbers, as in "€ 95"
  std::vector<std::string> yes, no;  // the words for true and false
  std::vector<std::string> missing;  // texts that mean "no value", besides ""

  bool has_usual_numbers() const { return decimal == "." && group.empty() && is_bare; }
  // Whether a value may be a list or map in JSON, which is stored as text.
  bool is_nested() const;
  bool operator==(const WrittenForm&) const = default;
};

// Whether a format is a pattern for dates or times.
bool is_date_pattern(std::string_view format);

// A number and the text around it, without spaces: "€", "95" and "".
struct SplitNumber {
  std::string_view before, number, after;
};
// Splits a text at its first and last digit; nullopt if there is none.
std::optional<SplitNumber> split_number(std::string_view text);

// Returns a number without its notation: "1234.5" for "1.234,5 €"; nullopt if the text is not in this form.
std::optional<std::string> plain_number(std::string_view text, const WrittenForm& form);

// Reads a date or time by a pattern of strptime(), with %f for fractions of a second, and returns it in ISO 8601.
// `has_date` and `has_time` say which parts to return. Returns nullopt if the text does not match.
std::optional<std::string> iso_text(std::string_view text, const std::string& pattern, bool has_date, bool has_time);

// Constraints on the values of a field.
struct Constraints {
  // A limit as written: a number or an ISO 8601 date.
  struct Bound {
    std::string text;
    bool is_excluded = false;
    std::string_view key;  // "minimum", …
    base::Span span;
  };
  bool required = false;
  bool unique = false;
  std::vector<std::string> one_of;  // the constraint "enum"; empty if there is none
  std::optional<Bound> minimum, maximum;
  std::optional<size_t> min_length;  // a number of code points
  std::optional<size_t> max_length;
  std::string pattern;  // a regular expression (PCRE2) that must match the whole text; "" if there is none
  base::Span pattern_span;
};

// The source of one column, if it differs from the source of the rows.
struct FieldSource {
  std::string source;                    // the id of a source; "" for the row's own
  std::string locator;                   // the locator; "" for the row's own
  std::string as_of;                     // the date; "" for the row's own
  std::optional<long> stale_after_days;  // nullopt for that of the resource
  base::Span source_span;

  bool has_origin() const { return !source.empty() || !locator.empty() || !as_of.empty(); }
  bool is_given() const { return has_origin() || stale_after_days; }
};

struct ResourceField {
  quantity::Field field;  // the field with its `resource` and `column`
  WrittenForm form;
  FieldSource own;
  Constraints constraints;
  base::Span span;                                         // position of the name
  base::Span unit_span;                                    // position of `unit` or `unitField`
  std::map<std::string, std::string, std::less<>> labels;  // the words that readers see, by the values of a category
};

struct ForeignKey {
  std::vector<std::string> fields;
  std::string resource;  // the resource to which a foreign key refers, even if that is the key's own; never empty
  std::vector<std::string> reference;
  base::Span span;
};

// A note on each row for which the SQL expression `when` is true.
struct Caveat {
  std::string when;
  std::string text;
  std::vector<std::string> columns;  // columns with which the caveat is shown; if empty, every column
  std::string stated_by;  // the column with who states the values that the source repeats; "" if the source states them
  base::Span span, columns_span, stated_by_span;
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
  std::string date;    // a date: "2026-01-31", "2026-01" or "2026"
  std::string source;  // the id of a source; "" if its rows have sources of their own
  base::Span source_span = {};
  std::string changes_from = {};  // the edition from which the history has only changes (data/history.h); "" for none
  base::Span changes_span = {};
};

// A source or a licence that a package names.
struct NamedWork {
  std::string name;
  std::string title;  // the title, which a source always has
  std::string path;
  std::string version;
  std::vector<std::string> authors = {};  // the authors of a package that is itself the source
  std::string issued = {};
  std::string id = {};
};

enum class RowFormat { json, json_lines, csv };

// Describes how the file of a resource is written, if that differs from the defaults.
struct FileForm {
  std::vector<std::string> more_paths;  // paths of files that continue the first one
  base::Span inline_data;               // the value of "data" in a resource without a file
  std::string inline_text;              // the value of "data" if it is a string
  std::string encoding;                 // a name for iconv(); "" for UTF-8
  bool is_gzip = false;
  CsvDialect csv;
  bool has_header = true;
  std::string property;  // the key of the list of rows in a JSON file
  bool allows_other_columns = false;
  bool needs_all_columns = false;
};

struct Resource {
  std::string name;
  std::string path;  // the path relative to data/; "" after an error; that of the descriptor if it contains the rows
  RowFormat format = RowFormat::json;
  FileForm form;
  std::string title;  // the title, which is by default the resource's name
  std::string description;
  std::vector<ResourceField> fields;
  std::vector<std::string> missing;      // texts that mean "no value", besides ""
  std::vector<std::string> primary_key;  // the columns of the key; if empty, rows are numbered from 1
  std::vector<std::vector<std::string>> unique_keys;
  std::vector<ForeignKey> foreign_keys;
  std::vector<NamedWork> sources;  // the sources; by default those of the package
  base::Span sources_span;
  bool is_found = false;  // whether only `sources` states a source, so that the table was probably published elsewhere
  std::string no_source;  // the "reason" of "sources": "none"; "" with sources
  std::vector<NamedWork> licenses;  // the licences; by default those of the package
  std::string as_of;                // a date: "2026-01-31", "2026-01", "2026", or ""; a row's own date overrides it
  std::optional<long> stale_after_days;  // number of days after `as_of` until a value is old; nullopt for never
  std::string source;                    // the id of the source of rows without their own
  std::string locator;                   // locator of rows without their own
  base::Span source_span;
  std::string loader;  // an executable in the data file's folder that only `sourcebook load` runs
  std::vector<Caveat> caveats;
  std::optional<LongForm> long_form;
  std::vector<Edition> editions;  // editions from the oldest to the one of the current rows
  std::string history;  // the resource with the rows of earlier editions; its key is `edition`, then this one's key
  base::Span history_span;
  std::vector<Edition> earlier;      // of a history: the editions of its table
  std::string valid_from, valid_to;  // the columns with the first and last day on which a row is true; "" for none
  base::Span span;                   // position of the name
  base::Span path_span;

  // Returns the index of a field, or -1.
  int find(std::string_view field) const;
  std::vector<std::string_view> field_names() const;
  // Whether any field has values that need a source.
  bool has_measures() const;
  // Whether any field has its own source, locator or date.
  bool has_field_sources() const;
  // Returns why import can't write rows into its file ("its encoding is latin1"); "" if it can.
  std::string why_not_written() const;
};

struct Package {
  std::vector<Resource> resources;
  std::vector<PackageEntry> entries;  // entries that resources refer to as their `source`
  std::string version;
  std::vector<std::string> contributors;  // their names

  const Resource* find(std::string_view resource) const;
};

// Finds a file by its path in data/; null if there is none. The texts outlive the Package.
using FindFile = std::function<const base::SourceText*(const std::string& path)>;

// Reads the descriptor and checks its names, types, keys, foreign keys and long forms. Omits parts with
// mistakes, so that later steps can find more mistakes. Allows keys that the standard does not know.
Package read_package(const base::SourceText& descriptor, const FindFile& find, base::Diagnostics& diagnostics);

// Returns why an edition can't follow another one; "" if it can.
std::string why_not_after(const Edition& before, const Edition& edition);

// Returns a type's name in the descriptor: "string", "integer", …
std::string_view type_name(quantity::FieldType type);

}  // namespace data
