// Tests that requests are never resolved outside the site, and never answered for another machine's name.
#include "serve/locate.h"

#include <doctest/doctest.h>

#include <string>

using serve::path_of;

TEST_CASE("targets are mapped to files") {
  CHECK(path_of("/") == "");
  CHECK(path_of("/index.html") == "index.html");
  CHECK(path_of("/lessons/") == "lessons/");
  CHECK(path_of("/a%20b/gr%C3%B6%C3%9Fe.html?q=%00#x") == "a b/größe.html");
  CHECK(path_of("/größe.html") == "größe.html");
  CHECK(path_of("/gro%CC%88%C3%9Fe.html") == "größe.html");  // some systems write names in decomposed form
  CHECK(path_of("/?a=../..") == "");
  CHECK(path_of("/%25.html") == "%.html");
  CHECK(path_of("/..a/b..") == "..a/b..");
}

TEST_CASE("hostile targets are not mapped to files") {
  for (const char* target : {"/..",
                             "/../etc/passwd",
                             "/a/../../b",
                             "/%2e%2e/etc/passwd",
                             "/%2E%2E%2Fetc/passwd",
                             "/..%2f..%2fetc",
                             "/./a",
                             "/a/.",
                             "/%2e",
                             "//etc/passwd",
                             "//evil.example/",
                             "/a//b",
                             "/%2fetc/passwd",
                             "/a%00.html",
                             "/%00",
                             "/..\\windows",
                             "/a%5c..%5cb",
                             "/a\\b",
                             "/a%0d%0aSet-Cookie:x",
                             "/a%7f",
                             "/%ff",
                             "/%c0%ae%c0%ae/etc/passwd",
                             "/%",
                             "/%4",
                             "/%zz",
                             "",
                             "etc/passwd",
                             "http://127.0.0.1/",
                             "*",
                             "\\",
                             "?",
                             "#"}) {
    CAPTURE(target);
    CHECK_FALSE(path_of(target).has_value());
  }
  // Double encoding is decoded once.
  CHECK(path_of("/%252e%252e/x") == "%2e%2e/x");
}

TEST_CASE("names of this machine are accepted, and other names that resolve to it are refused") {
  for (const char* host : {"localhost", "localhost:8000", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:65535", "127.1.2.3:80",
                           "[::1]", "[::1]:8000", "guide.localhost:8000"}) {
    CAPTURE(host);
    CHECK(serve::is_local_host(host));
  }
  for (const char* host : {"",
                           "evil.example",
                           "evil.example:8000",
                           "127.0.0.1.evil.example",
                           "localhost.evil.example",
                           "evillocalhost",
                           ".localhost",
                           "192.168.0.1",
                           "0.0.0.0",
                           "128.0.0.1",
                           "127.0.0.1:x",
                           "127.0.0.1:",
                           "127.0.0.256",
                           "127.0.0",
                           "127.0.0.1.",
                           "127..0.1",
                           "[::2]",
                           "::1",
                           "localhost:80:80",
                           "localhost@evil.example",
                           "2130706433"}) {
    CAPTURE(host);
    CHECK_FALSE(serve::is_local_host(host));
  }
}
