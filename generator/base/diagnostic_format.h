// How diagnostics look: for people on a terminal, for programs as JSON (one object a line), and as GitHub annotations.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace base {

enum class DiagnosticFormat { text, json, github };

// Ends with a newline. `colour` applies to text only. Control characters in excerpts and messages are shown, not sent,
// in each of the formats. JSON has the keys severity, code, file, line, column, end {line, column}, message, expected,
// help and notes, and leaves out what is not known; its lines and columns count from 1, and the end is the first column
// behind.
std::string format_diagnostic(const Diagnostic& diagnostic, DiagnosticFormat format, bool colour);

// A text of several lines as a terminal may be given it: see base::visible.
std::string visible_lines(std::string_view text);

// One line of JSON in which all that a terminal would obey, or not show, is escaped. Lone bytes become U+FFFD.
std::string json_line(const nlohmann::ordered_json& value);

}  // namespace base
