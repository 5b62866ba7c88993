// The prose of a page by sentence, with the figures, asserts and citations of each, for checks of whether a statement
// has a source.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "site/content.h"

namespace check {

// Points into the Document. Code blocks are not sentences; a heading is one, and so is a cell of a Markdown table.
struct Sentence {
  std::string text;  // as readers see it, with white space collapsed
  // The same bytes, with '`' for each byte of code and of figures and asserts (fig:, assert:, given:), so that the
  // remaining bytes are those without a source.
  std::string loose;
  bool tied = false;   // it contains a figure or an assert
  bool cited = false;  // the sentence, its list item or table row, or one of its footnotes contains a citation

  // The position of text.substr(begin, size) in the source; its block if that is not known.
  base::Span span(size_t begin, size_t size) const;

  struct Piece {
    size_t begin;        // in `text`
    const char* source;  // the byte in the source that it starts with; null when it is not known
  };
  std::vector<Piece> pieces;
  base::Span block;
};

std::vector<Sentence> sentences_of(const document::Document& document);

// All documents of a file that can contain links: the page itself, key points, takeaway, reasons, titles, captions.
std::vector<const document::Document*> documents_of(const site::Content& content);

}  // namespace check
