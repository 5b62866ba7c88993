#include "document/lines.h"

namespace document {
namespace {

constexpr size_t kUsualLine = 64;  // bytes

}  // namespace

std::vector<uint32_t> line_begins(std::string_view text) {
  std::vector<uint32_t> begins;
  begins.reserve(text.size() / kUsualLine + 2);
  begins.push_back(0);
  if (text.find('\r') == std::string_view::npos) {
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
      begins.push_back(static_cast<uint32_t>(at + 1));
    return begins;
  }
  for (size_t at = text.find_first_of("\n\r"); at != std::string_view::npos; at = text.find_first_of("\n\r", at)) {
    at += text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
    begins.push_back(static_cast<uint32_t>(at));
  }
  return begins;
}

}  // namespace document
