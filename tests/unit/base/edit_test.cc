#include "base/edit.h"

#include <doctest/doctest.h>

namespace base {
namespace {

Edit edit(const SourceText& source, std::string_view old_text, std::string text) {
  size_t at = source.text().find(old_text);
  REQUIRE(at != std::string_view::npos);
  return {{&source, static_cast<uint32_t>(at), static_cast<uint32_t>(at + old_text.size())}, std::move(text)};
}

TEST_CASE("edits are grouped by file, sorted and deduplicated") {
  SourceText a("a.md", "one two three\n"), b("b.md", "four\n");
  const std::vector<FileEdits> sorted =
      sort_edits({edit(b, "four", "4"), edit(a, "three", "3"), edit(a, "one", "1"), edit(b, "four", "4")});
  REQUIRE(sorted.size() == 2);
  CHECK(edited_text(sorted[0]) == "1 two 3\n");
  CHECK(edited_text(sorted[1]) == "4\n");
}

TEST_CASE("conflicting edits are not applied") {
  SourceText a("a.md", "one two three\n");
  const std::vector<FileEdits> sorted =
      sort_edits({edit(a, "one two", "x"), edit(a, "two", "y"), edit(a, "three", "3")});
  REQUIRE(sorted.size() == 1);
  CHECK(edited_text(sorted[0]) == "one two 3\n");
}

TEST_CASE("a diff has one hunk for neighbouring lines") {
  SourceText a("a.md", "one\ntwo\nthree\nfour\nfive 5 six");
  const std::vector<FileEdits> sorted =
      sort_edits({edit(a, "one", "1"), edit(a, "two", "2"), edit(a, "5", "5.0\nand"), edit(a, "six", "")});
  REQUIRE(sorted.size() == 1);
  CHECK(edits_diff(sorted[0]) ==
        "--- a.md\n+++ a.md\n"
        "@@ -1,2 +1,2 @@\n-one\n-two\n+1\n+2\n"
        "@@ -5,1 +5,2 @@\n-five 5 six\n\\ No newline at end of file\n+five 5.0\n+and \n\\ No newline at end of file\n");
}

}  // namespace
}  // namespace base
