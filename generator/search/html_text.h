// HTML as tags and texts, for reading what was written by this program and its templates. No parser of HTML at large:
// nothing is repaired, and a tag that never ends ends with the text.
#pragma once
#include <string>
#include <string_view>

namespace search {

struct Tag {
  std::string_view name;        // as written: ours are in lower case
  std::string_view attributes;  // all between the name and ">"
  bool closes = false;          // </p>

  bool has(std::string_view attribute) const;
  std::string_view attribute(std::string_view name) const;  // as written between its quotes; "" for none
  std::string decoded(std::string_view name) const;         // with character references resolved
};

class Scanner {
 public:
  explicit Scanner(std::string_view html) : html_(html) {}

  // Goes to the next tag or text. False at the end.
  bool next();
  bool is_text() const { return is_text_; }
  const Tag& tag() const { return tag_; }
  // Adds the text with references resolved; white space becomes one space, none at the beginning.
  void append_to(std::string& out) const;
  // After an opening tag: goes to behind the tag that closes it. An element without content is skipped alone.
  void skip_element();

 private:
  std::string_view html_;
  size_t at_ = 0;
  bool is_text_ = false;
  std::string_view text_;
  Tag tag_;
};

// "a &lt; b" as "a < b".
std::string decode_references(std::string_view html);

}  // namespace search
