#include "markup/url.h"

#include <doctest/doctest.h>

TEST_CASE("characters that URLs forbid are percent-encoded") {
  CHECK(markup::url_characters("https://a.example/b?c=d&e=%20#f") == "https://a.example/b?c=d&e=%20#f");
  CHECK(markup::url_characters("a b\"c<d>e\\f^g`h{i|j}k\x7F") == "a%20b%22c%3Cd%3Ee%5Cf%5Eg%60h%7Bi%7Cj%7Dk%7F");
  CHECK(markup::url_characters("100%") == "100%25");
  CHECK(markup::url_characters("%4g%") == "%254g%25");
  CHECK(markup::url_characters("https://[::1]/a[b]#c#d") == "https://[::1]/a%5Bb%5D#c%23d");
  CHECK(markup::url_characters("a[b]?//[c]") == "a%5Bb%5D?//%5Bc%5D");
  CHECK(markup::url_characters("größe.html") == "größe.html");
  CHECK(markup::url_characters("a\xC2\x9B"
                               "b\xC2\xA0"
                               "c\xC2") ==
        "a%C2%9Bb\xC2\xA0"
        "c\xC2");
}

TEST_CASE("a plain path or fragment is unchanged") {
  for (const char* plain : {"", "a.html", "../b-c/d_e~1.html", "/a", "#", "#b", "a/b#c-d"})
    CHECK(markup::is_plain_reference(plain));
  for (const char* other :
       {"//a.example", "a:b", "a b", "a&b", "a%20b", "a#b#c", "#a b", "a?b", "größe", "a\\b", "a@b", "a+b"}) {
    CAPTURE(other);
    CHECK_FALSE(markup::is_plain_reference(other));
  }
}

TEST_CASE("hosts are distinguished from text that looks like one") {
  for (const char* good :
       {"https://a.example", "HTTP://a.example:80/b", "https://a.example?b", "https://1.2.3.4/", "https://[::1]:80/",
        "https://größe.example/", "https://a-b_c.example./", "mailto:a@b.example", "a/b:c", "a.html", "/a", "", "#a",
        "tel:1", "http.html", "https://7zip.example/"}) {
    CAPTURE(good);
    CHECK(markup::has_sound_host(good));
  }
  for (const char* bad : {"https:",
                          "https://",
                          "https:a.example",
                          "https:/a.example",
                          "https:///a.example",
                          "//a.example",
                          "\\\\a",
                          "/\\a",
                          "https://a@b.example/",
                          "https://a:b@c.example/",
                          "https://a%00.example/",
                          "https://a\\@b/",
                          "https://0x7f.1/",
                          "https://1.2.3/",
                          "https://1.2.3.256/",
                          "https://01.2.3.4/",
                          "https://a b/",
                          "https://a..b/",
                          "https://a:x/",
                          "https://[a/",
                          "https://[::zz]/",
                          "https://[1:2]/",
                          "https://a:99999/",
                          "https://<b>/"}) {
    CAPTURE(bad);
    CHECK_FALSE(markup::has_sound_host(bad));
  }
}
