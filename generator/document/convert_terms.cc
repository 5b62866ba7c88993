// Makes definition lists, which libcmark-gfm reads as paragraphs: lines ": definition" below a line with a term. What
// follows at least two columns to the right of the ":" is part of the definition. As in PHP Markdown Extra and Pandoc:
// https://pandoc.org/MANUAL.html#definition-lists
#include <algorithm>

#include "base/pattern.h"
#include "base/text.h"
#include "document/converter.h"
#include "markup/html_scanner.h"

namespace document {
namespace {

bool begins_definition(const Node& text) {
  return text.kind == NodeKind::text && text.size > 1 && text.text[0] == ':' && base::is_space(text.text[1]);
}

// Whether the text of a definition begins with a block, which would be shown as text: ": - a", ": ```".
bool begins_with_block(std::string_view definition) {
  static const base::Pattern block(R"(\A:(?: {5}|\s+(?:(?:[-+*>]|#{1,6}|\d{1,9}[.)])[ \t]|\|.*\|[ \t]*$|```|~~~)))",
                                   PCRE2_MULTILINE);
  return block.find(definition).has_value();
}

// Returns how many elements a piece of inline HTML opens: 1, or -1 for an end tag, or 0.
int opened_by(std::string_view html) {
  if (html.starts_with("</")) return -1;
  size_t end = 1;
  while (end < html.size() && (base::is_letter(html[end]) || base::is_digit(html[end]))) ++end;
  return end > 1 && !markup::is_void_element(html.substr(1, end - 1)) ? 1 : 0;
}

}  // namespace

// Turns a paragraph of terms and definitions into a list. Returns whether it is one.
bool Converter::make_definitions(NodeId paragraph) {
  const auto ends_line = [&](NodeId id) {
    return node(id).kind == NodeKind::soft_break || node(id).kind == NodeKind::line_break;
  };
  bool defines = false;
  int open = 0;  // elements of inline HTML, which a term or definition contains as a whole
  for (NodeId at = node(paragraph).child; at != 0; at = node(at).next) {
    if (node(at).kind == NodeKind::html_inline) open += opened_by(node(at).literal());
    if (!ends_line(at)) continue;
    if (open != 0) return false;
    defines = defines || begins_definition(node(node(at).next));
  }
  if (!defines) return false;
  const Node original = node(paragraph);
  Node& list = node(paragraph);
  list.kind = NodeKind::definition_list;
  list.child = 0;
  has_definitions_ = true;
  NodeId last_part = 0, part = 0;  // terms and definitions; the leaf with the current line
  const auto begin_part = [&](bool is_term, NodeId first) {
    const NodeId leaf = add_detached(original);
    node(leaf).kind = is_term ? NodeKind::term : NodeKind::paragraph;
    node(leaf).child = first;
    part = leaf;
    NodeId outer = leaf;
    if (!is_term) {
      outer = add_detached(original);
      node(outer).kind = NodeKind::definition;
      node(outer).flags |= Node::kTight;
      node(outer).child = leaf;
      node(leaf).next = 0;
    }
    node(outer).next = 0;
    (last_part == 0 ? node(paragraph).child : node(last_part).next) = outer;
    last_part = outer;
  };
  begin_part(true, original.child);
  std::vector<NodeId> leaves = {part};
  NodeId before = 0;
  bool is_defined = false;
  for (NodeId id = original.child; id != 0; before = id, id = node(id).next) {
    const NodeId next = node(id).next;
    if (!ends_line(id) || next == 0) continue;
    const bool is_definition = begins_definition(node(next));
    if (!is_definition && is_defined) continue;  // a definition of several lines
    node(before).next = 0;
    is_defined = is_defined || is_definition;
    if (is_definition) {
      const auto begin = input_.offset_of(node(next).literal());
      node(paragraph).index = static_cast<uint32_t>(begin ? column_of(*begin) : 0);
      if (begin && begins_with_block(input_.text.substr(*begin, node(paragraph).range.end - *begin)))
        diagnostics_
            .error("foreign-syntax", input_.span(*begin, std::min(input_.text.find('\n', *begin), input_.end)),
                   "a definition begins with text, so this list, quote, table or code would be shown as text")
            .expect("a sentence after the colon; then a blank line, and the block with two spaces before it");
      size_t mark = 1;
      while (mark < node(next).size && base::is_space(node(next).text[mark])) ++mark;
      shorten(next, mark, 0);
    }
    begin_part(!is_definition, next);
    leaves.push_back(part);
  }
  for (const NodeId leaf : leaves) {
    if (node(leaf).kind == NodeKind::term) note_own_id(leaf, leaf);
    finish_inlines(leaf);
  }
  return true;
}

// Returns the number of bytes before the offset on its line.
size_t Converter::column_of(size_t offset) const {
  const size_t line = input_.text.rfind('\n', offset == 0 ? 0 : offset - 1);
  return line == std::string_view::npos || offset == 0 ? offset : offset - line - 1;
}

// Joins lists that follow each other, and moves what belongs to a definition into it.
void Converter::gather_definitions(NodeId container) {
  NodeId list = 0, before = 0, definition = 0, last = 0;
  const auto last_of = [&](NodeId parent) {
    NodeId child = node(parent).child;
    while (node(child).next != 0) child = node(child).next;
    return child;
  };
  for (NodeId id = node(container).child, next = 0; id != 0; id = next) {
    next = node(id).next;
    const bool is_list = node(id).kind == NodeKind::definition_list;
    const bool is_part =
        !is_list && list != 0 && column_of(node(id).range.begin) >= static_cast<size_t>(node(list).index) + 2;
    if (!is_part && !(is_list && list != 0)) {
      before = id;
      list = is_list ? id : 0;
      definition = is_list ? last_of(id) : 0;
      last = is_list ? last_of(definition) : 0;
      continue;
    }
    node(before).next = next;
    node(id).next = 0;
    node(list).range.end = node(id).range.end;
    if (is_list) {
      node(definition).next = node(id).child;
      node(list).index = node(id).index;
      definition = last_of(id);
      last = last_of(definition);
      continue;
    }
    // A fence has at most three spaces before it, also if it is the first line of indented code.
    if (node(id).kind == NodeKind::code_block &&
        column_of(node(id).range.begin) >= static_cast<size_t>(node(list).index) + 4)
      diagnostics_
          .error("foreign-syntax", block_span(id), "this is code of a definition, because it has four or more spaces")
          .expect("two spaces before a paragraph of the definition, or a fenced block (```)");
    node(definition).flags &= static_cast<uint8_t>(~Node::kTight);
    node(last).next = id;
    last = id;
  }
}

}  // namespace document
