// Follows nlohmann's SAX parser through the text: which bytes each token covers, and what a syntax error means in plain
// words. The parser tells neither, but calls its handler as soon as it has read a token, and never reads ahead more
// than the one character that ends a number. For this folder only.
#pragma once
#include <cstddef>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace notation {

class JsonCursor {
 public:
  // Reads a text and tells the cursor how far it got; the parser keeps copies of it.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Iterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
    reference operator*() const { return *at_; }
    Iterator& operator++() { return *furthest_ = ++at_, *this; }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const char* at_;
    const char** furthest_;
  };

  JsonCursor(base::Span span, base::Diagnostics& diagnostics);
  JsonCursor(const JsonCursor&) = delete;
  JsonCursor& operator=(const JsonCursor&) = delete;

  Iterator first() { return {text_.data(), &furthest_}; }
  Iterator last() { return {text_.data() + text_.size(), &furthest_}; }

  // Called by nlohmann: reports "json-syntax".
  bool parse_error(size_t position, const std::string& last_token, const std::exception& error);
  // To be asked when the parser has accepted the text: it takes a NUL between tokens for the text's end, and what
  // stands behind would be read by nobody. Reports that as "json-syntax".
  bool is_at_end();

 protected:
  // Each is called once, when its token has been read, and gives the bytes it covers.
  base::Span value_token() { return token(read(), ','); }
  base::Span number_token();
  base::Span key_token() { return token(read(), ':'); }
  base::Span open_token();
  base::Span close_token();

  base::Diagnostics& diagnostics_;

 private:
  struct JsonMistake {
    size_t begin = 0;
    size_t end = 0;
    std::string message;
    std::string help;
    bool unclosed = false;  // a bracket before it may be the reason
  };

  void report(const JsonMistake& mistake);
  // `reason` is nlohmann's.
  JsonMistake explain(std::string_view reason) const;
  JsonMistake bad_byte(size_t at) const;
  JsonMistake bad_control(size_t quote, size_t at) const;
  JsonMistake ends_early() const;
  JsonMistake misplaced(size_t begin, size_t end) const;

  size_t read() const { return static_cast<size_t>(furthest_ - text_.data()); }
  size_t next_token() const;
  base::Span token(size_t end, char separator_after);
  base::Span span(size_t begin, size_t end) const;

  base::Span whole_;
  std::string_view text_;
  const char* furthest_;
  size_t last_end_ = 0;  // of the last token
  char separator_ = 0;   // what may stand between it and the next; 0 for nothing
  std::vector<size_t> open_brackets_;
};

}  // namespace notation
