// Fuzzes files with settings; the first line is the name of the file, which says what it is: the settings of a site or
// an import, units, or texts of the interface.
#include <set>

#include "data/database.h"
#include "fuzz/fuzz.h"
#include "import/settings.h"
#include "site/config.h"
#include "site/words.h"

namespace {

void check_texts(const base::SourceText& file, base::Diagnostics& diagnostics) {
  const auto words = site::Words::read(file, diagnostics);
  site::Words other = words;
  (void)other.fill_with_english(words);
  for (const auto& [key, text] : words.all()) {
    fuzz::require(words[key] == text, "a key finds its text", key);
    for (const size_t count : {0, 1, 2, 5, 1'000'000}) (void)words.count(site::without_form(key, words), count);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  const size_t end = input.find('\n');
  if (end == std::string_view::npos) return 0;
  const std::string name(input.substr(0, end));
  const base::SourceText file(name, std::string(input.substr(end + 1)));
  base::Diagnostics diagnostics;
  if (name == "data/site.json") (void)site::read_config(&file, diagnostics);
  if (name == "data/units.json") (void)data::read_units(&file, diagnostics);
  if (name == "data/imports/table.yaml") (void)import::read_settings(file, diagnostics);
  if (name == "templates/strings/en.yaml") check_texts(file, diagnostics);
  fuzz::check(diagnostics);
  return 0;
}
