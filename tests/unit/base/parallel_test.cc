#include "base/parallel.h"

#include <doctest/doctest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

TEST_CASE("each index is processed once, by a worker whose number is below the number of jobs") {
  for (unsigned jobs : {0u, 1u, 2u, 8u}) {
    std::vector<std::atomic<int>> seen(1000);
    std::atomic<bool> in_range{true};
    base::parallel_for(jobs, seen.size(), [&](size_t index, unsigned worker) {
      ++seen[index];
      if (worker >= std::max(1u, jobs)) in_range = false;
    });
    CHECK(in_range);
    for (auto& count : seen) REQUIRE(count == 1);
  }
  base::parallel_for(4, 0, [](size_t, unsigned) { FAIL("called for nothing"); });
}

TEST_CASE("the exception with the lowest index is rethrown after all work is done") {
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> done{0};
    std::string what;
    try {
      base::parallel_for(4, 100, [&](size_t index, unsigned) {
        ++done;
        if (index % 7 == 3) throw std::runtime_error(std::to_string(index));
      });
    } catch (const std::runtime_error& error) {
      what = error.what();
    }
    CHECK(what == "3");
    CHECK(done == 100);
  }
}

TEST_CASE("different contents have different hashes, and hashes do not change between runs") {
  CHECK(base::hash_bytes("").hex() == "99aa06d3014798d86001c324468d497f");
  CHECK(base::hash_bytes("abc") == base::hash_bytes("abc"));
  CHECK(base::hash_bytes("abc") != base::hash_bytes("abd"));
  auto two = [](std::string_view a, std::string_view b) { return base::Hasher().add(a).add(b).finish(); };
  CHECK(two("ab", "c") != two("a", "bc"));
  CHECK(two("", "a") != two("a", ""));
  CHECK(base::Hasher().add(uint64_t{1}).finish() != base::Hasher().add(uint64_t{2}).finish());
  CHECK(base::Hasher().add(base::Hash{1, 2}).finish() != base::Hasher().add(base::Hash{2, 1}).finish());
  CHECK(base::Hash{0x1, 0xAB}.hex() == "000000000000000100000000000000ab");
}

TEST_CASE("a result is a value or an error, and using it as the other throws") {
  using Result = base::Result<std::string, int>;
  Result good = std::string("x");
  Result bad = base::Failure{5};
  CHECK(good.ok());
  CHECK(*good == "x");
  CHECK_FALSE(bad);
  CHECK(bad.error() == 5);
  CHECK_THROWS_AS(bad.value(), std::logic_error);
  CHECK_THROWS_AS(good.error(), std::logic_error);
  CHECK(std::move(good).value() == "x");
}
