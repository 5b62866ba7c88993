#include "web/url.h"

#include <doctest/doctest.h>

namespace {

std::string read(std::string_view text) {
  auto url = web::parse_url(text);
  return url ? url.value().full_text() : "! " + url.error().why;
}

std::string led(const char* from, std::string_view to) {
  auto url = web::resolve(web::parse_url(from).value(), to);
  return url ? url.value().full_text() : "! " + url.error().why;
}

TEST_CASE("addresses have one form") {
  CHECK(read("https://example.org") == "https://example.org/");
  CHECK(read("HTTP://Example.ORG:80/A") == "http://example.org/A");
  CHECK(read("https://example.org:443?q=1") == "https://example.org/?q=1");
  CHECK(read("https://example.org:8443/a#b") == "https://example.org:8443/a#b");
  CHECK(read(" https://example.org/a b/ä?c d ") == "https://example.org/a%20b/%C3%A4?c%20d");
  CHECK(read("https://example.org/a/./b/../c/..") == "https://example.org/a/");
  CHECK(read("https://example.org/../../etc") == "https://example.org/etc");
  CHECK(read("https://example.org/%7Euser/100%") == "https://example.org/%7Euser/100%");
  CHECK(read("https://example.org./") == "https://example.org/");
  CHECK(read("http://[2001:DB8::1]:8080/") == "http://[2001:db8::1]:8080/");
  CHECK(read("http://127.0.0.1/") == "http://127.0.0.1/");
}

TEST_CASE("hosts in other scripts become Punycode") {
  // RFC 3492, 7.1, and names that registries use for tests.
  CHECK(web::ascii_host("bücher.example") == "xn--bcher-kva.example");
  CHECK(web::ascii_host("BÜCHER.example") == "xn--bcher-kva.example");
  CHECK(web::ascii_host("bu\xCC\x88"
                        "cher.example") == "xn--bcher-kva.example");  // u and a combining diaeresis
  CHECK(web::ascii_host("例え.テスト") == "xn--r8jz45g.xn--zckzah");
  CHECK(web::ascii_host("例え。テスト") == "xn--r8jz45g.xn--zckzah");
  CHECK(web::ascii_host("他们为什么不说中文") == "xn--ihqwcrb4cv8a8dqg056pqjye");
  CHECK(web::ascii_host("faß.de") == "xn--fa-hia.de");
  CHECK(web::ascii_host("xn--bcher-kva.example") == "xn--bcher-kva.example");
  for (const char* bad : {"", ".", "a..b", ".a", "a b", "a/b", "a%b", "ex*mple", "a\xff", "a@b", "a:b"}) {
    CAPTURE(bad);
    CHECK(web::ascii_host(bad) == "");
  }
  CHECK(web::ascii_host(std::string(64, 'a')) == "");
  std::string long_label;
  for (int i = 0; i < 5000; ++i) long_label += "ü";
  CHECK(web::ascii_host(long_label) == "");
}

TEST_CASE("what is no address of the web says why, and keeps passwords to itself") {
  CHECK(read("mailto:someone@example.org") == "! begins with mailto:");
  CHECK(read("file:///etc/passwd") == "! begins with file:");
  CHECK(read("javascript:alert(1)") == "! begins with javascript:");
  CHECK(read("https:/example.org") == "! has no // after its scheme");
  CHECK(read("https://") == "! has no host");
  CHECK(read("https:///path") == "! has no host");
  CHECK(read("example.org") == "! has no scheme such as https:");
  CHECK(read("https://me:secret@example.org/") == "! holds a user's name or password");
  CHECK(read("https://example.org@127.0.0.1/") == "! holds a user's name or password");
  CHECK(read("https://example.org/@handle") == "https://example.org/@handle");
  CHECK(read("https://exa mple.org/") == "! has a host that can't be one: \"exa mple.org\"");
  CHECK(read("https://example.org:0/") == "! has \"0\" for a port");
  CHECK(read("https://example.org:99999/") == "! has \"99999\" for a port");
  CHECK(read("https://[::1/") == "! has a host that is no IPv6 address");
  CHECK(read("https://[fe80::1%25eth0]/") == "! has a host that is no IPv6 address");
  CHECK(read("https://[::1]x/") == "! has something after its host");
  CHECK(read("https://example.org\\@evil.example/") == "! holds a backslash");
  CHECK(read("https://example.org/a\r\nHost: b") == "! holds a control character");
  CHECK(read(std::string("https://example.org/\0", 21)) == "! holds a control character");
  CHECK(read("https://example.org/\xff") == "! is not UTF-8");
  CHECK(read("https://example.org/" + std::string(9000, 'a')) == "! is longer than 8000 bytes");
  CHECK(web::parse_url("https://a@b/").error().problem == web::UrlProblem::credentials);
}

TEST_CASE("where a redirect leads") {
  // RFC 3986, 5.4.
  const char* base = "http://a/b/c/d;p?q";
  CHECK(led(base, "g") == "http://a/b/c/g");
  CHECK(led(base, "./g/") == "http://a/b/c/g/");
  CHECK(led(base, "/g") == "http://a/g");
  CHECK(led(base, "//g") == "http://g/");
  CHECK(led(base, "?y") == "http://a/b/c/d;p?y");
  CHECK(led(base, "g?y#s") == "http://a/b/c/g?y#s");
  CHECK(led(base, "") == "http://a/b/c/d;p?q");
  CHECK(led(base, "..") == "http://a/b/");
  CHECK(led(base, "../../../g") == "http://a/g");
  CHECK(led(base, "https://b.example/x") == "https://b.example/x");
  CHECK(led("http://a/b#part", "/c") == "http://a/c#part");
  CHECK(led("http://a/b#part", "/c#other") == "http://a/c#other");
  CHECK(led(base, "file:///etc/passwd") == "! begins with file:");
  CHECK(led(base, "//me:secret@b/") == "! holds a user's name or password");
  CHECK(led(base, "/a\tb") == "! holds a control character");
}

}  // namespace
