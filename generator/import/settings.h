// How rows of an import become rows of a table: a YAML file, data/imports/NAME.yaml by default.
//
//   resource: prices                # the table that the rows go into
//   source: vendor-list             # an id of the bibliography; may contain {round} and other fields of a row
//   as_of: 2026-05-01               # the date of rows without their own; default: that of the source
//   locator: "table 2, line {line}" # where in the source; importers of known formats have their own
//   names: product_names            # the table of names (names.h)
//   options: {cloud: gcp}           # as on the command line
//   fields: {processors: chips}     # a field of the importer -> a column of the resource; null leaves it out
//   constants: {currency: USD}      # columns with one text for all rows; {field} is filled in
//   values: {provider: {gcp: Google Cloud}}   # words of the publisher -> words of the site
//   only: {division: [closed]}      # which rows are imported: those with one of these values
//   without: {id: [sample]}         # which rows are not
//   best: {of: minutes, by: [round, benchmark], always: {processor: [a, b]}}   # of rows that agree in all columns of
//                                   # `by`, only the best one (best.h); all rows with a value of `always` are imported
// For the importer `table` also:
//   columns: {"Length (km)": length, Share: {field: share, unit: "%"}, Chip: {field: chip, names: true}, Notes: null}
//   For a column with two numbers, {field: speed, uncertainty: speed_error} or {low: from, high: to}; for a combined
//   name {split: "{vendor} {model}"}, with fields in braces.
//   footnotes: note                 # the field for marks of footnotes, and their texts
//   decimal: ","                    # the decimal mark, if the file does not make it clear
//   dates: dmy                      # the order of "1/2/2026", likewise
//   rows: data.items                # of JSON: the path of the list of rows
//   table: Prices                   # the sheet of a workbook, the number or caption of a table in a page
//   fill: {Until: today}            # texts for empty cells
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

namespace import {

// A value of the settings: its text, or the texts of a list, and its place.
template <class Value>
struct Setting {
  Value value;
  base::Span span;
};
template <class Value>
using Map = std::map<std::string, Value, std::less<>>;
using TextMap = Map<Setting<std::string>>;             // key -> text
using Lists = Map<Setting<std::vector<std::string>>>;  // field -> its values
using Words = Map<std::string>;
using Spans = Map<base::Span>;

struct ColumnMapping {
  std::string field;  // "" for a column that is left out on purpose
  std::string unit;   // of the file's numbers, if it differs from the field's unit
  std::string uncertainty,
      high;            // fields of 0.2 in "5 ± 0.2", and of 9 in "7–9"; then `field` is that of the first number
  std::string split;   // a pattern, for split_text(): its names are fields
  bool names = false;  // its values are looked up in the table of names
  base::Span span;
};

struct BestOf {
  Setting<std::string> of;               // a column with `better`; "" to import all rows
  Setting<std::vector<std::string>> by;  // columns
  Lists always;
};

struct Settings {
  Setting<std::string> resource, source, locator, names, footnotes;
  std::string as_of, decimal, dates, rows, table;
  std::vector<std::string> missing;
  Words options, fill;
  TextMap fields;  // "" leaves a field out
  TextMap constants;
  Map<Setting<Words>> values;
  Lists only, without;
  BestOf best;
  Map<ColumnMapping> columns;

  // The column that a field of the importer becomes; "" if it is left out.
  std::string column_of(const std::string& field) const;
};

// The names in braces, with their places. A row has a locator before its source is filled in, and both and a date
// before the constants are.
struct NamedInTexts {
  Spans locator, source, constants;
};
NamedInTexts named_in_texts(const Settings& settings);

// Why `only` excludes a row: `division is "open"`; "" if it is. A field may contain several values
// separated by commas; one is enough. Fields that the row does not have (yet) exclude it only if `is_complete`. So do
// the values in `without`.
std::string excluded_by(const Settings& settings, const Row& row, bool is_complete);

// Nullopt after an error: those of notation/, "bad-date", "missing-key", "unknown-key", "wrong-type".
std::optional<Settings> read_settings(const base::SourceText& file, base::Diagnostics& diagnostics);

// Reports fields and columns that the settings name but the import does not have: a misspelled one would have no
// effect, or an unwanted one. `fields` are those of the importer, separated by spaces; "" for those in `columns`.
// Returns false after an error "unknown-field". Headers of a table in `only` and texts are checked by map_columns().
bool check_settings(const Settings& settings, std::string_view fields, const data::Resource& resource,
                    base::Diagnostics& diagnostics);

// `text` with each {field} replaced by what `value` returns; "{{" and "}}" are braces. If that is nullopt, returns
// nullopt, and the field's name in `missing`.
template <class Value>
std::optional<std::string> fill_in(std::string_view text, const Value& value, std::string& missing) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_double = at + 1 < text.size() && text[at + 1] == text[at];
    if ((text[at] == '{' || text[at] == '}') && is_double) {
      out += text[at++];
    } else if (const size_t end = text.find('}', at); text[at] == '{' && end != std::string_view::npos) {
      missing = plain_head(text.substr(at + 1, end - at - 1));
      std::optional<std::string> found = value(missing);
      if (!found) return std::nullopt;
      out += *found;
      at = end;
    } else {
      out += text[at];
    }
  }
  missing.clear();
  return out;
}

}  // namespace import
