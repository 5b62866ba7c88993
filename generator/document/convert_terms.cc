// Makes definition lists, as in PHP Markdown Extra and Pandoc: https://pandoc.org/MANUAL.html#definition-lists
// document/foreign_blocks.h marks the lines ": definition" as items of a list. The paragraph above it holds the terms.
#include <algorithm>

#include "document/converter.h"

namespace document {

// Returns the index of the definition whose line begins at the offset.
std::optional<size_t> Converter::definition_at(size_t offset) const {
  const auto found = std::ranges::lower_bound(input_.blocks, offset, {}, &ForeignBlock::mark);
  if (found == input_.blocks.end() || found->mark != offset || !found->is_definition) return std::nullopt;
  return static_cast<size_t>(found - input_.blocks.begin());
}

// Makes a list of the terms of a paragraph, one a line, if definitions follow it. Above a blank line, only a paragraph
// of one line is a term. Returns whether they do.
bool Converter::make_terms(NodeId paragraph) {
  const Node original = node(paragraph);
  const auto next = std::ranges::lower_bound(input_.blocks, original.range.end, {}, &ForeignBlock::mark);
  if (next == input_.blocks.end() || !next->is_definition) return false;
  if (column_of(next->mark) < column_of(original.range.begin)) return false;  // it is of a term further left
  const auto mark = std::ranges::lower_bound(input_.blocks, original.range.begin, {}, &ForeignBlock::mark);
  if (mark != next || input_.text.substr(original.range.begin).starts_with("[!"))
    return false;  // a callout begins in it
  const std::string_view gap = input_.text.substr(original.range.end, next->mark - original.range.end);
  bool is_line = true;
  for (NodeId id = original.child; id != 0; id = node(id).next) is_line = is_line && !is_break(id);
  if (gap.find_first_not_of(" \t\r\n>") != std::string_view::npos || std::ranges::count(gap, '\n') > (is_line ? 2 : 1))
    return false;
  node(paragraph).kind = NodeKind::definition_list;
  node(paragraph).child = 0;
  node(paragraph).index = static_cast<uint32_t>(column_of(next->mark));
  has_definitions_ = true;
  NodeId last_term = 0;
  for (NodeId id = original.child, rest = 0; id != 0; id = rest) {
    const NodeId term = add_detached(original);
    node(term).kind = NodeKind::term;
    node(term).child = id;
    node(term).next = 0;
    NodeId last = id;
    while (node(last).next != 0 && !is_break(node(last).next)) last = node(last).next;
    rest = node(last).next == 0 ? 0 : node(node(last).next).next;
    node(last).next = 0;
    (last_term == 0 ? node(paragraph).child : node(last_term).next) = term;
    last_term = term;
    note_own_id(term, term);
    finish_inlines(term);
  }
  return true;
}

// Returns the number of bytes before the offset on its line.
size_t Converter::column_of(size_t offset) const {
  return offset == 0 ? 0 : offset - (input_.text.rfind('\n', offset - 1) + 1);
}

// Makes the definitions of the items at the start of a list; the others stay a list below it.
void Converter::make_definitions(NodeId items) {
  const bool is_tight = node(items).flags & Node::kTight;
  for (NodeId id = node(items).child, before = 0; id != 0; before = id, id = node(id).next) {
    const auto index = definition_at(node(id).range.begin);
    if (!index) {
      const NodeId rest = add_detached(node(items));
      node(rest).child = id;
      node(rest).range.begin = node(id).range.begin;
      node(items).next = rest;
      node(before).next = 0;
      return;
    }
    const auto [begin, end] = node(id).range;
    const size_t last_line = input_.text.find_first_not_of(" >", input_.text.rfind('\n', end - 1) + 1);
    if (node(id).next != 0 && last_line > begin && column_of(last_line) <= column_of(begin))
      diagnostics_
          .error("foreign-syntax", input_.span(last_line, end), "this is a line of a definition, or meant as a term")
          .expect("a blank line above a term, or two spaces before a line of a definition")
          .of("form:line of a definition");
    is_taken_[*index] = node(id).kind == NodeKind::item;  // a task would lose its mark
    node(id).kind = NodeKind::definition;
    if (is_tight || node(node(id).child).next == 0) node(id).flags |= Node::kTight;
  }
}

// Joins terms and their definitions, and moves what is further right than the ":" into the definition.
void Converter::gather_definitions(NodeId container) {
  NodeId list = 0, before = 0, definition = 0, last = 0;
  const auto last_of = [&](NodeId parent) {
    NodeId child = node(parent).child;
    while (child != 0 && node(child).next != 0) child = node(child).next;
    return child;
  };
  for (NodeId id = node(container).child, next = 0; id != 0; id = next) {
    const bool is_list = node(id).kind == NodeKind::definition_list;
    const bool defines = list != 0 && node(id).kind == NodeKind::bullet_list &&
                         definition_at(node(node(id).child).range.begin).has_value();
    if (defines) make_definitions(id);
    next = node(id).next;
    const bool is_part = !is_list && !defines && last != 0 && node(definition).kind == NodeKind::definition &&
                         node(id).kind != NodeKind::footnote_definition &&  // it may begin anywhere above
                         column_of(node(id).range.begin) >= static_cast<size_t>(node(list).index) + 2;
    if (!is_part && !defines && !(is_list && list != 0)) {
      before = id;
      list = is_list ? id : 0;
      definition = is_list ? last_of(id) : 0;
      last = is_list ? last_of(definition) : 0;
      continue;
    }
    node(before).next = next;
    node(id).next = 0;
    node(list).range.end = node(id).range.end;
    if (is_part) {
      node(definition).flags &= static_cast<uint8_t>(~Node::kTight);
      node(last).next = id;
      last = id;
      continue;
    }
    node(definition).next = node(id).child;
    if (is_list) node(list).index = node(id).index;
    definition = last_of(id);
    last = last_of(definition);
  }
}

}  // namespace document
