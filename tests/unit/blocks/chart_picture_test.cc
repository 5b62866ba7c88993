// Tests the files of a chart: self-contained pictures, and a separate page for data that do not fit on the chart's
// page.

#include "../whole_site.h"

namespace {

std::string chart_block(std::string_view title = "Latte is dear", std::string_view more = "") {
  return "```chart dear\ndata: prices\ntitle: {text: '" + std::string(title) +
         "', subtitle: Euros a cup}\nmark: bar\nencoding:\n  x: {field: name, type: nominal}\n"
         "  y: {field: price, type: quantitative}\n" +
         std::string(more) + "```\n";
}

WholeSite site_with(const std::string& block) {
  return WholeSite(with_data({{"content/drinks/list.md", page("Drinks", block)}}));
}

std::string rows_of_data(int count) {
  std::string rows = "[";
  for (int i = 0; i < count; ++i)
    rows += std::string(i == 0 ? "" : ",\n") + R"({"id": "d)" + std::to_string(i) + R"(", "name": "Drink )" +
            std::to_string(i) + R"(", "price": )" + std::to_string(i % 7 + 1) +
            R"(, "source": "card", "locator": "row )" + std::to_string(i) + R"(", "as_of": "2026-03-01"})";
  return rows + "]";
}

TEST_CASE("a chart is published as two self-contained drawings, a picture and its data") {
  WholeSite site = site_with(chart_block());
  site.built();
  std::string light = site.html("charts/dear.svg"), dark = site.html("charts/dear-dark.svg");
  for (const std::string& svg : {light, dark}) {
    CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" width=\""));
    CHECK(has(svg, ">Latte is dear</text>"));
    CHECK(has(svg, ">Euros a cup</text>"));
    CHECK(has(svg, ">Mocha was paid in cash.</text>"));
    CHECK(has(svg,
              ">Sources: Bean Street, Price card; City Office, Survey &amp; tests. As of 2025 to 2026-03-01.</text>"));
    CHECK(has(svg, ">Coffee</text>"));
    CHECK(!has(svg, "var("));
    CHECK(!has(svg, "@"));
    CHECK(count(svg, "<svg") == 3);
    CHECK(count(svg, "</svg>") == 3);
  }
  CHECK(light != dark);
  CHECK(has(light, ".picture-paper{fill:#fdfcf9}"));
  CHECK(has(dark, ".picture-paper{fill:#181715}"));
  CHECK(site.html("charts/dear.png").starts_with("\x89PNG"));
  std::string main = site.main("drinks/list.html");
  for (const char* file : {"dear.png", "dear.svg", "dear-dark.svg", "dear.csv"})
    CHECK(has(main, "href=\"../charts/" + std::string(file) + "\" download"));
}

TEST_CASE("a picture shows the address of its chart if it is known") {
  WholeSite site = site_with(chart_block());
  CHECK(!has(site.built().html("charts/dear.svg"), "example.org"));
  site.built({.base_url = "https://example.org/guide/"});
  CHECK(has(site.html("charts/dear.svg"), ">example.org/guide/drinks/list.html#dear</text>"));
}

TEST_CASE("a picture is well-formed for any title, and shows it unchanged") {
  WholeSite site = site_with(chart_block("</title></svg><script>alert(1)</script> & \"]]> <!-- \" é Ελλάς"));
  std::string svg = site.built().html("charts/dear.svg");
  CHECK(!has(svg, "<script"));
  CHECK(!has(svg, "<!--"));
  CHECK(count(svg, "</svg>") == 3);
  CHECK(has(svg, "&lt;/title&gt;&lt;/svg&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;]]&gt; &lt;!--"));
  CHECK(site.html("charts/dear.png").starts_with("\x89PNG"));
}

TEST_CASE("control characters, which XML does not allow, are replaced") {
  WholeSite site = site_with(
      "```chart dear\ndata: prices\ntitle: \"A\\x01B\\x1f and \\uffff\"\nmark: bar\nencoding:\n"
      "  x: {field: name, type: nominal}\n  y: {field: price, type: quantitative}\n```\n");
  std::string svg = site.built().html("charts/dear.svg");
  CHECK(std::none_of(svg.begin(), svg.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; }));
  CHECK(!has(svg, "\xef\xbf\xbf"));
  CHECK(has(svg,
            "A\xef\xbf\xbd"
            "B\xef\xbf\xbd and"));
}

TEST_CASE("long words are wrapped within the picture") {
  std::string title;
  for (int i = 0; i < 60; ++i) title += "word ";
  std::string svg = site_with(chart_block(title)).built().html("charts/dear.svg");
  CHECK(count(svg, "class=\"picture-title\"") >= 3);
}

TEST_CASE("a site with pictures turned off publishes no pictures or links to them") {
  WholeSite site = site_with(chart_block());
  site.write("data/site.json", R"({"title": "Coffee", "features": {"images": false}})").built();
  for (const auto& [address, bytes] : site.output.files())
    CHECK_MESSAGE((!address.starts_with("charts/") || address.ends_with(".csv")), address);
  CHECK(has(site.main("drinks/list.html"), "charts/dear.csv"));
  CHECK(!has(site.main("drinks/list.html"), "charts/dear.svg"));
}

TEST_CASE("up to 24 rows are below the chart, more on a separate page") {
  WholeSite site = site_with(chart_block());
  site.write("data/prices.json", rows_of_data(24)).built();
  CHECK(has(site.main("drinks/list.html"), "<details class=\"data\">"));
  CHECK(!site.output.files().contains("charts/dear.html"));

  site.write("data/prices.json", rows_of_data(25)).built();
  std::string main = site.main("drinks/list.html");
  CHECK(!has(main, "<table"));
  CHECK(has(main, "<p class=\"all-rows\"><a href=\"../charts/dear.html\">All 25 rows</a></p>"));
  CHECK(has(main, "<p class=\"origins\">Source: <a href=\"../sources/card.html\">Bean Street, Price card</a>. "));
  std::string own = site.main("charts/dear.html");
  CHECK(has(own, "<h1>Latte is dear</h1>"));
  CHECK(has(own, "href=\"../drinks/list.html#dear\">Drinks</a>"));
  CHECK(has(own, "<svg xmlns"));
  CHECK(has(own, "<details class=\"data\" open>"));
  CHECK(count(own, "<tr") == 26);
  CHECK(has(own, "id=\"dear-n25\""));
}

TEST_CASE("the page of a long chart uses all of its rows") {
  WholeSite site = site_with(chart_block());
  site.write("data/prices.json", rows_of_data(60));
  Passes passes = site.passes();
  REQUIRE_MESSAGE(passes.report.diagnostics.empty(), said(passes.report.diagnostics));
  const pages::RenderedPage& list = passes.page("drinks/list.html");
  CHECK(std::count_if(list.uses.begin(), list.uses.end(),
                      [](const auto& use) { return use.on.starts_with("prices/"); }) == 60);
  CHECK(std::count_if(list.uses.begin(), list.uses.end(),
                      [](const auto& use) { return use.on == "card" && use.anchor == "dear"; }) == 1);
}

TEST_CASE("the page of a chart's data can be linked to, and is not in its folder's navigation") {
  WholeSite site =
      site_with(chart_block() + "\nSee [the data](../charts/dear.html#dear) and [the picture](../charts/dear.png).\n");
  site.write("data/prices.json", rows_of_data(60)).built();
  CHECK(site.mistakes() == "");
  CHECK(!site.output.files().contains("charts/index.html"));
}

TEST_CASE("two files with the same address are an error, including pictures") {
  std::string second = chart_block();
  WholeSite site = site_with(chart_block() + "\n" + base::replace_all(second, "chart dear", "chart dear-dark"));
  CHECK(has(site.mistakes(), "error[duplicate-address]"));
}

}  // namespace
