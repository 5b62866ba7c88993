// Tests the site's HTML.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "helpers.h"

using document_test::parse;

namespace {

std::string site(std::string_view markdown) { return parse(markdown).html(); }

class TestHooks : public document_test::PlainHooks {
 public:
  document::LinkHtml link(const document::Link& link, const markup::SafeHtml& content, std::string_view text) override {
    document::LinkHtml result;
    if (link.kind == document::LinkKind::figure) {
      result.replacement = markup::SafeHtml::trusted(fmt::format("<data value=\"{}\">{}</data>", text, content.str()));
      return result;
    }
    result.href = link.destination;
    result.attributes = {{"class", "kind"}, {"data-text", std::string(text)}};
    result.after = markup::SafeHtml::trusted("<i></i>");
    return result;
  }
  document::ImageHtml image(const document::Image& image) override {
    document::ImageHtml result;
    result.src.append("img/").append(image.destination);
    result.attributes = {{"width", "3"}};
    return result;
  }
  std::optional<markup::SafeHtml> fence(const document::Fence& fence) override {
    if (fence.kind == document::FenceKind::query) return markup::SafeHtml();
    if (fence.kind != document::FenceKind::table) return std::nullopt;
    return markup::SafeHtml::trusted(fmt::format("<figure id=\"{}\"></figure>", fence.name));
  }
  markup::SafeHtml citation(const document::CitationGroup& group) override {
    return markup::SafeHtml::trusted(fmt::format("<sup>{}</sup>", group.citations.size()));
  }
  std::string_view id_prefix() override { return "p-"; }
  int heading_shift() override { return 1; }
};

}  // namespace

TEST_CASE("headings have an id and a permalink, and do not show {#own-id}") {
  CHECK(site("## Break *even* {#be}\n") ==
        "<div class=\"heading\"><h2 id=\"be\">Break <em>even</em></h2> <a class=\"anchor\" href=\"#be\" "
        "aria-label=\"Link to this section: Break even\">#</a></div>\n");
}

TEST_CASE("tables scroll in a named region, with alignment by class") {
  CHECK(site("# Cups\n\n| a | |\n|--:|:-:|\n| 1 | 2 |\n\n| b |\n|---|\n").substr(site("# Cups\n").size()) ==
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table: Cups\"><table>\n"
        "<thead>\n<tr><th scope=\"col\" class=\"right\">a</th><td class=\"center\"></td></tr>\n</thead>\n"
        "<tbody>\n<tr><td class=\"right\">1</td><td class=\"center\">2</td></tr>\n</tbody>\n</table></div>\n"
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table: Cups 2\"><table>\n"
        "<thead>\n<tr><th scope=\"col\">b</th></tr>\n</thead>\n</table></div>\n");
}

TEST_CASE("rows become cards on phones if the first number of the table would be out of sight") {
  const std::string wide =
      "A rather long text that takes the width of a phone by its Donaudampfschifffahrtsgesellschaft";
  CHECK(has(site("| a | b | c |\n|---|---|--:|\n| x | " + wide + " | ~12 GB |\n"), "<td data-label=\"b\">A rather"));
  for (const char* last : {"none", "12"})  // the first is not a number; the second is, and fits
    CHECK(!has(site("| a | b | c |\n|---|---|--:|\n| x | y | " + std::string(last) + " |\n"), "cards"));
}

TEST_CASE("task boxes have a label") {
  CHECK(site("- [ ] grind\n- [x] brew\n") ==
        "<ul class=\"tasks\">\n<li class=\"task\"><input type=\"checkbox\" disabled aria-label=\"To do\"> grind</li>\n"
        "<li class=\"task\"><input type=\"checkbox\" disabled checked aria-label=\"Done\"> brew</li>\n</ul>\n");
}

TEST_CASE("footnotes link to the note and back, each with its own name and id") {
  CHECK(site("A[^x] b[^x].\n\n[^x]: Note.\n") ==
        "<p>A<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1\" role=\"doc-noteref\" aria-label=\"Footnote "
        "1\">1</a></sup> "
        "b<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1-2\" role=\"doc-noteref\" aria-label=\"Footnote "
        "1\">1</a></sup>.</p>\n"
        "<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n<li id=\"fn-1\">\n"
        "<p>Note. <a class=\"footnote-back\" href=\"#fnref-1\" role=\"doc-backlink\" aria-label=\"Back to "
        "footnote 1\">↩</a> "
        "<a class=\"footnote-back\" href=\"#fnref-1-2\" role=\"doc-backlink\" aria-label=\"Back to footnote "
        "1-2\">↩<sup>2</sup></a></p>\n"
        "</li>\n</ol>\n</section>\n");
}

TEST_CASE("GitHub's callouts become notes with a title") {
  CHECK(site("> [!WARNING]\n> Hot *water*.\n") ==
        "<aside class=\"callout callout-warning\" role=\"note\">\n<p class=\"callout-title\">Warning</p>\n"
        "<p>Hot <em>water</em>.</p>\n</aside>\n");
  CHECK(site("> [!TIP]\n>\n> Cool down.\n") ==
        "<aside class=\"callout callout-tip\" role=\"note\">\n<p class=\"callout-title\">Tip</p>\n<p>Cool "
        "down.</p>\n</aside>\n");
  auto unknown = parse("> [!NOTICE]\n> x\n");
  CHECK(unknown.messages() ==
        "error[unknown-callout]: there is no callout [!NOTICE]\n"
        "  --> content/page.md:1:3\n"
        "   |\n"
        " 1 | > [!NOTICE]\n"
        "   |   ^^^^^^^^^\n"
        "   = expected: [!NOTE], [!TIP], [!IMPORTANT], [!WARNING] or [!CAUTION]\n"
        "   = help: did you mean [!NOTE]?\n");
}

TEST_CASE("code is escaped and can be focused with the keyboard") {
  CHECK(site("```c++ x\na < b\n```\n") ==
        "<pre class=\"code\" tabindex=\"0\"><code class=\"language-c++\">a &lt; b\n</code></pre>\n");
}

TEST_CASE("allowed tags are written; comments and all other raw HTML are not") {
  CHECK(site("H<SUB>2</SUB>O <!-- x --><br />\n") == "<p>H<sub>2</sub>O <br /></p>\n");
  CHECK(site("<details>\n<summary>A &amp; b < c\"</summary>\n\n*x*\n\n</details>\n").find("&lt;") == std::string::npos);
  CHECK(site("<details>\n<summary>A &amp; \"b\" & c</summary>\n\n*x*\n\n</details>\n") ==
        "<details>\n<summary>A &amp; \"b\" &amp; c</summary>\n<p><em>x</em></p>\n</details>\n");
  CHECK(site("a <img src=x alt=y onerror=alert(1)> <script>x</script>\n") == "<p>a <img src=\"x\" alt=\"y\"> x</p>\n");
  CHECK(site("a <sub>b\n") == "<p>a b</p>\n");
}

TEST_CASE("links are safe, and external ones have rel=noopener and nothing else") {
  CHECK(site("[a](https://x.example/?b&c \"t\")\n") ==
        "<p><a href=\"https://x.example/?b&amp;c\" title=\"t\" rel=\"noopener\">a</a></p>\n");
  CHECK(site("[a](b.html#c)\n") == "<p><a href=\"b.html#c\">a</a></p>\n");
  CHECK(site("[a](javascript:alert(1))\n") == "<p><a href=\"#\">a</a></p>\n");
  CHECK(site("![a](data:text/html,x)\n") == "<p><img src=\"#\" alt=\"a\"></p>\n");
}

TEST_CASE("links are not nested") {
  CHECK(site("[a <https://b.example> *<javascript:c>*](d.md)") ==
        "<p><a href=\"d.md\">a https://b.example <em>javascript:c</em></a></p>\n");
}

TEST_CASE("a numeric reference to a character that HTML forbids is replaced") {
  CHECK(site("<sub>&#0;&#xD800;&#x110000;&#7;&#60;&amp;</sub>") ==
        "<p><sub>\uFFFD\uFFFD\uFFFD\uFFFD&lt;&amp;</sub></p>\n");
  CHECK(site("<details>\n<summary>&#0;&#60;&nbsp;</summary>\n\nx\n\n</details>")
            .find("<summary>\uFFFD&#60;&nbsp;</summary>") != std::string::npos);
}

TEST_CASE("hooks determine links, images, fences and citations") {
  TestHooks hooks;
  auto parsed = parse(
      "# T\n\n[*4*](fig:a) [b *c*](d.md) ![e](f.png) [@g; @h][^n]\n\n```sql q\n```\n\n```table cups\n```\n\n[^n]: N\n");
  std::string html = document::write_html(parsed.document, hooks).str();
  CHECK(html ==
        "<div class=\"heading\"><h2 id=\"p-t\">T</h2> <a class=\"anchor\" href=\"#p-t\" aria-label=\"Link to this "
        "section: T\">#</a></div>\n"
        "<p><data value=\"4\"><em>4</em></data> <a href=\"d.md\" class=\"kind\" data-text=\"\">b <em>c</em></a><i></i> "
        "<img src=\"img/f.png\" alt=\"e\" width=\"3\"><sup>2</sup>"
        "<sup class=\"footnote-ref\"><a href=\"#p-fn-1\" id=\"p-fnref-1\" role=\"doc-noteref\" aria-label=\"Footnote "
        "1\">1</a></sup></p>\n"
        "<figure id=\"cups\"></figure>\n"
        "<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"Footnotes\">\n<ol>\n<li id=\"p-fn-1\">\n<p>N "
        "<a class=\"footnote-back\" href=\"#p-fnref-1\" role=\"doc-backlink\" aria-label=\"Back to footnote "
        "1\">↩</a></p>\n"
        "</li>\n</ol>\n</section>\n");
}

TEST_CASE("parts of a document are written without its footnotes") {
  document_test::PlainHooks hooks;
  auto parsed = parse("# A *b*\n\nOne[^1].\n\nTwo.\n\n## C\n\n[^1]: N\n");
  const auto& headings = parsed.document.headings();
  CHECK(document::write_inline(parsed.document, hooks, headings[0].node).str() == "A <em>b</em>");
  document::NodeId first = parsed.document.node(headings[0].node).next;
  CHECK(document::write_blocks(parsed.document, hooks, first, headings[1].node).str() == "<p>One.</p>\n<p>Two.</p>\n");
}
