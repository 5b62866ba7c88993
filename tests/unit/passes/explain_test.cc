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
  CHECK(cost.shows.at("figures") == Names{"prices/latte/price", "prices/mocha/price"});
  CHECK(cost.shows.at("sources") == Names{"card", "survey"});
  CHECK(cost.shows.at("data") == Names{"data/prices.json, 2 rows"});
  CHECK(cost.shows.at("links to").contains("content/lessons/brewing.md"));
  CHECK(cost.shows.at("template") == Names{"lesson.html"});
  CHECK_FALSE(cost.shows.contains("queries"));
  CHECK(passes::explain_page(site.root, {}, "lessons/brewing.md")
            .shows.at("linked from")
            .contains("content/lessons/cost.md"));
  CHECK(passes::explain_page(site.root, {}, "tables.html").shows.at("queries") == Names{"dear", "prices"});
  CHECK(passes::explain_page(site.root, {}, "choose/milk.html").shows.at("figures").contains("claims/warm/statement"));
}

TEST_CASE("explain lists the files of the site's own theme that a page uses") {
  Files files = everything();
  files["templates/parts/nav.html"] = "<nav aria-label=\"Menu\"></nav>\n";
  const WholeSite site(files);
  CHECK(passes::explain_page(site.root, {}, "lessons/cost.md").shows.at("template") ==
        Names{"lesson.html", "templates/parts/nav.html"});
}

TEST_CASE("explain lists what a generated page shows, and suggests a page for a name that is none") {
  const WholeSite site(everything());
  const passes::Explanation source = passes::explain_page(site.root, {}, "sources/card.html");
  CHECK_FALSE(source.shows.contains("file"));
  CHECK(source.shows.at("template") == Names{"source.html"});
  const passes::Explanation none = passes::explain_page(site.root, {}, "lessons/cots.html");
  CHECK(none.address.empty());
  CHECK(has(none.help, "lessons/cost.html"));
}

}  // namespace
