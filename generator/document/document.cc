#include "document/document.h"

#include <cmark-gfm/parser.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <new>

#include "base/text.h"
#include "document/cmark_threads.h"
#include "document/converter.h"
#include "document/emoji.h"
#include "document/signs.h"
#include "markup/url.h"

namespace document {

base::Span Document::span(NodeId id) const {
  const Node& at = nodes_[id];
  if (is_block(at.kind)) {
    if (!mapped_) return whole_;
    if (expanded_) return expanded_->span(at.range.begin, at.range.end);
    return {source_, at.range.begin, at.range.end};
  }
  if (at.kind == NodeKind::link) return links_[at.index].span;
  if (at.kind == NodeKind::image) return images_[at.index].span;
  if (at.kind == NodeKind::citation) return citations_[at.index].span;
  const std::string_view written = literal(at);
  if (!mapped_ || !source_ || written.empty()) return whole_;
  const base::Span span = span_of(written);
  return span ? span : whole_;
}

base::Span Document::span_of(std::string_view part) const {
  const std::string_view read = expanded_ ? expanded_->text : source_ ? source_->text() : std::string_view();
  for (const std::string_view text : {read, marked_}) {
    if (part.data() < text.data() || part.data() >= text.data() + text.size()) continue;
    const auto begin = static_cast<size_t>(part.data() - text.data());
    if (expanded_) return expanded_->span(begin, begin + part.size());
    return base::part_of(*source_, begin, begin + part.size());
  }
  return {};
}

std::string_view Document::literal(const Node& node) const {
  switch (node.kind) {
    case NodeKind::text:
    case NodeKind::code:
    case NodeKind::html_inline:
      return node.literal();
    case NodeKind::math:
      return maths_[node.index].latex;
    case NodeKind::citation:
      return citations_[node.index].written;
    default:
      return {};
  }
}

std::string Document::plain_text(NodeId id, bool with_names_of_emoji) const {
  std::string result;
  auto space = [&] {
    if (!result.empty() && !result.ends_with(' ')) result += ' ';
  };
  walk(
      nodes_, id,
      [&](NodeId at) {
        const Node& node = nodes_[at];
        if (node.flags & Node::kHidden) return false;
        switch (node.kind) {
          case NodeKind::text:
          case NodeKind::code: {
            const std::string_view name = with_names_of_emoji ? emoji_name(node.literal()) : std::string_view();
            result += name.empty() ? node.literal() : name;
            return false;
          }
          case NodeKind::math:
            result += maths_[node.index].plain;
            return false;
          case NodeKind::soft_break:
          case NodeKind::line_break:
            space();
            return false;
          case NodeKind::code_block:
          case NodeKind::html_block:
            return false;
          case NodeKind::image:
            return at == id;  // the text of an image itself is its alt text
          // Drops the space before a citation too.
          case NodeKind::citation:
          case NodeKind::footnote_reference:
            while (result.ends_with(' ')) result.pop_back();
            return false;
          default:
            break;
        }
        if (is_block(node.kind)) space();
        return true;
      },
      [](NodeId) {});
  return std::string(base::trim(result));
}

std::string Document::first_paragraph() const {
  if (first_paragraph_ == 0) return "";
  bool has_gap = false;  // an empty link shows a value that only its page knows: "It weighs in all."
  walk(
      nodes_, first_paragraph_,
      [&](NodeId id) {
        has_gap = has_gap || (nodes_[id].kind == NodeKind::link && plain_text(id).empty());
        return !has_gap;
      },
      [](NodeId) {});
  return has_gap ? "" : plain_text(first_paragraph_);
}

const Passage* Document::passage_of(NodeId id) const {
  const auto found = std::find_if(passages_.begin(), passages_.end(),
                                  [&](const Passage& passage) { return passage.begin <= id && id < passage.end; });
  return found == passages_.end() ? nullptr : &*found;
}

bool depends_on_data(const Document& document) {
  const bool has_blocks = std::ranges::any_of(document.fences(), [](const Fence& fence) {
    return fence.kind == FenceKind::query || fence.kind == FenceKind::assertion || shows_data(fence.kind);
  });
  const bool has_claims = std::any_of(document.links().begin(), document.links().end(),
                                      [](const Link& link) { return link.kind != LinkKind::ordinary; });
  return has_blocks || has_claims;
}

void Document::read_scheme(Link& link) {
  for (const auto& [scheme, kind] : kSchemes) {
    if (!link.destination.starts_with(scheme)) continue;
    link.kind = kind;
    if (scheme == "count:") {
      link.key = link.destination;
      continue;
    }
    const std::string_view key = link.destination.substr(scheme.size());
    link.key = key.find('%') == std::string_view::npos ? key : keep(markup::percent_decoded(key));
  }
}

void Document::shrink_to_fit() {
  nodes_.shrink_to_fit();
  links_.shrink_to_fit();
  headings_.shrink_to_fit();
}

namespace {

// Memory for one libcmark-gfm tree at a time, freed all at once: that makes a build of plain pages a third faster than
// malloc. Each thread has one, because all threads share the library's own arena. Throws std::bad_alloc through the
// library.
struct Arena {
  static constexpr size_t kSize = size_t{1} << 20;
  // If this threw, GCC would take the thread's arena as initialised, and the next document would use it.
  std::unique_ptr<std::byte[]> first{new (std::nothrow) std::byte[kSize]};
  std::pmr::monotonic_buffer_resource bytes{first.get(), first ? kSize : 0};
};
thread_local Arena arena;

// Returns zeroed memory. The size is stored before it, for arena_realloc().
void* arena_calloc(size_t count, size_t size) {
  if (__builtin_mul_overflow(count, size, &size) || size > SIZE_MAX / 2) throw std::bad_alloc();
  constexpr size_t kHeader = alignof(std::max_align_t);
  auto* header = static_cast<std::byte*>(arena.bytes.allocate(size + kHeader));
  std::memcpy(header, &size, sizeof size);
  return std::memset(header + kHeader, 0, size);
}

void* arena_realloc(void* old, size_t size) {
  if (!old) return arena_calloc(1, size);
  size_t old_size = 0;
  std::memcpy(&old_size, static_cast<std::byte*>(old) - alignof(std::max_align_t), sizeof old_size);
  return size <= old_size ? old : std::memcpy(arena_calloc(1, size), old, old_size);
}

cmark_mem arena_functions = {arena_calloc, arena_realloc, [](void*) {}};

// Frees the tree at the end of a scope.
struct ArenaScope {
  ~ArenaScope() { arena.bytes.release(); }
};

}  // namespace

void Converter::parse(const Input& original, Document& document, base::Diagnostics& diagnostics) {
  Input input = original;
  if (input.mapped)
    document.marked_ = document.keep(mark_foreign_blocks(input.text, input.begin, input.end, input.blocks));
  if (!input.blocks.empty()) input.text = document.marked_;
  document.source_ = input.source;
  document.mapped_ = input.mapped;
  document.whole_ = input.span(input.begin, input.end);
  std::string_view markdown = input.text.substr(input.begin, input.end - input.begin);
  std::vector<uint32_t> lines;
  if (!check_limits(input, lines, diagnostics)) {
    document.nodes_.emplace_back();
    return;
  }
  const bool has_footnotes = needs_footnotes(markdown);
  const int options = kParserOptions | (has_footnotes ? CMARK_OPT_FOOTNOTES : 0);
  const ArenaScope memory;
  cmark_parser* parser = cmark_parser_new_with_mem(options, &arena_functions);
  attach_extensions(parser, needs_inline_extensions(markdown));
  cmark_parser_feed(parser, markdown.data(), markdown.size());
  Converter converter(input, std::move(lines), document, diagnostics);
  if (has_footnotes) {
    if (!markdown.ends_with('\n') && !markdown.ends_with('\r')) cmark_parser_feed(parser, "\n", 1);
    converter.note_definitions(parser->root);
  }
  converter.convert(cmark_parser_finish(parser));
}

Document parse_document(base::Span markdown, base::Diagnostics& diagnostics, std::optional<uint32_t> omitted,
                        std::shared_ptr<const Expanded> expanded) {
  Document document;
  document.expanded_ = std::move(expanded);
  const Expanded* read = document.expanded_.get();
  Converter::parse({.source = markdown.source,
                    .text = read ? std::string_view(read->text) : markdown.source->text(),
                    .begin = markdown.begin,
                    .end = read ? read->text.size() : markdown.end,
                    .expanded = read,
                    .omitted = omitted},
                   document, diagnostics);
  refuse_markdown_in_html(document, diagnostics);
  refuse_moved_html(document, diagnostics);
  return document;
}

Document parse_inline(const Text& text, base::Diagnostics& diagnostics) {
  Document document;
  Input input{.source = text.span.source, .fallback = text.span};
  size_t place = text.span ? text.span.text().find(text.text) : std::string_view::npos;
  if (place != std::string_view::npos) {
    input.text = text.span.source->text();
    input.begin = text.span.begin + place;
    input.end = input.begin + text.text.size();
  } else {
    input.text = document.keep(text.text);
    input.end = input.text.size();
    input.mapped = false;
  }
  Converter::parse(input, document, diagnostics);
  refuse_moved_html(document, diagnostics);
  document.shrink_to_fit();
  const std::vector<Node>& nodes = document.nodes();
  NodeId first = nodes[0].child;
  if (first != 0 && (nodes[first].kind != NodeKind::paragraph || nodes[first].next != 0))
    diagnostics.error("not-inline", text.span, "this is more than one paragraph of plain Markdown")
        .expect("text with emphasis, links and inline code, without headings, lists or blocks");
  if (!document.own_ids_.empty()) diagnostics.error("not-inline", text.span, "an id has no effect in this text");
  return document;
}

}  // namespace document
