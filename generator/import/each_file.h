// For importers that read single files: each of those given, and an error for a folder.
#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "import/importer.h"

namespace import {

// `name` is what the file is called where it is published: "vms.csv".
template <class Read>
void each_file(const std::vector<Given>& given, Task& task, const std::string& name, const Read& read) {
  for (const Given& each : given) {
    if (each.is_folder())
      task.diagnostics.error("import-format", each.shown, fmt::format("{} is a folder", each.shown))
          .suggest("name the file in it: " + name);
    else
      read(each);
  }
}

}  // namespace import
