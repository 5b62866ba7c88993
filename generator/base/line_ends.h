// How the lines of a file end.
#pragma once
#include <string_view>

namespace base {

// Whether in CR alone, as on old Macs.
inline bool has_bare_returns(std::string_view text) {
  return text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos;
}

// That of the first line: "\r\n" or "\n", which a text of one line has too.
inline std::string_view line_end_of(std::string_view text) {
  const size_t end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

}  // namespace base
