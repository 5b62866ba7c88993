// How a site wants an import to land in its tables: a YAML file, data/imports/NAME.yaml unless another one is named.
//
//   resource: prices                # the table that the rows go into
//   source: vendor-list             # an id of the bibliography; {round} and other fields of a row may stand in it
//   as_of: 2026-05-01               # when rows without a date of their own were true; else the source's date
//   locator: "table 2, line {line}" # where in the source; importers of known formats have their own
//   names: product_names            # the table of names (names.h)
//   options: {cloud: gcp}           # as on the command line
//   fields: {processors: chips}     # a field of the importer -> a column of the resource; null leaves it out
//   constants: {currency: USD}      # columns that are the same in every row; {field} is filled in
//   values: {provider: {gcp: Google Cloud}}   # words of the publisher -> words of the site
//   only: {division: [closed]}      # which rows are taken in: those with one of these values
//   best: {of: minutes, by: [round, benchmark], always: {processor: [a, b]}}     # of rows that agree in all columns
//                                   # of `by`, the best one; those that `always` names are all kept
// For the importer `table` also:
//   columns: {"Length (km)": length, Share: {field: share, unit: "%"}, Chip: {field: chip, names: true}, Notes: null}
//   decimal: ","                    # the decimal mark, where the file leaves it open
//   rows: data.items                # of JSON: where the list of rows stands
//   missing: [k. A.]                # cells that stand for a value that is not there, besides "n/a" and the like
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "import/harvest.h"
#include "import/sheet.h"
#include "notation/node.h"

namespace import {

struct ColumnMapping {
  std::string field;   // "" for a column that is left out on purpose
  std::string unit;    // of the file's numbers, where it is not that of the field
  bool names = false;  // what it holds is looked up in the table of names
  base::Span span;
};

using Values = std::map<std::string, std::vector<std::string>, std::less<>>;  // field -> its values
using Spans = std::map<std::string, base::Span, std::less<>>;                 // where keys stand

struct BestOf {
  std::string of;               // a column with `better`; "" for none: all rows are kept
  std::vector<std::string> by;  // columns
  Values always;
  base::Span span, by_span;
  Spans always_spans;
};

struct Settings {
  std::string resource, source, as_of, locator, names, decimal, rows;
  std::map<std::string, std::string, std::less<>> options;
  std::map<std::string, std::string, std::less<>> fields;  // "" leaves it out
  std::map<std::string, std::string, std::less<>> constants;
  std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> values;
  Values only;
  BestOf best;
  std::map<std::string, ColumnMapping, std::less<>> columns;
  std::vector<std::string> missing;
  base::Span resource_span, source_span, locator_span, names_span;
  Spans fields_spans, constants_spans, values_spans, only_spans;
};

// What stands in braces, and where. A row has a locator before its source is filled in, and all of these and a date
// before the constants are.
struct NamedInTexts {
  Spans locator, source, constants;
};
NamedInTexts named_in_texts(const Settings& settings);

// Why a row is not among those that `only` names: `division is "open"`; "" if it is. A field may hold several values
// with commas between them; one is enough. Fields that the row does not have (yet) exclude it only if `complete`.
std::string excluded_by(const Values& only, const Row& row, bool complete);

// Nothing after an error: those of notation/, "bad-date", "missing-key", "unknown-key", "wrong-type".
std::optional<Settings> read_settings(const base::SourceText& file, base::Diagnostics& diagnostics);

// `text` with each {field} replaced by what `value` says; "{{" and "}}" stand for braces.
// Nothing, and the field's name in `missing`, when there is no such value.
template <class Value>
std::optional<std::string> fill_in(std::string_view text, const Value& value, std::string& missing) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    bool twice = at + 1 < text.size() && text[at + 1] == text[at];
    if ((text[at] == '{' || text[at] == '}') && twice) {
      out += text[at++];
    } else if (size_t end = text.find('}', at); text[at] == '{' && end != std::string_view::npos) {
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
