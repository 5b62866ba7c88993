// Captions, titles, notes and footnotes of tables and charts, with links to the sources of the figures in them.
#pragma once
#include <string>

#include "blocks/context.h"

namespace blocks {

// `words` are the text at `span` without links (site::Content::short_text).
markup::SafeHtml short_html(std::string_view words, base::Span span, Context& context);

// A short text twice: for screen readers, and as HTML.
struct ShownWords {
  std::string text;
  markup::SafeHtml html;
};
// A string of the interface in which {what} is replaced by such text.
ShownWords filled_words(std::string_view key, const ShownWords& what, Context& context);
// The figures in such a text, each with its value and source, for a place that can't contain links.
markup::SafeHtml figures_html(std::string_view words, base::Span span, Context& context);

// While an object exists, figures in short texts add their notes to a table or chart instead of the page.
class NotesOfBlock {
 public:
  NotesOfBlock(Context& context, Notes& notes) : context_(context), page_(context.figures) {
    context_.figures = &notes;
  }
  ~NotesOfBlock() { context_.figures = page_; }
  NotesOfBlock(const NotesOfBlock&) = delete;
  NotesOfBlock& operator=(const NotesOfBlock&) = delete;

 private:
  Context& context_;
  Notes* page_;
};

}  // namespace blocks
