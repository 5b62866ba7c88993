// The JSON Schemas of the files that authors write.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cli {

// Returns the names: "front-matter", "table".
std::vector<std::string_view> schema_names();

// Returns a schema. REQUIRES: `name` is one of schema_names().
std::string schema_text(std::string_view name);

}  // namespace cli
