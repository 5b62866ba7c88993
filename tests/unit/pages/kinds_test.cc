// Tests what each kind of page shows in addition to its text.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

TEST_CASE("the home page lists sections with their pages, and top-level pages") {
  WholeSite site(Files{{"data/site.json", R"({"title": "Coffee", "description": "All about it"})"},
                       {"content/index.md", page("Welcome", "Come in.\n")},
                       {"content/l/index.md", page("Lessons", "")},
                       {"content/d/index.md", page("Drinks", "W.\n", "description: Taste it\n")},
                       {"content/d/tea.md", page("Tea")},
                       {"content/l/a.md", page("Milk & more")},
                       {"content/l/deep/b.md", page("B")},
                       {"content/top.md", page("Top")}});
  site.built();
  std::string html = site.main("index.html");
  CHECK(has(html, ">#</a></div>\n<p class=\"lead\">All about it</p>"));
  CHECK(
      has(html,
          "<h3><a href=\"l/index.html\">Lessons</a></h3>\n<ul>\n"
          "<li><a href=\"l/a.html\">Milk &amp; more</a></li>\n<li><a href=\"l/deep/index.html\">Deep</a></li>\n</ul>"));
  CHECK(has(html, "<h3><a href=\"d/index.html\">Drinks</a></h3>\n<p>Taste it</p>\n</section>"));
  std::string section = site.main("l/index.html");
  CHECK(has(section,
            "<li><a href=\"a.html\">Milk &amp; more</a>\n<p>"));  // the page is not a lesson, so no minutes are shown
  CHECK(has(section, "<li><a href=\"deep/index.html\">Deep</a>"));
  CHECK(has(site.html("index.html"), "<title>Welcome</title>"));
  CHECK(has(site.html("l/a.html"), "<title>Milk &amp; more · Coffee</title>"));
}

TEST_CASE("lessons have a number, a reading time and a list of parts") {
  std::string words;
  for (int i = 0; i < 660; ++i) words += "word ";
  WholeSite site(Files{
      {"content/index.md", page("Welcome")},
      {"content/l/index.md", page("Lessons", "W.\n", "contents: [b, a]\n")},
      {"content/l/a.md", page("A", "Short.\n", "takeaway: Do it\n")},
      {"content/l/b.md", page("B", "Lead.\n\n## Long\n\n" + words + "\n\n## Brief\n\nWord.\n", "takeaway: Do it\n")},
      {"content/l/c.md", page("C")}});
  site.built();
  CHECK(has(site.main("l/index.html"), "<p class=\"page-meta\">2 lessons, 4 min</p>"));
  CHECK(has(site.main("l/index.html"), "<li><a href=\"b.html\">B</a> <span class=\"minutes\">3 min</span>"));
  std::string lesson = site.main("l/a.html");
  CHECK(has(lesson, "<span class=\"minutes\">1 min read</span> <a href=\"index.html\">Lesson 2 of 2</a>"));
  std::string contents = between(site.main("l/b.html"), "<nav class=\"toc\"", "</nav>");
  CHECK(has(contents, "<a href=\"#long\">Long <span class=\"minutes\">3 min</span></a>"));
  CHECK(has(contents, "<a href=\"#brief\">Brief <span class=\"minutes\">1 min</span></a>"));
  std::string card = between(site.main("index.html"), "<section class=\"section-card\">", "</section>");
  CHECK(has(card, "<p class=\"minutes\">2 lessons, 4 min</p>"));
}

TEST_CASE("the home page lists the first pages of a section, and the most recent changes") {
  Files files = {{"content/index.md", page("Welcome", "W.\n", "date: 2026-03-03\n")},
                 {"content/l/index.md", page("Many", "")}};
  for (char name = 'a'; name <= 'h'; ++name)
    files["content/l/" + std::string(1, name) + ".md"] =
        page(std::string(1, name), "W.\n", "date: 2026-01-0" + std::to_string(name - 'a' + 1) + "\n");
  files["content/l/b.md"] = page("b", "W.\n", "date: 2025-01-01\nupdated: 2026-02-01\n");
  WholeSite site(files);
  site.built();
  std::string html = site.main("index.html");
  std::string card = between(html, "<section class=\"section-card\">", "</section>");
  CHECK(count(card, "<li>") == 6);
  CHECK(has(card, "<li class=\"more\"><a href=\"l/index.html\">All 8</a></li>"));
  std::string recent = between(html, "<section class=\"recent\"", "</section>");
  CHECK(count(recent, "<li>") == 3);
  CHECK(recent.find("2026-02-01</span> <span><a href=\"l/b.html\">b</a>") <
        recent.find("2026-01-08</span> <span><a href=\"l/h.html\">"));
  CHECK(!has(recent, "index.html"));
}

TEST_CASE(
    "the home page has cards for sections of the menu, in its order, and links to those that the footer leaves out") {
  WholeSite site(with_data({{"data/site.json", R"({"title": "T", "navigation": ["z", "sources", "a"],
                                                  "footer": {"links": ["c"]}})"},
                            {"content/a/index.md", page("A")},
                            {"content/b/index.md", page("B")},
                            {"content/c/index.md", page("C")},
                            {"content/z/index.md", page("Z")}}));
  site.built();
  std::string html = site.main("index.html");
  size_t last = 0;
  for (const char* href : {"z/index.html", "sources/index.html", "a/index.html"}) {
    size_t at = html.find("<h3><a href=\"" + std::string(href) + "\">");
    CHECK(at != std::string::npos);
    CHECK(at > last);
    last = at;
  }
  CHECK(count(html, "<h3><a href=") == 3);
  CHECK(has(html.substr(last), "<p class=\"ways\"><a href=\"b/index.html\">B</a></p>"));
  CHECK(!has(html, "<p class=\"ways\"></p>"));
}

TEST_CASE("a page links to its source file and repository for editing, or to neither") {
  Files files = {{"content/index.md", page("Welcome")}, {"content/größe.md", page("A & b")}};
  WholeSite without(files);
  without.built();
  CHECK(!has(without.html("index.html"), "class=\"report\""));
  files["data/site.json"] = R"({"title": "T", "repository": "https://git.example/o/n"})";
  WholeSite site(files);
  site.built();
  std::string html = between(site.html("größe.html"), "<p class=\"feedback\">", "</p>");
  CHECK(has(html, "<a href=\"https://git.example/o/n/blob/HEAD/content/gr%C3%B6%C3%9Fe.md\">Edit this page</a>"));
  CHECK(has(html, "href=\"https://git.example/o/n/issues/new?title="));
  CHECK(has(html, "A%20%26%20b"));
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

TEST_CASE("questions have a list, a page each, and schema.org's FAQPage, which cannot end the script") {
  WholeSite site(with_data(
      {{"content/faq/index.md", page("Questions")},
       {"content/faq/a.md", page("\"Why </script> & \\\"so\\\"?\"", "Because *of* <br> milk [@card].\n\nAnd more.\n")},
       {"content/faq/b.md", page("When?", "Now.\n")}}));
  site.built();
  std::string html = site.html("faq/index.html");
  CHECK(has(html, "<dt><a href=\"a.html\">Why &lt;/script&gt; &amp; &#34;so&#34;?</a><a class=\"anchor\" "));
  CHECK(has(html, "</dt>\n<dd>Because <em>of</em>"));
  std::string json = between(html, "<script type=\"application/ld+json\">", "</script>");
  CHECK(has(json, "\"@type\""));
  CHECK(count(json, "\"Question\"") == 2);
  CHECK(has(json, "And more."));
  CHECK(!has(json, "<"));
  CHECK(!has(json, "@card"));
  std::string one = between(site.html("faq/b.html"), "<script type=\"application/ld+json\">", "</script>");
  CHECK(has(one,
            R"("mainEntity":{"@type":"Question","name":"When?","acceptedAnswer":{"@type":"Answer","text":"Now."}})"));
  CHECK_FALSE(has(one, "FAQPage"));
}

TEST_CASE("a source's page links to everything that cites it, each part once") {
  WholeSite site(with_data({{"content/l/a.md", page("Alpha",
                                                    "So [@card], and again [@card].\n\n```table t\ndata: "
                                                    "prices\ncaption: All prices\ncolumns: [name, price]\n```\n")},
                            {"content/b.md", page("Beta", "A mocha is [4.5 EUR](fig:prices/mocha/price).\n")},
                            {"content/c.md", page("Gamma")}}));
  site.built();
  std::string card = site.main("sources/card.html");
  CHECK(has(card, "<h1>Price card</h1>"));
  CHECK(has(card, "href=\"https://bean.example/card\""));
  std::string list = between(card, "<ul class=\"backlinks\">", "</section>");
  CHECK(count(list, "<li>") == 2);  // one page, and one table on that page
  CHECK(has(list, "<a href=\"../l/a.html\">Alpha</a>"));
  CHECK(has(list, "<ul>\n<li><a href=\"../l/a.html#t\">All prices</a></li>\n"));
  std::string survey = between(site.main("sources/survey.html"), "<ul class=\"backlinks\">", "</section>");
  CHECK(has(survey, "<a href=\"../b.html\">Beta</a>"));
  CHECK(has(survey, "<a href=\"../l/a.html\">Alpha</a>\n<ul>\n<li><a href=\"../l/a.html#t\">All prices</a></li>"));
  std::string all = site.main("sources/index.html");
  CHECK(has(all, "<h2>Bean Street</h2>"));
  CHECK(has(all, "<a href=\"card.html\">Price card</a>"));
  CHECK(count(all, "used 2 times") == 2);
  WholeSite unused(with_data({}));
  unused.built();
  CHECK(has(unused.main("sources/card.html"), "<p>No page uses this source yet.</p>"));
}

TEST_CASE("words quoted from a web page lead to them, and a place of two quotes does not") {
  WholeSite site(with_data(
      {{"data/sources/web.json",
        R"([{"id": "web", "type": "webpage", "title": "Web", "publisher": "P", "URL": "https://example.org/w"}])"},
       {"content/a.md", page("A", "One [@web, \"warm - milk\"] and two [@web, \"a\" and \"b\"].\n")}}));
  site.built();
  const std::string html = site.main("a.html");
  CHECK(has(html, "#:~:text=warm%20%2D%20milk\""));
  CHECK(count(html, ":~:text=") == 1);
}

TEST_CASE("a source's page shows how to cite it") {
  WholeSite site(with_data({}));
  site.built();
  CHECK(has(site.main("sources/survey.html"), "<p class=\"citation-text\">"));
  CHECK(has(site.main("sources/survey.html"), "&#34;id&#34;: &#34;survey&#34;"));
}

TEST_CASE("the data can be downloaded, and their page describes them") {
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

TEST_CASE("a long page has a table of contents with two levels") {
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

}  // namespace
