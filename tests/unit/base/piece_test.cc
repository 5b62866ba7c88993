#include "base/piece.h"

#include <doctest/doctest.h>

#include <string>

TEST_CASE("a pair is found wherever it stands, the first of them") {
  for (size_t before = 0; before <= 140; ++before)
    for (size_t after : {size_t{0}, size_t{1}, size_t{63}, size_t{140}}) {
      const std::string text = std::string(before, 'b') + "ab" + std::string(after, 'a');
      CHECK(base::find_pair(text, 'a', 'b') == before);
      CHECK(base::find_pair(text + "ab", 'a', 'b', before + 1) == before + after + 2);
      CHECK(base::find_pair(text, 'a', 'c') == text.size());
    }
  CHECK(base::find_pair("", 'a', 'a') == 0);
  CHECK(base::find_pair("a", 'a', 'a') == 1);
  CHECK(base::find_pair("aaa", 'a', 'a', 1) == 1);
}

TEST_CASE("the ends of a text may be the same bytes") {
  CHECK(base::holds_any(base::piece_of_ends("a1234567") == 'a'));
  CHECK(base::holds_any(base::piece_of_ends("1234567a") == 'a'));
  CHECK(base::holds_any(base::piece_of_ends("12345678a12345678") == 'a') == false);
  CHECK(base::holds_any(base::piece_of_ends("123456781234567a") == 'a'));
}

TEST_CASE("numbers are summed up without a sign") {
  CHECK(base::sum(base::Numbers{}) == 0);
  CHECK(base::sum(base::Numbers{} + 255) == 16 * 255);
  CHECK(base::sum(base::Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}) == 136);
}
