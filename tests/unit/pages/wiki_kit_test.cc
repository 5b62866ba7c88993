// Tests permalinks, embeds, and link previews.
#include "unit/whole_site.h"

namespace {

const char* const kShop = "lessons/prices.html";

Files shop() {
  return with_data({
      {"content/lessons/prices.md", page("Prices", R"(## What they cost {#cost}

An espresso is [€2.50](fig:prices/espresso/price).

```table drinks
data: prices
caption: 'All "drinks"'
columns: [name, price]
note: Cups differ.
```

```chart steps
data: prices
title: Mocha is dear
mark: bar
encoding:
  x: {field: price, type: quantitative}
  y: {field: name, type: nominal}
```
)",
                                         "description: What a cup costs.\n")},
      {"content/lessons/index.md", page("Lessons")},
      {"content/faq/why.md", page("Why?", "Because.\n")},
      {"content/faq/how.md", page("How?", "So.\n")},
  });
}

Files published() {
  Files files = shop();
  files["data/site.json"] = R"({"title": "Coffee", "base_url": "https://coffee.example/guide/"})";
  return files;
}

}  // namespace

TEST_CASE("the name of a heading is its text, and its permalink is next to it") {
  WholeSite site(shop());
  const std::string html = site.built().main(kShop);
  CHECK(has(html,
            "<div class=\"heading\"><h2 id=\"cost\">What they cost</h2> <a class=\"anchor\" href=\"#cost\" "
            "aria-label=\"Link to: What they cost\">#</a></div>"));
  CHECK(has(html,
            "<div class=\"heading\"><h1>Prices</h1> <a class=\"anchor\" href=\"../lessons/prices.html\" "
            "aria-label=\"Link to: Prices\">#</a></div>"));
  CHECK(!has(html, "</a></h"));
  CHECK(has(site.main("faq/index.html"), "<a href=\"why.html\">Why?</a><a class=\"anchor\" href=\"why.html\""));
  CHECK(has(site.main("index.html"), "<h1>Coffee</h1> <a class=\"anchor\" href=\"index.html\""));
}

TEST_CASE("tables and charts have an embed link that states the height of the frame") {
  WholeSite site(shop());
  const std::string html = site.built().main(kShop);
  CHECK(has(html, "<figcaption><span class=\"caption\">All &#34;drinks&#34;</span></figcaption>"));
  for (const char* name : {"drinks", "steps"}) {
    const std::string height = between(html, "href=\"#" + std::string(name) + "\" data-embed=\"", "\"");
    REQUIRE(!height.empty());
    CHECK(std::stoi(height) > 200);
    CHECK(std::stoi(height) < 900);
  }
  CHECK(has(html, "aria-label=\"Link or embed: Mocha is dear\">Link or embed</a></p>"));

  site.write("data/site.json", R"({"title": "Coffee", "features": {"embeds": false}})").built();
  CHECK(!has(site.main(kShop), "data-embed"));
  CHECK(has(site.main(kShop), "aria-label=\"Link: Mocha is dear\">Link</a></p>"));
  CHECK(!site.output.files().contains("embed/drinks.html"));
}

TEST_CASE("an embed has its source, its date and a link back, and its links open outside the frame") {
  WholeSite site(published());
  const std::string html = site.built().html("embed/drinks.html");
  CHECK(has(html, "<meta name=\"robots\" content=\"noindex\">"));
  CHECK(has(html, "<link rel=\"canonical\" href=\"https://coffee.example/guide/lessons/prices.html#drinks\">"));
  CHECK(has(html, "<h1 class=\"caption\">All &#34;drinks&#34;</h1>"));
  CHECK(has(html, "<li>Cups differ.</li><li>Mocha was paid in cash.</li>"));
  CHECK(has(html, "Sources: <a href=\"../sources/card.html\" target=\"_blank\">Bean Street, Price card</a>; "));
  CHECK(has(html, "As of 2025 to 2026-03-01."));
  CHECK(has(html, "<a href=\"../lessons/prices.html#drinks\" target=\"_blank\">Prices</a>"));
  // A number in the embed still links to its note.
  CHECK(has(html, "<a class=\"cell\" href=\"#drinks-n1\">2.50</a>"));
  CHECK(!has(html, "site-nav"));
  CHECK(!has(html, "class=\"downloads\""));
  CHECK(!has(site.html("sitemap.xml"), "embed/"));
  CHECK(has(site.html("embed/steps.html"), "assets/chart.css"));

  // The links of the page are relative to a different folder.
  site.write("content/prices.md", page("Top", "```table top\ndata: prices\ncaption: T\ncolumns: [name, price]\n```\n"))
      .built();
  CHECK(has(site.html("embed/top.html"), "href=\"../sources/card.html\""));
  CHECK(has(site.html("embed/top.html"), "href=\"../prices.html#top\""));
}

TEST_CASE("the folder of embeds is reserved") {
  WholeSite site(shop());
  site.write("content/embed/drinks.html", "<p>mine</p>");
  CHECK(has(site.mistakes(), "error[reserved-folder]"));
}

TEST_CASE("a published page has a link preview") {
  WholeSite site(published());
  const std::string html = site.built().html(kShop);
  CHECK(has(html, "<meta property=\"og:type\" content=\"article\">"));
  CHECK(has(html, "<meta property=\"og:title\" content=\"Prices\">"));
  CHECK(has(html, "<meta property=\"og:description\" content=\"What a cup costs.\">"));
  CHECK(has(html, "<meta property=\"og:url\" content=\"https://coffee.example/guide/lessons/prices.html\">"));
  const char* const kImage = "<meta property=\"og:image\" content=\"https://coffee.example/guide/assets/cards/";
  CHECK(has(html, std::string(kImage) + "lessons/prices.png\">"));
  CHECK(has(html, "<meta name=\"twitter:card\" content=\"summary_large_image\">"));
  CHECK(site.output.files().contains("assets/cards/lessons/prices.png"));
  // Generated pages show the home page's picture.
  CHECK(has(site.html("sources/card.html"), std::string(kImage) + "index.png\">"));
  CHECK(has(site.html("index.html"), "<meta property=\"og:type\" content=\"website\">"));
  CHECK(!has(site.html("404.html"), "og:"));

  // The picture is drawn only once.
  site.build();
  CHECK(site.written().empty());
  // A title with letters that the font lacks has no separate picture.
  site.change("content/lessons/prices.md", "title: Prices", "title: 価格").built();
  CHECK(has(site.html(kShop), std::string(kImage) + "index.png\">"));
  CHECK(!site.output.files().contains("assets/cards/lessons/prices.png"));
}

TEST_CASE("a site without base_url, or with cards turned off, has no cards") {
  WholeSite site(shop());
  CHECK(!has(site.built().html(kShop), "og:"));
  site.write("data/site.json",
             R"({"title": "Coffee", "base_url": "https://a.example/", "features": {"cards": false}})");
  CHECK(!has(site.built().html(kShop), "og:"));
  CHECK(!site.output.files().contains("assets/cards/index.png"));
}

TEST_CASE("pages made from data have separate pictures if site.json asks for them") {
  Files files = published();
  files["content/drinks/each.md"] =
      page("Each", "What it is.\n", "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n");
  WholeSite site(files);
  site.built();
  CHECK(site.output.files().contains("drinks/espresso.html"));
  CHECK(!site.output.files().contains("assets/cards/drinks/espresso.png"));
  site.change("data/site.json", "\"Coffee\"", "\"Coffee\", \"features\": {\"cards\": \"all\"}").built();
  CHECK(site.output.files().contains("assets/cards/drinks/espresso.png"));
  CHECK(site.output.files().contains("assets/cards/lessons/prices.png"));
  CHECK(!site.output.files().contains("assets/cards/tables/drinks.png"));
}

TEST_CASE("facts.json lists the figures of texts with their sources, and llms.txt links to it") {
  WholeSite site(published());
  site.built();
  const std::string facts = site.html("facts.json");
  CHECK(has(facts, R"({"site": "Coffee", "base_url": "https://coffee.example/guide/", "facts": [)"));
  CHECK(
      has(facts, R"({"figure": "prices/espresso/price", "text": "€2.50", "value": 2.5, "unit": "EUR", "sources": [{)"));
  CHECK(has(facts, R"("page": "lessons/prices.html", "anchor": "cost"})"));
  CHECK(count(facts, "\"figure\"") == 1);
  CHECK(has(site.html("llms.txt"), "(https://coffee.example/guide/facts.json)"));
  site.write("content/lessons/range.md",
             page("Range", "From [2.5 to 4 EUR](fig:prices/espresso/price..prices/latte/price).\n",
                  "key_points: [\"A latte is [€4](fig:prices/latte/price).\"]\n"))
      .built();
  CHECK(has(site.html("facts.json"), R"("text": "€4", "value": 4, "unit": "EUR")"));
  CHECK(has(site.html("facts.json"), R"("value": 2.5, "greatest": 4, "unit": "EUR")"));
  site.remove("content/lessons/range.md");
  site.change("content/lessons/prices.md", "[€2.50](fig:prices/espresso/price)", "dear").built();
  CHECK(!site.output.files().contains("facts.json"));
  CHECK(!has(site.html("llms.txt"), "facts.json"));
}
