#include "notation/schema.h"

#include <nlohmann/json.hpp>

namespace notation {
namespace {

using Json = nlohmann::ordered_json;

// Returns a schema that also accepts null.
Json nullable(Json schema) {
  if (schema.contains("enum")) {
    schema["enum"].push_back(nullptr);
  } else if (schema.contains("type")) {
    Json& type = schema["type"];
    if (!type.is_array()) type = Json::array({type});
    type.push_back("null");
  } else if (schema.contains("anyOf")) {
    if (schema["anyOf"].back() != Json{{"type", "null"}}) schema["anyOf"].push_back({{"type", "null"}});
  } else if (schema.contains("$ref")) {
    schema = {{"anyOf", Json::array({std::move(schema), {{"type", "null"}}})}};
  }
  return schema;
}

Json schema_of(const AnyFormat& format) {
  Json properties = Json::object(), required = Json::array();
  for (const AnyFormat::KeyInfo& key : format.keys()) {
    const bool is_required = key.standard.need == Need::required;
    const Json schema = Json::parse(key.type.schema);
    Json& property = properties[std::string(key.name)];
    property["description"] = plain_text(key.meaning);
    property.update(is_required || key.refuses_null ? schema : nullable(schema));
    if (is_required) required.push_back(key.name);
  }
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = format.is_open();
  schema.update(Json::parse(format.rules()));
  return schema;
}

void add_definitions(const AnyFormat& format, Json& definitions) {
  for (const AnyFormat::KeyInfo& key : format.keys())
    for (const AnyFormat* part : key.type.formats) {
      if (definitions.contains(part->name())) continue;
      definitions[part->name()] = schema_of(*part);
      add_definitions(*part, definitions);
    }
}

}  // namespace

std::string plain_text(std::string_view markdown) {
  std::string text(markdown);
  for (size_t middle = text.find("]("); middle != std::string::npos; middle = text.find("](")) {
    text.erase(middle, text.find(')', middle) - middle + 1);
    text.erase(text.rfind('[', middle), 1);
  }
  return text;
}

std::string schema_text(const AnyFormat& format, std::string_view title, std::string_view description) {
  Json schema = {
      {"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}, {"description", description}};
  schema.update(schema_of(format));
  Json definitions = Json::object();
  add_definitions(format, definitions);
  if (!definitions.empty()) schema["$defs"] = std::move(definitions);
  return schema.dump(2) + "\n";
}

}  // namespace notation
