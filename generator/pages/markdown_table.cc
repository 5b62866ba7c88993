// Writes tables as GitHub's Markdown supports them: one header row, single-line cells, no spans. The title of a column
// group precedes the titles of its columns, and the heading of a group of rows becomes a row.
#include "markup/markdown.h"
#include "pages/markdown_writer.h"

namespace pages {

using markup::HtmlId;
using markup::HtmlNode;

std::string MarkdownWriter::cell(HtmlId id) {
  std::string line;
  inlines(id, line, Place::cell);
  return markup::finish_inline(line, markup::Lines::one);
}

std::vector<MarkdownWriter::Column> MarkdownWriter::columns(HtmlId head) {
  std::vector<Column> columns;
  std::vector<size_t> below_groups;  // columns whose own title is in the next row
  for (HtmlId row = html_.node(head).child; row != 0; row = html_.node(row).next) {
    if (html_.node(row).name != "tr") continue;
    std::vector<size_t> places = std::move(below_groups);
    below_groups.clear();
    size_t next = 0;
    const bool first = columns.empty();
    for (HtmlId id = html_.node(row).child; id != 0; id = html_.node(id).next) {
      if (html_.node(id).name != "th" && html_.node(id).name != "td") continue;
      const std::string title = cell(id);
      const bool number = html_.has_class(id, "number") || html_.has_class(id, "right");
      const std::string_view alignment = number                          ? "---:"
                                         : html_.has_class(id, "center") ? ":---:"
                                         : html_.has_class(id, "left")   ? ":---"
                                                                         : "---";
      const bool is_group = html_.attribute(id, "scope") == "colgroup";
      for (size_t i = html_.span(id, "colspan"); i > 0; --i) {
        if (first) {
          if (is_group) below_groups.push_back(columns.size());
          columns.push_back({title, alignment});
        } else if (next < places.size()) {
          Column& column = columns[places[next++]];
          if (!column.title.empty() && !title.empty()) column.title += ": ";
          column.title += title;
          column.alignment = alignment;
        }
      }
    }
  }
  return columns;
}

void MarkdownWriter::rows(HtmlId part, size_t columns, std::string& out) {
  for (HtmlId row = html_.node(part).child; row != 0; row = html_.node(row).next) {
    if (html_.node(row).name != "tr") continue;
    out += "\n|";
    size_t written = 0;
    for (HtmlId id = html_.node(row).child; id != 0; id = html_.node(id).next) {
      if (html_.node(id).name != "th" && html_.node(id).name != "td") continue;
      const size_t span = html_.span(id, "colspan");
      std::string text = cell(id);
      if (span > 1 && !text.empty()) text = "**" + text + "**";
      out.append(" ").append(text).append(text.empty() ? "|" : " |");
      for (size_t i = 1; i < span; ++i) out += " |";
      written += span;
    }
    for (; written < columns; ++written) out += " |";
  }
}

std::string MarkdownWriter::table(HtmlId id) {
  const HtmlId head = child_named(id, "thead");
  std::vector<Column> shown = head == 0 ? std::vector<Column>() : columns(head);
  if (shown.empty()) return "";
  std::string out = "|", alignments = "\n|";
  for (const Column& column : shown) {
    out.append(" ").append(column.title).append(column.title.empty() ? "|" : " |");
    alignments.append(" ").append(column.alignment).append(" |");
  }
  out += alignments;
  for (HtmlId part = html_.node(id).child; part != 0; part = html_.node(part).next) {
    const HtmlNode& node = html_.node(part);
    if (node.name == "tbody" || node.name == "tfoot") rows(part, shown.size(), out);
  }
  return out;
}

}  // namespace pages
