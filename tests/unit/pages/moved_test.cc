// Tests what readers find at moved and retired addresses, and on pages with moved parts.
#include "pages/moved.h"

#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

struct Moved : WholeSite {
  explicit Moved(std::string rows, std::string site_json = R"({"title": "Coffee"})")
      : WholeSite(Files{{"data/site.json", std::move(site_json)},
                        {"content/index.md", page("Coffee", "## Beans\n\nW.\n\n## Mills & hands\n\nW.\n")},
                        {"content/drinks/index.md", page("Drinks")},
                        {"content/drinks/latte.md", page("Latte & co", "## Milk\n\nW.\n")},
                        {"data/redirects.csv", "from,to,since,why\n" + std::move(rows)}}) {
    built();
  }
};

}  // namespace

TEST_CASE("a moved page redirects with a refresh, a link and a script, all relative") {
  Moved site("old/milk.html,drinks/latte.html,2026-05-01,\"Two pages <became> one\"\n",
             R"({"title": "Coffee", "base_url": "https://example.org/c/"})");
  const std::string html = site.html("old/milk.html");
  CHECK(has(html, "<meta http-equiv=\"refresh\" content=\"0; url=./../drinks/latte.html\">"));
  CHECK(has(html, "<link rel=\"canonical\" href=\"https://example.org/c/drinks/latte.html\">"));
  CHECK(has(html, "<meta name=\"robots\" content=\"noindex\">"));
  CHECK(has(html, "<a href=\"../drinks/latte.html\" data-here>Latte &amp; co</a>"));
  CHECK(has(html, "<p class=\"lead\">Two pages &lt;became&gt; one</p>"));
  CHECK(has(html, "Moved: 2026-05-01."));
  CHECK(has(html, "<script src=\"../assets/moved.js\" defer></script>"));
  CHECK(!has(Moved("old.html,index.html,2026,\n").html("old.html"), "canonical"));
}

TEST_CASE("a page that became a part of another page redirects to that part") {
  Moved site("milk.html,drinks/latte.html#milk,2026,\n");
  CHECK(has(site.html("milk.html"), "url=./drinks/latte.html#milk\">"));
  CHECK(has(site.html("milk.html"), "data-here>Milk · Latte &amp; co</a>"));
}

TEST_CASE("a retired page states the reason and the date, and links to its section") {
  Moved site("drinks/tea.html,,2026-05,Nobody asked for it\ndrinks/tea.html#milk,drinks/latte.html#milk,2026,\n");
  const std::string html = site.html("drinks/tea.html");
  CHECK(!has(html, "refresh"));
  CHECK(!has(html, "canonical"));
  CHECK(has(html, "<h1>This page has been retired</h1>\n<p class=\"lead\">Nobody asked for it</p>"));
  CHECK(has(html, "Retired: 2026-05."));
  CHECK(has(html, "<a class=\"button\" href=\"index.html\">Continue to: Drinks</a>"));
  CHECK(has(html, "<li id=\"milk\" data-moved>This part has moved to: <a href=\"latte.html#milk\">Milk · Latte"));
  CHECK(has(Moved("gone/deep/x.html,,2026,Gone\n").html("gone/deep/x.html"),
            "href=\"../../index.html\">Continue to: Coffee"));
}

TEST_CASE("a page that moved to another site needs a click, and does not redirect automatically") {
  Moved site("tea.html,https://example.org/tea?a=1&b,2026,\n");
  const std::string html = site.html("tea.html");
  CHECK(!has(html, "refresh"));
  CHECK(!has(html, "<script"));
  CHECK(has(html, "<a href=\"https://example.org/tea?a=1&amp;b\" rel=\"noopener\">"));
}

TEST_CASE("a reworded heading keeps its old anchors, and the page does not mention them") {
  Moved site(
      "drinks/latte.html#white,drinks/latte.html#milk,2026,\ndrinks/latte.html#cow,drinks/latte.html#milk,2026,\n");
  const std::string html = site.html("drinks/latte.html");
  CHECK(has(html, "<h2 id=\"milk\"><span id=\"cow\"></span><span id=\"white\"></span>Milk</h2>"));
  CHECK(!has(html, "class=\"moved\""));
  CHECK(!has(html, "moved.js"));
  CHECK(!has(site.html("index.html"), "moved"));
}

TEST_CASE("parts that were moved from a page are listed at its end") {
  Moved site(
      "drinks/latte.html#mills,index.html#mills--hands,2026,They grind all beans\n"
      "drinks/latte.html#sugar,,2026-05,Nobody takes it\n"
      "drinks/latte.html#all,drinks/latte.html,2026,\n"
      "drinks/latte.html#more,https://example.org/more,2026,\n");
  const std::string html = site.html("drinks/latte.html");
  CHECK(has(html,
            "<ul class=\"moved\" data-markdown=\"no\">\n"
            "<li id=\"mills\" data-moved>This part has moved to: "
            "<a href=\"../index.html#mills--hands\">Mills &amp; hands · Coffee</a> <span>They grind all beans"
            "</span></li>\n"
            "<li id=\"more\" data-moved>This part has moved to: <a href=\"https://example.org/more\" "
            "rel=\"noopener\">https://example.org/more</a></li>\n"
            "<li id=\"sugar\" data-moved>This part was retired (2026-05). <span>Nobody takes it</span></li>\n"
            "</ul>\n</article>"));
  CHECK(!has(html, "id=\"all\""));
  CHECK(has(html, "<script src=\"../assets/moved.js\" defer></script>"));
}

TEST_CASE("a chart that was renamed keeps its files at their old addresses") {
  WholeSite site(with_data(
      {{"content/index.md",
        page("Coffee",
             "```chart dear-drinks\ndata: prices\nmark: bar\ntitle: Dear\nencoding:\n  x: {field: price}\n"
             "  y: {field: name}\n```\n\n"
             "```table drinks\ndata: prices\ncaption: Drinks\ncolumns: [name, price]\n```\n")},
       {"data/redirects.csv",
        "from,to,since,why\nindex.html#dear,index.html#dear-drinks,2026,\nindex.html#list,index.html#drinks,2026,\n"
        "index.html#../up,index.html#drinks,2026,\n"}}));
  site.built();
  for (const char* end : {".svg", "-dark.svg", ".png", ".csv"}) {
    CHECK(site.html(std::string("charts/dear") + end) == site.html(std::string("charts/dear-drinks") + end));
    CHECK(site.output.files().contains(std::string("charts/dear") + end));
  }
  CHECK(site.html("tables/list.csv") == site.html("tables/drinks.csv"));
  CHECK(!site.output.files().contains("tables/../up.csv"));
  CHECK(!site.output.files().contains("charts/list.csv"));
}

TEST_CASE("an anchor that contains HTML characters is escaped") {
  Moved site("\"index.html#\"\"><b\",drinks/latte.html,2026,<i>\n");
  CHECK(has(site.html("index.html"), "&gt;&lt;b\" data-moved>"));
  CHECK(has(site.html("index.html"), "<span>&lt;i&gt;</span>"));
}
