// Tests the interface of a document, and its exact spans.
#include <doctest/doctest.h>

#include "helpers.h"
#include "plain_writer.h"

using document::FenceKind;
using document::LinkKind;
using document_test::parse;
using document_test::parse_file;

TEST_CASE("the id of a citation may have any form if it is in braces") {
  auto parsed = parse(
      "A [@{http://zotero.org/users/1/items/7Q_Z6}, p. 3], [@doi:10.1000/182; @{a b}] and "
      "[@{https://k.example/x?y=z}].\n");
  CHECK(parsed.codes() == "");
  std::string found;
  for (const auto& group : parsed.document.citations())
    for (const auto& citation : group.citations)
      found += citation.id + "|" + citation.locator + "|" + std::string(citation.span.text()) + "\n";
  CHECK(found ==
        "http://zotero.org/users/1/items/7Q_Z6|p. 3|@{http://zotero.org/users/1/items/7Q_Z6}\n"
        "doi:10.1000/182||@doi:10.1000/182\na b||@{a b}\n"
        "https://k.example/x?y=z||@{https://k.example/x?y=z}\n");
  CHECK(document_test::write_plain_html(parsed.document).find("href") == std::string::npos);
  CHECK(parse("[@{a b]\n").codes() == "malformed-citation");
}

TEST_CASE("figure links have a decoded key and exact spans") {
  auto parsed = parse(
      "A cup holds [250 ml](fig:cups/flat%20white/volume), *[2](fig:a\\|b)* or [16 cups](given:).\n"
      "Not `[250 ml](fig:cups/flat%20white/volume)`, but [the most](assert:most \"why\").\n");
  CHECK(parsed.messages() == "");
  const auto& links = parsed.document.links();
  REQUIRE(links.size() == 4);
  CHECK(links[0].kind == LinkKind::figure);
  CHECK(links[0].exact);
  CHECK(links[0].key == "cups/flat white/volume");
  CHECK(links[0].destination == "fig:cups/flat%20white/volume");
  CHECK(links[0].span.text() == "[250 ml](fig:cups/flat%20white/volume)");
  CHECK(links[0].text_span.text() == "250 ml");
  CHECK(links[0].destination_span.text() == "fig:cups/flat%20white/volume");
  CHECK(links[1].key == "a|b");
  CHECK(links[1].destination_span.text() == "fig:a\\|b");
  CHECK(links[2].kind == LinkKind::given);
  CHECK(links[2].key == "");
  CHECK(links[3].kind == LinkKind::assertion);
  CHECK(links[3].title == "why");
  CHECK(links[3].span.text() == "[the most](assert:most \"why\")");
  CHECK(parsed.document.plain_text(links[0].node) == "250 ml");
}

TEST_CASE("equal links have different positions, whatever text surrounds them") {
  const std::string text =
      "[a]: fig:x\n"
      "[1](fig:x) `[1](fig:x)` \\*[1](fig:x)  \n[1](fig:x)&copy;[1](<fig:x>)\n"
      "\n"
      "> - [1](fig:x) and\n>   [1](\n>   fig:x)\n"
      "\n"
      "before\n| [1](fig:x) | b |\n|---|---|\n| `\\|` [1](fig:x) | [1](fig:x) |\n";
  auto parsed = parse(text);
  size_t exact = 0;
  uint32_t last = 0;
  for (const auto& link : parsed.document.links()) {
    INFO("link: " << link.span.text());
    CHECK(link.exact);
    CHECK(link.text_span.text() == "1");
    CHECK(link.destination_span.text() == "fig:x");
    CHECK(link.span.begin >= last);
    last = link.span.end;
    exact += link.exact;
  }
  CHECK(exact == 9);
}

TEST_CASE("reference links and automatic links have exact positions") {
  auto parsed =
      parse("[ref] and [text][ref], <https://a.example/x>, www.b.example, me@c.example\n\n[ref]: other.md \"T\"\n");
  const auto& links = parsed.document.links();
  REQUIRE(links.size() == 5);
  CHECK_FALSE(links[0].exact);
  CHECK(links[0].span.text() == "[ref]");
  CHECK(links[1].span.text() == "[text][ref]");
  CHECK(links[1].destination == "other.md");
  CHECK(links[1].title == "T");
  CHECK(links[2].automatic);
  CHECK(links[2].span.text() == "<https://a.example/x>");
  CHECK(links[3].span.text() == "www.b.example");
  CHECK(links[3].destination == "http://www.b.example");
  CHECK(links[4].destination == "mailto:me@c.example");
}

TEST_CASE("a malformed figure link is an error") {
  CHECK(parse("Holds [459 ml](fig:cups/flat white/volume).\n").messages() ==
        "error[broken-link-syntax]: this looks like a link and is shown as plain text\n"
        "  --> content/page.md:1:16\n"
        "   |\n"
        " 1 | Holds [459 ml](fig:cups/flat white/volume).\n"
        "   |                ^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = expected: [text](fig:…), with nothing between \"]\" and \"(\" and no spaces\n"
        "   = help: write each space as %20: fig:cups/flat%20white/volume\n");
  CHECK(parse("[*4*](assert:a b)\n").codes() == "broken-link-syntax");
  CHECK(parse("[4] (given:)\n").codes() == "broken-link-syntax");
  CHECK(parse("[4][fig:x]\n").codes() == "broken-link-syntax");
  CHECK(parse("<fig:x>\n").codes() == "broken-link-syntax");
  CHECK(parse("Write `[4](fig:a b)`, config:x, (see fig:x) or \\[4\\]\\(fig:a b).\n").codes() == "");
}

TEST_CASE("headings have GitHub's ids, made unique, or explicit ids") {
  auto parsed = parse(
      "# Break-even & *more* `code`\n## Cost {#own}\n## Cost\n## Cost\n\nTop [@a] {#top}\n===\n### ???\n## 日本 "
      "{#jp.1}\n");
  CHECK(parsed.messages() == "");
  const auto& headings = parsed.document.headings();
  REQUIRE(headings.size() == 7);
  CHECK(headings[0].id == "break-even--more-code");
  CHECK(headings[0].text == "Break-even & more code");
  CHECK(headings[1].id == "own");
  CHECK(headings[1].own_id);
  CHECK(headings[1].text == "Cost");
  CHECK(headings[1].id_span.text() == "own");
  CHECK(headings[1].span.text() == "## Cost {#own}");
  CHECK(headings[2].id == "cost");
  CHECK(headings[3].id == "cost-1");
  CHECK(headings[4].text == "Top");
  CHECK(headings[4].id == "top");
  CHECK(headings[4].level == 1);
  CHECK(headings[5].id == "section");
  CHECK(headings[6].id == "jp.1");
}

TEST_CASE("explicit ids do not collide with the names of tables and charts") {
  CHECK(parse("# A {#x}\n## B {#x}\n").messages() ==
        "error[duplicate-id]: the id \"x\" is already used on this page\n"
        "  --> content/page.md:2:8\n"
        "   |\n"
        " 2 | ## B {#x}\n"
        "   |        ^\n"
        "   = note: the first one\n"
        "  ::: content/page.md:1:7\n"
        "   |\n"
        " 1 | # A {#x}\n"
        "   |       ^\n");
  auto parsed = parse("# Prices\n\n```table prices\ndata: x\n```\n");
  CHECK(parsed.document.headings()[0].id == "prices-1");
  CHECK(parse("# Prices {#prices}\n\n```chart prices\n```\n").codes() == "duplicate-id");
  CHECK(parse("# A {#b c}\n").codes() == "bad-id");
}

TEST_CASE("fences have a kind, a name and a body") {
  auto parsed = parse(
      "```sql top\nSELECT 1\n```\n\n```sql assert cheap\nSELECT 2\n```\n\n- ```table prices\n  data: top\n  ```\n\n"
      "~~~~chart curve\n{}\n~~~~\n\n```sql\nSELECT 3\n```\n\n    indented\n\n```python {lines}\ny\n```\n");
  CHECK(parsed.messages() == "");
  const auto& fences = parsed.document.fences();
  REQUIRE(fences.size() == 7);
  CHECK(fences[0].kind == FenceKind::query);
  CHECK(fences[0].name == "top");
  CHECK(fences[0].name_span.text() == "top");
  CHECK(fences[0].body == "SELECT 1\n");
  CHECK(fences[0].body_span.text() == "SELECT 1\n");
  CHECK(fences[0].exact);
  CHECK(fences[0].span.text() == "```sql top\nSELECT 1\n```");
  CHECK(fences[1].kind == FenceKind::assertion);
  CHECK(fences[1].name == "cheap");
  CHECK(fences[2].kind == FenceKind::table);
  CHECK(fences[2].body == "data: top\n");
  CHECK(fences[2].body_span.text() == "  data: top\n");
  CHECK_FALSE(fences[2].exact);
  CHECK(fences[3].kind == FenceKind::chart);
  CHECK(fences[4].kind == FenceKind::code);
  CHECK(fences[4].language == "sql");
  CHECK(fences[5].language == "");
  CHECK(fences[5].body == "indented\n");
  CHECK(fences[6].kind == FenceKind::code);
  CHECK(fences[6].language == "python");
}

TEST_CASE("an invalid first line of a fence is an error") {
  CHECK(parse("```table\nx\n```\n").messages() ==
        "error[bad-fence]: this table has no name\n"
        "  --> content/page.md:1:4\n"
        "   |\n"
        " 1 | ```table\n"
        "   |    ^^^^^\n"
        "   = expected: ```table NAME\n");
  CHECK(parse("```sql assert\nx\n```\n").codes() == "bad-fence");
  CHECK(parse("```chart 1st\nx\n```\n").codes() == "bad-fence");
  CHECK(parse("```sql top 10\nx\n```\n").codes() == "bad-fence");
  CHECK(parse("```sql a\n```\n```sql a\n```\n").codes() == "duplicate-name");
  CHECK(parse("```table a\n```\n```chart a\n```\n").codes() == "duplicate-name");
  CHECK(parse("```sql a\n```\n```sql assert a\n```\n```chart a\n```\n").codes() == "");
  CHECK(parse("> text\n> ~~~~ x\n> y\n\nafter\n").messages() ==
        "error[unclosed-fence]: this block is never closed\n"
        "  --> content/page.md:2:3\n"
        "   |\n"
        " 2 | > ~~~~ x\n"
        "   |   ^^^^^^\n"
        "   = expected: a line with ~~~~ below it, with the same indentation\n");
  CHECK(parse("> ```\n> x\n> ```\n").codes() == "");
  auto open = parse("```sql a\nSELECT 1\n\nWords.\n");
  CHECK(open.codes() == "unclosed-fence");
  CHECK(open.document.fences()[0].exact);
  CHECK(open.document.fences()[0].body_span.text() == open.document.fences()[0].body);
}

TEST_CASE("citations are found in plain text only") {
  auto parsed = parse(
      "Yes [@smith2010], [@a-b:c.v5.0, summary table] and [@a; @b_c, p. 3;\n@d]. *[@e]*, [^n].\n"
      "Not `[@f]`, \\[@g], &#91;@h], me@i.example, @j or [@octocat](https://k.example).\n\n[^n]: See [@l].\n\n| [@m] "
      "|\n|---|\n");
  CHECK(parsed.messages() == "");
  std::string seen;
  for (const auto& group : parsed.document.citations()) {
    CHECK(group.span.text().starts_with("[@"));
    CHECK(group.span.text().ends_with("]"));
    for (const auto& one : group.citations) {
      CHECK(one.span.text().substr(1) == one.id);
      seen.append(one.id).append("(").append(one.locator).append(") ");
    }
    seen += "| ";
  }
  CHECK(seen == "smith2010() | a-b:c.v5.0(summary table) | a() b_c(p. 3) d() | e() | m() | l() | ");
}

TEST_CASE("text that looks like a citation but is not one is an error") {
  CHECK(parse("Beans [@ smith].\n").messages() ==
        "error[malformed-citation]: this looks like a citation, but is not one: \"@\" must be followed directly by an "
        "id\n"
        "  --> content/page.md:1:7\n"
        "   |\n"
        " 1 | Beans [@ smith].\n"
        "   |       ^^^^^^^^^\n"
        "   = expected: [@id], [@id, place in the source] or [@a; @b]\n"
        "   = help: for literal text, write \\[\n");
  for (const char* text :
       {"[@a", "[@a; b]", "[see @a]", "[-@a]", "[@a *p. 3*]", "[@a](x y)", "[@a [@b]", "[@a!]", "[@;]"}) {
    INFO(text);
    CHECK(parse(text).codes() == "malformed-citation");
  }
  CHECK(parse("[see [@a]](x.md)\n").codes() == "citation-in-link");
}

TEST_CASE("images need alt text") {
  auto parsed = parse("![A *full* cup](<a b.png> \"T\") and [![](x.png)](y.md)\n");
  CHECK(parsed.messages() ==
        "error[image-without-alt]: this image has no alternative text\n"
        "  --> content/page.md:1:37\n"
        "   |\n"
        " 1 | ![A *full* cup](<a b.png> \"T\") and [![](x.png)](y.md)\n"
        "   |                                     ^^^^^^^^^^\n"
        "   = expected: ![what the image shows](…)\n");
  const auto& image = parsed.document.images()[0];
  CHECK(image.alt == "A full cup");
  CHECK(image.destination == "a b.png");
  CHECK(image.destination_span.text() == "a b.png");
  CHECK(image.title == "T");
  CHECK(image.exact);
}

TEST_CASE("HTML that runs or restyles something is an error, and the error suggests an alternative") {
  CHECK(parse("H<sub>2</sub>O<br><BR/> <kbd class=x>*x*</kbd> <!-- gone -->\n\n<!-- gone\n\ntoo "
              "-->\n\n<details open>\n<summary>More</summary>\n\nx\n\n</details>\n")
            .codes() == "");
  CHECK(parse("<h2>c</h2>\n").messages() ==
        "error[raw-html]: raw HTML is not allowed: <h2>\n"
        "  --> content/page.md:1:1\n"
        "   |\n"
        " 1 | <h2>c</h2>\n"
        "   | ^^^^\n"
        "   = expected: Markdown, or an element that needs no script and no style\n"
        "   = help: write ## Heading\n");
  CHECK(parse("<script>alert(1)</script>\n").codes() == "raw-html");
  CHECK(parse("x <details> y</details>\n").codes() == "raw-html");
  CHECK(parse("<?php x ?>\n").codes() == "raw-html");
  CHECK(parse("write <name> here\n").messages().find("put it between backticks") != std::string::npos);
}

TEST_CASE("tags must be balanced within their paragraph or container") {
  CHECK(parse("a <sub>b\n").messages() ==
        "error[unbalanced-html]: <sub> is never closed\n"
        "  --> content/page.md:1:3\n"
        "   |\n"
        " 1 | a <sub>b\n"
        "   |   ^^^^^\n"
        "   = expected: </sub>\n");
  CHECK(parse("*a <sub>b* c</sub>\n").codes() == "unbalanced-html unbalanced-html");
  CHECK(parse("<sub><sup>a</sub></sup>\n").codes() == "unbalanced-html unbalanced-html");
  CHECK(parse("> <details>\n\n</details>\n").codes() == "unbalanced-html unbalanced-html");
  CHECK(parse("<summary>x</summary>\n").codes() == "unbalanced-html");
}

TEST_CASE("plain text, first paragraph and word count omit what readers do not see") {
  auto parsed = parse(
      "# Title\n\n> A quote.\n\nBeans are *good* [@a], `really`[^1]\nand [cheap](x.md)\\\nhere. ![A cup](y.png)\n\n"
      "```\nnot counted\n```\n\n[^1]: Or not.\n");
  CHECK(parsed.document.first_paragraph() == "Beans are good, really and cheap here.");
  CHECK(parse("> only a quote\n").document.first_paragraph() == "");
  CHECK(parse("It weighs [](fig:a/b/c) in all.\n").document.first_paragraph() == "");
  CHECK(parse("one *two*three\nfour `five six`\n\n```\nx y\n```\n").document.word_count() == 5);
  std::string many;
  for (int i = 0; i < 700; ++i) many += std::string(i % 5 + 1, 'b') + " ";
  CHECK(parse(many + "\n").document.word_count() == 700);
  CHECK(parse(std::string(700, 'b') + " c\n").document.word_count() == 2);
  CHECK(parse(repeat("b ", 6000) + "\n").document.word_count() == 6000);
  for (size_t before = 1; before < 36; ++before)
    for (size_t after = 1; after < 36; ++after)
      CHECK(parse("a " + std::string(before, 'b') + " " + std::string(after, 'c') + "\n").document.word_count() == 3);
  CHECK(parse(" \n\n").document.empty());
}

TEST_CASE("a file is read below its front matter, and lines are counted from the start of the file") {
  auto parsed = parse_file("\xEF\xBB\xBF---\ntitle: Beans\n---\n# One\n\n[x](y.md) [@ z]\n");
  CHECK(parsed.front.title.text == "Beans");
  CHECK(parsed.document.links()[0].span.text() == "[x](y.md)");
  CHECK(parsed.source->position(parsed.document.headings()[0].span.begin).line == 4);
  CHECK(parsed.messages().find("content/page.md:6:11") != std::string::npos);
  CHECK(parse_file("---\r\ntitle: Beans\r\n---\r\n[x](y.md)\r\n[z](w.md)\r\n").document.links()[1].span.text() ==
        "[z](w.md)");
}

TEST_CASE("a short text is parsed as inlines, with exact spans if the file contains it unchanged") {
  base::SourceText source("content/page.md",
                          "takeaway: \"Use *beans* [1](fig:a)\"\nother: \"a \\u0022b\\u0022 [1](fig:b)\"\n");
  base::Diagnostics diagnostics;
  document_test::PlainHooks hooks;
  auto inline_of = [&](std::string text, uint32_t begin, uint32_t end) {
    return document::parse_inline({std::move(text), {&source, begin, end}}, diagnostics);
  };
  auto first = inline_of("Use *beans* [1](fig:a)", 10, 34);
  CHECK(document::write_inline(first, hooks).str() == "Use <em>beans</em> 1");
  CHECK(first.links()[0].span.text() == "[1](fig:a)");
  auto second = inline_of("a \"b\" [1](fig:b)", 42, 71);
  CHECK(document::write_inline(second, hooks).str() == "a &#34;b&#34; 1");
  CHECK(second.links()[0].span.begin == 42);
  CHECK(diagnostics.empty());
  inline_of("# Heading", 0, 5);
  CHECK(diagnostics.list()[0].code == "not-inline");
}
