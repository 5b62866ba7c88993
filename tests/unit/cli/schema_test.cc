// Checks that the JSON Schemas list exactly the keys and words that the readers accept.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.h"
#include "blocks/table_spec.h"
#include "cli/schemas.h"
#include "io/memory.h"
#include "notation/yaml.h"
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

// Returns the words that the schema lists at `pointer`, either directly or in the definition that it refers to.
Names words(const json& schema, const std::string& pointer) {
  const json* listed = &schema.at(json::json_pointer(pointer));
  if (listed->contains("$ref"))
    listed = &schema.at(json::json_pointer(listed->at("$ref").get<std::string>().substr(1)));
  Names names;
  for (const json& word : listed->at("enum"))
    if (word.is_string()) names.insert(word);
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

template <class Parse>
Names block(const std::string& yaml, Parse parse) {
  base::SourceText source("block", yaml);
  base::Diagnostics diagnostics;
  auto node = notation::parse_yaml({&source, 0, static_cast<uint32_t>(yaml.size())}, diagnostics);
  REQUIRE(node);
  parse(*node, diagnostics);
  return expected(diagnostics);
}

Names table(const std::string& yaml) {
  return block(yaml, [](const notation::Node& node, base::Diagnostics& said) { blocks::parse_table_spec(node, said); });
}

TEST_CASE("the schema lists the keys of named figures in front matter") {
  io::MemoryFileSystem root(std::map<std::string, std::string>{
      {"content/index.md", "---\ntitle: A\nfigures: {a: {is: 1, zzz_probe: 1}}\n---\nText.\n"}});
  io::MemoryFileSystem out;
  CHECK(keys(schema("front-matter"), "/properties/figures/additionalProperties/anyOf/1") ==
        expected(passes::build_site(root, out, {}).diagnostics));
}

TEST_CASE("the schema lists the keys of tables") {
  json all = schema("table");
  CHECK(keys(all) == table("zzz_probe: 1"));
  CHECK(keys(all, "/$defs/column_map") == table("columns: [{name: a, zzz_probe: 1}]"));
  CHECK(keys(all, "/$defs/group") == table("columns: [{group: a, zzz_probe: 1}]"));
  CHECK(keys(all, "/$defs/remark/anyOf/1") == table("columns: [{name: a, missing: {column: b, zzz_probe: 1}}]"));
  CHECK(words(all, "/$defs/column_map/properties/better") == table("columns: [{name: a, better: zzz_probe}]"));
  CHECK(words(all, "/properties/narrow") == table("narrow: zzz_probe"));
}

TEST_CASE("every schema is valid JSON Schema 2020-12, and describes its keys") {
  CHECK(cli::schema_names().size() == 6);
  for (const std::string_view name : cli::schema_names()) {
    json all = schema(name);
    CHECK(all.at("$schema") == "https://json-schema.org/draft/2020-12/schema");
    CHECK(all.contains("title"));
    for (const auto& [key, value] : all.at("properties").items()) CHECK_MESSAGE((value.contains("description")), key);
  }
}

}  // namespace
