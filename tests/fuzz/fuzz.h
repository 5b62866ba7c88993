// Helpers of all fuzz targets. A target is a file of this folder: LLVMFuzzerTestOneInput reads its input like a file
// from a stranger, and states with `require` what must be true of the result for any input.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace fuzz {

// Unless `holds`, ends the program with a message, so that libFuzzer stores the input.
void require(bool holds, std::string_view what, std::string_view found = "");

inline std::string_view text_of(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

inline base::Span whole(const base::SourceText& source) {
  return {&source, 0, static_cast<uint32_t>(source.text().size())};
}

// Splits an input of several files at its lines "%%". Returns at least `count` parts.
std::vector<std::string> parts_of(std::string_view input, size_t count);

// Checks that each diagnostic has a message without control characters, and positions that are in their files.
void check(const base::Diagnostics& diagnostics);
void check(base::Span span);

// Checks that values are inside their parents, and that keys are unique.
void check(const notation::Node& node);

// Checks HTML and SVG as the generator writes them: each element that is opened is closed, in order, and no element,
// attribute or address can run code.
void check_markup(std::string_view markup);

}  // namespace fuzz
