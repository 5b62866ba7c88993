// `sourcebook schema NAME`: a JSON Schema for editors, of what authors write in YAML and JSON.
#pragma once
#include <CLI/CLI.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace cli {

struct SchemaOptions {
  std::string name;
};

// Names ("front-matter", "table", "chart", "site") and texts, which live as long as the program. They are the files of
// schemas/; tests/unit/cli/schema_test.cc compares them with what the readers take.
const std::vector<std::pair<std::string_view, std::string_view>>& schemas();

void set_up_schema(CLI::App& app, SchemaOptions& options, int& status);

}  // namespace cli
