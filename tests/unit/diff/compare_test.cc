// Compares two versions of a small site that differ by one kind of change at a time, and checks the complete report.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "../engines_site.h"
#include "diff/compare.h"
#include "diff/report.h"
#include "diff/sides.h"

namespace {

// Returns the files of the coffee site with a table, a chart, named figures, an assert and a decision.
Files site_files() {
  Files files = with_data({
      {"content/index.md", page("Coffee", R"(A latte is [€4.00](fig:prices/latte/price), [1.6](fig:ratio) espressos.

```sql by_price
SELECT name, price, ref FROM prices ORDER BY price
```

```table cheapest
data: by_price
caption: The cheapest first
```

```chart bars
data: by_price
title: Prices
mark: bar
encoding:
  y: {field: name, sort: x}
  x: {field: price}
```

```sql assert cheap-espresso
-- {name} at {price} is dearer than a latte
SELECT e.name, e.price, e.ref FROM prices e JOIN prices l ON l.id = 'latte' WHERE e.id = 'espresso' AND e.price > l.price
```
)",
                                "figures:\n  ratio: prices/latte/price / prices/espresso/price\n")},
      {"content/other.md", page("Other")},
      {"content/choose/index.md", page("Choose", "Words.\n", R"(flow: {start: milk}
cases:
  - {who: A guest, answers: {milk: "yes"}, reaches: latte}
  - {who: A child, answers: {milk: "no"}, reaches: water}
)")},
      {"content/choose/milk.md", page("Milk?", "Words.\n", R"(question: Do you take milk?
answers:
  "yes": {label: "Yes", to: latte, because: ["It has milk [@card]"]}
  "no": {label: "No", to: water, because: ["It has no milk [@card]"]}
)")},
      {"content/choose/latte.md", page("Latte", "Words.\n", "outcome: Take a latte\n")},
      {"content/choose/water.md", page("Water", "Words.\n", "outcome: Take water\n")},
  });
  return files;
}

class TwoStates {
 public:
  explicit TwoStates(const Files& files = site_files()) : before(files), after(files) {}

  diff::Comparison compare() {
    old_side = passes::check_site(turned ? after.root : before.root, {});
    new_side = passes::check_site(turned ? before.root : after.root, {});
    return diff::compare(old_side, new_side);
  }
  std::string text(size_t most = 50) {
    const diff::Comparison comparison = compare();
    return diff::report(comparison, units(), options(most));
  }
  std::string markdown(size_t most = 50) {
    const diff::Comparison comparison = compare();
    return diff::report(comparison, units(), options(most, true));
  }
  std::string saved() {
    const diff::Comparison comparison = compare();
    return site::changes_text(comparison.changes, units());
  }

  const quantity::Units& units() const { return new_side.inputs->database->units(); }
  static diff::ReportOptions options(size_t most, bool is_markdown = false) {
    return {.before = "old", .after = "new", .max_items = most, .is_markdown = is_markdown};
  }

  WholeSite before, after;
  bool turned = false;  // whether before and after are swapped
  passes::CheckedSite old_side, new_side;
};

// Returns the text below a heading, up to the next empty line.
std::string part(const std::string& text, const std::string& heading) {
  return std::string(base::trim(between(text, "\n" + heading, "\n\n")));
}

TEST_CASE("the test site builds") { WholeSite(site_files()).built(); }

TEST_CASE("equal versions have no changes") {
  TwoStates states;
  CHECK(states.text() == "old -> new: nothing\n");
  CHECK(states.compare().empty());
}

TEST_CASE("a changed price is reported everywhere it is shown") {
  TwoStates states;
  states.after.change("data/prices.json", R"("price": 4,)", R"("price": 4.75,)");
  CHECK(
      states.text() ==
      R"~(old -> new: 1 row of data, 2 figures, 2 tables and charts, 2 figures in sentences, 1 doubt, 1 page, 1 page of sources and data

Figures in sentences
  content/index.md:6:13: the text says €4.00, the data €4.75
  content/index.md:6:46: the text says 1.6, the data 1.9

To review
  data/prices.json: prices/latte: price changed, and the row is dated 2026-03-01 as before

Prices (prices): 1 row changed (of 3)
  ~ latte (Latte)
      Price: €4.00 -> €4.75 (+18.8 %)

Figures
  ~ prices/latte/price: €4.00 -> €4.75 (+18.8 %), stated in index.html
  ~ ratio of index.html: 1.6 -> 1.9 (+18.8 %), stated in index.html

Tables and charts
  chart bars in index.html
      Latte, Price: €4.00 -> €4.75 (+18.8 %)
  table cheapest in index.html
      Latte, Price: €4.00 -> €4.75 (+18.8 %)

Pages
  ~ index.html
  and 1 page generated from sources, data and lists
)~");
}

TEST_CASE("a changed price is reported in Markdown") {
  TwoStates states;
  states.after.change("data/prices.json", R"("price": 4,)", R"("price": 4.75,)");
  CHECK(
      states.markdown() ==
      R"~(## What changes: 1 row of data, 2 figures, 2 tables and charts, 2 figures in sentences, 1 doubt, 1 page, 1 page of sources and data

`old` → `new`

### Figures in sentences

- `content/index.md:6:13`: the text says €4.00, the data €4.75
- `content/index.md:6:46`: the text says 1.6, the data 1.9

### To review

- `data/prices.json`: prices/latte: price changed, and the row is dated 2026-03-01 as before

### Prices (`prices`): 1 row changed (of 3)

- `latte` (Latte)
  - Price: €4.00 → €4.75 (+18.8 %)

### Figures

- `prices/latte/price`: €4.00 → €4.75 (+18.8 %), stated in `index.html`
- `ratio` of `index.html`: 1.6 → 1.9 (+18.8 %), stated in `index.html`

### Tables and charts

- chart `bars` in `index.html`
  - Latte, Price: €4.00 → €4.75 (+18.8 %)
- table `cheapest` in `index.html`
  - Latte, Price: €4.00 → €4.75 (+18.8 %)

### Pages

- `index.html`
- and 1 page generated from sources, data and lists
)~");
}

TEST_CASE("a changed price is saved as JSON") {
  TwoStates states;
  states.after.change("data/prices.json", R"("price": 4,)", R"("price": 4.75,)");
  CHECK(states.saved() == R"~({
"tables": [
{"change": "changed", "resource": "prices", "title": "Prices", "rows_before": 3, "rows_after": 3, "rows": [
{"change": "changed", "key": "latte", "name": "Latte", "source": "card", "values": [{"field": "price", "title": "Price", "format": ".2f", "before": 4, "after": 4.75, "unit": "EUR", "percent": 18.75}]}
]}
],
"figures": [
{"change": "changed", "figure": "prices/latte/price", "title": "Latte · Price", "format": ".2f", "before": 4, "after": 4.75, "unit": "EUR", "percent": 18.75, "pages": ["index.html"]},
{"change": "changed", "figure": "ratio", "of": "index.html", "title": "ratio", "format": ",.1f", "before": 1.6, "after": 1.9, "unit": "1", "percent": 18.75, "pages": ["index.html"]}
],
"pages": {"changed": ["index.html"]}
}
)~");
}

TEST_CASE("Markdown shows the pictures of charts that are drawn on both sides") {
  TwoStates states;
  states.after.change("data/prices.json", R"("price": 4,)", R"("price": 4.75,)");
  auto shows_picture = [&] {
    const diff::Comparison comparison = states.compare();
    diff::ReportOptions options = TwoStates::options(50, true);
    options.before_url = "https://a.example/before/", options.after_url = "https://a.example/";
    const std::string text = diff::report(comparison, states.units(), options);
    CHECK(has(text, "- chart `bars` in `index.html`\n"));
    return has(text,
               "  - ![before](https://a.example/before/charts/bars.png) ![now](https://a.example/charts/bars.png)\n");
  };
  CHECK(shows_picture());
  states.after.write("data/site.json", R"({"title": "Café", "features": {"images": false}})");
  CHECK(!shows_picture());
  states.turned = true;
  CHECK(!shows_picture());
  states.after.write("data/site.json", R"({"title": "Café"})").write("data/prices.json", "[]");
  CHECK(!shows_picture());
}

TEST_CASE("added and removed rows are reported by key") {
  TwoStates states;
  states.after.change("data/prices.json", R"({"id": "mocha", "name": "Mocha", "price": 4.5,)",
                      R"({"id": "tea", "name": "Tea", "price": 2,)");
  const std::string text = states.text();
  CHECK(part(text, "Prices (prices)") == R"(: 1 new, 1 gone (of 3)
  + tea (Tea)
      Price: €2.00
  - mocha (Mocha)
      Price: €4.50)");
}

TEST_CASE("a column with a different unit is reported once, and its values are not reported as changed") {
  TwoStates states;
  states.after.change("data/datapackage.json", R"("unit": "g")", R"("unit": "kg")");
  states.after.change("data/prices.json", R"("beans": 9,)", R"("beans": 0.009,)");
  states.after.change("data/prices.json", R"("beans": 9.5,)", R"("beans": 0.01,)");
  CHECK(part(states.text(), "Prices (prices)") == R"(: 1 row changed (of 3)
  Beans: in kg now, was in g
  ~ latte (Latte)
      Beans: 9.5 g -> 0.01 kg (+5.26 %, different unit))");
}

TEST_CASE("a column with a different currency has changed values without percentages") {
  TwoStates states;
  states.after.change("data/datapackage.json", R"("unit": "EUR")", R"("unit": "USD")");
  const std::string text = states.text();
  CHECK(has(text, "Prices (prices): 3 rows changed (of 3)\n  Price: in USD now, was in EUR\n"));
  CHECK(has(text, "      Price: €2.50 -> $2.50 (different unit)\n"));
}

// Moves source, locator and date from the first row to the table, on both sides.
void set_table_provenance(TwoStates& states) {
  for (WholeSite* side : {&states.before, &states.after})
    side->change("data/prices.json", R"("beans": 9, "source": "card", "locator": "row 1", "as_of": "2026-03-01")",
                 R"("beans": 9)")
        .change("data/datapackage.json", R"("title": "Prices",)",
                R"("title": "Prices", "source": "card", "locator": "row 1", "as_of": "2026-03-01",)");
}

void say_otherwise(TwoStates& states) {
  set_table_provenance(states);
  states.after.change("data/datapackage.json", R"("source": "card", "locator": "row 1", "as_of": "2026-03-01")",
                      R"("source": "survey", "locator": "p. 3", "as_of": "2026-06-01")");
}

TEST_CASE("changed settings of a table are reported") {
  TwoStates states;
  say_otherwise(states);
  CHECK(states.text() == R"~(old -> new: 3 settings of tables, 1 page, 4 pages of sources and data

Prices (prices): other settings (of 3)
  source: card -> survey (for rows without their own)
  locator: row 1 -> p. 3 (for rows without their own)
  as_of: 2026-03-01 -> 2026-06-01

Pages
  ~ index.html
  and 4 pages generated from sources, data and lists
)~");
  CHECK(states.markdown() ==
        R"~(## What changes: 3 settings of tables, 1 page, 4 pages of sources and data

`old` → `new`

### Prices (`prices`): other settings (of 3)

- source: card → survey (for rows without their own)
- locator: row 1 → p. 3 (for rows without their own)
- as_of: 2026-03-01 → 2026-06-01

### Pages

- `index.html`
- and 4 pages generated from sources, data and lists
)~");
  CHECK(states.saved() == R"~({
"tables": [
{"change": "changed", "resource": "prices", "title": "Prices", "rows_before": 3, "rows_after": 3, "settings": [{"setting": "source", "before": "card", "after": "survey"}, {"setting": "locator", "before": "row 1", "after": "p. 3"}, {"setting": "as_of", "before": "2026-03-01", "after": "2026-06-01"}]}
],
"pages": {"changed": ["index.html"]}
}
)~");
}

TEST_CASE("an added or removed setting is reported with rows and columns") {
  TwoStates states;
  set_table_provenance(states);
  states.before.change("data/datapackage.json", R"("as_of": "2026-03-01",)", "");
  states.after.change("data/datapackage.json", R"("name": "beans", "title": "Beans")",
                      R"("name": "size", "title": "Size", "type": "number", "unit": "g"}, {"name": "beans")");
  CHECK(part(states.text(), "Prices (prices)") ==
        ": other columns (of 3)\n  new column size\n"
        "  as_of: none -> 2026-03-01");
  states.turned = true;
  states.after.change("data/prices.json", R"("price": 4,)", R"("price": 4.75,)");
  const std::string text = states.text();
  CHECK(has(text, "\n  no column size any more\n  as_of: 2026-03-01 -> none\n  ~ latte"));
  CHECK(has(states.markdown(), "\n- as_of: 2026-03-01 → none\n- `latte`"));
}

TEST_CASE("the date of a table is reported even if each row has its own, because the table's page shows it") {
  TwoStates states;
  states.after.change("data/datapackage.json", R"("title": "Prices",)", R"("title": "Prices", "as_of": "2026-06-01",)");
  CHECK(states.text() == R"~(old -> new: 1 setting of a table, 1 page of sources and data

Prices (prices): other settings (of 3)
  as_of: none -> 2026-06-01

Pages
  and 1 page generated from sources, data and lists
)~");
}

TEST_CASE("added and removed columns and tables are reported") {
  TwoStates states;
  states.after.change("data/datapackage.json", R"({"name": "beans", "title": "Beans", "type": "number", "unit": "g"},)",
                      R"({"name": "size", "title": "Size", "type": "number", "unit": "g"},)");
  for (const char* beans : {R"("beans": 9,)", R"("beans": 9.5,)"}) states.after.change("data/prices.json", beans, "");
  CHECK(part(states.text(), "Prices (prices)") ==
        ": other columns (of 3)\n  new column size\n  no column beans any more");
  TwoStates whole;
  whole.before.remove("data/prices.json").write("data/datapackage.json", R"({"name": "coffee", "resources": []})");
  for (const char* side : {"content/index.md"})
    whole.before.write(side, page("Coffee")), whole.after.write(side, page("Coffee"));
  CHECK(has(whole.text(), "\nPrices (prices): new, with 3 rows\n"));
  whole.turned = true;
  CHECK(has(whole.text(), "\nPrices (prices): gone, with 3 rows\n"));
}

TEST_CASE("changed sources are reported, and are reasons of changed pages") {
  TwoStates states;
  states.after.write("data/sources/all.json", R"([
{"id": "card", "type": "webpage", "title": "Price card", "publisher": "Bean Street", "URL": "https://bean.example/card",
 "custom": {"status": "retracted", "reason": "It was a joke"}},
{"id": "visit", "type": "webpage", "title": "A visit"}])");
  states.after.change("data/prices.json", "\"survey\"", "\"card\"");
  const std::string text = states.text();
  CHECK(has(text, "old -> new: 1 row of data, 3 sources, "));
  CHECK(part(text, "Sources\n") ==
        "~ card (Price card)\n      status: retracted\n      reason: It was a joke\n"
        "  + visit (A visit)\n  - survey (Survey & tests)");
  CHECK(has(text, "\n  ~ index.html\n"));
  const std::string markdown = states.markdown();
  CHECK_MESSAGE(has(markdown, R"(### Sources

- `card` (Price card)
  - status: retracted
  - reason: It was a joke
- `visit` (A visit) **new**
- `survey` (Survey & tests) **gone**
)"),
                markdown);
}

TEST_CASE("a changed caveat of a row is a reason for changed pages") {
  TwoStates states;
  states.after.change("data/datapackage.json", "Mocha was paid in cash.", "Mocha was free.");
  CHECK(has(states.text(), "\n  ~ index.html\n"));
}

TEST_CASE("a renamed key is reported as removed and added") {
  TwoStates states;
  states.after.change("data/prices.json", R"("id": "mocha")", R"("id": "moka")");
  CHECK(has(states.text(),
            "Prices (prices): 1 new, 1 gone (of 3)\n  + moka (Mocha)\n      Price: €4.50\n  - mocha (Mocha)\n"));
}

// Adds a table of cups with a key of two columns, and a table of how many of each kind a shop sold.
void add_cups(WholeSite& side) {
  side.change("data/datapackage.json", "\"resources\": [", R"("resources": [
{"name": "cups", "path": "cups.json", "source": "card", "locator": "row 9", "schema": {"primaryKey": ["drink", "size"],
"foreignKeys": [{"fields": ["drink"], "reference": {"resource": "prices", "fields": ["id"]}}],
"fields": [{"name": "drink", "type": "string"}, {"name": "size", "type": "string"},
{"name": "volume", "title": "Volume", "type": "number", "unit": "1"}]}},
{"name": "sold", "path": "sold.csv", "source": "card", "locator": "row 9", "schema": {
"primaryKey": ["shop", "drink", "size"], "foreignKeys": [
{"fields": ["drink", "size"], "reference": {"resource": "cups", "fields": ["drink", "size"]}}],
"fields": [{"name": "shop", "type": "string"}, {"name": "drink", "type": "string"}, {"name": "size", "type": "string"},
{"name": "cups", "type": "integer", "unit": "1"}]}},)");
  side.write("data/cups.json", R"([{"drink": "latte", "size": "small", "volume": 7}])");
  side.write("data/sold.csv", "shop,drink,size,cups\nNorth,latte,small,10\n");
}

// Replaces the query by_price on both sides.
void ask(TwoStates& states, const std::string& query) {
  for (WholeSite* side : {&states.before, &states.after})
    side->change("content/index.md", "SELECT name, price, ref FROM prices ORDER BY price", query);
}

TEST_CASE("a row whose name is spelled differently is the same row") {
  TwoStates states;
  states.after.change("data/prices.json", R"("name": "Mocha", "price": 4.5)", R"("name": "Moka", "price": 1.5)");
  const std::string text = states.text();
  CHECK(part(text, "Tables and charts") == R"(chart bars in index.html
      Moka, Price: €4.50 -> €1.50 (−66.7 %)
  table cheapest in index.html
      Moka, Price: €4.50 -> €1.50 (−66.7 %))");
}

TEST_CASE("rows are named by columns that the table shows, the same on both sides") {
  TwoStates states;
  ask(states, "SELECT id, name, as_of, price, ref FROM prices ORDER BY price");
  for (WholeSite* side : {&states.before, &states.after})
    side->change("content/index.md", "caption: The cheapest first",
                 "caption: The cheapest first\ncolumns: [name, price, as_of]");
  states.after.change(
      "data/prices.json", R"({"id": "mocha")",
      R"({"id": "small", "name": "Latte", "price": 3, "source": "card", "locator": "row 4", "as_of": "2026"},
{"id": "mocha")");
  const std::string text = states.text();
  CHECK(part(text, "Tables and charts") == R"(chart bars in index.html
      new: Latte · small
  table cheapest in index.html
      new: Latte · 2026)");
  // The column of group headings is not among the shown columns, but it identifies the rows of its group.
  for (WholeSite* side : {&states.before, &states.after})
    side->change("content/index.md", "columns: [name, price, as_of]", "group_by: id\ncolumns: [name, price, as_of]");
  CHECK(has(part(states.text(), "Tables and charts"), "new: small"));
}

// Returns two drinks in two sizes each, with a table of prices and a chart of the prices over time.
Files sizes() {
  Files files = site_files();
  files["data/datapackage.json"] =
      base::replace_all(files["data/datapackage.json"], R"({"name": "source",)",
                        R"({"name": "size", "type": "integer", "unit": "mL"}, {"name": "source",)");
  files["data/prices.json"] = R"([
{"id": "ls", "name": "Latte", "size": 250, "price": 4, "source": "card", "locator": "row 1", "as_of": "2026-03-01"},
{"id": "ll", "name": "Latte", "size": 500, "price": 5, "source": "card", "locator": "row 2", "as_of": "2026-03-01"},
{"id": "ms", "name": "Mocha", "size": 250, "price": 4.5, "source": "card", "locator": "row 3", "as_of": "2025-02-28"},
{"id": "ml", "name": "Mocha", "size": 500, "price": 5.5, "source": "card", "locator": "row 4", "as_of": "2026-03-01"}
])";
  files["content/index.md"] = page("Coffee", R"(Words.

```sql sizes
SELECT as_of, name, size, price, ref FROM prices ORDER BY id
```

```table sizes
data: sizes
caption: By size
```

```sql over_time
SELECT as_of, name, price, ref FROM prices ORDER BY id
```

```chart over-time
data: over_time
title: Prices
mark: line
encoding:
  x: {field: as_of, type: temporal}
  y: {field: price}
  color: {field: name}
```
)");
  return files;
}

TEST_CASE("rows are named by text, then by repeated whole numbers, then by dates") {
  TwoStates states(sizes());
  auto report = [&] {
    const std::string prices = states.before.root.files().at("data/prices.json");
    states.after.write("data/prices.json", base::replace_all(prices, "\"price\": ", "\"price\": 1"));
    return part(states.text(), "Tables and charts");
  };
  CHECK(report() == R"(chart over-time in index.html
      Latte · 2026-03-01, Price: €5.00 -> €15.00 (+200 %)
      Latte · 2026-03-01 (2), Price: €4.00 -> €14.00 (+250 %)
      Mocha · 2026-03-01, Price: €5.50 -> €15.50 (+182 %)
      Mocha · 2025-02-28, Price: €4.50 -> €14.50 (+222 %)
  table sizes in index.html
      Latte · 500 mL, Price: €5.00 -> €15.00 (+200 %)
      Latte · 250 mL, Price: €4.00 -> €14.00 (+250 %)
      Mocha · 500 mL, Price: €5.50 -> €15.50 (+182 %)
      Mocha · 250 mL, Price: €4.50 -> €14.50 (+222 %))");
  // A number that differs in each row may be a measurement.
  states.before.change("data/prices.json", R"("Latte", "size": 250)", R"("Latte", "size": 300)");
  states.before.change("data/prices.json", R"("Latte", "size": 500)", R"("Latte", "size": 600)");
  CHECK(has(report(), "\n      Latte · 2026-03-01 · 600 mL, Price"));
  // A number in a column with `better` is a measurement.
  for (WholeSite* side : {&states.before, &states.after})
    side->change("data/datapackage.json", R"("unit": "mL")", R"("unit": "mL", "better": "higher")");
  CHECK(has(report(), "\n      Latte · 2026-03-01 (2), Price"));
}

TEST_CASE("a long comparison begins with a digest, and lists each change once") {
  TwoStates states;
  const auto rows = [](int count, double factor, const std::string& locator) {
    std::string text = "[";
    for (int i = 1; i <= count; ++i)
      text += (i > 1 ? ",\n" : "\n") + std::string("{\"id\": \"d") + std::to_string(i) + "\", \"name\": \"Drink " +
              std::to_string(i) +
              "\", \"price\": " + std::to_string(i <= 8 ? static_cast<int>(100 * i * factor) : 100 * i) +
              ", \"source\": \"card\", \"locator\": \"" + locator + "\", \"as_of\": \"2026-03-01\"}";
    return text + "\n]";
  };
  const std::string page_with_table = page("Coffee",
                                           "Words.\n\n```sql p\nSELECT name, price, ref FROM prices\n```\n\n"
                                           "```table all\ndata: p\ncaption: All\n```\n");
  for (WholeSite* side : {&states.before, &states.after}) side->write("content/index.md", page_with_table);
  states.before.write("data/prices.json", rows(12, 1, "p. 1"));
  states.after.write("data/prices.json", rows(14, 0.9, "p. 2"));
  const std::string text = states.text();
  CHECK(part(text, "In short") == R"(Prices: 2 new (Drink 13, Drink 14)
  Prices: 4 rows changed in source, place or date only
  Prices, Price: 8 fell, −10 % in the middle (−10 % to −10 %))");
  CHECK(has(text, "\n  4 rows changed in source, place or date only\n"));
  CHECK(count(text, "€100.00 -> €90.00") == 1);
  CHECK(has(text, "      8 cells changed as in the data above\n"));
  CHECK(has(states.markdown(), "### In short\n\n- Prices: 2 new (Drink 13, Drink 14)\n"));
}

TEST_CASE("changes in a column are not reported for a table or chart that does not show it") {
  TwoStates states;
  ask(states, "SELECT name, price, beans, ref FROM prices ORDER BY price");
  states.after.change("data/prices.json", R"("beans": 9.5,)", R"("beans": 9.6,)");
  CHECK(part(states.text(), "Tables and charts") == R"(table cheapest in index.html
      Latte, Beans: 9.5 g -> 9.6 g (+1.05 %))");
  for (WholeSite* side : {&states.before, &states.after})
    side->change("content/index.md", "  x: {field: price}\n",
                 "  x: {field: price}\nnarrow: {encoding: {y: {field: name}, x: {field: beans}}}\n")
        .change("content/index.md", "caption: The cheapest first",
                "caption: The cheapest first\ncolumns: [name, price]");
  CHECK(part(states.text(), "Tables and charts") == R"(chart bars in index.html
      Latte, Beans: 9.5 g -> 9.6 g (+1.05 %))");
}

TEST_CASE("an assert that fails, and one that holds again, are reported") {
  TwoStates states;
  states.after.change("data/prices.json", R"("price": 2.5,)", R"("price": 4.25,)");
  CHECK(part(states.text(), "Asserts") ==
        "content/index.md:26:4: fails: \"cheap-espresso\" does not hold: Espresso at 4.25 is dearer than a latte");
  states.turned = true;
  const std::string text = states.text();
  CHECK(has(text, "\n(old has 2 mistakes; what depends on them can't be compared)\n"));
  CHECK(part(text, "Asserts") ==
        "content/index.md:26:4: holds again, was: \"cheap-espresso\" does not hold: "
        "Espresso at 4.25 is dearer than a latte");
  CHECK(part(text, "Figures in sentences") ==
        "content/index.md:6:46: agrees again, was: the text says 1.6, the data 0.941176470588");
}

TEST_CASE("sentences that depend on a failing assert are reported, including new ones") {
  TwoStates states;
  const std::string other = page("Other", "An espresso is [the cheapest](assert:cheap-espresso).\n");
  for (WholeSite* side : {&states.before, &states.after}) side->write("content/other.md", other);
  states.after.change("data/prices.json", R"("price": 2.5,)", R"("price": 4.25,)");
  const std::string sentence =
      "content/other.md:4:17: fails: \"the cheapest\" depends on the assert \"cheap-espresso\", which does not hold";
  CHECK(part(states.text(), "Asserts") ==
        "content/index.md:26:4: fails: \"cheap-espresso\" does not hold: Espresso at 4.25 is dearer than a latte\n  " +
            sentence);
  states.before.change("data/prices.json", R"("price": 2.5,)", R"("price": 4.25,)");
  CHECK(part(states.text(), "Asserts") == "");
  states.before.write("content/other.md", page("Other"));
  CHECK(part(states.text(), "Asserts") == sentence);
}

TEST_CASE("a sentence with the same words as the name of its assert is reported once") {
  TwoStates states;
  for (WholeSite* side : {&states.before, &states.after})
    side->write("content/other.md", page("Other", "See [cheap-espresso](assert:cheap-espresso).\n"));
  states.after.change("data/prices.json", R"("price": 2.5,)", R"("price": 4.25,)");
  CHECK(
      part(states.text(), "Asserts") ==
      "content/index.md:26:4: fails: \"cheap-espresso\" does not hold: Espresso at 4.25 is dearer than a latte\n  "
      "content/other.md:4:6: fails: \"cheap-espresso\" depends on the assert \"cheap-espresso\", which does not hold");
  states.turned = true;
  CHECK(part(states.text(), "Asserts") ==
        "content/index.md:26:4: holds again, was: \"cheap-espresso\" does not hold: "
        "Espresso at 4.25 is dearer than a latte");
}

TEST_CASE("a sentence that was reworded is still matched if it depends on the same failing assert") {
  TwoStates states;
  for (WholeSite* side : {&states.before, &states.after})
    side->change("data/prices.json", R"("price": 2.5,)", R"("price": 4.25,)");
  states.before.write("content/other.md", page("Other", "It is [cheap](assert:cheap-espresso).\n"));
  states.after.write("content/other.md", page("Other", "It is [the cheapest](assert:cheap-espresso).\n"));
  CHECK(part(states.text(), "Asserts") == "");
}

TEST_CASE("a sentence whose mismatch changed is still reported as a mismatch") {
  TwoStates states;
  states.before.change("data/prices.json", R"("price": 4,)", R"("price": 4.5,)");
  states.after.change("data/prices.json", R"("price": 4,)", R"("price": 4.75,)");
  const std::string text = states.text();
  CHECK(part(text, "Figures in sentences") == "");
  CHECK(has(text, "\n(old has 2 mistakes; what depends on them can't be compared)\n"));
  states.after.change("content/index.md", "[1.6]", "[1.9]");
  CHECK(part(states.text(), "Figures in sentences") ==
        "content/index.md:6:46: agrees again, was: the text says 1.6, the data 1.8");
  // A second sentence that disagrees with the data is reported too.
  states.after.change("content/index.md", "espressos.", "espressos, or [€4.10](fig:prices/latte/price).");
  CHECK(part(states.text(), "Figures in sentences") ==
        "content/index.md:6:77: the text says €4.10, the data €4.75\n"
        "  content/index.md:6:46: agrees again, was: the text says 1.6, the data 1.8");
}

TEST_CASE("with a broken template, nothing is reported about pages and sentences") {
  TwoStates states;
  const std::string other = page("Other", "An espresso is [the cheapest](assert:cheap-espresso).\n");
  for (WholeSite* side : {&states.before, &states.after})
    side->change("data/prices.json", R"("price": 2.5,)", R"("price": 4.25,)").write("content/other.md", other);
  states.after.write("templates/page.html", "{% if %}{% endif %}").write("content/new.md", page("New"));
  states.after.change("data/prices.json", R"("price": 4.5,)", R"("price": 4.6,)");
  CHECK(states.text() == R"~(old -> new: 1 row of data, 2 tables and charts, 2 doubts, 1 other mistake
(old has 3 mistakes; what depends on them can't be compared)
(new can't be rendered because a template is broken; pages and sentences are not compared)

Errors in the new version
  templates/page.html:1:7: expected a value, found the end of the tag

To review
  data/prices.json: prices/mocha: price changed, and the row is dated 2025 as before
  templates/page.html: a template, which is changed

Prices (prices): 1 row changed (of 3)
  ~ mocha (Mocha)
      Price: €4.50 -> €4.60 (+2.22 %)

Tables and charts
  chart bars in index.html
      Mocha, Price: €4.50 -> €4.60 (+2.22 %)
  table cheapest in index.html
      Mocha, Price: €4.50 -> €4.60 (+2.22 %)
)~");
  CHECK(has(states.markdown(),
            "\n`new` can't be rendered because a template is broken; pages and sentences are not compared.\n"));
  states.turned = true;
  CHECK(states.text() == R"~(old -> new: 1 row of data, 2 tables and charts, 2 doubts
(old has 2 mistakes; what depends on them can't be compared)
(old can't be rendered because a template is broken; pages and sentences are not compared)

To review
  data/prices.json: prices/mocha: price changed, and the row is dated 2025 as before
  templates/page.html: a template, which is changed

Prices (prices): 1 row changed (of 3)
  ~ mocha (Mocha)
      Price: €4.60 -> €4.50 (−2.17 %)

Tables and charts
  chart bars in index.html
      Mocha, Price: €4.60 -> €4.50 (−2.17 %)
  table cheapest in index.html
      Mocha, Price: €4.60 -> €4.50 (−2.17 %)
)~");
  states.before.write("templates/page.html", "{% if %}{% endif %}");
  CHECK(has(states.text(), "\n(old and new can't be rendered because a template is broken; pages and"));
}

TEST_CASE("answers and cases of a flow whose target changed are reported") {
  TwoStates states;
  states.after.change("content/choose/milk.md", "to: water", "to: latte");
  const std::string text = states.text();
  CHECK(part(text, "Decisions") == R"(choose/index.html: the case "A child": water -> latte
  choose/index.html: the answer milk/no: water -> latte)");
  CHECK(has(text, "Errors in the new version\n  content/choose/index.md:6:"));
  CHECK(has(text, "A child reaches \"latte\", not \"water\""));
}

TEST_CASE("added, removed, moved and edited pages are reported") {
  TwoStates states;
  states.after.remove("content/other.md").write("content/new.md", page("New"));
  states.after.write("data/redirects.csv", "from,to,since,why\nother.html,new.html,2026-03-15,\n");
  states.after.change("content/choose/water.md", "Words.", "Other words.");
  const std::string text = states.text();
  CHECK(has(text, "\nPages\n  + new.html\n  - other.html\n"));
  CHECK(has(text, "\n  ~ choose/water.html\n"));
}

TEST_CASE("a page that replaces a redirect is reported as added") {
  TwoStates states;
  states.before.remove("content/other.md").write("content/new.md", page("New"));
  states.before.write("data/redirects.csv", "from,to,since,why\nother.html,new.html,2026-03-15,\n");
  CHECK(has(states.text(), "\nPages\n  + other.html\n  - new.html\n"));
}

TEST_CASE("a percentage is reported for measures, if it is meaningful") {
  TwoStates states;
  for (WholeSite* side : {&states.before, &states.after}) {
    side->change("data/datapackage.json", R"({"name": "source",)",
                 R"({"name": "model", "type": "integer"}, {"name": "source",)");
    side->write("content/index.md", page("Coffee"));
  }
  states.before.change("data/prices.json", R"("price": 2.5, "beans": 9,)",
                       R"("price": 2.5, "beans": 1e-300, "model": 7,)");
  states.after.change("data/prices.json", R"("price": 2.5, "beans": 9,)",
                      R"("price": 3, "beans": 1e300, "model": 70,)");
  const std::string text = states.text();
  CHECK(has(text, "      model: 7 -> 70\n"));
  CHECK(has(text, "      Price: €2.50 -> €3.00 (+20 %)\n"));
  CHECK(!has(text, "%)\n      model"));
  CHECK(has(states.saved(), R"("before": 7, "after": 70})"));
}

TEST_CASE("a page that shows no changed value is not reported") {
  TwoStates states;
  states.after.change("data/prices.json", R"("beans": 9,)", R"("beans": 8,)");
  CHECK(states.compare().changes.pages_changed.empty());
}

TEST_CASE("a page that embeds other pages is reported if they show something else") {
  TwoStates states;
  for (WholeSite* side : {&states.before, &states.after})
    side->change("content/choose/milk.md", R"("It has milk [@card]")",
                 R"("It is [€4.00](fig:prices/latte/price) [@card]")");
  states.after.change("data/prices.json", R"("price": 4,)", R"("price": 4.75,)");
  CHECK(has(states.text(), "\n  ~ choose/index.html\n"));
}

TEST_CASE("an added figure and a removed figure are reported") {
  TwoStates states;
  states.after.write("content/other.md", page("Other", "Words.\n", "figures: {dear: prices/mocha/price}\n"));
  CHECK(part(states.text(), "Figures") == "+ dear of other.html: €4.50");
  states.turned = true;
  CHECK(part(states.text(), "Figures") == "- dear of other.html: €4.50");
}

TEST_CASE("figures belong to the page whose text states them, not to the pages of its tables") {
  TwoStates states;
  for (WholeSite* side : {&states.before, &states.after})
    side->write("content/zest.md", page("Zest", R"(It is [€4.50](fig:dear).

```sql dearest
SELECT name, price, ref FROM prices ORDER BY price DESC
```

```table dearest
data: dearest
caption: The dearest first
rows: 1
```
)",
                                        "figures: {dear: prices/mocha/price}\n"));
  states.after.change("data/prices.json", R"("price": 4.5,)", R"("price": 5,)");
  CHECK(part(states.text(), "Figures\n") == "~ dear of zest.html: €4.50 -> €5.00 (+11.1 %), stated in zest.html");
  states.turned = true;
  states.before.remove("content/zest.md");
  CHECK(part(states.text(), "Figures\n") == "- dear of zest.html: €5.00, stated in zest.html");
}

TEST_CASE("figures of a moved page are matched, and reported if their values changed") {
  TwoStates states;
  const std::string other =
      page("Other", "Words.\n", "figures: {dear: prices/mocha/price, cheap: prices/espresso/price}\n");
  states.before.write("content/other.md", other);
  states.after.remove("content/other.md").write("content/new.md", other);
  states.after.write("data/redirects.csv", "from,to,since,why\nother.html,new.html,2026-03-15,\n");
  CHECK(part(states.text(), "Figures") == "");
  states.after.change("data/prices.json", R"("price": 4.5,)", R"("price": 5,)");
  CHECK(part(states.text(), "Figures\n") == "~ dear of new.html: €4.50 -> €5.00 (+11.1 %)");
  // The redirect of the removed page points to a page that already existed, so the removed page was not moved there.
  states.before.write("content/new.md", page("New", "Words.\n", "figures: {dear: prices/latte/price}\n"));
  const std::string figures = part(states.text(), "Figures\n");
  CHECK(has(figures, "~ dear of new.html: €4.00 -> €5.00 (+25 %)"));
  CHECK(has(figures, "- dear of other.html: €4.50"));
}

TEST_CASE("figures of pages made from data are reported page by page") {
  TwoStates states;
  for (WholeSite* side : {&states.before, &states.after})
    side->write(
        "content/drinks/drink.md",
        page("Drink",
             "At [](fig:prices/{id}/price) each, ten cost [](fig:ten), half as many [](fig:halves/{id}/half).\n\n"
             "```sql halves\n-- @half like prices.price\nSELECT id, price / 2 AS half, ref FROM prices WHERE id = "
             ":id\n```\n",
             "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n"
             "figures: {ten: \"10 * prices/{id}/price\"}\n"));
  states.after.change("data/prices.json", R"("price": 4,)", R"("price": 4.75,)");
  CHECK(part(states.text(), "Figures\n") ==
        "~ prices/latte/price: €4.00 -> €4.75 (+18.8 %), stated in drinks/latte.html, index.html\n"
        "  ~ halves/latte/half of drinks/latte.html: €2.00 -> €2.38 (+18.8 %), stated in drinks/latte.html\n"
        "  ~ ten of drinks/latte.html: €40.00 -> €47.50 (+18.8 %), stated in drinks/latte.html\n"
        "  ~ ratio of index.html: 1.6 -> 1.9 (+18.8 %), stated in index.html");
}

TEST_CASE("the report for readers names the row of each figure, and rounds computed figures as pages do") {
  TwoStates states;
  for (WholeSite* side : {&states.before, &states.after}) {
    add_cups(*side);
    side->write("content/other.md", page("Other", "[](fig:cups/latte/small/volume), [](fig:small), [](fig:third).\n",
                                         "figures: {small: cups/latte/small/volume, third: small / 3}\n"));
  }
  states.after.change("data/cups.json", "7", "8");
  CHECK(has(states.saved(), R"("figures": [
{"change": "changed", "figure": "cups/latte/small/volume", "title": "Latte · small · Volume", "before": 7, "after": 8, "unit": "1", "percent": 14.2857, "pages": ["other.html"]},
{"change": "changed", "figure": "small", "of": "other.html", "title": "Latte · small · Volume", "before": 7, "after": 8, "unit": "1", "percent": 14.2857, "pages": ["other.html"]},
{"change": "changed", "figure": "third", "of": "other.html", "title": "third", "format": ",.3f", "before": 2.3333333333333335, "after": 2.6666666666666665, "unit": "1", "percent": 14.2857, "pages": ["other.html"]}
])"));
  CHECK(has(states.text(), "third of other.html: 2.333 -> 2.667 (+14.3 %)"));
}

TEST_CASE("control characters in data do not reach the terminal, and markup does not reach a pull request") {
  TwoStates states;
  states.after.change("data/prices.json", R"("name": "Mocha")",
                      R"~("name": "\u001b[31m<b>@octocat</b> | *a* [x](http://y)")~");
  CHECK(has(states.text(), "␛[31m<b>"));
  const std::string markdown = states.markdown();
  CHECK_MESSAGE(has(markdown, "\\<b>@<!-- -->octocat"), markdown);
  CHECK_FALSE(has(markdown, "@octocat"));
}

TEST_CASE("a report always fits into a comment") {
  TwoStates states;
  std::string rows = "[";
  for (int row = 0; row < 500; ++row)
    rows += fmt::format(
        R"({}{{"id": "r{}", "name": "A long name of row {}, *with* signs and more words than the column of a table has room for", "price": {}, "beans": 3, )"
        R"("source": "card", "locator": "p. 1", "as_of": "2026"}})",
        row ? ",\n" : "", row, row, 10 + row);
  rows += "]";
  const std::string old_price = "\"price\": 1", new_price = "\"price\": 2";
  std::string query;
  for (int block = 0; block < 150; ++block)
    query += fmt::format("\n```table t{0}\ndata: by_price\ncaption: Table {0}\nrows: 500\n```\n", block);
  for (WholeSite* side : {&states.before, &states.after}) {
    side->write("content/index.md", page("Coffee",
                                         "```sql by_price\n-- @price {title: Twice the price, unit: EUR}\nSELECT name, "
                                         "2 * price AS price, ref FROM prices ORDER BY price\n```\n" +
                                             query));
    for (int other = 0; other < 200; ++other) {
      const bool is_new = side == &states.after;
      side->write(fmt::format("content/a-{}-page-{}.md", is_new ? "new" : "gone", other), page("Page"));
    }
  }
  states.before.write("data/prices.json", rows);
  states.after.write("data/prices.json", base::replace_all(rows, old_price, new_price));
  const std::string markdown = states.markdown();
  CHECK(markdown.size() < 65536);
  CHECK(has(markdown, "\n- and "));
  CHECK(has(markdown, " more **new**\n"));
  CHECK(states.markdown(SIZE_MAX).size() > 200000);
}

TEST_CASE("a build can read saved changes, regardless of the names of pages and rows") {
  TwoStates states;
  states.after.write("content/c#.md", page("C#"));
  states.after.change("data/prices.json", R"("name": "Mocha", "price": 4.5)",
                      "\"name\": \"" + std::string(5000, 'm') + R"(", "price": 1)");
  const diff::Comparison comparison = states.compare();
  const base::SourceText text("data/changes/2026-03-15.json", site::changes_text(comparison.changes, states.units()));
  base::Diagnostics diagnostics;
  const site::Changes read = site::read_changes(text, diagnostics);
  CHECK_MESSAGE(diagnostics.empty(), said(diagnostics));
  CHECK(read.pages_added == std::vector<std::string>{"c#.html"});
  REQUIRE(read.tables.size() == 1);
  CHECK(read.tables[0].rows[0].name == std::string(300, 'm') + "…");
}

TEST_CASE("saved settings of tables are read back unchanged") {
  TwoStates states;
  say_otherwise(states);
  const diff::Comparison comparison = states.compare();
  const std::string saved = site::changes_text(comparison.changes, states.units());
  CHECK(saved == R"~({
"tables": [
{"change": "changed", "resource": "prices", "title": "Prices", "rows_before": 3, "rows_after": 3, "settings": [{"setting": "source", "before": "card", "after": "survey"}, {"setting": "locator", "before": "row 1", "after": "p. 3"}, {"setting": "as_of", "before": "2026-03-01", "after": "2026-06-01"}]}
],
"pages": {"changed": ["index.html"]}
}
)~");
  const base::SourceText text("data/changes/2026-06-01.json", saved);
  base::Diagnostics diagnostics;
  CHECK(site::changes_text(site::read_changes(text, diagnostics), states.units()) == saved);
  CHECK_MESSAGE(diagnostics.empty(), said(diagnostics));
}

TEST_CASE("long lists are truncated, with a count") {
  TwoStates states;
  states.after.change("data/datapackage.json", R"("unit": "EUR")", R"("unit": "USD")");
  CHECK(has(states.text(1), "  ~ espresso (Espresso)\n      Price: €2.50 -> $2.50 (different unit)\n  and 2 more\n"));
  CHECK(has(states.markdown(1), "\n- and 2 more\n"));
}

TEST_CASE("lists of pages are truncated too, with a count") {
  TwoStates states;
  for (int number = 0; number < 3; ++number) {
    for (WholeSite* side : {&states.before, &states.after})
      side->write(fmt::format("content/stays-{}.md", number), page("Page", "It is [€4](fig:prices/latte/price).\n"));
    states.before.write(fmt::format("content/gone-{}.md", number), page("Page"));
    states.after.write(fmt::format("content/new-{}.md", number), page("Page"));
  }
  states.after.change("data/prices.json", R"("price": 4,)", R"("price": 4.75,)");
  const std::string text = states.text(2);
  CHECK(has(text,
            "\n  + new-0.html\n  + new-1.html\n  + and 1 more\n  - gone-0.html\n  - gone-1.html\n  - and 1 more\n"));
  CHECK(has(text, "stated in index.html, stays-0.html, and 2 more\n"));
}

TEST_CASE("broken data are reported as broken") {
  TwoStates states;
  states.before.change("data/prices.json", R"("price": 4,)", R"("price": "four",)");
  states.compare();
  CHECK(diff::has_broken_data(states.old_side));
  CHECK_FALSE(diff::has_broken_data(states.new_side));
}

TEST_CASE("a hundred thousand rows are compared by their keys") {
  auto rows = [](int changed) {
    std::string text = "[\n";
    for (int row = 0; row < 100000; ++row)
      text += (row > 0 ? ",\n" : "") + std::string("{\"id\": \"r") + std::to_string(row) +
              "\", \"price\": " + std::to_string(row == changed ? 7 : 5) + R"(, "source": "card", "locator": "p. 1"})";
    return text + "\n]";
  };
  TwoStates states;
  for (WholeSite* side : {&states.before, &states.after}) side->write("content/index.md", page("Coffee"));
  states.before.write("data/prices.json", rows(-1));
  states.after.write("data/prices.json", rows(77777));
  CHECK(part(states.text(), "Prices (prices)") ==
        ": 1 row changed (of 100000)\n  ~ r77777\n      Price: €5.00 -> €7.00 (+40 %)");
}

}  // namespace
