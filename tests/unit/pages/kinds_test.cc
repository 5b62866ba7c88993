// What each kind of page shows besides its text.
#include <doctest/doctest.h>

#include "pages/bibtex.h"
#include "unit/whole_site.h"

namespace {

TEST_CASE("the home page lists sections with their pages, and pages of its own") {
  WholeSite site(Files{{"data/site.json", R"({"title": "Coffee", "description": "All about it"})"},
                       {"content/index.md", page("Welcome", "Come in.\n")},
                       {"content/l/index.md", page("Lessons", "W.\n", "description: Learn it\n")},
                       {"content/l/a.md", page("Milk & more")},
                       {"content/l/deep/b.md", page("B")},
                       {"content/top.md", page("Top")}});
  site.built();
  std::string html = site.main("index.html");
  CHECK(has(html, "<h1>Welcome</h1>\n<p class=\"lead\">All about it</p>"));
  CHECK(
      has(html,
          "<h2><a href=\"l/index.html\">Lessons</a></h2>\n<p>Learn it</p>\n<ul>\n"
          "<li><a href=\"l/a.html\">Milk &amp; more</a></li>\n<li><a href=\"l/deep/index.html\">Deep</a></li>\n</ul>"));
  std::string section = site.main("l/index.html");
  CHECK(has(section, "<li><a href=\"a.html\">Milk &amp; more</a> <span class=\"minutes\">1 min read</span>"));
  CHECK(has(section, "<li><a href=\"deep/index.html\">Deep</a>"));
  CHECK(has(site.html("index.html"), "<title>Welcome</title>"));
  CHECK(has(site.html("l/a.html"), "<title>Milk &amp; more · Coffee</title>"));
}

TEST_CASE("a lesson has key points and a takeaway, with their links and citations") {
  WholeSite site(with_data(
      {{"content/l/a.md",
        page("A", "Words.\n", "key_points: [\"See [b](b.md)\", \"It is *so* [@card]\"]\ntakeaway: \"Do **it**\"\n")},
       {"content/l/b.md", page("B")}}));
  site.built();
  std::string html = site.main("l/a.html");
  CHECK(has(html, "<li>See <a href=\"b.html\">b</a></li>"));
  CHECK(has(html, "<li>It is <em>so</em><sup class=\"cite\"><a href=\"#ref-1\""));
  CHECK(has(html, "<div>Do <strong>it</strong></div>"));
  CHECK(has(html, "<li id=\"ref-1\">"));
  site.change("content/l/a.md", "b.md", "c.md");
  CHECK(has(site.mistakes(), "error[unknown-page]: there is no file content/l/c.md\n  --> content/l/a.md:3:"));
}

TEST_CASE("questions are a list, a page each, and schema.org's FAQPage, safely within the script") {
  WholeSite site(with_data(
      {{"content/faq/index.md", page("Questions")},
       {"content/faq/a.md", page("\"Why </script> & \\\"so\\\"?\"", "Because *of* <br> milk [@card].\n\nAnd more.\n")},
       {"content/faq/b.md", page("When?", "Now.\n")}}));
  site.built();
  std::string html = site.html("faq/index.html");
  CHECK(has(html, "<dt><a href=\"a.html\">Why &lt;/script&gt; &amp; &#34;so&#34;?</a></dt>\n<dd>Because of"));
  std::string json = between(html, "<script type=\"application/ld+json\">", "</script>");
  CHECK(has(json, "\"@type\""));
  CHECK(count(json, "\"Question\"") == 2);
  CHECK(has(json, "And more."));
  CHECK(!has(json, "<"));
  CHECK(!has(json, "@card"));
  std::string one = between(site.html("faq/b.html"), "<script type=\"application/ld+json\">", "</script>");
  CHECK(one ==
        "{\"@context\":\"https://"
        "schema.org\",\"@type\":\"FAQPage\",\"mainEntity\":[{\"@type\":\"Question\",\"name\":\"When?\","
        "\"acceptedAnswer\":{\"@type\":\"Answer\",\"text\":\"Now.\"}}]}");
}

TEST_CASE("a source's page leads back to all that rests on it, each part once") {
  WholeSite site(with_data({{"content/l/a.md", page("Alpha",
                                                    "So [@card], and again [@card].\n\n```table t\ndata: "
                                                    "prices\ncaption: All prices\ncolumns: [name, price]\n```\n")},
                            {"content/b.md", page("Beta", "A mocha is [4.5 EUR](fig:prices/mocha/price).\n")},
                            {"content/c.md", page("Gamma")}}));
  site.built();
  std::string card = site.main("sources/card.html");
  CHECK(has(card, "<h1>Price card</h1>"));
  CHECK(has(card, "href=\"https://bean.example/card\""));
  std::string list = between(card, "<ul class=\"backlinks\">", "</ul>");
  CHECK(count(list, "<li>") == 2);
  CHECK(has(list, "<a href=\"../l/a.html\">Alpha</a>"));
  CHECK(has(list, "<a href=\"../l/a.html#t\">Alpha: All prices</a>"));
  std::string survey = between(site.main("sources/survey.html"), "<ul class=\"backlinks\">", "</ul>");
  CHECK(has(survey, "<a href=\"../b.html\">Beta</a>"));
  CHECK(has(survey, "<a href=\"../l/a.html#t\">Alpha: All prices</a>"));
  std::string all = site.main("sources/index.html");
  CHECK(has(all, "<h2>Bean Street</h2>"));
  CHECK(has(all, "<a href=\"card.html\">Price card</a>"));
  CHECK(count(all, "used 2 times") == 2);
  WholeSite unused(with_data({}));
  unused.built();
  CHECK(has(unused.main("sources/card.html"), "<p>No page uses this source yet.</p>"));
}

TEST_CASE("a source's page shows how to cite it") {
  WholeSite site(with_data({}));
  site.built();
  CHECK(has(
      site.main("sources/survey.html"),
      "@techreport{survey,\n  title = {{Survey \\&amp; tests}},\n  publisher = {City Office},\n  year = {2025}\n}"));
  CHECK(has(site.main("sources/survey.html"), "&#34;id&#34;: &#34;survey&#34;"));
}

TEST_CASE("the data can be downloaded, and its page says what it is") {
  WholeSite site(with_data({}));
  site.built();
  std::string html = site.main("data/index.html");
  CHECK(has(html, "href=\"prices.csv\""));
  CHECK(has(html, "href=\"prices.json\""));
  CHECK(has(html, "3 rows"));
  CHECK(site.html("data/prices.csv")
            .starts_with(
                "id,name,price,beans,source,locator,as_of\r\nespresso,Espresso,2.5,9,card,row 1,2026-03-01\r\n"));
  CHECK(site.html("data/datapackage.json") == coffee_data().at("data/datapackage.json"));
}

TEST_CASE("a page without sources has no list of them") {
  WholeSite site(Files{{"content/index.md", page("Coffee")}});
  site.built();
  CHECK(!has(site.html("index.html"), "id=\"references\""));
  CHECK(!has(site.html("index.html"), "sources/index.html"));
  CHECK(!has(site.html("index.html"), "data/index.html"));
}

TEST_CASE("a long page has its contents, two levels deep") {
  WholeSite site(Files{{"content/index.md", page("C")},
                       {"content/a.md", page("A", "## One & two\n\n### Deep\n\n#### Deeper\n\n## Three\n")}});
  site.built();
  std::string toc = between(site.html("a.html"), "<nav class=\"toc\"", "</nav>");
  CHECK(has(toc,
            "<li><a href=\"#one--two\">One &amp; two</a>\n<ul>\n<li><a href=\"#deep\">Deep</a></li>\n</ul></li>\n"
            "<li><a href=\"#three\">Three</a></li>"));
  CHECK(!has(toc, "Deeper"));
}

TEST_CASE("titles and texts never become markup") {
  WholeSite site(Files{{"content/index.md", page("\"<script>alert(1)</script> & \\\"quotes\\\"\"", "W.\n",
                                                 "description: \"<b>\\\"D\\\"</b>\"\n")},
                       {"content/a.md", page("\"<i>\"")}});
  site.built();
  for (const char* address : {"index.html", "a.html"}) {
    CHECK(!has(site.html(address), "<script>alert"));
    CHECK(!has(site.html(address), "<i>"));
    CHECK(!has(site.html(address), "<b>"));
  }
  CHECK(has(site.html("index.html"), "<meta name=\"description\" content=\"&lt;b&gt;&#34;D&#34;&lt;/b&gt;\">"));
}

TEST_CASE("BibTeX keeps what TeX would take for commands") {
  data::Source source;
  source.id = "a-b";
  source.type = "article-journal";
  source.title = "50% of {A} & B_C #1 $2 ~ ^ \\x";
  source.authors = {{"van der Berg", "Ada", ""}, {"", "", "Bean & Sons"}, {"Müller", "", ""}};
  source.container_title = "J. of Beans";
  source.issued = {2025, 3, 1, ""};
  source.accessed = {2026, 1, 2, ""};
  source.url = "https://x.example/?a=1&b=50%25_c{";
  source.doi = "10.1/x_y";
  CHECK(
      pages::bibtex(source) ==
      "@article{a-b,\n"
      "  author = {van der Berg, Ada and {Bean \\& Sons} and Müller},\n"
      "  title = {{50\\% of \\{A\\} \\& B\\_C \\#1 \\$2 \\textasciitilde{} \\textasciicircum{} \\textbackslash{}x}},\n"
      "  journal = {J. of Beans},\n"
      "  year = {2025},\n"
      "  month = {3},\n"
      "  doi = {10.1/x_y},\n"
      "  url = {https://x.example/?a=1&b=50%25_c%7B},\n"
      "  urldate = {2026-01-02}\n"
      "}\n");
  data::Source bare;
  bare.id = "x";
  bare.title = "T";
  bare.type = "webpage";
  CHECK(pages::bibtex(bare) == "@misc{x,\n  title = {{T}}\n}\n");
}

}  // namespace
