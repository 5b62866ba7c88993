// Tests SVG files that use the colours of the theme and become parts of pages.
#include "blocks/diagram.h"

#include "unit/whole_site.h"

namespace {

const char* const kBox =
    "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 100\">\n"
    "<title>not shown</title><desc>A cup &amp; its &lt;saucer&gt;.</desc>\n"
    "<rect width=\"50\" height=\"20\" fill=\"var(--paper-sunk)\"/><!-- a cup -->\n"
    "<text x=\"5\" y=\"15\" font-size=\"15\">AX40 <tspan fill=\"var(--accent)\">cup</tspan></text>\n</svg>\n";

// Returns the faults of a diagram that is 400 px wide and has this element or this root.
std::string fault(std::string_view element, std::string_view root = " viewBox=\"0 0 400 100\"") {
  const std::vector<std::string> colours{"ink", "accent", "series-1"};
  const std::string svg = "<svg" + std::string(root) + ">" + std::string(element) + "</svg>";
  const blocks::Diagram diagram = blocks::read_diagram(svg, &colours);
  std::string all;
  for (const blocks::DiagramFault& each : diagram.faults) {
    CHECK(each.end <= svg.size());
    all += each.what + ";";
  }
  return all;
}

}  // namespace

TEST_CASE("a diagram is part of the page, with its name, and its file has the colours of the theme") {
  WholeSite site(with_data({{"content/a/t.md", page("T", "![A cup, and \"more\"](cup.svg \"Cup\") ![A](plain.svg)\n")},
                            {"content/a/cup.svg", kBox},
                            {"content/a/plain.svg", "<svg viewBox=\"0 0 1 1\" fill=\"#333\"/>"}}));
  site.built();
  const std::string html = site.main("a/t.html");
  CHECK(has(html,
            "<svg class=\"diagram\" role=\"img\" aria-label=\"A cup, and &#34;more&#34;\" viewBox=\"0 0 400 100\" "
            "width=\"400\" height=\"100\" data-src=\"cup.svg\"><title>Cup</title>"
            "<desc>A cup &amp; its &lt;saucer&gt;.</desc>"
            "<rect width=\"50\" height=\"20\" fill=\"var(--paper-sunk)\"></rect>"
            "<text x=\"5\" y=\"15\" font-size=\"15\">AX40 <tspan fill=\"var(--accent)\">cup</tspan></text></svg>"));
  CHECK(has(html, "<img src=\"plain.svg\""));
  CHECK(has(site.html("a/t.md"), "![A cup, and \"more\"](cup.svg)"));
  CHECK(!has(site.html("a/cup.svg"), "var("));
  CHECK(has(site.html("a/cup.svg"), "fill=\"#"));
  CHECK(site.html("a/plain.svg") == "<svg viewBox=\"0 0 1 1\" fill=\"#333\"/>");
}

TEST_CASE("a diagram shows the page's figures from the data, with their sources, and its files have the values") {
  WholeSite site(with_data(
      {{"content/t.md",
        "---\ntitle: T\nfigures: {mocha: prices/mocha/price}\npreview: cup.svg\n---\n![A cup](cup.svg)\n"},
       {"content/cup.svg",
        "<svg viewBox=\"0 0 1200 630\"><text font-size=\"50\" fill=\"var(--ink)\">a mocha: {mocha}!</text></svg>"},
       {"data/site.json", R"({"title": "C", "base_url": "https://example.org/"})"}}));
  site.built({.draws_pictures = false});
  const std::string html = site.main("t.html");
  CHECK(has(html, "a mocha: <a id=\"figure-n1-1\" href=\"#figure-n1\">€4.50</a>!</text>"));
  CHECK(has(html, "<li id=\"figure-n1\">"));
  CHECK(has(site.html("cup.svg"), "a mocha: €4.50!</text>"));
  CHECK(site.html("cup.png") == site.html("cup.svg"));  // nothing is drawn here
  CHECK(has(site.html("assets/cards/t.png"), "a mocha: €4.50!</text>"));
  site.change("data/prices.json", "\"price\": 4.5,", "\"price\": 4.6,");
  site.built({.draws_pictures = false});
  CHECK(has(site.main("t.html"), ">€4.60</a>"));
}

TEST_CASE("a figure of a diagram that the page does not have is an error, and so is another size of a preview") {
  WholeSite site(with_data({{"content/t.md", "---\ntitle: T\npreview: cup.svg\n---\n![A cup](cup.svg)\n"},
                            {"content/cup.svg",
                             "<svg viewBox=\"0 0 400 100\"><text font-size=\"15\" "
                             "fill=\"var(--ink)\">{mocha}</text></svg>"},
                            {"data/site.json", R"({"title": "C", "base_url": "https://example.org/"})"}}));
  const std::string mistakes = site.mistakes();
  CHECK(has(mistakes,
            "error[unknown-figure]: the page content/t.md shows this diagram, and has no figure \"mocha\"\n"
            "  --> content/cup.svg:1:67\n"));
  CHECK(has(mistakes, "error[bad-value]: this is not a diagram of the size of a preview\n  --> content/t.md:3:10\n"));
  CHECK(fault("<text font-size=\"15\">{</text>") == "this is not the name of a figure: \"{\";");
  CHECK(fault("<text font-size=\"15\">{{mocha}}</text>") == "this is not the name of a figure: \"{{mocha}}\";");
}

TEST_CASE("an SVG with a stylesheet is an ordinary image, and so is one that mentions a token only in a text") {
  CHECK(blocks::is_diagram("<svg><rect fill='var(--ink)'/></svg>"));
  CHECK(!blocks::is_diagram("<svg><style>svg { --a: red }</style><rect fill=\"var(--a)\"/></svg>"));
  CHECK(!blocks::is_diagram("<svg><text>var(--ink)</text></svg>"));
}

TEST_CASE("a page is rendered again when its diagram changes") {
  WholeSite site(with_data({{"content/t.md", page("T", "![A cup](cup.svg)\n")}, {"content/cup.svg", kBox}}));
  site.rebuild();
  site.change("content/cup.svg", ">cup<", ">mug<");
  CHECK(site.rebuild().diagnostics.empty());
  CHECK(has(site.main("t.html"), ">mug<"));
}

TEST_CASE("parts of a diagram that a page can't always show are reported") {
  CHECK(fault("<g stroke='var(--series-1)' fill='none'><path d='M0 0'/></g>") == "");
  CHECK(fault("<text font-size='15' fill='currentColor'>fp8 on an AX40 × cup</text>") == "");
  CHECK(fault("<g font-size=\"15\"><text>cup</text></g>") == "");
  CHECK(fault("<rect fill=\"#333\"/>") == "\"#333\" is not a colour of the theme;");
  CHECK(fault("<rect fill=\"var(--inc)\"/>") == "\"var(--inc)\" is not a colour of the theme;");
  CHECK(fault("<rect fill=\"var(--ink) url(//a.example)\"/>") != "");
  CHECK(fault("<rect style=\"fill:red\" id=\"a\" onclick=\"f()\"/>") ==
        "a diagram can't have the attribute style;a diagram can't have the attribute id;"
        "a diagram can't have the attribute onclick;");
  CHECK(fault("<script>f()</script><use href=\"#a\"/>") ==
        "a diagram can't contain <script>;a diagram can't contain <use>;");
  CHECK(fault("<text font-size=\"15\" fill=\"var(--series-1)\">cup</text>") ==
        "text in \"var(--series-1)\" may be hard to read;");
  CHECK(fault("<text font-size=\"15\">24 GB</text>") == "a number in a diagram has no source: \"24 GB\";");
  CHECK(fault("<text font-size=\"15\">10GB</text>") != "");
  CHECK(fault("<text font-size=\"12\">cup</text>") == "on a phone this text is 9.84 px high;");
  CHECK(fault("<text>cup</text>") != "");
  CHECK(fault("<rect/>", "") == "the diagram has no size;");
  CHECK(fault("<rect/>", " viewBox=\"0 0 400 100\" fill=\"none\"") != "");
}

TEST_CASE("a diagram can't open or close elements of the page") {
  CHECK(fault("<g><rect/>") != "");
  CHECK(fault("</svg></main><p>") != "");
  CHECK(fault("<g></p></g>") != "");
  const std::string content =
      blocks::read_diagram("<svg viewBox=\"0 0 9 9\"><g><text>a</g></svg></main><p>b").content.str();
  CHECK(content == "<g><text>a</text></g>");
}
