// Tests which features a text may use, judging from its bytes: a superset of those that parsing finds.
#include "document/signs.h"

#include <doctest/doctest.h>

#include <string>

#include "helpers.h"

TEST_CASE("characters of inline extensions are found anywhere, without false positives") {
  const std::string words(40, 'o');
  for (std::string_view sign : {"~~", "@", "://", "www.", "&commat;", "&#"})
    for (size_t before = 0; before <= words.size(); ++before)
      for (size_t after : {size_t{0}, size_t{1}, size_t{15}, words.size()}) {
        const std::string text = words.substr(0, before) + std::string(sign) + words.substr(0, after);
        CHECK_MESSAGE(document::needs_inline_extensions(text), text);
      }
  for (std::string_view other : {"", "~", "~ ~", "w", "ww", "www", ":", ":/", ": //", "&", "&c", "&amp;", "w.w.w", "é"})
    for (size_t before = 0; before <= words.size(); ++before)
      CHECK_FALSE(document::needs_inline_extensions(words.substr(0, before) + std::string(other) + words));
}
TEST_CASE("references to data are found in any notation") {
  for (std::string_view markdown :
       {"```sql prices\nSELECT 1\n```\n", "```sql assert cheap\n-- It is not.\nSELECT 1\n```\n",
        "```table all\ndata: a\n```\n", "~~~~ \t chart all\ndata: a\n~~~~\n", "```\vestimate all\n```\n",
        "```&#115;ql prices\n```\n", "~~~&#x74;able all\n~~~\n", "- one\n\n  ````table all\n  ````\n",
        "> ~~~table all\n> ~~~\n", "a ``b``\n```\ncode\n```\n\n```chart all\r\n```\r\n", "[4](fig:a/b/c)\n",
        "[4](<fig:a/b/c>)\n", "[4](fig&colon;a/b/c)\n", "[4](fi&#103;:a/b/c)\n", "[4](fig\\:a/b/c)\n",
        "[4][x]\n\n[x]: given:card\n", "<assert:cheap>\n"}) {
    auto parsed = document_test::parse(markdown);
    CHECK_MESSAGE(document::depends_on_data(parsed.document), markdown);
    CHECK_MESSAGE(document::may_depend_on_data(markdown), markdown);
  }
  for (std::string_view other :
       {"", "Words.\n", "```py\ncode\n```\n", "~~~\nsql\n~~~\n", "A `sql` and ``table``, ~~chart~~.\n",
        "[a](b.md) <https://c.d>, R&D: it is 4\n", "configure: it\n"})
    CHECK_FALSE_MESSAGE(document::may_depend_on_data(other), other);
}

TEST_CASE("fences are found anywhere") {
  const std::string words(70, 'o');
  for (std::string_view marker : {"```", "~~~", "``````"})
    for (size_t before = 0; before <= words.size(); ++before) {
      const std::string text = "`x` ``y`` ~~z~~ " + words.substr(0, before) + "\n" + std::string(marker);
      CHECK_MESSAGE(document::may_hold_code(text + "py\n" + words), text);
      CHECK_MESSAGE(document::may_hold_code(text + " \t p"), text);
      CHECK_FALSE_MESSAGE(document::may_hold_code(text + "\n" + words + "\n" + std::string(marker) + "\n"), text);
      CHECK_FALSE_MESSAGE(document::may_hold_code(text), text);
    }
}

TEST_CASE("text that consists of markers is scanned only once") {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += i % 2 ? "```\n" : "~~~\n";
  CHECK_FALSE(document::may_hold_code(text));
  CHECK_FALSE(document::may_depend_on_data(text));
}
