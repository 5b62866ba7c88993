#include "site/kind.h"

#include <doctest/doctest.h>

TEST_CASE("a record contains each key once, and a known key is not hashed again") {
  site::Recorder recorder;
  size_t hashed = 0;
  auto add = [&](std::string_view name, std::string_view argument, uint64_t number) {
    recorder.add(name, argument, [&] { return ++hashed, base::Hash{number, number}; });
  };
  add("page", "b.html", 1);
  add("config", "", 2);
  add("page", "a.html", 3);
  add("page", "b.html", 4);
  CHECK(hashed == 3);
  CHECK(recorder.record() == site::Record{{"config", {2, 2}}, {"page:a.html", {3, 3}}, {"page:b.html", {1, 1}}});
}

TEST_CASE("a recorder that records nothing hashes nothing") {
  site::Recorder recorder(false);
  recorder.add("page", "a.html", []() -> base::Hash { throw 0; });
  CHECK(recorder.record().empty());
}
