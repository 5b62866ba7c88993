#include "cli/makers.h"

#include "unit/whole_site.h"

namespace {

Files shop() {
  return with_data({{"content/prices.md", page("Prices", R"(
```table drinks
data: prices
caption: All drinks
columns: [name, price]
```

```chart steps
data: prices
title: Mocha costs the most
mark: bar
encoding:
  x: {field: price, type: quantitative}
  y: {field: name, type: nominal}
```
)")}});
}

cli::PinOptions options(std::vector<std::string> names) {
  cli::PinOptions options;
  options.names = std::move(names);
  options.jobs = 1;
  return options;
}

std::vector<std::string> paths(const cli::Plan& plan) {
  std::vector<std::string> list;
  for (const base::ChangedFile& file : plan.files) list.push_back(file.path);
  return list;
}

}  // namespace

TEST_CASE("pin copies a chart as pictures and data, and a table as a page and data, with the date in the file names") {
  WholeSite site(shop());
  cli::PinOptions both = options({"steps", "drinks"});
  both.base_url = "https://coffee.example/";
  cli::Plan plan = cli::make_pins(site.root, both, "2026-11-22");
  REQUIRE(!plan.failed());
  CHECK(paths(plan) ==
        std::vector<std::string>{"content/pins/steps-2026-11-22.csv", "content/pins/steps-2026-11-22.png",
                                 "content/pins/steps-2026-11-22.svg", "content/pins/drinks-2026-11-22.csv",
                                 "content/pins/drinks-2026-11-22.html"});
  CHECK(plan.next[1] == "https://coffee.example/pins/steps-2026-11-22.png");
  CHECK(has(plan.files[4].bytes, "Copied on 2026-11-22"));

  // Pins are published unchanged, even after the data changes.
  REQUIRE(cli::write_plan(site.root, plan) == cli::kFine);
  site.change("data/prices.json", "\"price\": 4,", "\"price\": 5,").built();
  CHECK(site.html("pins/drinks-2026-11-22.html") == plan.files[4].bytes);
  CHECK(site.html("pins/steps-2026-11-22.svg") == plan.files[2].bytes);
  CHECK(has(site.html("pins/drinks-2026-11-22.csv"), ",4"));
  CHECK(has(site.html("tables/drinks.csv"), ",5"));

  // A second pin on the same day must not touch existing files.
  cli::Plan again = cli::make_pins(site.root, options({"drinks"}), "2026-11-22");
  CHECK(cli::write_plan(site.root, again) == cli::kSiteHasErrors);
  CHECK(has(said(again.diagnostics), "error[file-exists]"));
  CHECK(site.root.files().at("content/pins/drinks-2026-11-22.csv") == plan.files[3].bytes);
}

TEST_CASE("pin rejects unknown names and sites with errors") {
  WholeSite site(shop());
  try {
    cli::make_pins(site.root, options({"drink"}), "2026-11-22");
    FAIL("not rejected");
  } catch (const cli::UsageError& error) {
    CHECK(error.why == "there is no table or chart \"drink\"");
    CHECK(error.help == "did you mean \"drinks\"?");
  }

  site.change("content/prices.md", "caption: All drinks", "caption: All drinks\ncolour: red");
  cli::Plan plan = cli::make_pins(site.root, options({"drinks"}), "2026-11-22");
  CHECK(plan.failed());
  CHECK(has(said(plan.diagnostics), "error[unknown-key]"));
  CHECK(plan.files.empty());
}
