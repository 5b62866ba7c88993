// Tests the pages of resources, which show each row with its source and its uses, and the list of contradictions.
#include <doctest/doctest.h>

#include "../plain_notes.h"
#include "check/sources.h"
#include "unit/engines_site.h"
#include "unit/whole_site.h"

namespace {

Files used() {
  return engines({{"content/l/t.md", page("Table",
                                          "```table t\ndata: specs\ncaption: All engines\n```\n\n"
                                          "One takes [4 s](fig:specs/b/start).\n")}});
}

std::string row_of(const std::string& html, const std::string& id) {
  return between(html, "<tr id=\"" + id + "\">", "</tr>");
}

TEST_CASE("the page of a resource describes it, and shows each row with its source and its uses") {
  WholeSite site(used());
  site.built();
  std::string html = site.main("data/figures.html");
  CHECK(has(html, ">#</a></div>\n<p class=\"lead\">As published.</p>"));
  CHECK(has(html, "<a href=\"https://cc.example/0\" rel=\"noopener\">Public domain</a>"));
  CHECK(has(html, "<li>Started cold.</li>"));
  CHECK(html.find("</table>") < html.find("<dl class=\"facts\">"));  // the rows come first
  CHECK(has(html, "href=\"figures.csv\""));
  CHECK(has(html, "4 rows"));
  CHECK(count(html, "<tr id=") == 4);
  CHECK(plain_notes(row_of(html, "b.start.1")) ==
        "<th scope=\"row\">b</th><td>start</td><td class=\"number\">1</td><td class=\"number\">4 s</td>"
        "<td class=\"long\" tabindex=\"-1\"><a href=\"../sources/lab.html\">Lab, Tests</a>, row 2; 2026-03 "
        "<span class=\"caveat\">Notes below: 1.</span></td>"
        "<td class=\"long\"><a href=\"../l/t.html#figure-n1\">Table</a>; <a "
        "href=\"../l/t.html#t\">Table: All "
        "engines</a></td>");
  CHECK(has(row_of(html, "a.start.1"),
            "<span class=\"also\">Preferred to other rows: Measured by a third party.</span>"));
  CHECK(has(row_of(html, "a.start.2"),
            "(warm) <span class=\"also\">Not the value that this site uses, which is <a "
            "href=\"figures.html#a.start.1\">11 s</a></span>"));
  // The row counts as used because the note of the preferred value names it.
  CHECK(has(row_of(html, "a.start.2"), "<a href=\"../l/t.html#t\">Table: All engines</a>"));
  CHECK(has(site.main("data/index.html"), "<h2 id=\"figures\"><a href=\"figures.html\">Figures</a></h2>"));
  CHECK(has(site.main("sources/lab.html"),
            "<li><a href=\"../data/figures.html\">Figures</a> <span class=\"rows\">2 rows</span></li>"));
}

TEST_CASE("the exact place of a row is in notes, on the page of rows and in downloads") {
  WholeSite site(used());
  site.change("data/datapackage.json",
              R"({"name": "locator", "type": "string"}, {"name": "as_of", "type": "string"}, {"name": "note")",
              R"({"name": "locator", "type": "string"}, {"name": "locator_detail", "type": "string"},
  {"name": "as_of", "type": "string"}, {"name": "note")");
  site.change("data/figures.json", R"("locator": "row 2")",
              R"("locator": "row 2", "locator_detail": "runs.json @ 1f2e")");
  site.built();
  const std::string exact = "<span class=\"place\">· runs.json @ 1f2e</span>";
  CHECK(has(row_of(site.main("data/figures.html"), "b.start.1"),
            "<span class=\"place\">, row 2</span>; <time>2026-03</time> " + exact));
  const std::string html = site.main("l/t.html");
  CHECK(count(html, exact) == 2);  // in the notes of the table and of the text
  CHECK(has(site.html("tables/t.csv"), "locator,locator_detail,as_of"));
  CHECK(has(site.html("tables/t.csv"), "row 2,runs.json @ 1f2e,2026-03"));
}

TEST_CASE("the reason why rows have no source is below them once, and each row links to it") {
  WholeSite site(with_data({}));
  site.change("data/datapackage.json", "\"path\": \"prices.json\",",
              "\"path\": \"prices.json\", \"sources\": \"none\", \"reason\": \"We asked around.\",");
  for (const char* where : {R"("source": "card", "locator": "row 1",)", R"("source": "card", "locator": "row 2",)",
                            R"("source": "survey", "locator": "p. 7",)"})
    site.change("data/prices.json", where, "");
  // The page has an element with this id.
  site.change("data/prices.json", "\"id\": \"mocha\"", "\"id\": \"no-source\"");
  site.built();
  const std::string html = site.main("data/prices.html");
  CHECK(count(html, "We asked around.") == 1);
  CHECK(has(html, "<div id=\"no-source~\"><dt>No source</dt><dd>We asked around.</dd></div>"));
  CHECK(has(row_of(html, "latte"), "<td class=\"long\" tabindex=\"-1\"><a href=\"#no-source~\">No source</a></td>"));
  CHECK(count(html, "href=\"#no-source~\"") == 3);
}

TEST_CASE("the uses of a row do not repeat the title of their page") {
  const std::string table = "```table t\ndata: specs\ncaption: CAPTION\n```\n";
  WholeSite site(engines({{"content/l/t.md", page("Table", table)}}));
  const auto use_as = [&](const std::string& from, const std::string& caption) {
    site.change("content/l/t.md", "caption: " + from, "caption: " + caption);
    site.built();
    return between(row_of(site.main("data/figures.html"), "b.start.1"), "t.html#t\">", "</a>");
  };
  CHECK(use_as("CAPTION", "All engines") == "Table: All engines");
  CHECK(use_as("All engines", "\"Table: all engines\"") == "Table: all engines");
  CHECK(use_as("\"Table: all engines\"", "Table of engines") == "Table of engines");
  CHECK(use_as("Table of engines", "Table") == "Table");
  CHECK(use_as("Table", "Tables of engines") == "Table: Tables of engines");
}

TEST_CASE("a use that all rows of a long table share is listed above it once") {
  std::string rows;
  for (int i = 1; i <= 21; ++i)
    rows += (i > 1 ? ",\n" : "") + std::string(R"({"id": "r)") + std::to_string(i) +
            R"(", "name": "Row", "price": 2, "beans": 9, "source": "card", "locator": "p. 1", "as_of": "2026-03-01"})";
  WholeSite site(with_data({{"content/t.md", page("T",
                                                  "```table t\ndata: prices\ncaption: P\n```\n\n"
                                                  "It costs [2 EUR](fig:prices/r7/price).\n")}}));
  site.write("data/prices.json", "[" + rows + "]").built();
  const std::string html = site.main("data/prices.html");
  CHECK(has(html, "<p>All rows on this page are used in: <a href=\"../t.html#t\">T: P</a></p>"));
  CHECK(count(html, "../t.html#t\"") == 1);
  CHECK(has(row_of(html, "r7"), "<td class=\"long\"><a href=\"../t.html#figure-n1\">T</a></td>"));
}

TEST_CASE("a foreign key shows the name of its row, and links to it") {
  WholeSite site(engines());
  site.change("data/datapackage.json", R"("primaryKey": ["engine", "quantity", "n"])",
              R"("primaryKey": ["engine", "quantity", "n"], "foreignKeys": [{"fields": ["quantity"],
 "reference": {"resource": "quantities", "fields": ["name"]}}])");
  site.built();
  CHECK(has(row_of(site.main("data/figures.html"), "b.start.1"),
            "<td><a href=\"quantities.html#start\">Time to start</a></td>"));
}

TEST_CASE("keys become unique anchors with plain characters") {
  Files files = with_data({});
  files["data/prices.json"] = R"([
{"id": "a/b c", "name": "1", "price": 1, "source": "card", "locator": "x"},
{"id": "a.b-c", "name": "2", "price": 1, "source": "card", "locator": "x"},
{"id": "main", "name": "3", "price": 1, "source": "card", "locator": "x"},
{"id": "größe\"<", "name": "4", "price": 1, "source": "card", "locator": "x"}])";
  WholeSite site(files);
  site.built();
  std::string html = site.html("data/prices.html");
  for (const char* id : {"a.b-c", "a.b-c-1", "main-1", "größe--", "main"})
    CHECK(count(html, "id=\"" + std::string(id) + "\"") == 1);
}

// Returns a site with this many rows, whose table "t" shows the last one.
Files many_rows(size_t rows) {
  const std::string last = std::to_string(rows - 1);
  Files files =
      with_data({{"content/t.md", page("T", "```table t\ndata: last\ncaption: L\n```\n")},
                 {"data/views/last.sql", "SELECT name, price, ref FROM prices WHERE id = 'k" + last + "'\n"}});
  std::string json = "[";
  for (size_t i = 0; i < rows; ++i)
    json += (i ? ",\n" : "\n") + std::string("{\"id\": \"k") + std::to_string(i) +
            "\", \"name\": \"n\", \"price\": 2, \"source\": \"card\", \"locator\": \"x\"}";
  files["data/prices.json"] = json + "]";
  return files;
}

TEST_CASE("the pages of a large resource show the first rows, and its files contain all rows") {
  WholeSite site(many_rows(site::kMaxRows + 1));
  site.built();
  CHECK(has(site.main("data/prices.html"), "These pages show the first 4,000 of 4,001 rows."));
  // Nothing links to a row that the page does not show.
  CHECK(!has(site.main("t.html"), "#k4000"));
  CHECK(count(site.html("data/prices.csv"), "\n") == 4002);
}

TEST_CASE("rows of a large resource are on several pages, and the first page leads to each of them") {
  WholeSite site(many_rows(site::kMaxRowsOnPage + 2));
  site.built();
  const std::string first = site.main("data/prices.html"), second = site.main("data/prices/2.html");
  CHECK(count(first, "<tr id=") == site::kMaxRowsOnPage);
  CHECK(count(second, "<tr id=") == 2);
  CHECK(has(first,
            "<p class=\"elsewhere\"><b id=\"k200\"></b><b id=\"k201\"></b>"
            "<a href=\"prices/2.html\">This row is on page 2</a></p>"));
  CHECK(has(first, "<a href=\"prices/2.html\">201–202</a>"));
  CHECK(has(second, "<a href=\"../prices.html\" data-first>1–200</a>"));
  CHECK(has(second, "href=\"../prices.csv\""));
  // Links of the site lead to the right page, which search engines need not list.
  CHECK(has(site.main("t.html"), "href=\"data/prices/2.html#k201\""));
  CHECK(has(site.html("data/prices/2.html"), "<meta name=\"robots\" content=\"noindex\">"));
}

TEST_CASE("the second page of a resource is below the first one, and their folder redirects there") {
  WholeSite site(many_rows(site::kMaxRowsOnPage + 2));
  site.built();
  CHECK(has(site.html("data/prices/2.html"), "<li><a href=\"../prices.html\">Prices</a></li>\n</ol>"));
  CHECK(!has(site.html("data/prices/2.html"), "rel=\"prev\""));
  CHECK(!has(site.html("data/index.html"), "prices/index.html"));
  const std::string folder = site.html("data/prices/index.html");
  CHECK(has(folder, "<meta http-equiv=\"refresh\" content=\"0; url=./../prices.html\">"));
  CHECK(!has(folder, "<p class=\"page-meta\">"));  // it never was a page, so there is no date since which it redirects
  // A resource on one page has no folder.
  site.write("data/prices.json", many_rows(1)["data/prices.json"]);
  site.write("data/views/last.sql", "SELECT name, price, ref FROM prices\n").built();
  CHECK(site.html("data/prices/index.html") == "(nothing at data/prices/index.html)");
}

TEST_CASE("authors may link to a row, but not to a missing one") {
  WholeSite site(engines({{"content/a.md", page("A", "See [it](data/figures.html#a.start.1).\n")}}));
  site.built();
  CHECK(has(site.main("a.html"), "href=\"data/figures.html#a.start.1\""));
  site.change("content/a.md", "a.start.1", "a.start.9");
  CHECK(has(site.mistakes(), "error[unknown-anchor]: data/figures.html has no anchor #a.start.9"));
  // Rows are added and removed with the data, so their anchors are not recorded.
  CHECK(WholeSite(used()).passes().page("data/figures.html").anchors.empty());
}

TEST_CASE("contradictions are listed with both sources, the difference and the reason") {
  WholeSite site(used());
  site.built();
  std::string html = site.main("contradictions.html");
  CHECK(has(html, "<section class=\"contradiction\" id=\"a.start\">\n<h2>a: Time to start</h2>"));
  CHECK(count(html, "<section class=\"contradiction\"") == 1);
  CHECK(has(html,
            "<dt>Preferred</dt><dd><strong>11 s</strong>: <a href=\"../sources/lab.html\">Lab, Tests</a>, row 1; "
            "2026-03") == false);
  CHECK(
      has(html,
          "<dt>Preferred</dt><dd><strong>11 s</strong>: <a href=\"sources/lab.html\">Lab, Tests</a>, row 1; 2026-03"));
  CHECK(
      has(html,
          "<dt>Differs by −13.6%</dt><dd><strong>9.5 s</strong>: <a href=\"sources/maker.html\">Maker, Manual</a>, p. "
          "2; undated (warm)"));
  CHECK(has(html, "<dt>Differs by +9.09%</dt><dd><strong>0.2 min</strong>"));
  CHECK(has(html, "<dd>Measured by a third party.</dd>"));
  CHECK(has(html, "<a class=\"row\" href=\"data/figures.html#a.start.1\">"));
  CHECK(has(site.main("data/index.html"), "<a href=\"../contradictions.html\">Contradictory sources</a>"));
  CHECK(!has(site.main("index.html"), "contradictions.html"));
}

TEST_CASE("without contradictions, there is neither a page of contradictions nor a link to it") {
  Files files = engines();
  std::string& figures = files["data/figures.json"];
  for (const std::string_view other : {"\"value\": 9.5,", "\"value\": 0.2, \"unit\": \"min\""})
    figures.replace(figures.find(other), other.size(),
                    other.ends_with(',') ? "\"value\": 11," : "\"value\": 11, \"unit\": \"s\"");
  WholeSite site(files);
  site.built();
  CHECK(site.html("contradictions.html") == "(nothing at contradictions.html)");
  CHECK(!has(site.html("data/index.html"), "contradictions"));
}

TEST_CASE("an author's page may introduce the contradictions") {
  WholeSite site(engines({{"content/contradictions.md", page("They disagree", "Makers and laboratories.\n")}}));
  site.built();
  std::string html = site.main("contradictions.html");
  CHECK(has(html, "<h1>They disagree</h1>"));
  CHECK(has(html, "<p>Makers and laboratories.</p>"));
  CHECK(has(html, "<h2>a: Time to start</h2>"));
}

TEST_CASE("a source's page shows how to cite it in plain text, and everything known about it") {
  WholeSite site(used());
  site.built();
  std::string lab = site.main("sources/lab.html");
  CHECK(has(lab, "<p class=\"citation-text\">Lab. n.d. “Tests.” Accessed April 1, 2026.</p>"));
  CHECK(has(lab, "<dt>Accessed</dt><dd>2026-04-01</dd>"));
  CHECK(has(site.main("sources/maker.html"),
            "<p class=\"citation-text\">Maker. n.d. “Manual.” https://maker.example/.</p>"));
}

TEST_CASE("sources that no page, row or other source refers to are unused") {
  Passes passes = WholeSite(used()).passes();
  std::vector<std::string> ids;
  for (const data::Source* source : check::unused_sources(*passes.inputs->database, {"old"})) ids.push_back(source->id);
  CHECK(ids == std::vector<std::string>{"unused"});
  ids.clear();
  for (const data::Source* source : check::unused_sources(*passes.inputs->database, {})) ids.push_back(source->id);
  CHECK(ids == std::vector<std::string>{"old", "unused"});
}

}  // namespace
