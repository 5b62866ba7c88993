// Tests that every word of the source is on the page, or that a message points to it.
#include "accounts.h"

#include <doctest/doctest.h>

#include <random>

TEST_CASE("every word of a random page is on the page, or a message points to it") {
  std::mt19937 random(34);
  size_t words = 0;
  size_t named = 0;
  for (int page = 0; page < 20'000; ++page) {
    const document_test::MadeUp made([&](unsigned below) { return static_cast<unsigned>(random() % below); });
    auto parsed = document_test::parse(made.text);
    const auto lost = document_test::lost_words(made, parsed);
    words += made.words.size();
    named += parsed.diagnostics.list().size();
    if (lost.empty()) continue;
    CHECK_MESSAGE(lost.empty(), lost.front() << " is lost of\n" << made.text);
    break;
  }
  CHECK(words > 100'000);
  CHECK(named > 10'000);
}
