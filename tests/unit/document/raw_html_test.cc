// Tests raw HTML in pages.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "base/text.h"
#include "helpers.h"
#include "markup/foreign_html.h"
#include "markup/html.h"
#include "markup/html_tree.h"

namespace {

using document_test::Parsed;

using document_test::parse;

std::string published(std::string_view markdown) {
  Parsed parsed = parse(markdown);
  CHECK_MESSAGE(parsed.codes().empty(), parsed.messages());
  return parsed.html();
}

}  // namespace

TEST_CASE("a page publishes elements and semantic attributes of raw HTML") {
  CHECK(published("<div>\n<b>bold</b>\n</div>\n") == "<div>\n<b>bold</b>\n</div>\n");
  CHECK(published("a <b>c</b> d\n") == "<p>a <b>c</b> d</p>\n");
  CHECK(published("<div lang='de'>\n\n*Markdown* within\n\n</div>\n") ==
        "<div lang='de'>\n<p><em>Markdown</em> within</p>\n</div>\n");
  CHECK(published("<table><tr><th scope=row>a</th><td COLSPAN=\"2\">b</td></tr></table>\n") ==
        "<table><tr><th scope=row>a</th><td COLSPAN=\"2\">b</td></tr></table>\n");
  CHECK(published("<ol start=3 reversed><li value=5>x</li></ol>\n") ==
        "<ol start=3 reversed><li value=5>x</li></ol>\n");
  CHECK(published("a <span title=\"1 > 0 &amp; &quot;x&quot;\">b</span>\n") ==
        "<p>a <span title=\"1 > 0 &amp; &quot;x&quot;\">b</span></p>\n");
  CHECK(published("a <abbr title=\"Caf&eacute; &le; &euro;5\">b</abbr> &le; c\n") ==
        "<p>a <abbr title=\"Caf&eacute; &le; &euro;5\">b</abbr> ≤ c</p>\n");
  CHECK(published("<center>\n<tt>x</tt> <strike>y</strike><hr/>\n</center>\n") ==
        "<div>\n<code>x</code> <s>y</s><hr/>\n</div>\n");
  CHECK(published("<p>Caf&eacute; \"5 > 4\" &#x2264; it's<br />\n&NotEqualTilde;</p>\n") ==
        "<p>Caf&eacute; \"5 > 4\" &#x2264; it's<br />\n&NotEqualTilde;</p>\n");
  CHECK(published("<!-- not shown -->\n<p>shown</p>\n").find("not shown") == std::string::npos);
}

TEST_CASE("raw HTML is published as written, but for what a reader of the page could take for something else") {
  // Browsers read some references without ";". They would show "5" and "½", which no check has seen.
  CHECK(published("<p title='&#53 &frac12x; &amp'>&#53 km &frac12x; R&D</p>\n") ==
        "<p title='&amp;#53 &amp;frac12x; &amp;amp'>&amp;#53 km &amp;frac12x; R&amp;D</p>\n");
  CHECK(published("<p title='a\x01<b>'>&#1;\x02</p>\n") == "<p title='a\uFFFD&lt;b>'>\uFFFD\uFFFD</p>\n");
  // A tag ends where browsers end it, at white space around "=" too.
  CHECK(published("<p title = \"a>b\">c</p>\n") == "<p title = \"a>b\">c</p>\n");
  CHECK(parse("<p title= \"><b onclick=x>\">c</p>\n").html() == "<p title= \">&lt;b onclick=x>\">c</p>\n");
  CHECK(parse("<p title=\"a\" title=\"b\" onclick='>' lang=de dir=x\n>c</p>\n").html() ==
        "<p title=\"a\" lang=de\n>c</p>\n");
  CHECK(parse("<p title=\"a\"onclick=\"b\"lang=\"c\">d</p>\n").html() == "<p title=\"a\"lang=\"c\">d</p>\n");
  CHECK(published("<DIV>a<HR title=b/></div>\n").find("<hr title=b/>") != std::string::npos);
  CHECK(parse("<p <!-- x>\n\n<p\n").html().find('<') == std::string::npos);
}

TEST_CASE("Markdown within an HTML block is an error at its place") {
  const auto refused = [](std::string_view markdown) {
    const Parsed parsed = parse(markdown);
    std::string text;
    for (const base::Diagnostic& each : parsed.diagnostics.list())
      text += each.code + " " + std::string(each.span.text()) + "\n";
    return text;
  };
  CHECK(refused("<details><summary>It is [5 km](fig:a/b/c)</summary>\n\nok\n\n</details>\n") ==
        "raw-html [5 km](fig:a/b/c)\n");
  CHECK(refused("<details><summary>x</summary>\nIt [@a].\n</details>\n") == "raw-html [@a]\n");
  CHECK(refused("<details><summary>x</summary>\n- a\n- b\n</details>\n") == "raw-html - a\n- b\n");
  CHECK(refused("<p>a **b**</p>\n<p>[x](y.md)</p>\n") == "raw-html b\nraw-html [x](y.md)\n");
  CHECK(refused("> <div>\n> a `b`\n> </div>\n").starts_with("raw-html "));
  CHECK(refused("<p>[x] (fig:a/b/c)</p>\n").starts_with("raw-html "));
  CHECK(refused("<details><summary>1. One</summary>\nPlain text, 2*3*4.\n</details>\n") == "");
  CHECK(refused("<table><tr><td>-</td><td>1.</td><td>https://a.example</td><td>* x</td></tr></table>\n") == "");
  CHECK(refused("<pre><code>a[i](b) **c** [@d]</code></pre>\n") == "");
  CHECK(refused("<summary></summary>\n").starts_with("unbalanced-html"));
}

TEST_CASE("an allowed element in a wrong form is reported with the right one") {
  const auto expected = [](const char* markdown) {
    const Parsed parsed = parse(markdown);
    return parsed.diagnostics.list().empty() ? std::string() : parsed.diagnostics.list()[0].expected;
  };
  CHECK(expected("a <a name=\"x\"/>\n") == "<a>, without the slash, and </a> at its end");
  CHECK(expected("<a href=\"b.md\"/>text</a>\n") == "<a>, without the slash, and </a> at its end");
  CHECK(expected("a</br>b\n") == "<br>");
  CHECK(expected("a <b>c</b d>\n") == "</b>");
  CHECK(expected("a <blink/>\n").starts_with("Markdown"));
}

TEST_CASE("a refused element is reported once") {
  CHECK(parse("<section>\n\nb\n\n</section>\n").codes() == "raw-html");
  CHECK(parse("a <blink>c</blink> <x-y>d</x-y> e\n").codes() == "raw-html raw-html");
  CHECK(parse("a </blink> b\n").codes() == "raw-html");
  const Parsed parsed = parse("a <blink>b</blink>\n\nc\n\n<blink>d</blink> <blink>e</blink>\n");
  const base::Diagnostics combined = parsed.diagnostics.by_cause();
  REQUIRE(combined.list().size() == 1);
  CHECK(combined.list()[0].notes[0].text == "2 more in this file, in line 5");
}

TEST_CASE("classes have a prefix, so that they cannot look like what the theme writes") {
  CHECK(published("<div class=\"wide\n note\">a</div>\n") == "<div class=\"own-wide own-note\">a</div>\n");
  CHECK(published("a <span class=caption>b</span>\n") == "<p>a <span class=\"own-caption\">b</span></p>\n");
  CHECK(published("<div markdown=1>\n\n*a*\n\n</div>\n") == "<div>\n<p><em>a</em></p>\n</div>\n");
}

TEST_CASE("an image has the size that its author wrote") {
  CHECK(published("<img src=b.png alt=A width=300>\n") == "<img src=\"b.png\" alt=\"A\" width=\"300\">\n");
  CHECK(parse("<img src=b.png alt=A width=30%>\n").messages().find("are not published: width\n") != std::string::npos);
}

TEST_CASE("links and images in raw HTML are links and images of the page") {
  Parsed parsed = parse("<p><a href=\"../a.md?x=1&amp;y=2\" id=here>to <b>a</b></a> <img src=b.png alt='A b'></p>\n");
  CHECK_MESSAGE(parsed.codes().empty(), parsed.messages());
  REQUIRE(parsed.document.links().size() == 1);
  CHECK(parsed.document.links()[0].destination == "../a.md?x=1&y=2");
  REQUIRE(parsed.document.images().size() == 1);
  CHECK(parsed.document.images()[0].alt == "A b");
  CHECK(parsed.html() ==
        "<p><span id=\"here\"></span><a href=\"../a.md?x=1&amp;y=2\">to <b>a</b></a> <img src=\"b.png\" alt=\"A "
        "b\"></p>\n");
  CHECK(published("<a href=a.md title=T lang='de'>t</a> <img id=i src=b.png alt=A dir=rtl title=\"5 &lt; 6\">\n") ==
        "<p><a href=\"a.md\" title=\"T\" lang='de'>t</a> <img src=\"b.png\" alt=\"A\" title=\"5 &lt; 6\" id=\"i\" "
        "dir=rtl></p>\n");
  // Links of HTML and of Markdown are in the order of the text.
  Parsed mixed = parse("[one](1.md) <a href=2.md>two</a> [three](3.md) <a name=four></a>\n\n<a href=5.md>five</a>\n");
  CHECK_MESSAGE(mixed.codes().empty(), mixed.messages());
  CHECK(mixed.html() ==
        "<p><a href=\"1.md\">one</a> <a href=\"2.md\">two</a> <a href=\"3.md\">three</a> <a id=\"four\"></a></p>\n"
        "<p><a href=\"5.md\">five</a></p>\n");
  CHECK(parse("<img src=b.png>\n").codes() == "image-without-alt");
  CHECK(parse("a <a href=\"fig:t/r/c\">5 GB</a>\n").codes() == "raw-html");
  CHECK(parse("a <a href=javascript:alert(1)>b</a>\n").html() == "<p>a <a href=\"#\">b</a></p>\n");
}

TEST_CASE("Markdown directly below a closing tag is refused, because it would be published as it is written") {
  for (const char* markdown : {"<div>\n\na\n\n</div>\n```c\nb\n```\n", "<div>\n\na\n\n</div>\n- b\n", "<hr>\n## B\n"}) {
    CAPTURE(markdown);
    CHECK(parse(markdown).codes() == "raw-html");
  }
  CHECK(parse("<div>\n\na\n\n</div>\n\n- b\n").codes() == "");
}

TEST_CASE("a frame is shown if the site allows it, with a link") {
  class Frames : public document_test::PlainHooks {
    bool frame(const document::Link& link) override { return link.destination.starts_with("https://a.example/"); }
  };
  Parsed parsed = parse("<iframe src=\"https://a.example/?b&amp;c\" title=\"C\" width=\"9\"></iframe>\n");
  CHECK_MESSAGE(parsed.codes().empty(), parsed.messages());
  Frames hooks;
  CHECK(document::write_html(parsed.document, hooks).str() ==
        "<iframe src=\"https://a.example/?b&amp;c\" title=\"C\" width=\"9\" loading=\"lazy\" "
        "sandbox=\"allow-popups allow-presentation allow-same-origin allow-scripts\"></iframe> "
        "<a href=\"https://a.example/?b&amp;c\" rel=\"noopener\" class=\"frame-link\">C</a>\n");
  CHECK(parsed.html().find("iframe") == std::string::npos);
  CHECK(parsed.document.links().size() == 1);
  CHECK(parse("<iframe src=\"https://a.example/\"></iframe>\n").codes() == "raw-html");
  CHECK(parse("<iframe src=\"https://a.example/\" title=a>\n").codes() == "unbalanced-html");
}

TEST_CASE("elements and attributes that run, load or restyle something are not published") {
  for (const char* markdown :
       {"<script>alert(1)</script>\n", "<style>p { color: red }</style>\n", "<iframe src=x></iframe>\n", "a <input>\n",
        "<form>\n\n</form>\n", "<svg></svg>\n", "<object data=x></object>\n", "<link rel=stylesheet href=x>\n",
        "<h2>Heading</h2>\n", "<?php x ?>\n", "<!DOCTYPE html>\n", "<x-y>a</x-y>\n", "<p title=\"x\n"}) {
    CAPTURE(markdown);
    const std::string codes = parse(markdown).codes();
    CHECK(codes.find("raw-html") != std::string::npos);
    CHECK(parse(markdown).html().find('<' + std::string(markdown + 1, 4)) == std::string::npos);
  }
  Parsed parsed = parse("<p onclick=\"a()\" align=x style=\"color:red\" TITLE=t>b</p>\n\n<p align=y>c</p>\n");
  CHECK(parsed.html() == "<p TITLE=t>b</p>\n<p>c</p>\n");
  CHECK(parsed.codes() == "raw-html raw-html raw-html");
  CHECK(parsed.messages().find("are not published: align\n") != std::string::npos);
  CHECK(parsed.messages().find("<p> has the attribute style") != std::string::npos);
  CHECK(parsed.messages().find("<p> has the attribute onclick") != std::string::npos);
}

// An independent parser, libgumbo, reads what is published as browsers do.
TEST_CASE("browsers find no other elements, attributes and texts in raw HTML than those that were checked") {
  const std::vector<std::string> pieces = {"<b",
                                           "<p",
                                           "<td",
                                           "<a",
                                           "<img",
                                           "<script",
                                           "</b>",
                                           "</p>",
                                           "</a>",
                                           "<!--",
                                           "-->",
                                           "<!",
                                           "<?",
                                           ">",
                                           ">",
                                           ">",
                                           ">",
                                           "/",
                                           "\"",
                                           "'",
                                           "=",
                                           "= ",
                                           " ",
                                           "\t",
                                           "<",
                                           "&",
                                           "&#53",
                                           "&#53;",
                                           "&frac12",
                                           "&frac12;",
                                           "&lt;",
                                           "\"b\"",
                                           "x",
                                           "\x01",
                                           "\f",
                                           "b",
                                           " title=",
                                           " lang=",
                                           " id=",
                                           " href=",
                                           " src=b alt=c ",
                                           " onclick=",
                                           " style='",
                                           "<b>",
                                           "<p>",
                                           "javascript:x",
                                           "<table><tr><td>",
                                           "</td></tr></table>",
                                           "alert(1)",
                                           "<div title=\"",
                                           "\">",
                                           "<br",
                                           "<b title='"};
  const std::vector<std::string_view> allowed = {"alt", "dir", "href", "id", "lang", "src", "title"};
  std::mt19937 random(50);
  size_t attributes = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string markdown = round % 2 == 0 ? "<div>" : "a <b title=";
    for (size_t i = random() % 9; i > 0; --i) markdown += pieces[random() % pieces.size()];
    markdown += round % 2 == 0 ? "</div>\n" : ">c</b>\n";
    CAPTURE(markdown);
    const std::string html = parse(markdown).html();
    CAPTURE(html);
    const auto page = markup::ForeignHtml::parse(html);
    REQUIRE(page.has_value());
    std::string shown;
    const auto enter = [&](const GumboNode& node) {
      CHECK(node.type != GUMBO_NODE_COMMENT);
      if (!markup::is_element(node)) {
        shown += node.v.text.text;
        return false;
      }
      const std::string name = gumbo_normalized_tagname(node.v.element.tag);
      CHECK(base::has_word("html head body a b br div img p span table tbody td tr", name));
      for (unsigned i = 0; i < node.v.element.attributes.length; ++i, ++attributes) {
        const auto& each = *static_cast<const GumboAttribute*>(node.v.element.attributes.data[i]);
        CHECK(std::find(allowed.begin(), allowed.end(), each.name) != allowed.end());
        if (each.name == std::string_view("href")) CHECK(markup::is_safe_url(each.value));
      }
      return true;
    };
    markup::walk(page->root(), enter, [](const GumboNode&) {});
    const auto letters = [](std::string text) {
      std::erase_if(text, [](char c) { return base::is_space(c); });
      return text;
    };
    CHECK(letters(shown) == letters(markup::HtmlTree(html).text(0)));
  }
  CHECK(attributes > 500);
}

TEST_CASE("HTML that would break the page's structure is an error") {
  for (const char* markdown :
       {"<div>\n", "</div>\n", "<b>\n\nx\n\n</b>\n", "<p>\n\nx\n\n</p>\n", "<li>x</li>\n", "<tr><td>x</td></tr>\n",
        "<p><div>x</div></p>\n", "a <b>c *d</b> e*\n", "> <div>\n\n</div>\n", "<ul><li>x</ul></li>\n",
        "<figcaption>x</figcaption>\n", "<br></br>\n"}) {
    CAPTURE(markdown);
    const std::string codes = parse(markdown).codes();
    CHECK((codes.find("unbalanced-html") != std::string::npos || codes.find("raw-html") != std::string::npos));
  }
  CHECK(parse("x <div>y</div>\n").codes() == "raw-html");
}

TEST_CASE("HTML that browsers move or end elsewhere is an error at its place") {
  const auto refused = [](std::string_view markdown) {
    const Parsed parsed = parse(markdown);
    std::string text;
    for (const base::Diagnostic& each : parsed.diagnostics.list())
      text += each.code + " " + std::string(each.span.text()) + "\n";
    return text;
  };
  CHECK(refused("a\n\n<table>\n<tr><td>x</td></tr>\nsmall <tr><td>y</td></tr></table>\n") == "unbalanced-html small\n");
  CHECK(refused("<table>\n\n5 km\n\n</table>\n") == "unbalanced-html 5 km\n");
  CHECK(refused("<table><tr><b>x</b><td>y</td></tr></table>\n") == "unbalanced-html <b>\n");
  CHECK(refused("<table><tr><td>x</td></tr><table></table></table>\n") == "unbalanced-html <table>\n");
  CHECK(refused("a <a href=b.md>b <a href=c.md>c</a></a>\n") == "unbalanced-html <a href=b.md>\n");
  CHECK(refused("<table><caption>c</caption><tr><td>\n\n**x** [y](z.md)\n\n</td></tr></table>\n") == "");
  CHECK(refused("<dl><dt>a</dt><dd><p>b</p><table><tr><th>c</th></tr></table></dd></dl>\n") == "");
  CHECK(
      refused(
          "<ruby>a<rp>(</rp><rt>b</rt><rp>)</rp></ruby>\n\n- <details><summary>s</summary>\n\n  t\n\n  </details>\n") ==
      "");
  CHECK(refused("<center><font><tt>a</tt></font><hr><img src=b.png "
                "alt=c></center>\n\n<ol><li><ul><li>x</li></ul></li></ol>\n") == "");
}

TEST_CASE("ids of raw HTML are anchors of the page") {
  const Parsed parsed = parse("<p id=one>a <a name=\"two\"></a></p>\n\nb <span id=three>c</span>\n");
  CHECK(parsed.document.html_ids() == std::vector<std::string>{"one", "two", "three"});
}

TEST_CASE("an anchor with the id that its heading has anyway is not published again") {
  for (const char* text : {"## <a name=\"os\"></a>OS", "## OS <a id=\"os\"></a>", "<a id=\"os\"></a>\n## OS",
                           "<a id='os'></a>\n\nOS\n---\n"}) {
    auto parsed = parse(text);
    CHECK_MESSAGE(parsed.codes() == "", text);
    CHECK_MESSAGE(parsed.html().find("<a class") == parsed.html().rfind("<a "), parsed.html());
    CHECK_MESSAGE(parsed.html().find("<p>") == std::string::npos, parsed.html());
  }
  for (const char* text : {"<a id=\"os\"></a>Text\n## OS", "<a id=\"os\"></a>\n\nText\n\n## OS",
                           "## <a id=\"os\">OS</a>", "## <a id=\"os\"></a>OS {#own}", "<a id=\"b\"></a>\n## OS"})
    CHECK_MESSAGE(parse(text).html().find("<a id") != std::string::npos, text);
}
