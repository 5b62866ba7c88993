// Tests learning plans of a section, and the picture of a lesson's key takeaway.
#include <fmt/format.h>

#include "unit/whole_site.h"

namespace {

const char* const kPlans =
    "plans:\n  quick:\n    title: Quick, for [1](given:)\n    description: No milk\n    pages: [a.md, ../faq/q.md, "
    "b.md]\n"
    "  long:\n    title: Long\n    pages: [b.md]\n";

WholeSite lessons(std::string_view plans) {
  std::string words;
  for (int i = 0; i < 660; ++i) words += "word ";
  return WholeSite(Files{{"content/index.md", page("Welcome")},
                         {"content/l/index.md", page("Lessons", "W.\n", plans)},
                         {"content/l/a.md", page("A", words, "takeaway: Do it\n")},
                         {"content/l/b.md", page("B", "Short.\n", "takeaway: Do it\n")},
                         {"content/faq/index.md", page("Questions")},
                         {"content/faq/q.md", page("Why?")}});
}

}  // namespace

TEST_CASE("a section shows its plans with their pages, minutes and totals") {
  WholeSite site = lessons(kPlans);
  site.built();
  const std::string html = site.main("l/index.html");
  CHECK(has(html,
            "<h2 id=\"quick\">Quick, for <span class=\"given\">1</span></h2>\n"
            "<p>No milk <span class=\"minutes\">3 pages, 5 min in total</span></p>\n<ol>\n"
            "<li><a href=\"a.html\">A</a> <span class=\"minutes\">3 min</span></li>\n"
            "<li><a href=\"../faq/q.html\">Why?</a> <span class=\"minutes\">1 min</span></li>\n"
            "<li><a href=\"b.html\">B</a> <span class=\"minutes\">1 min</span></li>\n</ol>"));
  CHECK(has(html, "<h2 id=\"long\">Long</h2>\n<p><span class=\"minutes\">"));
}

TEST_CASE("a lesson leads to the next page of each plan that contains it") {
  WholeSite site = lessons(kPlans);
  site.built();
  CHECK(has(site.main("l/a.html"),
            "<dt><a href=\"index.html#quick\">Quick, for 1</a></dt>\n<dd>1 of 3. Next: "
            "<a href=\"../faq/q.html\">Why?</a> <span class=\"minutes\">1 min</span></dd>"));
  CHECK(!has(site.main("l/a.html"), "Long"));
  CHECK(has(site.main("l/b.html"), "Quick, for 1</a></dt>\n<dd>3 of 3. This page is the last one.</dd>"));
  CHECK(has(site.main("l/b.html"), "Long</a></dt>"));
}

TEST_CASE("a lesson is rendered again when a plan changes") {
  WholeSite site = lessons(kPlans);
  site.rebuild();
  site.change("content/l/index.md", "pages: [a.md, ../faq/q.md, b.md]", "pages: [a.md, b.md]");
  CHECK(site.rebuild().diagnostics.empty());
  CHECK(has(site.main("l/a.html"), "<dd>1 of 2. Next: <a href=\"b.html\">B</a>"));
}

TEST_CASE("a plan needs a name, a title and pages that exist, and must be in a section") {
  CHECK(has(lessons("plans:\n  A b:\n    title: T\n    pages: [a.md]\n").mistakes(), "bad-name"));
  CHECK(has(lessons("plans:\n  a:\n    title: T\n    pages: []\n").mistakes(), "missing-key"));
  CHECK(has(lessons("plans:\n  a:\n    title: T\n    pages: [c.md]\n").mistakes(), "unknown-page"));
  CHECK(has(lessons("plans:\n  a:\n    title: T\n    pages: [a.md]\n    page: 1\n").mistakes(), "unknown-key"));
  WholeSite site = lessons("");
  site.write("content/l/a.md", page("A", "W.\n", "takeaway: Do it\nplans: {a: {title: T, pages: [b.md]}}\n"));
  CHECK(has(site.mistakes(), "\"plans\" has no effect on this page"));
}

TEST_CASE("the lists of a folder's index have no effect on other pages, which is an error") {
  for (const char* key : {"print", "contents"}) {
    WholeSite site = lessons("");
    site.write("content/l/a.md", page("A", "W.\n", fmt::format("{}: [b.md]\n", key)));
    CHECK(has(site.mistakes(), fmt::format("\"{}\" has no effect on this page", key)));
  }
}

TEST_CASE("the id of a plan is reserved, so a heading can't have it") {
  WholeSite site = lessons("plans:\n  words:\n    title: T\n    pages: [a.md]\n");
  site.write("content/l/index.md",
             page("Lessons", "## Words\n\nW.\n", "plans:\n  words:\n    title: T\n    pages: [a.md]\n"));
  CHECK(has(site.mistakes(), "repeated-id"));
}

TEST_CASE("a lesson's takeaway is a picture to share, with the source of its figure, if the site has cards") {
  const std::string lesson =
      page("Milk", "Words.\n", "takeaway: \"Bring [4 EUR](fig:prices/latte/price) for *each* cup.\"\n");
  WholeSite site(with_data({{"content/l/milk.md", lesson}}));
  site.built();
  CHECK(!has(site.html("l/milk.html"), ".takeaway.png"));
  site.write("data/site.json", R"({"title": "Coffee", "base_url": "https://coffee.example/"})");
  const Passes passes = site.passes();
  CHECK(has(passes.page("l/milk.html").html, "<a href=\"../assets/cards/l/milk.takeaway.png\">"));
  const std::string& svg = passes.page("l/milk.html").pictures.at("assets/cards/l/milk.takeaway.png");
  for (const char* part :
       {"Bring 4 EUR for each", ">Key takeaway<", ">Milk<", "coffee.example/l/milk.html", "Bean Street"})
    CHECK_MESSAGE(has(svg, part), svg);
}
