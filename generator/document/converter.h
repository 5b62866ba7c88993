// Converts libcmark-gfm's tree to a Document (nodes, spans, facts) and reports errors.
// converter.cc walks the tree and makes nodes. The other files convert one kind of syntax each:
// convert_blocks.cc       fences, headings and callouts
// convert_tables.cc       tables and list numbers
// convert_definitions.cc  footnotes and link definitions
// convert_terms.cc        definition lists
// convert_foreign.cc      callouts and tabs of other programs
// convert_inlines.cc      links, images and citations
// convert_leftovers.cc    markup that was parsed as text
// convert_math.cc         formulas
// convert_html.cc         raw HTML
// convert_passages.cc     passages for certain answers
#pragma once
#include <cmark-gfm.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "document/cmark_threads.h"
#include "document/document.h"
#include "document/foreign_blocks.h"
#include "document/inline_cursor.h"
#include "document/leftovers.h"
#include "document/raw_html.h"
#include "markup/html.h"
#include "math/formula.h"

namespace document {

// The text to parse: bytes [begin, end) of `text`, which outlives the document or belongs to it.
struct Input {
  const base::SourceText* source = nullptr;
  std::string_view text;
  size_t begin = 0;
  size_t end = 0;
  // False if `text` is not part of the source file: then every span is `fallback`.
  bool mapped = true;
  base::Span fallback;
  const Expanded* expanded = nullptr;  // from which files `text` comes; null if it is that of `source`
  std::optional<size_t> omitted;       // the offset in the source of a heading that is left out
  std::vector<ForeignBlock> blocks;    // those that are marked in `text`

  base::Span span(size_t from, size_t to) const {
    if (!mapped) return fallback;
    if (expanded) return expanded->span(from, to);
    return {source, static_cast<uint32_t>(from), static_cast<uint32_t>(to)};
  }
  // Returns the offset of a view into `text`; nullopt for any other view.
  std::optional<size_t> offset_of(std::string_view part) const {
    if (part.data() < text.data() || part.data() >= text.data() + text.size()) return std::nullopt;
    return static_cast<size_t>(part.data() - text.data());
  }
};

// Reports text that exceeds a limit (limits.cc), and returns whether it is within all of them: "too-large", "too-deep",
// "too-much-work" (base/work.h), "nul-byte", "invalid-utf8". `lines` receives the offset of each line in the input.
// Lines are counted as libcmark-gfm does: they end with \n, \r or \r\n, and a line end at the end of the text is
// followed by one more, empty line.
bool check_limits(const Input& input, std::vector<uint32_t>& lines, base::Diagnostics& diagnostics);

// Returns the content of a text or code node.
std::string_view text_of(const cmark_node* cmark);

// Writes <math>…</math>. A `block` formula is on a separate line, with limits above and below. `latex` is the source,
// for readers without MathML.
markup::SafeHtml mathml(const math::Node& formula, std::string_view latex, bool block);

// Reports the first piece of Markdown in each text between the tags of HTML blocks ("raw-html"), in which CommonMark
// does not read Markdown. Otherwise a figure or citation there would be published as plain text, and not compared with
// the data.
void refuse_markdown_in_html(const Document& document, base::Diagnostics& diagnostics);

// Reports raw HTML that browsers would show at a different place than where it is written ("unbalanced-html"), although
// its tags are balanced: text between the cells of a table, a link in a link. What is read there was not checked.
void refuse_moved_html(const Document& document, base::Diagnostics& diagnostics);

class Converter {
 public:
  // Parses `input` into `document`.
  static void parse(const Input& original, Document& document, base::Diagnostics& diagnostics);

 private:
  // `lines` contains the offset of each line of the input.
  Converter(const Input& input, std::vector<uint32_t> lines, Document& document, base::Diagnostics& diagnostics);

  // Records all footnote definitions, before the parser drops those that are not shown. `root` is the parser's tree
  // before cmark_parser_finish().
  void note_definitions(cmark_node* root);
  void convert(cmark_node* root);
  void omit_heading(cmark_node* root);

  struct Frame {
    NodeId id = 0;
    NodeId last_child = 0;
    size_t link = 0;                  // the index of a link or image
    const uint8_t* aligns = nullptr;  // the alignments of a table or a row
    uint16_t columns = 0;
    uint16_t column = 0;  // the number of cells of a row so far
    InlineCursor::Open opening;
  };
  struct OpenTag {
    std::string name;
    base::Span span;
    NodeId container = 0;
    const HtmlElement* element = nullptr;
  };
  // A code span after a "$", which may be a formula.
  struct Formula {
    NodeId before = 0;
    NodeId code = 0;
    base::Span span;     // the position of the LaTeX
    bool exact = false;  // whether the bytes at `span` are exactly the LaTeX
  };
  // A footnote's definition in the source.
  struct Definition {
    const cmark_node* cmark = nullptr;
    std::string_view name;
    base::Span span;  // the bytes of "[^name]:"
    bool is_shown = false;
  };
  // A run of adjacent texts, and the position of each of its nodes in it.
  struct Run {
    std::string text;
    std::vector<std::pair<NodeId, size_t>> atoms;
  };

  // The range of a citation in a run, and its index in citations().
  struct Group {
    size_t begin, end;
    uint32_t citation;
  };

  // converter.cc
  void enter(cmark_node* node);
  void leave(cmark_node* node);
  NodeId add_node(NodeKind kind);
  // Adds a node that has no parent yet.
  NodeId add_detached(const Node& node) {
    document_.nodes_.push_back(node);
    return static_cast<NodeId>(document_.nodes_.size() - 1);
  }
  NodeId add_block(cmark_node* node, NodeKind kind);
  void add_text(NodeKind kind, std::string_view literal, const FoundText& found);
  void replace_emoji(std::string_view text, const FoundText& found);
  void start_leaf(NodeId id);
  void finish_leaf(NodeId id);
  void take_task_mark(NodeId paragraph);
  void finish_inlines(NodeId block);
  size_t line_begin(int line) const;
  size_t line_end(int line) const;
  std::pair<size_t, size_t> block_range(cmark_node* node) const;
  std::string_view keep(std::string_view text) { return document_.keep(text); }
  // Returns the source's bytes at `begin` if they equal `text`, and otherwise a stored copy.
  std::string_view keep_at(std::string_view text, size_t begin);
  // Like Document::plain_text(), but stored. A single text is returned without a copy.
  std::string_view plain_text(NodeId id);
  Node& node(NodeId id) { return document_.nodes_[id]; }
  bool is_break(NodeId id) { return node(id).kind == NodeKind::soft_break || node(id).kind == NodeKind::line_break; }
  base::Span block_span(NodeId id);
  base::Span open_block_span();  // span of the innermost open block
  void count_words(std::string_view text);

  // convert_blocks.cc
  void enter_code_block(cmark_node* node);
  void read_info(Fence& fence);
  void check_info(Fence& fence, const std::vector<std::string_view>& words);
  void check_closed(cmark_node* node, int length, char character);
  void finish_heading(NodeId id);
  std::optional<OwnId> take_own_id(NodeId block);
  void note_own_id(NodeId leaf, NodeId owner);
  void refuse_figure(const Heading& heading);
  void mark_callout(NodeId quote);
  void set_callout_title(NodeId quote, NodeId paragraph, NodeId mark, size_t mark_size);
  void check_names();
  void assign_ids();
  void hide_anchors();

  // convert_passages.cc
  bool take_passage_mark(NodeId paragraph);
  void end_passage(NodeId end);
  void finish_passages();

  // convert_tables.cc
  static int header_line(cmark_node* table);
  void enter_table(cmark_node* node);
  void enter_row(cmark_node* node);
  void enter_cell();
  size_t row_begin(int line, int column, bool is_header) const;
  void check_row(size_t begin, size_t columns);
  size_t cell_end(size_t begin) const;
  void check_numbers(cmark_node* list);
  void check_wrapped_line(cmark_node* list);

  // convert_definitions.cc
  void enter_footnote(cmark_node* node);
  void enter_footnote_reference(cmark_node* node);
  void count_references();
  std::optional<std::pair<size_t, std::string_view>> footnote_head(const cmark_node* node) const;
  void check_footnotes();
  void check_link_definitions();

  // convert_terms.cc
  std::optional<size_t> definition_at(size_t offset) const;
  bool make_terms(NodeId paragraph);
  void make_definitions(NodeId items);
  void gather_definitions(NodeId container);
  size_t column_of(size_t offset) const;

  // convert_foreign.cc
  std::optional<size_t> foreign_at(NodeId paragraph) const;
  void divide_paragraph(NodeId paragraph);
  void gather_foreign(NodeId container);
  void take_foreign(NodeId quote, NodeId paragraph, const ForeignBlock& block, NodeId before);
  void refuse_misplaced_blocks();

  // convert_inlines.cc
  void enter_link(cmark_node* node);
  template <class Item>
  size_t close_bracket(Item& item, const InlineCursor::Open& opening);
  void leave_link();
  void enter_image(cmark_node* node);
  void leave_image();
  void scan_texts(NodeId block);
  bool is_in_run(NodeId last, NodeId after);
  void scan_run(NodeId parent, NodeId before, NodeId first, NodeId after, bool in_link);
  void split_run(NodeId parent, NodeId before, NodeId after, const Run& run, const std::vector<Group>& groups);
  std::optional<size_t> source_of(const Run& run, size_t offset);
  base::Span run_span(const Run& run, size_t from, size_t to, NodeId block);
  bool is_escaped(const Run& run, size_t offset);

  // convert_leftovers.cc
  void find_leftovers(NodeId block);
  void check_dashes(NodeId rule);
  void check_emphasis();
  // Reports markup in a title or an attribute, in which Markdown is not read.
  void check_plain(std::string_view text, base::Span span, unsigned places = BlockText::anywhere);
  void enter_emphasis(NodeKind kind);
  bool follows_emphasis(std::string_view literal);

  // convert_math.cc
  void note_math(NodeId before, NodeId code, const FoundText& found);
  void finish_math(NodeId block);
  void shorten(NodeId text, size_t front, size_t back);
  void read_math_block(Fence& fence);
  // Adds a formula, reports its errors, and returns its index in maths().
  uint32_t set_formula(std::string_view latex, base::Span span, bool exact, bool block);

  // convert_html.cc
  void enter_html_block(cmark_node* node);
  void enter_html_inline(cmark_node* node);
  void add_raw_html(NodeId id, std::string_view html, base::Span span, bool block);
  bool check_tag(const HtmlToken& token, base::Span span, bool block);
  void note_attributes(NodeId id, const HtmlToken& token, base::Span span);
  // Reports links, notes and images within the text of an image, because its alt text is plain.
  void check_plain_alt(NodeId image, base::Span span);
  void refuse_without_address(std::string_view destination, base::Span span);
  void refuse_image_without_alt(const Image& image);
  void report_dropped_attributes();
  void close_tags(std::vector<OpenTag>& open, NodeId container);
  void drop_broken_html();

  const Input& input_;
  Document& document_;
  base::Diagnostics& diagnostics_;
  const CmarkTypes& cmark_;
  InlineCursor cursor_;
  std::vector<uint32_t> lines_;  // offset of each line in the input; cmark's line 1 is [0]
  std::vector<Frame> open_;
  std::vector<std::pair<NodeId, uint32_t>>
      origins_;  // start positions of the leaf block's texts that differ from the source
  std::vector<Definition> definitions_;
  std::vector<std::pair<size_t, uint32_t>> references_;  // footnote references: position and index
  std::vector<OpenTag> block_tags_;                      // open <details> and <summary> of HTML blocks
  std::vector<OpenTag> inline_tags_;                     // open tags in this leaf block
  std::map<std::string, unsigned> refused_tags_;         // opening tags that were reported, by name
  std::vector<std::string> dropped_attributes_;          // names of attributes dropped from raw HTML, each once
  base::Span first_dropped_;
  std::vector<NodeId> html_id_nodes_;  // the raw HTML of each of html_ids()
  std::vector<Formula> formulas_;      // formulas in this leaf block
  bool has_at_ = false;                // whether the leaf block's text contains an '@'
  std::vector<bool> is_taken_;         // for each of the input's foreign blocks, whether it is a node
  bool has_definitions_ = false;       // whether there is a definition list
  bool has_leftovers_ = false;         // whether the leaf block's text may contain unrecognised markup
  bool html_broken_ = false;
  bool in_word_ = false;
  uint32_t heading_words_ = 0;    // number of words before the last heading
  size_t words_before_leaf_ = 0;  // number of words before the leaf block
  size_t row_end_ = 0;
};

}  // namespace document
