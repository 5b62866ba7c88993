// Tests that the explanation of a page lists what the page shows.
#include "passes/build.h"

#include "unit/passes/everything.h"

namespace {

using Names = std::set<std::string>;

TEST_CASE("explain lists the file, the data, the links and the template of a page") {
  const WholeSite site(everything());
  const passes::Explanation cost = passes::explain_page(site.root, {}, "lessons/cost.md");
  CHECK(cost.address == "lessons/cost.html");
  CHECK(cost.shows.at("file") == Names{"content/lessons/cost.md"});
  CHECK(cost.shows.at("figure") == Names{"prices/latte/price", "prices/mocha/price"});
  CHECK(cost.shows.at("source") == Names{"card", "survey"});
  CHECK(cost.shows.at("row") == Names{"prices/latte", "prices/mocha"});
  CHECK(cost.shows.at("page").contains("lessons/brewing.html"));
  CHECK(cost.shows.at("template").contains("lesson.html"));
  CHECK(cost.shows.at("template").contains("base.html"));
  CHECK_FALSE(cost.shows.contains("frame"));
  CHECK(passes::explain_page(site.root, {}, "tables.html").shows.at("frame") == Names{"dear", "prices"});
  CHECK(passes::explain_page(site.root, {}, "choose/milk.html").shows.at("cell").contains("claims/warm/statement"));
}

TEST_CASE("explain lists what a generated page shows, and suggests a page for a name that is none") {
  const WholeSite site(everything());
  const passes::Explanation source = passes::explain_page(site.root, {}, "sources/card.html");
  CHECK_FALSE(source.shows.contains("file"));
  CHECK(source.shows.at("template").contains("source.html"));
  const passes::Explanation none = passes::explain_page(site.root, {}, "lessons/cots.html");
  CHECK(none.address.empty());
  CHECK(has(none.help, "lessons/cost.html"));
}

}  // namespace
