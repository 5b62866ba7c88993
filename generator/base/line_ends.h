// How the lines of a file end.
#pragma once
#include <string_view>

namespace base {

// Whether in CR alone, as on old Macs.
inline bool has_bare_returns(std::string_view text) {
  return text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos;
}

}  // namespace base
