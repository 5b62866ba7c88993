// Where a record comes from: what a ref ("RESOURCE/KEY") leads to.
#pragma once
#include <string_view>
#include <vector>

namespace data {

struct Resource;
struct Source;

// Texts live as long as the Database (and the SourceTexts it was loaded from).
struct Provenance {
  const Resource* resource = nullptr;
  std::string_view key;            // primary key, its columns joined by '/'
  const Source* source = nullptr;  // null for records that need none (a list of names)
  std::string_view source_id;      // "" with no source
  std::string_view locator;        // where in the source
  std::string_view as_of;          // "2026-01-31", "2026-01", "2026"; "" for undated
  std::string_view note;
  std::string_view covers;  // what the numbers of the record cover; "" if the row does not state it
  std::vector<std::string_view> caveats;  // texts, in the order of the descriptor
};

}  // namespace data
