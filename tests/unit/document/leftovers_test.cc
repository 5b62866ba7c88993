// Tests that markup that a page would not show as the author meant it is reported, and that ordinary prose is not.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "helpers.h"

using document_test::parse;
using document_test::parse_file;

namespace {

std::string codes(std::string_view markdown) { return parse(std::string(markdown) + "\n").codes(); }

void each_is(std::string_view code, const std::vector<std::string_view>& texts) {
  for (std::string_view text : texts) CHECK_MESSAGE(codes(text) == code, text);
}
void none_is_reported(const std::vector<std::string_view>& texts) { each_is("", texts); }

const std::string kTable = "| city | rain |\n|---|--:|\n";
std::string row(std::string_view cells) { return codes(kTable + std::string(cells)); }

}  // namespace

TEST_CASE("cells beyond the header's width are errors in any row") {
  for (std::string_view cells :
       {"| Bern | 4 | 5 |", "| Bern | 4 | 5", "Bern | 4 | 5", "| Bern | 4 | | 5 |", "|Bern|4|5|6|7|", "| `a|b` | 4 |",
        "| a \\| b | 4 | 5 |", "| Bern | 4 | [5 mm](fig:x/y/z) |", "| Bern | 4 | [@nobody] |", "| | | 5 |",
        "| Bern | 4 | ! |", "| Bern | 4 |\n| Rome | 3 | 2 |", "  | Bern | 4 | 5 |"})
    CHECK_MESSAGE(row(cells) == "extra-cells", cells);
  CHECK(codes("> " + kTable.substr(0, 16) + "> |---|--:|\n> | Bern | 4 | 5 |") == "extra-cells");
  CHECK(codes("- | a | b |\n  |---|---|\n  | 1 | 2 | 3 |") == "extra-cells");
  CHECK(codes("- [x] a\n\n  | a | b |\n  |---|---|\n  |  |  | 3 |") == "extra-cells");
  CHECK(codes("| a |\n|---|\n| 1 | 2 |") == "extra-cells");
}

TEST_CASE("rows as wide as the header, shorter ones, empty cells and escaped pipes are accepted") {
  for (std::string_view cells :
       {"| Bern | 4 |", "| Bern | 4", "Bern | 4", "| Bern |", "| Bern", "| Bern | 4 | |", "| Bern | 4 | | |",
        "| a \\| b | 4 |", "| `a\\|b` | 4 |", "| Bern | \\| |", "| a \\\\| b | 4 |", "| Bern | 4 |  ", "| | |", "|"})
    CHECK_MESSAGE(row(cells) == "", cells);
}

TEST_CASE("a dropped cell is reported at its position") {
  CHECK(parse(kTable + "| Bern | 4 | five | 6 |\n").messages() ==
        "error[extra-cells]: the header of this table has only 2 columns, so this cell is not shown\n"
        "  --> content/page.md:3:14\n"
        "   |\n"
        " 3 | | Bern | 4 | five | 6 |\n"
        "   |              ^^^^^^^^^^\n"
        "   = expected: at most as many cells as the header has\n"
        "   = help: add a column to the header and to the line of dashes; write \\| for a | within a cell, also in "
        "code\n");
}

TEST_CASE("an escaped pipe before another cell does not move the cells") {
  auto parsed = parse("| a | b |\n|---|---|\n| x \\\\| y | [z](q.md) |\n");
  REQUIRE(parsed.document.links().size() == 1);
  CHECK(parsed.document.links()[0].exact);
  CHECK(parsed.document.links()[0].span.text() == "[z](q.md)");
}

TEST_CASE("text directly below a table is reported, because it is parsed as a row") {
  CHECK(row("| Bern | 4 |\nIt rains a lot.") == "text-in-table");
  CHECK(row("It rains a lot.") == "text-in-table");
  CHECK(row("| Bern | 4 |\n\nIt rains a lot.") == "");
  CHECK(row("| Bern | 4 |\n# Next") == "");
  CHECK(codes("| a |\n|---|\n| 1 |\n2") == "text-in-table");
  CHECK(codes("| a |\n|---|\n| 1 |\n| 2 |") == "");
}

TEST_CASE("a wrapped line whose sign begins a list is reported") {
  each_is("wrapped-list", {"Cost is -5 to\n- 10 degrees", "Sum of 3\n+ 4 items", "A line of 2\n* 3 is six"});
  none_is_reported({"Sizes\n- 10 GB\n- 20 GB", "One size:\n- 10 GB", "Done.\n- 10 GB", "Sizes\n\n- 10 GB",
                    "Sizes\n- small", "- 10 GB", "Cost is -5 to\n\\- 10 degrees"});
}

TEST_CASE("a malformed table is reported") {
  each_is("literal-block",
          {"|a|b|\n|1|2|", "| a | b |\n|---|\n| 1 | 2 |", "a | b\n--- | --- | ---\n1 | 2",
           "| a | b |\n| 1 | 2 |\n| 3 | 4 |", "Costs:\n| a | b |\n| 1 | 2 |", "> | a | b |\n> | 1 | 2 |",
           "| a |\n|---|---|\n| 1 |", "- | a | b |\n  | 1 | 2 |", "| a | b |\n|:--|\n", "a|b\n-|--|-\n"});
  none_is_reported({"|x| and |y|", "either | or", "|x|\n\n|y|", "`|a|b|`\n`|1|2|`", "\\|a|b\\|\n\\|1|2\\|",
                    "| one line |", "a\n|b|\nc", "P(a | b) | c", "```\n|a|b|\n|1|2|\n```", "|x|\ntext\n|y|"});
}

TEST_CASE("strikethrough needs two tildes") {
  for (std::string_view text : {"10~20 GB and 30~40 GB", "~5%-~10% of ~20", "It takes ~2/~3 hours", "~10 GB and ~20 GB",
                                "Between (~10 GB)~(20 GB).", "~a~b~c", "5~", "~", "x ~ y ~ z", "~~5~"}) {
    auto parsed = parse(text);
    CHECK_MESSAGE(parsed.html().find("<del>") == std::string::npos, text);
    CHECK_MESSAGE(parsed.html().find('~') != std::string::npos, text);
  }
  CHECK(parse("~~5 GB~~ 6 GB").html() == "<p><del>5 GB</del> 6 GB</p>\n");
}

TEST_CASE("unused, missing and duplicate footnotes are errors") {
  const std::string used = "a[^n]\n\n[^n]: One.\n";
  CHECK(codes(used) == "");
  for (std::string_view unused :
       {"[^m]: Two.", "[^m]: [5 GB](fig:a/b/c)", "\n[^m]:\n    Two.", "> [^m]: Two.", "- [^m]: Two.", "[^1]: Two.",
        "[^m]: Two.\n\n    And more.", "[^m]: - a list", "[^m]: see [^n]", "\n\n[^long-name]: Two."})
    CHECK_MESSAGE(codes(used + std::string(unused)) == "unused-footnote", unused);
  for (std::string_view twice : {"[^n]: Two.", "[^N]: Two.", "> [^n]: Two.", "[^n]: One.", "\ntext\n\n[^n]: Two."})
    CHECK_MESSAGE(codes(used + std::string(twice)) == "duplicate-footnote", twice);
  CHECK(codes("[^a]: x\n[^a]: y\n") == "unused-footnote duplicate-footnote");
  each_is("undefined-footnote",
          {"a[^n]", "a[^1].", "**a[^n]**", "- a[^n]", "> a[^n]", "# a[^n]", "[a[^n]](b.md)", "| a[^n] |\n|---|",
           "*a*[^n]", "a[^n]\n\n    [^n]: code", "a[^n]\n\n```\n[^n]: x\n```"});
  none_is_reported({"a\\[^n]", "a[\\^n]", "`[^n]`", "[^", "x[^a b]", "[^]"});
}

TEST_CASE("the error for a missing footnote suggests a similar name") {
  CHECK(parse("a[^rihne] b[^rhine]\n\n[^rhine]: x\n").messages() ==
        "error[undefined-footnote]: there is no footnote [^rihne], so its mark is shown as plain text\n"
        "  --> content/page.md:1:2\n"
        "   |\n"
        " 1 | a[^rihne] b[^rhine]\n"
        "   |  ^^^^^^^^\n"
        "   = expected: its text, on a separate line: [^rihne]: …\n"
        "   = help: did you mean \"rhine\"?\n");
}

TEST_CASE("a footnote works in a table's cell, in emphasis, in another footnote, and at the very end") {
  for (std::string_view text :
       {"| a[^n] |\n|---|\n| b |\n\n[^n]: Note.", "| a |\n|---|\n| b[^n] |\n\n[^n]: Note.", "*a[^n]*\n\n[^n]: Note.",
        "a[^m]\n\n[^m]: b[^n]\n\n[^n]: Note.", "a[^n]\n\n[^n]: Note."}) {
    auto parsed = parse(text);
    CHECK_MESSAGE(parsed.codes() == "", text);
    CHECK_MESSAGE(parsed.html().find("Note.") != std::string::npos, text);
    CHECK_MESSAGE(parsed.html().find("href=\"#fn-1\"") != std::string::npos, text);
  }
}

TEST_CASE("links and images that are shown as text are errors") {
  each_is("broken-link-syntax", {"[a][nowhere]",
                                 "![a][nowhere]",
                                 "![a][]",
                                 "![a]",
                                 "[a](my page.md)",
                                 "![a](my pic.png)",
                                 "[a] (page.md)",
                                 "[a](page.md",
                                 "[a](<page.md)",
                                 "[a](page.md \"title)",
                                 "![](pic.png =300x)",
                                 "[a](page.md#x y)",
                                 "see **[a][b]** there",
                                 "- [a][b]",
                                 "# [a][b]",
                                 "| [a][b] |\n|---|",
                                 "詳細は[こちら](my page.md)",
                                 "text\n[j]: page.md",
                                 "[a] (https://example.com)",
                                 "[a](https://example.com/my page)",
                                 "[a\nb][c]",
                                 "[128 GB] (fig:a/b/c)",
                                 "[5 GB][fig:a/b/c]",
                                 "[see [1]][b]",
                                 "![a [b](c.md)](d.png)",
                                 "[a]](https://example.com)",
                                 "the [a]](b.md)",
                                 "(a)[https://example.com/b]",
                                 "(a)[https://example.com/b].",
                                 "(a b)[c.md]",
                                 "[a]\n(b.md)"});
  none_is_reported({"[a]",
                    "[sic] (he said)",
                    "a[i][j] = b[0](x y)",
                    "[0, 1][2]",
                    "`[a][b]`",
                    "\\[a][b]",
                    "[a]\\[b]",
                    "[a](b.md)",
                    "[a][b]\n\n[b]: c.md",
                    "![a](b.png)",
                    "Wow![1]",
                    "[x] done",
                    "array[1](see below)",
                    "[1] (2020)",
                    "f(x)[y]",
                    "[ ]",
                    "[]",
                    "See [note] (and more).",
                    "(see a)[1]",
                    "array[[1]]",
                    "f(x)[0]",
                    "f(x)[$`i`$]",
                    "(a)[b]",
                    "[a]\n(see b)",
                    "[a]](see b)",
                    "[![a](b.png)](c.md)"});
}

TEST_CASE("a link without a text is an error, as are links and citations in titles and attributes") {
  each_is("broken-link-syntax",
          {"[](a.md)", "[ ](https://a.example)", "[](#b)", "[a]()", "![a](<>)", "<img src=\"\" alt=\"a\">",
           "![a](b.svg \"[1](fig:a/b/c)\")", "[a](b.md \"[c](d.md)\")", "<abbr title=\"[@doe]\">a</abbr>",
           "<img src=\"b.svg\" alt=\"[c](d.md)\">", "![a **[b](c.md)**](d.png)", "![a ![b](c.png)](d.png)"});
  none_is_reported({"[![a](b.svg)](c.md)", "[`a`](b.md)", "[a](b.md \"see (b) and [c]\")"});
}

TEST_CASE("a comment that CommonMark does not read as one is an error") {
  each_is("foreign-syntax", {"Text. <!-- TODO -- ask Bob about 42 --> more", "Text <!-- never closed", "a <!--> b",
                             "*a <!-- b -- c -->*", "a <!-- b\nc -- d --> e", "# a <!-- b --- c -->"});
  none_is_reported(
      {"a <!-- b --> c", "<!-- a -- b -->", "`<!-- a -- b -->`", "a \\<!-- b -- c -->", "a &lt;!-- b -- c -->"});
}

TEST_CASE("the error for a broken link explains what is missing") {
  CHECK(parse("See [size](my page.md).\n").messages() ==
        "error[broken-link-syntax]: this looks like a link and is shown as plain text\n"
        "  --> content/page.md:1:5\n"
        "   |\n"
        " 1 | See [size](my page.md).\n"
        "   |     ^^^^^^^^^^^^^^^^^^\n"
        "   = expected: a destination without spaces, optionally followed by a \"title\"\n"
        "   = help: write each space as %20: my%20page.md\n");
  CHECK(parse("See [`size`][].\n").messages().find("a separate line: […]: page.md\n") != std::string::npos);
}

TEST_CASE("definitions of links that nothing uses are warnings") {
  each_is("unused-link", {"a\n\n[b]: c.md", "a\n\n[b]: <c d.md>", "a\n\n[b]: c.md \"Title\"", "[b]: c.md\n(see\nbelow)",
                          "[b\nc]: d.md", "[b]: <c d.md>\n[b][e](f.md)", "a\n\n[b]:\n  c.md", "> a\n>\n> [b]: c.md",
                          "[b]: c.md\n[d]: e.md\n\n[b]", "- a\n\n  [b]: c.md", "[b]\n\n[b]: c.md\n[b]: d.md",
                          "[b]: c.md 'T'\n\na", "[b]: c.md (T)\n"});
  none_is_reported({"[b]\n\n[b]: c.md", "![x][b]\n\n[b]: c.png", "[B]\n\n[b]: c.md", "[//]: # (a comment)",
                    "[comment]: <> (a comment)", "    [b]: c.md", "```\n[b]: c.md\n```", "[Note]: what follows",
                    "`[b]: c.md`", "[b]\n\n[b]: <c.md> \"T\""});
  CHECK(parse("a\n\n[b]: c.md\n[d]: e.md\n").diagnostics.by_cause().list().size() == 1);
}

TEST_CASE("delimiters of emphasis that are shown as text are warnings") {
  each_is("literal-emphasis",
          {"これは**「重要」**です", "**重要。**です", "한국어**(한국어)**는", "这是**“重要”**的",
           "これは*「強調」*です", "~~「古い」~~です", "**bold **", "**a ** and ** b**", "**Note: it is never closed",
           "x**\"y\"**z", "__「古い」__です", "para **one\nand two ** three"});
  none_is_reported({"**重要**です", "これは**重要**です", "*強調*です", "2 ** 3 and 3 ** 2", "5 GB** and 6 GB**",
                    "** as measured", "src/** and more", "2**10", "a \\*\\*b\\*\\* c", "`**「x」**で`", "a * b * c",
                    "\\_\\_init\\_\\_", "a_b_c and d_e_f", "****", "x = y ** z"});
}

TEST_CASE("products, powers and ranges that are parsed as emphasis are errors") {
  each_is(
      "accidental-emphasis",
      {"5*3 and 4*2", "2**3 and 3**2", "x*2 and y*3", "5*x and 6*y", "10~~20 GB, 30~~40 GB", "(5*3) or (4*2)",
       "f(a*b) and g(c*d)", "2*n*3", "10**6 to 10**9", "src/*.cc and tests/*.h", "**/*.cc, **/*.h", "1024*1024*4 bytes",
       "8*80 GB, and 4*80 GB", "Energy is m*c*c.", "so l*w*h", "a_b_c and d*e*f", "dx*dy*dz", "α*β*γ", "a**b**c"});
  CHECK(parse("a*b*c*d*e\n").diagnostics.list().size() == 2);
  none_is_reported({"un*frigging*believable", "*5* and *6*", "**2**nd", "a **5** b", "5 *GB* a", "5 * 3 and 4 * 2",
                    "5\\*3 and 4\\*2", "`5*3` and `4*2`", "**5 GB**, *6 GB*", "(*5*)", "約*3*倍", "あ*い*う", "wom*e*n",
                    "a *b* c", "m\\*c\\*c"});
}

TEST_CASE("names of programs with two underscores on both sides are not strong text") {
  const std::vector<std::string_view> names = {
      "__init__",         "run __init__(self)",     "__init__.py", "x.__size__ of y", "__size__.x",
      "`a`, __VA_ARGS__", "__attribute__((packed))"};
  each_is("accidental-emphasis", names);
  CHECK(parse("obj.__class__.__name__ is\n").diagnostics.list().size() == 2);
  none_is_reported({"__bold text__", "__Price__: 5 km", "__total__", "A __very__ big one.", "**init**", "x.**name** y",
                    "It ends. __Then__ it begins.", "__Bold__.", "__max_depth__ is", "__river__(s)", "_init_"});
}

TEST_CASE("syntax of other tools whose meaning is lost is an error") {
  each_is("foreign-syntax", {"{{#include listing.rs}}",
                             "{{< figure src=\"a.png\" >}}",
                             "{{% notice %}}",
                             "{{ site.title }}",
                             "{% include \"x.html\" %}",
                             "{!shared.md!}",
                             "{* ../src/pump.py hl[1,3] *}",
                             "<!--@include: ./parts/prices.md-->",
                             "<!-- md:version 2.1 -->",
                             "see @fig-levels and more",
                             "(@tbl-prices)",
                             "!!! inline note",
                             "!!! example",
                             "!!! note Title of it",
                             "!!! 'Title'",
                             "??? \"Title\"",
                             "=== A tab",
                             "/// tab | A",
                             "??? unknown \"Folded\"",
                             "=== \"Tab",
                             ": definition",
                             "--8<-- \"snippet.md\"",
                             "<<< @/snippet.js",
                             "@import \"a.md\"",
                             "import Tabs from '@theme/Tabs';",
                             "export const x = 1;",
                             ".. note:: Text",
                             "[[Page]]",
                             "[[page|label]]",
                             "![[picture.png]]",
                             "{doc}`other`",
                             ":math:`x`",
                             "`Title <page>`_",
                             "{ref}`label`",
                             "- {{ x }}",
                             "{{ 1 + 1 }}",
                             "{{ {a: 1} }}",
                             "{{}}",
                             "{% 5 %}",
                             "{::comment}",
                             "{:/}",
                             "{:.class}",
                             "as @doe [p. 3] says",
                             "# {{ page.title }}",
                             "| {{ x }} |\n|---|",
                             "**{% x %}**",
                             "```{figure} a.png\nText\n```",
                             "```{python}\n1\n```",
                             "```admonish warning\nText\n```",
                             "[text]({{ site.url }} x)",
                             "Copy it to \\\\server\\share now.",
                             "in C:\\Users\\_files"});
}

TEST_CASE("syntax of other tools that only looks odd is an error too, but for the look of code") {
  const std::vector<std::string_view> texts = {":::raw\nText\n:::",
                                               "[TOC]",
                                               "[[toc]]",
                                               "[[_TOC_]]",
                                               "(label)=\n## A",
                                               "*[HTML]: Hyper Text",
                                               ":octocat:",
                                               "Done :material-check:",
                                               "=== \":octocat: Title\"\n\n    Text",
                                               "## A {x=\"y\"}",
                                               "![{{ x }}](a.png)",
                                               "<details>\n<summary>{{ x }}</summary>\n\nText\n\n</details>",
                                               "<div>:octocat:</div>",
                                               "% a comment",
                                               "Text\n% a comment",
                                               "{{< img\n  src=\"a.png\"\n>}}",
                                               "::: lib.module.Name",
                                               "```rust\n# use a::b;\nc();\n```",
                                               "## Setup { #setup .x }",
                                               "{#alone}",
                                               "## A {.unnumbered}",
                                               "![a](b.svg){ width=\"300\" }",
                                               "[a](b.md){target=_blank}",
                                               "`x`{.python}",
                                               "text {: .class }",
                                               "==marked==",
                                               "++ins++",
                                               "x^2^",
                                               "H~2~O",
                                               "CO~2~ and more",
                                               "^up^ it",
                                               "~down~ it",
                                               "^^new^^",
                                               "Text ^[a note].",
                                               ".. _label:",
                                               "#. one",
                                               "(@) one",
                                               "see \\ref{fig}",
                                               "\\pagebreak",
                                               "see \\@ref(fig:a)",
                                               "`<b>`{=html}",
                                               "## A {-}",
                                               "[a]{.smallcaps}",
                                               "[!NOTE]\nText",
                                               "> Text\n> [!NOTE]\n> Text",
                                               "- [!TIP] Text",
                                               "![a](b.svg \"{{ x }}\")",
                                               "[a](b.md \"{{ x }}\")",
                                               "<span title=\"{{ x }}\">a</span>",
                                               "<img src=\"b.svg\" alt=\"{{ x }}\">",
                                               "{++new++}",
                                               "{>>why<<}",
                                               "a ==b c== d",
                                               "(==b==)",
                                               "10 m^2^ of it"};
  each_is("foreign-syntax", texts);
  for (std::string_view text : texts) CHECK_MESSAGE(parse(text).diagnostics.has_errors(), text);
  const std::vector<std::string_view> code = {"```mermaid\ngraph\n```", "```plantuml\nA\n```", "```{.python}\nx\n```"};
  each_is("foreign-syntax", code);
  for (std::string_view text : code) CHECK_MESSAGE(!parse(text).diagnostics.has_errors(), text);
}

TEST_CASE("includes, macros, sizes and callouts of more tools are errors") {
  const std::vector<std::string_view> texts = {"include::x[]",
                                               "include::chapter/one.adoc[lines=1..3]",
                                               "<<[x]",
                                               "<<(code.py)",
                                               "@@include(x)",
                                               "@@include('./a.html', {\"v\": 1})",
                                               "@include('parts.head')",
                                               "@include \"x.md\"",
                                               "{@include: x}",
                                               "#include \"x\"",
                                               "Text\n#include <stdio.h>",
                                               "!INCLUDE \"x.md\"",
                                               "!!!include(x.md)!!!",
                                               "-8<- \"x.md\"",
                                               "\\input{x}",
                                               "\\section{One}",
                                               "\\includegraphics[width=3cm]{a}",
                                               "see @fig:x",
                                               "@tbl:x shows",
                                               "{@fig:x}",
                                               "^[an inline note] Text",
                                               "Text. ^block-id",
                                               "- item ^37066d",
                                               "<%= x %>",
                                               "Hello <%= name %>!",
                                               "{# a comment #}",
                                               "!> Important",
                                               "?> *Tip*",
                                               "Term\n~ definition",
                                               "Term\n\n~ definition",
                                               "Term\n  ~   definition",
                                               "![a|300](b.svg)",
                                               "![a|300x200](b.svg)",
                                               "![w:300](b.svg)",
                                               "![a height:3cm](b.svg)",
                                               "![bg right](b.svg)",
                                               "![a](b.svg \"=300x150\")",
                                               "- [-] cancelled",
                                               "- a\n- [/] half",
                                               "1. [>] moved",
                                               "a |version| b",
                                               ".. |sub| replace:: x",
                                               "as said [1]_",
                                               "xref:page.adoc[Page]",
                                               "<<fig1,Figure 1>>",
                                               "== Heading",
                                               "[NOTE]\n====\nText\n====",
                                               "#+BEGIN_SRC",
                                               "@startuml",
                                               "press :kbd[x]",
                                               "::include{file=x}",
                                               "[a](b.md ':include')",
                                               "[a](b.md ':include :type=code')",
                                               "[a](b.md ':size=300')",
                                               "{~~old~>new~~}",
                                               "${toc}",
                                               "@[toc]",
                                               "[!VIDEO https://a.example]",
                                               "<!-- include: x -->",
                                               "<!-- include x.md -->",
                                               "<!--#include file=\"x\" -->",
                                               "<!--md:version-->",
                                               "Text <!-- snippet: x --> text",
                                               "!include \"two words.md\"",
                                               "@include a.md",
                                               "@import parts/a.css",
                                               "> <<<a.ts",
                                               "> <<< ./a.ts{2}",
                                               "ifdef::x[]",
                                               "ifeval::[\"{a}\" == \"b\"]",
                                               "toc::[]",
                                               "|===",
                                               "((term))",
                                               "see ((long term))",
                                               "see (((a, b)))",
                                               "{{toc}}",
                                               "{{% toc %}}",
                                               "{{< toc >}}",
                                               "{{ TOC }}",
                                               "% A comment",
                                               "% todo: fix it",
                                               "?> Tip",
                                               "!> 5 of them",
                                               "text ^my-id",
                                               "a |theme-name| b",
                                               "a |long name|_ b",
                                               "====\nAn example.\n====",
                                               "----\nlet a be one\n----",
                                               "++++\n\nhidden",
                                               "////\n\nhidden",
                                               "....\nas written\n....",
                                               "[#intro]\n== Introduction",
                                               "[.lead]\nText",
                                               ". First\n. Second",
                                               "CPU:: The brain.",
                                               "`cpu`:: The brain.",
                                               "= Title\n:toc:",
                                               ":toc:",
                                               ":!sectnums:",
                                               "pass:[b]",
                                               "see latexmath:[x] here",
                                               "indexterm:[river]",
                                               "I icon:heart[] it",
                                               "See https://example.org[A river^].",
                                               "Name   Length\n----   ------\nDana       60",
                                               "=====  ====\nName   m",
                                               "| a\n| b",
                                               "![a](b.svg)\n{width=50%}",
                                               ":::{admonition} T\n:class: tip\nText\n:::"};
  each_is("foreign-syntax", texts);
  for (std::string_view text : texts) CHECK_MESSAGE(parse(text).diagnostics.has_errors(), text);
  none_is_reported({"`include::x[]`",
                    "std::vector[0] and a::b[1]",
                    "a::b[1]",
                    "a << [x]",
                    "a <- b",
                    "5 < 6 and 7 > 6",
                    "#include",
                    "C's #include \"x\" line",
                    "by @include",
                    "10 < 20 %, 30 % > 20",
                    "x^2",
                    "to the power n ^2",
                    "a ^b",
                    "about\n~ 5 GB of it",
                    "It takes a second, or as they say in the documentation of the tool,\n~ half of it",
                    "a ~ b",
                    "!include is YAML",
                    "!include tags are read by the loader.",
                    "@include with care",
                    "~ approx 5 km of it",
                    "# A\n\n~ Ada, in May",
                    "> To be.\n> ~ Ada",
                    "% done",
                    "% of people like it",
                    "It grew by 5\n% against all odds",
                    "?> php",
                    "Text ends in ^word",
                    "a |error| b",
                    "|mean|^2 + |var|^2",
                    "cat a |grep| wc",
                    "|first-order| < 5",
                    "if ((x > 5)); then",
                    "f((x)) and ((x))",
                    "`((term))` and \\((term))",
                    "```\n((term))\n|===\n{{toc}}\nifdef::x[]\n```",
                    "<pre>\ntoc::[]\n@include a.md\n</pre>",
                    "$`((ab))`$",
                    "<<<EOF and <<<a",
                    "^[a-z]+$ or ^[Aa]bc",
                    "- [x] done\n- [ ] open",
                    "- [5] of them",
                    "[-] an option",
                    "|x| and |y|",
                    "the norm ||abc||",
                    "`|version|`",
                    "![a | b](c.svg)",
                    "![a | 2024](c.svg)",
                    "![a|2024 b](c.svg)",
                    "<!-- @todo fix -->",
                    "<!--\nA\n: b\n\n!!! note\n-->",
                    "![cover of 300](b.svg)",
                    "![ratio 16:9](b.svg)",
                    "a = 5\n= 6",
                    "x[1]_2",
                    "!important and ?query",
                    "at 5:30[sic]",
                    "a note:[sic]",
                    "<!-- include the prices later -->",
                    "<!-- include: the prices of May -->",
                    "<!-- toc -->",
                    "<!-- markdownlint-disable MD013 -->",
                    "NOTE: it is prose.",
                    "----\n\nText\n\n----",
                    "Title\n-----\n\n-----",
                    "---\nTitle\n---",
                    "Text\n\n- - -\n\n--- ---",
                    "Text\n\n= Title",
                    "as follows::",
                    "std:: is a prefix",
                    "Wait ....\n\n....",
                    ". . .",
                    ".NET and .com",
                    "| a",
                    "https://a.example/x[1] and http://[::1]:80/",
                    "https://a.example/?a[b]=c",
                    "`\\\\server\\share`, \\\\\\\\server\\\\share and C:\\\\x",
                    "{x=1} as a set",
                    "$`a^{bc}`$ x"});
}

TEST_CASE("formulas of other tools are errors") {
  each_is("foreign-syntax", {"$T = \\frac{2 m n}{P}$",
                             "$a_1 * b_1 + a_2$",
                             "$x\\,y$",
                             "$\\{a\\}$",
                             "$x$",
                             "$x^2 + y$",
                             "$n = 3$",
                             "($n$)",
                             "$$\nx^2\n$$",
                             "$$x$$",
                             "$$\na &= b \\\\\nc &= d\n$$",
                             "\\\\(a+b\\\\)",
                             "with \\\\(n = 3\\\\) engines",
                             "\\\\[n = 3\\\\] for engines",
                             "\\(x^2\\)",
                             "Let \\(x\\) be given.",
                             "\\[ x = y \\]",
                             "$O(n)$-ish: $k*n$",
                             "# $\\alpha$",
                             "| $x_i$ |\n|---|",
                             "$2^{10}$",
                             "*$\\beta$*"});
  none_is_reported({"Cost $5 and $6.",
                    "$5/$6",
                    "US$5 and A$6",
                    "from $5 to $10, or $7",
                    "$HOME and $PATH",
                    "$HOME/$USER",
                    "\\$x\\$",
                    "`$x$`",
                    "$`x^2`$",
                    "```math\nx\n```",
                    "$$$ is dear",
                    "costs $$ here",
                    "a \\[not a link\\] b",
                    "f\\(x\\)",
                    "$1,000 or $2,000-$3,000",
                    "100 $",
                    "$5 = 4 € = $5",
                    "[$5](b.md) and [$6](c.md)",
                    "A$B and C$D",
                    "$ a $"});
}

TEST_CASE("ordinary prose is not mistaken for the syntax of another tool") {
  none_is_reported({"10:30:00",
                    "at 10:30 and 11:45",
                    "the set {x} and {1, 2}",
                    "a ratio of 1:2:3",
                    "std::vector::size",
                    "C++ and C#, i++",
                    "a == b and c == d",
                    "if (a==b&&c==d)",
                    "2^10 and 2^20",
                    "2^3^4",
                    "x^2",
                    "[[1, 2], [3, 4]]",
                    "x[[\"name\"]]",
                    "What??? Really!!!",
                    "!!! This is strong.",
                    "{a: 1}",
                    "{x=1} as a set",
                    "::",
                    "http://[::1]:80/",
                    "fe80::1:ab:2",
                    "Note: this: and that",
                    "a : b",
                    "path/to:file:",
                    "100 % {50 %}",
                    "{{1,2},{3,4}}",
                    "import taxes from abroad",
                    "export controls",
                    "<<< see above",
                    "## Title {#own-id}",
                    "a~b",
                    "~/bin and ~/lib",
                    "~10~20",

                    "smile :) and :(",
                    "- % of them",
                    "- ```\n  === \"A\"\n  ```\n\n!!! note\n    B",
                    "<pre>{{ x }}</pre>",
                    "%PATH% and %d",
                    "| % of them |\n|---|\n| 3 |",
                    "- a:warning:b",
                    "a set {x=\"y\"} of it",
                    "key:value:",
                    "{name} in a title",
                    "[[ -f x ]] && echo",
                    "at ${{ secrets.TOKEN }}",
                    "me@fig-tree.example, @figaro",
                    "<!-- a comment -->",
                    "50%% of it",
                    "...",
                    ".. and",
                    "=== of it",
                    "(see)= no",
                    "*[a](b.md): c",
                    "-- a --",
                    "5:00:pm",
                    "x^n and y^n",
                    "T^T",
                    "^_^",
                    "==>",
                    "<==>",
                    "a ++ b ++ c",
                    "`{{ x }}`",
                    "```\n{{ x }}\n```",
                    "    {{ x }}",
                    "\\{{ x }}",
                    "\\[[Page]]",
                    "<https://a.b/{{x}}>",
                    "$`\\{x\\}`$",
                    "[@a] and [@b, p. 3]",
                    "- [ ] task",
                    "@doe2020 says",
                    "by [@doe2020](https://a.example)",
                    "me@doe2020.example and [@a; @doe2020]",
                    "in @types/node and npm i @scope/a2020",
                    "^",
                    "^^ and ^^",
                    "C:\\ref\\x",
                    "(@home) is late",
                    "~"});
}

TEST_CASE("markup of another tool is reported at its position, with what to write instead") {
  CHECK(parse("See\n{{< figure src=\"a.png\" >}} here.\n").messages() ==
        "error[foreign-syntax]: this looks like a Hugo shortcode and is shown as plain text\n"
        "  --> content/page.md:2:1\n"
        "   |\n"
        " 2 | {{< figure src=\"a.png\" >}} here.\n"
        "   | ^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "   = help: write the resulting text; to show it literally, put it between backticks\n");
  for (const char* note :
       {"{{< note >}}", "{{% notice tip \"T\" %}}", "{{< /callout >}}", "{: .notice--info}", "Text.\n{: #a .note }"})
    CHECK_MESSAGE(
        parse(std::string(note) + "\n").messages().find("= help: write a callout: > [!NOTE]") != std::string::npos,
        note);
}

TEST_CASE("list numbers that are not shown are reported") {
  each_is("list-number", {"1. a\n3. b", "1. a\n2. b\n4. c", "1) a\n5) b", "2. a\n1. b", "1. a\n1. b\n3. c",
                          "5. a\n6. b\n8. c", "- 1. a\n  3. b", "> 1. a\n> 3. b", "1. a\n\n3. b", "0. a\n2. b"});
  none_is_reported({"1. a\n2. b\n3. c", "1. a\n1. b\n1. c", "3. a\n4. b", "0. a\n1. b", "1986. A great year.",
                    "1. a\n   1. b\n   2. c\n2. d", "- a\n- b", "1) a\n2) b", "7. a\n7. b", "2. a\n2. b"});
}

TEST_CASE("text after the language of a code block is reported, because it is not shown") {
  each_is("code-option",
          {"```js:app.js\nx\n```", "```python title=\"a.py\"\nx\n```", "```js {1,3}\nx\n```", "```rust ignore\nx\n```",
           "```py hl_lines=\"2\"\nx\n```", "```sh $ ls\nx\n```", "~~~py x\ny\n~~~", "> ```py x\n> y\n> ```",
           "- ```py x\n  y\n  ```", "```text a.txt\nx\n```", "```py {lines} x\ny\n```"});
  none_is_reported({"```python\nx\n```", "```py {lines}\nx\n```", "```\nx\n```", "```rust,ignore\nx\n```"});
}

TEST_CASE("headings without a space are reported") {
  each_is("literal-block", {"##Cost", "#Cost", "###cost of it", "##Über", "> ##Cost", "- ##Cost"});
  none_is_reported({"#1 of all", "#hashtag", "#AI and #ML", "\\##Cost", "C# and F#", "#", "## Cost", "#5", "text #Cost",
                    "#######Seven"});
}

TEST_CASE("none of our own forms is the syntax of another tool") {
  none_is_reported({"> [!NOTE] Title\n> Text",
                    "> [!TIP]+\n> Text",
                    "> [!WARNING]- x",
                    "> [!note] *a*",
                    "> [!NOTE]\n> Text",
                    "> \\[!NOTE] Title",
                    "> [!5] x",
                    "::: {.callout-tip}\nText\n:::",
                    "Term\n:   Definition",
                    "Term {#id}\n: Definition",
                    "## Title {#id}",
                    "## Title { #id }",
                    "Text. {#id}",
                    "- item {#id}",
                    "<a id=\"x\"></a>Text",
                    "<details name=\"a\"><summary>b</summary>c</details>",
                    "```math\n\\begin{align}\na &= b\n\\end{align}\n```",
                    "$`x`$",

                    "```py {lines}\nx\n```",
                    "[@a, p. 3]",
                    "a[^1]\n\n[^1]: b",
                    "- [x] task",
                    "~~a~~",
                    "!!! note \"Title\"\n    Text",
                    "???+ tip\n    Text",
                    "=== \"Tab\"\n    Text",
                    ":::tip\nText\n:::",
                    "/// note | Title\nText\n///"});
}

TEST_CASE("nothing is reported twice, and a block has at most a hundred reports") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += ":octocat: ";
  CHECK(parse(text).diagnostics.list().size() == 100);
}

TEST_CASE("in text with escapes, a report points to the right words") {
  auto parsed = parse("a \\* b \\[c] [d][nowhere]\n");
  REQUIRE(parsed.diagnostics.list().size() == 1);
  CHECK(parsed.diagnostics.list()[0].span.text() == "[d][nowhere]");
}

TEST_CASE("formulas, notes, comments, tables and includes of other tools are reported") {
  each_is("foreign-syntax",
          {"\\[ \\sum x \\]", "so \\[x^2\\]", "\\begin{align}\na &= b\n\\end{align}", "Text^[An inline note.] more",
           "a %% a comment %% b", "a {/* comment */} b", "{props.value}", "+----+----+\n| a  | b  |\n+----+----+",
           "!include file.md", "$include{file}", "/// note | Title\nText"});
  none_is_reported({"\\[x\\]", "[\\[see below\\]](x.md)", "2^[1]", "5 % and 6 %", "100%% and 50%%", "{a.b}", "a +--+ b",
                    "`{props.value}`", "/// a comment", "the \\begin{it}", "use !include"});
}
