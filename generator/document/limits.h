// Rejects Markdown on which libcmark-gfm 0.29 would spend excessive time or memory. The library is quadratic in the
// depth of nesting and in the number of delimiters within one paragraph, completes table rows to the width of the
// header, and copies the definition of a link to each reference. Normal texts are far below these limits.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace document {

struct LimitViolation {
  std::string_view code;
  size_t offset = 0;
  size_t size = 0;
  std::string message;
  std::string expected;
  std::string help;
};

// Returns the limit that `markdown` exceeds, or nullopt. Codes: "too-large", "too-deep", "too-much-work" (base/work.h),
// "nul-byte", "invalid-utf8". Without an error, `lines` receives the offset of each line. Lines are counted as
// libcmark-gfm does: they end with \n, \r or \r\n, and a line end at the end of the text is followed by one more, empty
// line.
std::optional<LimitViolation> find_limit_violation(std::string_view markdown, std::vector<uint32_t>& lines);

}  // namespace document
