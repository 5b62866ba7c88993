#include "import/published.h"

#include <fmt/format.h>

#include <charconv>

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

std::string scalar(const notation::Node& map, std::string_view key) {
  const notation::Node* value = map.find(key);
  if (!value || value->is_null() || value->is_list() || value->is_map()) return "";
  std::string text;
  for (char c : base::trim(value->text)) {
    bool space = base::is_space(c);
    if (!space || text.back() != ' ') text += space ? ' ' : c;
  }
  return text;
}

std::optional<long> count_of_text(std::string_view text) {
  auto number = quantity::Exact::parse(base::trim(text));
  if (!number || number->sign() <= 0) return std::nullopt;
  std::string digits = number->to_fraction();
  long value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::optional<long> product_of(long a, long b) {
  long product = 0;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

std::string digits_of(std::string_view text) {
  text = base::trim(text);
  return quantity::Exact::parse(text) ? std::string(text) : "";
}

std::string computed_digits(const quantity::Exact& number) { return fmt::format("{}", number.to_double()); }

std::string rounded_digits(const quantity::Exact& number, int digits) {
  std::string text = number.round_half_up(digits);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::optional<notation::Node> parse_edited_json(const base::SourceText& source, Texts& texts,
                                                std::vector<std::string>& notes, base::Diagnostics& diagnostics) {
  base::Diagnostics strict;
  if (auto node = notation::parse_json(base::whole(source), strict)) return node;
  std::string mended, text = with_valid_utf8(std::string(source.text()));
  if (text != source.text()) mended = "bytes that are not UTF-8";
  if (text.starts_with("\xEF\xBB\xBF")) text.replace(0, 3, "   ");
  if (blank_last_commas(text) > 0)
    mended += mended.empty() ? "a comma after the last item" : ", commas after last items";
  base::Diagnostics loose;
  auto mended_text = std::make_shared<const base::SourceText>(source.path(), std::move(text));
  auto node = notation::parse_json(base::whole(*mended_text), loose);
  if (!node) {
    diagnostics.merge(std::move(strict));
    return std::nullopt;
  }
  texts.push_back(std::move(mended_text));
  if (!mended.empty()) notes.push_back(fmt::format("{} was read in spite of {}", source.path(), mended));
  return node;
}

std::string with_valid_utf8(std::string bytes) {
  size_t from = 0;
  while (auto bad = base::find_invalid_utf8(std::string_view(bytes).substr(from))) {
    bytes[from + *bad] = '?';
    from += *bad + 1;
  }
  return bytes;
}

}  // namespace import
