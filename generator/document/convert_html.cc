// Raw HTML: reports tags that are not allowed or not balanced, and Markdown between the tags of HTML blocks.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "document/converter.h"
#include "document/leftovers.h"
#include "markup/foreign_html.h"
#include "markup/html_scanner.h"

namespace document {
namespace {

// Whether an element cannot contain a block: inline elements and paragraphs.
bool holds_no_blocks(const HtmlElement& element, std::string_view name) { return !element.is_block || name == "p"; }

bool is_word_byte(char c) { return base::is_letter(c) || base::is_digit(c) || (static_cast<unsigned char>(c) & 0x80); }

// Whether the marks of emphasis touch no word outside them. "2*3*4" is a product.
bool is_meant_emphasis(std::string_view all, std::string_view inside) {
  if (inside.data() < all.data() || inside.data() + inside.size() >= all.data() + all.size()) return true;
  const auto begin = static_cast<size_t>(inside.data() - all.data());
  const size_t end = begin + inside.size();
  return (begin < 2 || !is_word_byte(all[begin - 2])) && (end + 1 >= all.size() || !is_word_byte(all[end + 1]));
}

// Whether the node is Markdown that an author must have meant. `in_block` allows lists and other blocks: "1." in a cell
// or a paragraph is text.
bool is_markdown(const Document& document, NodeId id, std::string_view all, bool in_block) {
  const Node& node = document.node(id);
  switch (node.kind) {
    case NodeKind::link:
      return !document.links()[node.index].automatic;
    case NodeKind::image:
    case NodeKind::citation:
    case NodeKind::code:
    case NodeKind::math:
    case NodeKind::strong:
      return true;
    case NodeKind::emphasis: {
      const Node& child = document.node(node.child);
      return child.kind != NodeKind::text || child.next != 0 || is_meant_emphasis(all, child.literal());
    }
    case NodeKind::block_quote:
    case NodeKind::bullet_list:
    case NodeKind::ordered_list:
    case NodeKind::heading:
    case NodeKind::code_block:
    case NodeKind::table:
      return in_block;
    default:
      return false;
  }
}

void refuse_in(const Document& page, const HtmlToken& token, const RawHtml& raw, std::string_view element,
               base::Diagnostics& diagnostics) {
  const std::string_view text = base::trim(token.text);
  const base::Span block = raw.span;
  Text input{std::string(text), page.span_of(text)};
  base::Diagnostics unused;
  const Document document = parse_inline(input, unused);
  const bool in_block = element.empty() || element == "details" || element == "div";
  base::Span at;
  walk(
      document.nodes(), 0,
      [&](NodeId id) {
        const Node& node = document.node(id);
        const bool has_place = node.kind != NodeKind::strong && node.kind != NodeKind::emphasis;
        if (!at && is_markdown(document, id, text, in_block))
          at = input.span ? document.span(has_place ? id : node.child) : block;
        return !at;
      },
      [](NodeId) {});
  for (const base::Diagnostic& each : unused.list())
    if (!at && (each.code == "broken-link-syntax" || each.code == "malformed-citation"))
      at = each.span ? each.span : block;
  for (const base::Diagnostic& each : unused.list())
    if (each.code == "foreign-syntax" && each.severity == base::Severity::error)
      diagnostics.error(each.code, each.span ? each.span : block, each.message).suggest(each.help).of(each.about);
  if (!at) return;
  const bool is_summary = element == "summary";
  diagnostics
      .error("raw-html", at, "Markdown is not read within a block of HTML, so this would be published as it is written")
      .expect(is_summary ? "<summary>, a blank line, the text, a blank line, </summary>"
                         : "a blank line before and after the text")
      .suggest(element == "details" ? "put a blank line after </summary>, and before </details>"
                                    : "for literal text, write &#42; for *, &#91; for [ and &#96; for `");
}

// The page with its raw HTML as written, and each block and inline of Markdown as an element.
class Outline {
 public:
  explicit Outline(const Document& document) : document_(document) {
    walk(
        document.nodes(), 0, [&](NodeId id) { return enter(id), true; },
        [&](NodeId id) {
          if (!is_raw(id)) html_ += is_block(document_.node(id).kind) ? "</div>" : "</span>";
        });
  }

  const std::string& html() const { return html_; }

  // Returns the place in the source of a part of html().
  base::Span span(std::string_view part) const {
    const auto at = static_cast<size_t>(part.data() - html_.data());
    const Piece& piece = *std::prev(std::upper_bound(
        pieces_.begin(), pieces_.end(), at, [](size_t offset, const Piece& each) { return offset < each.begin; }));
    if (!piece.raw) return document_.span(piece.id);
    const base::Span span = document_.span_of(piece.raw->html.substr(at - piece.begin, part.size()));
    return span ? span : piece.raw->span;
  }

 private:
  struct Piece {
    size_t begin;  // in html_
    NodeId id;
    const RawHtml* raw;  // null for Markdown
  };

  bool is_raw(NodeId id) const {
    return document_.node(id).kind == NodeKind::html_block || document_.node(id).kind == NodeKind::html_inline;
  }

  void enter(NodeId id) {
    const RawHtml* raw = is_raw(id) ? &document_.raw_html()[raws_++] : nullptr;
    pieces_.push_back({html_.size(), id, raw});
    if (raw)
      html_ += raw->html;
    else
      html_ += is_block(document_.node(id).kind) ? "<div>" : "<span>x";
  }

  const Document& document_;
  std::string html_;
  std::vector<Piece> pieces_;
  size_t raws_ = 0;  // the number of raw_html() in html_
};

}  // namespace

void refuse_moved_html(const Document& document, base::Diagnostics& diagnostics) {
  const auto is_refused = [&](const RawHtml& raw) { return !(document.node(raw.node).flags & Node::kAllowed); };
  if (document.raw_html().empty() || std::ranges::any_of(document.raw_html(), is_refused)) return;
  const Outline outline(document);
  const auto parsed = markup::ForeignHtml::parse(outline.html());
  if (!parsed) {
    diagnostics.error("unbalanced-html", document.raw_html().front().span, "the page has too many nested elements");
    return;
  }
  std::vector<std::string_view> shown;  // tags and texts in the order of the tree
  bool is_reported = false;
  const auto enter = [&](const GumboNode& node) {
    const bool is_text = node.type == GUMBO_NODE_TEXT;
    if (is_reported || (!is_text && !markup::is_element(node))) return false;
    const GumboStringPiece& piece = is_text ? node.v.text.original_text : node.v.element.original_tag;
    if (piece.length == 0) return true;
    const std::string_view written(piece.data, piece.length);
    const bool is_late = !shown.empty() && shown.back().data() > piece.data;
    const auto is_behind = [&](std::string_view each) { return each.data() > piece.data; };
    const std::string name = is_text ? "" : gumbo_normalized_tagname(node.v.element.tag);
    const bool has_end =
        is_text || markup::is_void_element(name) || !(node.parse_flags & GUMBO_INSERTION_IMPLICIT_END_TAG);
    is_reported = is_late || !has_end;
    if (is_late)
      diagnostics
          .error("unbalanced-html", outline.span(base::trim(*std::ranges::find_if(shown, is_behind))),
                 "browsers show this in front of the table that it is written in")
          .expect("text and elements of a table in its cells, <td>…</td>");
    else if (!has_end)
      diagnostics
          .error("unbalanced-html", outline.span(written), fmt::format("browsers end <{}> before its end tag", name))
          .expect(fmt::format("</{}> before an element that it cannot contain, such as another <{}>", name, name));
    shown.push_back(written);
    return true;
  };
  markup::walk(parsed->root(), enter, [](const GumboNode&) {});
}

void Converter::enter_html_block(cmark_node* cmark) {
  NodeId id = add_node(NodeKind::html_block);
  auto [begin, end] = block_range(cmark);
  node(id).range = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
  node(id).index = static_cast<uint32_t>(document_.raw_html_.size());
  std::string_view literal = cmark_node_get_literal(cmark);
  add_raw_html(id, keep_at(literal, line_begin(cmark_node_get_start_line(cmark))), input_.span(begin, end), true);
  // The Markdown that follows becomes paragraphs, which these elements cannot contain.
  for (; !block_tags_.empty() && holds_no_blocks(*block_tags_.back().element, block_tags_.back().name);
       block_tags_.pop_back()) {
    html_broken_ = true;
    const std::string& name = block_tags_.back().name;
    diagnostics_
        .error("unbalanced-html", block_tags_.back().span,
               fmt::format("<{}> is not closed before the blank line", name))
        .expect(fmt::format("</{}> in the same block of HTML", name));
  }
}

void Converter::enter_html_inline(cmark_node* cmark) {
  std::string_view literal = cmark_node_get_literal(cmark);
  FoundText found = cursor_.html(literal);
  add_text(NodeKind::html_inline, literal, found);
  NodeId id = open_.back().last_child;
  add_raw_html(id, node(id).literal(), found.found ? input_.span(found.begin, found.end) : open_block_span(), false);
}

// Adds raw HTML, and reports each tag that is not allowed.
void Converter::add_raw_html(NodeId id, std::string_view html, base::Span span, bool block) {
  document_.raw_html_.push_back({id, html, span, static_cast<uint32_t>(document_.links_.size()),
                                 static_cast<uint32_t>(document_.images_.size())});
  const auto begin = input_.offset_of(html);
  bool good = true;
  for (const HtmlToken& token : html_tokens(html)) {
    const size_t offset = begin.value_or(0) + token.offset;
    base::Span at = begin ? input_.span(offset, offset + token.text.size()) : span;
    if (token.kind == HtmlToken::Kind::comment)
      if (const std::string_view what = foreign_comment(token.text); !what.empty())
        diagnostics_.error("foreign-syntax", at, fmt::format("this looks like {}, and would vanish", what))
            .expect("the text itself, or a comment of another form")
            .of(fmt::format("form:{}", what));
    good = check_tag(token, at, block) && good;
    if (token.element) note_attributes(id, token, at);
  }
  if (good) node(id).flags |= Node::kAllowed;
  html_broken_ = html_broken_ || (block && !good);
}

// Reports a tag that is not allowed here. Returns whether it is allowed.
bool Converter::check_tag(const HtmlToken& token, base::Span span, bool block) {
  using enum HtmlToken::Kind;
  std::vector<OpenTag>& tags = block ? block_tags_ : inline_tags_;
  const bool is_end = token.text.starts_with("</"), closes_last = !tags.empty() && tags.back().name == token.name;
  // An element is reported once, at its opening tag.
  if (is_end && !closes_last && refused_tags_[token.name] > 0) {
    --refused_tags_[token.name];
    return false;
  }
  if (token.kind == refused || (!block && token.element && token.element->is_block)) {
    if (!is_end) ++refused_tags_[token.name];
    const bool is_in_cell =
        std::ranges::any_of(open_, [&](const Frame& each) { return node(each.id).kind == NodeKind::table_cell; });
    std::string help = token.kind == refused ? html_alternative(token)
                       : is_in_cell ? "write its text without it, or below the table: a cell contains no blocks"
                                    : fmt::format("put <{}> at the start of a separate line", token.name);
    std::string_view shown = token.text.substr(0, token.text.find_first_of("\r\n"));
    diagnostics_
        .error("raw-html", span,
               fmt::format("raw HTML is not allowed: {}{}", shown.substr(0, 60), shown.size() > 60 ? "…" : ""))
        .expect(expected_tag(token))
        .suggest(help)
        .of("form:" + token.name);
    return false;
  }
  if (token.kind == open || token.kind == empty) {
    const HtmlElement& element = *token.element;
    const std::string_view parents = element.parents;
    const std::string parent(parents.substr(0, parents.find(' ')));
    const bool is_outside = !parents.empty() && (tags.empty() || !base::has_word(parents, tags.back().name));
    const bool is_too_deep =
        element.is_block && !tags.empty() && holds_no_blocks(*tags.back().element, tags.back().name);
    if (is_outside && refused_tags_[parent] == 0)
      diagnostics_.error("unbalanced-html", span, fmt::format("<{}> outside <{}>", token.name, parent))
          .expect(fmt::format("<{}><{}>…</{}>", parent, token.name, token.name));
    if (is_too_deep)
      diagnostics_
          .error("unbalanced-html", span, fmt::format("<{}> is not allowed in <{}>", token.name, tags.back().name))
          .expect(fmt::format("</{}> before it", tags.back().name))
          .note(tags.back().span, "opened here");
    if (token.kind == open) tags.push_back({token.name, span, open_.back().id, &element});
    return !is_outside && !is_too_deep;
  }
  if (token.kind != close) return true;
  const bool here = !tags.empty() && tags.back().container == open_.back().id;
  if (here && closes_last) {
    tags.pop_back();
    return true;
  }
  html_broken_ = true;
  auto& error = diagnostics_.error("unbalanced-html", span, fmt::format("</{}> closes nothing here", token.name));
  if (here)
    error.expect(fmt::format("</{}>", tags.back().name)).note(tags.back().span, "which closes this");
  else
    error.expect(fmt::format("<{}> before it, in the same {}", token.name,
                             block ? "list item, quote or page" : "paragraph, emphasis or link"));
  return false;
}

// Records the link or image that a tag makes, and the attributes that are not published.
void Converter::note_attributes(NodeId id, const HtmlToken& token, base::Span span) {
  if (token.kind == HtmlToken::Kind::close) return;
  std::vector<std::string> dropped;
  for (PublishedAttribute& each : published_attributes(token, &dropped)) {
    if (each.name == "title") check_plain(each.value, span);
    if (each.name != "id") continue;
    document_.html_ids_.push_back(std::move(each.value));
    html_id_nodes_.push_back(id);
  }
  for (std::string& name : dropped) {
    const bool is_style = name == "style", is_hidden = name == "hidden";
    if (is_style || is_hidden || name.starts_with("on")) {
      diagnostics_
          .error("raw-html", span, fmt::format("<{}> has the attribute {}, which a page cannot have", token.name, name))
          .suggest(is_style ? fmt::format("delete it, or write class=\"NAME\", and the style of .{}NAME in templates/",
                                          kClassPrefix)
                   : is_hidden ? "write what readers don't see as a comment: <!-- … -->"
                               : "delete it: pages contain no scripts")
          .of(fmt::format("form:{} {}", token.name, name));
      continue;
    }
    if (dropped_attributes_.empty()) first_dropped_ = span;
    if (std::find(dropped_attributes_.begin(), dropped_attributes_.end(), name) == dropped_attributes_.end())
      dropped_attributes_.push_back(std::move(name));
  }
  const markup::HtmlTag tag{.name = token.name, .attributes = token.attributes};
  if (is_link(token) || token.name == "img" || token.name == "iframe") check_plain(tag.decoded("title"), span);
  if (token.name == "img") check_plain(tag.decoded("alt"), span);
  if (is_link(token)) {
    Link link{.node = id, .destination = keep(tag.decoded("href")), .title = keep(tag.decoded("title")), .span = span};
    for (const auto& [scheme, kind] : kSchemes)
      if (link.destination.starts_with(scheme))
        diagnostics_
            .error("raw-html", span, fmt::format("a \"{}\" link in raw HTML is not compared with the data", scheme))
            .expect(fmt::format("[text]({})", link.destination));
    document_.links_.push_back(link);
  } else if (token.name == "iframe") {
    Link link{.node = id, .destination = keep(tag.decoded("src")), .title = keep(tag.decoded("title")), .span = span};
    if (base::trim(link.title).empty())
      diagnostics_.error("raw-html", span, "this <iframe> has no title").expect("title=\"what it shows\"");
    document_.links_.push_back(link);
  } else if (token.name == "img") {
    Image image{.node = id,
                .destination = keep(tag.decoded("src")),
                .title = keep(tag.decoded("title")),
                .alt = keep(tag.decoded("alt")),
                .span = span};
    if (image.alt.empty()) refuse_image_without_alt(image);
    refuse_without_address(image.destination, span);
    document_.images_.push_back(image);
  }
}

void Converter::report_dropped_attributes() {
  if (dropped_attributes_.empty()) return;
  diagnostics_
      .warning("raw-html", first_dropped_,
               fmt::format("these attributes of raw HTML are not published: {}", fmt::join(dropped_attributes_, ", ")))
      .expect(
          "class, or attributes with a meaning, such as href, alt, title, id, lang, colspan, start and an image's "
          "width")
      .suggest("remove them: the theme decides how pages look");
}

// Closes the tags that were opened in `container`, which ends here.
void Converter::close_tags(std::vector<OpenTag>& open, NodeId container) {
  for (; !open.empty() && open.back().container == container; open.pop_back()) {
    html_broken_ = true;
    diagnostics_.error("unbalanced-html", open.back().span, fmt::format("<{}> is never closed", open.back().name))
        .expect(fmt::format("</{}>", open.back().name));
  }
}

// Drops all raw HTML if a tag is unbalanced, so that the page stays balanced.
void Converter::drop_broken_html() {
  if (!html_broken_) return;
  for (const RawHtml& raw : document_.raw_html_) node(raw.node).flags &= static_cast<uint8_t>(~Node::kAllowed);
}

void refuse_markdown_in_html(const Document& document, base::Diagnostics& diagnostics) {
  for (const RawHtml& raw : document.raw_html()) {
    const Node& node = document.node(raw.node);
    if (node.kind != NodeKind::html_block || !(node.flags & Node::kAllowed)) continue;
    std::vector<std::string> open;
    for (const HtmlToken& token : html_tokens(raw.html)) {
      if (token.kind == HtmlToken::Kind::open) open.push_back(token.name);
      if (token.kind == HtmlToken::Kind::close && !open.empty()) open.pop_back();
      const bool is_code = std::any_of(open.begin(), open.end(), is_code_element);
      if (token.kind == HtmlToken::Kind::text && !is_code && !base::trim(token.text).empty())
        refuse_in(document, token, raw, open.empty() ? std::string_view() : open.back(), diagnostics);
    }
  }
}

}  // namespace document
