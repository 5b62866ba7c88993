#include "base/slug.h"

#include <utf8proc.h>

#include "base/byte_set.h"
#include "base/letter.h"
#include "base/utf8.h"

namespace base {
namespace {

constexpr ByteSet kAsciiThatStays = ByteSet("-_").with('0', '9').with('a', 'z');

bool stays(char32_t c) {
  if (c < 0x80) return kAsciiThatStays.has(static_cast<char>(c));
  return is_letter_or_digit(c) || utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_PC;
}

std::string slug_of_ascii(std::string_view text) {
  std::string slug;
  slug.reserve(text.size());
  for (char c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    if (c == ' ') c = '-';
    if (kAsciiThatStays.has(c)) slug += c;
  }
  return slug;
}

}  // namespace

std::string github_slug(std::string_view text) {
  if (is_ascii(text)) return slug_of_ascii(text);
  std::string lowered = lower_case(text);
  std::string slug;
  slug.reserve(lowered.size());
  for (std::string_view rest = lowered; !rest.empty();) {
    const std::string_view from = rest;
    char32_t c = take_code_point(rest);
    if (c == ' ')
      slug += '-';
    else if (stays(c))
      slug += from.substr(0, from.size() - rest.size());
  }
  return slug;
}

std::string file_slug(std::string_view text) {
  std::string slug;
  for (char c : github_slug(text)) {
    if (c == '_') c = '-';
    if (c != '-' || (!slug.empty() && slug.back() != '-')) slug += c;
  }
  while (slug.ends_with('-')) slug.pop_back();
  return slug;
}

const std::string& Slugger::unique(std::string slug) {
  auto [at, is_new] = seen_.try_emplace(std::move(slug), 1);
  if (is_new) return at->first;
  auto& [taken, next] = *at;
  while (true) {
    auto [numbered, is_free] = seen_.try_emplace(taken + "-" + std::to_string(next++), 1);
    if (is_free) return numbered->first;
  }
}

}  // namespace base
