// Reads HTML as a sequence of tags and texts, for all code that reads pages (HtmlTree, the search, the checks of
// published files). Tags and attributes end where HTML's own tokenizer ends them
// (https://html.spec.whatwg.org/multipage/parsing.html#tokenization); the content of <script>, <style>, <textarea> and
// <title> is a single text. Nothing is repaired. Reads each byte a bounded number of times, whatever the text.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace markup {

// Compares names of elements or attributes, ignoring case.
bool equal_names(std::string_view a, std::string_view b);

struct HtmlAttribute {
  std::string_view name;                  // the attribute's name in the file
  std::optional<std::string_view> value;  // the value between its quotes in the file; nullopt for `disabled`
};

// Iterates over the attributes of a tag, up to its ">".
class HtmlAttributes {
 public:
  explicit HtmlAttributes(std::string_view raw) : rest_(raw) {}
  // Reads the next attribute. Returns false if there are no more.
  bool next(HtmlAttribute& attribute);
  std::string_view rest() const { return rest_; }  // returns the text that has not been read yet

 private:
  std::string_view rest_;
};

struct HtmlTag {
  std::string_view name;        // the element's name in the file
  std::string_view attributes;  // everything between the name and ">" or "/>"
  bool closes = false;          // whether it is a closing tag: </p>
  bool closes_itself = false;   // whether it ends in "/>": <path/>
  bool is_unfinished = false;   // whether the text ends before the tag does

  // Returns the value of an attribute between its quotes; "" for `disabled`, nullopt if the tag does not have it.
  std::optional<std::string_view> find(std::string_view wanted) const;
  bool has(std::string_view wanted) const { return find(wanted).has_value(); }
  std::string_view attribute(std::string_view wanted) const { return find(wanted).value_or(std::string_view()); }
  std::string decoded(std::string_view wanted) const;  // returns the value with character references resolved
};

// Whether an element has no content and no end tag, such as <br>. REQUIRES: the name is in lower case.
bool is_void_element(std::string_view name);

class HtmlScanner {
 public:
  // The HTML must outlive the scanner and its results.
  explicit HtmlScanner(std::string_view html) : html_(html) {}

  // Goes to the next tag or text, skipping comments and <!doctype>. Returns false at the end.
  bool next();
  bool is_text() const { return is_text_; }
  // Returns the text as written, with its character references. REQUIRES: is_text()
  std::string_view text() const { return token_; }
  // REQUIRES: !is_text()
  const HtmlTag& tag() const { return tag_; }
  // Returns the text, or the tag with its brackets, as written.
  std::string_view token() const { return token_; }

  // After an opening tag, skips the element up to its closing tag. An element without content has only one tag.
  void skip_element();

 private:
  bool take_tag();
  void pass_over_declaration();
  void take_text(size_t end);

  std::string_view html_;
  size_t at_ = 0;
  bool is_text_ = false;
  std::string_view token_;
  // The element whose raw text comes next, up to its end tag; "" for other texts.
  std::string_view raw_text_of_;
  HtmlTag tag_;
};

// Returns the ids that several elements of a page have: decoded, sorted, without duplicates. Ignores ids in a
// <template>. Fast for a page without repeated ids.
std::vector<std::string> repeated_ids(std::string_view html);

// Removes the character reference at the beginning of `text`, which begins with "&", and returns its character, or the
// two characters of a few named references. If there is no reference that ends with ";", removes and returns the "&".
std::string take_reference(std::string_view& text);
// Appends the text with character references such as "&amp;" and "&#34;" resolved.
void append_unescaped(std::string& out, std::string_view text);
std::string unescaped(std::string_view text);

}  // namespace markup
