#include "cli/pin_command.h"

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
title: Mocha is dear
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
  options.common.jobs = 1;
  return options;
}

std::vector<std::string> paths(const cli::Made& made) {
  std::vector<std::string> list;
  for (const base::ChangedFile& file : made.files) list.push_back(file.path);
  return list;
}

}  // namespace

TEST_CASE("a pinned chart is a picture and its data, a pinned table a page and its data, with the day in their names") {
  WholeSite site(shop());
  cli::PinOptions both = options({"steps", "drinks"});
  both.base_url = "https://coffee.example/";
  cli::Made made = cli::make_pins(site.root, both, "2026-11-22");
  REQUIRE(!made.failed());
  CHECK(paths(made) ==
        std::vector<std::string>{"content/pins/steps-2026-11-22.csv", "content/pins/steps-2026-11-22.png",
                                 "content/pins/steps-2026-11-22.svg", "content/pins/drinks-2026-11-22.csv",
                                 "content/pins/drinks-2026-11-22.html"});
  CHECK(made.next[1] == "https://coffee.example/pins/steps-2026-11-22.png");
  CHECK(has(made.files[4].bytes, "Copied on 2026-11-22"));

  // They are published as they are, and stay when the data change.
  REQUIRE(cli::write_made(site.root, made) == cli::kFine);
  site.change("data/prices.json", "\"price\": 4,", "\"price\": 5,").built();
  CHECK(site.html("pins/drinks-2026-11-22.html") == made.files[4].bytes);
  CHECK(site.html("pins/steps-2026-11-22.svg") == made.files[2].bytes);
  CHECK(has(site.html("pins/drinks-2026-11-22.csv"), ",4"));
  CHECK(has(site.html("tables/drinks.csv"), ",5"));

  // The same day again: what is there is not touched.
  cli::Made again = cli::make_pins(site.root, options({"drinks"}), "2026-11-22");
  CHECK(cli::write_made(site.root, again) == cli::kSiteHasErrors);
  CHECK(has(said(again.diagnostics), "error[file-exists]"));
  CHECK(site.root.files().at("content/pins/drinks-2026-11-22.csv") == made.files[3].bytes);
}

TEST_CASE("what can't be pinned is said") {
  WholeSite site(shop());
  cli::Made made = cli::make_pins(site.root, options({"drink"}), "2026-11-22");
  CHECK(made.refusal == "there is no table or chart \"drink\"");
  CHECK(made.help == "did you mean \"drinks\"?");
  CHECK(made.files.empty());

  site.change("content/prices.md", "caption: All drinks", "caption: All drinks\ncolour: red");
  made = cli::make_pins(site.root, options({"drinks"}), "2026-11-22");
  CHECK(made.failed());
  CHECK(has(said(made.diagnostics), "error[unknown-key]"));
  CHECK(made.files.empty());
}
