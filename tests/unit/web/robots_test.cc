#include "web/robots.h"

#include <doctest/doctest.h>

#include <chrono>

namespace {

bool allows(std::string_view text, std::string_view target) {
  return web::Robots::parse(text, "sourcebook").allows(target);
}

TEST_CASE("the group for this program applies, or the group for * if there is none") {
  const char* text =
      "User-agent: *\nDisallow: /\n\n"
      "user-agent: other\nUSER-AGENT: SourceBook/1.0\nDisallow: /private # not this\nallow: /private/open\n";
  CHECK(allows(text, "/"));
  CHECK_FALSE(allows(text, "/private/x"));
  CHECK(allows(text, "/private/open/x"));
  CHECK(allows(text, "/robots.txt"));
  CHECK_FALSE(web::Robots::parse(text, "source").allows("/"));
  CHECK_FALSE(allows("User-agent: *\nDisallow: /\n", "/a"));
  CHECK(allows("User-agent: somebody\nDisallow: /\n", "/a"));
}

TEST_CASE("several groups for this program are combined") {
  const char* text =
      "User-agent: sourcebook\nDisallow: /a\n\nUser-agent: b\nDisallow: /\n\nUser-agent: sourcebook\nDisallow: /c";
  CHECK_FALSE(allows(text, "/a"));
  CHECK(allows(text, "/b"));
  CHECK_FALSE(allows(text, "/c"));
}

TEST_CASE("the longest rule applies, and of equally long ones the one that allows the address") {
  const char* text = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /a/b/c\nAllow: /x\nDisallow: /x\n";
  CHECK_FALSE(allows(text, "/a/x"));
  CHECK(allows(text, "/a/b/x"));
  CHECK_FALSE(allows(text, "/a/b/c"));
  CHECK(allows(text, "/x"));
  CHECK(allows("User-agent: *\nDisallow:\n", "/a"));
}

TEST_CASE("patterns may contain * and $") {
  const char* text = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /q?*s=\nDisallow: /end$\n";
  CHECK_FALSE(allows(text, "/a/b.pdf"));
  CHECK(allows(text, "/a/b.pdf?x"));
  CHECK_FALSE(allows(text, "/q?a=1&s=2"));
  CHECK(allows(text, "/q?a=1"));
  CHECK_FALSE(allows(text, "/end"));
  CHECK(allows(text, "/ending"));
}

TEST_CASE("escapes are decoded before they are compared") {
  // See RFC 9309, 2.2.2.
  CHECK_FALSE(allows("User-agent: *\nDisallow: /foo/bar/ツ\n", "/foo/bar/%E3%83%84"));
  CHECK_FALSE(allows("User-agent: *\nDisallow: /foo/bar/%62%61%7a\n", "/foo/bar/baz"));
  CHECK_FALSE(allows("User-agent: *\nDisallow: /a%3cd\n", "/a%3Cd"));
  CHECK(allows("User-agent: *\nDisallow: /a%2fb\n", "/a/b"));
}

TEST_CASE("the delay of the applicable group is used") {
  CHECK(web::Robots::parse("User-agent: *\nCrawl-delay: 2.5\n", "sourcebook").crawl_delay() == 2.5);
  CHECK(web::Robots::parse("User-agent: other\nCrawl-delay: 9\n", "sourcebook").crawl_delay() == 0);
  for (const char* bad : {"-1", "nan", "inf", "1e999", "many", "2s", ""}) {
    CAPTURE(bad);
    CHECK(web::Robots::parse("User-agent: *\nCrawl-delay: " + std::string(bad), "sourcebook").crawl_delay() == 0);
  }
}

TEST_CASE("robots.txt files with any bytes are read") {
  CHECK(allows("", "/a"));
  CHECK(allows("<!DOCTYPE html><p>User-agent: no</p>", "/a"));
  CHECK(allows(std::string("\0\0\xff\xfe:::\n::\r\r\n", 14), "/a"));
  CHECK_FALSE(allows("\xEF\xBB\xBFUser-agent:*\rDisallow:/a\r", "/a"));
  CHECK_FALSE(allows("User-agent: *\n\n\nSitemap: x\nUser-agent: b\n\nDisallow: /a\n", "/a"));
  CHECK(allows("Disallow: /\n", "/a"));  // a rule without a user agent applies to nobody
  std::string huge = "User-agent: *\n";
  while (huge.size() < web::Robots::kMaxBytes) huge += "Disallow: /filler\n";
  CHECK(allows(huge + "Disallow: /late\n", "/late"));
  CHECK_FALSE(allows(huge, "/filler"));
}

TEST_CASE("hostile patterns are matched quickly") {
  std::string pattern = "User-agent: *\nDisallow: /";
  for (int i = 0; i < 2000; ++i) pattern += "*a";
  pattern += "*b$\n";
  const auto start = std::chrono::steady_clock::now();
  CHECK(allows(pattern, "/" + std::string(6000, 'a')));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

}  // namespace
