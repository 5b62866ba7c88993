// A Markdown file of the site, before its address is known. The front matter is parsed immediately, and so is a text
// that may depend on data. Any other text is parsed when it is first read, usually to render its page, and then
// released, so that few are in memory at a time.
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/document.h"
#include "io/source_tree.h"
#include "notation/node.h"

namespace blocks {
struct Spec;
}

namespace site {

// A ```table, ```chart or ```estimate block.
struct Block {
  document::FenceKind kind = document::FenceKind::table;
  std::string name;      // the block's name; "" without one
  base::Span name_span;  // a span of the source that contains the name
  base::Span span;       // the whole block with its fence lines
  notation::Node yaml;
  std::shared_ptr<const blocks::Spec> spec;  // what `yaml` says (blocks/spec.h), which the parse pass adds
  std::string data;                          // the name of a query of the page, a view, or a resource
  base::Span data_span;
};

// Named figures of one page (`figures:` in its front matter) or of the whole site (data/figures.yaml); see
// content/handbook/figures.md.
//   latte: prices/latte/price
//   ratio: latte / prices/espresso/price
//   week:  {is: 7 * latte, why: one a day}
//   order: {is: latte + tip, covers: drink and tip}
struct NamedFigure {
  base::Span name_span;
  document::Text formula;  // a path to a cell, another name, or a formula (quantity/formula.h)
  document::Text why;      // the author's assumption in words
  document::Text covers;   // the scope of the result (quantity/scope.h)
};

using NamedFigures = std::map<std::string, NamedFigure, std::less<>>;

// Reads a map of figures; null is the same as an empty map. Invalid entries are reported and omitted: "bad-name",
// "wrong-type", "missing-key", "unknown-key".
NamedFigures read_named_figures(const notation::Node& map, base::Diagnostics& diagnostics);

// The part of a text that is available without parsing it.
struct Outline {
  uint32_t words = 0;
  std::string first_paragraph;  // the first paragraph of a file without a description; otherwise ""
};

// A text that is parsed when it is first read. Thread-safe.
class LazyText {
 public:
  // `omitted`: as for document::parse_document().
  LazyText(base::Span text, bool has_description, std::optional<uint32_t> omitted,
           std::shared_ptr<const document::Expanded> expanded)
      : text_(text), has_description_(has_description), omitted_(omitted), expanded_(std::move(expanded)) {}

  const document::Document& document();
  const Outline& outline();
  // The errors in the text. Empty after the errors were moved out.
  const base::Diagnostics& diagnostics();
  base::Diagnostics take_diagnostics() {
    diagnostics();
    return std::exchange(diagnostics_, {});
  }
  // Frees the document until it is read again. REQUIRES: no other thread is reading it.
  void release();

 private:
  const base::Span text_;
  const bool has_description_;
  const std::optional<uint32_t> omitted_;
  const std::shared_ptr<const document::Expanded> expanded_;
  std::mutex mutex_;
  std::unique_ptr<const document::Document> document_;
  std::atomic<const document::Document*> parsed_ = nullptr;  // the document; null before it is parsed
  std::atomic<bool> knows_outline_ = false;
  Outline outline_;
  base::Diagnostics diagnostics_;
};

struct Content {
  const io::SourceFile* file = nullptr;
  std::string_view path;  // path below content/: "lessons/cost.md"
  document::FrontMatter front;
  bool depends_on_data = false;  // whether the text depends on data (document::depends_on_data)
  std::vector<Block> blocks;
  std::vector<document::Document> key_points;
  std::unique_ptr<const document::Document> takeaway;  // the takeaway; null if there is none
  NamedFigures figures;                                // named figures of this page
  // Short texts in Markdown, by their file, which may be included, and position: `because` texts of a flow's answers,
  // and titles, captions, labels and similar texts with links to figures or claims (document::parse_words). `front` and
  // the specs of blocks contain the words of these texts, without the links.
  std::map<std::pair<std::string_view, uint32_t>, document::Document> short_texts;

  // The paths from the site's folder at which files to include were looked for, and the file at each, or null.
  std::vector<std::pair<std::string, const io::SourceFile*>> includes;

  std::unique_ptr<LazyText> text;
  const document::Document& document() const { return text->document(); }
  const Outline& outline() const { return text->outline(); }

  std::string_view folder() const;  // returns the path of the folder below content/: "lessons"
  std::string_view stem() const;    // returns the name of the file without its ending: "cost"
  // Returns the folder that other programs publish the page as: "guide/setup" for guide/setup.md, "guide" for its
  // index.
  std::string_view own_folder() const;
  // Returns the page's own query with this name, or null.
  const document::Fence* query(std::string_view name) const;
  // Returns the block of a fence; null if the block is broken or does not show data.
  const Block* block_of(const document::Fence& fence) const;

  // Returns the document of a text in the front matter or a block; null if the text is plain words.
  const document::Document* short_text(base::Span span) const;
  // Returns the documents in `key_points`, `takeaway` and `short_texts`.
  std::vector<const document::Document*> short_documents() const;
};

// The contents of a site, by path. Consecutive builds share the contents of unchanged files.
using Contents = std::vector<std::shared_ptr<const Content>>;

// Parses a file: its front matter and, if the text may depend on data, the text with the YAML of its blocks. The
// diagnostics of other texts are in `text`. Files are included by `find`. May be called from any thread.
std::unique_ptr<Content> parse_content(const io::SourceFile& file, base::Diagnostics& diagnostics,
                                       const document::FindIncluded& find = nullptr);

// Whether a `because` can only be the name of a claim or an assert.
bool is_plain_name(std::string_view text);

}  // namespace site
