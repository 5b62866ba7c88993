// A table of data: a <figure> with a caption, units, marks for the best of each column, a link from each number to its
// source, "as of", caveats, downloads, and how it was computed.
#pragma once
#include <optional>
#include <string>

#include "blocks/block_parts.h"
#include "blocks/table_columns.h"

namespace blocks {

// How a frame is shown: which rows, and under which name.
struct TableView {
  std::string name;            // the prefix of anchors, and of addresses in tables/: "prices"
  std::optional<size_t> rows;  // the number of rows to show; nullopt shows all
  std::string all_rows;        // the address of the page with all rows; "" if this table shows all
  bool embeds = false;         // whether there is also an embed of the table
};

struct TableFigure {
  markup::SafeHtml html;
  std::optional<Embed> embed;
};

// Returns nullopt after an error: "unknown-query", "unknown-column", "not-comparable", "rows-apart", "bad-total",
// "unknown-page".
std::optional<TableFigure> table_figure(const TableSpec& spec, const TableView& view, Context& context);

// Returns a <table> without a figure, for a chart's data: some columns of a frame, with the notes of their cells.
markup::SafeHtml plain_table(const quantity::Frame& frame, const std::vector<size_t>& columns, std::string_view label,
                             Notes& notes, const std::string& anchor, Context& context);

// Finds the frame that a block names; null after an error "unknown-query" with a suggestion.
const quantity::Frame* find_frame(std::string_view data, base::Span span, Context& context);

// ---- the <table> element: header, cells with links to their notes, groups, totals, and the key below it
// Which rows of a frame to show, and how.
struct Shape {
  size_t rows = 0;    // the number of rows to show
  int group_by = -1;  // the column whose values group the rows; rows of a group are adjacent
  Narrow narrow = Narrow::automatic;
  bool can_skip = true;                     // whether a long table begins with a link to its end
  std::vector<std::string> highlight = {};  // texts in the first column of the rows to stress
  bool labels_all = true;                   // otherwise a script copies the titles of cells from the first row
};

struct RowsHtml {
  markup::SafeHtml html;  // <div class="scroll"><table>…, followed by the key
  // "As of" with the dates of all visible values. "" if the table has a column of dates instead, because the dates are
  // further apart than site.json allows (Config::date_column_after_days) or some rows are undated.
  std::string as_of;
};

// `name` is the block's anchor and the prefix of its footnotes' ids. `label` names the region for screen readers.
RowsHtml rows_html(const quantity::Frame& frame, const std::vector<ShownColumn>& columns, const Shape& shape,
                   const std::string& name, std::string_view label, Notes& notes, Context& context);

// Writes a link that skips a long table and is visible only while it has the focus. `to` is an id after the table.
void write_skip_link(const std::string& to, const site::Words& words, markup::Writer& out);

}  // namespace blocks
