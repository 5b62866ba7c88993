// Tables and charts of pages made from data: values of the row in their texts, and what is said when there are no rows.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

Files drinks(std::string_view body) {
  return with_data(
      {{"content/drinks/drink.md",
        page("A drink",
             "```sql others\nSELECT id, name, price, ref FROM prices WHERE price < (SELECT price FROM prices WHERE "
             "id = :id) ORDER BY id\n```\n\n" +
                 std::string(body),
             "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n")}});
}

TEST_CASE("texts of tables and charts hold values of the row") {
  WholeSite site(drinks(
      "```table cheaper\ndata: others\ncaption: Cheaper than {name}\nnote: \"{name} costs more.\"\n"
      "columns: [name, {name: price, title: \"Price besides {name}\"}]\nempty: Nothing is cheaper than {name}.\n```\n\n"
      "```chart bars\ndata: others\ntitle: {text: \"Below {name}\"}\nmark: bar\nempty: No bar.\n"
      "encoding: {x: {field: name, type: nominal, title: \"Not {name}\"}, y: {field: price, type: "
      "quantitative}}\n```\n"));
  site.built();
  const std::string latte = site.main("drinks/latte.html");
  CHECK(has(latte, "<span class=\"caption\">Cheaper than Latte</span>"));
  CHECK(has(latte, "<li>Latte costs more.</li>"));
  CHECK(has(latte, "Price besides Latte"));
  CHECK(has(latte, "<span class=\"caption\">Below Latte</span>"));
  CHECK(has(site.html("charts/bars-latte.svg"), "Not Latte"));
}

TEST_CASE("a table or chart without rows is what `empty` says, at its anchor and without files") {
  WholeSite site(
      drinks("```table cheaper\ndata: others\ncaption: Cheaper\nempty: Nothing is cheaper than <{name}>.\n```\n\n"
             "```chart bars\ndata: others\ntitle: Bars\nmark: bar\nempty: No bar.\n"
             "encoding: {x: {field: name, type: nominal}, y: {field: price, type: quantitative}}\n```\n\n"
             "See [below](#bars-{id}).\n"));
  site.built();
  const std::string espresso = site.main("drinks/espresso.html");
  CHECK(has(espresso, "<p class=\"empty\" id=\"cheaper-espresso\">Nothing is cheaper than &lt;Espresso&gt;.</p>"));
  CHECK(has(espresso, "<p class=\"empty\" id=\"bars-espresso\">No bar.</p>"));
  CHECK_FALSE(has(espresso, "<figure"));
  CHECK_FALSE(has(espresso, "Download"));
  CHECK_FALSE(site.output.files().contains("charts/bars-espresso.csv"));
  CHECK(site.output.files().contains("charts/bars-latte.csv"));
  CHECK(site.passes().page("drinks/espresso.html").reads.contains("value:name"));
}

TEST_CASE("a name that the row has not is reported where the text stands") {
  WholeSite site(drinks("```table cheaper\ndata: others\ncaption: Cheaper than {nam}\n```\n"));
  const std::string mistakes = site.mistakes();
  CHECK(has(mistakes, "error[unknown-placeholder]: "));
  CHECK(has(mistakes, " | caption: Cheaper than {nam}\n"));
  WholeSite list(drinks("```table cheaper\ndata: others\ncaption: Cheaper\nempty: [a]\n```\n"));
  CHECK(has(list.mistakes(), "error[wrong-type]: \"empty\" is a list\n"));
}

}  // namespace
