// Writes the <table> element of a table: header, cells with links to their notes, groups, totals, and the key below it.
#pragma once
#include <string>
#include <vector>

#include "blocks/context.h"
#include "blocks/table_columns.h"

namespace blocks {

// Which rows of a frame to show, and how.
struct Shape {
  size_t rows = 0;    // the number of rows to show
  int group_by = -1;  // the column whose values group the rows; rows of a group are adjacent
  Narrow narrow = Narrow::automatic;
  bool can_skip = true;  // whether a long table begins with a link to its end
};

struct RowsHtml {
  markup::SafeHtml html;  // <div class="scroll"><table>…, followed by the key
  // "As of" with the dates of all visible values. "" if the table has a column of dates instead, because the dates are
  // further apart than site.json allows (Config::date_column_after_days) or some rows are undated.
  std::string as_of;
};

// `name` is the block's anchor and the prefix of its footnotes' ids. `label` names the region for screen readers.
RowsHtml rows_html(const quantity::Frame& frame, const std::vector<ShownColumn>& columns, Shape shape,
                   const std::string& name, std::string_view label, Notes& notes, Context& context);

// Writes a link that skips a long table and is visible only while it has the focus. `to` is an id after the table.
void write_skip_link(const std::string& to, const site::Words& words, markup::Writer& out);

}  // namespace blocks
