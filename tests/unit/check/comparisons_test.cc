// Tests which words count as comparisons.
#include "check/prose.h"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string marked(std::string_view text, std::string_view language = "en") {
  std::string out;
  size_t at = 0;
  for (const check::Comparison& each : check::find_comparisons(text, language)) {
    out += std::string(text.substr(at, each.begin - at)) + "[" +
           std::string(text.substr(each.begin, each.end - each.begin)) + "]";
    at = each.end;
  }
  return out + std::string(text.substr(at));
}

TEST_CASE("superlatives, and comparatives with \"than\", are comparisons") {
  CHECK(marked("The cheapest of all, and the Least expensive.") == "The [cheapest] of all, and the [Least expensive].");
  CHECK(marked("It is faster than a log, and cheaper per hour than a tree.") ==
        "It is [faster than] a log, and [cheaper per hour than] a tree.");
  CHECK(marked("It needs less memory than that, and is more powerful than this.") ==
        "It needs [less memory than] that, and is [more powerful than] this.");
  CHECK(marked("the largest", "en-GB") == "the [largest]");
}

TEST_CASE("a factor of a quality or an amount is a comparison") {
  CHECK(marked("It is twice as fast, and needs ten times the memory.") ==
        "It is [twice as fast], and needs [ten times the memory].");
  CHECK(marked("twice the price, three times faster than that, three times faster") ==
        "[twice the price], [three times faster than] that, [three times faster]");
  for (const char* text : {"twice a day", "three times", "in times as hard as these", "half the price", "twice as many",
                           "ten times the same", "twice as a test", "half the readers"})
    CHECK(marked(text) == text);
}

TEST_CASE("other words are not comparisons") {
  for (const char* text : {"a larger engine", "more than one", "no more than 5", "rather than that", "at most",
                           "most people", "more care than others", "less than that", "cheaper. Than that",
                           "the largest-ever", "faster, if larger, or slower", "enlargest", "", "than"})
    CHECK(marked(text) == text);
}

TEST_CASE("text in other languages contains no comparisons") {
  CHECK(marked("the cheapest", "de") == "the cheapest");
  CHECK(marked("the cheapest", "eng") == "the cheapest");
}

}  // namespace
