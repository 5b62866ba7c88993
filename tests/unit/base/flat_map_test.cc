#include "base/flat_map.h"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <string_view>

namespace {

// All of them want the same place.
struct Crowded {
  int number = 0;
  bool operator==(const Crowded&) const = default;
};

}  // namespace

template <>
struct std::hash<Crowded> {
  size_t operator()(const Crowded&) const noexcept { return 6; }
};

TEST_CASE("a flat map finds what was added, however much that is, and nothing else") {
  base::FlatMap<std::string_view, size_t> map;
  CHECK(map.find("page-0") == nullptr);
  map.prefetch("page-0");  // of nothing, nothing comes
  std::map<std::string, size_t> added;
  for (size_t i = 0; i < 5000; ++i) added.emplace("page-" + std::to_string(i * 7), i);
  for (const auto& [key, value] : added) CHECK(map.emplace(key, value) == std::pair(value, true));
  CHECK(map.size() == added.size());
  for (size_t i = 0; i < 35'000; ++i) {
    const std::string key = "page-" + std::to_string(i);
    const size_t* found = map.find(key);
    REQUIRE((found != nullptr) == added.contains(key));
    if (found) REQUIRE(*found == added.at(key));
  }
}

TEST_CASE("a flat map keeps the first value of a key") {
  base::FlatMap<std::string_view, int> map;
  CHECK(map.emplace("", 1) == std::pair(1, true));
  CHECK(map.emplace("", 2) == std::pair(1, false));
  CHECK(*map.find("") == 1);
  CHECK(map.size() == 1);
}

TEST_CASE("keys whose hashes are equal are told apart") {
  base::FlatMap<Crowded, int> map;
  map.reserve(3);
  for (int i = 0; i < 100; ++i) map.emplace(Crowded{i}, 10 * i);
  for (int i = 0; i < 100; ++i) REQUIRE(map.find(Crowded{i}) != nullptr);
  for (int i = 0; i < 100; ++i) CHECK(*map.find(Crowded{i}) == 10 * i);
  CHECK(map.find(Crowded{100}) == nullptr);
}
