// The settings of an import, which turn its rows into rows of a table: a YAML file, by default data/imports/NAME.yaml.
// settings_keys.cc lists the keys. An example:
//
//   resource: prices                # the table that the rows go into
//   source: vendor-list             # an id of the bibliography; may contain {round} and other fields of a row
//   as_of: 2026-05-01               # the date of rows without their own; by default the source's date
//   locator: "table 2, line {line}" # the place in the source; importers of known formats set it themselves
//   names: product_names            # the table of names (importer.h)
//   options: {cloud: gcp}           # as on the command line
//   fields: {processors: chips}     # a field of the importer -> a column of the resource; null leaves it out
//   constants: {currency: USD}      # columns that have one text in all rows; {field} is replaced by its value
//   values: {provider: {gcp: Google Cloud}}   # words of the publisher -> words of the site
//   only: {division: [closed]}      # imports only rows with one of these values
//   without: {id: [sample]}         # leaves out rows with one of these values
//   confirmed: {danube/length: 28500}   # numbers that are right although they differ much from those before
//   best: {of: minutes, by: [round, benchmark], always: {processor: [a, b]}}   # of rows that agree in all columns of
//                                   # `by`, imports the best (steps.h), and all rows that have a value of `always`
// Only for the importer `table`:
//   columns: {"Length (km)": length, Share: {field: share, unit: "%"}, Chip: {field: chip, names: true}, Notes: null}
//   For a column with two numbers, {field: speed, uncertainty: speed_error} or {low: from, high: to}.
//   footnotes: note                 # the field that gets footnote marks and their texts
//   decimal: ","                    # the decimal mark, if the file does not make it clear
//   dates: dmy                      # the order of "1/2/2026", if the file does not make it clear
//   rows: data.items                # in JSON: the path of the list of rows
//   table: Prices                   # the sheet of a workbook, or the number or caption of a table in a page
//   longer: year={1960..2024}       # columns that become rows (sheet.h), with their values in the column `value`
//   value: gdp
//   fill: {Until: today}            # texts for the empty cells of a column
//   missing: [k. A.]                # cells that mean no value, in addition to "n/a" and the like
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"
#include "import/row.h"
#include "import/sheet.h"

namespace notation {
class AnyFormat;
}
namespace import {

// A value in the settings (a text or a list of texts) with its place.
template <class Value>
struct Setting {
  Value value;
  base::Span span;
};
template <class Value>
using Map = std::map<std::string, Value, std::less<>>;
using TextMap = Map<Setting<std::string>>;             // texts by key
using Lists = Map<Setting<std::vector<std::string>>>;  // values by field
using Words = Map<std::string>;

struct ColumnMapping {
  // The fields that get the parts of a cell: the whole cell; 5 and 0.2 of "5 ± 0.2"; 7 and 9 of "7–9". Empty if the
  // column is left out on purpose.
  std::vector<std::pair<Part, std::string>> fields;
  std::string unit;            // the unit in the file, if it differs from the field's unit
  bool names = false;          // whether values are looked up in the table of names
  bool has_negatives = false;  // whether it is said that numbers in parentheses are negative
  base::Span span;
};

struct BestOf {
  Setting<std::string> of;               // the column that defines `better`; "" to import all rows
  Setting<std::vector<std::string>> by;  // names of columns
  Lists always;
};

struct Settings {
  Setting<std::string> resource, source, locator, names, footnotes;
  std::string as_of, decimal, dates;
  TableChoice table;
  std::vector<std::string> missing;
  Words options, fill;
  TextMap fields;  // fields; one that is mapped to "" is omitted
  TextMap constants, confirmed;
  Map<Setting<Words>> values;
  Lists only, without;
  BestOf best;
  Map<ColumnMapping> columns;

  // Returns the column to which a field of the importer is mapped; "" if the field is left out.
  std::string_view column_of(std::string_view field) const;
};

// The names in braces, each with a text that contains it. The locator is filled in first, then the source, then the
// date, and the constants last.
struct NamedInTexts {
  TextMap locator, source, constants;
};
NamedInTexts named_in_texts(const Settings& settings);

// Returns why `only` or `without` exclude the row (`division is "open"`), or "". A field may contain several values
// separated by commas; one match is enough. If the row lacks a field, it is excluded only if `is_complete`, because
// otherwise the field may still be added.
std::string excluded_by(const Settings& settings, const Row& row, bool is_complete);

const notation::AnyFormat& settings_format();

// Reads the settings. Returns nullopt after an error: those of notation/, "bad-date", "missing-key", "unknown-key",
// "wrong-type".
std::optional<Settings> read_settings(const base::SourceText& file, base::Diagnostics& diagnostics);

// Reports fields and columns that the settings name but the import does not have, because a misspelled name would have
// no effect or a wrong effect. `fields` are those of the importer, separated by spaces; "" means those in `columns`.
// Returns false after an error "unknown-field". map_columns() checks headers of a table in `only` and in texts.
bool check_settings(const Settings& settings, std::string_view fields, const data::Resource& resource,
                    base::Diagnostics& diagnostics);

// Returns the path of the file in data/imports/ whose `columns` are in all given files; of several, that of the one
// that describes the most columns. Texts that errors point into are added to `texts`. Returns "" after an error of
// reading the files. Throws base::UsageError if no settings fit, or several do.
std::string recognise_settings(const io::FileSystem& root, const std::vector<InputFile>& files, Texts& texts,
                               base::Diagnostics& diagnostics);

}  // namespace import
