// What fuzz targets share. A target is a file of this folder: LLVMFuzzerTestOneInput reads its input as a stranger's
// file would be read, and says with `require` what must hold of the result, whatever the input was.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace fuzz {

// Ends the program with a sentence, so that libFuzzer keeps the input.
void require(bool holds, std::string_view what, std::string_view found = "");

inline std::string_view text_of(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline base::Span whole(const base::SourceText& source) {
  return {&source, 0, static_cast<uint32_t>(source.text().size())};
}

// An input of several files: the parts between lines "%%", at least `count` parts.
std::vector<std::string> parts_of(std::string_view input, size_t count);

// Each diagnostic says something, in words that steer no terminal, about places that are in their files.
void check(const base::Diagnostics& diagnostics);
void check(base::Span span);

// Values are inside their parents, and keys are unique.
void check(const notation::Node& node);

// HTML and SVG as the generator writes them: each element that is opened is closed, in order, and nothing runs: no
// element or attribute that does, and no address with a scheme that does.
void check_markup(std::string_view markup);

}  // namespace fuzz
