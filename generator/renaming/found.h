// What a rename finds in a site's files: what is to change for sure, and what a person has to look at.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/edit.h"

namespace renaming {

struct Left {
  base::Span span;
  std::string why;
  bool within_a_name = false;  // "alder" in "alder-manual", which most likely is the name of something else
};

struct Found {
  std::vector<base::Edit> edits;
  std::map<std::string, size_t, std::less<>> counts;  // "figure" -> how many of them change
  std::vector<Left> left;

  void edit(std::string_view what, base::Span span, std::string text) {
    edits.push_back({span, std::move(text)});
    ++counts[std::string(what)];
  }
  // The same of a scalar, which is left where it is written in another way than rewritten_scalar() knows.
  void rewrite(std::string_view what, base::Span span, std::string_view text, const std::string& becomes);
};

// A scalar as it stands in its file, in the same quotes, a number as a number; nothing where it isn't written as it is.
std::optional<std::string> rewritten_scalar(base::Span written, std::string_view text, const std::string& becomes);

// Whether this is an integer as a file has it.
bool is_number(std::string_view text);

// Whether no letter or digit stands right before or behind a part of a text.
inline bool is_whole_word(std::string_view text, size_t begin, size_t end) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  return (begin == 0 || !is_word(text[begin - 1])) && (end >= text.size() || !is_word(text[end]));
}

}  // namespace renaming
