// Files that are compiled into the program: names and texts that live as long as it does.
#pragma once
#include <string_view>
#include <utility>
#include <vector>

namespace cli {

using EmbeddedFiles = std::vector<std::pair<std::string_view, std::string_view>>;

// The site that `sourcebook new site` writes: the files of starter/ by their paths.
const EmbeddedFiles& starter_files();

// JSON Schemas of the YAML and JSON that authors write: the files of schemas/ by name ("front-matter", "table").
// tests/unit/cli/schema_test.cc compares them with the readers.
const EmbeddedFiles& schemas();

}  // namespace cli
