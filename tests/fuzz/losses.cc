// Generates pages from the input's bytes: every word must be on the page, or a message must point to it.
#include "fuzz/fuzz.h"
#include "unit/document/accounts.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  size_t at = 0;
  const document_test::MadeUp made([&](unsigned below) { return at < size ? data[at++] % below : 0U; });
  auto parsed = document_test::parse(made.text);
  fuzz::check(parsed.diagnostics);
  fuzz::check_markup(parsed.html());
  const auto lost = document_test::lost_words(made, parsed);
  fuzz::require(lost.empty(), "every word is on the page, or named", lost.empty() ? made.text : lost.front());
  return 0;
}
