// Tests the look of a site as set in site.json, drafts, and print pages of sections.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "unit/whole_site.h"

namespace {

Files site_with(std::string_view json, Files pages = {}) {
  Files files = with_data(std::move(pages));
  files["data/site.json"] = "{\"title\": \"Coffee\", " + std::string(json) + "}";
  return files;
}

TEST_CASE("the footer has text, links to pages with their own or other titles, and external links") {
  WholeSite site(site_with(
      R"("footer": {"text": "Kept by <us>.", "links": ["about/us", {"title": "Beans", "href": "about"}, {"title": "Law", "href": "https://law.example/"}]})",
      {{"content/about/us.md", page("Who we are")}, {"content/about/index.md", page("About")}}));
  site.built();
  CHECK(between(site.html("index.html"), "<footer class=\"site-footer\">\n", "<p>Figures link") ==
        "<p>Kept by &lt;us&gt;.</p>\n<ul>\n<li><a href=\"about/us.html\">Who we are</a></li>\n"
        "<li><a href=\"about/index.html\">Beans</a></li>\n<li><a href=\"https://law.example/\">Law</a></li>\n</ul>\n");
  CHECK(has(site.html("about/us.html"), "<li><a href=\"us.html\">Who we are</a></li>"));
  // The footer shows the title of the page that it links to.
  site.change("content/about/us.md", "Who we are", "The people").built();
  CHECK(has(site.html("sources/card.html"), "<li><a href=\"../about/us.html\">The people</a></li>"));
}

TEST_CASE("the site's logo is next to the title and is the favicon") {
  WholeSite site(
      site_with(R"("mark": "art/bean.svg")",
                {{"content/art/bean.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"/>"}}));
  site.built();
  const std::string html = site.html("sources/card.html");
  CHECK(has(html, "<link rel=\"icon\" href=\"../art/bean.svg\">"));
  CHECK(has(html, "<img class=\"mark\" src=\"../art/bean.svg\" alt=\"\""));
  CHECK_FALSE(has(html, "favicon.svg"));
}

TEST_CASE("the theme's colours are those of site.json, on screen and in pictures") {
  WholeSite site(site_with(
      R"("theme": {"series-1": {"light": "#123456", "dark": "#8899bb"}, "link": {"light": "#003366", "dark": "#99ccff"}})",
      {{"content/bars.md", page("Bars",
                                "```chart bars\ndata: prices\ntitle: Prices\nmark: bar\nencoding: {x: {field: name, "
                                "type: nominal}, y: {field: price, type: quantitative}}\n```\n")}}));
  site.built();
  const std::string css = site.html("assets/tokens.css");
  CHECK(has(css, "--link: light-dark(#003366, #99ccff);"));
  CHECK(has(css, "--series-1: light-dark(#123456, #8899bb);"));
  CHECK(has(css, "--paper: light-dark("));
  CHECK(has(site.html("charts/bars.svg"), "#123456"));
}

TEST_CASE("numbers on bars have the colour that contrasts more with the bars of the site") {
  const auto html_with = [](const char* dark) {
    WholeSite site(
        site_with(fmt::format(R"("theme": {{"series-1": {{"light": "#123456", "dark": "{}"}}}})", dark),
                  {{"content/bars.md", page("Bars",
                                            "```chart bars\ndata: prices\ntitle: Prices\nencoding: {x: {field: price, "
                                            "type: quantitative}, y: {field: name, type: nominal}}\nlayer:\n  - mark: "
                                            "bar\n  - {mark: {type: text, align: right, dx: -4}, encoding: {text: "
                                            "{field: price, type: quantitative}}}\n```\n")}}));
    site.built();
    return site.html("bars.html");
  };
  CHECK(has(html_with("#8899bb"), "\"mark-text on-cell coloured on-far\""));
  CHECK(has(html_with("#2270b2"), "\"mark-text on-cell coloured on-dark\""));
}

TEST_CASE("a colour with too little contrast is reported where site.json sets it") {
  WholeSite site(site_with(R"("theme": {"ink": {"light": "#777777", "dark": "#ffffff"}})"));
  CHECK(site.mistakes().starts_with(
      "error[low-contrast]: --ink does not contrast enough with the background in the light scheme: 4.36:1\n"
      "  --> data/site.json:1:38\n"
      "   |\n"
      " 1 | {\"title\": \"Coffee\", \"theme\": {\"ink\": {\"light\": \"#777777\", \"dark\": \"#ffffff\"}}}\n"
      "   |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
      "   = expected: 4.5:1 or more, as WCAG 2.2 asks of text\n"
      "   = help: make it darker\n"
      "   = note: the background\n"));
}

TEST_CASE("a draft is marked as a draft, and hidden from search engines") {
  Files files = site_with(R"("base_url": "https://c.example/")",
                          {{"content/new/plan.md", page("Plan", "Words.\n", "draft: true\n")},
                           {"content/new/done.md", page("Done", "See [the plan](plan.md).\n")}});
  WholeSite site(files);
  CHECK(has(site.mistakes(), "error[unknown-page]: content/new/plan.md is a draft, which this build leaves out\n"));
  passes::Options drafts;
  drafts.drafts = true;
  site.built(drafts);
  CHECK(has(site.html("new/plan.html"), "<meta name=\"robots\" content=\"noindex\">"));
  CHECK(has(site.html("new/plan.html"), "<p class=\"draft-banner\" role=\"note\"><strong>Draft</strong>"));
  CHECK_FALSE(has(site.html("new/done.html"), "draft-banner"));
  CHECK_FALSE(has(site.html("new/done.html"), "noindex"));
  CHECK(has(site.html("new/index.html"), "<a href=\"plan.html\">Plan</a> <span class=\"draft\">Draft</span>"));
  CHECK(has(site.html("sitemap.xml"), "new/done.html"));
  CHECK_FALSE(has(site.html("sitemap.xml"), "new/plan.html"));
}

TEST_CASE("a page shows its authors, dates and owner, and can hide its table of contents") {
  WholeSite site(with_data({{"content/a.md", page("A", "## One\n\nW.\n\n## Two\n\nW.\n",
                                                  "authors: [Ada, Bo & Co]\ndate: 2026-01-02\nupdated: 2026-03-04\n"
                                                  "reviewed: 2026-05-06\nowner: the team\n")},
                            {"content/b.md", page("B", "## One\n\nW.\n\n## Two\n\nW.\n", "toc: false\n")}}));
  site.built();
  CHECK(between(site.main("a.html"), "<p class=\"signature\">", "</p>") ==
        "<span>By Ada, Bo &amp; Co.</span> <span>Updated on 2026-03-04.</span> "
        "<span>Reviewed on 2026-05-06 by the team.</span>");
  CHECK(has(site.main("a.html"), "On this page"));
  CHECK_FALSE(has(site.main("b.html"), "On this page"));
  CHECK_FALSE(has(site.main("b.html"), "signature"));
}

TEST_CASE("an image's size is on the page, and changes with the file") {
  WholeSite site(Files{{"content/a/index.md", page("A", "![A bean](../art/bean.svg)\n")},
                       {"content/index.md", page("Home")},
                       {"content/art/bean.svg", "<svg viewBox=\"0 0 30 20\"/>"}});
  site.built();
  CHECK(has(site.main("a/index.html"),
            "<img src=\"../art/bean.svg\" alt=\"A bean\" width=\"30\" height=\"20\" loading=\"lazy\">"));
  site.write("content/art/bean.svg", "<svg width=\"60\" height=\"40\"/>").built();
  CHECK(has(site.main("a/index.html"), "width=\"60\" height=\"40\""));
}

Files chapters() {
  return with_data({
      {"content/l/index.md", page("Lessons", "W.\n", "contents: [two, one]\n")},
      {"content/l/one.md", page("One",
                                "Back to [the price](#price), on to [two](two.md#price).\n\n## Price\n\nIt was [4.50 "
                                "EUR](fig:prices/mocha/price)"
                                " [@survey, p. 3].[^a]\n\n[^a]: A note.\n",
                                "key_points: [\"A *point*\"]\ntakeaway: Take it.\n")},
      {"content/l/two.md",
       page("Two",
            "## Price\n\n```table drinks\ndata: prices\ncaption: Drinks\n```\n\nSee [below](#drinks) [@card].\n\n"
            "With tax. {#tax}\n\nSee [tax](#tax).\n")},
  });
}

TEST_CASE("a section has a print page with its pages in order, and ids stay unique") {
  WholeSite site(chapters());
  site.built();
  CHECK(has(site.main("l/index.html"), "<a href=\"print.html\">Printable version</a>"));
  const std::string html = site.main("l/print.html");
  CHECK(html.find("<p>W.</p>") < html.find("<h2 id=\"chapter-two\">Two</h2>"));
  CHECK(html.find("<h2 id=\"chapter-two\">Two</h2>") < html.find("<h2 id=\"chapter-one\">One</h2>"));
  CHECK(has(html, "<h3 id=\"chapter-one-price\">Price"));
  CHECK(has(html, "<h3 id=\"chapter-two-price\">Price"));
  CHECK(
      has(html, "Back to <a href=\"#chapter-one-price\">the price</a>, on to <a href=\"#chapter-two-price\">two</a>."));
  CHECK(has(html, "See <a href=\"#drinks\">below</a>"));
  CHECK(has(html, "id=\"drinks\""));
  CHECK(has(html, "See <a href=\"#chapter-two-tax\">tax</a>."));
  CHECK(has(html, "<li>A <em>point</em></li>"));
  CHECK(has(html, "<div>Take it.</div>"));
  CHECK(has(html, "id=\"chapter-one-fn-1\""));
  // Sources and notes of figures are numbered across all pages.
  CHECK(count(html, "<li id=\"ref-") == 2);
  CHECK(has(html, "<li id=\"figure-n1\">"));
  CHECK(has(site.html("l/print.html"), "<meta name=\"robots\" content=\"noindex\">"));
  // The page of a source lists the pages that cite it, not their print pages.
  CHECK_FALSE(has(site.html("sources/survey.html"), "print.html"));
}

TEST_CASE("a print page contains the pages of the folders below, with links that lead to them") {
  Files files = chapters();
  files["content/l/deep/index.md"] = page("Deep", "Down, [up](../one.md), [home](../../index.md).\n");
  files["content/l/deep/two.md"] =
      page("Deep two", "## Price\n\n[Here](#price), ![Mark](mark.svg), [deep](index.md).\n");
  files["content/l/deep/mark.svg"] = R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>)";
  WholeSite site(files);
  site.built();
  const std::string html = site.main("l/print.html");
  CHECK(html.find("<h2 id=\"chapter-one\">") < html.find("<h2 id=\"chapter-deep\">Deep</h2>"));
  CHECK(has(html, "Down, <a href=\"#chapter-one\">up</a>, <a href=\"../index.html\">home</a>."));
  CHECK(has(html, "<a href=\"#chapter-two~-price\">Here</a>"));
  CHECK(has(html, "src=\"deep/mark.svg\""));
  CHECK(has(html, "<a href=\"#chapter-deep\">deep</a>"));
  CHECK(has(site.main("l/deep/two.html"), "<a href=\"#price\">Here</a>"));
}

TEST_CASE("the index of a folder may choose the pages of its print page") {
  Files files = chapters();
  files["content/index.md"] = page("Home", "All.\n", "print: [l/two.md, /other/note.md]\n");
  files["content/other/note.md"] = page("Note", "A note on [two](../l/two.md) and [one](../l/one.md).\n");
  WholeSite site(files);
  site.built();
  const std::string html = site.main("print.html");
  CHECK(html.find("<h2 id=\"chapter-two\">") < html.find("<h2 id=\"chapter-note\">"));
  CHECK(has(html, "A note on <a href=\"#chapter-two\">two</a> and <a href=\"l/one.html\">one</a>."));
  CHECK(!has(html, "chapter-one"));
  site.write("content/index.md", page("Home", "All.\n", "print: [l/three.md]\n"));
  CHECK(has(site.mistakes(), "error[unknown-page]: \"print\" lists \"l/three.md\", which is not a page"));
}

TEST_CASE("a section with one page, a flow, and a page named print have no print page") {
  WholeSite site(chapters());
  site.remove("content/l/one.md").write("content/l/index.md", page("Lessons")).built();
  CHECK_FALSE(has(site.main("l/index.html"), "print.html"));
  site.write("content/l/print.md", page("Print", "Mine.\n")).built();
  CHECK(has(site.main("l/print.html"), "Mine."));
  CHECK_FALSE(has(site.main("l/index.html"), "Printable version"));
}

TEST_CASE("a site with print pages turned off publishes no print pages or links to them") {
  WholeSite site(chapters());
  site.built();
  site.write("data/site.json", R"({"title": "Coffee", "features": {"print": false}})").built();
  CHECK_FALSE(site.output.files().contains("l/print.html"));
  CHECK_FALSE(has(site.main("l/index.html"), "Printable version"));
}

}  // namespace
