#include "markup/text_width.h"

#include <doctest/doctest.h>

namespace markup {
namespace {

TEST_CASE("text is as wide as in Liberation Sans, Arial and Helvetica") {
  // Adobe's metrics of Helvetica, in thousandths: A 667, i 222, space 278; of Helvetica Bold: A 722.
  CHECK(text_width("A", 1000) == doctest::Approx(667).epsilon(0.001));
  CHECK(text_width("i ", 1000) == doctest::Approx(500).epsilon(0.001));
  CHECK(text_width("A", 1000, true) == doctest::Approx(722).epsilon(0.001));
  CHECK(text_width("", 12) == 0);
  CHECK(text_width("ééé", 10) == doctest::Approx(text_width("eee", 10)));
  CHECK(text_width("2.70", 20) == doctest::Approx(2 * text_width("2.70", 10)));
}

TEST_CASE("letters outside the table have a width") {
  CHECK(text_width("漢", 10) == 10);
  CHECK(text_width("e\u0301", 10) == doctest::Approx(text_width("e", 10)));  // the letter has a combining mark
  CHECK(text_width("\xff", 10) > 0);
}

TEST_CASE("text is wrapped at spaces, and fits") {
  const auto lines = wrap_text("  the quick brown   fox jumps over the lazy dog ", 14, 90);
  CHECK(lines == std::vector<std::string>{"the quick", "brown fox", "jumps over", "the lazy dog"});
  for (const std::string& line : lines) CHECK(text_width(line, 14) <= 90);
  CHECK(wrap_text("", 14, 90) == std::vector<std::string>{""});
}

TEST_CASE("a word that is too long is broken, after a slash or hyphen if possible") {
  CHECK(wrap_text("see storage/engines-for-rivers", 14, 70) ==
        std::vector<std::string>{"see", "storage/", "engines-", "for-rivers"});
  for (const std::string& line : wrap_text(std::string(500, 'w'), 14, 70)) CHECK(text_width(line, 14) <= 70);
  CHECK(wrap_text("éé", 14, 1) == std::vector<std::string>{"é", "é"});
}

TEST_CASE("text that is too long ends in an ellipsis") {
  CHECK(shorten_text("a short text", 14, 200) == "a short text");
  const std::string shortened = shorten_text("a text that is too long for its place", 14, 100);
  CHECK(shortened == "a text that is t…");
  CHECK(text_width(shortened, 14) <= 100);
}

}  // namespace
}  // namespace markup
