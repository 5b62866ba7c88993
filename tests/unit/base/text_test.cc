#include "base/text.h"

#include <doctest/doctest.h>

#include <string>

#include "base/pattern.h"
#include "base/slug.h"
#include "base/suggest.h"
#include "base/utf8.h"

TEST_CASE("only ASCII letters are lowercased") {
  // In Unicode, the lower-case form of the Kelvin sign is "k"
  CHECK(base::lower("@AZ[az09 É\u212A") == "@az[az09 É\u212A");
}

TEST_CASE("a part is found wherever its sign occurs first") {
  for (const std::string_view part : {"title=", "8<--", "{{#", "plain", "a=b=c"}) {
    CAPTURE(part);
    CHECK(base::contains(part, part));
    CHECK(base::contains("= < { = " + std::string(part) + " =", part));
    CHECK(base::contains("=" + std::string(part), part));
    CHECK_FALSE(base::contains(part.substr(1), part));
    CHECK_FALSE(base::contains(part.substr(0, part.size() - 1), part));
  }
}

TEST_CASE("a pattern names bytes that each match needs, but no letter that may have another case") {
  CHECK(base::Pattern("a+%[a-z]").needed() == "%");
  CHECK(base::Pattern("(?i)%?x").needed().find('x') != std::string::npos);
  CHECK(base::Pattern("(?i)%?x").needed().find('X') != std::string::npos);
  CHECK(base::Pattern("a{2}|%").needed() == "%a");
  CHECK(base::Pattern("(?=%)[^a]").needed().find('%') != std::string::npos);
  CHECK(base::Pattern("a*").needed().empty());
}

TEST_CASE("slugs equal GitHub's") {
  CHECK(base::github_slug("Hello, World!") == "hello-world");
  CHECK(base::github_slug("What's a B-tree?") == "whats-a-b-tree");
  CHECK(base::github_slug("snake_case & more") == "snake_case--more");
  CHECK(base::github_slug("@AZ[`az{/09:\x7F") == "azaz09");
  CHECK(base::github_slug("Ünïcode Straße 日本語 Привет") == "ünïcode-straße-日本語-привет");
  CHECK(base::github_slug("I ♥ coffee ☕") == "i--coffee-");
  CHECK(base::github_slug("a\u00a0b") == "ab");
  CHECK(base::github_slug("e\u0301") == "e\u0301");
  CHECK(base::github_slug("1.5 × 2 — x²") == "15--2--x");
  CHECK(base::github_slug("") == "");
  CHECK(base::github_slug("!?") == "");
  CHECK(base::github_slug("a\xFF"
                          "b") == "ab");
}

TEST_CASE("slugs of files have no repeated, leading or trailing dashes") {
  CHECK(base::file_slug("  Rivers & __Lakes__ — 2 ") == "rivers-lakes-2");
  CHECK(base::file_slug("--") == "");
}

TEST_CASE("slugs are unique within a page, in any order of headings") {
  base::Slugger slugger;
  CHECK(slugger.unique("a") == "a");
  CHECK(slugger.unique("a") == "a-1");
  CHECK(slugger.unique("a-1") == "a-1-1");
  CHECK(slugger.unique("a") == "a-2");
  CHECK(slugger.reserve("own"));
  CHECK_FALSE(slugger.reserve("own"));
  CHECK(slugger.unique("own") == "own-1");
  CHECK(slugger.unique("") == "");
  CHECK(slugger.unique("") == "-1");
}

TEST_CASE("invalid UTF-8 is found at its first byte") {
  CHECK_FALSE(base::find_invalid_utf8("añ日😀"));
  CHECK_FALSE(base::find_invalid_utf8(""));
  for (size_t before = 0; before <= 140; ++before) {
    CHECK(base::find_invalid_utf8(std::string(before, 'a') + "\xFF" + std::string(140, 'a')) == before);
    CHECK_FALSE(base::is_ascii(std::string(before, 'a') + "é"));
  }
  CHECK(base::find_invalid_utf8("a\xFFz") == 1);
  CHECK(base::find_invalid_utf8("é\xC3") == 2);
  CHECK(base::find_invalid_utf8("\xC0\xAF") == 0);
  CHECK(base::find_invalid_utf8("x\xED\xA0\x80") == 1);
  CHECK(base::find_invalid_utf8("\xF4\x90\x80\x80") == 0);
  CHECK(base::with_valid_utf8("a\xFFzé\xC3") == "a?zé?");
}

TEST_CASE("code points are read, appended and counted, and invalid bytes are handled one by one") {
  std::string_view rest = "é\xFF日";
  CHECK(base::take_code_point(rest) == U'é');
  CHECK(base::take_code_point(rest) == 0xFFFD);
  CHECK(base::take_code_point(rest) == U'日');
  CHECK(rest.empty());
  std::string out;
  base::append_code_point(out, U'😀');
  CHECK(out == "😀");
  CHECK(base::count_code_points("aé日😀") == 4);
  CHECK(base::code_point_start("a日", 3) == 1);
  CHECK(base::code_point_start("a日", 99) == 4);
}

TEST_CASE("case and composition follow Unicode's tables, not the locale") {
  CHECK(base::lower_case("ÀÉI") == "àéi");
  CHECK(base::fold_case("STRASSE") == base::fold_case("straße"));
  CHECK(base::fold_case("E\u0301") == base::fold_case("é"));
  CHECK(base::normalise_nfc("e\u0301") == "é");
  for (const char* composed : {"", "e", "é", "ʼ", "\u0302", "Ж", "한"}) CHECK_MESSAGE(base::is_nfc(composed), composed);
  for (const char* apart : {"e\u0301", "q \u0374", "\u212B", "\u1112\u1161\u11AB", "é e\u0301"})
    CHECK_FALSE_MESSAGE(base::is_nfc(apart), apart);
  CHECK(base::display_width("a日\u0301") == 3);
}

TEST_CASE("the most similar name is suggested if it is similar enough") {
  CHECK(base::nearest("titel", {"date", "title", "tile"}) == "title");
  CHECK(base::nearest("Title", {"title"}) == "title");
  CHECK(base::nearest("colour", {"color"}) == "color");
  CHECK(base::nearest("abcdefghi", {"abcdefxyz"}) == "abcdefxyz");
  CHECK(base::nearest("abcdefghi", {"abcdewxyz"}) == "");
  CHECK(base::nearest("x", {"title"}) == "");
  CHECK(base::nearest("banana", {"title"}) == "");
  CHECK(base::nearest("--output", {"--help", "--out", "--quiet"}) == "--out");
  CHECK(base::nearest("desc", {"date", "des", "description"}) == "des");
  CHECK(base::nearest("descr", {"date", "description"}) == "description");
  CHECK(base::nearest("de", {"date", "description"}) == "");
  CHECK(base::nearest("card/late", {"card"}) == "");
  CHECK(base::nearest("", {"a"}) == "");
  CHECK(base::nearest("a", {}) == "");
  CHECK(base::did_you_mean("titel", {"title"}) == "did you mean \"title\"?");
  CHECK(base::did_you_mean("zzz", {"title"}) == "");
  CHECK(base::nearest(std::string(100000, 'a'), {"title"}) == "");
}

TEST_CASE("names are joined as in a sentence") {
  CHECK(base::list_names({}) == "");
  CHECK(base::list_names({"a"}) == "\"a\"");
  CHECK(base::list_names({"a", "b"}) == "\"a\" or \"b\"");
  CHECK(base::list_names({"a", "b", "c"}) == "\"a\", \"b\" or \"c\"");
  CHECK(base::list_names({"a", "b", "c"}, 2).starts_with("\"a\""));
  CHECK(base::list_names({"a", "b", "c"}, 2).ends_with("…"));
}

TEST_CASE("strings are trimmed, split, joined, replaced and counted") {
  CHECK(base::trim(" \t\n a b \r\n") == "a b");
  CHECK(base::trim(" ") == "");
  CHECK(base::split("a//b", '/') == std::vector<std::string_view>{"a", "", "b"});
  CHECK(base::split("", ',') == std::vector<std::string_view>{""});
  CHECK(base::join({"a", "b"}, ", ") == "a, b");
  CHECK(base::replace_all("aaa", "a", "aa") == "aaaaaa");
  CHECK(base::count_of(1, "page") == "1 page");
  CHECK(base::count_of(0, "page") == "0 pages");
  CHECK(base::count_of(2, "query", "queries") == "2 queries");
}

TEST_CASE("the first line break of a text determines its line format") {
  CHECK(base::line_end_of("a\r\nb\n") == "\r\n");
  CHECK(base::line_end_of("a\nb\r\n") == "\n");
  for (const char* text : {"", "\n", "a", "a\r"}) CHECK(base::line_end_of(text) == "\n");
  CHECK(base::has_bare_returns("a\rb"));
  for (const char* text : {"", "a", "a\n", "a\r\n"}) CHECK_FALSE(base::has_bare_returns(text));
}

TEST_CASE("patterns match whole paths") {
  CHECK(base::matches_glob("legacy/old.md", "legacy/old.md"));
  CHECK_FALSE(base::matches_glob("legacy/old.md", "legacy/old"));
  CHECK_FALSE(base::matches_glob("legacy/old.md", "old.md"));
  CHECK(base::matches_glob("", ""));
  CHECK_FALSE(base::matches_glob("a", ""));
}

TEST_CASE("one star matches within a folder, two stars across folders") {
  CHECK(base::matches_glob("legacy/old.md", "legacy/*.md"));
  CHECK(base::matches_glob("legacy/.md", "legacy/*.md"));
  CHECK_FALSE(base::matches_glob("legacy/a/old.md", "legacy/*.md"));
  CHECK(base::matches_glob("legacy/a/old.md", "legacy/**"));
  CHECK(base::matches_glob("legacy/a/old.md", "**/old.md"));
  CHECK(base::matches_glob("legacy/a/old.md", "legacy/**.md"));
  CHECK_FALSE(base::matches_glob("other/old.md", "legacy/**"));
  CHECK(base::matches_glob("legacy/old.md", "legacy/o?d.md"));
  CHECK_FALSE(base::matches_glob("legacy/old.md", "legacy?old.md"));
}

TEST_CASE("a pattern with many stars is matched quickly") {
  std::string stars;
  for (int i = 0; i < 500; ++i) stars += "*a";
  CHECK_FALSE(base::matches_glob(std::string(2000, 'a') + "b", stars));
}
