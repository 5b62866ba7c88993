// Flattens each block of prose to one text with marks, then splits it into sentences; a mark belongs to the sentence
// that contains it.
#include "check/prose.h"

#include <algorithm>

#include "base/text.h"
#include "document/raw_html.h"
#include "markup/html_scanner.h"

namespace check {
namespace {

using document::NodeId;
using document::NodeKind;

constexpr char kBlank = '`';
constexpr size_t kMaxTime = 16;  // bytes of a word that may be a time

// A paragraph, a heading or a cell of a table, as one text.
struct Block : TiedWords {
  std::string text, loose;
  std::vector<Sentence::Piece> pieces;
  std::vector<size_t> citations;  // positions in `text`
  base::Span span;
  NodeId group = 0;       // the list item, table row or footnote of the sentence; 0 if there is none
  bool is_cited = false;  // whether the block that this text is part of contains a citation
};

// Returns the end of the sentence that starts at `begin`: after its full stop and closing quotes.
size_t end_of_sentence(std::string_view text, size_t begin, const quantity::Language& language) {
  for (size_t at = begin; at < text.size(); ++at) {
    for (const std::string_view stop : {"。", "！", "？", "؟", "۔", "।"})  // no space needs to follow
      if (text.substr(at).starts_with(stop)) return at + stop.size();
    if (text[at] != '.' && text[at] != '!' && text[at] != '?') continue;
    size_t end = at + 1;
    while (end < text.size() && std::string_view(".!?)\"'").find(text[end]) != std::string_view::npos) ++end;
    for (const std::string_view quote : {"”", "’"})
      if (text.substr(end).starts_with(quote)) end += quote.size();
    if (end == text.size()) return end;
    if (text[end] != ' ' || ends_with_words(text.substr(begin, at + 1 - begin), language.abbreviations)) continue;
    size_t next = text.find_first_not_of(' ', end);
    if (next == std::string_view::npos) return text.size();
    if (text[next] >= 'a' && text[next] <= 'z') continue;
    size_t unused = 0;
    const bool is_ordinal = !language.spells_units && at > begin && base::is_digit(text[at - 1]);
    if (is_ordinal && (quantity::phrase_at(text, next, language.months, unused) ||
                       quantity::is_inexact_time(text.substr(next, kMaxTime), language)))
      continue;  // "3. Oktober", "19. Jahrhundert"
    return end;
  }
  return text.size();
}

class ProseReader {
 public:
  ProseReader(const document::Document& document, const quantity::Language& language)
      : document_(document), nodes_(document.nodes()), language_(language) {}

  std::vector<Sentence> read() {
    if (document_.empty()) return {};
    find_cited_footnotes();
    document::walk(nodes_, 0, [&](NodeId id) { return enter(id); }, [&](NodeId id) { leave(id); });
    std::vector<NodeId> cited_groups;
    for (const Block& block : blocks_)
      if (block.group != 0 && !block.citations.empty()) cited_groups.push_back(block.group);
    std::vector<Sentence> sentences;
    for (const Block& block : blocks_) {
      bool cited = std::find(cited_groups.begin(), cited_groups.end(), block.group) != cited_groups.end();
      cut(block, cited || block.is_cited, sentences);
    }
    return sentences;
  }

 private:
  void find_cited_footnotes() {
    for (const document::Footnote& footnote : document_.footnotes()) {
      bool cited = false;
      document::walk(
          nodes_, footnote.node, [&](NodeId id) { return cited |= nodes_[id].kind == NodeKind::citation, true; },
          [](NodeId) {});
      footnote_is_cited_.push_back(cited);
    }
  }

  bool enter(NodeId id) {
    const document::Node& node = nodes_[id];
    switch (node.kind) {
      case NodeKind::item:
      case NodeKind::task_item:
      case NodeKind::table_row:
      case NodeKind::footnote_definition:
      case NodeKind::definition:
        groups_.push_back(id);
        return true;
      case NodeKind::code_block:
        return false;
      case NodeKind::html_block:
        lay_out_html(document_.raw_html()[node.index]);
        return false;
      case NodeKind::heading:
      case NodeKind::paragraph:
      case NodeKind::table_cell:
      case NodeKind::term:
        lay_out(id);
        return false;
      default:
        return document::is_block(node.kind);
    }
  }

  void leave(NodeId id) {
    if (!groups_.empty() && groups_.back() == id) groups_.pop_back();
  }

  Block new_block(base::Span span) const { return {.span = span, .group = groups_.empty() ? 0 : groups_.back()}; }

  // Adds the texts of an HTML block; each element that is not part of a sentence begins a new one.
  void lay_out_html(const document::RawHtml& raw) {
    using document::HtmlToken;
    Block block = new_block(raw.span);
    unsigned code = 0;  // number of open elements that show code
    const auto finish = [&] {
      if (!base::trim(block.text).empty()) blocks_.push_back(std::move(block));
      block = new_block(raw.span);
    };
    for (const HtmlToken& token : document::html_tokens(raw.html)) {
      if (token.element && (token.element->is_block || token.name == "br")) finish();
      if (token.kind == HtmlToken::Kind::open && document::is_code_element(token.name)) ++code;
      if (token.kind == HtmlToken::Kind::close && document::is_code_element(token.name) && code > 0) --code;
      add_attributes(token, block, blocks_);
      if (token.kind != HtmlToken::Kind::text) continue;
      for (std::string_view rest = token.text; !rest.empty();) {
        const std::string_view plain = rest.substr(0, rest.find('&'));
        if (!plain.empty()) add_literal(block, plain, code > 0);
        rest.remove_prefix(plain.size());
        if (rest.empty()) break;
        add_literal(block, markup::take_reference(rest), code > 0);
      }
    }
    finish();
  }

  // Adds an image's text, or a title, which readers see apart from the sentence that contains it.
  void add_aside(std::string_view text, const Block& block, std::vector<Block>& asides) {
    if (text.empty()) return;
    add_literal(asides.emplace_back(new_block(block.span)), text, false);
  }

  void add_attributes(const document::HtmlToken& token, const Block& block, std::vector<Block>& asides) {
    markup::HtmlAttributes attributes(token.attributes);
    for (markup::HtmlAttribute each; attributes.next(each);)
      if (base::has_word("alt title", base::lower(each.name)))
        add_aside(markup::unescaped(each.value.value_or("")), block, asides);
  }

  void lay_out(NodeId id) {
    std::vector<Block> asides;
    Block block = new_block(document_.span(id));
    unsigned tied = 0;  // number of open links to figures or claims
    document::walk(
        nodes_, id,
        [&](NodeId inner) {
          const document::Node& node = nodes_[inner];
          if (node.flags & document::Node::kHidden) return false;
          switch (node.kind) {
            case NodeKind::text:
              add_literal(block, node.literal(), tied > 0);
              return false;
            case NodeKind::code:
            case NodeKind::math:
              add_literal(block, document_.literal(node), true);
              return false;
            case NodeKind::soft_break:
            case NodeKind::line_break:
              add_literal(block, " ", false);
              return false;
            case NodeKind::citation:
              block.citations.push_back(block.text.size());
              return false;
            case NodeKind::footnote_reference:
              if (footnote_is_cited_[document_.footnote_references()[node.index].footnote])
                block.citations.push_back(block.text.size());
              return false;
            case NodeKind::image: {
              const document::Image& image = document_.images()[node.index];
              add_aside(image.alt, block, asides);
              add_aside(image.title, block, asides);
              return false;
            }
            case NodeKind::html_inline:
              for (const document::HtmlToken& token : document::html_tokens(node.literal()))
                add_attributes(token, block, asides);
              return false;
            case NodeKind::link:
              add_aside(document_.links()[node.index].title, block, asides);
              if (is_tie(node)) ++tied;
              if (auto* links = links_like(node, block))
                links->push_back({&document_.links()[node.index], block.text.size(), 0});
              return true;
            default:
              return true;
          }
        },
        [&](NodeId inner) {
          if (nodes_[inner].kind != NodeKind::link || !is_tie(nodes_[inner])) return;
          --tied;
          if (auto* links = links_like(nodes_[inner], block)) links->back().end = block.text.size();
        });
    for (Block& aside : asides) {
      aside.is_cited = !block.citations.empty();
      blocks_.push_back(std::move(aside));
    }
    if (!block.text.empty()) blocks_.push_back(std::move(block));
  }

  // Returns the list of a block for a link; null if it is an ordinary one.
  std::vector<TiedWords::Figure>* links_like(const document::Node& link, Block& block) const {
    switch (document_.links()[link.index].kind) {
      case document::LinkKind::figure:
        return &block.figures;
      case document::LinkKind::assertion:
        return &block.asserts;
      case document::LinkKind::given:
        return &block.assumptions;
      default:
        return nullptr;
    }
  }

  bool is_tie(const document::Node& link) const {
    return document_.links()[link.index].kind != document::LinkKind::ordinary;
  }

  void add_literal(Block& block, std::string_view literal, bool vouched) {
    const base::Span written = document_.span_of(literal);
    block.pieces.push_back({block.text.size(), written.text() == literal ? written : base::Span()});
    const size_t begin = block.text.size();
    block.text += literal;
    std::replace(block.text.begin() + static_cast<ptrdiff_t>(begin), block.text.end(), '\n', ' ');
    if (vouched)
      block.loose.append(literal.size(), kBlank);
    else
      block.loose.append(block.text, begin);
  }

  // Whether a mark is in the sentence. A mark between two sentences counts for both.
  static bool any_within(const std::vector<size_t>& places, size_t begin, size_t end) {
    return std::any_of(places.begin(), places.end(), [&](size_t at) { return at >= begin && at <= end; });
  }

  void cut(const Block& block, bool cited, std::vector<Sentence>& sentences) const {
    size_t before = 0;  // start of the gap before the sentence
    for (size_t begin = std::min(block.text.find_first_not_of(' '), block.text.size()); begin < block.text.size();) {
      size_t end = end_of_sentence(block.loose, begin, language_);  // a full stop in code does not end a sentence
      size_t next = std::min(block.text.find_first_not_of(' ', end), block.text.size());
      Sentence sentence;
      sentence.text = block.text.substr(begin, end - begin);
      sentence.loose = block.loose.substr(begin, end - begin);
      sentence.cited = cited || any_within(block.citations, before, next);
      for (const auto list : {&TiedWords::figures, &TiedWords::asserts, &TiedWords::assumptions})
        for (const auto& [link, first, last] : block.*list)
          if (first >= begin && first < end)
            (sentence.*list).push_back({link, first - begin, std::min(last, end) - begin});
      sentence.block = block.span;
      for (const Sentence::Piece& piece : block.pieces) {
        if (piece.begin >= end) break;
        if (piece.begin >= begin) {
          sentence.pieces.push_back({piece.begin - begin, piece.written});
        } else {  // the last piece that begins earlier extends into this sentence
          sentence.pieces.assign(1, {0, piece.written});
          sentence.pieces[0].written.begin += static_cast<uint32_t>(begin - piece.begin);
        }
      }
      sentences.push_back(std::move(sentence));
      before = end;
      begin = next;
    }
  }

  const document::Document& document_;
  const std::vector<document::Node>& nodes_;
  const quantity::Language& language_;
  std::vector<bool> footnote_is_cited_;
  std::vector<NodeId> groups_;
  std::vector<Block> blocks_;
};

}  // namespace

base::Span Sentence::span(size_t begin, size_t size) const {
  auto after = std::find_if(pieces.begin(), pieces.end(), [&](const Piece& piece) { return piece.begin > begin; });
  size_t end_of_piece = after == pieces.end() ? text.size() : after->begin;
  if (after == pieces.begin() || !block.source || begin + size > end_of_piece) return block;
  const Piece& piece = *std::prev(after);
  if (!piece.written) return block;
  const auto at = piece.written.begin + static_cast<uint32_t>(begin - piece.begin);
  return {piece.written.source, at, at + static_cast<uint32_t>(size)};
}

std::vector<Sentence> sentences_of(const document::Document& document, const quantity::Language& language) {
  return ProseReader(document, language).read();
}

std::vector<const document::Document*> documents_of(const site::Content& content) {
  std::vector<const document::Document*> documents = content.short_documents();
  documents.insert(documents.begin(), &content.document());
  return documents;
}

}  // namespace check
