#include "import/edited_json.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/utf8.h"
#include "notation/json.h"

namespace import {
namespace {

// Blanks each comma that stands before a closing bracket, outside of texts.
size_t blank_last_commas(std::string& text) {
  size_t blanked = 0, comma = std::string::npos;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == ',') {
      comma = i;
    } else if (c == ']' || c == '}') {
      if (comma != std::string::npos) text[comma] = ' ', ++blanked;
      comma = std::string::npos;
    } else if (!base::is_space(c)) {
      comma = std::string::npos;
      quoted = c == '"';
    }
  }
  return blanked;
}

}  // namespace

std::optional<notation::Node> parse_whole_json(const base::SourceText& text, base::Diagnostics& diagnostics) {
  return notation::parse_json(base::whole(text), diagnostics);
}

std::optional<notation::Node> parse_edited_json(const base::SourceText& source, Texts& texts,
                                                std::vector<std::string>& notes, base::Diagnostics& diagnostics,
                                                decltype(parse_whole_json)* parse) {
  base::Diagnostics strict;
  if (auto node = parse(source, strict)) return node;
  std::string mended, text = base::with_valid_utf8(std::string(source.text()));
  if (text != source.text()) mended = "bytes that are not UTF-8";
  if (text.starts_with("\xEF\xBB\xBF")) text.replace(0, 3, "   ");
  if (blank_last_commas(text) > 0)
    mended += mended.empty() ? "a comma after the last item" : ", commas after last items";
  base::Diagnostics loose;
  auto mended_text = std::make_shared<const base::SourceText>(source.path(), std::move(text));
  auto node = parse(*mended_text, loose);
  if (!node) {
    diagnostics.merge(std::move(strict));
    return std::nullopt;
  }
  texts.push_back(std::move(mended_text));
  if (!mended.empty()) notes.push_back(fmt::format("{} was read in spite of {}", source.path(), mended));
  return node;
}

}  // namespace import
