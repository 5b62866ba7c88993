#include "search/words.h"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> found;
  search::for_each_word(text, [&](std::string_view word, bool) { found.push_back(search::fold(word)); });
  return found;
}

}  // namespace

TEST_CASE("texts are split into words as in the browser's script") {
  // tests/search/words.test.mjs tests the script with the same cases.
  std::ifstream file(SOURCEBOOK_ROOT "/tests/search/words.json");
  const nlohmann::json cases = nlohmann::json::parse(file).at("cases");
  REQUIRE(cases.size() > 10);
  for (const auto& each : cases) {
    const auto text = each.at(0).get<std::string>();
    CHECK_MESSAGE(words(text) == each.at(1).get<std::vector<std::string>>(), text);
  }
}

TEST_CASE("the parts of a word with a hyphen are separate words") {
  std::vector<std::string> alone;
  search::for_each_word("192GB on-demand", [&](std::string_view word, bool is_alone) {
    if (is_alone) alone.emplace_back(word);
  });
  CHECK(alone == std::vector<std::string>{"192gb", "on", "demand"});
}

TEST_CASE("accents are kept for the stemmer and removed for lookup") {
  std::string kept;
  search::for_each_word("ÉTÉ", [&](std::string_view word, bool) { kept = word; });
  CHECK(kept == "été");
  CHECK(search::fold(kept) == "ete");
}

TEST_CASE("punctuation and hashes are not words") {
  CHECK(words(std::string(200, 'x')).empty());
  CHECK(words("\xff\xfe <>&").empty());
}

TEST_CASE("the stemmer depends on the language") {
  search::Stemmer english("en-GB"), german("de"), norwegian("nb"), none("tlh");
  CHECK(english.stem("recompiling") == english.stem("recompiled"));
  CHECK(german.stem("häuser") == german.stem("hauses"));
  CHECK(norwegian.stem("bilene") == norwegian.stem("bilen"));
  CHECK(none.stem("recompiling") == "recompiling");
}
