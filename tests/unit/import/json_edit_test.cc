// Tests that inserting an item into a JSON file does not change other bytes.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "import/json_edit.h"

namespace {

std::string insert(const std::string& text, const std::string& key = "resources",
                   const std::string& item = "{\n  \"n\": 1\n}") {
  base::SourceText file("f.json", text);
  base::Diagnostics diagnostics;
  import::JsonEditor editor(file, diagnostics);
  if (!editor.append(key, item, diagnostics)) return diagnostics.list().front().code;
  CHECK(diagnostics.empty());
  CHECK(nlohmann::json::accept(editor.text()));
  return editor.text();
}

TEST_CASE("an item is added after the last one, with the same indentation") {
  CHECK(insert("{\n  \"a\": 1,\n  \"resources\": [\n    {\"x\": 1}\n  ],\n  \"z\": []\n}\n") ==
        "{\n  \"a\": 1,\n  \"resources\": [\n    {\"x\": 1},\n    {\n      \"n\": 1\n    }\n  ],\n  \"z\": []\n}\n");
  CHECK(insert("{\"resources\":[\n\t{\"x\":1}\n]}") == "{\"resources\":[\n\t{\"x\":1},\n\t{\n\t  \"n\": 1\n\t}\n]}");
}

TEST_CASE("an item is added to an empty list, a list on one line, and a file without the list") {
  CHECK(insert("{\n  \"resources\": []\n}\n") == "{\n  \"resources\": [\n    {\n      \"n\": 1\n    }\n  ]\n}\n");
  CHECK(insert("{\"resources\": [{\"x\": 1}]}\n") == "{\"resources\": [{\"x\": 1},\n  {\n    \"n\": 1\n  }]}\n");
  CHECK(insert("{\n  \"name\": \"x\"\n}\n") ==
        "{\n  \"name\": \"x\",\n  \"resources\": [\n    {\n      \"n\": 1\n    }\n  ]\n}\n");
  CHECK(insert("{}") == "{\n  \"resources\": [\n    {\n      \"n\": 1\n    }\n  ]\n}");
}

TEST_CASE("brackets in strings are ignored, and line breaks are unchanged") {
  CHECK(insert("{\r\n  \"resources\": [\r\n    {\"x\": \"]}\"}\r\n  ]\r\n}\r\n") ==
        "{\r\n  \"resources\": [\r\n    {\"x\": \"]}\"},\r\n    {\r\n      \"n\": 1\r\n    }\r\n  ]\r\n}\r\n");
}

TEST_CASE("a key that is not a list is an error") {
  CHECK(insert("[]") == "wrong-type");
  CHECK(insert("{\"resources\": {}}") == "wrong-type");
  CHECK(insert("{\"resources\": [}") == "json-syntax");
}

TEST_CASE("a key of a resource is changed in place, or added before its schema") {
  const auto with = [](const std::string& text) {
    base::SourceText file("d.json", text);
    base::Diagnostics diagnostics;
    import::JsonEditor editor(file, diagnostics);
    editor.set_in_resource("r", "as_of", "\"2026-03\"");
    return editor ? editor.text() : "error";
  };
  CHECK(with("{\"resources\": [{\"name\": \"r\", \"as_of\" : \"2025\"}]}") ==
        "{\"resources\": [{\"name\": \"r\", \"as_of\" : \"2026-03\"}]}");
  CHECK(with("{\"resources\": [\n  {\n    \"name\": \"r\",\n    \"schema\": {}\n  }]}") ==
        "{\"resources\": [\n  {\n    \"name\": \"r\",\n    \"as_of\": \"2026-03\",\n    \"schema\": {}\n  }]}");
  CHECK(with("{\"resources\": [{\"name\": \"q\"}]}") == "{\"resources\": [{\"name\": \"q\"}]}");
  CHECK(with("{\"resources\": [{\"name\": \"r\"") == "error");
}

}  // namespace
