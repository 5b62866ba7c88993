// Tests that generated ids avoid the ids of headings, tables and charts.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "markup/html_scanner.h"
#include "unit/whole_site.h"

namespace {

std::string headings(const std::vector<std::string>& titles) {
  std::string text;
  for (const std::string& title : titles) text += "## " + title + "\n\nWords.\n\n";
  return text;
}

void check_no_repetition(const WholeSite& site) {
  for (const auto& [path, bytes] : site.output.files())
    if (path.ends_with(".html")) CHECK_MESSAGE(markup::repeated_ids(bytes).empty(), path);
}

// Returns the id of the heading that shows `title`.
std::string id_of(const std::string& html, const std::string& title) {
  const size_t end = html.find("\">" + title + "</h2>");
  if (end == std::string::npos) return "(none)";
  const size_t begin = html.rfind("id=\"", end) + 4;
  return html.substr(begin, end - begin);
}

}  // namespace

TEST_CASE("headings named like parts of the theme keep their anchors, and links go to them") {
  WholeSite site(coffee_data());
  const std::vector<std::string> titles = {"Main",        "References",   "Ref 1",       "Key points",
                                           "Takeaway",    "What is here", "Recent",      "Figure n1",
                                           "Figure n1 1", "Found",        "Search words"};
  site.write("content/index.md",
             page("Coffee", "[2.50 EUR](fig:prices/espresso/price) [@card].\n\n" + headings(titles)));
  site.write("content/tea/index.md", page("Tea"));
  site.write(
      "content/tea/lesson.md",
      page("Lesson",
           "[2.50 EUR](fig:prices/espresso/price) [@card], [main](#main), [all](#references).\n\n" + headings(titles),
           "layout: lesson\nkey_points: [One]\ntakeaway: Two\n"));
  site.built();
  check_no_repetition(site);
  for (const char* address : {"index.html", "tea/lesson.html"}) {
    const std::string html = site.html(address);
    CHECK(id_of(html, "Main") == "main");
    CHECK(id_of(html, "References") == "references");
    CHECK(id_of(html, "Ref 1") == "ref-1");
    CHECK(id_of(html, "Figure n1") == "figure-n1");
    CHECK(has(html, "<a class=\"skip\" href=\"#main~\">"));
    CHECK(has(html, "<main id=\"main~\""));
    CHECK(has(html, "<h2 id=\"references~\">"));
    CHECK(has(html, "href=\"#ref-1~\""));
    CHECK(has(html, "<li id=\"ref-1~\">"));
    CHECK(has(html, "href=\"#figure-n1~\""));
    CHECK(has(html, "<li id=\"figure-n1~\">"));
  }
  CHECK(id_of(site.html("tea/lesson.html"), "Key points") == "key-points");
  CHECK(has(site.html("tea/lesson.html"), "<h2 id=\"key-points~\">"));
}

TEST_CASE("without such headings the theme's ids do not change") {
  WholeSite site(coffee_data());
  site.write("content/index.md", page("Coffee", "[2.50 EUR](fig:prices/espresso/price) [@card].\n"));
  site.built();
  for (const char* id : {"main", "references", "ref-1", "figure-n1"})
    CHECK_MESSAGE(has(site.html("index.html"), "id=\"" + std::string(id) + "\""), id);
}

TEST_CASE("headings named like parts of a table or chart keep their anchors") {
  WholeSite site(coffee_data());
  site.write(
      "content/index.md",
      page("Coffee", headings({"Prices n1", "Prices f1", "Dear title", "Dear clip", "Dear narrow title", "Dear n1"}) +
                         "```table prices\ndata: prices\ncolumns: [name, {name: price, footnote: In cash}]\ncaption: "
                         "Prices\n```\n\n"
                         "```chart dear\ndata: prices\ntitle: Lattes are dear\nmark: bar\nencoding:\n"
                         "  x: {field: price}\n  y: {field: name}\n```\n"));
  site.built();
  check_no_repetition(site);
  CHECK(id_of(site.html("index.html"), "Dear title") == "dear-title");
}

TEST_CASE("a table named like the theme's main element, and its embed, have unique ids") {
  WholeSite site(coffee_data());
  site.write("content/index.md",
             page("Coffee", "```table main\ndata: prices\ncolumns: [name, price]\ncaption: Prices\n```\n"));
  site.built();
  check_no_repetition(site);
  CHECK(has(site.html("index.html"), "<figure class=\"table\" id=\"main\">"));
}

TEST_CASE("sources and tables named like the theme's main element have their anchors in lists") {
  WholeSite site;
  for (auto& [path, bytes] : coffee_data())
    site.write(path,
               base::replace_all(base::replace_all(bytes, "\"card\"", "\"main\""), "\"survey\"", "\"references\""));
  site.write("content/index.md", page("Coffee"));
  site.built();
  check_no_repetition(site);
  CHECK(has(site.html("sources/index.html"), "<li id=\"main\">"));
}

TEST_CASE("rows named like a part of the page of their table keep their anchors") {
  WholeSite site(coffee_data());
  site.write("content/index.md", page("Coffee"));
  std::string rows = R"([{"id": "end", "price": 1, "source": "card", "locator": "row 0"})";
  for (int row = 1; row <= 30; ++row)
    rows += fmt::format(R"(, {{"id": "k{0}", "price": {0}, "source": "card", "locator": "row {0}"}})", row);
  site.write("data/prices.json", rows + "]").built();
  check_no_repetition(site);
  CHECK(has(site.html("data/prices.html"), "<tr id=\"end\">"));
}

TEST_CASE("chapters on the print page have unique ids, whatever their names") {
  WholeSite site;
  site.write("content/index.md", page("Coffee")).write("content/all/index.md", page("All"));
  site.write("content/all/a.md", page("A", headings({"B c", "Fn 1"}) + "W.[^1]\n\n[^1]: N.\n"));
  site.write("content/all/a-b.md", page("A b", headings({"C"})));
  site.write("content/all/a-fn.md", page("A fn", headings({"1"})));
  site.write("content/all/main.md", page("Main", headings({"Chapter a"})));
  site.built();
  check_no_repetition(site);
}

TEST_CASE("ids of a flow's steps avoid those of its page's headings") {
  WholeSite site;
  site.write("content/index.md", page("Coffee"));
  for (auto& [path, bytes] : coffee_data()) site.write(path, bytes);
  site.write("content/choose/index.md",
             page("Which?", headings({"Step end", "Flow steps", "Flow so far", "Flow title", "Flow description"}),
                  "flow: {start: n1}\ncases: [{who: Ada, answers: {n1: a}, reaches: end}]\n"));
  site.write("content/choose/n1.md",
             "---\nquestion: Milk?\nanswers:\n  a: {label: A, to: end, because: [\"It is [4.50 "
             "EUR](fig:prices/mocha/price) [@survey, p. 7]\"]}\n---\nWords.\n");
  site.write("content/choose/end.md", "---\noutcome: End\n---\nDone.\n");
  site.built();
  check_no_repetition(site);
  CHECK(id_of(site.html("choose/index.html"), "Step end") == "step-end");
}

TEST_CASE("a heading's id does not depend on how often a footnote is referenced") {
  WholeSite site;
  site.write("content/index.md",
             page("Coffee", "A.[^1] B.[^1]\n\n## Fnref 1 2\n\nW.\n\n## Fn 1\n\nW.\n\n[^1]: Note.\n"));
  site.built();
  check_no_repetition(site);
}

TEST_CASE("a duplicate id fails the build, and the error points where it can be fixed") {
  WholeSite site;
  site.write("content/index.md", page("Coffee", "## Legend\n\nW.\n"));
  site.write("templates/home.html",
             "{% extends \"base.html\" %}{% block body %}{{ content }}<p id=\"legend\">x</p>{% endblock %}");
  CHECK(has(site.mistakes(),
            "error[repeated-id]: the id \"legend\" is on this page twice\n  --> content/index.md:4:1\n"));
  CHECK(site.output.writes().empty());
}

TEST_CASE("an explicit heading id that equals a table's name on pages made from data fails the build") {
  WholeSite site(coffee_data());
  site.write("content/index.md", page("Coffee"));
  site.write(
      "content/drinks/each.md",
      page("Each",
           "## Prices {#costs-latte}\n\n```table costs\ndata: prices\ncolumns: [name, price]\ncaption: Prices\n```\n",
           "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n"));
  CHECK(has(site.mistakes(), "repeated-id"));
}
