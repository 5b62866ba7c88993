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

namespace {

// Returns a German page with a chart of towns, whose grades are numbers and whose days are dates.
std::string towns_with(const std::string& encoding) {
  Files files;
  files["data/site.json"] = R"({"title": "Orte", "lang": "de"})";
  files["data/towns.csv"] = "town,grade,day,size\nBonn,10,2026-10-04,3\nRom,1,2026-01-12,5\nKiel,2,2025-12-31,4\n";
  files["data/datapackage.json"] = R"({"resources": [{"name": "towns", "path": "towns.csv", "sources": "none",
"reason": "invented", "schema": {"primaryKey": "town", "fields": [{"name": "town", "type": "string"},
{"name": "grade", "type": "integer", "title": "Note", "categories": [{"value": 10, "label": "arm"},
{"value": 1, "label": "sehr gut"}, {"value": 2, "label": "gut"}]}, {"name": "day", "type": "date", "title": "Tag"},
{"name": "size", "type": "number", "unit": "km"}]}}]})";
  files["content/index.md"] = page("Orte", "");
  files["content/list.md"] =
      page("Liste",
           "```chart c\ndata: towns\ntitle: Größe\nmark: point\nencoding:\n  x: {field: size}\n" + encoding + "```\n");
  WholeSite site{std::move(files)};
  site.built();
  return site.main("list.html");
}

bool is_before(const std::string& text, const std::string& one, const std::string& other) {
  return has(text, one) && has(text, other) && text.find(one) < text.find(other);
}

}  // namespace

TEST_CASE("codes that are numbers show labels in the order of the numbers, unless they are amounts") {
  const std::string shown = towns_with("  y: {field: grade, type: ordinal}\n");
  CHECK(is_before(shown, ">sehr gut</text>", ">gut</text>"));
  CHECK(is_before(shown, ">gut</text>", ">arm</text>"));
  CHECK(has(shown, "Note: sehr gut"));
  CHECK(has(shown, "Höchster Wert: 5 km (sehr gut)"));
  CHECK(is_before(towns_with("  y: {field: grade, type: nominal, sort: [2, arm, 1]}\n"), ">arm</text>",
                  ">sehr gut</text>"));
  CHECK(has(towns_with("  y: {field: town}\n  color: {field: grade, type: nominal}\nhighlight: [\"10\"]\n"),
            ">arm</text>"));
  CHECK_FALSE(has(towns_with("  y: {field: grade}\n"), ">gut</text>"));
  for (const char* name : {"gut", "2"}) {
    const std::string coloured =
        towns_with(std::string("  y: {field: town}\n  color: {condition: {test: {field: grade, "
                               "equal: ") +
                   name + "}, value: good}, value: muted}\n");
    CHECK(has(between(coloured, "mark-point div-1", ">"), "data-row=\"2\""));
  }
  CHECK_FALSE(has(towns_with("  y: {field: grade}\n  color: {field: grade, type: nominal}\n"), ">gut</text>"));
}

TEST_CASE("dates on axes of categories are written as the rest of the chart, in their order") {
  const std::string shown = towns_with("  y: {field: day, type: ordinal}\n");
  CHECK(is_before(shown, ">31. Dez. 2025</text>", ">12. Jan. 2026</text>"));
  CHECK(is_before(shown, ">12. Jan. 2026</text>", ">4. Okt. 2026</text>"));
  CHECK_FALSE(has(shown, ">2026-01-12</text>"));
  const std::string listed = towns_with(
      "  y: {field: day, type: nominal, sort: [2026-10-04]}\nhighlight: [2026-10-04]\n"
      "annotations: [{y: 2026-01-12, x: 4, text: Hier}]\n");
  CHECK(is_before(listed, ">4. Okt. 2026</text>", ">31. Dez. 2025</text>"));
  CHECK(has(towns_with("  y: {field: town}\n  color: {field: day, type: nominal}\n"), ">12. Jan. 2026</text>"));
}
