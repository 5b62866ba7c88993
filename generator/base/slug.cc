#include "base/slug.h"

#include <utf8proc.h>

#include "base/utf8.h"

namespace base {
namespace {

bool belongs_in_slug(char32_t c) {
  return c == '-' || is_letter_or_digit(c) ||
         utf8proc_category(static_cast<utf8proc_int32_t>(c)) == UTF8PROC_CATEGORY_PC;
}

}  // namespace

std::string github_slug(std::string_view text) {
  const std::string lowered = lower_case(text);
  std::string slug;
  slug.reserve(lowered.size());
  for (std::string_view rest = lowered; !rest.empty();) {
    const std::string_view from = rest;
    const char32_t c = take_code_point(rest);
    if (c == ' ')
      slug += '-';
    else if (belongs_in_slug(c))
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
