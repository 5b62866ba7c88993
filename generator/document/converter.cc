#include "document/converter.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm/node.h>

#include <algorithm>

#include "base/text.h"
#include "document/emoji.h"
#include "document/leftovers.h"

namespace document {
namespace {

// Whether a block contains inlines only.
bool is_leaf_block(NodeKind kind) {
  return kind == NodeKind::paragraph || kind == NodeKind::heading || kind == NodeKind::table_cell;
}

}  // namespace

std::string_view text_of(const cmark_node* cmark) {
  const cmark_chunk& text = cmark->as.literal;
  return {reinterpret_cast<const char*>(text.data), static_cast<size_t>(text.len)};
}

Converter::Converter(const Input& input, std::vector<uint32_t> lines, Document& document,
                     base::Diagnostics& diagnostics)
    : input_(input),
      document_(document),
      diagnostics_(diagnostics),
      cmark_(cmark_types()),
      cursor_(input.text.substr(0, input.end)),
      lines_(std::move(lines)),
      is_taken_(input.blocks.size()) {}

void Converter::omit_heading(cmark_node* root) {
  for (cmark_node* node = cmark_node_first_child(root); node && input_.omitted; node = cmark_node_next(node)) {
    if (cmark_node_get_type(node) != CMARK_NODE_HEADING) continue;
    const size_t begin = line_begin(cmark_node_get_start_line(node));
    const base::Span written = input_.span(begin, begin);
    if (written.source != input_.source || written.begin != *input_.omitted) continue;
    cmark_node_unlink(node);
    return cmark_node_free(node);
  }
}

void Converter::convert(cmark_node* root) {
  omit_heading(root);
  // Does not recurse, because the tree may be very deep. There is no exit event for leaves.
  cmark_iter* iterator = cmark_iter_new(root);
  for (cmark_event_type event; (event = cmark_iter_next(iterator)) != CMARK_EVENT_DONE;)
    event == CMARK_EVENT_ENTER ? enter(cmark_iter_get_node(iterator)) : leave(cmark_iter_get_node(iterator));
  count_references();
  check_footnotes();
  check_link_definitions();
  drop_broken_html();
  report_dropped_attributes();
  finish_passages();
  refuse_misplaced_blocks();
  check_names();
  assign_ids();
}

size_t Converter::line_begin(int line) const {
  size_t index = line < 1 ? 0 : static_cast<size_t>(line - 1);
  return index < lines_.size() ? input_.begin + lines_[index] : input_.end;
}

// Returns the offset at which the text of a line ends, before the line break.
size_t Converter::line_end(int line) const {
  size_t begin = line_begin(line);
  size_t end = line_begin(line + 1);
  while (end > begin && (input_.text[end - 1] == '\n' || input_.text[end - 1] == '\r')) --end;
  return end;
}

std::pair<size_t, size_t> Converter::block_range(cmark_node* node) const {
  int first = cmark_node_get_start_line(node);
  int last = cmark_node_get_end_line(node);
  size_t column = static_cast<size_t>(std::max(cmark_node_get_start_column(node) - 1, 0));
  if (first == 0) {
    // If a table follows a paragraph without a blank line, cmark counts the paragraph's lines as the table's.
    cmark_node* table = cmark_node_next(node);
    if (!table || cmark_node_get_type(table) != cmark_.table) return {input_.begin, input_.end};
    first = cmark_node_get_start_line(table);
    last = header_line(table) - 1;
    column = static_cast<size_t>(std::max(cmark_node_get_start_column(table) - 1, 0));
  }
  size_t begin = std::min(line_begin(first) + column, line_end(first));
  size_t end = std::max(line_end(std::max(first, last)), begin);
  while (end > begin && base::is_space(input_.text[end - 1])) --end;
  return {begin, end};
}

NodeId Converter::add_node(NodeKind kind) {
  const NodeId id = add_detached(Node());
  node(id).kind = kind;
  if (!open_.empty()) {
    Frame& parent = open_.back();
    (parent.last_child == 0 ? node(parent.id).child : node(parent.last_child).next) = id;
    parent.last_child = id;
  }
  return id;
}

NodeId Converter::add_block(cmark_node* cmark, NodeKind kind) {
  NodeId id = add_node(kind);
  auto [begin, end] = block_range(cmark);
  node(id).range = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  open_.push_back({.id = id});
  if (is_leaf_block(kind)) start_leaf(id);
  return id;
}

base::Span Converter::block_span(NodeId id) { return input_.span(node(id).range.begin, node(id).range.end); }

base::Span Converter::open_block_span() {
  const auto block =
      std::find_if(open_.rbegin(), open_.rend(), [&](const Frame& f) { return is_block(node(f.id).kind); });
  return block_span(block->id);
}

void Converter::start_leaf(NodeId id) {
  cursor_.start(node(id).range.begin, node(id).range.end);
  origins_.clear();
  formulas_.clear();
  has_at_ = has_leftovers_ = in_word_ = false;
  words_before_leaf_ = document_.words_;
}

void Converter::finish_leaf(NodeId id) {
  if (node(id).kind == NodeKind::paragraph && take_passage_mark(id)) return;
  if (node(id).kind == NodeKind::paragraph) take_task_mark(id);
  if (!formulas_.empty()) finish_math(id);
  if (node(id).kind == NodeKind::paragraph && make_terms(id)) return;
  if (node(id).kind == NodeKind::heading) finish_heading(id);
  if (node(id).kind == NodeKind::paragraph) {
    const NodeId parent = open_[open_.size() - 2].id;
    const bool is_item = node(parent).kind == NodeKind::item || node(parent).kind == NodeKind::task_item;
    note_own_id(id, is_item && node(parent).child == id ? parent : id);
  }
  finish_inlines(id);
  const bool is_for_all = document_.passages_.empty() || document_.passages_.back().end != 0;
  if (node(id).kind == NodeKind::paragraph && document_.first_paragraph_ == 0 && open_.size() == 2 && is_for_all &&
      !foreign_at(id))
    document_.first_paragraph_ = id;
}

// Makes a task of an item that libcmark-gfm parses as another: it finds none behind the mark of another item or quote.
void Converter::take_task_mark(NodeId paragraph) {
  Node& item = node(open_[open_.size() - 2].id);
  const NodeId text = node(paragraph).child;
  if (item.kind != NodeKind::item || item.child != paragraph || text == 0 || node(text).kind != NodeKind::text) return;
  const std::string_view literal = node(text).literal();
  const bool is_checked = literal.starts_with("[x] ") || literal.starts_with("[X] ");
  const bool is_escaped = input_.text[node(paragraph).range.begin] == '\\';
  if (is_escaped || (!is_checked && !literal.starts_with("[ ] "))) return;
  item.kind = NodeKind::task_item;
  if (is_checked) item.flags |= Node::kChecked;
  shorten(text, 4, 0);
}

// REQUIRES: no text of the block was split after it was found in the source, but for an id at its end.
void Converter::finish_inlines(NodeId block) {
  if (has_leftovers_) find_leftovers(block);
  if (has_at_) scan_texts(block);
  if (node(block).kind == NodeKind::heading) document_.headings_.back().text = plain_text(block);
}

// Counts words. A word begins at a byte that is not white space after one that is.
void Converter::count_words(std::string_view text) {
  const auto is_letter = [](char c) { return static_cast<unsigned char>(c) > ' '; };
  if (text.empty()) return;
  size_t words = is_letter(text.front()) && !in_word_;
  for (size_t at = 1; at < text.size(); ++at) words += is_letter(text[at]) && !is_letter(text[at - 1]);
  document_.words_ += words;
  in_word_ = is_letter(text.back());
}

std::string_view Converter::keep_at(std::string_view text, size_t begin) {
  std::string_view here = input_.text.substr(begin, text.size());
  return here == text ? here : keep(text);
}

std::string_view Converter::plain_text(NodeId id) {
  const NodeId first = node(id).child;
  const bool is_one =
      first != 0 && node(first).next == 0 && node(first).kind == NodeKind::text && node(first).flags == 0;
  return is_one ? base::trim(node(first).literal()) : keep(document_.plain_text(id));
}

void Converter::add_text(NodeKind kind, std::string_view literal, const FoundText& found) {
  NodeId id = add_node(kind);
  std::string_view kept = found.equal ? input_.text.substr(found.begin, literal.size()) : keep(literal);
  node(id).text = kept.data();
  node(id).size = static_cast<uint32_t>(kept.size());
  if (found.found && !found.equal) origins_.emplace_back(id, static_cast<uint32_t>(found.begin));
  // The backslashes of "\(x\)" are not in the text.
  has_leftovers_ = has_leftovers_ || (found.found && !found.equal && kept.find('(') != std::string_view::npos);
  if (kind == NodeKind::text && kept.find(':') != std::string_view::npos) replace_emoji(kept, found);
}

// Replaces the short names of emoji in the text that was added last, unless their first colon is escaped.
void Converter::replace_emoji(std::string_view text, const FoundText& found) {
  const Frame& parent = open_.back();
  if (node(parent.id).kind == NodeKind::link && parent.opening.opening != InlineCursor::Opening::bracket) return;
  const auto source_of = [&](size_t offset) {
    return found.found && !found.equal ? cursor_.source_of(found.begin, text, offset) : std::nullopt;
  };
  std::vector<std::pair<size_t, std::string_view>> pieces;  // with their offsets in the text
  size_t copied = 0;
  const auto copy_to = [&](size_t end) {
    if (end > copied) pieces.emplace_back(copied, text.substr(copied, end - copied));
  };
  for (EmojiName name = find_emoji(text, 0); name.end > 0; name = find_emoji(text, name.end)) {
    const auto colon = source_of(name.begin);
    if (colon && input_.text[*colon] != ':') continue;
    copy_to(name.begin);
    pieces.emplace_back(name.begin, name.character);
    copied = name.end;
  }
  if (copied == 0) return;
  copy_to(text.size());
  for (size_t i = 0; i < pieces.size(); ++i) {
    const NodeId id = i == 0 ? open_.back().last_child : add_node(NodeKind::text);
    node(id).text = pieces[i].second.data();
    node(id).size = static_cast<uint32_t>(pieces[i].second.size());
    if (const auto source = i == 0 ? std::nullopt : source_of(pieces[i].first))
      origins_.emplace_back(id, static_cast<uint32_t>(*source));
  }
}

void Converter::enter_emphasis(NodeKind kind) {
  // Emphasis next to a word may be unintended: "5*3 and 4*2".
  const NodeId before = open_.back().last_child;
  if (before != 0 && node(before).kind == NodeKind::text)
    has_leftovers_ = has_leftovers_ || !base::is_space(node(before).literal().back());
  check_emphasis();
  open_.push_back({.id = add_node(kind)});
}

bool Converter::follows_emphasis(std::string_view literal) {
  const NodeId before = open_.back().last_child;
  const NodeKind kind = before == 0 ? NodeKind::text : node(before).kind;
  return is_emphasis(kind) && base::is_digit(literal.front());
}

void Converter::enter(cmark_node* cmark) {
  const auto type = static_cast<cmark_node_type>(cmark->type);
  switch (type) {
    case CMARK_NODE_DOCUMENT: {
      NodeId id = add_node(NodeKind::document);
      node(id).range = {static_cast<uint32_t>(input_.begin), static_cast<uint32_t>(input_.end)};
      open_.push_back({.id = id});
      return;
    }
    case CMARK_NODE_BLOCK_QUOTE:
      add_block(cmark, NodeKind::block_quote);
      return void();
    case CMARK_NODE_LIST: {
      bool ordered = cmark_node_get_list_type(cmark) == CMARK_ORDERED_LIST;
      NodeId id = add_block(cmark, ordered ? NodeKind::ordered_list : NodeKind::bullet_list);
      node(id).index = ordered ? static_cast<uint32_t>(cmark_node_get_list_start(cmark)) : 0;
      if (cmark_node_get_list_tight(cmark)) node(id).flags |= Node::kTight;
      return ordered ? check_numbers(cmark) : check_wrapped_line(cmark);
    }
    case CMARK_NODE_ITEM: {
      bool task = cmark_node_get_syntax_extension(cmark) != nullptr;
      NodeId id = add_block(cmark, task ? NodeKind::task_item : NodeKind::item);
      if (task && cmark_gfm_extensions_get_tasklist_item_checked(cmark)) node(id).flags |= Node::kChecked;
      return;
    }
    case CMARK_NODE_CODE_BLOCK:
      return enter_code_block(cmark);
    case CMARK_NODE_HTML_BLOCK:
      return enter_html_block(cmark);
    case CMARK_NODE_PARAGRAPH:
      add_block(cmark, NodeKind::paragraph);
      return void();
    case CMARK_NODE_HEADING: {
      NodeId id = add_block(cmark, NodeKind::heading);
      node(id).number = static_cast<uint16_t>(cmark_node_get_heading_level(cmark));
      heading_words_ = static_cast<uint32_t>(document_.words_);
      return;
    }
    case CMARK_NODE_THEMATIC_BREAK:
      check_dashes(add_block(cmark, NodeKind::thematic_break));
      open_.pop_back();
      return;
    case CMARK_NODE_FOOTNOTE_DEFINITION:
      return enter_footnote(cmark);
    case CMARK_NODE_TEXT: {
      const std::string_view literal = text_of(cmark);
      if (literal.empty()) return;
      has_at_ = has_at_ || literal.find('@') != std::string_view::npos;
      has_leftovers_ = has_leftovers_ || may_hold_leftovers(literal) || follows_emphasis(literal);
      count_words(literal);
      return add_text(NodeKind::text, literal, cursor_.text(literal));
    }
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
      add_node(type == CMARK_NODE_SOFTBREAK ? NodeKind::soft_break : NodeKind::line_break);
      cursor_.line_break();
      in_word_ = false;
      return;
    case CMARK_NODE_CODE: {
      const std::string_view literal = text_of(cmark);
      count_words(literal);
      const NodeId before = open_.back().last_child;
      const FoundText found = cursor_.code(literal);
      add_text(NodeKind::code, literal, found);
      return note_math(before, open_.back().last_child, found);
    }
    case CMARK_NODE_HTML_INLINE:
      return enter_html_inline(cmark);
    case CMARK_NODE_EMPH:
      return enter_emphasis(NodeKind::emphasis);
    case CMARK_NODE_STRONG:
      return enter_emphasis(NodeKind::strong);
    case CMARK_NODE_LINK:
      return enter_link(cmark);
    case CMARK_NODE_IMAGE:
      return enter_image(cmark);
    case CMARK_NODE_FOOTNOTE_REFERENCE:
      return enter_footnote_reference(cmark);
    default:
      break;
  }
  if (type == cmark_.table) {
    enter_table(cmark);
  } else if (type == cmark_.table_row) {
    enter_row(cmark);
  } else if (type == cmark_.table_cell) {
    enter_cell();
  } else if (type == cmark_.strikethrough) {
    enter_emphasis(NodeKind::strikethrough);
  }
}

void Converter::leave(cmark_node* cmark) {
  const auto type = static_cast<cmark_node_type>(cmark->type);
  if (type == CMARK_NODE_FOOTNOTE_REFERENCE) return;
  if (type == CMARK_NODE_LINK) leave_link();
  if (type == CMARK_NODE_IMAGE) leave_image();
  NodeId id = open_.back().id;
  if (is_leaf_block(node(id).kind)) finish_leaf(id);
  if (!input_.blocks.empty() && !is_leaf_block(node(id).kind)) gather_foreign(id);
  if (has_definitions_ && !is_leaf_block(node(id).kind)) gather_definitions(id);
  if (node(id).kind == NodeKind::block_quote) mark_callout(id);
  close_tags(inline_tags_, id);
  close_tags(block_tags_, id);
  open_.pop_back();
}

}  // namespace document
