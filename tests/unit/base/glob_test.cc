#include "base/glob.h"

#include <doctest/doctest.h>

#include <string>

using base::matches_glob;

TEST_CASE("patterns match whole paths") {
  CHECK(matches_glob("legacy/old.md", "legacy/old.md"));
  CHECK_FALSE(matches_glob("legacy/old.md", "legacy/old"));
  CHECK_FALSE(matches_glob("legacy/old.md", "old.md"));
  CHECK(matches_glob("", ""));
  CHECK_FALSE(matches_glob("a", ""));
}

TEST_CASE("one star stays in a folder, two stars cross folders") {
  CHECK(matches_glob("legacy/old.md", "legacy/*.md"));
  CHECK(matches_glob("legacy/.md", "legacy/*.md"));
  CHECK_FALSE(matches_glob("legacy/a/old.md", "legacy/*.md"));
  CHECK(matches_glob("legacy/a/old.md", "legacy/**"));
  CHECK(matches_glob("legacy/a/old.md", "**/old.md"));
  CHECK(matches_glob("legacy/a/old.md", "legacy/**.md"));
  CHECK_FALSE(matches_glob("other/old.md", "legacy/**"));
  CHECK(matches_glob("legacy/old.md", "legacy/o?d.md"));
  CHECK_FALSE(matches_glob("legacy/old.md", "legacy?old.md"));
}

TEST_CASE("a pattern of many stars costs little") {
  std::string stars;
  for (int i = 0; i < 500; ++i) stars += "*a";
  CHECK_FALSE(matches_glob(std::string(2000, 'a') + "b", stars));
}
