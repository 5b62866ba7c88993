#include "document/leftovers.h"

#include <algorithm>

#include "base/byte_set.h"
#include "base/text.h"

namespace document {

base::Diagnostic& Leftovers::add(std::string_view code, base::Severity severity, size_t begin, size_t end,
                                 std::string message) {
  const bool overlaps =
      std::any_of(found_.begin(), found_.end(), [&](const auto& each) { return begin < each.end && each.begin < end; });
  if (overlaps || found_.size() == kMaxLeftovers) return dropped_ = {};
  found_.push_back({begin, end});
  return severity == base::Severity::error ? diagnostics_.error(code, span_of_(begin, end), std::move(message))
                                           : diagnostics_.warning(code, span_of_(begin, end), std::move(message));
}

bool may_hold_leftovers(std::string_view text) {
  constexpr base::ByteSet kSigns("[{$*_~=+|^:\\%");
  for (size_t at = kSigns.find(text); at < text.size(); at = kSigns.find(text, at + 1)) {
    const char before = at > 0 ? text[at - 1] : ' ';
    const char after = at + 1 < text.size() ? text[at + 1] : ' ';
    if (text[at] == '[' && after == '@') continue;  // a citation
    if (text[at] == '%' && after != '%') continue;
    const bool is_plain_colon =
        text[at] == ':' && (base::is_letter(before) || base::is_digit(before) || (base::is_space(after) && at > 0));
    if (!is_plain_colon) return true;
  }
  for (std::string_view start :
       {"#", "!!!", "???", "--8<--", "<<<", ".. ", "@import ", "import ", "export ", "!include", "///"})
    if (text.starts_with(start)) return true;
  return false;
}

}  // namespace document
