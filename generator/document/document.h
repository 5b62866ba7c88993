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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/source_text.h"
#include "document/citations.h"
#include "document/condition.h"
#include "document/expanded.h"
#include "document/front_matter.h"
#include "document/raw_html.h"

namespace document {

enum class NodeKind : uint8_t {
  // Blocks:
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
  definition_list,
  term,
  definition,
  // Inlines:
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

inline bool is_block(NodeKind kind) { return kind < NodeKind::text; }
inline bool is_emphasis(NodeKind kind) {
  return kind == NodeKind::emphasis || kind == NodeKind::strong || kind == NodeKind::strikethrough;
}

// `folded` and `tab` are texts that readers can fold, with a title of their own.
enum class Callout : uint8_t { none, note, tip, important, warning, caution, folded, tab };
inline constexpr std::array<std::string_view, 5> kCalloutNames = {"note", "tip", "important", "warning", "caution"};
enum class Align : uint8_t { none, left, center, right };

// Index into Document::nodes; the root is 0, which as a child or sibling means "none".
using NodeId = uint32_t;

struct Node {
  struct Range {  // a range of bytes of the source
    uint32_t begin;
    uint32_t end;
  };

  NodeKind kind = NodeKind::document;
  uint8_t flags = 0;
  // The level of a heading, the Callout of a block_quote, the Align of a table_cell, or the role of a paragraph.
  uint16_t number = 0;
  NodeId child = 0;
  NodeId next = 0;
  union {
    // The first number of an ordered_list; the first node of the group of a tab. For a heading, link, image,
    // code_block, html_block, citation, footnote_definition, footnote_reference or math, the index in the list of that
    // name below.
    uint32_t index = 0;
    uint32_t size;  // length of `text`
  };
  union {
    Range range;       // the range of a block
    const char* text;  // the text of a text, code or html_inline
  };

  static constexpr uint8_t kTight = 1;    // marks a list whose items' paragraphs have no <p>, and such a definition
  static constexpr uint8_t kChecked = 2;  // marks a checked task_item
  static constexpr uint8_t kFolds = 1;    // marks a callout that readers can fold
  static constexpr uint8_t kOpen = 2;     // marks such a callout that is open at first
  static constexpr uint8_t kHeader = 4;   // marks a header row and its cells
  // The node is in the source but is not shown on the site: "{#own-id}", "[!NOTE]" and the break after it.
  static constexpr uint8_t kHidden = 8;
  static constexpr uint8_t kAllowed = 16;  // marks an html_inline or html_block whose tags are all allowed
  static constexpr uint8_t kHasId = 32;    // marks a paragraph, item or term with an OwnId

  static constexpr uint16_t kPassageMark = 1;   // a paragraph that begins or ends a Passage
  static constexpr uint16_t kCalloutTitle = 2;  // the first paragraph of a callout with a title

  Node() : range{0, 0} {}
  // The node's text. REQUIRES: the node has a text (see Document::literal).
  std::string_view literal() const { return {text, size}; }
};
static_assert(sizeof(Node) <= 24);

struct Heading {
  NodeId node = 0;
  int level = 1;
  std::string_view text;  // plain text, without {#own-id}, citations and footnote marks
  std::string_view id;    // the author's id, or GitHub's slug of the text; unique in the document
  bool own_id = false;
  uint32_t words_before = 0;  // number of words in the document before the heading
  base::Span span;            // span of the whole heading
  base::Span id_span;         // the bytes of "own-id" in {#own-id}
};

// The id of a paragraph, list item or term: the author's {#id}, or GitHub's slug of a term.
struct OwnId {
  NodeId node = 0;
  std::string_view id;
  base::Span span;  // the bytes of "id" in {#id}; the whole term for a slug
};

// Links with these schemes connect words to the data: "fig:specs/x/peak", "count:specs?kind=x", "assert:cheapest",
// "given:". A count is a figure whose key is the whole address.
enum class LinkKind : uint8_t { ordinary, figure, assertion, given };
inline constexpr std::pair<std::string_view, LinkKind> kSchemes[] = {{"fig:", LinkKind::figure},
                                                                     {"count:", LinkKind::figure},
                                                                     {"assert:", LinkKind::assertion},
                                                                     {"given:", LinkKind::given}};

struct Link {
  NodeId node = 0;
  LinkKind kind = LinkKind::ordinary;
  bool automatic = false;  // whether the link is <https://…> or a bare URL
  bool exact = false;
  bool in_words = false;         // whether the link is from parse_words(), so that its text is not Markdown
  std::string_view destination;  // the address with escapes and entities resolved, and percent-encoding unchanged
  std::string_view key;          // the text after the scheme of a figure link etc., percent-decoded
  std::string_view title;
  base::Span span;              // the bytes of "[text](destination)"
  base::Span text_span;         // the bytes between "[" and "]", if `exact`
  base::Span destination_span;  // the bytes of the destination, if `exact` and not a reference link
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

// A formula: inline $`…`$, or a ```math block. An invalid formula has been reported, and has no MathML.
struct Math {
  std::string_view latex;
  std::string_view mathml;  // <math>…</math>, which is safe because document/mathml.h wrote it
  std::string_view plain;   // the formula in titles and lists: "O(n log n)"
};

// The kind of a code block, from the first words after the fence: ```sql NAME, ```sql assert NAME, ```table NAME,
// ```chart NAME, ```estimate NAME.
enum class FenceKind : uint8_t { code, query, assertion, table, chart, estimate, math };

// Whether a block of this kind shows data, under a name that is unique in the site.
constexpr bool shows_data(FenceKind kind) {
  return kind == FenceKind::table || kind == FenceKind::chart || kind == FenceKind::estimate;
}

struct Fence {
  NodeId node = 0;
  FenceKind kind = FenceKind::code;
  std::string_view info;      // the whole info string: "sql assert cheaper"
  std::string_view language;  // the first word of `info`; empty for an indented block
  std::string_view name;
  std::string_view body;  // the content without the fence lines and the block's indentation
  base::Span span;        // the whole block with its fence lines
  base::Span info_span;   // the bytes of `info`
  base::Span name_span;
  uint32_t formula = 0;  // the index in maths() of a math block
  // The body's bytes in the source. Equal to `body` only if `exact`: not within quotes, lists or indented fences.
  base::Span body_span;
  bool exact = false;
  bool is_foreign = false;  // whether the fence has the syntax of another tool, which was reported
};

// The option after the language of a code block that numbers its lines.
constexpr std::string_view kLinesOption = "{lines}";

struct RawHtml {
  NodeId node = 0;
  std::string_view html;
  base::Span span;
  uint32_t link = 0;   // the index in links() of the first <a href=…>; the others follow
  uint32_t image = 0;  // the index in images() of the first <img>; the others follow
};

// A part of a flow's step that only readers with certain answers see. It begins after a line "::: when ANSWERS" or,
// after such passages, "::: otherwise", and ends at the next such line or at ":::". These lines are hidden paragraphs.
struct Passage {
  NodeId begin = 0;  // the paragraph with the line that begins the passage
  NodeId end = 0;    // the node of the line that ends the passage
  Condition when;    // the condition; empty for "otherwise" and after an error
  bool otherwise = false;
  size_t first = 0;  // index of the first passage in this group of alternatives
  base::Span span;   // the bytes of the line that begins the passage
};

struct Footnote {
  NodeId node = 0;      // the node of the definition
  unsigned number = 0;  // the number, counted from 1 in the order of the first references
  unsigned references = 0;
  std::string_view name;  // the name in the definition
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
  const std::vector<std::string>& html_ids() const { return html_ids_; }  // ids of elements in raw HTML
  const std::vector<OwnId>& own_ids() const { return own_ids_; }          // in the order of their nodes
  const std::vector<Footnote>& footnotes() const { return footnotes_; }
  const std::vector<FootnoteReference>& footnote_references() const { return footnote_references_; }
  const std::vector<Passage>& passages() const { return passages_; }
  // Returns the passage that contains the node, or null.
  const Passage* passage_of(NodeId id) const;

  // Returns where a view into the parsed text is written; an empty span for any other view.
  base::Span span_of(std::string_view part) const;
  // Returns the span of a node. If the span of an inline is not known, returns that of its block, or of the whole
  // document.
  base::Span span(NodeId id) const;

  // Returns the text of a text, code, math, html_inline or citation node as Markdown parses it; "" for others.
  std::string_view literal(const Node& node) const;
  // Returns the text that readers see in a node and its descendants, without markup, images, footnote marks, citations,
  // {#own-id} and code blocks. Blocks and lines are separated by a space. For an image, returns its alt text. With
  // names of emoji, ":tada:" is "tada", as in GitHub's slugs.
  std::string plain_text(NodeId id, bool with_names_of_emoji = false) const;
  // Returns the plain text of the first paragraph that is not in a quote, list, table or footnote; "" if there is none.
  std::string first_paragraph() const;
  // Returns the node of that first paragraph; 0 if there is none.
  NodeId first_paragraph_node() const { return first_paragraph_; }
  // Returns the number of words that readers see, without code blocks.
  size_t word_count() const { return words_; }
  // Whether the text contains only white space.
  bool empty() const { return nodes_.empty() || nodes_[0].child == 0; }
  // Frees unused capacity. Worthwhile for a document that is stored for a long time.
  void shrink_to_fit();

 private:
  // Sets the kind and key of a link from its destination.
  void read_scheme(Link& link);

  friend class Converter;
  friend class WordsReader;
  friend Document parse_document(base::Span markdown, base::Diagnostics& diagnostics, std::optional<uint32_t> omitted,
                                 std::shared_ptr<const Expanded> expanded);
  friend Document parse_inline(const Text& text, base::Diagnostics& diagnostics);

  std::string_view keep(std::string_view text) {
    return text.empty() ? std::string_view() : std::string_view(texts_.emplace_front(text));
  }

  const base::SourceText* source_ = nullptr;
  base::Span whole_;    // the span that was parsed
  bool mapped_ = true;  // whether spans are exact; if not, all are `whole_`
  std::vector<Node> nodes_;
  std::shared_ptr<const Expanded> expanded_;  // the text that was parsed instead of the source; null without one
  std::string_view marked_;  // the copy of either that was parsed (document/foreign_blocks.h); "" without one
  std::forward_list<std::string> texts_;  // texts that differ from the source; a list never moves them
  std::vector<Heading> headings_;
  std::vector<Link> links_;
  std::vector<Image> images_;
  std::vector<Fence> fences_;
  std::vector<CitationGroup> citations_;
  std::vector<Math> maths_;
  std::vector<RawHtml> raw_html_;
  std::vector<std::string> html_ids_;
  std::vector<OwnId> own_ids_;
  std::vector<Footnote> footnotes_;
  std::vector<FootnoteReference> footnote_references_;
  std::vector<Passage> passages_;
  NodeId first_paragraph_ = 0;
  size_t words_ = 0;
};

// Visits `root` and its descendants in text order. Calls enter(id), which returns whether to visit the children, and
// then leave(id), even if there are no children or they were not visited. Not recursive, because quotes may be nested
// to any depth.
template <class Enter, class Leave>
void walk(const std::vector<Node>& nodes, NodeId root, Enter&& enter, Leave&& leave) {
  std::vector<NodeId> open;
  NodeId id = root;
  while (true) {
    if (enter(id) && nodes[id].child != 0) {
      open.push_back(id);
      id = nodes[id].child;
      continue;
    }
    leave(id);
    while (id == root || nodes[id].next == 0) {
      if (open.empty()) return;
      id = open.back();
      open.pop_back();
      leave(id);
    }
    id = nodes[id].next;
  }
}

// Whether the document has a query, an assert, a block that shows data, a figure or a claim.
bool depends_on_data(const Document& document);

// Parses Markdown: the text below a file's front matter, or a part of it. May be called from any thread. After an error
// the document contains the parts that could be read, possibly none.
// Markdown inside an HTML block is not parsed by CommonMark, so it is an error ("raw-html").
// Codes: "invalid-utf8", "nul-byte", "too-deep", "too-much-work", "raw-html", "unbalanced-html", "image-without-alt",
// "malformed-citation", "citation-in-link", "duplicate-id", "bad-id", "bad-fence", "duplicate-name",
// "figure-in-heading", "bad-math", "unknown-math", "bad-condition".
// Codes for content that is not published as intended: "extra-cells", "text-in-table", "list-number", "code-option",
// "undefined-footnote", "unused-footnote", "duplicate-footnote", "unused-link", and those of document/leftovers.h.
// The heading that begins at the offset `omitted` of the file is left out. If the file includes others, `expanded` is
// its text with them.
Document parse_document(base::Span markdown, base::Diagnostics& diagnostics,
                        std::optional<uint32_t> omitted = std::nullopt,
                        std::shared_ptr<const Expanded> expanded = nullptr);

// Parses a short text that may contain only inlines (a key point, a caption, a `because`). Reports "not-inline" if it
// has more than one paragraph. write_inline() writes it without <p>. Spans are exact if the file contains the text
// unchanged; otherwise (YAML escapes) every span is that of the whole text. The result does not refer to `text`.
Document parse_inline(const Text& text, base::Diagnostics& diagnostics);

// Parses plain words that may state figures and claims: a title, a description, a caption, a label. Only [text](fig:…),
// [text](assert:…) and [text](given:…) are links; everything else is literal, because this is not Markdown.
// write_inline() writes the words with their links, plain_text() without. Spans are exact where the file contains the
// words unchanged, except for YAML's line breaks. The result does not refer to `text`. Reports "broken-link-syntax" for
// a link that can't be parsed, and for a citation.
Document parse_words(const Text& text, base::Diagnostics& diagnostics);

}  // namespace document
