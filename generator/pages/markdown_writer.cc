#include "pages/markdown_writer.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "markup/markdown.h"

namespace pages {
namespace {

using markup::HtmlId;
using markup::HtmlNode;

constexpr std::array<std::string_view, 30> kBlocks = {
    "address",  "article",    "aside",   "blockquote", "body",   "dd", "details", "div",  "dl", "dt",
    "fieldset", "figcaption", "figure",  "footer",     "header", "hr", "li",      "main", "ol", "p",
    "pre",      "section",    "summary", "table",      "tbody",  "ul", "h1",      "h2",   "h3", "h4"};

void append_block(std::string& out, const std::string& block, std::string_view separator = "\n\n") {
  if (block.empty()) return;
  if (!out.empty()) out += separator;
  out += block;
}

bool is_list(const HtmlNode& node) { return node.name == "ul" || node.name == "ol"; }

}  // namespace

bool MarkdownWriter::is_block(HtmlId id) const {
  const HtmlNode& node = html_.node(id);
  return is_heading(node) || std::find(kBlocks.begin(), kBlocks.end(), node.name) != kBlocks.end() ||
         (node.name == "math" && html_.attribute(id, "display") == "block");
}

HtmlId MarkdownWriter::child_named(HtmlId parent, std::string_view name) const {
  HtmlId id = html_.node(parent).child;
  while (id != 0 && html_.node(id).name != name) id = html_.node(id).next;
  return id;
}

std::string MarkdownWriter::blocks(HtmlId parent, std::string_view separator) {
  std::string out, line;
  std::string_view list_before;  // marker of the previous list: two adjacent lists merge unless their markers differ
  bool other_marker = false;
  auto flush = [&] {
    std::string paragraph = markup::finish_inline(line, markup::Lines::paragraph);
    line.clear();
    if (paragraph.empty()) return;
    append_block(out, paragraph, separator);
    list_before = {};
  };
  for (HtmlId id = html_.node(parent).child; id != 0; id = html_.node(id).next) {
    if (html_.is_left_out(id)) continue;
    if (!is_block(id)) {
      inline_node(id, line, Place::paragraph);
      continue;
    }
    flush();
    const HtmlNode& node = html_.node(id);
    if (is_list(node)) {
      other_marker = list_before == node.name && !other_marker;
      list_before = node.name;
      append_block(out, list(id, other_marker), separator);
      continue;
    }
    const std::string text = block(id);
    if (!text.empty()) {
      list_before = node.name == "dl" ? "ul" : "";
      other_marker = false;
    }
    append_block(out, text, separator);
  }
  flush();
  return out;
}

std::string MarkdownWriter::block(HtmlId id) {
  const HtmlNode& node = html_.node(id);
  if (is_heading(node)) return heading(id);
  if (node.name == "p" && base::trim(html_.attribute(id, "class")).ends_with("-title")) return bold(id);
  if (node.name == "pre") return code(id);
  if (node.name == "math") return markup::code_fence(html_.attribute(id, "alttext"), "math");
  if (node.name == "hr") return "***";
  if (node.name == "table") return table(id);
  if (node.name == "dl") return definitions(id);
  if (node.name == "figcaption") return caption(id);
  if (html_.has_class(id, "callout")) return callout(id);
  if (node.name == "details") return details(id);
  if (node.name == "summary" && child_named(id, "h2") != 0) return blocks(id);
  if (node.name == "summary") return html_.has_class(id, "fold") ? std::string() : bold(id);
  if (node.name == "blockquote") return markup::indented(blocks(id), "> ", "> ");
  if (html_.has_class(id, "footnotes")) return footnotes(child_named(id, "ol"));
  if (html_.has_class(id, "drawing")) return drawing(id);
  if (html_.has_class(id, "page-header")) {  // the title comes first, even if the header has something above it
    HtmlId title = html_.node(id).child;     // the title alone, or an element with the title and the link next to it
    while (title != 0 && html_.node(title).name != "h1" && !html_.has_class(title, "heading"))
      title = html_.node(title).next;
    std::string out = title == 0 ? "" : block(title);
    for (HtmlId child = html_.node(id).child; child != 0; child = html_.node(child).next)
      if (child != title && is_block(child) && !html_.is_left_out(child))
        append_block(out, is_list(html_.node(child)) ? list(child, false) : block(child));
    return out;
  }
  if (node.name == "figure" && html_.has_class(id, "chart")) {
    figure_ = id;
    std::string out = blocks(id);
    figure_ = 0;
    return out;
  }
  return blocks(id);
}

std::string MarkdownWriter::heading(HtmlId id) {
  std::string line;
  inlines(id, line, Place::paragraph);
  std::string text = markup::finish_inline(line, markup::Lines::one);
  if (text.empty()) return "";
  if (text.ends_with('#')) text.insert(text.size() - 1, "\\");  // otherwise the '#' would close the heading
  return std::string(static_cast<size_t>(html_.node(id).name[1] - '0'), '#') + " " + text;
}

std::string MarkdownWriter::bold(HtmlId id) {
  std::string line;
  markup::open_emphasis(line, markup::Emphasis::strong);
  inlines(id, line, Place::paragraph);
  while (line.ends_with(' ')) line.pop_back();
  if (line.size() == 1) return "";
  markup::close_emphasis(line, markup::Emphasis::strong);
  return markup::finish_inline(line, markup::Lines::paragraph);
}

std::string MarkdownWriter::caption(HtmlId id) {
  std::string out;
  bool has_text = false;  // whether it is an author's own caption, and not the parts of that of a chart or table
  for (HtmlId part = html_.node(id).child; part != 0; part = html_.node(part).next)
    has_text = has_text || (html_.node(part).is_text() && !base::trim(html_.text(part)).empty());
  if (has_text) {
    inlines(id, out, Place::paragraph);
    return markup::finish_inline(out, markup::Lines::paragraph);
  }
  for (HtmlId part = html_.node(id).child; part != 0; part = html_.node(part).next) {
    if (html_.node(part).is_text() || html_.is_left_out(part)) continue;
    std::string line;
    inlines(part, line, Place::paragraph);
    append_block(out,
                 html_.has_class(part, "caption") ? bold(part) : markup::finish_inline(line, markup::Lines::paragraph));
  }
  return out;
}

// Writes the picture of a chart, which replaces its two drawings for wide and for narrow screens.
std::string MarkdownWriter::drawing(HtmlId id) {
  if (!html_.has_class(id, "wide") || figure_ == 0) return "";
  std::string address;
  const HtmlId caption = child_named(figure_, "figcaption");
  HtmlId about = html_.node(figure_).child;
  while (about != 0 && !html_.has_class(about, "about")) about = html_.node(about).next;
  for (HtmlId part = about == 0 ? about : html_.node(about).child; part != 0; part = html_.node(part).next)
    for (HtmlId link = html_.has_class(part, "downloads") ? html_.node(part).child : 0; link != 0;
         link = html_.node(link).next)
      if (std::string href = html_.attribute(link, "href"); href.ends_with(".png")) address = std::move(href);
  if (address.empty()) return "";
  std::string alt;
  for (HtmlId part = html_.node(caption).child; part != 0 && caption != 0; part = html_.node(part).next)
    if (html_.has_class(part, "caption")) markup::append_markdown(alt, html_.text(part));
  std::string out = "![" + std::string(base::trim(alt)) + "]";
  markup::append_destination(out, address);
  return out;
}

std::string MarkdownWriter::callout(HtmlId id) {
  std::string kind = "NOTE";
  for (const char* name : {"NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"})
    if (html_.has_class(id, "callout-" + base::lower_case(name))) kind = name;
  HtmlId first = html_.node(id).child;
  while (first != 0 && !html_.has_class(first, "callout-title")) first = html_.node(first).next;
  // The title that the author gave follows the name of the kind, which has no colon.
  const std::string title = first == 0 ? "" : html_.text(first);
  const size_t colon = title.find(": ");
  std::string mark = "[!" + kind + "]";
  if (html_.node(id).name == "details") mark += html_.has_attribute(id, "open") ? "+" : "-";
  if (colon != std::string::npos) {
    mark += ' ';
    markup::append_markdown(mark, base::trim(std::string_view(title).substr(colon + 1)));
  }
  return markup::indented(mark + "\n" + blocks(id), "> ", "> ");
}

std::string MarkdownWriter::details(HtmlId id) {
  if (!html_.has_class(id, "notes")) return blocks(id);
  const HtmlId items = child_named(id, "ol");
  if (items == 0) return "";
  const std::string marked = footnotes(items);
  if (marked.empty()) return blocks(id);
  const HtmlId places = html_.node(items).next;  // the list to which notes refer by number
  const std::string listed = places == 0 || html_.node(places).name != "ol" ? "" : list(places, false);
  return listed.empty() ? marked : block(child_named(id, "summary")) + "\n\n" + listed + "\n\n" + marked;
}

// Writes "[^a]: text" for each item to which a footnote mark links.
std::string MarkdownWriter::footnotes(HtmlId list) {
  std::string out;
  for (HtmlId id = list == 0 ? 0 : html_.node(list).child; id != 0; id = html_.node(id).next)
    if (const std::string own = html_.attribute(id, "id"); anchors_.footnotes.contains(own))
      out += (out.empty() ? "" : "\n") + markup::indented(blocks(id), "[^" + own + "]: ", "    ");
  return out;
}

std::string MarkdownWriter::code(HtmlId id) {
  const HtmlId inner = child_named(id, "code");
  std::string language;
  const std::string classes = html_.attribute(inner == 0 ? id : inner, "class");
  for (std::string_view word : base::split(classes, ' '))
    if (word.starts_with("language-")) language = word.substr(std::string_view("language-").size());
  return markup::code_fence(html_.text(id), language);
}

// Whether a list is loose: an item contains a paragraph, or a block other than a list.
bool MarkdownWriter::is_loose(HtmlId list) const {
  for (HtmlId id = html_.node(list).child; id != 0; id = html_.node(id).next)
    for (HtmlId child = html_.node(id).child; child != 0; child = html_.node(child).next)
      if (!html_.node(child).is_text() && is_block(child) && !is_list(html_.node(child)) && !html_.is_left_out(child))
        return true;
  return false;
}

std::string MarkdownWriter::list(HtmlId id, bool other_marker) {
  if (html_.has_class(id, "cell-notes")) return footnotes(id);
  const bool ordered = html_.node(id).name == "ol", loose = is_loose(id);
  size_t number = 1;
  if (std::string start = html_.attribute(id, "start"); !start.empty() && start.size() < 10)
    number = std::stoul("0" + start.substr(0, start.find_first_not_of("0123456789")));
  std::string out;
  for (HtmlId child = html_.node(id).child; child != 0; child = html_.node(child).next) {
    if (html_.node(child).name != "li" || html_.is_left_out(child)) continue;
    const std::string marker = ordered        ? std::to_string(number++) + (other_marker ? ") " : ". ")
                               : other_marker ? "* "
                                              : "- ";
    append_block(out, item(child, marker, loose ? "\n\n" : "\n"), loose ? "\n\n" : "\n");
  }
  return out;
}

std::string MarkdownWriter::item(HtmlId id, const std::string& marker, std::string_view separator) {
  std::string first = marker;
  for (HtmlId child = html_.node(id).child; child != 0; child = html_.node(child).next)
    if (html_.node(child).name == "input" && html_.attribute(child, "type") == "checkbox")
      first += html_.has_attribute(child, "checked") ? "[x] " : "[ ] ";
  return markup::indented(blocks(id, separator), first, std::string(marker.size(), ' '));
}

// Writes a definition list as items of the form "- **term**: definition".
std::string MarkdownWriter::definitions(HtmlId id) {
  std::string out, term;
  bool is_defined = true;  // whether the last term has a definition
  auto visit = [&](auto& self, HtmlId parent) -> void {
    for (HtmlId child = html_.node(parent).child; child != 0; child = html_.node(child).next) {
      const HtmlNode& node = html_.node(child);
      if (node.name == "div") self(self, child);
      if (node.name == "dt") {
        term = is_defined ? bold(child) : std::move(term) + ", " + bold(child);
        is_defined = false;
      }
      if (node.name != "dd") continue;
      is_defined = true;
      std::string text = blocks(child);
      bool one_line = true;
      for (HtmlId part = html_.node(child).child; part != 0; part = html_.node(part).next)
        if (!html_.node(part).is_text() && is_block(part) && html_.node(part).name != "p") one_line = false;
      if (!text.empty()) text.insert(0, one_line ? ": " : "\n\n");
      out.append(out.empty() ? "" : "\n").append(markup::indented(term + text, "- ", "  "));
      if (constexpr size_t kMaxRepeatedTerm = 200; term.size() > kMaxRepeatedTerm) term = "…";
    }
  };
  visit(visit, id);
  return out;
}

// -- Tables --
//
// GitHub's Markdown supports tables with one header row, single-line cells and no spans. The title of a column group
// precedes the titles of its columns, and the heading of a group of rows becomes a row.

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
      std::string_view alignment = html_.has_class(id, "left") ? ":---" : "---";
      if (html_.has_class(id, "center")) alignment = ":---:";
      if (number) alignment = "---:";
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
      if (span > 1 && !text.empty()) text.insert(0, "**").append("**");
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
