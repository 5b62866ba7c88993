// Formats diagnostics as text for a terminal, as JSON (one object per line), and as GitHub annotations.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace base {

enum class DiagnosticFormat { text, json, github };

// Ends with a newline. `colour` applies to text only. Control characters in excerpts and messages are made visible in
// all formats. JSON has the keys severity, code, file, line, column, end {line, column}, message, expected, help and
// notes, as far as they are known; lines and columns count from 1, and the end is exclusive.
std::string format_diagnostic(const Diagnostic& diagnostic, DiagnosticFormat format, bool colour);

// Applies base::visible() to each line of a text, and keeps GitHub's logs from running it as a command ("::NAME::").
std::string visible_lines(std::string_view text);

// Returns one line of JSON, in which everything is escaped that a terminal would interpret or not show. Lone bytes
// become U+FFFD.
std::string json_line(const nlohmann::ordered_json& value);

// The line in which a span begins, in three parts. Control characters are made visible. A long line is shortened to the
// part around the span, with "…" for the rest, so that a megabyte of JSON on one line stays readable.
struct Excerpt {
  std::string before, marked, after;
};

// REQUIRES: the span has a source.
Excerpt excerpt_of(Span span);

}  // namespace base
