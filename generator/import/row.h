// The result of an importer: rows with the importer's fields, before they are mapped to a table of the site.
#pragma once
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_text.h"

namespace import {

inline constexpr std::string_view kLocatorDetail = "locator_detail";  // the exact place of a row in its source

// The value of a field. A number has its published digits ("2.70") unless it is `computed`: then its last digits may
// differ from those of an earlier import.
struct Cell {
  std::string text;  // "" for a cell that is empty in the files, which deletes the existing value
  bool computed = false;
  base::Span span = {};  // the cell in the file, if an excerpt can be shown
};

// A row as the importer read it. The site's settings map its fields to columns (settings.h). The names of fields must
// outlive it.
struct Row {
  using Cells = std::vector<std::pair<std::string_view, Cell>>;  // pairs of a field and its cell
  Cells cells;
  // Cells of fields that `cells` does not have, such as the source, which many rows share; null if there are none.
  const Cells* shared = nullptr;
  std::string where;               // the place in messages, "vms.csv:37"; "" for the beginning of `span`
  base::Span span;                 // the row in the file, if an excerpt can be shown
  std::vector<std::string> beats;  // the key of the table's row that this row replaces (select_best)
  bool date_is_assumed = false;    // whether `as_of` is from the settings or the source
  bool date_may_be_old =
      false;  // whether `as_of` is from a source that keeps changing, so it is not the date of these files
  // Values that are not fields but that texts of the settings may refer to: {Header of a column}, {row}.
  std::vector<std::pair<std::string, std::string>> as_read;

  // Sets a field. Does nothing for an empty text. Bytes that are not UTF-8, as in some file names, become "?".
  void set(std::string_view field, std::string_view text, bool computed = false);
  // Marks the field as empty, unless it is set.
  void clear(std::string_view field);
  // Sets where a field's cell was read; does nothing if the row has no such cell.
  void place(std::string_view field, base::Span span);
  // Returns the place in messages.
  std::string shown_place() const;
  // Returns null if the field is missing or its cell is empty.
  const Cell* find(std::string_view field) const;
  // Returns "" if there is no such cell.
  std::string_view at(std::string_view field) const;
  // Returns the text of a field as it was read. If there is no such field, returns the value in `as_read`.
  std::optional<std::string> value(std::string_view name) const;
};

// Counts skipped rows by reason, or unknown names, and stores the first places of each.
class Skips {
 public:
  struct Reason {
    size_t count = 0;
    std::vector<std::string> examples;  // the first examples; at most kMaxExamples
  };
  static constexpr size_t kMaxExamples = 3;

  void skip_row(const std::string& why, const std::string& where);
  const std::map<std::string, Reason>& reasons() const { return reasons_; }
  size_t count() const { return count_; }

 private:
  std::map<std::string, Reason> reasons_;
  size_t count_ = 0;
};

// What is assumed because a file does not say it, and how to say it.
struct Assumption {
  std::string text;    // "elec_kwh is in kWh, as the end of its name says"
  std::string change;  // "another unit: --unit elec_kwh=UNIT"

  std::string line() const { return text + "; " + change; }
};

// Reports an error "assumption" for each.
void refuse_assumptions(const std::vector<Assumption>& assumed, const std::string& file,
                        base::Diagnostics& diagnostics);

// The rows from all files of an import.
struct Input {
  std::vector<Row> rows;
  std::deque<Row::Cells> shared;  // see Row::shared
  // Rows that could not be read, with only the fields of their key. They are also in `skips`. Rows of the site with
  // these keys do not count as removed.
  std::vector<Row> unread;
  size_t read = 0;                 // number of rows, results or prices in the files, imported or not
  std::string what = "row";        // the noun for what `read` counts: "row", "result", "price"
  Skips skips;                     // rows that are not imported
  std::vector<std::string> notes;  // sentences about corrections
  std::vector<Assumption> assumed;
  // The fields within whose values the files are complete. A row of the site counts as removed if it has the same
  // source and agrees with one of `rows` in all of these fields, but is not in `rows` or `unread`.
  std::vector<std::string> scope;
};

}  // namespace import
