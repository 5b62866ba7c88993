// Renders captions, titles, notes and footnotes of tables and charts, with links to the sources of their figures.
#pragma once
#include <string>

#include "blocks/context.h"

namespace blocks {

// Renders the text at `span`; `words` is the same text without links (site::Content::short_text).
markup::SafeHtml short_html(std::string_view words, base::Span span, Context& context);

// A short text in two forms: plain for screen readers, and HTML.
struct ShownWords {
  std::string text;
  markup::SafeHtml html;
};
// Returns a string of the interface in which {what} is replaced by a short text.
ShownWords filled_words(std::string_view key, const ShownWords& what, Context& context);
// Lists the figures in a short text with their values and sources, for a text that can't contain links.
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
