#include "../whole_site.h"

namespace {

std::string home_in(const std::string& lang) {
  WholeSite site(
      {{"data/site.json", R"({"title": "Coffee", "lang": ")" + lang + "\"}"}, {"content/index.md", page("Coffee")}});
  site.built({});
  return site.html("index.html");
}

}  // namespace

TEST_CASE("a page states its language and its right-to-left direction") {
  CHECK(home_in("en").find("<html lang=\"en\">") != std::string::npos);
  CHECK(home_in("ar").find("<html lang=\"ar\" dir=\"rtl\">") != std::string::npos);
  CHECK(home_in("az-Arab").find("<html lang=\"az-Arab\" dir=\"rtl\">") != std::string::npos);
}

TEST_CASE("as_of is a date of the language, also in a computed column that is declared like it") {
  const std::string text =
      "```sql q\n-- @priced like prices.as_of\n"
      "SELECT p.id, p.name, p.price, max(p.as_of) AS priced, p.ref FROM prices p GROUP BY p.id ORDER BY p.id\n```\n\n"
      "```table t\ndata: q\ncaption: P\ncolumns: [name, price, priced]\n```\n";
  WholeSite site(
      with_data({{"data/site.json", R"({"title": "Coffee", "lang": "en-GB"})"}, {"content/t.md", page("T", text)}}));
  site.built();
  const std::string main = site.main("t.html");
  CHECK(has(main, "data-value=\"2026-03-01\">1 Mar 2026</td>"));
  CHECK(has(main, ">2025</td>"));
  CHECK(!has(main, ">As of<"));  // the column has the dates of the rows
}
