// Tests pages of changes, which are made only from data/changes/, even if its pages and rows were removed, and are safe
// for any contents.
#include <doctest/doctest.h>

#include "../whole_site.h"

namespace {

Files coffee_with(const std::string& changes) {
  Files files =
      with_data({{"content/index.md", page("Coffee", "## Milk\n\nA latte is [€4.00](fig:prices/latte/price).\n")}});
  files["data/changes/2026-03-15.json"] = changes;
  files["data/site.json"] = R"({"title": "Coffee", "base_url": "https://coffee.example/"})";
  return files;
}

const char* const kPrice = R"({"summary": "Milk got dearer.",
"corrections": [{"page": "index.html", "anchor": "milk", "text": "It said tea."}],
"tables": [{"change": "changed", "resource": "prices", "title": "Prices", "rows_after": 3, "rows": [
{"change": "changed", "key": "latte", "name": "Latte", "source": "card", "values": [
{"field": "price", "title": "Price", "format": ".2f", "before": 3.8, "after": 4, "unit": "EUR"}]},
{"change": "gone", "key": "tea", "name": "Tea", "source": "no-more", "values": [
{"field": "price", "title": "Price", "format": ".2f", "before": 2, "unit": "EUR"}]}]}],
"pages": {"changed": ["index.html", "gone.html"]}})";

TEST_CASE("each date has a page, which is in the list of dates") {
  WholeSite site(coffee_with(kPrice));
  site.built();
  const std::string list = site.main("changes/index.html"), day = site.main("changes/2026-03-15.html");
  CHECK(has(list, "<a href=\"2026-03-15.html\">What changed on 2026-03-15</a>"));
  CHECK(has(list, "Milk got dearer."));
  CHECK(has(day, "<a href=\"../index.html#milk\">Coffee</a>: It said tea."));
  CHECK(has(day, "<a href=\"../data/prices.html#latte\">Latte</a>"));
  CHECK(has(day, "<td class=\"number\">€3.80</td><td class=\"number\">€4.00</td><td class=\"number\">+5.26 %</td>"));
  CHECK(has(day, "href=\"../sources/card.html\">Bean Street, Price card</a>"));
  CHECK(has(day, "Tea (removed)"));
  CHECK(has(day, "no-more"));
  CHECK_FALSE(has(day, "href=\"../gone.html"));
  CHECK(has(site.html("index.html"), "<a href=\"changes/index.html\">What changed</a>"));
  CHECK(site.html("changes/2026-03-15.json") == kPrice);
}

TEST_CASE("changes of a table's settings and rows are shown, with links to existing sources") {
  WholeSite site(
      coffee_with(R"({"tables": [{"change": "changed", "resource": "prices", "title": "Prices", "rows_after": 3,
"settings": [{"setting": "source", "before": "no-more", "after": "card"},
{"setting": "locator", "before": "p. <1>", "after": "card"}, {"setting": "as_of", "after": "2026-06-01"}]}]})"));
  site.built();
  CHECK(has(site.main("changes/2026-03-15.html"), R"(<a href="../data/prices.html">Prices</a></h2>
<ul>
<li>Default source: no-more → <a href="../sources/card.html">Bean Street, Price card</a></li>
<li>Default place in source: p. &lt;1&gt; → card</li>
<li>As of: – → 2026-06-01</li>
</ul>)"));
}

TEST_CASE("a page shows its corrections, and so does the page that its old address redirects to") {
  WholeSite site(coffee_with(kPrice));
  site.write("data/changes/2026-06-01.json",
             R"({"corrections": [{"page": "old.html", "text": "<b>It said cocoa.</b>"}]})");
  site.write("data/redirects.csv", "from,to,since,why\nold.html,index.html,2026-05-01,\n");
  site.built();
  const std::string list = between(site.main("index.html"), "<section class=\"corrections\"", "</section>");
  CHECK(has(list,
            "<li><a href=\"changes/2026-06-01.html#corrections\">2026-06-01</a>: "
            "&lt;b&gt;It said cocoa.&lt;/b&gt;</li>\n"
            "<li><a href=\"changes/2026-03-15.html#corrections\">2026-03-15</a>: It said tea.</li>"));
  CHECK_FALSE(has(site.main("changes/2026-03-15.html"), "class=\"corrections\""));
  CHECK_FALSE(has(site.main("data/prices.html"), "class=\"corrections\""));
}

TEST_CASE("retired pages and pages of changes show their corrections") {
  WholeSite site(coffee_with(kPrice));
  site.write("data/changes/2026-06-01.json",
             R"({"corrections": [{"page": "tape.html", "text": "It said 80 GB."},
{"page": "changes/2026-03-15.html", "text": "It said tea was removed."}]})");
  site.write("data/redirects.csv", "from,to,since,why\ntape.html,,2026-05-01,Nobody has a drive\n");
  site.built();
  CHECK(has(site.html("tape.html"), R"(<section class="corrections" aria-label="Corrections" data-unsearched>
<h2>Corrections</h2>
<ul>
<li><a href="changes/2026-06-01.html#corrections">2026-06-01</a>: It said 80 GB.</li>
</ul>
</section>)"));
  CHECK(has(between(site.main("changes/2026-03-15.html"), "<section class=\"corrections\"", "</section>"),
            "<li><a href=\"2026-06-01.html#corrections\">2026-06-01</a>: It said tea was removed.</li>"));
}

TEST_CASE("the feed has an entry for each date, with its summary and its corrections") {
  WholeSite site(coffee_with(kPrice));
  site.built();
  const std::string entry = between(site.html("feed.xml"), "<entry>", "</entry>");
  CHECK(has(entry, "<id>https://coffee.example/changes/2026-03-15.html</id>"));
  CHECK(has(entry, "<title>What changed on 2026-03-15</title>"));
  CHECK(has(entry, "<updated>2026-03-15T00:00:00Z</updated>"));
  CHECK(has(entry, "<summary>Milk got dearer. · Coffee: It said tea.</summary>"));
}

TEST_CASE("without a summary, the feed and the list describe a date by its changes") {
  WholeSite site(coffee_with(kPrice));
  site.change("data/changes/2026-03-15.json", R"("summary": "Milk got dearer.",)", "");
  site.write("data/changes/2026-06-01.json", R"({
"corrections": [{"page": "index.html", "text": "It said cocoa."}, {"page": "old.html", "text": "It said 3."},
{"page": "tape.html", "text": "It said 80 GB."}],
"tables": [{"change": "changed", "resource": "prices", "rows": [{"change": "changed", "key": "latte"}]}],
"pages": {"gone": ["tape.html"]}})");
  site.write("data/changes/2026-09-01.json",
             R"({"tables": [{"change": "added", "resource": "prices", "rows_before": 0, "rows_after": 3}]})");
  site.write("data/changes/2026-10-01.json",
             R"({"tables": [{"change": "changed", "resource": "prices", "columns_gone": ["size"]}]})");
  site.write("data/redirects.csv",
             "from,to,since,why\nold.html,index.html,2026-05-01,\ntape.html,,2026-05-01,Nobody has a drive\n");
  site.built();
  const std::string feed = site.html("feed.xml"), list = site.main("changes/index.html");
  std::vector<std::string> summaries;
  for (size_t at = 0; (at = feed.find("<summary>", at)) != std::string::npos; ++at)
    summaries.push_back(between(feed.substr(at), "<summary>", "</summary>"));
  CHECK(summaries ==
        std::vector<std::string>{"1 table", "3 rows of data",
                                 "1 row of data · 1 page · Coffee: It said cocoa. · Coffee: It said 3. · tape.html: It "
                                 "said 80 GB.",
                                 "Latte, Price: €3.80 → €4.00 · 2 rows of data · 2 pages · Coffee: It said tea."});
  CHECK(has(list, "<p class=\"rows\">2 rows of data · 2 pages · corrections: 1</p>"));
  CHECK(has(list, "<p class=\"rows\">1 row of data · 1 page · corrections: 3</p>"));
}

TEST_CASE("a table with one row uses the singular") {
  WholeSite site(coffee_with(R"({"tables": [
{"change": "added", "resource": "cups", "rows_before": 0, "rows_after": 1},
{"change": "gone", "resource": "spoons", "rows_before": 1, "rows_after": 0}]})"));
  site.built();
  const std::string day = site.main("changes/2026-03-15.html");
  CHECK(has(day, "<li>New table with 1 row.</li>"));
  CHECK(has(day, "<li>Table removed (1 row).</li>"));
}

TEST_CASE("dates are listed from newest to oldest, and previous and next are chronological") {
  WholeSite site(coffee_with(kPrice));
  site.write("data/changes/2025-12-01.json", R"({"title": "Winter", "summary": "It was cold."})");
  site.write("data/changes/2026-06-01.json", R"({"summary": "Summer."})");
  site.built();
  const std::string list = site.main("changes/index.html");
  CHECK(list.find("2026-06-01.html") < list.find("2026-03-15.html"));
  CHECK(list.find("2026-03-15.html") < list.find("2025-12-01.html"));
  CHECK(has(site.html("changes/2026-03-15.html"), "Winter"));
}

TEST_CASE("a site without changes has neither pages about changes nor links to them") {
  WholeSite site(with_data({}));
  site.built();
  CHECK_FALSE(has(site.html("index.html"), "changes/"));
  CHECK(has(site.html("changes/index.html"), "(nothing at"));
}

TEST_CASE("scripts in a file of changes are shown as text") {
  WholeSite site(coffee_with(R"~({"title": "<script>alert(1)</script>", "summary": "\"><img src=x onerror=alert(2)>",
"corrections": [{"page": "index.html", "text": "<b onclick=alert(3)>"}],
"tables": [{"resource": "javascript:alert(4)", "title": "<i>", "columns_added": ["<u>"], "rows": [
{"key": "\"onmouseover=alert(5)", "name": "</table><script>", "source": "<s>", "values": [
{"field": "<p>", "before": "<q>", "after": "</td>", "unit": "<svg>"}]}]}],
"flows": [{"flow": "index.html", "case": "<form>", "before": "<a>", "after": "../../x"}]
})~"));
  site.built();
  const std::string day = site.main("changes/2026-03-15.html");
  for (const char* hostile : {"<script>alert", "<img src=x", "<b onclick", "<i>", "<u>", "</table><script>", "<s>",
                              "<p><", "<q>", "<form>", "<svg>", "\"onmouseover"})
    CHECK_MESSAGE(!has(day, hostile), hostile);
  CHECK_FALSE(has(day, "href=\"javascript:"));
  CHECK(has(day, "&lt;script&gt;alert(1)&lt;/script&gt;"));
}

TEST_CASE("only the first changes of a table with very many changes are shown") {
  std::string rows;
  for (int row = 0; row < 1000; ++row)
    rows +=
        (row > 0 ? ",\n" : "") + std::string("{\"key\": \"row-") + std::to_string(row) + "\", \"change\": \"added\"}";
  WholeSite site(coffee_with("{\"tables\": [{\"resource\": \"prices\", \"rows\": [" + rows + "]}]}"));
  site.built();
  const std::string day = site.main("changes/2026-03-15.html");
  CHECK(count(day, "<tr class=\"row-group\">") == 20);
  CHECK(has(day, "<a href=\"2026-03-15.json\">980 more rows in the file</a>"));
}

TEST_CASE("the rows of a table with many changes are folded below a summary") {
  std::string rows;
  for (int row = 0; row < 50; ++row)
    rows += (row > 0 ? ",\n" : "") + std::string("{\"key\": \"d") + std::to_string(row) + "\", \"name\": \"Drink " +
            std::to_string(row) +
            (row < 2 ? "\", \"change\": \"added\"}"
                     : "\", \"change\": \"changed\", \"values\": [{\"field\": \"price\", \"title\": \"Price\", "
                       "\"before\": 4, \"after\": 3, \"unit\": \"EUR\"}]}");
  WholeSite site(
      coffee_with("{\"tables\": [{\"resource\": \"prices\", \"title\": \"Prices\", \"rows\": [" + rows + "]}]}"));
  site.built();
  const std::string day = site.main("changes/2026-03-15.html");
  CHECK(has(day,
            "<li>Rows: 48 changed, 2 new.</li>\n<li>New: Drink 0, Drink 1</li>\n"
            "<li>Price: 48 fell, median −25 %</li>"));
  CHECK(has(day, "<details><summary>Changed rows</summary>"));
  CHECK(count(day, "<tr class=\"row-group\">") == 20);
}

}  // namespace
