// Tests that libcmark-gfm is safe on several threads here; see cmark_threads.h.
#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "helpers.h"

namespace {

// Returns the HTML of some Markdown, rendered on the calling thread.
std::string parsed(const std::string& markdown) {
  base::SourceText source("content/page.md", markdown);
  base::Diagnostics diagnostics;
  return document_test::write_plain_html(
      document::parse_document({&source, 0, static_cast<uint32_t>(markdown.size())}, diagnostics));
}

}  // namespace

// The first text of a process that needs inline extensions changes the global state of libcmark-gfm for all others.
TEST_CASE("texts without GitHub's inline extensions always render the same, whatever other threads render") {
  const std::vector<std::string> plain = {"How we brew: www, w.w.w and where: now\n",
                                          "*w:w* **:w** _w_ [w:](w \"w:w\") `w:` w  \nw\\\nw \n",
                                          "| w: | :w |\n|:-:|---|\n| w | *w:* |\n\n- [x] w:\n"};
  const std::string full = "~~old~~ www.example.com, beans@example.com\n";
  std::vector<std::string> expected;
  for (const std::string& text : plain) expected.push_back(parsed(text));
  std::atomic<size_t> wrong{0};
  base::parallel_for(4, 4000, [&](size_t i, unsigned) {
    const size_t at = i % plain.size();
    if (i % 7 == 0) parsed(full);
    if (parsed(plain[at]) != expected[at]) ++wrong;
  });
  CHECK(wrong == 0);
  for (size_t i = 0; i < plain.size(); ++i) CHECK(expected[i] == document_test::reference_html(plain[i]));
}

TEST_CASE("other notations of an extension's syntax are recognised") {
  for (const std::string text : {"beans&commat;example.com", "beans&#64;example.com", "beans&#x40;example.com",
                                 "beans\\@example.com", "&#119;ww.example.com", "ftp://example.com",
                                 "mailto:beans@example.com", "a &#126;b&#126; ~c~ \\~d~", "[^a] ![^a]\n\n[^a]: b"}) {
    CAPTURE(text);
    CHECK(parsed(text) == document_test::reference_html(text));
  }
}

TEST_CASE("an escaped or single footnote marker does not begin a footnote") {
  CHECK(parsed("[\\^*b*]") == "<p>[^<em>b</em>]</p>\n");
  CHECK(parsed("[&Hat;*b*] [ ^b]") == "<p>[^<em>b</em>] [ ^b]</p>\n");
}

TEST_CASE("a document parsed 20,000 times on four threads always gives the same HTML") {
  const std::string markdown =
      "# Beans ~~old~~ new\n\nVisit www.example.com or https://example.org/a~b, ~~not~~ beans@example.com.\n\n"
      "| a ~~b~~ | www.example.net |\n|---|--:|\n| ~~x~~ | http://example.com |\n\n- [ ] ~~to do~~\n- [x] done[^1]\n\n"
      "[^1]: See www.example.com ~~there~~.\n";
  const std::string expected = document_test::reference_html(markdown);
  base::SourceText source("content/page.md", markdown);
  std::atomic<size_t> wrong{0};
  base::parallel_for(4, 20000, [&](size_t, unsigned) {
    base::Diagnostics diagnostics;
    auto document = document::parse_document({&source, 0, static_cast<uint32_t>(markdown.size())}, diagnostics);
    if (document_test::write_plain_html(document) != expected || !diagnostics.empty()) ++wrong;
  });
  CHECK(wrong == 0);
}
