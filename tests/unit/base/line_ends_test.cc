#include "base/line_ends.h"

#include <doctest/doctest.h>

TEST_CASE("how lines end is told by the first of them") {
  CHECK(base::line_end_of("a\r\nb\n") == "\r\n");
  CHECK(base::line_end_of("a\nb\r\n") == "\n");
  for (const char* text : {"", "\n", "a", "a\r"}) CHECK(base::line_end_of(text) == "\n");
  CHECK(base::has_bare_returns("a\rb"));
  for (const char* text : {"", "a", "a\n", "a\r\n"}) CHECK_FALSE(base::has_bare_returns(text));
}
