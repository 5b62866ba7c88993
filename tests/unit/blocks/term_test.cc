// Tests links to terms of the glossary.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

Files beans() {
  return {{"content/index.md",
           page("Home", "See [Crema](glossary.md#crema), [both](glossary.md) and [none](glossary.md#list).\n")},
          {"content/l/a.md", page("A", "The *[crema](../glossary.md#crema)*.\n")},
          {"content/l/b.md", page("B", "Words.\n")},
          {"content/glossary.md",
           page("Glossary",
                "## Crema\n\nThe *foam* of an & of any espresso, [60 s](given:) old. See [list](#list).\n\n"
                "More.\n\n## List\n\n- a\n")}};
}

TEST_CASE("a link to a glossary term has a card with the first paragraph, and no other link does") {
  WholeSite site(beans());
  site.built();
  CHECK(has(
      site.main("index.html"),
      "<p>See <span class=\"term\"><a href=\"glossary.html#crema\">Crema</a><span class=\"card\" role=\"note\">"
      "The foam of an &amp; of any espresso, 60 s old. See list.</span></span>, <a href=\"glossary.html\">both</a> and "
      "<a href=\"glossary.html#list\">none</a>.</p>"));
  CHECK(has(site.main("l/a.html"), "<em><span class=\"term\"><a href=\"../glossary.html#crema\">crema</a>"));
  CHECK(has(site.main("l/print.html"), "<span class=\"term\"><a href=\"../glossary.html#crema\">"));
  CHECK_FALSE(has(site.main("glossary.html"), "class=\"term\""));
}

}  // namespace
