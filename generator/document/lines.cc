#include "document/lines.h"

namespace document {
namespace {

constexpr size_t kUsualLine = 64;  // bytes

}  // namespace

std::vector<uint32_t> line_begins(std::string_view text, size_t begin) {
  std::vector<uint32_t> begins;
  begins.reserve((text.size() - begin) / kUsualLine + 2);
  begins.push_back(static_cast<uint32_t>(begin));
  const bool has_returns = text.find('\r', begin) != std::string_view::npos;
  if (!has_returns) {
    for (size_t at = text.find('\n', begin); at != std::string_view::npos; at = text.find('\n', at + 1))
      begins.push_back(static_cast<uint32_t>(at + 1));
    return begins;
  }
  for (size_t at = text.find_first_of("\n\r", begin); at != std::string_view::npos;
       at = text.find_first_of("\n\r", at)) {
    at += text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    begins.push_back(static_cast<uint32_t>(at));
  }
  return begins;
}

}  // namespace document
