// The links of a page, which are held in few bytes.
#include "site/link.h"

#include <doctest/doctest.h>

#include "site/page.h"

TEST_CASE("links read back in their order, whatever texts they have, also from a copy") {
  const base::SourceText file("content/a.md", "[a](b.md) and more");
  site::Page page;
  page.address = "lessons/cost.html";
  site::Links links;
  CHECK(links.begin() == links.end());
  links.reserve(2);
  links.add({"data/prices.csv", "row 1", {&file, 1, 4}, "prices/latte"});
  links.add({page.address, "", {}, "", &page});
  links.add({"", std::string(300, 'x'), {nullptr, 2, 9}});
  const site::Links copy = links;
  links = {};
  REQUIRE(copy.size() == 3);

  auto at = copy.begin();
  CHECK((*at).where() == "data/prices.csv");
  CHECK((*at).anchor == "row 1");
  CHECK((*at).ref == "prices/latte");
  CHECK((*at).span.text() == "a](");
  CHECK((*at).to == nullptr);
  ++at;
  CHECK((*at).where() == "lessons/cost.html");
  CHECK((*at).anchor.empty());
  CHECK((*at).to == &page);
  ++at;
  CHECK((*at).where().empty());
  CHECK((*at).anchor == std::string(300, 'x'));
  CHECK((*at).span.begin == 2);
  CHECK((*at).span.end == 9);
  CHECK(++at == copy.end());
}

TEST_CASE("links stand in a file, or nowhere") {
  const base::SourceText file("content/a.md", "[a](b.md) and more"), other("content/b.md", "text");
  site::Links links;
  links.add({"lessons/cost.html", "cheap", {&file, 1, 4}});
  links.add({"data/prices.csv", "", {}, "prices/latte"});
  CHECK(links.stand_in(&file));
  CHECK_FALSE(links.stand_in(&other));
  CHECK(site::Links().stand_in(nullptr));
}
