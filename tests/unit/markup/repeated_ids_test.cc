#include "markup/html_scanner.h"

#include <doctest/doctest.h>

namespace {

using Ids = std::vector<std::string>;

TEST_CASE("an id on two elements is found, however it is quoted") {
  CHECK(markup::repeated_ids("<p id=\"a\">x</p><p id=\"b\">y</p><p id='a'>z</p>") == Ids{"a"});
  CHECK(markup::repeated_ids("<p id=a><p\nid=a class=x>") == Ids{"a"});
  CHECK(markup::repeated_ids("<b id=\"z\"></b><b id=\"z\"></b><b id=\"c\"></b><b id=\"c\"></b><b id=\"c\"></b>") ==
        Ids{"c", "z"});
}

TEST_CASE("text that only looks like a repeated id is ignored") {
  CHECK(markup::repeated_ids("<p id=\"a\">the text id=\"a\" in words</p>").empty());
  CHECK(markup::repeated_ids("<p id=\"a\"></p><script>const x = '<p id=\"a\">';</script>").empty());
  CHECK(markup::repeated_ids("<p data-id=\"a\"></p><p id=\"a\"></p>").empty());
  CHECK(markup::repeated_ids("<p id=\"a\"></p><!-- <p id=\"a\"> -->").empty());
  CHECK(markup::repeated_ids("<p id=\"a\"></p><template><p id=\"a\"></p></template>").empty());
  CHECK(markup::repeated_ids("<p id=\"a\"></p><p id=\"A\"></p>").empty());
  CHECK(markup::repeated_ids("").empty());
  CHECK(markup::repeated_ids("<p id=").empty());
}

}  // namespace
