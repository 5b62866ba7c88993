// Folder document/: Markdown files: front matter, and a tree of blocks and inlines with lists of headings, links,
// fences, citations … CommonMark with GitHub's extensions is parsed by libcmark-gfm, whose tree is converted into a
// smaller one and freed.
//
// Spans of blocks are exact. Those of inlines are found by searching the bytes of their block, because libcmark-gfm's
// are often wrong. If `exact` is false, the span is that of the block: good enough for a message, not for an edit.
//
// A Document points into its SourceText, which must outlive it. It is immutable after parsing and may be read from any
// thread. Views into it stay valid when it is moved.
#pragma once
#include <array>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_text.h"
#include "document/citations.h"
#include "document/condition.h"
#include "document/front_matter.h"
#include "document/raw_html.h"

namespace document {

enum class Kind : uint8_t {
  // blocks
  document,
  block_quote,
  bullet_list,
  ordered_list,
  item,
  task_item,
  paragraph,
  heading,
  code_block,
  html_block,
  thematic_break,
  footnote_definition,
  table,
  table_row,
  table_cell,
  // inlines
  text,
  soft_break,
  line_break,
  code,
  math,
  html_inline,
  emphasis,
  strong,
  strikethrough,
  link,
  image,
  footnote_reference,
  citation,
};

inline bool is_block(Kind kind) { return kind < Kind::text; }

enum class Callout : uint8_t { none, note, tip, important, warning, caution };
inline constexpr std::array<std::string_view, 5> kCalloutNames = {"note", "tip", "important", "warning", "caution"};
enum class Align : uint8_t { none, left, center, right };

// Index into Document::nodes; the root is 0, which as a child or sibling means "none".
using NodeId = uint32_t;

struct Node {
  struct Range {  // bytes of the source
    uint32_t begin;
    uint32_t end;
  };

  Kind kind = Kind::document;
  uint8_t flags = 0;
  // heading: level; block_quote: Callout; table_cell: Align; paragraph: 1 for a mark of a Passage
  uint16_t number = 0;
  NodeId child = 0;
  NodeId next = 0;
  union {
    // ordered_list: its first number; of heading, link, image, code_block, html_block, citation, footnote_definition,
    // footnote_reference, math: index into the list of that name below
    uint32_t index = 0;
    uint32_t size;  // length of `text`
  };
  union {
    Range range;       // blocks
    const char* text;  // text, code, html_inline
  };

  static constexpr uint8_t kTight = 1;    // lists: paragraphs of their items have no <p>
  static constexpr uint8_t kChecked = 2;  // task_item
  static constexpr uint8_t kHeader = 4;   // table_row, table_cell
  // Written in the source but not shown on the site: "{#own-id}", "[!NOTE]" and the break after it.
  static constexpr uint8_t kHidden = 8;
  static constexpr uint8_t kAllowed = 16;  // html_inline, html_block: made of allowed tags only

  Node() : range{0, 0} {}
  // REQUIRES: it has a text (Document::literal).
  std::string_view literal() const { return {text, size}; }
};
static_assert(sizeof(Node) <= 24);

struct Heading {
  NodeId node = 0;
  int level = 1;
  std::string_view text;  // plain, without {#own-id}, citations and footnote marks
  std::string_view id;    // unique in the document; GitHub's slug of the text, or the own id
  bool own_id = false;
  uint32_t words_before = 0;  // words of the document before it
  base::Span span;            // the whole block
  base::Span id_span;         // the bytes of "own-id" in {#own-id}
};

// Links with these schemes tie words to the data: "fig:specs/x/peak", "assert:cheapest", "given:".
enum class LinkKind : uint8_t { ordinary, figure, assertion, given };
inline constexpr std::pair<std::string_view, LinkKind> kSchemes[] = {
    {"fig:", LinkKind::figure}, {"assert:", LinkKind::assertion}, {"given:", LinkKind::given}};

struct Link {
  NodeId node = 0;
  LinkKind kind = LinkKind::ordinary;
  bool automatic = false;  // <https://…>, or a bare URL
  bool exact = false;
  bool in_words = false;         // from parse_words(): its text is not Markdown
  std::string_view destination;  // escapes and entities resolved; percent-encoding as written
  std::string_view key;          // for a figure link etc.: the text after the scheme, percent-decoded
  std::string_view title;
  base::Span span;              // "[text](destination)"
  base::Span text_span;         // between [ and ]; when `exact`
  base::Span destination_span;  // the destination as written; when `exact` and not a reference link
};

struct Image {
  NodeId node = 0;
  bool exact = false;
  std::string_view destination;
  std::string_view title;
  std::string_view alt;  // plain text, never empty without an error "image-without-alt"
  base::Span span;
  base::Span destination_span;
};

// A formula: $`…`$ in a line, or a ```math block. One that can't be set has been reported, and has no MathML.
struct Math {
  std::string_view latex;
  std::string_view mathml;  // <math>…</math>; safe, by document/mathml.h
  std::string_view plain;   // for titles and lists: "O(n log n)"
};

// A code block. Fences with a word of Sourcebook's: ```sql NAME, ```sql assert NAME, ```table NAME, ```chart NAME,
// ```estimate NAME.
enum class FenceKind : uint8_t { code, query, assertion, table, chart, estimate, math };

// Whether a page must wait for the data before such a block can be rendered.
constexpr bool needs_data(FenceKind kind) {
  switch (kind) {
    case FenceKind::query:
    case FenceKind::assertion:
    case FenceKind::table:
    case FenceKind::chart:
    case FenceKind::estimate:
      return true;
    case FenceKind::code:
    case FenceKind::math:
      break;
  }
  return false;
}

// Whether such a block shows data, under a name that is unique in the site.
constexpr bool shows_data(FenceKind kind) {
  switch (kind) {
    case FenceKind::table:
    case FenceKind::chart:
    case FenceKind::estimate:
      return true;
    case FenceKind::code:
    case FenceKind::query:
    case FenceKind::assertion:
    case FenceKind::math:
      break;
  }
  return false;
}

struct Fence {
  NodeId node = 0;
  FenceKind kind = FenceKind::code;
  std::string_view info;      // all of it: "sql assert cheaper"
  std::string_view language;  // its first word; empty for an indented block
  std::string_view name;
  std::string_view body;  // without the fence lines and the block's indentation
  base::Span span;        // fence lines included
  base::Span info_span;   // "sql assert cheaper" as written
  base::Span name_span;
  uint32_t formula = 0;  // for math: index in maths()
  // The body's bytes in the source. Equal to `body` only if `exact`: not within quotes, lists or indented fences.
  base::Span body_span;
  bool exact = false;
  bool is_foreign = false;  // the syntax of another tool, which was reported
};

// An option after the language of a code block, which numbers its lines.
constexpr std::string_view kLinesOption = "{lines}";

struct RawHtml {
  NodeId node = 0;
  std::string_view html;
  base::Span span;
  uint32_t link = 0;   // index in links() of its first <a href=…>; the others follow
  uint32_t image = 0;  // index in images() of its first <img>; the others follow
};

// A part of a flow's step for readers who gave certain answers: below "::: when ANSWERS", or "::: otherwise" after such
// passages, up to the next of these lines or ":::". The lines are hidden paragraphs.
struct Passage {
  NodeId begin = 0;  // the paragraph of its first line
  NodeId end = 0;    // the node of the line after it
  Condition when;    // empty for "otherwise", and after an error
  bool otherwise = false;
  size_t first = 0;  // index of the first of the alternatives that it belongs to
  base::Span span;   // the bytes of its first line
};

struct Footnote {
  NodeId node = 0;      // the node of the definition
  unsigned number = 0;  // from 1, in the order of the first references
  unsigned references = 0;
  std::string_view name;  // as written in the definition
};

struct FootnoteReference {
  unsigned footnote = 0;  // index into footnotes
  unsigned occurrence = 1;
};

class Document {
 public:
  const base::SourceText* source() const { return source_; }

  const std::vector<Node>& nodes() const { return nodes_; }
  const Node& node(NodeId id) const { return nodes_[id]; }

  const std::vector<Heading>& headings() const { return headings_; }
  const std::vector<Link>& links() const { return links_; }
  const std::vector<Image>& images() const { return images_; }
  const std::vector<Fence>& fences() const { return fences_; }
  const std::vector<CitationGroup>& citations() const { return citations_; }
  const std::vector<Math>& maths() const { return maths_; }
  const std::vector<RawHtml>& raw_html() const { return raw_html_; }
  HtmlPolicy html_policy() const { return html_policy_; }
  const std::vector<std::string>& html_ids() const { return html_ids_; }  // of elements of raw HTML
  const std::vector<Footnote>& footnotes() const { return footnotes_; }
  const std::vector<FootnoteReference>& footnote_references() const { return footnote_references_; }
  const std::vector<Passage>& passages() const { return passages_; }
  // The passage that a node is in; null for none.
  const Passage* passage_of(NodeId id) const;

  // The bytes of a block; the bytes of an inline if they are known, otherwise the span of its block or of the whole
  // document.
  base::Span span(NodeId id) const;

  // The content of a text, code, math, html_inline or citation as Markdown parses it; "" for others.
  std::string_view literal(const Node& node) const;
  // The text that readers see in a node and all below it: no markup, images, footnote marks, citations, {#own-id} and
  // code blocks; blocks and lines are separated by a space. For an image: its alt text.
  std::string plain_text(NodeId id) const;
  // Plain text of the first paragraph that is not in a quote, list, table or footnote; "" when there is none.
  std::string first_paragraph() const;
  // The node of that paragraph; 0 when there is none.
  NodeId first_paragraph_node() const { return first_paragraph_; }
  // Words in the text that readers see, code blocks excluded.
  size_t word_count() const { return words_; }
  // Whether the text has nothing but white space.
  bool empty() const { return nodes_.empty() || nodes_[0].child == 0; }
  // Frees unused capacity. For a document that will be stored for long.
  void shrink_to_fit();

 private:
  // Sets the kind and key of a link by its destination.
  void read_scheme(Link& link);

  friend class Converter;
  friend class Parsing;
  friend class WordsReader;

  std::string_view keep(std::string_view text) {
    return text.empty() ? std::string_view() : std::string_view(texts_.emplace_front(text));
  }

  const base::SourceText* source_ = nullptr;
  base::Span whole_;    // what was parsed
  bool mapped_ = true;  // false: all spans are `whole_`
  std::vector<Node> nodes_;
  std::forward_list<std::string> texts_;  // texts that differ from the bytes of the source; they do not move
  std::vector<Heading> headings_;
  std::vector<Link> links_;
  std::vector<Image> images_;
  std::vector<Fence> fences_;
  std::vector<CitationGroup> citations_;
  std::vector<Math> maths_;
  std::vector<RawHtml> raw_html_;
  HtmlPolicy html_policy_ = HtmlPolicy::strict;
  std::vector<std::string> html_ids_;
  std::vector<Footnote> footnotes_;
  std::vector<FootnoteReference> footnote_references_;
  std::vector<Passage> passages_;
  NodeId first_paragraph_ = 0;
  size_t words_ = 0;
};

// Whether the document has a query, an assert, a block that shows data, a figure or a claim.
bool depends_on_data(const Document& document);

// Parses Markdown: all below a file's front matter, or a part of it. May be called from any thread. Codes:
// "invalid-utf8", "nul-byte", "too-deep", "too-much-work", "raw-html", "unbalanced-html", "image-without-alt",
// "malformed-citation", "citation-in-link", "duplicate-id", "bad-id", "bad-fence", "duplicate-name",
// "figure-in-heading", "bad-math", "unknown-math"; for content that is not published as intended "extra-cells",
// "text-in-table", "list-number", "code-option", "undefined-footnote", "unused-footnote", "duplicate-footnote",
// "unused-link", and those of document/leftovers.h; "bad-condition". After an error the document has what could be
// read, which may be empty.
Document parse_document(base::Span markdown, base::Diagnostics& diagnostics, HtmlPolicy html = HtmlPolicy::strict);

// Reads a short text in which there should be inlines only (a key point, a caption, a `because`): error "not-inline"
// when it is more than one paragraph. write_inline() writes it without <p>. Spans are exact if the text is in
// its span as it is, and the whole span otherwise (YAML escapes). `text` may be dropped afterwards.
Document parse_inline(const Text& text, base::Diagnostics& diagnostics);

// Reads plain words in which figures and claims may be tied to the data: a title, a description, a caption, a label.
// All but [text](fig:…), [text](assert:…) and [text](given:…) is literal text: this is not Markdown. write_inline()
// writes it with its links, plain_text() without. Spans are exact where the words are in their file as they are, line
// breaks of YAML aside. `text` may be dropped afterwards. Error "broken-link-syntax" for a link that can't be read, and
// for a citation.
Document parse_words(const Text& text, base::Diagnostics& diagnostics);

}  // namespace document
