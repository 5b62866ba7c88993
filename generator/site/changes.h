// The changes of one date: data/changes/DATE.json, written by `sourcebook diff --save` and by authors who correct a
// page. Pages and the feed read only these files, never git, so that a shallow clone builds the same site.
// Each file is self-contained, because its rows, units and pages may be removed later: values have their units and
// formats, and a page or source that no longer exists is shown as text.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "quantity/change.h"
#include "quantity/decimal.h"

namespace site {

inline constexpr std::string_view kChanges = "data/changes/";

// Returns the address of the page with a date's changes: "changes/2026-03-15.html".
std::string changes_address(std::string_view date);

enum class ChangeKind { added, changed, gone };
std::string_view change_name(ChangeKind kind);

// A changed value: one column of a row, or a figure.
struct ValueChange {
  std::string field;                    // the row's field; "" for a figure
  std::string title;                    // the title that readers see
  std::string format;                   // a d3-format; "" shows every digit
  quantity::ValueInUnit before, after;  // the values; null before it existed, or if it was removed
};

struct RowChange {
  ChangeKind kind = ChangeKind::changed;
  std::string key;
  std::string name;    // the name that readers see, or the key if the row is unnamed
  std::string source;  // the id of the source, or of the last one if the row was removed; "" without a source
  std::vector<ValueChange> values;  // the measured values of a new or removed row
};

// A column whose numbers are now in a different unit.
struct UnitChange {
  std::string field, title, before, after;
};

// A changed default of data/datapackage.json for the rows of a table.
struct SettingChange {
  std::string name;           // the name of the default: "source", "locator", "as_of"
  std::string before, after;  // the id of a source, a locator in it, or a date; "" without a default
};

// A changed table of the data. The rows of a new or removed table are counted, not listed.
struct TableChange {
  ChangeKind kind = ChangeKind::changed;
  std::string resource, title;
  size_t rows_before = 0, rows_after = 0;
  std::vector<std::string> columns_added, columns_gone;
  std::vector<UnitChange> units;
  std::vector<SettingChange> settings;
  std::vector<RowChange> rows;

  size_t count(ChangeKind of_kind) const;
  // Whether columns were added or removed, or their unit changed.
  bool has_other_columns() const { return !units.empty() || !columns_added.empty() || !columns_gone.empty(); }
};

// A changed figure: a named one, or a value that a sentence states.
struct FigureChange {
  ChangeKind kind = ChangeKind::changed;
  std::string name;   // the text after "fig:"
  std::string scope;  // the page that defines the figure; "" for a site-wide figure
  ValueChange value;
  std::vector<std::string> pages;  // addresses of pages that state the figure
};

// A case or an answer of a decision flow that now leads to a different step.
struct FlowChange {
  std::string flow;           // the address of the flow's index
  std::string who;            // the readers of a case; "" for an answer
  std::string step, answer;   // the names of a step and its answer; "" for a case
  std::string before, after;  // the names of steps; "" if the answer leads nowhere
};

// A correction that an author made.
struct Correction {
  std::string page;    // the address of the page: "lessons/cost.html"
  std::string anchor;  // the anchor of a part of the page; "" for the whole page
  std::string text;
  base::Span span;  // the position of the address in the file
};

struct Changes {
  std::string date;     // the date in the name of the file: "2026-03-15"
  std::string title;    // the title; "" to make one from the date
  std::string summary;  // the author's summary; may be empty
  std::vector<Correction> corrections;
  std::vector<TableChange> tables;
  std::vector<FigureChange> figures;
  std::vector<FlowChange> flows;
  std::vector<std::string> pages_added, pages_changed, pages_gone;  // addresses of pages

  // Whether nothing changed that readers see. The author's texts do not count.
  bool empty() const;
};

// Reads a file whose name is a date. Codes: those of notation/, "unknown-key", "missing-key", "unknown-value",
// "wrong-type", "bad-value", "too-many".
Changes read_changes(const base::SourceText& file, base::Diagnostics& diagnostics);

// Returns the text of a file, which read_changes() reads back unchanged; ends with a newline. Each entry is on one
// line, so that diffs are short.
std::string changes_text(const Changes& changes, const quantity::Units& units);

// ---- a summary of the changes: which numbers changed and by how much

// The changed numbers of one column, as percentages of their old values, in rising order.
struct ColumnMoves {
  std::string title;
  std::vector<quantity::Exact> fell, rose;  // the changes below 0, and those above
};
// Groups the changes by column, in the order of the first change. Leaves out columns whose numbers can't be compared.
std::vector<ColumnMoves> moves_of(const TableChange& table, const quantity::Units& units);

// Returns the median; for an even number of values, the lower of the middle two. REQUIRES: `percentages` is not empty
const quantity::Exact& median(const std::vector<quantity::Exact>& percentages);

}  // namespace site
