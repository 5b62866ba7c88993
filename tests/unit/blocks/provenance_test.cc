// Checks that every number links to a note with its source, its locator in the source, and its date.
#include <doctest/doctest.h>

#include <regex>

#include "../plain_notes.h"
#include "unit/whole_site.h"

namespace {

std::string without_tags(const std::string& html) { return std::regex_replace(html, std::regex("<[^>]*>"), ""); }

std::string table(std::string_view rest) { return "```table t\ncaption: Things\n" + std::string(rest) + "\n```\n"; }

// Returns the note that a number links to, as plain text: "Bean Street, Price card, row 1; 2026-03-01".
std::string note_of(const std::string& html, const std::string& number) {
  std::smatch link;
  std::regex cell("<a class=\"(?:cell|fig)\"[^>]* href=\"#([^\"]+)\"[^>]*>" + number + "</a>");
  if (!std::regex_search(html, link, cell)) return "no link on " + number;
  std::string id = link[1];
  if (count(html, "id=\"" + id + "\"") != 1) return count(html, "id=\"" + id + "\"") ? "two of " + id : "no note " + id;
  std::string note = plain_notes(between(html, "<li id=\"" + id + "\">", "</li>"));
  // Remove the links to the row and back to the text.
  note = std::regex_replace(note, std::regex(" <a class=\"(?:row|footnote-back)\".*</a>"), "");
  return std::regex_replace(note, std::regex("<[^>]*>"), "");
}

// Returns the numbers in table cells that do not link to a note.
std::vector<std::string> orphans(const std::string& html) {
  std::vector<std::string> found;
  std::regex cell("<t[dh][^>]*class=\"number[^\"]*\"[^>]*>([^<]*)<");
  for (std::sregex_iterator at(html.begin(), html.end(), cell), end; at != end; ++at)
    if ((*at)[1].str().find_first_of("0123456789") != std::string::npos) found.push_back((*at)[1]);
  return found;
}

// Checks that every number links to a note that exists exactly once.
void check_numbers(const std::string& html) {
  CHECK(orphans(html).empty());
  std::regex link("<a class=\"(?:cell|fig)\"[^>]* href=\"#([^\"]+)\"[^>]*>");
  size_t numbers = 0;
  for (std::sregex_iterator at(html.begin(), html.end(), link), end; at != end; ++at, ++numbers) {
    CAPTURE((*at)[1].str());
    CHECK(count(html, "<li id=\"" + (*at)[1].str() + "\">") == 1);
  }
  CHECK(numbers > 0);
}

std::string built(std::string_view body, std::string_view front = "", Files more = {}) {
  more["content/t.md"] = page("T", body, front);
  WholeSite site(with_data(std::move(more)));
  site.built();
  return site.main("t.html");
}

TEST_CASE("each number of a table links to its row's source, locator and date") {
  std::string html = built(table("data: prices\ncolumns: [name, price, beans]"));
  check_numbers(html);
  CHECK(note_of(html, "2\\.50") == "Bean Street, Price card, row 1; 2026-03-01");
  CHECK(note_of(html, "4\\.00") == "Bean Street, Price card, row 2; 2026-03-01");
  CHECK(note_of(html, "9\\.5") == "Bean Street, Price card, row 2; 2026-03-01");
  CHECK(note_of(html, "4\\.50") == "City Office, Survey &amp; tests, p. 7; 2025");
  CHECK(has(html,
            "<span class=\"origin\"><a href=\"sources/survey.html\"><b>City Office</b>, Survey &amp; tests</a><span "
            "class=\"place\">, p. 7</span>; <time>2025</time></span>"));
}

TEST_CASE("numbers of a join keep the source of the table that each came from") {
  Files more;
  more["data/datapackage.json"] = coffee_data().at("data/datapackage.json");
  std::string& package = more["data/datapackage.json"];
  package.replace(package.rfind("]}"), 2, R"(,
{"name": "sizes", "path": "sizes.json", "source": "survey", "locator": "table 3", "as_of": "2024-06",
 "schema": {"fields": [{"name": "drink", "type": "string"}, {"name": "size", "title": "Size", "type": "number", "unit": "m^3"}],
 "primaryKey": ["drink"], "foreignKeys": [{"fields": ["drink"], "reference": {"resource": "prices", "fields": ["id"]}}]}}]})");
  more["data/sizes.json"] = R"([{"drink": "espresso", "size": 30}, {"drink": "latte", "size": 300}])";
  std::string html = built(
      "```sql q\nSELECT p.name, p.price, p.ref AS price__ref, s.size, s.ref AS size__ref\n"
      "FROM prices p JOIN sizes s ON s.drink = p.id ORDER BY p.name\n```\n\n" +
          table("data: q"),
      "", more);
  check_numbers(html);
  CHECK(note_of(html, "2\\.50") == "Bean Street, Price card, row 1; 2026-03-01");
  CHECK(note_of(html, "30") == "City Office, Survey &amp; tests, table 3; 2024-06");
  CHECK(note_of(html, "300") == "City Office, Survey &amp; tests, table 3; 2024-06");
  // Each row depends on two dates, so the table states the period instead of a date for each row.
  CHECK(has(html, "<th scope=\"col\" data-column=\"as_of\"><span class=\"title\">As of</span></th>") == false);
  CHECK(has(html, "<span class=\"as-of\">As of 2024-06 to 2026-03-01.</span></p>"));
}

TEST_CASE("a computed number links to all its records, and is marked as computed") {
  std::string html = built(
      "```sql q\n-- @mean {title: Mean, unit: EUR, format: \".3f\"}\n"
      "SELECT avg(price) AS mean, all_refs(ref) AS ref FROM prices\n```\n\n" +
      table("data: q"));
  check_numbers(html);
  CHECK(note_of(html, "3\\.667") ==
        "Our calculation from: Bean Street, Price card, row 1; 2026-03-01; Bean Street, Price card, row 2; 2026-03-01; "
        "City Office, Survey &amp; tests, p. 7; 2025");
  CHECK(has(html, "<details class=\"computed\"><summary>How this was computed</summary>"));
  CHECK(has(without_tags(html), "SELECT avg(price) AS mean, all_refs(ref) AS ref FROM prices"));
  CHECK(count(plain_notes(html), "Mocha was paid in cash.") == 1);
}

TEST_CASE("a number without a record is an error") {
  WholeSite site(
      with_data({{"content/t.md",
                  page("T", "```sql q\nSELECT p.name, p.price FROM prices p, prices\n```\n\n" + table("data: q"))}}));
  CHECK(has(site.mistakes(), "error[number-without-ref]"));
  CHECK(site.output.files().empty());
}

TEST_CASE("a single date is shown below the table, several dates in a column") {
  std::string one = built("```sql q\nSELECT name, price, ref FROM prices WHERE id <> 'mocha' ORDER BY price\n```\n\n" +
                          table("data: q"));
  CHECK(has(one, "<span class=\"as-of\">As of 2026-03-01.</span></p>"));
  CHECK(!has(one, ">As of</span></th>"));
  std::string several = built(table("data: prices\ncolumns: [name, price]"));
  CHECK(has(several, "<th scope=\"col\" data-column=\"as_of\"><span class=\"title\">As of</span></th>"));
  CHECK(count(several, "<td class=\"dates\">2026-03-01</td>") == 2);
  CHECK(count(several, "<td class=\"dates\">2025</td>") == 1);
  CHECK(!has(several, "class=\"as-of\""));
}

TEST_CASE("on a phone, dates that would be the fourth column are below the names of the rows") {
  const std::string html = built(table("data: prices\ncolumns: [name, price, beans]"));
  CHECK(count(html, "data-below=\"As of\"") == 1);
  CHECK(count(html, "data-below=\"2026-03-01\"") == 2);
  CHECK(count(html, "<td class=\"dates folded\">") == 3);
  CHECK(!has(built(table("data: prices\ncolumns: [name, price]")), "folded"));
  CHECK(!has(built(table("data: prices\ncolumns: [name, price, beans]\nnarrow: cards")), "folded"));
}

TEST_CASE("a missing date is shown as missing") {
  Files more;
  more["data/prices.json"] = coffee_data().at("data/prices.json");
  std::string& rows = more["data/prices.json"];
  for (size_t at; (at = rows.find(", \"as_of\"")) != std::string::npos;) rows.erase(at, rows.find('}', at) - at);
  std::string html = built(table("data: prices\ncolumns: [name, price]"), "", more);
  CHECK(has(html, "<span class=\"as-of\">As of undated.</span></p>"));
  CHECK(note_of(html, "2\\.50") == "Bean Street, Price card, row 1; undated");
}

TEST_CASE("a table with a date column does not get a second one") {
  std::string html = built(table("data: prices\ncolumns: [name, price, as_of]"));
  CHECK(!has(html, ">As of</span></th>"));
  CHECK(has(html, "<td class=\"dates\">2025</td>"));
}

TEST_CASE("a caveat is shown once, for any number of cells, and only if its row is shown") {
  std::string html = built(table("data: prices\ncolumns: [name, price, beans]\nnote: Prices in town."));
  CHECK(count(plain_notes(html), "Mocha was paid in cash.") == 1);
  CHECK(has(html, "<ul class=\"caveats\"><li>Prices in town.</li><li>Mocha was paid in cash.</li></ul>"));
  std::string without =
      built("```sql q\nSELECT name, price, ref FROM prices WHERE id <> 'mocha'\n```\n\n" + table("data: q"));
  CHECK(!has(without, "Mocha was paid in cash."));
  CHECK(!has(built(table("data: prices\ncolumns: [name, price]\nrows: 2")), "Mocha was paid in cash."));
}

TEST_CASE("a caveat of a column is shown only with that column, and only for the rows that it is about") {
  const std::string text = R"("text": "Mocha was paid in cash.")";
  const std::string file =
      base::replace_all(coffee_data().at("data/datapackage.json"), text, text + R"(, "columns": ["beans"])");
  const Files more = {{"data/datapackage.json", file}};
  CHECK(!has(built(table("data: prices\ncolumns: [name, price]"), "", more), "Mocha was paid in cash."));
  CHECK(has(built(table("data: prices\ncolumns: [name, beans]"), "", more), "Mocha was paid in cash."));
  CHECK(!has(built("A mocha is [4.50 EUR](fig:prices/mocha/price).\n", "", more), "Mocha was paid in cash."));
}

TEST_CASE("caveats apply to figures in prose too") {
  std::string html =
      built("A mocha is [4.50 EUR](fig:prices/mocha/price), and again [4.5 EUR](fig:prices/mocha/price).\n");
  CHECK(count(plain_notes(html), "Mocha was paid in cash.") == 1);
  // The card shows it.
  const std::string key = between(html, "<i data-caveat=\"", "\"></i>");
  CHECK(count(html, "<span class=\"caveat\" hidden data-key=\"" + key + "\">Mocha was paid in cash.</span>") == 1);
}

TEST_CASE("who states a value is named before a source that repeats it, for the rows of the caveat") {
  const std::string text = R"("text": "Mocha was paid in cash.")";
  const std::string file =
      base::replace_all(coffee_data().at("data/datapackage.json"), text, text + R"(, "stated_by": "name")");
  const Files more = {{"data/datapackage.json", file}};
  std::string html = built(table("data: prices\ncolumns: [name, price]"), "", more);
  CHECK(note_of(html, "4.50") == "Drink: Mocha, read by City Office, Survey &amp; tests, p. 7; 2025");
  CHECK(!has(html, "Latte, read by"));
  // A place that begins with the name does not repeat it.
  const std::string rows = base::replace_all(coffee_data().at("data/prices.json"), "p. 7", "Mocha: p. 7");
  html = built(table("data: prices\ncolumns: [name, price]"), "",
               {{"data/datapackage.json", file}, {"data/prices.json", rows}});
  CHECK(note_of(html, "4.50") == "Drink: Mocha, read by City Office, Survey &amp; tests, p. 7; 2025");
  // Who publishes it has not read it elsewhere.
  const std::string own = base::replace_all(coffee_data().at("data/prices.json"), "Mocha", "City Office");
  html = built(table("data: prices\ncolumns: [name, price]"), "",
               {{"data/datapackage.json", file}, {"data/prices.json", own}});
  CHECK(note_of(html, "4.50") == "City Office, Survey &amp; tests, p. 7; 2025");
}

TEST_CASE("figures anywhere in prose link to notes below the text") {
  std::string html = built("A latte is [4 EUR](fig:prices/latte/price).\n",
                           "key_points: [\"An espresso is [2.5 EUR](fig:prices/espresso/price)\"]\n"
                           "takeaway: \"A mocha is [4.5 EUR](fig:prices/mocha/price)\"\n");
  check_numbers(html);
  CHECK(note_of(html, "4 EUR") == "Bean Street, Price card, row 2; 2026-03-01");
  CHECK(note_of(html, "2\\.5 EUR") == "Bean Street, Price card, row 1; 2026-03-01");
  CHECK(note_of(html, "4\\.5 EUR") == "City Office, Survey &amp; tests, p. 7; 2025");
}

TEST_CASE("cells from the same place share a note") {
  Files more;
  more["data/prices.json"] = base::replace_all(coffee_data().at("data/prices.json"), "row 2", "row 1");
  std::string html = built(table("data: prices\ncolumns: [name, price, beans]"), "", more);
  check_numbers(html);
  CHECK(count(html, "<li id=\"t-n") == 2);
}

TEST_CASE("a chart has its data as a table whose numbers link to their sources") {
  std::string html = built(
      "```chart c\ndata: prices\ntitle: {text: Prices, subtitle: In euros}\nmark: bar\nencoding:\n"
      "  x: {field: name, type: nominal}\n  y: {field: price, type: quantitative}\nnote: In town.\nsame: One town "
      "only.\n```\n");
  check_numbers(html);
  CHECK(note_of(html, "4\\.50") == "City Office, Survey &amp; tests, p. 7; 2025");
  CHECK(has(html, "<figure class=\"chart\" id=\"c\">"));
  CHECK(has(html, "<span class=\"as-of\">As of 2025 to 2026-03-01.</span></p>"));
  CHECK(has(html,
            "<ul class=\"caveats\"><li>In town.</li><li>Held constant: One town only.</li><li>Mocha was paid in "
            "cash.</li></ul>"));
  CHECK(has(html, "<div class=\"drawing wide\"><svg"));
  CHECK(has(html, "<div class=\"drawing narrow\"><svg"));
  CHECK(has(html, "<p class=\"summary\" id=\"c-description\">"));
  CHECK(has(html, "href=\"charts/c.csv\" download"));
}

TEST_CASE("if rows compete for a cell, the preferred one is shown, with its own source") {
  Files more;
  more["data/datapackage.json"] = R"({"name": "coffee", "resources": [
{"name": "drinks", "path": "drinks.json", "schema": {"fields": [{"name": "id", "type": "string"}], "primaryKey": ["id"]}},
{"name": "quantities", "path": "quantities.json", "schema": {"fields": [{"name": "name", "type": "string"}, {"name": "title", "type": "string"},
 {"name": "unit", "type": "string"}], "primaryKey": ["name"]}},
{"name": "figures", "path": "figures.json", "long": {"row": "drink", "column": "quantity", "value": "value", "columns": "quantities", "view": "specs"},
 "schema": {"fields": [{"name": "drink", "type": "string"}, {"name": "quantity", "type": "string"}, {"name": "source", "type": "string"},
 {"name": "value", "type": "number", "unitField": "unit"}, {"name": "unit", "type": "string"}, {"name": "locator", "type": "string"},
 {"name": "as_of", "type": "string"}, {"name": "preferred", "type": "boolean"}, {"name": "because", "type": "string"}],
 "primaryKey": ["drink", "quantity", "source"], "foreignKeys": [{"fields": ["drink"], "reference": {"resource": "drinks", "fields": ["id"]}}]}}]})";
  more["data/drinks.json"] = R"([{"id": "latte"}])";
  more["data/quantities.json"] = R"([{"name": "milk", "title": "Milk", "unit": "g"}])";
  more["data/figures.json"] = R"([
{"drink": "latte", "quantity": "milk", "source": "card", "value": 200, "unit": "g", "locator": "back", "as_of": "2026"},
{"drink": "latte", "quantity": "milk", "source": "survey", "value": 0.18, "unit": "kg", "locator": "p. 2", "as_of": "2025", "preferred": true, "because": "weighed"}])";
  std::string html = built(table("data: specs") + "\nA latte holds [180 g](fig:specs/latte/milk).\n", "", more);
  check_numbers(html);
  CHECK(note_of(html, "180") ==
        "City Office, Survey &amp; tests, p. 2; 2025 Also published: 200 g (Bean Street, Price card, back; 2026). Why: "
        "weighed");
  CHECK(note_of(html, "180 g").starts_with("City Office, Survey &amp; tests, p. 2; 2025 Also published: 200 g"));
  CHECK(!has(html, ">200<"));

  more["data/figures.json"] =
      base::replace_all(more["data/figures.json"], ", \"preferred\": true, \"because\": \"weighed\"", "");
  more["content/t.md"] = page("T");
  WholeSite undecided(with_data(more));
  CHECK(has(undecided.mistakes(), "error[competing-values]"));
}

TEST_CASE(
    "the page lists each source once, numbered in the order of its first use, with the places that the text names") {
  WholeSite site(with_data({{"content/t.md", page("T", "First [@survey, p. 1], then [@card; @survey, p. 2].\n\n" +
                                                           table("data: prices\ncolumns: [name, price]"))}}));
  site.built();
  std::string html = site.main("t.html");
  CHECK(has(html,
            "First<sup class=\"cite\"><a href=\"#ref-1\" aria-label=\"Source 1\" title=\"City Office, Survey &amp; "
            "tests, p. 1\">1</a></sup>, then"
            "<sup class=\"cite\"><a href=\"#ref-2\" aria-label=\"Source 2\" title=\"Bean Street, Price card\">2</a>,"
            "<a href=\"#ref-1\" aria-label=\"Source 1\" title=\"City Office, Survey &amp; tests, p. 2\">1</a></sup>."));
  CHECK(count(html, "<li id=\"ref-") == 2);
  CHECK(has(html,
            "<li id=\"ref-1\">City Office. 2025. “Survey &amp; Tests.” <span class=\"locators\">p. 1; p. 2</span> "
            "<a class=\"uses\" href=\"sources/survey.html\">all uses</a></li>"));
  CHECK(has(html, "Bean Street. n.d. <a href=\"https://bean.example/card\" rel=\"noopener\">“Price Card.”</a>"));
}

// Returns the coffee site with a table of cup sizes that has no source.
Files with_cups() {
  Files files = coffee_data();
  std::string& package = files["data/datapackage.json"];
  package.replace(package.rfind("]}"), 2, R"(,
{"name": "cups", "path": "cups.csv", "title": "Cups", "sources": "none", "reason": "We chose & measured them.",
 "schema": {"fields": [{"name": "cup", "type": "string"}, {"name": "size", "title": "Size", "type": "integer"}],
 "primaryKey": ["cup"]}}]})");
  files["data/cups.csv"] = "cup,size\nsmall,100\nlarge,300\n";
  files["content/index.md"] = page("Coffee");
  return files;
}

TEST_CASE("numbers of a table without sources link to the reason, in tables, figures, charts, lists and downloads") {
  const std::string reason = "Cups, no source (We chose &amp; measured them.)";
  Files files = with_cups();
  files["content/t.md"] =
      page("T", table("data: cups\ncolumns: [cup, size]") + "\nA small one holds [100](fig:cups/small/size).\n\n" +
                    "```chart c\ndata: cups\ntitle: {text: Cups}\nmark: bar\nencoding:\n"
                    "  x: {field: cup, type: nominal}\n  y: {field: size, type: quantitative}\n```\n");
  WholeSite site(files);
  site.built();
  const std::string html = site.main("t.html");
  check_numbers(html);
  CHECK(note_of(html, "300") == reason);
  CHECK(note_of(html, "100") == reason);
  CHECK(has(site.html("charts/c.svg"), "Source: " + reason));
  CHECK(
      has(site.main("data/cups.html"), "<td class=\"long\" tabindex=\"-1\"><a href=\"#no-source\">No source</a></td>"));
  CHECK(has(site.html("tables/t.csv"), "small,100,We chose & measured them.\r\n"));
  CHECK(has(site.html("tables/t.json"), R"("no_source": "We chose & measured them.")"));
  CHECK(has(site.html("t.md"), "We chose & measured them."));
}

TEST_CASE("a number of a column with its own source links to that one") {
  Files files = with_cups();
  std::string& package = files["data/datapackage.json"];
  const std::string size = R"("title": "Size", "type": "integer")";
  package.replace(package.find(size), size.size(),
                  size + R"(, "source": "survey", "locator": "p. 9", "as_of": "2024")");
  files["content/t.md"] = page("T", table("data: cups\ncolumns: [cup, size]") + "\n[100](fig:cups/small/size)\n");
  WholeSite site(files);
  site.built();
  CHECK(note_of(site.main("t.html"), "300") == "City Office, Survey &amp; tests, p. 9; 2024");
  CHECK(note_of(site.main("t.html"), "100") == "City Office, Survey &amp; tests, p. 9; 2024");
  CHECK(has(plain_notes(site.main("data/cups.html")),
            "Size: <a href=\"../sources/survey.html\">City Office, Survey &amp; tests</a>, p. 9; 2024"));
  CHECK(has(site.main("sources/survey.html"), "<a href=\"../data/cups.html\">Cups</a>"));
}

TEST_CASE("text needs a source only if it is cited") {
  Files files = coffee_data();
  std::string& package = files["data/datapackage.json"];
  package.replace(package.rfind("]}"), 2, R"(,
{"name": "makers", "path": "makers.csv", "schema": {"fields": [{"name": "id", "type": "string"},
{"name": "since", "type": "year"}, {"name": "source", "type": "string"}, {"name": "locator", "type": "string"}],
"primaryKey": ["id"]}}]})");
  files["data/makers.csv"] = "id,since,source,locator\na,1990,,\nb,1991,card,row 1\nc,1992,card,\n";
  files["content/index.md"] = page("Coffee");
  auto mistakes = [&](std::string body) {
    files["content/t.md"] = page("T", body);
    return WholeSite(files).mistakes();
  };
  CHECK(mistakes(table("data: makers")).empty());
  CHECK(mistakes("[1991](fig:makers/b/since) and [Latte](fig:prices/latte/name)\n").empty());
  CHECK(has(mistakes("[1990](fig:makers/a/since)\n"),
            "error[figure-without-source]: \"makers/a/since\" is cited, but has no source"));
  CHECK(has(mistakes("[1992](fig:makers/c/since)\n"), "error[figure-without-source]"));
  CHECK(has(mistakes("[a](fig:makers/a/id)\n"), "error[figure-without-source]"));
  const std::string query = "```sql q\nSELECT id, since, ref FROM makers ORDER BY id\n```\n\n";
  CHECK(mistakes(query + "[1991](fig:q/b/since)\n").empty());
  CHECK(has(mistakes(query + "[1990](fig:q/a/since)\n"), "error[figure-without-source]"));
  CHECK(has(mistakes("```sql q\nSELECT id, since FROM makers ORDER BY id\n```\n\n[1991](fig:q/b/since)\n"),
            "expected: the ref of its row: select ref, or … AS since__ref"));
}

TEST_CASE("the footer states that every figure has a source only if that is true") {
  const std::string all = "Every figure on this site links to its source.";
  auto foot = [](Files files) {
    files.emplace("content/index.md", page("Coffee"));
    WholeSite site(std::move(files));
    site.built();
    return between(site.html("index.html"), "<footer", "</footer>");
  };
  Files bare = coffee_data(), checked = coffee_data(), cups = with_cups(), assumed = coffee_data(),
        given = coffee_data();
  for (Files* files : {&checked, &cups, &assumed, &given}) (*files)["data/unbound.txt"] = "# none\n";
  assumed["data/figures.yaml"] = "ten: {is: 10 * prices/latte/price, why: ten cups}\n";
  given["content/index.md"] = page("Coffee", "About [16 cups](given:).\n");
  CHECK(has(foot(checked), all));
  for (const Files& files : {bare, cups, assumed, given}) {
    CHECK_FALSE(has(foot(files), all));
    CHECK(has(foot(files), "Figures link to their sources or explain why there is no source."));
  }
  CHECK_FALSE(has(foot({{"data/site.json", R"({"title": "X"})"}}), "Figures lead"));
}

}  // namespace
