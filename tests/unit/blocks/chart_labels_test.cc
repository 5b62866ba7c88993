// Tests that charts show the labels of categories, as tables do, and that specs may name codes or labels.

#include "../whole_site.h"

namespace {

// Builds the site with labels for the codes of the drinks, and returns the page with a chart.
std::string page_with(const std::string& more, const std::string& labels, const std::string& colours = "{}") {
  Files files = coffee_data();
  files["data/site.json"] = R"({"title": "Coffee", "colours": )" + colours + "}";
  std::string& package = files["data/datapackage.json"];
  const std::string column = R"({"name": "id", "type": "string"})";
  package.replace(package.find(column), column.size(),
                  R"({"name": "id", "type": "string", "title": "Drink", "categories": [)" + labels + "]}");
  files["content/index.md"] = page("Coffee", "");
  files["content/list.md"] =
      page("Drinks",
           "```chart dear\ndata: prices\ntitle: Latte is dear\nmark: bar\nencoding:\n  x: {field: price}\n"
           "  y: {field: id, type: nominal" +
               more + "```\n");
  WholeSite site{std::move(files)};
  site.built();
  return site.main("list.html");
}

const char* const kLabels = R"({"value": "latte", "label": "Milk coffee"}, {"value": "mocha", "label": "A mocha"})";

}  // namespace

TEST_CASE("axes, legends, tooltips and summaries show labels instead of codes") {
  const std::string shown = page_with("}\n  color: {field: id, legend: {title: Kind}}\n", kLabels);
  CHECK(has(shown, ">Milk coffee</text>"));
  CHECK(has(shown, "Drink: A mocha"));
  CHECK(has(shown, "The highest is €4.50 (A mocha), the lowest €2.50 (espresso)."));
  CHECK_FALSE(has(shown, ">latte</text>"));
}

TEST_CASE("a spec may name a code or its label") {
  for (const char* name : {"latte", "Milk coffee"}) {
    const std::string code = name;
    const std::string shown = page_with(", sort: [" + code + "]}\nhighlight: [" + code + "]\n", kLabels);
    const size_t latte = shown.find(">Milk coffee</text>"), mocha = shown.find(">A mocha</text>");
    REQUIRE(mocha != std::string::npos);
    CHECK(latte < mocha);
  }
}

TEST_CASE("a number on another axis is not a code") {
  const char* const labels = R"({"value": "latte", "label": "Milk coffee"}, {"value": "4", "label": "Four"})";
  const std::string shown = page_with("}\nannotations:\n  - {x: 4, y: espresso, text: Here}\n", labels);
  CHECK(has(shown, ">Here<"));
  CHECK(has(shown, ">Milk coffee</text>"));
}

TEST_CASE("a colour of a code is also that of its label") {
  const std::string shown = page_with("}\n  color: {field: id, legend: {title: Kind}}\n", kLabels, R"({"latte": 5})");
  CHECK(has(between(shown, "class=\"legend-entry", ">Milk coffee<"), "series-5"));
}

TEST_CASE("codes with one label stay apart") {
  const std::string shown =
      page_with("}\n", R"({"value": "latte", "label": "Coffee"}, {"value": "mocha", "label": "Coffee"})");
  CHECK(has(shown, ">latte</text>"));
  CHECK(has(shown, ">mocha</text>"));
}
