// Tests that a number keeps all its digits from the data file to every published file.
#include "unit/whole_site.h"

namespace {

constexpr std::string_view kLong = "12345678901234567890.123456789";
constexpr std::string_view kShown = "12,345,678,901,234,567,890.123456789";

// Returns a page with this body, on a site where an espresso takes this many beans.
Files coffee_with_long_number(std::string_view body) {
  Files files = coffee_data();
  std::string& prices = files["data/prices.json"];
  prices.replace(prices.find("\"beans\": 9,"), 11, "\"beans\": " + std::string(kLong) + ",");
  files["data/site.json"] = R"({"title": "Coffee", "features": {"highlight": false}})";
  files["content/index.md"] = page("Coffee", body);
  return files;
}

}  // namespace

TEST_CASE(
    "a long number reaches the page, its Markdown version, the chart, the downloads and the search with all digits") {
  WholeSite site(coffee_with_long_number(
      "[12,345,678,901,234,567,890.123456789 g](fig:prices/espresso/beans)\n\n"
      "```table t\ndata: prices\ncaption: T\ncolumns: [name, {name: beans, total: true}]\n```\n\n"
      "```chart c\ndata: prices\ntitle: {text: C}\nlayer:\n"
      "  - mark: bar\n    encoding: {y: {field: name, type: nominal}, x: {field: price, type: quantitative}}\n"
      "  - mark: text\n    encoding: {y: {field: name, type: nominal}, x: {field: price, type: quantitative}, text: "
      "{field: beans}}\n```\n"));
  site.built();
  const std::string html = site.main("index.html");
  CHECK(count(html, kShown) >= 3);  // the value is in the figure, the table's cell and the chart's label
  CHECK(has(html, ">12,345,678,901,234,567,899.623456789</a>"));  // the table's total
  CHECK(has(between(html, "<svg", "</svg>"), kShown));
  CHECK(has(site.html("index.md"), kShown));
  for (const char* file : {"tables/t.csv", "tables/t.json", "charts/c.csv", "data/prices.csv", "data/prices.json"})
    CHECK_MESSAGE(has(site.html(file), kLong), file);
  const Files published = site.output.files();
  CHECK(std::any_of(published.begin(), published.end(), [](const auto& file) {
    return file.first.starts_with("assets/search/") && has(file.second, kShown);
  }));
}

TEST_CASE("the error for a figure that rounds a long number too much shows the right digits") {
  const std::string said =
      WholeSite(coffee_with_long_number("[12,345,678,901,234,567,890.123456788 g](fig:prices/espresso/beans)\n"))
          .mistakes();
  CHECK(has(said, "error[figure-mismatch]"));
  CHECK(has(said, "write \"12,345,678,901,234,567,890.123456789 g\""));
}

TEST_CASE("an assert that divides whole numbers gets a fraction") {
  const std::string body =
      "```sql assert half\n-- {n} is below one\nSELECT 1 / 2 AS n FROM prices p WHERE p.id = 'latte' AND 1 / 2 > "
      "0\n```\n";
  CHECK(has(WholeSite(coffee_with_long_number(body)).mistakes(), "0.5 is below one"));
}
