// Finds the inlines of a block in its bytes. libcmark-gfm returns what it parsed, in order, but its positions of
// inlines are not used, because they are wrong after hard breaks, in table cells and after reference definitions. The
// cursor advances through the source, past delimiters, resolving escapes as the parser does. Each step returns whether
// the source equals what was parsed. If it does not, the cursor searches a little further and continues there.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

namespace document {

struct FoundText {
  bool found = false;
  bool equal = false;  // whether the bytes equal the literal
  size_t begin = 0;
  size_t end = 0;
};

struct FoundLink {
  bool exact = false;   // whether the source has "](" and exactly this destination
  size_t text_end = 0;  // position of the "]"
  size_t destination_begin = 0;
  size_t destination_end = 0;
  size_t end = 0;
};

class InlineCursor {
 public:
  explicit InlineCursor(std::string_view source) : source_(source) {}

  // Moves to the start of a block or table cell.
  void start(size_t begin, size_t end) {
    at_ = begin;
    end_ = end;
  }
  size_t position() const { return at_; }

  FoundText text(std::string_view literal);
  FoundText code(std::string_view literal);
  FoundText html(std::string_view literal);
  void footnote_reference();
  void line_break();

  enum class Opening { bracket, angle, none };  // the beginning of [text](…), of <https://…>, and of a bare URL
  struct Open {
    Opening opening = Opening::none;
    size_t begin = 0;
  };
  // `first_text` is the plain text at the start of the link's content, if any.
  Open open_link(std::string_view first_text);
  Open open_image();  // returns a bracket, or none if there is no image
  // Call this after the link's content; `opening` is the result of open_link().
  FoundLink close_link(std::string_view destination);
  void close_autolink(Opening opening);

  // Returns the source position of byte `offset` of `literal`, whose text starts at `begin`: the start of the
  // character, or of the escape or entity that represents it.
  std::optional<size_t> source_of(size_t begin, std::string_view literal, size_t offset) const;
  // Replaces each byte of `to` with `mark(byte)` where the source writes the byte of `literal` as an escape or entity.
  void mark_escapes(size_t begin, std::string_view literal, char (*mark)(char), char* to) const;

 private:
  // Compares `literal` with the source at `at`, resolving escapes and entities. Returns the end in the source, or
  // nullopt.
  std::optional<size_t> match(size_t at, std::string_view literal) const;
  bool skip_delimiter();
  // Moves to the end of an inline that was found.
  FoundText take(size_t begin, size_t end, bool equal);

  std::string_view source_;
  size_t at_ = 0;
  size_t end_ = 0;
};

// Whether `raw`, a destination or title, equals `resolved` after resolving its escapes and entities.
bool resolves_to(std::string_view raw, std::string_view resolved);

}  // namespace document
