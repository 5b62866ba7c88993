#include "site/site.h"

#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

Files guide() {
  return with_data({
      {"content/compare/index.md", page("Compare")},
      {"content/lessons/cost.md", page("Cost")},
      {"content/lessons/café #1.md", page("Café")},
      {"content/drinks/drink.md",
       page("\"{name}\"", "Words.\n", "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n")},
  });
}

TEST_CASE("a page is found by its address or its file, in any common notation") {
  const Passes passes = WholeSite(guide()).passes();
  const auto named = [&](std::string_view name) {
    const site::Page* page = site::page_named(*passes.site, name);
    return page ? page->address : "(none)";
  };
  const std::map<std::string, std::vector<std::string>> names = {
      {"index.html",
       {"index.html", "index.md", "content/index.md", "./content/index.md", "./index.html", "/", ".", "/index.html",
        "/?q=1", "#top"}},
      {"compare/index.html",
       {"compare/index.html", "compare/", "compare", "./compare/", "/compare/", "content/compare/index.md",
        "content/compare", "compare/#prices", "compare?sort=price", "/compare/index.html?a=1#prices"}},
      {"lessons/cost.html",
       {"lessons/cost.html", "lessons/cost.html/", "lessons/cost", "lessons/cost.md", "lessons//cost.html",
        "lessons/../lessons/cost.html", "content/./lessons/cost.md"}},
      {"lessons/café #1.html",
       {"lessons/café #1.html", "content/lessons/café #1.md", "lessons/caf%C3%A9%20%231.html#a",
        "lessons/cafe\u0301%20%231"}},
      {"drinks/latte.html", {"drinks/latte.html", "drinks/latte"}},
      {"(none)", {"nowhere.html", "../index.html", "https://example.org/compare/", "%", "drinks/drink.md"}},
  };
  for (const auto& [address, spellings] : names)
    for (const std::string& name : spellings) CHECK_MESSAGE(named(name) == address, name);
}

TEST_CASE("the error for an unknown page suggests a similar one") {
  const Passes passes = WholeSite(guide()).passes();
  const auto proposed = [&](std::string_view name) { return site::suggest_page(*passes.site, name); };
  CHECK(proposed("compar") == "did you mean \"compare/index.html\"?");
  CHECK(proposed("/compar/?q=1") == "did you mean \"compare/index.html\"?");
  CHECK(proposed("compare/indx.html") == "did you mean \"compare/index.html\"?");
  CHECK(proposed("content/lessons/cots.md") == "did you mean \"lessons/cost.html\"?");
  CHECK(proposed("something/else.html") == "");
  CHECK(proposed("drinks/drink.md") ==
        "this file generates a page for each row: give one, such as \"drinks/espresso.html\"");
}

}  // namespace
