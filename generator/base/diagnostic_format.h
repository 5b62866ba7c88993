// How diagnostics look: for people on a terminal, for programs as JSON (one object a line), and as GitHub annotations.
#pragma once
#include <string>

#include "base/diagnostic.h"

namespace base {

enum class DiagnosticFormat { text, json, github };

// Ends with a newline. `colour` applies to text only. Control characters in excerpts and messages are shown, not sent.
std::string format_diagnostic(const Diagnostic& diagnostic, DiagnosticFormat format, bool colour);

}  // namespace base
