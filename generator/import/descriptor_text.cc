#include "import/descriptor_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "data/descriptor.h"
#include "notation/json.h"

namespace import {
namespace {

using notation::json_text;

std::string quoted_list(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts) quoted.push_back(json_text(text));
  return "[" + base::join(quoted, ", ") + "]";
}

std::string field_of(const InferredColumn& column, bool in_key) {
  std::string out = fmt::format("{{\"name\": {}, \"title\": {}, \"type\": \"{}\"", json_text(column.name),
                                json_text(column.title), data::type_name(column.type));
  if (!column.unit.empty()) out += fmt::format(", \"unit\": {}", json_text(column.unit));
  std::vector<std::string> constraints;
  if (column.required && !in_key) constraints.emplace_back("\"required\": true");  // a key is required anyway
  if (!column.one_of.empty()) constraints.push_back("\"enum\": " + quoted_list(column.one_of));
  if (!constraints.empty()) out += ", \"constraints\": {" + base::join(constraints, ", ") + "}";
  return out + "}";
}

}  // namespace

std::string descriptor_of(const ResourceText& resource, const InferredTable& table) {
  std::string out = "{\n";
  auto add = [&](std::string_view key, const std::string& text) {
    if (!text.empty()) out += fmt::format("  \"{}\": {},\n", key, json_text(text));
  };
  add("name", resource.name);
  add("path", resource.name + ".csv");
  add("title", resource.title);
  add("description", resource.description);
  add("source", resource.source);
  if (!resource.no_source.empty()) add("sources", "none");
  add("reason", resource.no_source);
  add("locator", resource.locator);
  add("as_of", resource.as_of);
  std::vector<std::string> key;
  for (size_t i : table.key) key.push_back(table.columns[i].name);
  out += "  \"schema\": {\n    \"fields\": [\n";
  for (size_t i = 0; i < table.columns.size(); ++i) {
    bool in_key = std::find(table.key.begin(), table.key.end(), i) != table.key.end();
    out += "      " + field_of(table.columns[i], in_key) + (i + 1 < table.columns.size() ? ",\n" : "\n");
  }
  out += "    ]";
  if (!key.empty()) out += ",\n    \"primaryKey\": " + quoted_list(key);
  return out + "\n  }\n}";
}

}  // namespace import
