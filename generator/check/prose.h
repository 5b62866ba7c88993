// Splits the prose of a page into sentences, with the figures, asserts and citations of each, and finds claims,
// for checks of whether a statement has a source.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "quantity/language.h"
#include "site/content.h"

namespace check {

// The links of a text to figures, asserts and assumptions (given:).
struct TiedWords {
  // A link, and the range of its words in the text.
  struct Figure {
    const document::Link* link = nullptr;
    size_t begin = 0;
    size_t end = 0;
  };
  std::vector<Figure> figures, asserts, assumptions;
};

// A sentence of a Document, into which it points. A heading is a sentence, and so are a cell of a Markdown table, the
// text of an image and a title; code blocks are not.
struct Sentence : TiedWords {
  std::string text;  // the text that readers see, with white space collapsed
  // The same text with each byte of code, figures and asserts (fig:, assert:, given:) replaced by '`'. The remaining
  // bytes are those without a source.
  std::string loose;
  bool cited = false;  // whether the sentence, its list item or table row, or one of its footnotes contains a citation

  // Returns the position of text.substr(begin, size) in the source, or its block if the position is not known.
  base::Span span(size_t begin, size_t size) const;

  struct Piece {
    size_t begin;        // the offset in `text`
    base::Span written;  // where it is written; empty if that is not known
  };
  std::vector<Piece> pieces;
  base::Span block;
};

// Sentences end as in a language whose abbreviations do not end one: "e.g."
std::vector<Sentence> sentences_of(const document::Document& document, const quantity::Language& language);

// Returns all documents of a file that can contain links: the page, key points, takeaway, reasons, titles, captions.
std::vector<const document::Document*> documents_of(const site::Content& content);

// Words that state something without a number in digits: the range [begin, end) in bytes.
struct Claim {
  // "cheapest", "the only"; "cheaper than"; "a third of the", "doubled"
  enum class Kind { superlative, comparison, quantity };
  Kind kind = Kind::superlative;
  size_t begin = 0;
  size_t end = 0;
};

// Returns the claims in the order of the text, without overlap (claims.cc). `language` is the site's, such as "en-GB";
// the result is empty if its words are not known (quantity/language.h).
std::vector<Claim> find_claims(std::string_view text, std::string_view language);

}  // namespace check
