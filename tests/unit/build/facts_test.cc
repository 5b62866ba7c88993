// Tests that the values that pages have read are stored once for each key.
#include "build/reuse.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

site::Record record_of(std::initializer_list<std::string_view> keys) {
  site::Recorder recorder;
  for (std::string_view key : keys) recorder.add(key, "", [&] { return base::hash_bytes(key); });
  return recorder.record();
}

std::vector<std::string> questions_of(const std::deque<build::Fact>& facts, const std::vector<uint32_t>& places) {
  std::vector<std::string> keys;
  for (uint32_t place : places) keys.push_back(facts[place].key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

using Texts = std::vector<std::string>;

TEST_CASE("dependencies that pages share are stored once, and those that depend on the page once for each page") {
  build::Facts facts;
  const auto a = facts.add(record_of({"config", "self", "frame:prices"}), "a.html");
  const auto b = facts.add(record_of({"config", "self", "page:a.html"}), "b.html");
  CHECK(facts.add("config", base::hash_bytes("config")) == facts.add("config", base::hash_bytes("another value_hash")));
  const std::deque<build::Fact> list = facts.take();
  CHECK(list.size() == 5);
  CHECK(questions_of(list, a) == Texts{"config", "frame:prices\ta.html", "self\ta.html"});
  CHECK(questions_of(list, b) == Texts{"config", "page:a.html", "self\tb.html"});
  for (const build::Fact& fact : list)
    CHECK(fact.value_hash == base::hash_bytes(std::string_view(fact.key).substr(0, fact.key.find('\t'))));
  CHECK(facts.take().empty());
}

}  // namespace
