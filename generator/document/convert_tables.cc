// Converts tables of cmark's tree, and finds each cell in the text (document/converter.h).
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm/node.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "document/converter.h"

namespace document {

// Returns the line of a table's header, which is two lines above the first row. cmark counts the lines of a paragraph
// above the table as lines of its header.
int Converter::header_line(cmark_node* table) {
  cmark_node* header = cmark_node_first_child(table);
  cmark_node* row = header ? cmark_node_next(header) : nullptr;
  return (row ? cmark_node_get_start_line(row) : cmark_node_get_end_line(table) + 1) - 2;
}

void Converter::enter_table(cmark_node* cmark) {
  add_block(cmark, NodeKind::table);
  Frame& frame = open_.back();
  frame.aligns = cmark_gfm_extensions_get_table_alignments(cmark);
  frame.columns = cmark_gfm_extensions_get_table_columns(cmark);
}

void Converter::enter_row(cmark_node* cmark) {
  bool header = cmark_gfm_extensions_get_table_row_is_header(cmark) != 0;
  int line = cmark_node_get_start_line(cmark);
  if (header) line = header_line(cmark_node_parent(cmark));
  Frame table = open_.back();
  NodeId id = add_node(NodeKind::table_row);
  const size_t begin = row_begin(line, cmark_node_get_start_column(cmark), header);
  node(id).range = {static_cast<uint32_t>(begin), static_cast<uint32_t>(line_end(line))};
  if (header) node(id).flags |= Node::kHeader;
  open_.push_back({.id = id, .aligns = table.aligns, .columns = table.columns});
  row_end_ = line_end(line);
  const size_t cell = begin + (begin < row_end_ && input_.text[begin] == '|' ? 1 : 0);
  cursor_.start(cell, cell);
  if (!header) check_row(cell, table.columns);
}

// Returns where a row begins. In an item of a task list, cmark's column is too large.
size_t Converter::row_begin(int line, int column, bool is_header) const {
  const std::string_view text = std::string_view(input_.text).substr(0, line_end(line));
  const size_t begin = std::min(line_begin(line) + static_cast<size_t>(std::max(column - 1, 0)), text.size());
  const size_t first = std::min(text.find_first_not_of(" \t>", line_begin(line)), text.size());
  const bool is_within = text.substr(0, begin).find('|', first) != std::string_view::npos;
  return is_within || !is_header ? first : begin;
}

// Reports cells to the right of the header's last one, which libcmark-gfm drops, and lines below a table that it reads
// as rows.
void Converter::check_row(size_t begin, size_t columns) {
  const std::string_view line = std::string_view(input_.text).substr(0, row_end_);
  size_t at = begin;
  size_t end = cell_end(at);
  if (end == row_end_ && (begin == 0 || line[begin - 1] != '|')) {
    diagnostics_
        .warning("text-in-table", input_.span(begin, row_end_), "this line without a | became a row of the table above")
        .expect("a blank line below a table")
        .suggest("if it is meant as a row, begin it with |");
    return;
  }
  for (size_t column = 1; column < columns && end < row_end_; ++column) {
    at = end + 1;
    end = cell_end(at);
  }
  if (end >= row_end_) return;
  std::string_view lost = line.substr(end + 1);
  const size_t first = lost.find_first_not_of(" \t|");
  if (first == std::string_view::npos) return;
  const std::string_view shown = base::trim(lost.substr(first));
  const size_t lost_begin = end + 1 + first;
  diagnostics_
      .error("extra-cells", input_.span(lost_begin, lost_begin + shown.size()),
             fmt::format("the header of this table has only {}, so this cell is not shown",
                         base::count_of(columns, "column")))
      .expect("at most as many cells as the header has")
      .suggest("add a column to the header and to the line of dashes; write \\| for a | within a cell, also in code");
}

// Returns the end of the cell that begins at `begin`: the next unescaped "|", or the end of the row.
size_t Converter::cell_end(size_t begin) const {
  size_t end = begin;
  while (end < row_end_ && (input_.text[end] != '|' || (end > begin && input_.text[end - 1] == '\\'))) ++end;
  return end;
}

// Creates a cell from the bytes between two unescaped pipes.
void Converter::enter_cell() {
  Frame& row = open_.back();
  size_t begin = std::min<size_t>(node(row.id).range.begin, row_end_);
  if (row.column > 0 && node(row.last_child).range.end < row_end_)
    begin = node(row.last_child).range.end + 1;
  else if (row.column > 0)
    begin = row_end_;
  else if (begin < row_end_ && input_.text[begin] == '|')
    ++begin;
  const size_t end = std::min(cell_end(begin), row_end_);
  uint8_t align = row.column < row.columns && row.aligns != nullptr ? row.aligns[row.column] : 0;
  ++row.column;
  bool header = (node(row.id).flags & Node::kHeader) != 0;
  NodeId id = add_node(NodeKind::table_cell);
  node(id).range = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  Align aligned = Align::none;
  if (align == 'l') aligned = Align::left;
  if (align == 'c') aligned = Align::center;
  if (align == 'r') aligned = Align::right;
  node(id).number = static_cast<uint16_t>(aligned);
  if (header) node(id).flags |= Node::kHeader;
  open_.push_back({.id = id});
  start_leaf(id);
}

// Reports a list of one item, directly below a line that does not end a sentence, whose text begins with a number: its
// mark was probably meant as a sign, as in "from 5 to\n- 10 degrees".
void Converter::check_wrapped_line(cmark_node* list) {
  const cmark_node* before = list->prev;
  const bool is_one = list->first_child && !list->first_child->next;
  if (!is_one || !before || before->type != CMARK_NODE_PARAGRAPH) return;
  const int line = cmark_node_get_start_line(list);
  if (line < 2) return;
  const std::string_view text = input_.text;
  const std::string_view above =
      base::trim(text.substr(line_begin(line - 1), line_end(line - 1) - line_begin(line - 1)));
  const auto [begin, end] = block_range(list);
  const size_t number = text.find_first_not_of(" \t", begin + 1);
  if (above.empty() || definition_at(begin) || std::string_view(".:;!?").find(above.back()) != std::string_view::npos)
    return;
  if (number >= end || !base::is_digit(text[number])) return;
  diagnostics_
      .warning("wrapped-list", input_.span(begin, std::min(end, line_end(line))),
               fmt::format("this line became a list, so its \"{}\" is not shown", text[begin]))
      .expect("a blank line before a list")
      .suggest(fmt::format("if it is a sign, write it on the line above, or \\{}", text[begin]));
}

// Reports list numbers that are not consecutive: HTML shows only the first number and counts from there. "1." before
// all items is common and allowed.
void Converter::check_numbers(cmark_node* list) {
  const int start = cmark_node_get_list_start(list);
  int shown = start;
  bool is_same = true;
  cmark_node* wrong = nullptr;
  int wrong_shown = 0;
  for (cmark_node* item = list->first_child; item; item = item->next, ++shown) {
    const int written = item->as.list.start;
    is_same = is_same && written == start;
    if (written == shown || wrong) continue;
    wrong = item;
    wrong_shown = shown;
  }
  if (is_same || !wrong) return;
  auto [begin, end] = block_range(wrong);
  diagnostics_
      .warning("list-number", input_.span(begin, std::min(end, input_.text.find_first_of(" \t\r\n", begin))),
               fmt::format("this item is written as {} and shown as {}", wrong->as.list.start, wrong_shown))
      .expect("numbers that count up by one, or the same one before each item")
      .suggest("if the numbers matter, write a table, or put each number in the text of its item");
}

}  // namespace document
