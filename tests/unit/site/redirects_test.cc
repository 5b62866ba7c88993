// Tests data/redirects.csv: parsing of rows, and their redirects in the model.
#include "site/redirects.h"

#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

struct ReadRows {
  base::SourceText csv;
  base::Diagnostics diagnostics;
  site::Redirects redirects;
  explicit ReadRows(std::string rows)
      : csv("data/redirects.csv", "from,to,since,why\n" + std::move(rows)),
        redirects(site::read_redirects(csv, diagnostics)) {}
};

std::string place(std::string_view text) {
  std::string objection;
  site::Place place = site::parse_place(text, objection);
  return objection.empty() ? to_text(place) : "(" + objection + ")";
}

}  // namespace

TEST_CASE("an address is read in any common notation, and written in a form that reads back") {
  CHECK(place("a.html") == "a.html");
  CHECK(place("lessons/größe.html#übermaß") == "lessons/größe.html#übermaß");
  CHECK(place("lessons/gr%C3%B6%C3%9Fe.html#%C3%BCberma%C3%9F") == "lessons/größe.html#übermaß");
  CHECK(place("a b.html#x") == "a%20b.html#x");
  CHECK(place("c%23.html#x") == "c%23.html#x");
  CHECK(place("50%25.html") == "50%25.html");
  CHECK(place("a.html#") == "a.html");
  CHECK(place("") == "(it is not the address of a page)");
  CHECK(place("#x") == "(it is not the address of a page)");
  CHECK(place("/a.html") == "(it begins with a slash)");
  CHECK(place("a/") == "(it is a folder, not a page)");
  CHECK(place("../a.html") == "(it is not a plain path)");
  CHECK(place("a//b.html") == "(it is not a plain path)");
  CHECK(place(".git/x.html") == "(no part of it may begin with '.' or end with '~')");
  CHECK(place("https:/a.html") == "(it contains ':')");
  CHECK(place("https://example.org/a.html") == "(it is not a plain path)");
  CHECK(place("a.html#x#y") == "(it has two anchors)");
  CHECK(place("a.html#x y") == "(an anchor can't contain white space)");
  CHECK(place("a.html#%00") == "(a '%' must be followed by two hexadecimal digits)");
  CHECK(place("100%.html") == "(a '%' must be followed by two hexadecimal digits)");
  CHECK(place("a.md") == "(the address of a page ends in .html)");
}

TEST_CASE("errors suggest corrections") {
  CHECK(site::meant_place("/lessons/a.html#x") == "lessons/a.html#x");
  CHECK(site::meant_place("./a.html") == "a.html");
  CHECK(site::meant_place("lessons/") == "lessons/index.html");
  CHECK(site::meant_place("lessons/a.md#x") == "lessons/a.html#x");
  CHECK(site::meant_place("/") == "index.html");
  CHECK(site::meant_place("../a.html") == "");
  CHECK(site::meant_place("https://example.org/a.html") == "");
}

TEST_CASE("rows are looked up by page and by part") {
  ReadRows read(
      "b.html#y,c.html,2026,\n"
      "a.html,c.html,2026-05-01,\"Moved, and more\"\n"
      "b.html#x,c.html#z,2026-05,\n"
      "d.html,https://example.org/d,2026,\n"
      "e.html,,2026,Gone\n");
  CHECK(said(read.diagnostics) == "");
  const site::Redirects& rows = read.redirects;
  REQUIRE(rows.find("a.html", ""));
  CHECK(rows.find("a.html", "")->why == "Moved, and more");
  CHECK(!rows.find("a.html", "")->is_retired());
  CHECK(!rows.find("b.html", ""));
  REQUIRE(rows.parts_of("b.html").size() == 2);
  CHECK(rows.parts_of("b.html")[0].from.anchor == "x");
  CHECK(to_text(rows.parts_of("b.html")[0].to) == "c.html#z");
  CHECK(rows.parts_of("a.html").empty());
  CHECK(rows.find("d.html", "")->external == "https://example.org/d");
  CHECK(!rows.find("d.html", "")->is_retired());
  CHECK(rows.find("e.html", "")->is_retired());
  CHECK(site::redirect_row({"a b.html", "x"}, {"c,d.html", ""}, "2026", "\"Why\"") ==
        "a%20b.html#x,\"c,d.html\",2026,\"\"\"Why\"\"\"");
}

TEST_CASE("a byte order mark, Windows line ends and empty lines are ignored") {
  base::SourceText csv("data/redirects.csv",
                       "\xEF\xBB\xBF"
                       "from,to,since,why\r\n\r\na.html , b.html,2026-01-31,\r\n");
  base::Diagnostics diagnostics;
  site::Redirects rows = site::read_redirects(csv, diagnostics);
  CHECK(said(diagnostics) == "");
  REQUIRE(rows.find("a.html", ""));
  CHECK(rows.find("a.html", "")->to.address == "b.html");
}

TEST_CASE("a row with an error is reported once, and does not redirect") {
  WholeSite site(Files{{"content/index.md", page("Coffee")},
                       {"data/permalinks.txt", "tea.html\n"},
                       {"data/redirects.csv", "from,to,since,why\ntea.html,index.html,yesterday,\n"}});
  CHECK(site.mistakes() ==
        "error[bad-date]: \"yesterday\" is not a date\n"
        "  --> data/redirects.csv:2:21\n"
        "   |\n"
        " 2 | tea.html,index.html,yesterday,\n"
        "   |                     ^^^^^^^^^\n"
        "   = expected: the date since which it redirects: 2026-01-31, 2026-01 or 2026\n");
}

TEST_CASE("redirect pages are hidden from lists and search engines") {
  WholeSite site(
      Files{{"data/site.json", R"({"title": "Coffee", "base_url": "https://example.org/c/"})"},
            {"content/index.md", page("Coffee")},
            {"content/drinks/index.md", page("Drinks")},
            {"content/drinks/latte.md", page("Latte")},
            {"data/redirects.csv",
             "from,to,since,why\nold/deep/milk.html,drinks/latte.html,2026,\ndrinks/tea.html,,2026,Gone\n"}});
  site.built();
  CHECK(has(site.html("sitemap.xml"), "drinks/latte.html"));
  CHECK(!has(site.html("sitemap.xml"), "milk"));
  CHECK(!has(site.html("sitemap.xml"), "tea"));
  CHECK(!site.output.files().contains("old/index.html"));
  for (const auto& [address, html] : site.output.files()) {
    CAPTURE(address);
    if (address.ends_with(".html")) CHECK(!has(html, "href=\"tea.html\""));
  }
  CHECK(has(site.html("old/deep/milk.html"), "<meta name=\"robots\" content=\"noindex\">"));
  CHECK(has(site.html("drinks/tea.html"), "<meta name=\"robots\" content=\"noindex\">"));
}

TEST_CASE("a chain of two thousand rows is resolved quickly, each to its final address") {
  std::string rows = "from,to,since,why\n";
  for (int i = 0; i < 2000; ++i) rows += "p" + std::to_string(i) + ".html,p" + std::to_string(i + 1) + ".html,2026,\n";
  rows += "p2000.html,index.html,2026,\n";
  WholeSite site(Files{{"content/index.md", page("Coffee")}, {"data/redirects.csv", rows}});
  site.build();
  CHECK(site.report.diagnostics.errors() == 2000);
  CHECK(count(said(site.report.diagnostics), "the final address: index.html\n") == 2000);
}
