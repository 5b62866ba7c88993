// Explanations of the diagnostic codes: the sections of content/handbook/diagnostics.md, compiled into the program.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cli {

struct Explanation {
  std::string_view code;
  std::string_view text;  // the meaning, an example and the fix in Markdown; ends with a newline

  // Returns the first sentence of the text, or the part of the sentence before a colon.
  std::string summary() const;
};

// Returns all explanations in the order of the file, which is sorted by code. Valid as long as the program runs.
const std::vector<Explanation>& explanations();
const Explanation* find_explanation(std::string_view code);

}  // namespace cli
