// How diagnostics look: for people on a terminal, for programs as JSON (one object a line), and as GitHub annotations.
#pragma once
#include <string>

#include "base/diagnostic.h"

namespace base {

enum class DiagnosticFormat { text, json, github };

// Ends with a newline. `colour` applies to text only. Control characters in excerpts and messages are shown, not sent.
// JSON has the keys severity, code, file, line, column, end {line, column}, message, expected, help and notes, and
// leaves out what is not known; its lines and columns count from 1, and the end is the first column behind.
std::string format_diagnostic(const Diagnostic& diagnostic, DiagnosticFormat format, bool colour);

}  // namespace base
