#include "renaming/rename.h"
#include "base/diagnostic.h"

#include "unit/whole_site.h"

namespace {

// Returns a site with drinks and their prices, sales by shop (a key of two columns, in CSV), names for an import, a
// flow, and pages made from data.
Files cafe() {
  Files files;
  files["data/site.json"] = R"({"title": "Café", "colours": {"latte": 2, "mocha": 3}})";
  files["data/sources/all.json"] = R"([{"id": "card", "type": "webpage", "title": "Price card"}])";
  files["data/datapackage.json"] = R"json({"name": "cafe", "resources": [
{"name": "drinks", "path": "drinks.json", "title": "Drinks",
 "caveats": [{"when": "name <> ''", "text": "With milk."}],
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
  files["data/claims.json"] = R"([{"id": "milk", "statement": "Milk is good."}, {"id": "more", "statement": "More."}])";
  files["data/figures.yaml"] = "twice: 2 * prices/latte/small/price + prices/latte/small/price\n";
  files["data/views/cheap.sql"] = "SELECT p.drink, p.price, p.ref FROM prices p WHERE p.size = 'small'\n";
  files["data/imports/table.yaml"] =
      "resource: prices\nsource: card\nvalues: {drink: {Milchkaffee: latte, latte: latte}}\n";
  files["content/index.md"] = page(
      "Home", "Words about latte. [The page](drinks/latte.html?from=home#large), [a row](data/drinks.html#latte).\n");
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
SELECT d.id AS what, p.size, p.price, p.ref, p.drink FROM drinks d JOIN prices p ON p.drink = d.id
WHERE p.drink IN (:favourite)
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
      "---\nquestion: Thirsty?\nanswers:\n  yes: {label: Yes, to: drink, because: ['milk', more]}\n---\n";
  files["content/choose/drink.md"] = "---\noutcome: Drink\nnext: [../drinks/latte.html]\n---\n";
  return files;
}

renaming::Renamed renamed(const WholeSite& site, const std::string& row, const std::string& name) {
  return renaming::rename_row(site.root, {row, name, "2026-11-22"}, 1);
}

// Returns the new contents of a file.
std::string file(const renaming::Renamed& done, const std::string& path) {
  for (const base::ChangedFile& each : done.files)
    if (each.path == path) return each.bytes;
  return "(stays)";
}

void write(WholeSite& site, const renaming::Renamed& done) {
  for (const base::ChangedFile& each : done.files) {
    const Files files = site.root.files();
    const auto there = files.find(each.path);
    CHECK_MESSAGE((there == files.end() ? !each.from : each.from == base::hash_bytes(there->second)), each.path);
    site.write(each.path, each.bytes);
  }
}

std::string refusal(const std::string& row, const std::string& name) {
  WholeSite site(cafe());
  try {
    renamed(site, row, name);
    return "";
  } catch (const base::UsageError& error) {
    return error.why + " | " + error.help;
  }
}

// Whether there are files to write and the site builds with them.
bool is_complete(const renaming::Renamed& done) { return !done.files.empty() && !done.diagnostics.has_errors(); }

std::string places(const renaming::Renamed& done, const std::string& path) {
  std::string text;
  for (const renaming::Place& each : done.places)
    if (each.span.source->path() == path)
      text += std::to_string(each.span.source->position(each.span.begin).line) + ":" +
              std::to_string(each.span.source->position(each.span.begin).column) + " " + each.why + "\n";
  return text;
}

}  // namespace

TEST_CASE("a row is renamed in all tables, and their other bytes do not change") {
  WholeSite site(cafe());
  site.built();
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(site.root.writes().size() == cafe().size());  // only the writes of the test itself
  CHECK(file(done, "data/drinks.json") ==
        "[\r\n  {\"id\":\"flat-white\",  \"name\": \"Latte\"},\r\n  {\"id\" : \"mocha\", \"name\": \"latte with "
        "cocoa\"}\r\n]\r\n");
  CHECK(file(done, "data/sales.csv") ==
        "shop;drink;size;sold\nNorth;\"flat-white\";small;10\nSouth;flat-white;large;5\nSouth;mocha;small;7\n");
  CHECK(file(done, "data/names.json") == R"([{"name": "Caffè Latte", "means": "flat-white"}])");
  CHECK(file(done, "data/claims.json") == "(stays)");
  CHECK(has(file(done, "data/datapackage.json"), R"("categories": [{"value": "flat-white", "label": "Latte!"}])"));
  CHECK(has(file(done, "data/imports/table.yaml"), "values: {drink: {Milchkaffee: flat-white, latte: flat-white}}"));
  CHECK(file(done, "data/site.json") == R"({"title": "Café", "colours": {"flat-white": 2, "mocha": 3}})");
}

TEST_CASE("figures, specs and parameters that refer to a renamed row are updated") {
  WholeSite site(cafe());
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  const std::string prices = file(done, "content/prices.md");
  CHECK(has(prices, "A latte is [€3.00](fig:prices/flat-white/small/price), `[€3.00](fig:prices/latte/small/price)`"));
  CHECK(has(prices,
            "[€3.00](fig:cheap/flat-white/price), [€4.00](fig:pairs/flat-white%2Flarge/price), "
            "[10](fig:sales/North/flat-white/small/sold)"));
  CHECK(has(prices, "domain: [flat-white, \"mocha\"]"));
  CHECK(has(prices, "params: {favourite: flat-white}\nfigures: {small: prices/flat-white/small/price}"));
  CHECK(file(done, "data/figures.yaml") ==
        "twice: 2 * prices/flat-white/small/price + prices/flat-white/small/price\n");
  // The author has to edit references that can't be resolved.
  CHECK(places(done, "content/prices.md") == "7:3 \n7:71 \n");
}

TEST_CASE("a name that other cells also contain is not changed in specs, settings and parameters") {
  Files files = cafe();
  files["data/claims.json"] = R"([{"id": "milk", "statement": "Milk."}, {"id": "more", "statement": "latte"}])";
  WholeSite site(files);
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(!done.files.empty(), said(done.diagnostics));
  CHECK(file(done, "data/site.json") == "(stays)");
  CHECK(has(file(done, "content/prices.md"), "params: {favourite: latte}"));
  CHECK(places(done, "data/site.json") == "1:31 other cells of the data have this value too\n");
  // The descriptor states the column that contains these words.
  CHECK(has(file(done, "data/datapackage.json"), "\"enum\": [\"flat-white\", \"mocha\""));
}

TEST_CASE("SQL that names a renamed row is listed, and the site builds after the author has edited it") {
  Files files = cafe();
  const std::string view =
      "SELECT p.drink, p.price, p.ref FROM prices p WHERE p.drink = 'latte' AND p.size = 'small'\n";
  files["data/views/cheap.sql"] = view;
  files["data/datapackage.json"] = base::replace_all(files["data/datapackage.json"], "name <> ''", "id = 'latte'");
  WholeSite site(files);
  site.built();
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(!done.files.empty(), said(done.diagnostics));
  CHECK(done.fails_after);
  CHECK(has(said(done.diagnostics), "fig:cheap/flat-white/price"));
  CHECK(places(done, "data/views/cheap.sql") == "1:63 SQL\n");
  CHECK(file(done, "data/views/cheap.sql") == "(stays)");
  CHECK(places(done, "data/datapackage.json") == "3:30 SQL\n");
  CHECK(has(file(done, "data/redirects.csv"), "drinks/latte.html,drinks/flat-white.html,"));
  write(site, done);
  site.write("data/views/cheap.sql", base::replace_all(view, "latte", "flat-white"));
  site.built();
}

TEST_CASE("SQL that only mentions the name does not break the build") {
  Files files = cafe();
  files["content/prices.md"] =
      base::replace_all(files["content/prices.md"], "ORDER BY drink, size", "ORDER BY drink = 'latte', drink, size");
  WholeSite site(files);
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(has(places(done, "content/prices.md"), " SQL\n"));
}

TEST_CASE("pages made from a renamed row redirect from their old addresses, and can be renamed back") {
  WholeSite site(cafe());
  site.built();
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE(is_complete(done));
  CHECK(has(file(done, "content/index.md"),
            "[The page](drinks/flat-white.html?from=home#large), [a row](data/drinks.html#flat-white)"));
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
  REQUIRE_MESSAGE(is_complete(back), said(back.diagnostics));
  CHECK(has(file(back, "data/redirects.csv"), "drinks/flat-white.html,drinks/latte.html"));
  CHECK(!has(file(back, "data/redirects.csv"), "\ndrinks/latte.html"));
  CHECK(has(back.diff, "\n-drinks/latte.html,drinks/flat-white.html,"));
  write(site, back);
  site.built();
  CHECK(site.root.files().at("data/drinks.json") == cafe().at("data/drinks.json"));
}

TEST_CASE("a file of redirects with only empty lines gets the header row") {
  auto files = cafe();
  files["data/redirects.csv"] = "\n\n";
  WholeSite site(files);
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(file(done, "data/redirects.csv").starts_with("from,to,since,why\ndrinks/latte.html,"));
}

TEST_CASE("a row may get the former name of another row") {
  WholeSite site(cafe());
  write(site, renamed(site, "drinks/latte", "flat-white"));
  renaming::Renamed done = renamed(site, "drinks/mocha", "latte");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\n"
        "drinks/mocha.html,drinks/latte.html,2026-11-22,drinks/mocha is called latte now\n"
        "drinks/mocha.html#sizes-mocha,drinks/latte.html#sizes-latte,2026-11-22,drinks/mocha is called latte now\n");
  write(site, done);
  site.built();
}

TEST_CASE("a new name may contain the old one, even as part of a longer name") {
  WholeSite site(cafe());
  for (const char* name : {"latte-macchiato", "caffe-latte", "latte-latte"}) {
    CAPTURE(name);
    renaming::Renamed done = renamed(site, "drinks/latte", name);
    REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
    CHECK(file(done, "data/redirects.csv") ==
          base::replace_all("from,to,since,why\n"
                            "drinks/latte.html,drinks/NAME.html,2026-11-22,drinks/latte is called NAME now\n"
                            "drinks/latte.html#sizes-latte,drinks/NAME.html#sizes-NAME,2026-11-22,drinks/latte is "
                            "called NAME now\n",
                            "NAME", name));
  }
}

TEST_CASE("lists of pages are updated for a renamed row") {
  Files files = cafe();
  files["content/drinks/index.md"] = page("Drinks", "", "contents: [mocha, 'latte']\n");
  files["data/site.json"] = R"({"title": "Café", "navigation": ["drinks/latte.html", "drinks", "prices"],
"footer": {"links": ["drinks/latte.html", {"title": "Milk", "href": "drinks/latte.html"}, "prices"]}})";
  WholeSite site(files);
  site.built();
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(has(file(done, "content/drinks/index.md"), "contents: [mocha, 'flat-white']"));
  CHECK(file(done, "data/site.json") ==
        R"({"title": "Café", "navigation": ["drinks/flat-white.html", "drinks", "prices"],
"footer": {"links": ["drinks/flat-white.html", {"title": "Milk", "href": "drinks/flat-white.html"}, "prices"]}})");
  write(site, done);
  site.built();
}

TEST_CASE("a renamed claim is renamed where answers depend on it") {
  WholeSite site(cafe());
  renaming::Renamed done = renamed(site, "claims/milk", "milk is good");
  CHECK(
      has(said(done.diagnostics), "error[flow-unjustified]: the reason for \"yes\" has no citation, figure or assert"));
  CHECK(done.fails_after);
  done = renamed(site, "claims/milk", "milk-is-good");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(file(done, "content/choose/first.md") ==
        "---\nquestion: Thirsty?\nanswers:\n  yes: {label: Yes, to: drink, because: ['milk-is-good', more]}\n---\n");
  CHECK(file(done, "data/drinks.json") == "(stays)");
}

TEST_CASE("invalid new names are refused") {
  CHECK(refusal("latte", "x") == "\"latte\" is not a row | give TABLE/KEY, such as drinks/latte");
  CHECK(refusal("drink/latte", "x") == "there is no resource \"drink\" | did you mean \"drinks\"?");
  CHECK(refusal("drinks/late", "x") == "there is no drinks/late | did you mean \"latte\"?");
  CHECK(refusal("drinks/latte", "mocha") == "drinks/mocha already exists | give a name that no row has");
  CHECK(refusal("drinks/tea", "mocha") == "there is no drinks/tea | drinks/mocha exists: was it renamed already?");
  CHECK(refusal("drinks/latte", "latte") == "drinks/latte already exists | give a name that no row has");
  CHECK(refusal("drinks/latte", "").starts_with("\"\" can't be a key"));
  CHECK(refusal("drinks/latte", "a\nb").starts_with("\"a␊b\" can't be a key"));
  CHECK(refusal("prices/latte/small", "tall") == "a key of \"prices\" has 2 parts | give all of drink/size");
  CHECK(refusal("prices/latte/small", "mocha/tall") ==
        "\"drink\" of prices/latte/small refers to a row of \"drinks\" | rename that row: sourcebook rename "
        "drinks/latte NAME");
  // Building the site checks the constraints of the descriptor.
  WholeSite site(cafe());
  const renaming::Renamed done = renamed(site, "drinks/latte", "Latte");
  CHECK(done.files.empty());
  CHECK(has(said(done.diagnostics), "expected: [a-z-]+"));
}

TEST_CASE("import settings in the site's words are renamed, but the publisher's words are not") {
  Files files = cafe();
  files["data/imports/table.yaml"] =
      "resource: prices\nonly: {drink: [latte]}\ncolumns: {Drink: drink}\nconstants: {drink: latte}\n"
      "values: {drink: {latte: latte}}\nbest: {of: price, by: [size], always: {drink: [latte]}}\n";
  WholeSite site(files);
  CHECK(file(renamed(site, "drinks/latte", "flat-white"), "data/imports/table.yaml") ==
        "resource: prices\nonly: {drink: [latte]}\ncolumns: {Drink: drink}\nconstants: {drink: flat-white}\n"
        "values: {drink: {latte: flat-white}}\nbest: {of: price, by: [size], always: {drink: [flat-white]}}\n");
}

TEST_CASE("a name with Markdown characters is encoded in links, and kept if a formula can't contain it") {
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
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(has(file(done, "content/prices.md"), "[€3.00](fig:prices/a%26amp;%28b%29/small/price)"));
  write(site, done);
  site.built();

  WholeSite with_formulas(cafe());
  with_formulas.write("data/datapackage.json", files["data/datapackage.json"]).remove("content/drinks/drink.md");
  with_formulas.write("content/index.md", files["content/index.md"]);
  with_formulas.write("content/choose/drink.md", files["content/choose/drink.md"]);
  done = renamed(with_formulas, "drinks/latte", "a,b");
  CHECK(done.fails_after);
  CHECK(done.files.empty());
  CHECK(places(done, "data/figures.yaml") == "1:8 a formula\n1:8 a formula\n");

  done = renamed(with_formulas, "drinks/latte", "caffè latte");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  const std::string encoded = file(done, "data/figures.yaml");
  CHECK(has(encoded, "%20latte/small/price + prices/"));
  CHECK(!has(encoded, " latte"));
  write(with_formulas, done);
  with_formulas.built();
  done = renamed(with_formulas, "drinks/caffè latte", "latte");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(file(done, "data/figures.yaml") == cafe()["data/figures.yaml"]);
}

TEST_CASE("a key of several columns is renamed together with all references to it") {
  WholeSite site(cafe());
  renaming::Renamed done = renamed(site, "prices/latte/large", "latte/tall");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(has(file(done, "data/sales.csv"), "North;\"latte\";small;10\nSouth;latte;tall;5\nSouth;mocha;small;7\n"));
  CHECK(has(file(done, "content/prices.md"), "[€4.00](fig:pairs/latte%2Ftall/price)"));
  CHECK(has(file(done, "content/prices.md"), "[5](fig:sales/South/latte/tall/sold)"));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\ndata/prices.html#latte.large,data/prices.html#latte.tall,2026-11-22,prices/latte/large is "
        "called latte/tall now\n");
}

TEST_CASE("a row without a separate page redirects from its anchor on the page of the data, and can be renamed back") {
  WholeSite site(cafe());
  renaming::Renamed done = renamed(site, "claims/milk", "cream");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\n"
        "data/claims.html#milk,data/claims.html#cream,2026-11-22,claims/milk is called cream now\n");
  write(site, done);
  site.built();
  CHECK(has(site.html("data/claims.html"), "<a href=\"claims.html#cream\">"));
  done = renamed(site, "claims/cream", "milk");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\n"
        "data/claims.html#cream,data/claims.html#milk,2026-11-22,claims/cream is called milk now\n");
  write(site, done);
  site.built();
  // A row of a table in CSV is renamed in the same way.
  done = renamed(site, "sales/South/mocha/small", "North/mocha/small");
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(has(file(done, "data/redirects.csv"),
            "\ndata/sales.html#South.mocha.small,data/sales.html#North.mocha.small,2026-11-22,"));
}

TEST_CASE("a key that is a number is renamed as a number") {
  Files files;
  files["data/site.json"] = R"({"title": "Models"})";
  files["data/sources/all.json"] = R"([{"id": "card", "type": "webpage", "title": "Card"}])";
  files["data/datapackage.json"] = R"({"name": "models", "resources": [
{"name": "models", "path": "models.json", "source": "card", "locator": "row",  "schema": {"fields": [{"name": "id", "type": "integer", "constraints": {"enum": [7, 17]}}, {"name": "n", "type": "integer", "unit": "1"}],
  "primaryKey": ["id"]}}]})";
  files["data/models.json"] = R"([{"id": 7, "n": 71}, {"id": 17, "n": 2}])";
  files["content/index.md"] = page("Models", R"(
```sql mine
SELECT m.n, m.ref FROM models m WHERE m.id IN (17, :model)
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
  REQUIRE_MESSAGE(is_complete(done), said(done.diagnostics));
  CHECK(file(done, "data/models.json") == R"([{"id": 70, "n": 71}, {"id": 17, "n": 2}])");
  CHECK(has(file(done, "content/index.md"), "params: {model: 70}\n"));
  CHECK(has(file(done, "data/datapackage.json"), R"("enum": [70, 17])"));
  CHECK(file(done, "data/redirects.csv") ==
        "from,to,since,why\nmodels/7.html,models/70.html,2026-11-22,models/7 is called 70 now\n");
}

TEST_CASE("nothing is renamed if the site has errors, or would have errors") {
  WholeSite site(cafe());
  site.write("content/bad.md", page("Bad", "[x](nowhere.md)\n"));
  renaming::Renamed done = renamed(site, "drinks/latte", "flat-white");
  CHECK(has(said(done.diagnostics), "content/bad.md:4"));
  CHECK(!done.fails_after);
  CHECK(done.files.empty());

  // An existing page already has the new address of the row's page.
  site.remove("content/bad.md").write("content/drinks/flat-white.md", page("Flat white"));
  done = renamed(site, "drinks/latte", "flat-white");
  CHECK(has(said(done.diagnostics), "error[duplicate-address]"));
  CHECK(done.fails_after);
  CHECK(done.files.empty());
}
