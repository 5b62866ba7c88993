// A Markdown file of the site, parsed: what the author wrote, before it is known where it is published. Of a file whose
// outline is known from an earlier build, and of one whose text was dropped, it is parsed when somebody reads it.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "io/source_tree.h"
#include "notation/node.h"
#include "site/named_figures.h"

namespace site {

// A ```table, ```chart or ```estimate block. `spec` is its YAML, read once.
struct Block {
  const document::Fence* fence = nullptr;
  notation::Node spec;
  std::string data;  // what it shows: a query of the page, a view, or a resource
  base::Span data_span;
};

struct Content {
  const io::SourceFile* file = nullptr;
  std::string path;  // below content/: "lessons/cost.md"
  document::Outline outline;
  std::vector<Block> blocks;
  std::vector<document::Document> key_points;
  document::Document takeaway;
  NamedFigures figures;  // the page's own
  // `because` texts of a flow's answers that are Markdown, by the text's place in its file.
  std::map<uint32_t, document::Document> because;

  const document::FrontMatter& front() const { return front_ ? *front_ : document_.front_matter(); }
  const document::Document& document() const;
  std::string_view folder() const;  // "lessons"
  std::string_view stem() const;    // "cost"
  bool is_index() const { return stem() == "index"; }
  // The page's own query of that name; null for none.
  const document::Fence* query(std::string_view name) const;
  // Null pointer when the block is broken or shows no data.
  const Block* block_of(const document::Fence& fence) const;

  // Frees the parsed text; when somebody reads it, it is parsed again, and what is wrong with it is not said once more.
  // The front matter stays. REQUIRES: it does not rest on data, and nobody holds or reads any of it meanwhile.
  void drop_document() const;

 private:
  friend std::unique_ptr<Content> parse_content(const io::SourceFile& file, base::Diagnostics& diagnostics);
  friend std::unique_ptr<Content> recall_content(const io::SourceFile& file, document::Outline outline);

  mutable std::unique_ptr<const document::FrontMatter> front_;  // of a file whose text is parsed when it is read
  mutable std::once_flag is_parsed_;                            // of such a file
  mutable document::Document document_;
};

// Of a site, by path. Builds that come one after the other share those whose files are the same.
using Contents = std::vector<std::shared_ptr<const Content>>;

// Parses one file, front matter and YAML blocks included. Pure; may be called from any thread.
std::unique_ptr<Content> parse_content(const io::SourceFile& file, base::Diagnostics& diagnostics);
// The same of a file that parsing said nothing of, and that does not rest on data, with its outline.
std::unique_ptr<Content> recall_content(const io::SourceFile& file, document::Outline outline);

// True for a `because` that can only be a name: of a claim, or of an assert.
bool is_plain_name(std::string_view text);

}  // namespace site
