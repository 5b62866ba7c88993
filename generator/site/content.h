// A Markdown file of the site, independent of its address. Its front matter is parsed at once, and so is a text that
// may contain queries. Any other text is parsed when it is read, mostly to render its page, and freed afterwards, so
// that few are in memory at a time.
#pragma once
#include <atomic>
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
  document::FenceKind kind = document::FenceKind::table;
  std::string name;      // "" for none
  base::Span name_span;  // whose source is that of the text
  base::Span span;       // fence lines included
  notation::Node spec;
  std::string data;  // what it shows: a query of the page, a view, or a resource
  base::Span data_span;
};

// What is needed of every page, even if its text is not parsed.
struct Outline {
  uint32_t words = 0;
  std::string first_paragraph;  // of a file without a description
  bool operator==(const Outline&) const = default;
};

struct Content {
  const io::SourceFile* file = nullptr;
  std::string_view path;  // of the file, below content/: "lessons/cost.md"
  document::FrontMatter front;
  document::HtmlPolicy html = document::HtmlPolicy::strict;
  bool rests_on_data = false;  // its text (document::rests_on_data)
  std::vector<Block> blocks;
  std::vector<document::Document> key_points;
  std::unique_ptr<const document::Document> takeaway;  // null for none
  NamedFigures figures;                                // the page's own
  // By the text's place in its file: `because` texts of a flow's answers that are Markdown, and all titles, captions,
  // labels and the like that contain links to figures or claims (document::parse_words). `front` and the specs of
  // blocks have the words of these, without the links.
  std::map<uint32_t, document::Document> short_texts;

  // These parse the text where that has not been done.
  const document::Document& document() const;
  const Outline& outline() const;
  // What was wrong with the text, of one that was not parsed by parse_content.
  const base::Diagnostics& found_later() const;

  std::string_view folder() const;  // "lessons"
  std::string_view stem() const;    // "cost"
  bool is_index() const { return stem() == "index"; }
  // The page's own query of that name; null for none.
  const document::Fence* query(std::string_view name) const;
  // Null pointer when the block is broken or shows no data.
  const Block* block_of(const document::Fence& fence) const;

  // Of a text of the front matter or of a block; null for one that is plain words.
  const document::Document* short_text(base::Span span) const;
  // Those of `key_points`, `takeaway` and `short_texts`.
  std::vector<const document::Document*> short_documents() const;

  // Frees the parsed text, but not the outline and the blocks. When it is read again, it is parsed again, without
  // reporting mistakes twice. REQUIRES: nothing refers to it.
  void drop_document() const;

 private:
  friend std::unique_ptr<Content> parse_content(const io::SourceFile& file, base::Diagnostics& diagnostics,
                                                document::HtmlPolicy html);
  friend std::unique_ptr<Content> recall_content(const io::SourceFile& file, Outline outline);
  std::unique_ptr<document::Document> parse(base::Diagnostics& diagnostics) const;

  mutable std::mutex parsing_;
  mutable std::atomic<bool> is_parsed_ = false;
  mutable std::unique_ptr<const document::Document> document_;  // mostly none
  mutable Outline outline_;
  mutable std::atomic<bool> knows_outline_ = false;
  mutable base::Diagnostics found_later_;
};

// Of a site, by path. Builds that come one after the other share those whose files are the same.
using Contents = std::vector<std::shared_ptr<const Content>>;

// Reads the front matter of a file and, if it may contain queries, its text with the YAML of blocks. Pure; may be
// called from any thread.
std::unique_ptr<Content> parse_content(const io::SourceFile& file, base::Diagnostics& diagnostics,
                                       document::HtmlPolicy html = document::HtmlPolicy::strict);
// The same for a file without queries in which parsing found no mistakes, from its outline.
std::unique_ptr<Content> recall_content(const io::SourceFile& file, Outline outline);

// True for a `because` that can only be a name: of a claim, or of an assert.
bool is_plain_name(std::string_view text);

}  // namespace site
