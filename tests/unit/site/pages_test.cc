// Tests the positions of pages: addresses, sections, order, navigation, pages made from data.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

using Paths = std::vector<std::string>;

std::string mistakes(Files files) { return WholeSite(std::move(files)).mistakes(); }

Paths titles(const std::vector<site::MenuLink>& links) {
  Paths found;
  for (const site::MenuLink& link : links) found.push_back(link.page ? link.page->title : link.href);
  return found;
}

Paths titles(const std::vector<const site::Page*>& pages) {
  Paths list;
  for (const site::Page* page : pages) list.push_back(page->title);
  return list;
}

Files lessons(std::string_view contents) {
  return {{"content/index.md", page("Coffee")},
          {"content/l/index.md", page("Lessons", "Words.\n", contents)},
          {"content/l/b.md", page("zebra")},
          {"content/l/a.md", page("Äpfel")},
          {"content/l/c.md", page("Ant")},
          {"content/l/deep/x.md", page("X")},
          {"content/l/early/index.md", page("Beginning")},
          {"content/l/early/y.md", page("Y")}};
}

TEST_CASE("a section's pages are in the order of its contents, then by title") {
  Passes p = WholeSite(lessons("contents: [b]\n")).passes();
  CHECK(said(p.report.diagnostics) == "");
  const site::Section* section = p.site->section_of("l");
  REQUIRE(section);
  CHECK(titles(section->pages) == Paths{"zebra", "Ant", "Äpfel"});
  CHECK(section->title == "Lessons");
  REQUIRE(section->sections.size() == 2);
  CHECK(section->sections[0]->title == "Beginning");
  CHECK(section->sections[1]->title == "Deep");  // the title is made from the folder, which has no index.md
  CHECK(p.site->find("l/deep/index.html")->kind == site::PageKind::section);
  Passes deep_first = WholeSite(lessons("contents: [deep, c]\n")).passes();
  CHECK(deep_first.site->section_of("l")->sections[0]->folder == "l/deep");
  CHECK(titles(deep_first.site->section_of("l")->pages) == Paths{"Ant", "zebra", "Äpfel"});
}

TEST_CASE("previous and next follow the order of the section and stay within it") {
  WholeSite site(lessons("contents: [b]\n"));
  site.built();
  CHECK(!has(site.html("l/b.html"), "rel=\"prev\""));
  CHECK(has(site.html("l/b.html"), "rel=\"next\" href=\"c.html\""));
  CHECK(has(site.html("l/c.html"), "rel=\"prev\" href=\"b.html\""));
  CHECK(has(site.html("l/c.html"), "rel=\"next\" href=\"a.html\""));
  CHECK(!has(site.html("l/a.html"), "rel=\"next\""));
  CHECK(!has(site.html("l/index.html"), "rel=\"next\""));
}

TEST_CASE("contents that do not name a page are an error") {
  CHECK(mistakes(lessons("contents: [b, earli]\n")) ==
        "error[unknown-contents]: \"contents\" lists \"earli\", which is not in this folder\n"
        "  --> content/l/index.md:3:15\n"
        "   |\n"
        " 3 | contents: [b, earli]\n"
        "   |               ^^^^^\n"
        "   = expected: the name of a page without \".md\", or of a folder\n"
        "   = help: did you mean \"early\"?\n");
}

TEST_CASE("breadcrumbs list all parent sections") {
  WholeSite site(lessons(""));
  site.built();
  std::string crumbs = between(site.html("l/early/y.html"), "<nav class=\"breadcrumbs\"", "</nav>");
  CHECK(has(crumbs,
            "<li><a href=\"../../index.html\">Coffee</a></li>\n<li><a href=\"../index.html\">Lessons</a></li>\n"
            "<li><a href=\"index.html\">Beginning</a></li>"));
  CHECK(!has(site.html("index.html"), "breadcrumbs"));
}

TEST_CASE("the navigation follows site.json, or lists all sections and top-level pages") {
  Files files = lessons("");
  files["content/glossary.md"] = page("Glossary");
  Passes p = WholeSite(files).passes();
  base::Diagnostics none;
  CHECK(titles(site::navigation_of(*p.site, none)) == Paths{"Lessons", "Glossary"});
  files["data/site.json"] = R"({"title": "C", "navigation": ["glossary", "l", "l/early", "l/b.html",
    {"title": "Code", "href": "https://code.example/"}]})";
  Passes chosen = WholeSite(files).passes();
  CHECK(titles(site::navigation_of(*chosen.site, none)) ==
        Paths{"Glossary", "Lessons", "Beginning", "zebra", "https://code.example/"});
  CHECK(none.empty());
  files["data/site.json"] = R"({"title": "C", "navigation": ["ll"]})";
  CHECK(
      mistakes(files) ==
      "error[unknown-navigation]: \"navigation\" lists \"ll\", which is neither a folder nor a page\n"
      "  --> data/site.json:1:31\n"
      "   |\n"
      " 1 | {\"title\": \"C\", \"navigation\": [\"ll\"]}\n"
      "   |                               ^^^^\n"
      "   = expected: a folder of content/, a page without its \".md\", or an address such as \"sources/index.html\"\n"
      "   = help: did you mean \"l\"?\n");
  files["data/site.json"] = R"({"title": "C", "navigation": ["glosary"]})";
  CHECK(has(mistakes(files), "help: did you mean \"glossary\"?"));
}

TEST_CASE("the navigation does not expand a catalogue") {
  base::Diagnostics none;
  Files files = lessons("");
  for (size_t i = 0; i < site::kMaxChildren; ++i) files["content/p" + std::to_string(i) + ".md"] = page("P");
  CHECK(titles(site::navigation_of(*WholeSite(files).passes().site, none)) == Paths{"Lessons"});
  for (size_t i = 0; i < site::kMaxChildren; ++i) files["content/s" + std::to_string(i) + "/a.md"] = page("A");
  CHECK(titles(site::navigation_of(*WholeSite(files).passes().site, none)).empty());
}

TEST_CASE("the navigation is expanded at the current page, and marks it") {
  WholeSite site(lessons(""));
  site.built();
  CHECK(has(site.html("l/b.html"), "<a href=\"index.html\" class=\"open\">Lessons</a>"));
  CHECK(has(site.html("l/b.html"), "<a href=\"b.html\" aria-current=\"page\">zebra</a>"));
  CHECK(has(site.html("l/early/y.html"), "<a href=\"../index.html\" class=\"open\">Lessons</a>"));
  CHECK(!has(between(site.html("index.html"), "<nav class=\"site-nav\"", "</nav>"), "zebra"));
}

TEST_CASE("a page's address is its path, or its slug") {
  WholeSite site(Files{{"content/index.md", page("Coffee", "[s](a/größe.md) [t](a/b.md)\n")},
                       {"content/a/größe.md", page("Size")},
                       {"content/a/b.md", page("B", "W.\n", "slug: better\n")}});
  site.built();
  CHECK(site.output.files().contains("a/größe.html"));
  CHECK(site.output.files().contains("a/better.html"));
  CHECK(!site.output.files().contains("a/b.html"));
  CHECK(has(site.main("index.html"), "<a href=\"a/gr%C3%B6%C3%9Fe.html\">s</a> <a href=\"a/better.html\">t</a>"));
  CHECK(mistakes({{"content/index.md", page("C")}, {"content/b.md", page("B", "W.\n", "slug: ../Über uns\n")}}) ==
        "error[bad-address]: \"../Über uns\" can't be part of an address\n"
        "  --> content/b.md:3:7\n"
        "   |\n"
        " 3 | slug: ../Über uns\n"
        "   |       ^^^^^^^^^^^\n"
        "   = expected: lower-case letters, digits, '-' and '_'\n"
        "   = help: for instance \"über-uns\"\n");
}

TEST_CASE("two pages with the same address are reported, even if they differ only in case") {
  CHECK(mistakes({{"content/index.md", page("C")},
                  {"content/a.md", page("A")},
                  {"content/b.md", page("B", "W.\n", "slug: a\n")}}) ==
        "error[duplicate-address]: the page content/a.md and the page content/b.md have the same address, a.html\n"
        "  --> content/b.md:2:8\n"
        "   |\n"
        " 2 | title: B\n"
        "   |        ^\n"
        "   = help: rename one of them\n"
        "   = note: the first one\n"
        "  ::: content/a.md:2:8\n"
        "   |\n"
        " 2 | title: A\n"
        "   |        ^\n");
  CHECK(has(mistakes({{"content/index.md", page("C")}, {"content/Ä.md", page("A")}, {"content/ä.md", page("B")}}),
            "have the same address, ä.html"));
  CHECK(has(mistakes({{"content/index.md", page("C")}, {"content/A.csv", "x"}, {"content/a.csv", "x"}}),
            "differ only in case: A.csv and a.csv"));
  CHECK(has(mistakes({{"content/index.md", page("C")}, {"content/a.md", page("A")}, {"content/a.html", "x"}}),
            "the page content/a.md and the file content/a.html have the same address, a.html"));
}

TEST_CASE("files may be in assets/ and data/, except at the addresses of the theme and the data") {
  CHECK(mistakes(with_data({{"content/index.md", page("C")},
                            {"content/assets/own.css", "x"},
                            {"content/assets/a.md", page("A")},
                            {"content/data/own.csv", "x"}})) == "");
  CHECK(has(mistakes({{"content/index.md", page("C")}, {"content/assets/style.css", "x"}}),
            "a file of the theme and the file content/assets/style.css have the same address, assets/style.css"));
  CHECK(has(mistakes(with_data({{"content/index.md", page("C")}, {"content/data/prices.csv", "x"}})),
            "have the same address, data/prices.csv"));
}

TEST_CASE("README.md and _index.md are the pages of their folders without an index.md") {
  Passes p = WholeSite({{"content/_index.md", "# Home\n"},
                        {"content/a/README.md", "# About\n"},
                        {"content/b/index.md", "# B\n"},
                        {"content/b/README.md", "# Readme\n"},
                        {"content/C D.md", "# Upper\n"}})
                 .passes();
  CHECK(said(p.report.diagnostics) == "");
  CHECK(p.site->find("index.html")->title == "Home");
  CHECK(p.site->find("a/index.html")->title == "About");
  CHECK(p.site->find("b/index.html")->title == "B");
  CHECK(p.site->find("b/readme.html")->title == "Readme");
  CHECK(p.site->find("c d.html"));
}

TEST_CASE("pages with a weight come after the section's contents and before others") {
  Files files = lessons("contents: [b]\n");
  files["content/l/a.md"] = page("Äpfel", "W.\n", "weight: 2\n");
  files["content/l/d.md"] = page("Zest", "W.\n", "weight: -1.5\n");
  Passes p = WholeSite(std::move(files)).passes();
  CHECK(said(p.report.diagnostics) == "");
  CHECK(titles(p.site->section_of("l")->pages) == Paths{"zebra", "Zest", "Äpfel", "Ant"});
}

TEST_CASE("old addresses that a page names redirect to it") {
  WholeSite site({{"content/index.md", page("C")},
                  {"content/a.md", page("A", "W.\n", "aliases: [/docs/old, docs/v1.2, /x.html, a.html]\n")},
                  {"content/b.md", page("B", "W.\n", "aliases: /docs/later/\n")}});
  Passes p = site.passes();
  CHECK(said(p.report.diagnostics) == "");
  for (const char* from : {"docs/old/index.html", "docs/v1.2/index.html", "x.html"}) {
    CAPTURE(from);
    REQUIRE(p.site->redirects.find(from, ""));
    CHECK(p.site->redirects.find(from, "")->to.address == "a.html");
    CHECK(p.site->find(from)->kind == site::PageKind::redirect);
  }
  CHECK(p.site->redirects.find("docs/later/index.html", "")->to.address == "b.html");
  CHECK(has(mistakes({{"content/index.md", page("C")},
                      {"content/a.md", page("A", "W.\n", "aliases: /old/\n")},
                      {"content/b.md", page("B", "W.\n", "aliases: /old/\n")}}),
            "error[bad-redirect]: old/index.html redirects to another page too\n"));
  CHECK(has(mistakes({{"content/index.md", page("C", "W.\n", "aliases: /a.html\n")}, {"content/a.md", page("A")}}),
            "error[redirect-taken]: a.html is published, so it needs no redirect\n"));
}

TEST_CASE("keys of other programs are reported once each") {
  const std::string said_all = mistakes({{"content/index.md", page("C")},
                                         {"content/a.md", page("A", "W.\n", "icon: x\n")},
                                         {"content/b.md", page("B", "W.\n", "icon: y\nextra: {mine: 1}\n")}});
  CHECK(has(said_all,
            "warning[unknown-key]: front matter has no key \"icon\", which 2 pages have\n  --> content/a.md:3:1"));
  CHECK(!has(said_all, "mine"));
}

TEST_CASE("folders of generated pages are reserved") {
  for (const char* path :
       {"content/sources/mine.md", "content/assets/cards/own.png", "content/embed/a.html", "content/tables/x/y.md"}) {
    CAPTURE(path);
    CHECK(has(mistakes({{"content/index.md", page("C")}, {path, page("X")}}),
              "error[reserved-folder]: the addresses below "));
  }
  CHECK(mistakes({{"content/index.md", page("C")}, {"content/charts/x.md", page("X")}}) ==
        "error[reserved-folder]: the addresses below charts/ are reserved for generated pages\n"
        "  --> content/charts/x.md:2:8\n"
        "   |\n"
        " 2 | title: X\n"
        "   |        ^\n"
        "   = expected: only an introduction, content/charts/index.md\n"
        "   = help: move the page to another folder\n");
  WholeSite introduced(with_data({{"content/sources/index.md", page("Our sources", "How we chose them.\n")}}));
  introduced.built();
  CHECK(has(introduced.main("sources/index.html"), "<h1>Our sources</h1>"));
  CHECK(has(introduced.main("sources/index.html"), "Price card"));
}

TEST_CASE("a resource can't have the address of a reserved data file") {
  Files files = with_data({});
  files["data/datapackage.json"] =
      base::replace_all(files["data/datapackage.json"], "\"name\": \"prices\"", "\"name\": \"datapackage\"");
  CHECK(has(
      mistakes(files),
      "error[duplicate-address]: the descriptor of the data and the resource \"datapackage\" have the same address"));
}

TEST_CASE("the layout is the one that the author chose, if there is such a template") {
  WholeSite site(Files{{"content/index.md", page("C")},
                       {"content/a.md", page("A", "W.\n", "layout: plain\n")},
                       {"templates/plain.html", "{{ page.kind }}: {{ content }}"}});
  site.built();
  CHECK(site.html("a.html") == "page: <p>W.</p>\n");
  std::string text =
      mistakes({{"content/index.md", page("C")}, {"content/a.md", page("A", "W.\n", "layout: compairson\n")}});
  CHECK(
      has(text, "error[unknown-layout]: there is no template for the layout \"compairson\"\n  --> content/a.md:3:9\n"));
  CHECK(has(text, "or a file templates/compairson.html\n   = help: did you mean \"comparison\"?\n"));
}

TEST_CASE("the kind of a page depends on its folder and its front matter") {
  Passes p = WholeSite(Files{{"content/index.md", page("C")},
                             {"content/a.md", page("A")},
                             {"content/l/a.md", page("A", "W.\n", "takeaway: T\n")},
                             {"content/compare/a.md", page("A")},
                             {"content/faq/a.md", page("A?")}})
                 .passes();
  auto kind = [&](const char* address) { return site::kind_name(p.site->find(address)->kind); };
  CHECK(kind("index.html") == "home");
  CHECK(kind("a.html") == "page");
  CHECK(kind("l/a.html") == "lesson");
  CHECK(kind("l/index.html") == "section");
  CHECK(kind("compare/a.html") == "comparison");
  CHECK(kind("faq/a.html") == "answer");
  CHECK(kind("faq/index.html") == "faq");
  CHECK(kind("404.html") == "404");
}

// ---- pages made from data

std::string drinks(std::string_view body, std::string_view rest = "") {
  return page("Drink", body,
              "pages: {query: prices, address: \"{id}\", title: \"{name}, a drink\"}\n" + std::string(rest));
}

TEST_CASE("a page is made for each row, with its values in title, text, figures, links and addresses") {
  WholeSite site(
      with_data({{"content/drinks/drink.md", drinks("{name} costs [](fig:prices/{id}/price). [Again]({id}.html).\n\n"
                                                    "```sql mine\nSELECT name, price, ref FROM prices WHERE id = "
                                                    ":id\n```\n\n```table own\ndata: mine\ncaption: Price\n```\n")},
                 {"content/index.md", page("Coffee", "[A latte](drinks/latte.html#own-latte)\n")}}));
  site.built();
  std::string html = site.main("drinks/latte.html");
  CHECK(has(html, "<h1>Latte, a drink</h1>"));
  CHECK(has(html,
            "<p>Latte costs <a class=\"fig\" id=\"figure-n1-1\" href=\"#figure-n1\" "
            "data-note=\"1\">€4.00</a>"));
  CHECK(has(html, "<a href=\"latte.html\">Again</a>.</p>"));
  CHECK(has(html, "<figure class=\"table\" id=\"own-latte\">"));
  CHECK(!has(html, "{"));
  CHECK(site.output.files().contains("tables/own-espresso.csv"));
  CHECK(site.output.files().contains("drinks/mocha.html"));
  CHECK(!site.output.files().contains("drinks/drink.html"));
  CHECK(has(site.html("drinks/index.html"), "href=\"latte.html\">Latte, a drink</a>"));
  CHECK(!has(site.html("drinks/index.html"),
             "{name}"));  // the page's entry in a list does not contain the placeholder either
}

TEST_CASE("errors on pages made from data are reported") {
  CHECK(mistakes(with_data({{"content/d.md", drinks("{nam} is here.\n")}})) ==
        "error[unknown-placeholder]: there is no value for {nam}\n"
        "  --> content/d.md:5:1\n"
        "   |\n"
        " 5 | {nam} is here.\n"
        "   | ^^^^^\n"
        "   = expected: one of \"as_of\", \"beans\", \"id\", \"locator\", \"name\", \"price\" or \"source\"\n"
        "   = help: did you mean \"name\"?\n");
  std::string address = page("D", "W.\n", "pages: {query: prices, address: \"{source}\", title: \"{name}\"}\n");
  CHECK(has(mistakes(with_data({{"content/d.md", address}})),
            "error[duplicate-address]: a row's page of content/d.md and a row's page of content/d.md have the same "
            "address, card.html"));
  std::string bad = page("D", "W.\n", "pages: {query: prices, address: \"{name}!\", title: \"{name}\"}\n");
  CHECK(count(mistakes(with_data({{"content/d.md", bad}})), "error[bad-address]") == 3);
  CHECK(has(mistakes(with_data({{"content/d.md", bad}})),
            "error[bad-address]: \"Espresso!\" can't be part of an address\n  --> content/d.md:3:33\n"));
  std::string query = page("D", "W.\n", "pages: {query: price, address: \"{id}\", title: \"{name}\"}\n");
  CHECK(mistakes(with_data({{"content/d.md", query}})) ==
        "error[unknown-query]: there is no query, view or resource \"price\"\n"
        "  --> content/d.md:3:16\n"
        "   |\n"
        " 3 | pages: {query: price, address: \"{id}\", title: \"{name}\"}\n"
        "   |                ^^^^^\n"
        "   = expected: one of \"prices\"\n"
        "   = help: did you mean \"prices\"?\n");
  CHECK(has(mistakes(with_data({{"content/d.md", drinks("W.\n")}, {"content/index.md", page("C", "[d](d.md)\n")}})),
            "error[unknown-page]: content/d.md generates a page for each row of a query\n"));
}

TEST_CASE("names of tables and charts are unique in the site") {
  std::string block = "```table t\ndata: prices\ncaption: P\ncolumns: [name]\n```\n";
  CHECK(mistakes(with_data({{"content/a.md", page("A", block)}, {"content/b.md", page("B", block)}})) ==
        "error[duplicate-name]: the name \"t\" is already used: names of tables, charts and estimates must be unique "
        "in the site\n"
        "  --> content/b.md:4:10\n"
        "   |\n"
        " 4 | ```table t\n"
        "   |          ^\n"
        "   = help: give this one another name\n"
        "   = note: the first one\n"
        "  ::: content/a.md:4:10\n"
        "   |\n"
        " 4 | ```table t\n"
        "   |          ^\n");
}

}  // namespace
