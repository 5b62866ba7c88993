// Makes callouts and tabs from the blocks of other programs that document/foreign_blocks.h has marked.
#include <algorithm>

#include "document/converter.h"

namespace document {

// Returns the index of the foreign block that begins with the paragraph and is not a node yet.
std::optional<size_t> Converter::foreign_at(NodeId paragraph) const {
  const Node& node = document_.nodes_[paragraph];
  if (paragraph == 0 || node.kind != NodeKind::paragraph) return std::nullopt;
  const auto found = std::ranges::lower_bound(input_.blocks, node.range.begin, {}, &ForeignBlock::mark);
  if (found == input_.blocks.end() || found->mark != node.range.begin) return std::nullopt;
  const auto index = static_cast<size_t>(found - input_.blocks.begin());
  return is_taken_[index] ? std::nullopt : std::optional(index);
}

// Divides a paragraph above the lines in it that begin a block: other programs need no blank line there.
void Converter::divide_paragraph(NodeId paragraph) {
  for (NodeId last = 0, id = node(paragraph).child; id != 0; last = id, id = node(id).next) {
    const NodeId next = node(id).next;
    if (last == 0 || !is_break(id) || next == 0 || node(next).kind != NodeKind::text) continue;
    const auto begin = input_.offset_of(node(next).literal());
    if (!begin || !std::ranges::binary_search(input_.blocks, *begin, {}, &ForeignBlock::mark)) continue;
    const NodeId rest = add_detached(node(paragraph));
    node(rest).child = next;
    node(rest).range.begin = static_cast<uint32_t>(*begin);
    node(rest).flags &= static_cast<uint8_t>(~Node::kHasId);
    node(paragraph).range.end = static_cast<uint32_t>(*begin);
    node(paragraph).next = rest;
    node(last).next = 0;
    paragraph = rest;
    id = next;
  }
}

void Converter::gather_foreign(NodeId container) {
  for (NodeId before = 0, id = node(container).child; id != 0; before = id, id = node(id).next) {
    if (node(id).kind == NodeKind::paragraph) divide_paragraph(id);
    const NodeId item = node(id).kind == NodeKind::bullet_list ? node(id).child : 0;
    const NodeId first = item != 0 ? node(item).child : id;
    const auto index = foreign_at(first);
    if (!index) continue;
    const ForeignBlock& block = input_.blocks[*index];
    const bool is_item = block.end == 0;
    if (is_item != (item != 0) || (is_item && node(item).next != 0)) continue;
    // What follows may have become a part of something else: "x@b.example".
    const NodeId mark = node(first).child;
    if (mark == 0 || node(mark).kind != NodeKind::text || !node(mark).literal().starts_with(kForeignMark)) continue;
    is_taken_[*index] = true;
    NodeId quote = id;
    if (!is_item) {
      quote = add_detached(node(id));
      NodeId last = id;
      while (node(last).next != 0 && node(node(last).next).range.begin < block.end) last = node(last).next;
      (before == 0 ? node(container).child : node(before).next) = quote;
      node(quote).next = node(last).next;
      node(last).next = 0;
      node(quote).range.end = static_cast<uint32_t>(block.end);
    }
    node(quote).child = first;
    take_foreign(quote, first, block, before);
    if (!is_item) gather_foreign(quote);
    if (!is_item && has_definitions_) gather_definitions(quote);
    id = quote;
  }
}

void Converter::take_foreign(NodeId quote, NodeId paragraph, const ForeignBlock& block, NodeId before) {
  const auto is_tab = [&](NodeId id) {
    return id != 0 && node(id).kind == NodeKind::block_quote && node(id).number == static_cast<uint16_t>(Callout::tab);
  };
  Callout callout = block.callout;
  if (callout == Callout::none) callout = block.is_tab ? Callout::tab : Callout::folded;
  Node& made = node(quote);
  made.kind = NodeKind::block_quote;
  made.number = static_cast<uint16_t>(callout);
  made.flags = block.folds ? Node::kFolds : 0;
  made.index = is_tab(before) ? node(before).index : quote;
  if (block.is_open || (block.is_tab && !is_tab(before))) made.flags |= Node::kOpen;
  set_callout_title(quote, paragraph, node(paragraph).child, 1);
}

// Reports blocks that are not between other blocks: directly below the line of a paragraph, or in code by indentation.
void Converter::refuse_misplaced_blocks() {
  for (size_t i = 0; i < input_.blocks.size(); ++i) {
    if (is_taken_[i]) continue;
    const size_t begin = input_.blocks[i].mark;
    if (input_.blocks[i].is_definition)
      diagnostics_
          .error("foreign-syntax", input_.span(begin, std::min(input_.text.find('\n', begin), input_.end)),
                 "this looks like a definition without a term")
          .suggest(
              "write the term on the line above it, below a blank line; the caption of a table as a sentence above the "
              "table; for literal text, \\:")
          .of("form:a definition without a term");
    else
      diagnostics_
          .error("foreign-syntax", input_.span(begin, begin + 1),
                 "a callout or tab of another program can't begin here")
          .expect("a blank line before it, and no code or heading as its first line")
          .suggest("to show it literally, put it into a fenced block (```)");
  }
}

}  // namespace document
