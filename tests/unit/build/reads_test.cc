// Tests that the tracker records exactly what a page reads: the page's bytes change only if a recorded value changed.
#include <doctest/doctest.h>

#include "unit/build/everything.h"

namespace {

struct Change {
  Set html;   // pages whose bytes changed
  Set reads;  // pages whose record changed
};

Change compare(const Passes& before, const Passes& after) {
  Change change;
  for (const pages::RenderedPage& page : after.rendered) {
    auto old = std::find_if(before.rendered.begin(), before.rendered.end(),
                            [&](const auto& p) { return p.page->address == page.page->address; });
    if (old == before.rendered.end()) continue;
    if (old->html != page.html || old->files != page.files) change.html.insert(page.page->address);
    if (old->reads != page.reads) change.reads.insert(page.page->address);
  }
  return change;
}

Set without(const Set& all, const Set& part) {
  Set rest;
  std::set_difference(all.begin(), all.end(), part.begin(), part.end(), std::inserter(rest, rest.end()));
  return rest;
}

struct Edit {
  std::string what;
  const char* file;
  const char* from;
  const char* to;
  Set changes;  // pages whose bytes must change, so that every case has an effect
};

TEST_CASE("a page whose bytes change after an edit has read a changed value") {
  const std::vector<Edit> edits = {
      {"a price",
       "data/prices.json",
       "\"price\": 2.5",
       "\"price\": 2.6",
       {"drinks/espresso.html", "tables/all-prices.html"}},
      {"a date",
       "data/prices.json",
       "\"as_of\": \"2025\"",
       "\"as_of\": \"2026\"",
       {"tables.html", "drinks/mocha.html", "lessons/cost.html"}},
      {"a locator", "data/prices.json", "\"row 2\"", "\"row 3\"", {"tables.html", "lessons/cost.html"}},
      {"a drink's name",
       "data/prices.json",
       "\"Mocha\"",
       "\"Mokka\"",
       {"drinks/mocha.html", "drinks/index.html", "tables.html"}},
      {"a source's title",
       "data/sources/all.json",
       "Price card",
       "Price list",
       {"sources/card.html", "lessons/cost.html"}},
      {"a source's publisher",
       "data/sources/all.json",
       "City Office",
       "Town Office",
       {"sources/index.html", "choose/milk.html"}},
      {"a caveat", "data/datapackage.json", "paid in cash", "paid by card", {"tables.html"}},
      {"a column's title",
       "data/datapackage.json",
       "\"title\": \"Price\", \"type\"",
       "\"title\": \"Cost\", \"type\"",
       {"tables.html", "data/index.html"}},
      {"a unit", "data/datapackage.json", "\"unit\": \"g\"", "\"unit\": \"mg\"", {"data/index.html"}},
      {"a resource's title", "data/datapackage.json", "\"Prices\"", "\"All prices\"", {"data/index.html"}},
      {"a claim", "data/claims.json", "keeps warm", "stays warm", {"choose/milk.html", "choose/index.html"}},
      {"a view's text", "data/views/dear.sql", "price > 3 ORDER", "price > 3.5 ORDER", {"tables.html"}},
      {"a page's title",
       "content/lessons/brewing.md",
       "title: Brewing",
       "title: How to brew",
       {"lessons/cost.html", "lessons/index.html"}},
      {"a page's words",
       "content/lessons/brewing.md",
       "Water and time.",
       "Water, time, and a mill.",
       {"lessons/brewing.html", "lessons/index.html"}},
      {"a section's title",
       "content/lessons/index.md",
       "title: Lessons",
       "title: Learn",
       {"lessons/cost.html", "index.html"}},
      {"a step's title",
       "content/choose/latte.md",
       "A latte",
       "Take a latte",
       {"choose/index.html", "choose/milk.html", "choose/latte.html"}},
      {"an answer's label",
       "content/choose/milk.md",
       "label: \"No\"",
       "label: \"Never\"",
       {"choose/index.html", "choose/milk.html", "choose/espresso.html"}},
      {"a next step's title",
       "content/lessons/cost.md",
       "title: Cost",
       "title: Prices of drinks",
       {"choose/latte.html", "choose/index.html", "sources/card.html"}},
      {"an answer of the FAQ", "content/faq/why.md", "of the milk", "of the rent", {"faq/why.html", "faq/index.html"}},
      {"a table's caption",
       "content/tables.md",
       "caption: All\n",
       "caption: All of them\n",
       {"tables.html", "tables/all-prices.html"}},
      {"how many rows", "content/tables.md", "rows: 2", "rows: 1", {"tables.html"}},
      {"the site's title", "data/site.json", "Coffee", "Good coffee", {"404.html", "tables.html"}},
  };
  WholeSite site(everything());
  const Passes before = site.passes();
  REQUIRE_MESSAGE(before.report.diagnostics.empty(), said(before.report.diagnostics));
  for (const Edit& edit : edits) {
    CAPTURE(edit.what);
    WholeSite edited(site.root.files());
    edited.change(edit.file, edit.from, edit.to);
    const Passes after = edited.passes();
    REQUIRE_MESSAGE(after.report.diagnostics.empty(), said(after.report.diagnostics));
    Change change = compare(before, after);
    CHECK(without(change.html, change.reads) == Set{});
    CHECK(without(edit.changes, change.html) == Set{});
  }
}

TEST_CASE("adding or removing a page changes what its neighbours and lists read") {
  WholeSite site(everything());
  const Passes before = site.passes();
  WholeSite more(site.root.files());
  more.write("content/lessons/cleaning.md", page("Cleaning", "[Costs](cost.md) of [4 EUR](fig:prices/latte/price).\n"));
  Change change = compare(before, more.passes());
  CHECK(without(change.html, change.reads) == Set{});
  CHECK(without(Set{"lessons/index.html", "lessons/cost.html", "lessons/brewing.html", "sources/card.html",
                    "sources/index.html"},
                change.html) == Set{});
  WholeSite less(site.root.files());
  less.remove("content/faq/why.md");
  change = compare(before, less.passes());
  CHECK(without(change.html, change.reads) == Set{});
  CHECK(change.html.contains("faq/index.html"));
}

TEST_CASE("a changed cell is read only by the pages that show it") {
  WholeSite site(everything());
  const Passes before = site.passes();
  site.change("data/prices.json", "\"beans\": 9,", "\"beans\": 8,");
  Change change = compare(before, site.passes());
  CHECK(change.reads ==
        Set{"data/prices.html", "tables.html", "tables/all-prices.html"});  // the pages that read the frame
  // The HTML of the third page is unchanged; only its file tables/all-prices.csv has changed.
  CHECK(change.html == Set{"data/prices.html", "tables.html"});
  WholeSite dearer(everything());
  dearer.change("data/prices.json", "\"price\": 4,", "\"price\": 4.2,");
  dearer.change("content/lessons/cost.md", "[4 EUR]", "[4.2 EUR]");
  change = compare(before, dearer.passes());
  CHECK(change.reads == Set{"data/prices.html", "drinks/latte.html", "lessons/cost.html", "lessons/print.html",
                            "tables.html", "tables/all-prices.html"});
  CHECK(change.html == change.reads);
}

TEST_CASE("the record contains each frame, cell, provenance record and source that the page shows") {
  WholeSite site(everything());
  Passes passes = site.passes();
  auto names = [&](std::string_view address) {
    Set found;
    for (const auto& [what, hash] : passes.page(address).reads)
      if (what.starts_with("frame:") || what.starts_with("cell:") || what.starts_with("figure:") ||
          what.starts_with("ref:") || what.starts_with("source:") || what.starts_with("value:"))
        found.emplace(what);
    return found;
  };
  CHECK(names("lessons/cost.html") == Set{"figure:prices/latte/price", "figure:prices/mocha/price", "ref:prices/latte",
                                          "ref:prices/mocha", "source:card", "source:survey"});
  CHECK(names("tables.html") == Set{"frame:dear", "frame:prices", "ref:prices/espresso", "ref:prices/latte",
                                    "ref:prices/mocha", "source:card", "source:survey"});
  CHECK(names("drinks/espresso.html") ==
        Set{"figure:prices/espresso/price", "ref:prices/espresso", "source:card", "value:id", "value:name"});
  CHECK(names("choose/milk.html") ==
        Set{"cell:claims/warm/statement", "cell:claims/warm/status", "ref:claims/warm", "source:survey"});
  CHECK(names("lessons/brewing.html") == Set{});
}

}  // namespace
