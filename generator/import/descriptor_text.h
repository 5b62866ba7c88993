// The entry of a table in data/datapackage.json.
#pragma once
#include <string>

#include "import/infer.h"

namespace import {

struct ResourceText {
  std::string name;
  std::string title;
  std::string description;
  std::string source;  // an id of the bibliography, or ""
  std::string locator;
  std::string as_of;
  std::string no_source;  // why its numbers have no source, or ""
};

// JSON, indented by two spaces, a line a field; without a line end after it.
std::string descriptor_of(const ResourceText& resource, const InferredTable& table);

}  // namespace import
