#include "site/url.h"

#include <doctest/doctest.h>

namespace site {
namespace {

using Text = std::optional<std::string>;

TEST_CASE("a link is relative to its page, and includes a file name") {
  CHECK(relative_link("index.html", "cost.html") == "cost.html");
  CHECK(relative_link("index.html", "lessons/cost.html") == "lessons/cost.html");
  CHECK(relative_link("lessons/cost.html", "index.html") == "../index.html");
  CHECK(relative_link("lessons/cost.html", "lessons/roof.html") == "roof.html");
  CHECK(relative_link("lessons/deep/a.html", "lessons/b.html") == "../b.html");
  CHECK(relative_link("lessons/a.html", "lessonsx/b.html") == "../lessonsx/b.html");
  CHECK(relative_link("a/b/c.html", "d/e/f.html") == "../../d/e/f.html");
  CHECK(relative_link("a.html", "a.html") == "a.html");
}

TEST_CASE("characters that a path must not contain are encoded byte by byte") {
  CHECK(relative_link("index.html", "größe & mehr.html") == "gr%C3%B6%C3%9Fe%20&%20mehr.html");
  CHECK(encode_path("50%.html") == "50%25.html");
  CHECK(encode_path("a?b#c\"d<e>") == "a%3Fb%23c%22d%3Ce%3E");
  CHECK(encode_path("javascript:x") == "javascript%3Ax");  // a name must not be read as a scheme
  CHECK(encode_path("a/b-c_d.e~f") == "a/b-c_d.e~f");
  CHECK(encode_fragment("größe") == "gr%C3%B6%C3%9Fe");
  CHECK(encode_fragment("a b\"c") == "a%20b%22c");
}

TEST_CASE("the path to the root depends on the depth of the address") {
  CHECK(root_prefix("index.html") == "");
  CHECK(root_prefix("a/b.html") == "../");
  CHECK(root_prefix("a/b/c.html") == "../../");
}

TEST_CASE("an address has a folder and a file") {
  CHECK(folder_of("a/b/c.html") == "a/b");
  CHECK(file_of("a/b/c.html") == "c.html");
  CHECK(folder_of("c.html") == "");
  CHECK(file_of("c.html") == "c.html");
}

TEST_CASE("percent-encoding is decoded, unless it is malformed or decodes to invalid text") {
  CHECK(decode_percent("gr%C3%B6%c3%9fe") == Text("größe"));
  CHECK(decode_percent("") == Text(""));
  CHECK(decode_percent("a+b") == Text("a+b"));
  for (const char* broken : {"%", "a%2", "%zz", "%2%20", "%C3", "%FF", "a%00b"}) {
    CAPTURE(broken);
    CHECK(decode_percent(broken) == std::nullopt);
  }
  for (const char* text : {"größe & 50%.html", "a#b?c:d", "日本.html"})
    CHECK(decode_percent(encode_path(text)) == Text(text));
}

TEST_CASE("a path is resolved against its folder, and never leaves the root") {
  CHECK(join_path("lessons", "cost.md") == Text("lessons/cost.md"));
  CHECK(join_path("lessons", "../cost.md") == Text("cost.md"));
  CHECK(join_path("lessons", "./deep//x/../cost.md") == Text("lessons/deep/cost.md"));
  CHECK(join_path("", "a/b.md") == Text("a/b.md"));
  CHECK(join_path("a/b", "..") == Text("a"));
  for (const char* out : {"../../x", "..//../x", "/etc/passwd", "//host", "x/../../../y"}) {
    CAPTURE(out);
    CHECK(join_path("lessons", out) == std::nullopt);
  }
}

TEST_CASE("an external URL is distinguished from a path with a colon") {
  for (const char* out : {"https://a.example/", "mailto:a@b.example", "//host/x", "javascript:x", "HTTP://A"})
    CHECK(is_external(out));
  for (const char* in : {"a.md", "a/b:c.md", "#a:b", "?a:b", ":a", "", "a"}) CHECK(!is_external(in));
}

TEST_CASE("an index has the absolute address of its folder") {
  CHECK(absolute_url("https://a.example/g/", "index.html") == "https://a.example/g/");
  CHECK(absolute_url("https://a.example/g", "x/index.html") == "https://a.example/g/x/");
  CHECK(absolute_url("https://a.example/g/", "x/an index.html") == "https://a.example/g/x/an%20index.html");
}

}  // namespace
}  // namespace site
