#include "web/crawl.h"

#include <doctest/doctest.h>

namespace {

TEST_CASE("anchors of external pages are found") {
  const char* html =
      "<h2 ID=Plain>a</h2><h2 class=x id = \"quoted\">b</h2><a name='named'></a><p id=\"a&amp;b\">"
      "<h3 id=\"user-content-install\"><h3 id=\"ünter\"><div data-id=\"other\"><i id=\"x\"id=\"near\">";
  for (const char* there : {"Plain", "quoted", "named", "a&b", "install", "user-content-install", "ünter", "x", "near"})
    CHECK_MESSAGE(web::has_anchor(html, there), there);
  for (const char* missing : {"plain", "quote", "other", "b", ""})
    CHECK_MESSAGE(!web::has_anchor(html, missing), missing);
}

TEST_CASE("anchors in truncated HTML are found") {
  for (const char* html : {"", " id", " id=", " id = ", " id=\"", " id='a", " name", "id=a"})
    CHECK_MESSAGE(!web::has_anchor(html, "b"), html);
  CHECK(web::has_anchor("<p id=a", "a"));
}

TEST_CASE("fragments that do not refer to an id are ignored") {
  CHECK(web::anchor_of("part") == "part");
  CHECK(web::anchor_of("part:~:text=words") == "part");
  for (const char* other : {"", "top", "TOP", "/settings", "!page", ":~:text=words"})
    CHECK_MESSAGE(web::anchor_of(other) == "", other);
}

TEST_CASE("content types of HTML are recognised") {
  CHECK(web::is_html("text/html"));
  CHECK(web::is_html("Text/HTML; charset=utf-8"));
  CHECK(web::is_html("application/xhtml+xml"));
  CHECK_FALSE(web::is_html("application/pdf"));
  CHECK_FALSE(web::is_html(""));
}

}  // namespace
