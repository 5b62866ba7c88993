// Helpers for texts and diagnostics in tests.
#pragma once
#include <string>
#include <string_view>

#include "base/diagnostic_format.h"

inline std::string said(const base::Diagnostics& diagnostics) {
  std::string text;
  for (const base::Diagnostic& each : diagnostics.list())
    text += base::format_diagnostic(each, base::DiagnosticFormat::text, false);
  return text;
}

inline bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

inline size_t count(std::string_view text, std::string_view part) {
  size_t found = 0;
  for (size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size()) ++found;
  return found;
}

inline std::string repeat(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}
