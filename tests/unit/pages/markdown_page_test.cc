#include "pages/markdown_page.h"

#include "../whole_site.h"
#include "markup/html_tree.h"
#include "markup/markdown.h"

namespace {

std::string inline_of(std::string_view text) {
  std::string out;
  markup::append_markdown(out, text);
  return markup::finish_inline(out, markup::Lines::paragraph);
}

// Returns the Markdown version of a page whose article is this HTML.
std::string markdown(const std::string& article) {
  static WholeSite site(Files{{"content/index.md", page("Home")}, {"content/l/a.md", page("A")}});
  static const Passes passes = site.passes();
  site::View view(*passes.site, *passes.site->find("l/a.html"));
  std::string text = pages::write_markdown_page(
      "<html><body><nav>x</nav><main><article>" + article + "</article></main>", view, "Page:");
  return text.substr(0, text.find("\n\n***\n\nPage: "));
}

}  // namespace

TEST_CASE("text stays text, and never becomes markup, HTML or a link") {
  CHECK(inline_of("plain, with 5 * 3 and snake_case") == "plain, with 5 \\* 3 and snake_case");
  CHECK(inline_of("_a_ `b` [c](d) <e> ~f~ a|b") == "\\_a\\_ \\`b\\` \\[c\\](d) \\<e> \\~f\\~ a\\|b");
  CHECK(inline_of("&amp; & b") == "\\&amp; & b");
  CHECK(inline_of("https://x.example and www.x.example") == "https\\://x.example and www\\.x.example");
  CHECK(inline_of("a.b@c.example") == "a.b<!-- -->@c.example");
  CHECK(inline_of("$2.70 and $3, or $1/$2") == "$2.70 and $3, or $1/\\$2");
  CHECK(inline_of("# no heading") == "\\# no heading");
  CHECK(inline_of("- no item") == "\\- no item");
  CHECK(inline_of("-5 W") == "-5 W");
  CHECK(inline_of("12. no item") == "12\\. no item");
  CHECK(inline_of("1.5 times") == "1.5 times");
  CHECK(inline_of("> no quote") == "\\> no quote");
  CHECK(inline_of(" a \n\t b\x01 ") == "a b");
}

TEST_CASE("code and links keep their contents") {
  std::string out;
  markup::append_code_span(out, "a`b", false);
  CHECK(out == "``a`b``");
  out.clear();
  markup::append_code_span(out, "`", false);
  CHECK(out == "`` ` ``");
  out.clear();
  markup::append_code_span(out, "a|b", true);
  CHECK(out == "`a\\|b`");
  out.clear();
  markup::append_destination(out, "a b(c).html?x=1&y=2");
  CHECK(out == "(a%20b%28c%29.html?x=1&y=2)");
  CHECK(markup::code_fence("```\nx\n", "c++ <b>") == "````c++b\n```\nx\n````");
}

TEST_CASE("emphasis that Markdown would not parse is written as HTML") {
  CHECK(markdown("<p>a <em>b</em>, <strong>c</strong> and <del>d</del></p>") == "a *b*, **c** and ~~d~~");
  CHECK(markdown("<p>x<strong>y:</strong>z</p>") == "x<strong>y:</strong>z");
  CHECK(markdown("<p><strong>y: </strong>z</p>") == "<strong>y: </strong>z");
  CHECK(markdown("<p><em>a</em><em>b</em></p>") == "<em>a</em><em>b</em>");
  CHECK(markdown("<p><strong>a <em>b</em></strong></p>") == "**a _b_**");
}

TEST_CASE("HTML blocks become Markdown blocks") {
  CHECK(markdown("<h1>T</h1><h2 id=\"x\">A # <a class=\"anchor\" href=\"#x\">#</a></h2><p>p<br>q</p><hr>") ==
        "# T\n\n## A \\#\n\np\\\nq\n\n***");
  CHECK(markdown("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ul><li>d</li></ul>") == "- a\n  - b\n- c\n\n* d");
  CHECK(markdown("<ol start=\"3\"><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>") == "3. a\n\n   b\n\n4. c");
  CHECK(markdown("<blockquote><p>a</p><pre><code class=\"language-sh\">x\n\ny\n</code></pre></blockquote>") ==
        "> a\n>\n> ```sh\n> x\n>\n> y\n> ```");
  CHECK(markdown("<aside class=\"callout callout-tip\"><p class=\"callout-title\">Tip</p><p>a</p></aside>") ==
        "> [!TIP]\n> a");
  CHECK(markdown("<dl><div><dt>a</dt><dd>b</dd></div><div><dt>c</dt><dd><ol><li>d</li></ol></dd></div></dl>") ==
        "- **a**: b\n- **c**\n\n  1. d");
  CHECK(markdown("<dl><dt>a</dt><dt>b</dt><dd>c</dd><dd>d</dd><dt>e</dt><dd>f</dd></dl>") ==
        "- **a**, **b**: c\n- **a**, **b**: d\n- **e**: f");
  const std::string term(200, 'a');
  CHECK(markdown("<dl><dt>" + term + "</dt><dd>b</dd><dd>c</dd><dt>d</dt><dd>e</dd></dl>") ==
        "- **" + term + "**: b\n- …: c\n- **d**: e");
}

TEST_CASE("tables have one row of titles, and each cell is on one line") {
  CHECK(markdown("<table><thead><tr><th rowspan=\"2\">A</th><th scope=\"colgroup\" colspan=\"2\">G</th></tr>"
                 "<tr><th class=\"number\">B</th><th>C</th></tr></thead>"
                 "<tbody><tr><th colspan=\"3\">part</th></tr><tr><td>a|<br>b</td><td></td></tr></tbody></table>") ==
        "| A | G: B | G: C |\n| --- | ---: | --- |\n| **part** | | |\n| a\\|<br>b | | |");
}

TEST_CASE("elements that only work in a browser are omitted") {
  CHECK(markdown(
            "<nav>n</nav><form>f</form><button>b</button><p hidden>h</p><script>s</script><template><p>t</p></template>"
            "<svg><text>v</text><svg></svg>w</svg><p data-markdown=\"no\">x</p><p>a<span "
            "aria-hidden=\"true\">b</span></p>") == "a");
}

TEST_CASE("notes become footnotes if something links to them, and the only note of a table is below it") {
  CHECK(markdown(
            "<p>It is <a class=\"fig\" href=\"#figure-n1\">4 W</a>.</p><details class=\"notes\"><summary>From</summary>"
            "<ol><li id=\"figure-n1\">There.</li><li id=\"figure-n2\">Unused.</li></ol></details>") ==
        "It is 4 W[^figure-n1].\n\n[^figure-n1]: There.");
  CHECK(markdown(
            "<figure><p><a class=\"cell\" href=\"#t-n1\">4</a></p><details class=\"notes\"><summary>From</summary><ol>"
            "<li id=\"t-n1\">There.</li></ol></details></figure>") == "4\n\n**From**\n\n1. There.");
}

TEST_CASE("links go to Markdown versions and their headings, and never to unsafe addresses") {
  CHECK(markdown(
            "<p><a href=\"../index.html#x\">a</a> <a href=\"b.html\">b</a> <a href=\"https://x.example/a.html\">c</a> "
            "<a href=\"javascript:x\">d</a> <a href=\"https://x.example/\">https://x.example/</a></p>") ==
        "[a](../index.md#x) [b](b.html) [c](https://x.example/a.html) d <https://x.example/>");
  CHECK(markdown("<h2 id=\"own\">Two words</h2><p id=\"p\"><a href=\"#own\">a</a> <a href=\"#p\">b</a> <a "
                 "href=\"#q\">c</a></p>"
                 "<section id=\"s\"><h2>Next</h2></section><p><a href=\"#s\">d</a></p>"
                 "<section id=\"t\"><div class=\"heading\"><h2>Last</h2></div></section><p><a href=\"#t\">e</a></p>") ==
        "## Two words\n\n[a](#two-words) [b](#two-words) c\n\n## Next\n\n[d](#next)\n\n## Last\n\n[e](#last)");
}

TEST_CASE("every page with text has a Markdown version with the same contents and the page's address") {
  WholeSite site(
      with_data({{"content/l/a.md", page("Alpha",
                                         "A latte is [4 EUR](fig:prices/latte/price) [@card].\n\n```table t\ndata: "
                                         "prices\ncaption: All *prices*\ncolumns: [name, price]\n```\n")},
                 {"content/l/b.md", page("Beta", "See [a](a.md).\n")}}));
  site.built();
  CHECK(has(site.html("l/a.html"),
            "<link rel=\"alternate\" type=\"text/markdown\" title=\"Markdown version of this page\" href=\"a.md\">"));
  const std::string alpha = site.html("l/a.md");
  CHECK(between(alpha, "# Alpha\n\n", "| Latte") ==
        "A latte is 4 EUR[^figure-n1] [\\[1\\]](#sources).\n\n**All \\*prices\\***\n\n"
        "| Drink | Price (€) | As of |\n| --- | ---: | --- |\n| Espresso | 2.50[^t-n1] (best) | 2026-03-01 |\n");
  CHECK(has(alpha, "[^figure-n1]: [**Bean Street**, Price card](../sources/card.md), row 2; 2026-03-01\n"));
  CHECK(between(alpha, "## Sources\n\n", "\n2.") ==
        "1. Bean Street. n.d. [“Price Card.”](https://bean.example/card) [all uses](../sources/card.md)");
  CHECK(alpha.ends_with("***\n\nWeb page: [Alpha](a.html)\n"));
  CHECK(site.html("l/b.md") == "# Beta\n\nSee [a](a.md).\n\n***\n\nWeb page: [Beta](b.html)\n");
  CHECK_FALSE(site.output.files().contains("404.md"));
  CHECK(has(site.html("l/print.md"), "# Alpha"));
  CHECK(has(site.html("llms.txt"), "- [Alpha](l/a.md)"));

  site.write("data/site.json", R"({"title": "Coffee", "features": {"markdown": false}})").built();
  CHECK_FALSE(site.output.files().contains("l/a.md"));
  CHECK_FALSE(has(site.html("l/a.html"), "text/markdown"));
  CHECK(has(site.html("llms.txt"), "- [Alpha](l/a.html)"));
}
