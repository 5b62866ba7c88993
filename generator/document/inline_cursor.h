// Finds the inlines of a block in its bytes. libcmark-gfm returns what it parsed, in order; its positions of
// inlines are not used (they are wrong after hard breaks, in table cells, after reference definitions …). The cursor
// follows along in the source, past delimiters, resolving escapes as the parser does; each step returns whether
// the source there equals what was parsed. If a step fails, it searches a little further and continues there.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

namespace document {

struct FoundText {
  bool found = false;
  bool equal = false;  // the bytes are the literal
  size_t begin = 0;
  size_t end = 0;
};

struct FoundLink {
  bool exact = false;   // "](destination" was found, and is the destination
  size_t text_end = 0;  // at "]"
  size_t destination_begin = 0;
  size_t destination_end = 0;
  size_t end = 0;
};

class InlineCursor {
 public:
  explicit InlineCursor(std::string_view source) : source_(source) {}

  // Starts a block or a table cell.
  void start(size_t begin, size_t end) { at_ = begin, end_ = end; }
  size_t position() const { return at_; }

  FoundText text(std::string_view literal);
  FoundText code(std::string_view literal);
  FoundText html(std::string_view literal);
  FoundText footnote_reference();
  void line_break();

  enum class Opening { bracket, angle, none };  // [text](…), <https://…>, a bare URL
  struct Open {
    Opening opening = Opening::none;
    size_t begin = 0;
  };
  // `first_text` is what the link's text starts with, where that is plain text.
  Open open_link(std::string_view first_text);
  std::optional<size_t> open_image();
  // Call it after the link's content; `opening` is what open_link() returned.
  FoundLink close_link(std::string_view destination);
  void close_autolink(Opening opening);

  // Where byte `offset` of `literal`, whose text starts at `begin`, comes from: start of the character, or of the
  // escape or entity that stands for it.
  std::optional<size_t> source_of(size_t begin, std::string_view literal, size_t offset) const;
  // Replaces each byte of `to` whose byte of `literal` the source escapes, or writes as an entity, by `mark(byte)`.
  void mark_escapes(size_t begin, std::string_view literal, char (*mark)(char), char* to) const;

 private:
  // Matches `literal` with the source at `at`, resolving escapes and entities; the end in the source, or nullopt.
  std::optional<size_t> match(size_t at, std::string_view literal) const;
  bool skip_delimiter();
  // Whether a destination is at `at`, unescaped, and ends there.
  bool is_plain_destination(size_t at, std::string_view destination) const;

  std::string_view source_;
  size_t at_ = 0;
  size_t end_ = 0;
};

// Whether the raw destination or title `raw`, with escapes and entities resolved, is `resolved`.
bool resolves_to(std::string_view raw, std::string_view resolved);

}  // namespace document
