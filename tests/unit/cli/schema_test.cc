// Checks that the JSON Schemas list exactly the keys and words that the readers accept.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "cli/schemas.h"
#include "io/memory.h"
#include "passes/build.h"

namespace {

using nlohmann::json;
using Names = std::set<std::string>;

json schema(std::string_view name) { return json::parse(cli::schema_text(name)); }

// Returns the keys of the object at `pointer`, a JSON pointer into a schema.
Names keys(const json& schema, const std::string& pointer = "") {
  const json& object = schema.at(json::json_pointer(pointer));
  CHECK_MESSAGE(object.at("additionalProperties") == false, pointer);
  Names names;
  for (const auto& [key, value] : object.at("properties").items()) names.insert(key);
  return names;
}

// Extracts the names from a list such as `"a", "b" or "c"`.
Names names_in(const std::string& list) {
  Names names;
  std::vector<std::string_view> parts = base::split(list, '"');
  for (size_t i = 1; i < parts.size(); i += 2) names.emplace(parts[i]);
  return names;
}

constexpr std::string_view kProbe = "zzz_probe";  // a key or value that nothing accepts

// Returns the names that the diagnostic about kProbe lists as accepted.
Names expected(const base::Diagnostics& diagnostics) {
  for (const base::Diagnostic& each : diagnostics.list()) {
    if (each.message.find(kProbe) == std::string::npos) continue;
    CHECK_MESSAGE(each.expected.find("…") == std::string::npos, "the list is truncated: " << each.expected);
    return names_in(each.expected);
  }
  return {"the probe was not reported"};
}

TEST_CASE("the schema lists the keys of named figures in front matter") {
  io::MemoryFileSystem root(std::map<std::string, std::string>{
      {"content/index.md", "---\ntitle: A\nfigures: {a: {is: 1, zzz_probe: 1}}\n---\nText.\n"}});
  io::MemoryFileSystem out;
  CHECK(keys(schema("front-matter"), "/properties/figures/additionalProperties/anyOf/1") ==
        expected(passes::build_site(root, out, {}).diagnostics));
}

TEST_CASE("every schema is valid JSON Schema 2020-12, and describes its keys") {
  CHECK(cli::schema_names().size() == 9);
  for (const std::string_view name : cli::schema_names()) {
    json all = schema(name);
    CHECK(all.at("$schema") == "https://json-schema.org/draft/2020-12/schema");
    CHECK(all.contains("title"));
    for (const auto& [key, value] : all.at("properties").items()) CHECK_MESSAGE((value.contains("description")), key);
  }
}

}  // namespace
