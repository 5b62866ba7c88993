// Fuzzes compressed files as published: workbooks, ZIP archives and gzip, byte by byte, unlike the target `tables`. The
// first line is the name of the file.
#include "fuzz/fuzz.h"
#include "import/sheet.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  const size_t end = input.find('\n');
  if (end == std::string_view::npos || end == 0 || end > 20) return 0;
  const base::SourceText file(std::string(input.substr(0, end)), std::string(input.substr(end + 1)));
  base::Diagnostics diagnostics;
  import::Texts texts;
  std::vector<std::string> notes;
  const auto sheet = import::read_table(file, {}, texts, notes, diagnostics);
  fuzz::check(diagnostics);
  fuzz::require(sheet.has_value() == !diagnostics.has_errors(), "what was refused is reported");
  return 0;
}
