// Tests that `sourcebook fix` corrects figures to match the data, and changes nothing else.
#include "passes/fix.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "unit/whole_site.h"

namespace {

struct FixedTexts {
  RecordingFiles files;
  passes::FixReport report;
};

void fix(FixedTexts& fixed, std::string body, std::string front = "", bool dry_run = false,
         const passes::ImportedTables& imported = {}) {
  Files files = coffee_data();
  std::string& prices = files["data/prices.json"];
  prices.replace(
      prices.rfind("\n]"), 2,
      ",\n{\"id\": \"tea\", \"name\": \"Tea's #1: a \\\"tea\\\"\", \"source\": \"card\", \"locator\": \"row 9\"}\n]");
  files["content/index.md"] = page("Coffee");
  files["content/t.md"] = page("T", std::move(body), std::move(front));
  for (const auto& [path, bytes] : files) REQUIRE(fixed.files.write(path, bytes).ok());
  fixed.files.forget_accesses();
  fixed.report = passes::fix_site(fixed.files, {}, {}, imported);
  if (dry_run) return;
  for (const base::ChangedFile& file : fixed.report.files) REQUIRE(fixed.files.write(file.path, file.bytes).ok());
}

std::string body_after_fix(std::string body, std::string front = "") {
  FixedTexts fixed;
  fix(fixed, std::move(body), front);
  REQUIRE_MESSAGE(fixed.report.left.empty(), said(fixed.report.left));
  return fixed.files.files().at("content/t.md");
}

TEST_CASE("figures are rewritten with the author's rounding, unit and words") {
  CHECK(body_after_fix(
            "A latte is [about 7 EUR](fig:prices/latte/price), [**3.80** EUR](fig:prices/latte/price) or "
            "[€3](fig:prices/latte/price);\r\n`[5](fig:prices/latte/price)` [0.0085 kg](fig:prices/latte/beans), "
            "[4 EUR](fig:prices/latte/price).  \n") ==
        page("T",
             "A latte is [about 4 EUR](fig:prices/latte/price), [**4.00** EUR](fig:prices/latte/price) or "
             "[€4](fig:prices/latte/price);\r\n`[5](fig:prices/latte/price)` [0.0095 kg](fig:prices/latte/beans), "
             "[4 EUR](fig:prices/latte/price).  \n"));
}

TEST_CASE("figures in headings, tables, lists, quotes and front matter are fixed too") {
  CHECK(body_after_fix("# It costs [5 EUR](fig:prices/latte/price) {#cost}\n\n| a | b |\n| - | - |\n"
                       "| x \\| y | [1 EUR](fig:prices/latte/price) |\n\n> - [2 EUR](fig:prices/latte/price)\n",
                       "key_points:\n  - A latte is [6 EUR](fig:prices/latte/price)\n"
                       "takeaway: \"Say \\\"no\\\" to [7 EUR](fig:prices/latte/price)\"\n") ==
        page("T",
             "# It costs [4 EUR](fig:prices/latte/price) {#cost}\n\n| a | b |\n| - | - |\n"
             "| x \\| y | [4 EUR](fig:prices/latte/price) |\n\n> - [4 EUR](fig:prices/latte/price)\n",
             "key_points:\n  - A latte is [4 EUR](fig:prices/latte/price)\n"
             "takeaway: \"Say \\\"no\\\" to [4 EUR](fig:prices/latte/price)\"\n"));
}

TEST_CASE("empty figures are filled in, and wrong ones corrected") {
  CHECK(body_after_fix("It is [](fig:prices/latte/price), a [latt](fig:prices/latte/name).\n") ==
        page("T", "It is [€4.00](fig:prices/latte/price), a [Latte](fig:prices/latte/name).\n"));
}

TEST_CASE("fixes are planned with a diff, and are not written") {
  FixedTexts fixed;
  fix(fixed, "It is [5 EUR](fig:prices/latte/price),\nand [6 EUR](fig:prices/latte/price), says [@crad].\n", "", true);
  CHECK(fixed.files.writes().empty());
  CHECK(fixed.report.figures == 2);
  CHECK(fixed.report.pages == 1);
  CHECK(fixed.report.diff ==
        "--- content/t.md\n+++ content/t.md\n@@ -4,2 +4,2 @@\n-It is [5 EUR](fig:prices/latte/price),\n"
        "-and [6 EUR](fig:prices/latte/price), says [@crad].\n+It is [4 EUR](fig:prices/latte/price),\n"
        "+and [4 EUR](fig:prices/latte/price), says [@crad].\n");
  CHECK(has(said(fixed.report.left), "error[unknown-source]: there is no source \"crad\"\n"));
  CHECK(fixed.report.left.errors() == 1);
}

TEST_CASE("figures that can't be fixed are left to the author") {
  FixedTexts fixed;
  fix(fixed, "It is [cheap](fig:prices/latte/price) and weighs [4 EUR](fig:prices/latte/beans).\n");
  CHECK(fixed.files.writes().empty());
  CHECK(fixed.report.left.errors() == 2);
}

TEST_CASE("front matter is fixed only if the new text is plain in YAML") {
  FixedTexts fixed;
  fix(fixed, "Words.\n", "takeaway: ok [x](fig:prices/tea/name) end\nkey_points: ['a [](fig:prices/tea/name)']\n");
  CHECK(fixed.files.writes().empty());
  CHECK(fixed.report.left.errors() == 2);
}

TEST_CASE("each figure of a folded text is fixed or reported") {
  FixedTexts fixed;
  fix(fixed, "Words.\n",
      "key_points:\n  - >-\n    One [5 EUR](fig:prices/latte/price)\n\n    two [6 EUR](fig:prices/latte/price)\n");
  CHECK(fixed.report.figures + fixed.report.left.errors() == 2);
}

TEST_CASE("a number that an import lists to review is not corrected before it is confirmed") {
  const std::string wrong = "It is [40 EUR](fig:prices/latte/price), and [5 EUR](fig:prices/latte/price).\n";
  const auto fixed_with = [&](const passes::ImportedTables& imported) {
    FixedTexts fixed;
    fix(fixed, wrong, "", true, imported);
    return std::move(fixed.report);
  };
  const auto confirmed = [&](std::map<std::string, std::string> values) {
    return fixed_with({{"prices", {"data/imports/p.yaml", std::move(values)}}});
  };
  const passes::FixReport held = confirmed({});
  CHECK(held.figures == 1);
  CHECK(held.left.errors() == 1);
  CHECK(has(said(held.left),
            "not corrected, because 4 is far from it: if it is right, write in "
            "data/imports/p.yaml: confirmed: {\"latte/price\": 4}"));
  CHECK(confirmed({{"latte/price", "40"}}).figures == 1);
  CHECK(confirmed({{"latte/price", "4.0"}}).figures == 2);
  CHECK(fixed_with({}).figures == 2);  // no import writes the table
}

TEST_CASE("a range without the value is left to the author") {
  FixedTexts fixed;
  fix(fixed, "It is [€1–2](fig:prices/latte/price).\n");
  CHECK(fixed.files.writes().empty());
  CHECK(fixed.report.left.errors() == 1);
}

TEST_CASE("a fixed page states the value, or is unchanged") {
  for (const char* text : {"5 EUR",
                           "**5** EUR",
                           "*about* 7 EUR",
                           "about **7 EUR**",
                           "€5.50",
                           "€ 5",
                           "5 &euro;",
                           "&#53; EUR",
                           "&#53;3 EUR",
                           "53 EUR &#53;",
                           "\\€5",
                           "5\\.5 EUR",
                           "5 E*UR*",
                           "0.5k EUR",
                           "500 cents",
                           "500 cents  ",
                           "five euros",
                           "**five** EUR",
                           "minus 4 EUR",
                           "−5 EUR",
                           "+5 EUR",
                           "over 5 EUR",
                           "at least €5",
                           "~7 EUR",
                           "5.5 EUR",
                           "0.000005 million EUR",
                           "5",
                           "1.000 EUR",
                           "",
                           " ",
                           "5\nEUR"}) {
    FixedTexts fixed;
    const std::string body = fmt::format("A latte is [{}](fig:prices/latte/price).\n", text);
    fix(fixed, body);
    CAPTURE(body);
    const std::string after = fixed.files.files().at("content/t.md");
    CAPTURE(after);
    CHECK((after == page("T", body)) == (fixed.report.left.errors() == 1));
    FixedTexts again;
    fix(again, after.substr(page("T", "").size()));
    CHECK(again.report.figures == 0);
    CHECK(said(again.report.left).empty() == fixed.report.left.empty());
  }
}

TEST_CASE("digits within an entity are not treated as a figure") {
  FixedTexts fixed;
  fix(fixed, "A latte is [&#53;3 EUR](fig:prices/latte/price).\n");
  CHECK(fixed.files.writes().empty());
  CHECK(fixed.report.left.errors() == 1);
}

}  // namespace
