// The texts with the rows of a resource: its files, decompressed and converted to UTF-8, or the "data" of its
// descriptor.
#pragma once
#include <memory>
#include <vector>

#include "base/diagnostic.h"
#include "data/descriptor.h"

namespace data {

struct ResourceTexts {
  std::vector<const base::SourceText*> texts;                     // the texts of files that exist
  std::vector<std::unique_ptr<const base::SourceText>> own = {};  // the texts that are not files
};

// Opens the texts of a resource. Reports "csv-syntax" for a file that can't be decompressed or is not in its encoding.
ResourceTexts open_texts(const Resource& resource, const FindFile& find, base::Diagnostics& diagnostics);

// Whether there is an encoding of this name.
bool is_encoding(const std::string& name);

}  // namespace data
