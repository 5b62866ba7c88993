// Where a record comes from: what a ref leads to. A ref is "RESOURCE/KEY"; of a value whose column has a source of its
// own it is that, kOfColumn, and the column's name.
#pragma once
#include <string_view>
#include <vector>

namespace data {

struct Resource;
struct Source;

inline constexpr char kOfColumn = '\x1f';  // no key holds a control character

// "RESOURCE/KEY" of any ref.
inline std::string_view record_of(std::string_view ref) { return ref.substr(0, ref.find(kOfColumn)); }

// Texts live as long as the Database (and the SourceTexts it was loaded from).
struct Provenance {
  const Resource* resource = nullptr;
  std::string_view key;            // primary key, its columns joined by '/'
  const Source* source = nullptr;  // null for records that have none: see Resource::no_source
  std::string_view source_id;      // "" with no source
  std::string_view no_source;      // why it has none, as its resource says; "" with a source
  std::string_view locator;        // where in the source
  std::string_view as_of;          // "2026-01-31", "2026-01", "2026"; "" for undated
  std::string_view note;
  std::string_view covers;                // what the numbers of the record cover; "" if the row does not state it
  std::vector<std::string_view> caveats;  // texts, in the order of the descriptor
};

}  // namespace data
