// Rejects Markdown on which libcmark-gfm 0.29 would spend excessive time or memory: it is quadratic in the depth of
// nesting and in the number of delimiters within one paragraph, completes table rows to the width of the header, and
// copies the definition of a link to each reference. Texts that people write are far below these limits.
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

// Returns why `markdown` must not be parsed, if so. Codes: "too-large", "too-deep", "too-much-work" (base/work.h),
// "nul-byte", "invalid-utf8". Otherwise `lines` receives the offset at which each line begins, as libcmark-gfm counts
// lines: they end with \n, \r or \r\n, and after a line end at the end of the text there is one more, which is empty.
std::optional<LimitViolation> find_limit_violation(std::string_view markdown, std::vector<uint32_t>& lines);

}  // namespace document
