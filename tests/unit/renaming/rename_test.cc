#include "renaming/rename.h"

#include "cli/made.h"
#include "unit/whole_site.h"

namespace {

// Drinks with prices, sales by shop (a key of two columns, in CSV), names for an import, a flow, pages from the data.
Files cafe() {
  Files files;
  files["data/site.json"] = R"({"title": "Café", "colours": {"latte": 2, "mocha": 3}})";
  files["data/sources/all.json"] = R"([{"id": "card", "type": "webpage", "title": "Price card"}])";
  files["data/datapackage.json"] = R"json({"name": "cafe", "resources": [
{"name": "drinks", "path": "drinks.json", "title": "Drinks",
 "caveats": [{"when": "id IN ('latte', 'mocha')", "text": "With milk."}],
 "schema": {"fields": [{"name": "id", "type": "string", "constraints": {"pattern": "[a-z-]+", "enum": ["latte", "mocha", "flat-white"]}},
  {"name": "name", "type": "string"}], "primaryKey": ["id"]}},
{"name": "prices", "path": "prices.json", "source": "card", "locator": "row", "schema": {"fields": [
  {"name": "drink", "type": "string", "categories": [{"value": "latte", "label": "Latte!"}]}, {"name": "size", "type": "string"},
  {"name": "price", "type": "number", "unit": "EUR", "format": ".2f"}],
  "primaryKey": ["drink", "size"], "foreignKeys": [{"fields": ["drink"], "reference": {"resource": "drinks", "fields": ["id"]}}]}},
{"name": "sales", "path": "sales.csv", "dialect": {"delimiter": ";"}, "source": "card", "locator": "row", "schema": {"fields": [
  {"name": "shop", "type": "string"}, {"name": "drink", "type": "string"}, {"name": "size", "type": "string"}, {"name": "sold", "type": "integer", "unit": "1"}],
  "primaryKey": ["shop", "drink", "size"],
  "foreignKeys": [{"fields": ["drink", "size"], "reference": {"resource": "prices", "fields": ["drink", "size"]}}]}},
{"name": "drink_names", "path": "names.json", "schema": {"fields": [{"name": "name", "type": "string"}, {"name": "means", "type": "string"}],
  "primaryKey": ["name"], "foreignKeys": [{"fields": ["means"], "reference": {"resource": "drinks", "fields": ["id"]}}]}},
{"name": "claims", "path": "claims.json", "source": "card", "locator": "row", "schema": {"fields": [{"name": "id", "type": "string"}, {"name": "statement", "type": "string"}],
  "primaryKey": ["id"]}}
]})json";
  files["data/drinks.json"] =
      "[\r\n  {\"id\":\"latte\",  \"name\": \"Latte\"},\r\n  {\"id\" : \"mocha\", \"name\": \"latte with "
      "cocoa\"}\r\n]\r\n";
  files["data/prices.json"] = R"([{"drink": "latte", "size": "small", "price": 3.00},
{"drink": "latte", "size": "large", "price": 4.00}, {"drink": "mocha", "size": "small", "price": 4.50}]
)";
  files["data/sales.csv"] =
      "shop;drink;size;sold\nNorth;\"latte\";small;10\nSouth;latte;large;5\nSouth;mocha;small;7\n";
  files["data/names.json"] = R"([{"name": "Caffè Latte", "means": "latte"}])";
  files["data/claims.json"] =
      R"([{"id": "latte", "statement": "Milk is good."}, {"id": "more", "statement": "More."}])";
  files["data/figures.yaml"] = "twice: 2 * prices/latte/small/price + prices/latte/small/price\n";
  files["data/views/cheap.sql"] =
      "SELECT p.drink, p.price, p.ref FROM prices p WHERE p.drink = 'latte' AND p.size = 'small'\n";
  files["data/imports/table.yaml"] =
      "resource: prices\nsource: card\nvalues: {drink: {Milchkaffee: latte, latte: latte}}\n";
  files["content/index.md"] =
      page("Home", "Words about latte. [The page](drinks/latte.html#large), [a row](data/drinks.html#latte).\n");
  files["content/drinks/index.md"] = page("Drinks");
  files["content/drinks/drink.md"] = page("\"{name}\"", R"(
```sql of_drink
SELECT size, price, ref FROM prices WHERE drink = :id ORDER BY size
```

```table sizes
data: of_drink
caption: Sizes
```

## Large
)",
                                          "pages: {query: drinks, address: \"{id}\", title: \"{name}\"}\n");
  files["content/prices.md"] = page("Prices", R"(
A latte is [€3.00](fig:prices/latte/small/price), `[€3.00](fig:prices/latte/small/price)`, [€9.00](fig:twice),
[€3.00](fig:cheap/latte/price), [€4.00](fig:pairs/latte%2Flarge/price), [10](fig:sales/North/latte/small/sold), [5](fig:sales/South/latte/large/sold).

```sql pairs
SELECT drink, size, price, ref FROM prices ORDER BY drink, size
```

```sql mine
WITH milk AS (SELECT d.id AS what FROM drinks d WHERE d.name <> 'latte')
SELECT CASE m.what WHEN 'latte' THEN 'latte' ELSE m.what || 'latte' END AS label, p.size, p.price, p.ref, p.drink
FROM milk m JOIN prices p ON p.drink = m.what AND 'latte' = p.drink
WHERE m.what NOT IN ('mocha', 'latte''s', 'latte') OR p.drink IN (:favourite) OR m.what LIKE 'latte' -- 'latte'
ORDER BY p.price
```

```chart bars
data: mine
title: Latte
mark: bar
encoding:
  x: {field: price, type: quantitative}
  y: {field: size, type: nominal}
  color: {field: drink, type: nominal, scale: {domain: [latte, "mocha"]}}
```
)",
                                    "params: {favourite: latte}\nfigures: {small: prices/latte/small/price}\n");
  files["content/choose/index.md"] =
      page("Choose", "", "flow: {start: first}\ncases: [{who: A guest, answers: {first: yes}, reaches: drink}]\n");
  files["content/choose/first.md"] =
      "---\nquestion: Thirsty?\nanswers:\n  yes: {label: Yes, to: drink, because: ['latte', more]}\n---\n";
  files["content/choose/drink.md"] = "---\noutcome: Drink\nnext: [../drinks/latte.html]\n---\n";
  return files;
}

renaming::Renamed renamed(const WholeSite& site, const std::string& row, const std::string& name) {
  return renaming::rename_row(site.root, {row, name, "2026-11-22"}, 1);
}

// A file as it would be written.
std::string file(const renaming::Renamed& done, const std::string& path) {
  for (const base::ChangedFile& each : done.files)
    if (each.path == path) return each.bytes;
  return "(stays)";
}

void write(WholeSite& site, const renaming::Renamed& done) {
  for (const base::ChangedFile& each : done.files) {
    const auto there = site.root.files().find(each.path);
    CHECK_MESSAGE((there == site.root.files().end() ? !each.from : each.from == base::hash_bytes(there->second)),
                  each.path);
    site.write(each.path, each.bytes);
  }
}

std::string refusal(const std::string& row, const std::string& name) {
  WholeSite site(cafe());
  renaming::Renamed done = renamed(site, row, name);
  CHECK(done.files.empty());
  return done.refusal + " | " + done.help;
}

std::string left(const renaming::Renamed& done, const std::string& path) {
  std::string text;
  for (const renaming::Left& each : done.left)
    if (each.span.source->path() == path)
      text += std::to_string(each.span.source->position(each.span.begin).line) + ":" +
              std::to_string(each.span.source->position(each.span.begin).column) + " " + each.why + "\n";
  return text;
}

}  // namespace

TEST_CASE("a renamed row has its name in all tables, and their other bytes stay") {
  WholeSite site(cafe());
  site.built();
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(site.root.writes().size() == cafe().size());  // what the test wrote
  CHECK(file(done, "data/drinks.json") ==
        "[\r\n  {\"id\":\"flat-white\",  \"name\": \"Latte\"},\r\n  {\"id\" : \"mocha\", \"name\": \"latte with "
        "cocoa\"}\r\n]\r\n");
  CHECK(file(done, "data/sales.csv") ==
        "shop;drink;size;sold\nNorth;\"flat-white\";small;10\nSouth;flat-white;large;5\nSouth;mocha;small;7\n");
  CHECK(file(done, "data/names.json") == R"([{"name": "Caffè Latte", "means": "flat-white"}])");
  CHECK(file(done, "data/claims.json") == "(stays)");
  CHECK(done.rows == 1);
  CHECK(done.foreign_keys == 5);
  CHECK(has(file(done, "data/datapackage.json"), "id IN ('flat-white', 'mocha')"));
  CHECK(has(file(done, "data/datapackage.json"), R"("categories": [{"value": "flat-white", "label": "Latte!"}])"));
  CHECK(has(file(done, "data/imports/table.yaml"), "values: {drink: {Milchkaffee: flat-white, latte: flat-white}}"));
  CHECK(file(done, "data/site.json") == "(stays)");
}

TEST_CASE("figures, queries, specs and parameters follow a renamed row where it is known that they mean it") {
  WholeSite site(cafe());
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  const std::string prices = file(done, "content/prices.md");
  CHECK(has(prices, "A latte is [€3.00](fig:prices/flat-white/small/price), `[€3.00](fig:prices/latte/small/price)`"));
  CHECK(has(prices,
            "[€3.00](fig:cheap/flat-white/price), [€4.00](fig:pairs/flat-white%2Flarge/price), "
            "[10](fig:sales/North/flat-white/small/sold)"));
  CHECK(has(prices, "d.name <> 'latte')"));
  CHECK(has(prices, "CASE m.what WHEN 'flat-white' THEN 'latte' ELSE m.what || 'latte' END"));
  CHECK(has(prices, "AND 'flat-white' = p.drink"));
  CHECK(has(prices, "NOT IN ('mocha', 'latte''s', 'flat-white')"));
  CHECK(has(prices, "m.what LIKE 'latte' -- 'latte'"));
  CHECK(has(prices, "domain: [flat-white, \"mocha\"]"));
  CHECK(has(prices, "params: {favourite: flat-white}\nfigures: {small: prices/flat-white/small/price}"));
  CHECK(file(done, "data/figures.yaml") ==
        "twice: 2 * prices/flat-white/small/price + prices/flat-white/small/price\n");
  CHECK(has(file(done, "data/views/cheap.sql"), "p.drink = 'flat-white'"));
  // What nobody can know is for a person.
  CHECK(left(done, "content/prices.md") == "7:3 \n7:71 \n15:66 \n16:39 \n16:62 \n18:32 \n18:95 \n18:106 \n");
  CHECK(left(done, "data/site.json") == "1:31 other columns have this word too\n");
}

TEST_CASE("pages made from a renamed row lead on from their old addresses, and come back") {
  WholeSite site(cafe());
  site.built();
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE(!done.failed());
  CHECK(has(file(done, "content/index.md"),
            "[The page](drinks/flat-white.html#large), [a row](data/drinks.html#flat-white)"));
  CHECK(has(file(done, "content/choose/drink.md"), "next: [../drinks/flat-white.html]"));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\n"
        "drinks/latte.html,drinks/flat-white.html,2026-11-22,drinks/latte is called flat-white now\n"
        "drinks/latte.html#sizes-latte,drinks/flat-white.html#sizes-flat-white,2026-11-22,drinks/latte is called "
        "flat-white now\n");
  CHECK(has(done.diff,
            "--- data/redirects.csv\n+++ data/redirects.csv\n@@ -0,0 +1,3 @@\n+from,to,since,why\n"
            "+drinks/latte.html,drinks/flat-white.html,2026-11-22,"));
  write(site, done);
  site.built();
  CHECK(has(site.html("drinks/latte.html"), "flat-white.html"));

  renaming::Renamed back = renamed(site, "drinks/flat-white", "latte");
  REQUIRE_MESSAGE(!back.failed(), back.refusal << said(back.diagnostics));
  CHECK(has(file(back, "data/redirects.csv"), "drinks/flat-white.html,drinks/latte.html"));
  CHECK(!has(file(back, "data/redirects.csv"), "\ndrinks/latte.html"));
  CHECK(has(back.diff, "\n-drinks/latte.html,drinks/flat-white.html,"));
  write(site, back);
  site.built();
  CHECK(site.root.files().at("data/drinks.json") == cafe().at("data/drinks.json"));
}

TEST_CASE("a file of redirects with nothing but empty lines gets the names of the columns") {
  auto files = cafe();
  files["data/redirects.csv"] = "\n\n";
  WholeSite site(files);
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(file(done, "data/redirects.csv").starts_with("from,to,since,why\ndrinks/latte.html,"));
}

TEST_CASE("a row may have the name that another one had") {
  WholeSite site(cafe());
  write(site, renamed(site, "drinks/latte", "flat-white"));
  renaming::Renamed done = renamed(site, "drinks/mocha", "latte");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\n"
        "drinks/mocha.html,drinks/latte.html,2026-11-22,drinks/mocha is called latte now\n"
        "drinks/mocha.html#sizes-mocha,drinks/latte.html#sizes-latte,2026-11-22,drinks/mocha is called latte now\n");
  write(site, done);
  site.built();
}

TEST_CASE("a new name may hold the old one, as a part of a longer name too") {
  WholeSite site(cafe());
  for (const char* name : {"latte-macchiato", "caffe-latte", "latte-latte"}) {
    CAPTURE(name);
    renaming::Renamed done = renamed(site, "drinks/latte", name);
    REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
    CHECK(file(done, "data/redirects.csv") ==
          base::replace_all("from,to,since,why\n"
                            "drinks/latte.html,drinks/NAME.html,2026-11-22,drinks/latte is called NAME now\n"
                            "drinks/latte.html#sizes-latte,drinks/NAME.html#sizes-NAME,2026-11-22,drinks/latte is "
                            "called NAME now\n",
                            "NAME", name));
  }
}

TEST_CASE("lists of pages follow a renamed row") {
  Files files = cafe();
  files["content/drinks/index.md"] = page("Drinks", "", "contents: [mocha, 'latte']\n");
  files["data/site.json"] = R"({"title": "Café", "navigation": ["drinks/latte.html", "drinks", "prices"],
"footer": {"links": ["drinks/latte.html", {"title": "Milk", "href": "drinks/latte.html"}, "prices"]}})";
  WholeSite site(files);
  site.built();
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(has(file(done, "content/drinks/index.md"), "contents: [mocha, 'flat-white']"));
  CHECK(file(done, "data/site.json") ==
        R"({"title": "Café", "navigation": ["drinks/flat-white.html", "drinks", "prices"],
"footer": {"links": ["drinks/flat-white.html", {"title": "Milk", "href": "drinks/flat-white.html"}, "prices"]}})");
  write(site, done);
  site.built();
}

TEST_CASE("a renamed claim is renamed where answers rest on it") {
  WholeSite site(cafe());
  renaming::Renamed done = renamed(site, "claims/latte", "milk is good");
  CHECK(has(said(done.diagnostics), "error[flow-unjustified]: the reason for \"yes\" cites nothing"));
  CHECK(done.fails_after);
  done = renamed(site, "claims/latte", "milk-is-good");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(file(done, "content/choose/first.md") ==
        "---\nquestion: Thirsty?\nanswers:\n  yes: {label: Yes, to: drink, because: ['milk-is-good', more]}\n---\n");
  CHECK(file(done, "data/drinks.json") == "(stays)");
}

TEST_CASE("what can't be a new name is refused") {
  CHECK(refusal("latte", "x") == "\"latte\" names no row | give TABLE/KEY, such as drinks/latte");
  CHECK(refusal("drink/latte", "x") == "there is no resource \"drink\" | did you mean \"drinks\"?");
  CHECK(refusal("drinks/late", "x") == "there is no drinks/late | did you mean \"latte\"?");
  CHECK(refusal("drinks/latte", "mocha") == "drinks/mocha is there already | give a name that no row of the table has");
  CHECK(refusal("drinks/tea", "mocha") ==
        "there is no drinks/tea, but there is drinks/mocha | it seems to have been renamed already");
  CHECK(refusal("drinks/latte", "latte") == "drinks/latte has that name | give another one");
  CHECK(refusal("drinks/latte", "") ==
        "\"\" can't be a key: it is empty | give a name such as those of the table's other rows");
  CHECK(refusal("drinks/latte", "a\nb") ==
        "\"a␊b\" can't be a key: it holds a character that nobody sees | give a name such as those of the table's "
        "other rows");
  CHECK(refusal("drinks/latte", "Latte") == "\"Latte\" does not fit the pattern of \"id\" | expected: [a-z-]+");
  CHECK(refusal("prices/latte/small", "tall") ==
        "\"tall\" has 1 part, but the key of \"prices\" has 2 columns | give all of drink/size, with '/' between them");
  CHECK(refusal("prices/latte/small", "mocha/tall") ==
        "\"drink\" of prices/latte/small names a row of \"drinks\" | rename that one: sourcebook rename drinks/latte "
        "NAME");
}

TEST_CASE("what an import asks for by the site's names follows") {
  const auto becomes = [](const std::string& settings) {
    Files files = cafe();
    files["data/imports/table.yaml"] = "resource: prices\n" + settings;
    WholeSite site(files);
    return file(renamed(site, "drinks/latte", "flat-white"), "data/imports/table.yaml");
  };
  CHECK(becomes("only: {drink: [latte]}\ncolumns: {Drink: {field: drink, names: true}}\n") ==
        "resource: prices\nonly: {drink: [flat-white]}\ncolumns: {Drink: {field: drink, names: true}}\n");
  CHECK(becomes("only: {drink: [latte]}\ncolumns: {Drink: drink}\n") == "(stays)");  // a word of the publisher
  // `always` names columns of the site, whatever the fields of the importer are called.
  CHECK(becomes("fields: {size: drink, drink: size}\nbest: {of: price, by: [size], always: {drink: [latte]}}\n") ==
        "resource: prices\nfields: {size: drink, drink: size}\n"
        "best: {of: price, by: [size], always: {drink: [flat-white]}}\n");
}

TEST_CASE("an import that takes names as they are published is left to a person") {
  const auto left_with = [](const std::string& settings) {
    Files files = cafe();
    files["data/imports/table.yaml"] = "resource: prices\n" + settings;
    WholeSite site(files);
    return left(renamed(site, "drinks/latte", "flat-white"), "data/imports/table.yaml");
  };
  CHECK(left_with("columns: {Drink: drink, Size: size}\n") == "2:18 its next file may bring the old name in again\n");
  CHECK(left_with("columns:\n  Drink: {field: what, unit: 1}\nfields: {what: drink}\n") ==
        "3:10 its next file may bring the old name in again\n");
  CHECK(left_with("columns: {Drink: drink}\nvalues: {drink: {Milchkaffee: latte}}\n") == "");
  CHECK(left_with("columns: {Drink: {field: drink, names: true}, Size: size}\nnames: drink_names\n") == "");
  CHECK(left_with("columns: {Size: size}\n") == "");

  // Others keep the old name, and the row that has lost it comes back under it.
  Files files = cafe();
  files["data/imports/table.yaml"] = "resource: prices\ncolumns: {Drink: drink, Size: size}\n";
  WholeSite site(files);
  CHECK(left(renamed(site, "prices/latte/small", "latte/tiny"), "data/imports/table.yaml") ==
        "2:31 its next file may bring the old name in again\n");
}

TEST_CASE("a name with signs of Markdown is encoded in links, and left where a formula can't hold it") {
  Files files = cafe();
  files["data/datapackage.json"] = base::replace_all(files["data/datapackage.json"], R"("pattern": "[a-z-]+", )", "");
  for (const char* path : {"data/figures.yaml", "content/prices.md"}) {
    files[path] = base::replace_all(files[path], "\nfigures: {small: prices/latte/small/price}", "");
    files[path] =
        base::replace_all(files[path], "twice: 2 * prices/latte/small/price + prices/latte/small/price", "{}");
    files[path] = base::replace_all(files[path], ", [€9.00](fig:twice)", "");
  }
  files["content/choose/drink.md"] = "---\noutcome: Drink\n---\n";
  files["content/index.md"] = page("Home");
  files.erase("content/drinks/drink.md");
  WholeSite site(files);
  site.built();
  renaming::Renamed done = renamed(site, "drinks/latte", "a&amp;(b)");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(has(file(done, "content/prices.md"), "[€3.00](fig:prices/a%26amp;%28b%29/small/price)"));
  write(site, done);
  site.built();

  WholeSite with_formulas(cafe());
  with_formulas.write("data/datapackage.json", files["data/datapackage.json"]).remove("content/drinks/drink.md");
  with_formulas.write("content/index.md", files["content/index.md"]);
  with_formulas.write("content/choose/drink.md", files["content/choose/drink.md"]);
  done = renamed(with_formulas, "drinks/latte", "a,b");
  CHECK(done.fails_after);
  CHECK(left(done, "data/figures.yaml") ==
        "1:8 a formula, which can't hold the new name\n1:8 a formula, which can't hold the new name\n");

  done = renamed(with_formulas, "drinks/latte", "caffè latte");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  const std::string encoded = file(done, "data/figures.yaml");
  CHECK(has(encoded, "%20latte/small/price + prices/"));
  CHECK(!has(encoded, " latte"));
  write(with_formulas, done);
  with_formulas.built();
  done = renamed(with_formulas, "drinks/caffè latte", "latte");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(file(done, "data/figures.yaml") == cafe()["data/figures.yaml"]);
}

TEST_CASE("a key of several columns is renamed with what refers to all of it") {
  WholeSite site(cafe());
  renaming::Renamed done = renamed(site, "prices/latte/large", "latte/tall");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(has(file(done, "data/sales.csv"), "North;\"latte\";small;10\nSouth;latte;tall;5\nSouth;mocha;small;7\n"));
  CHECK(has(file(done, "content/prices.md"), "[€4.00](fig:pairs/latte%2Ftall/price)"));
  CHECK(has(file(done, "content/prices.md"), "[5](fig:sales/South/latte/tall/sold)"));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\ndata/prices.html#latte.large,data/prices.html#latte.tall,2026-11-22,prices/latte/large is "
        "called latte/tall now\n");
}

TEST_CASE("a row without a page of its own leads on from its place on the page of the data, and comes back") {
  WholeSite site(cafe());
  renaming::Renamed done = renamed(site, "claims/latte", "milk");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\n"
        "data/claims.html#latte,data/claims.html#milk,2026-11-22,claims/latte is called milk now\n");
  write(site, done);
  site.built();
  CHECK(has(site.html("data/claims.html"), "<a href=\"claims.html#milk\">"));
  done = renamed(site, "claims/milk", "latte");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\n"
        "data/claims.html#milk,data/claims.html#latte,2026-11-22,claims/milk is called latte now\n");
  write(site, done);
  site.built();
  // In a table of CSV too.
  done = renamed(site, "sales/South/mocha/small", "North/mocha/small");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(has(file(done, "data/redirects.csv"),
            "\ndata/sales.html#South.mocha.small,data/sales.html#North.mocha.small,2026-11-22,"));
}

// A table with a key of two columns, which hold the same word, and a page that asks for it.
Files pairs(const std::string& query) {
  Files files;
  files["data/site.json"] = R"({"title": "Pairs"})";
  files["data/sources/all.json"] = R"([{"id": "card", "type": "webpage", "title": "Card"}])";
  files["data/datapackage.json"] = R"({"name": "pairs", "resources": [
{"name": "pairs", "path": "pairs.json", "source": "card", "locator": "row", "schema": {"fields": [
  {"name": "left", "type": "string"}, {"name": "right", "type": "string"}, {"name": "n", "type": "integer", "unit": "1"}],
  "primaryKey": ["left", "right"]}}]})";
  files["data/pairs.json"] = R"([{"left": "a", "right": "a", "n": 1}])";
  files["content/index.md"] = page("Pairs",
                                   "```sql both\nSELECT p.n, p.ref FROM pairs p WHERE " + query +
                                       "\n```\n\n```table n\ndata: both\ncaption: N\n```\n",
                                   "params: {side: a, oth: a}\n");
  return files;
}

TEST_CASE("a parameter becomes what the column has that it is compared with") {
  WholeSite site(pairs("p.right = :side AND p.left = :oth"));
  site.built();
  renaming::Renamed done = renamed(site, "pairs/a/a", "b2/c2");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(has(file(done, "content/index.md"), "params: {side: c2, oth: b2}\n"));
  CHECK(left(done, "content/index.md") == "");

  WholeSite unclear(pairs("p.right IN (:side) OR p.left = :side OR p.left = :oth"));
  unclear.built();
  done = renamed(unclear, "pairs/a/a", "b2/c2");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(has(file(done, "content/index.md"), "params: {side: a, oth: b2}\n"));
  CHECK(left(done, "content/index.md") ==
        "3:16 a parameter that is compared with columns which do not all change alike\n");
}

TEST_CASE("a UNION beside a table does not hide what the table's columns are") {
  WholeSite site(
      pairs("p.right = 'a' AND EXISTS (SELECT 1 FROM (SELECT 'a' AS x UNION SELECT 'b') u JOIN pairs AS q "
            "ON q.left = 'a' WHERE u.x = 'a' AND q.right = p.right)"));
  site.built();
  renaming::Renamed done = renamed(site, "pairs/a/a", "b2/c2");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(has(file(done, "content/index.md"), "p.right = 'c2' AND EXISTS (SELECT 1 FROM (SELECT 'a' AS x UNION"));
  CHECK(has(file(done, "content/index.md"), "ON q.left = 'b2' WHERE u.x = 'a'"));
}

TEST_CASE("a key that is a number is renamed as a number") {
  Files files;
  files["data/site.json"] = R"({"title": "Models"})";
  files["data/sources/all.json"] = R"([{"id": "card", "type": "webpage", "title": "Card"}])";
  files["data/datapackage.json"] = R"({"name": "models", "resources": [
{"name": "models", "path": "models.json", "source": "card", "locator": "row", "caveats": [{"when": "id = 7", "text": "Old."}],
 "schema": {"fields": [{"name": "id", "type": "integer", "constraints": {"enum": [7, 17]}}, {"name": "n", "type": "integer", "unit": "1"}],
  "primaryKey": ["id"]}}]})";
  files["data/models.json"] = R"([{"id": 7, "n": 7}, {"id": 17, "n": 2}])";
  files["content/index.md"] = page("Models", R"(
```sql mine
SELECT m.n, m.ref FROM models m WHERE m.id = 7 OR m.id IN (17, :model) OR m.n = 7 OR m.id = '7'
```

```table n
data: mine
caption: Mine
```
)",
                                   "params: {model: 7}\n");
  files["content/models/model.md"] =
      page("\"Model {id}\"", "", "pages: {query: models, address: \"{id}\", title: \"Model {id}\"}\n");
  files["content/models/index.md"] = page("All");
  WholeSite site(files);
  site.built();
  renaming::Renamed done = renamed(site, "models/7", "70");
  REQUIRE_MESSAGE(!done.failed(), done.refusal << said(done.diagnostics));
  CHECK(file(done, "data/models.json") == R"([{"id": 70, "n": 7}, {"id": 17, "n": 2}])");
  CHECK(has(file(done, "content/index.md"), "m.id = 70 OR m.id IN (17, :model) OR m.n = 7 OR m.id = '70'\n"));
  CHECK(has(file(done, "content/index.md"), "params: {model: 70}\n"));
  CHECK(has(file(done, "data/datapackage.json"), R"("when": "id = 70")"));
  CHECK(has(file(done, "data/datapackage.json"), R"("enum": [70, 17])"));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\nmodels/7.html,models/70.html,2026-11-22,models/7 is called 70 now\n");
}

TEST_CASE("nothing is renamed where the site has mistakes, or would have them") {
  WholeSite site(cafe());
  site.write("content/bad.md", page("Bad", "[x](nowhere.md)\n"));
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  CHECK(has(said(done.diagnostics), "content/bad.md:4"));
  CHECK(!done.fails_after);
  CHECK(done.files.empty());

  // A page stands where the row's page would come to be.
  site.remove("content/bad.md").write("content/drinks/flat-white.md", page("Flat white"));
  done = renamed(site, "drinks/latte", "flat-white");
  CHECK(has(said(done.diagnostics), "error[duplicate-address]"));
  CHECK(done.fails_after);
  CHECK(done.files.empty());
}
