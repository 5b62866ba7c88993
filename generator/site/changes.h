// What changed on one date: data/changes/DATE.json, written by `sourcebook diff --save` and by authors who correct a
// page. Pages and the feed read only these files, never git, so that a shallow clone builds the same site.
//
// A file contains all that is needed to show it, because its rows, units and pages may be removed later. So its values
// have their units and formats, and a page or source that no longer exists is shown as text. Format:
// cli/schemas/changes.schema.json.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/hash.h"
#include "quantity/change.h"

namespace site {

inline constexpr std::string_view kChanges = "data/changes/";

// The address of the page with a date's changes: "changes/2026-03-15.html".
std::string changes_address(std::string_view date);
// "changes/2026-03-15-all.html", for a day whose own page is a summary.
std::string change_list_address(std::string_view date);

enum class ChangeKind { added, changed, gone };
std::string_view change_name(ChangeKind kind);

// One column of a row, or a figure.
struct ValueChange {
  std::string field;                    // field of the row; "" for a figure
  std::string title;                    // as readers know it
  std::string format;                   // d3-format; "" for every digit
  quantity::ValueInUnit before, after;  // null if it did not exist, or no longer exists
};

struct RowChange {
  ChangeKind kind = ChangeKind::changed;
  std::string key;
  std::string was;                  // the key before, of a row that was renamed
  std::string name;                 // as readers know it; the key if it is unnamed
  std::string source;               // the id of its (last) source; "" for none
  std::vector<ValueChange> values;  // for a new or removed row: its measured values
};

// A column whose numbers are in a different unit than before.
struct UnitChange {
  std::string field, title, before, after;
};

// A default of data/datapackage.json for the rows of a table.
struct SettingChange {
  std::string name;           // "source", "locator", "as_of"
  std::string before, after;  // a source's id, a place in it, a date; "" for none
};

// A table of the data. The rows of one that is new or removed are counted, not listed.
struct TableChange {
  ChangeKind kind = ChangeKind::changed;
  std::string resource, title;
  size_t rows_before = 0, rows_after = 0;
  std::vector<std::string> columns_added, columns_gone;
  std::vector<UnitChange> units;
  std::vector<SettingChange> settings;
  std::vector<RowChange> rows;

  size_t count(ChangeKind of_kind) const;
  // Whether columns were added or removed, or are in another unit.
  bool has_other_columns() const { return !units.empty() || !columns_added.empty() || !columns_gone.empty(); }
};

// A figure with a name, or one that a sentence states.
struct FigureChange {
  ChangeKind kind = ChangeKind::changed;
  std::string name;   // the text after "fig:"
  std::string scope;  // the page that defines it; "" for a site-wide figure
  ValueChange value;
  std::vector<std::string> pages;  // addresses of pages that state it
};

// A row of a table or chart that is sorted by a measured column.
struct RankChange {
  std::string block;  // its name
  std::string page;   // the page it is on
  std::string title;  // its caption
  std::string row;
  std::string column;  // name of the column by which it is sorted
  size_t before = 0;   // from 1; 0 if the row did not exist, or no longer exists
  size_t after = 0;
};

// A case or an answer of a decision flow that leads to another step.
struct FlowChange {
  std::string flow;           // the address of its index
  std::string who;            // for a case
  std::string step, answer;   // for an answer
  std::string before, after;  // the names of steps; "" for nowhere
};

// A correction by an author.
struct Correction {
  std::string page;    // "lessons/cost.html"
  std::string anchor;  // anchor of a part of the page; "" for the whole page
  std::string text;
  base::Span span;  // where the address is written
};

struct Changes {
  std::string date;     // "2026-03-15", the name of the file
  base::Hash hash;      // hash of the file's bytes
  std::string title;    // "" for a title made from the date
  std::string summary;  // written by an author; may be empty
  std::vector<Correction> corrections;
  std::vector<TableChange> tables;
  std::vector<FigureChange> figures;
  std::vector<RankChange> ranks;
  std::vector<FlowChange> flows;
  std::vector<std::string> pages_added, pages_changed, pages_gone;  // addresses

  // Whether so much changed that the day's page is only a summary, and another page lists everything.
  bool is_long() const;
  // Whether nothing changed that readers see; the author's texts do not count.
  bool empty() const;
};

// Reads a file whose name is a date. Codes: those of notation/, "unknown-key", "missing-key",
// "unknown-value", "wrong-type", "bad-value", "too-many".
Changes read_changes(const base::SourceText& file, base::Diagnostics& diagnostics);

// The file's text, which read_changes() reads back unchanged; ends with a newline. One entry per line, for short diffs.
std::string changes_text(const Changes& changes, const quantity::Units& units);

}  // namespace site
