#include "web/url.h"

#include <doctest/doctest.h>

namespace {

std::string read(std::string_view text) {
  auto url = web::parse_url(text);
  return url ? url.value().full_text() : "! " + url.error().why;
}

TEST_CASE("addresses are normalised") {
  CHECK(read("https://example.org") == "https://example.org/");
  CHECK(read("HTTP://Example.ORG:80/A") == "http://example.org/A");
  CHECK(read("https://example.org:443?q=1") == "https://example.org/?q=1");
  CHECK(read("https://example.org:8443/a#b") == "https://example.org:8443/a#b");
  CHECK(read(" https://example.org/a b/ä?c d#ö ") == "https://example.org/a%20b/%C3%A4?c%20d#%C3%B6");
  CHECK(read("https://example.org/%c3%a4%zz%") == "https://example.org/%C3%A4%zz%");
  CHECK(read("https://example.org/a/./b/../c/..") == "https://example.org/a/");
  CHECK(read("https://example.org/../../etc") == "https://example.org/etc");
  CHECK(read("https://example.org/%7Euser/%2f/100%") == "https://example.org/~user/%2F/100%");
  CHECK(read("https://example.org/@handle") == "https://example.org/@handle");
  CHECK(read("http://[2001:DB8::1]:8080/") == "http://[2001:db8::1]:8080/");
  CHECK(read("http://2130706433/") == "http://127.0.0.1/");
  const web::Url url = web::parse_url("https://Example.org:8443/a?b#c").value();
  CHECK(url.origin == "https://example.org:8443");
  CHECK(url.host == "example.org");
  CHECK(url.target == "/a?b");
  CHECK(url.fragment == "c");
}

TEST_CASE("hosts in other scripts become Punycode, in any locale") {
  CHECK(read("https://bücher.example/") == "https://xn--bcher-kva.example/");
  CHECK(read("https://BÜCHER.example/") == "https://xn--bcher-kva.example/");
  CHECK(read("https://b%C3%BCcher.example/") == "https://xn--bcher-kva.example/");
  CHECK(read("https://例え.テスト/") == "https://xn--r8jz45g.xn--zckzah/");
  CHECK(read("https://faß.de/") == "https://xn--fa-hia.de/");
  CHECK(web::parse_url("https://bücher.example/").value().host == "xn--bcher-kva.example");
}

TEST_CASE("addresses that are not http or https are rejected, and passwords are not printed") {
  CHECK(read("file:///etc/passwd") == "! begins with file:");
  CHECK(read("gopher://example.org/") == "! begins with gopher:");
  for (const char* bad :
       {"", "mailto:someone@example.org", "javascript:alert(1)", "example.org", "https://", "https://exa mple.org/",
        "https://exa%20mple.org/", "https://example.org:99999/", "https://[::1/", "https://[::1]x/", "https://a..b/",
        "https://example.org\\evil.example/", "https://example.org/a\r\nHost: b", "https://\xff.example/"}) {
    CAPTURE(bad);
    CHECK(read(bad).starts_with("! is not a web address: "));
  }
  for (const char* secret :
       {"https://me:secret@example.org/", "https://me@127.0.0.1/", "https://a.example\\@b.example/"}) {
    CAPTURE(secret);
    const auto url = web::parse_url(secret);
    REQUIRE(!url);
    CHECK(url.error().has_credentials);
    CHECK(url.error().why == "contains a user name or password");
  }
}

}  // namespace
