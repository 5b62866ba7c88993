// Tests definition lists, ids, and callouts and tabs in all forms that are taken.
#include <doctest/doctest.h>

#include <string>

#include "helpers.h"

using document_test::parse;

namespace {

std::string written(std::string_view markdown) {
  auto parsed = parse(markdown);
  CHECK_MESSAGE(parsed.codes() == "", parsed.messages());
  return parsed.html();
}

}  // namespace

TEST_CASE("lines with a colon below a term are its definitions") {
  CHECK(written("Depth\n: how *deep*\n\nWidth\nBreadth\n: how wide\n  or broad\n: how far\n\nMore.\n") ==
        "<dl>\n<dt id=\"depth\">Depth</dt>\n<dd>how <em>deep</em></dd>\n<dt id=\"width\">Width</dt>\n"
        "<dt id=\"breadth\">Breadth</dt>\n<dd>how wide\nor broad</dd>\n<dd>how far</dd>\n</dl>\n<p>More.</p>\n");
  CHECK(written("`a` {#b}\n:   c\n") == "<dl>\n<dt id=\"b\"><code>a</code></dt>\n<dd>c</dd>\n</dl>\n");
  CHECK(parse("<sub>a\n: b</sub>\n").diagnostics.has_errors());
  CHECK(written("- a\n  : b\n") == "<ul>\n<li>\n<dl>\n<dt id=\"a\">a</dt>\n<dd>b</dd>\n</dl>\n</li>\n</ul>\n");
}

TEST_CASE("what is further right than the colon belongs to the definition") {
  CHECK(written("A\n: b\n\n  c\n\n  - d\n\n  ```\n  e\n  ```\n\nF\n: g\n\nh\n") ==
        "<dl>\n<dt id=\"a\">A</dt>\n<dd>\n<p>b</p>\n<p>c</p>\n<ul>\n<li>d</li>\n</ul>\n"
        "<pre class=\"code\" tabindex=\"0\"><code>e\n</code></pre>\n</dd>\n"
        "<dt id=\"f\">F</dt>\n<dd>g</dd>\n</dl>\n<p>h</p>\n");
  CHECK(written("A\n:   b\n    c\n\n    d\n\n    - e\n\n    ```sh\n    f\n    ```\n\nG\n:   h\n") ==
        "<dl>\n<dt id=\"a\">A</dt>\n<dd>\n<p>b\nc</p>\n<p>d</p>\n<ul>\n<li>e</li>\n</ul>\n"
        "<pre class=\"code\" tabindex=\"0\"><code class=\"language-sh\">f\n</code></pre>\n</dd>\n"
        "<dt id=\"g\">G</dt>\n<dd>h</dd>\n</dl>\n");
  CHECK(written("> A\n> :   b\n>\n>     c\n") ==
        "<blockquote>\n<dl>\n<dt id=\"a\">A</dt>\n<dd>\n<p>b</p>\n<p>c</p>\n</dd>\n</dl>\n</blockquote>\n");
}

TEST_CASE("a footnote from a quote above is no part of a definition") {
  const std::string html = written("A[^f].\n\n> [^f]: note\n\nTerm\n: Def\n");
  CHECK(html.find("<dd>Def</dd>\n</dl>\n<section class=\"footnotes\"") != std::string::npos);
}

TEST_CASE("a blank line may be between a term and its definitions") {
  CHECK(written("A\n\n: b\n\nC\n\n:   d\n\n:   e\n") ==
        "<dl>\n<dt id=\"a\">A</dt>\n<dd>b</dd>\n<dt id=\"c\">C</dt>\n<dd>d</dd>\n<dd>e</dd>\n</dl>\n");
  CHECK(written("A\n: b\n\n- c\n") == "<dl>\n<dt id=\"a\">A</dt>\n<dd>b</dd>\n</dl>\n<ul>\n<li>c</li>\n</ul>\n");
  CHECK(written("A\n: b\n\n+ c\n").find("<dd>b</dd>\n</dl>\n<ul>\n<li>") != std::string::npos);
  for (const char* none :
       {"A\nB\n\n: c\n", "A\n\n\n: c\n", "# A\n\n: c\n", "| a |\n|---|\n| b |\n\n: c\n", "- a\n\n: c\n", "A\n:     b\n",
        "A\n: [x] b\n", "A\n: b\nC\n: d\n", ":::note\nA\n: b\n:::\n", "> [!NOTE]\n> A\n> : b\n"}) {
    CAPTURE(none);
    CHECK(parse(none).codes() == "foreign-syntax");
  }
  CHECK(written(":::note\n\nA\n: b\n:::\n\nC\n: d\n") == written("> [!NOTE]\n>\n> A\n> : b\n\nC\n: d\n"));
  CHECK(parse("A\n:   [b]: c.md\n\n  d [b]\n").html().find("<p>d <a href=\"c.md\">b</a></p>") != std::string::npos);
  CHECK(written("```\nA\n: b\n```\n\n    A\n    : b\n").find("<dl>") == std::string::npos);
}

TEST_CASE("a definition may begin with a block") {
  CHECK(written("A\n: - b\n  - c\n") ==
        "<dl>\n<dt id=\"a\">A</dt>\n<dd>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</dd>\n</dl>\n");
  CHECK(written("A\n: ```\n  b\n  ```\n\nC\n: d\n")
            .find("<code>b\n</code></pre>\n</dd>\n<dt id=\"c\">C</dt>\n<dd>d</dd>") != std::string::npos);
  for (const char* text : {"-5 to 5", "5 of 7", "`b` c", "   b", "\\- b", "\\> b", "#5 of 7", "a | b"}) {
    CAPTURE(text);
    CHECK(parse("A\n: " + std::string(text) + "\n").codes() == "");
  }
}

TEST_CASE("an item that begins behind the mark of another may be a task") {
  CHECK(written("2. - [x] a\n   - [ ] *b*\n") ==
        "<ol start=\"2\">\n<li>\n<ul class=\"tasks\">\n"
        "<li class=\"task\"><input type=\"checkbox\" disabled checked aria-label=\"Done\"> a</li>\n"
        "<li class=\"task\"><input type=\"checkbox\" disabled aria-label=\"To do\"> <em>b</em></li>\n"
        "</ul>\n</li>\n</ol>\n");
  CHECK(written("- - \\[x] a\n").find("[x] a") != std::string::npos);
  CHECK(written("- - [x]\n").find("[x]") != std::string::npos);
}

TEST_CASE("an id may be given to a heading, paragraph, list item and term") {
  CHECK(written("Text. {#one}\n\n- item {#two}\n- [x] task { #three }\n\n1. a\n\n   b {: #four }\n") ==
        "<p id=\"one\">Text.</p>\n<ul>\n<li id=\"two\">item</li>\n"
        "<li class=\"task\" id=\"three\"><input type=\"checkbox\" disabled checked aria-label=\"Done\"> task</li>\n"
        "</ul>\n<ol>\n<li>\n<p>a</p>\n<p id=\"four\">b</p>\n</li>\n</ol>\n");
  CHECK(parse("## A { #b }\n").document.headings()[0].id == "b");
  CHECK(parse("## A { #b }\n").document.headings()[0].text == "A");
  CHECK(parse("## A {#b}\n\nText {#b}\n").codes() == "duplicate-id");
  CHECK(parse("Text {#b}\n\nText {#b}\n").codes() == "duplicate-id");
  CHECK(parse("Text {#ü!}\n").codes() == "bad-id");
  CHECK(parse("{#b}\n").codes() == "foreign-syntax");
}

TEST_CASE("an id may be written as an attribute, as in MkDocs") {
  auto parsed = parse("### 0.1 <small>2016</small> { id=\"0.1.0\" }\n");
  CHECK(parsed.codes() == "");
  CHECK(parsed.document.headings()[0].id == "0.1.0");
  CHECK(parsed.document.headings()[0].text == "0.1 2016");
}

TEST_CASE("known short names of emoji become the character") {
  CHECK(written("A :tada: b, *:bug:* [:+1: c](d.md)\n") == "<p>A 🎉 b, <em>🐛</em> <a href=\"d.md\">👍 c</a></p>\n");
  CHECK(written("![:tada: &amp; x](a.png)\n") == "<p><img src=\"a.png\" alt=\"🎉 &amp; x\"></p>\n");
  CHECK(written("=== \":bug: A\"\n\n    Text.\n").find("<summary>🐛 A</summary>") != std::string::npos);
  CHECK(written("- :tada:\n\n| :bug: |\n|---|\n| 1 |\n").find("<th scope=\"col\">🐛</th>") != std::string::npos);
  for (const char* markdown : {"`:tada:`\n", "10:100:30\n", "std::tada::x\n", "\\:tada: &amp;\n", "&#58;tada:\n",
                               "    :tada:\n", "http://a.example/:tada:/x?a=:bug:\n", "[a](:tada:.md)\n"}) {
    CAPTURE(markdown);
    CHECK(written(markdown).find("🎉") == std::string::npos);
    CHECK(written(markdown).find("🐛") == std::string::npos);
  }
  CHECK(parse("## :tada: A 🎉\n").document.headings()[0].id == "tada-a-");  // GitHub's
  // What is behind it in the text is still found.
  auto parsed = parse("a &amp; :tada: [d][nowhere]\n");
  REQUIRE(parsed.diagnostics.list().size() == 1);
  CHECK(parsed.diagnostics.list()[0].span.text() == "[d][nowhere]");
}

TEST_CASE("a block with options of MkDocs is refused, because they would be shown") {
  CHECK(parse("/// details | T\n    open: True\n\nText.\n///\n").codes().find("foreign-syntax") != std::string::npos);
  CHECK(parse("/// details | T\nText: more.\n///\n").codes() == "");
}

TEST_CASE("a callout may have a title, and be folded") {
  CHECK(written("> [!NOTE] A *title*\n> Text.\n") ==
        "<aside class=\"callout callout-note\" role=\"note\">\n"
        "<p class=\"callout-title\">Note: A <em>title</em></p>\n<p>Text.</p>\n</aside>\n");
  CHECK(written("> [!tip]-\n> Text.\n") ==
        "<details class=\"callout callout-tip\">\n<summary class=\"callout-title\">Tip</summary>\n"
        "<p>Text.</p>\n</details>\n");
  CHECK(written("> [!TIP]+ Title\n>\n> Text.\n") ==
        "<details class=\"callout callout-tip\" open>\n<summary class=\"callout-title\">Tip: Title</summary>\n"
        "<p>Text.</p>\n</details>\n");
}

TEST_CASE("callouts of other programs are taken") {
  const std::string note = written("> [!NOTE] Title\n> Text.\n>\n> - a\n> - b\n\nAfter.\n");
  for (const char* markdown :
       {":::note Title\nText.\n\n- a\n- b\n:::\n\nAfter.\n", "::: note Title\n\nText.\n\n- a\n- b\n\n:::\nAfter.\n",
        ":::{note} Title\nText.\n- a\n- b\n:::\nAfter.\n", ":::note[Title]\nText.\n- a\n- b\n\n:::\n\nAfter.\n",
        "/// note | Title\n\nText.\n\n- a\n- b\n\n///\n\nAfter.\n",
        "!!! note \"Title\"\n\n    Text.\n\n    - a\n    - b\n\nAfter.\n",
        "!!! info \"Title\"\n    Text.\n\n    - a\n    - b\n\nAfter.\n"}) {
    CAPTURE(markdown);
    CHECK(written(markdown) == note);
  }
  CHECK(written("??? note\n    Text.\n\n!!! tip\n    Other.\n") ==
        written("> [!NOTE]-\n> Text.\n\n> [!TIP]\n> Other.\n"));
  CHECK(written("???+ tip \"T\"\n    Text.\n") == written("> [!TIP]+ T\n> Text.\n"));
  CHECK(written("::::note\n\n:::tip\nInner.\n:::\n::::\n") == written("> [!NOTE]\n>\n> > [!TIP]\n> > Inner.\n"));
  CHECK(written("::: {.callout-tip}\nText.\n:::\n") == written("> [!TIP]\n> Text.\n"));
  CHECK(written("::::note\n:::tip\nInner.\n:::\n::::\n") == written("> [!NOTE]\n>\n> > [!TIP]\n> > Inner.\n"));
  CHECK(written("A *b*\n:::tip T\nInner.\n:::\nC\n") == written("A *b*\n\n> [!TIP] T\n> Inner.\n\nC\n"));
  CHECK(written("::: details More\nText.\n:::\n") == "<details>\n<summary>More</summary>\n<p>Text.</p>\n</details>\n");
  CHECK(parse(":::note\nIt is *[5 km](fig:a/b/c)*.\n:::\n").document.links()[0].text_span.text() == "5 km");
  CHECK(parse(":::note\nIt is [x][nowhere].\n:::\n").diagnostics.list()[0].span.text() == "[x][nowhere]");
}

TEST_CASE("tabs of MkDocs are texts of which browsers show one") {
  const std::string tabs = written("=== \"One\"\n    a\n\n=== \"Two\"\n\n    ```\n    b\n    ```\n");
  const size_t name = tabs.find("name=\"tabs-") + 6;
  const std::string group = tabs.substr(name, tabs.find('"', name) - name);
  CHECK(tabs == "<details class=\"tab\" name=\"" + group +
                    "\" open>\n<summary>One</summary>\n<p>a</p>\n</details>\n"
                    "<details class=\"tab\" name=\"" +
                    group +
                    "\">\n<summary>Two</summary>\n"
                    "<pre class=\"code\" tabindex=\"0\"><code>b\n</code></pre>\n</details>\n");
}

TEST_CASE("tabs may be blocks with a line that ends them") {
  const std::string tabs = written("/// tab | One\na\n///\n\n//// tab | Two\n\n/// note\nb\n///\n\n////\n");
  CHECK(tabs.find("<details class=\"tab\" name=") == 0);
  CHECK(tabs.find("<summary>Two</summary>\n<aside") != std::string::npos);
}

TEST_CASE("what only looks like a callout of another program is left alone or refused") {
  CHECK(written("```\n:::note\nText\n:::\n```\n").find(":::note\nText\n:::") != std::string::npos);
  CHECK(written("```\n=== \"A\"\n    ```c\n    ```\n=== \"B\"\n```\n").find("<details") == std::string::npos);
  CHECK(written("A line :::note\n") == "<p>A line :::note</p>\n");
  for (const char* markdown : {"*Text\n:::note\nText*\n:::\n", ":::note\nText\n", ":::raw\nText\n:::\n",
                               ":::example\nText\n:::\n", ":::note\nHeading\n===\n:::\n", "    !!! note\n    Text\n"}) {
    CAPTURE(markdown);
    CHECK(parse(markdown).diagnostics.has_errors());
  }
}

TEST_CASE("callouts of other programs are nested to a limit") {
  std::string nested;
  for (int i = 0; i < 20000; ++i) nested += ":::note\n\n";
  for (int i = 0; i < 20000; ++i) nested += ":::\n";
  CHECK(parse(nested).diagnostics.has_errors());
}

TEST_CASE("the help for an image with a size says how to write one") {
  for (const auto& [size, help] : {std::pair("=300x150", " width=\"300\" height=\"150\">"),
                                   {"=300x", " width=\"300\">"},
                                   {"=x150", " height=\"150\">"},
                                   {"\"Title\" =300x150", " width=\"300\" height=\"150\">"},
                                   {"=300", " width=\"300\">"}}) {
    CAPTURE(size);
    CHECK(parse("![a](b.svg " + std::string(size) + ")\n")
              .messages()
              .find("for a size, write <img src=\"b.svg\" alt=\"what it shows\"" + std::string(help)) !=
          std::string::npos);
  }
}
