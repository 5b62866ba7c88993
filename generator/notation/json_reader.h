// Reads JSON value by value, by recursive descent. For this folder only.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"
#include "notation/tree.h"

namespace notation {

// Each function returns false after an error, which has been reported; then nothing more can be read.
class JsonReader {
 public:
  JsonReader(base::Span span, base::Diagnostics& diagnostics);

  // The next byte of the text that is not white space; NUL at the end.
  char peek();
  // Fills `node`, which may hold an earlier value; with a null pointer, the value is checked and skipped.
  bool value(Node* node);
  // The items of the list, or the entries of the map, that begins here: calls `item` for each, which reads it.
  template <class Item>
  bool items(Item item);
  // The key of an entry and the colon behind it.
  bool key(std::string& key, base::Span& span);
  // Whether the text ends here.
  bool finish();

  base::Span span(size_t begin, size_t end) const {
    return {whole_.source, whole_.begin + static_cast<uint32_t>(begin), whole_.begin + static_cast<uint32_t>(end)};
  }
  size_t position() const { return at_; }
  base::Diagnostics& diagnostics() { return diagnostics_; }

 private:
  bool string(std::string& text);
  bool escape(std::string& text);
  // The code unit of \uXXXX whose "u" is here.
  bool code_unit(char32_t& unit);
  bool number();
  bool word(std::string_view word);
  bool after_item(char close);

  std::string_view token() const;
  bool fail(size_t begin, size_t end, std::string message, std::string help = "", bool unclosed = false);
  // What is here is not `expected`.
  bool unexpected(std::string expected, std::string help = "", bool unclosed = false);

  base::Diagnostics& diagnostics_;
  base::Span whole_;
  std::string_view text_;
  size_t at_ = 0;
  std::vector<size_t> open_;  // brackets that are not closed yet
};

template <class Item>
bool JsonReader::items(Item item) {
  if (open_.size() == kMaxDepth) return report_too_deep(span(at_, at_ + 1), diagnostics_), false;
  const char close = text_[at_] == '[' ? ']' : '}';
  open_.push_back(at_++);
  if (peek() == close) {
    ++at_;
  } else {
    do {
      if (!item() || !after_item(close)) return false;
    } while (text_[at_ - 1] != close);
  }
  open_.pop_back();
  return true;
}

}  // namespace notation
