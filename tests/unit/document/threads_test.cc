// libcmark-gfm is safe on several threads here; see cmark_threads.h.
#include <doctest/doctest.h>

#include <atomic>

#include "base/parallel.h"
#include "helpers.h"

TEST_CASE("A document parsed 20,000 times on four threads always comes out the same") {
  const std::string markdown =
      "# Beans ~~old~~ new\n\nVisit www.example.com or https://example.org/a~b, ~~not~~ beans@example.com.\n\n"
      "| a ~~b~~ | www.example.net |\n|---|--:|\n| ~~x~~ | http://example.com |\n\n- [ ] ~~to do~~\n- [x] done[^1]\n\n"
      "[^1]: See www.example.com ~~there~~.\n";
  const std::string expected = document_test::reference_html(markdown);
  base::SourceText source("content/page.md", markdown);
  std::atomic<size_t> wrong{0};
  base::parallel_for(4, 20000, [&](size_t, unsigned) {
    base::Diagnostics diagnostics;
    auto document = document::parse_fragment({&source, 0, static_cast<uint32_t>(markdown.size())}, diagnostics);
    if (document::write_plain_html(document) != expected || !diagnostics.empty()) ++wrong;
  });
  CHECK(wrong == 0);
}
