// Fuzzes a bibliography; the first line is the name of its file. Each source that is read must have CSL-JSON, and be
// found by its id.
#include <nlohmann/json.hpp>
#include <set>

#include "data/bibliography.h"
#include "fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  const size_t end = input.find('\n');
  if (end == std::string_view::npos || end > 20) return 0;
  const base::SourceText file("data/sources/" + std::string(input.substr(0, end)), std::string(input.substr(end + 1)));
  if (!data::Bibliography::is_file(file.path())) return 0;
  base::Diagnostics diagnostics;
  const auto bibliography = data::Bibliography::read({&file}, diagnostics);
  fuzz::check(diagnostics);
  std::set<std::string_view> ids;
  for (const data::Source& source : bibliography.sources()) {
    fuzz::check(source.span), fuzz::check(source.id_span);
    fuzz::require(bibliography.find(source.id) != nullptr, "an id finds a source", source.id);
    fuzz::require(ids.insert(source.id).second || diagnostics.has_errors(), "ids are unique", source.id);
    fuzz::require(source.converted.empty() || nlohmann::json::accept(source.csl()), "CSL is JSON", source.csl());
    fuzz::require(source.link().find_first_of("\n\t \"<>") == std::string::npos, "a link has no space", source.link());
  }
  return 0;
}
