// The texts with the rows of a resource: its files, decompressed and converted to UTF-8, or the "data" of its
// descriptor.
#pragma once
#include <memory>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"

namespace data {

struct ResourceTexts {
  std::vector<const base::SourceText*> texts;                     // without files that do not exist
  std::vector<std::unique_ptr<const base::SourceText>> own = {};  // those of `texts` that are not files
};

// Codes: "csv-syntax" for a file that can't be decompressed or is not in its encoding.
ResourceTexts open_texts(const Resource& resource, const FindFile& find, base::Diagnostics& diagnostics);

// Whether texts of an encoding can be read.
bool is_encoding(const std::string& name);

}  // namespace data
