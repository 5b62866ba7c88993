// Files and names that are compiled into the program. They are valid as long as it runs.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

// Returns the version of this program: "1.2.3".
std::string_view version();
// Returns the GitHub repository ("OWNER/NAME") with the releases and actions of this program; "" if the build does not
// know it.
std::string_view repository();

using EmbeddedFiles = std::vector<std::pair<std::string_view, std::string_view>>;

// Returns the files of the site that `sourcebook new site` writes: those in starter/, by path.
const EmbeddedFiles& starter_files();
// Returns its texts and data in other languages: those in starters/, as "de/content/index.md".
const EmbeddedFiles& starter_translations();

// The explanation of a diagnostic code: a section of explanations.md.
struct Explanation {
  std::string_view code;
  std::string_view text;  // the meaning, an example and the fix in Markdown; ends with a newline

  // Returns the first sentence of the text, or the part of the sentence before a colon.
  std::string summary() const;
};

// Returns all explanations in the order of the file, which is sorted by code.
const std::vector<Explanation>& explanations();
const Explanation* find_explanation(std::string_view code);

}  // namespace cli
