// Tests how old values are, and the badges of those that are too old.
#include "../whole_site.h"

namespace {

// Prices may be 30 days old. The newest date of the data is 2026-03-01, so the mocha, of 2025, is 60 days old.
Files with_limit(const std::string& body, const std::string& front = "") {
  Files files = coffee_data();
  files["content/index.md"] = page("Coffee", body, front);
  std::string& descriptor = files["data/datapackage.json"];
  descriptor.insert(descriptor.find("\"unit\": \"EUR\""), "\"stale_after_days\": 30, ");
  return files;
}

const char* kTable =
    "```sql q\nSELECT id, price, ref FROM prices ORDER BY id\n```\n\n```table t\ndata: q\ncaption: {}\n```\n";

std::string table(const std::string& caption) {
  std::string text = kTable;
  return text.replace(text.find("{}"), 2, caption);
}

}  // namespace

TEST_CASE("a source shows the age of a value that is older than its column allows") {
  WholeSite site(with_limit("[4.5 EUR](fig:prices/mocha/price), [4 EUR](fig:prices/latte/price).\n"));
  site.built();
  const std::string html = site.main("index.html");
  CHECK(has(html, "<time>2025</time> <span class=\"age\" data-limit=\"30\" data-date=\"2025\">60 days old</span>"));
  // Pages show it too when the reader's clock has passed the limit.
  CHECK(has(html,
            "<time>2026-03-01</time> <span class=\"age\" data-limit=\"30\" hidden data-date=\"2026-03-01\"></span>"));
  CHECK(!has(html, "4.5 EUR</a> <span class=\"age\""));  // in a sentence, the card shows it
}

TEST_CASE("columns without a limit have no ages") {
  WholeSite site(with_limit("[9 g](fig:prices/espresso/beans).\n"));
  site.built();
  CHECK(!has(site.main("index.html"), "class=\"age\""));
}

TEST_CASE("ages count from as_of of the site, in months and years") {
  for (const auto& [as_of, age] :
       {std::pair{"2026-04-15", "3 months old"}, {"2027-06", "16 months old"}, {"2029", "3 years old"}}) {
    Files files = with_limit("[4.5 EUR](fig:prices/mocha/price).\n");
    files["data/site.json"] = std::string(R"({"title": "Coffee", "as_of": ")") + as_of + "\"}";
    WholeSite site(files);
    site.built();
    CHECK_MESSAGE(has(site.main("index.html"), std::string("data-date=\"2025\">") + age), age);
  }
}

TEST_CASE("a headline that states an old value has a badge, and a table counts its old values") {
  WholeSite site(with_limit(table("\"Mocha at [4.5 EUR](fig:prices/mocha/price)\"")));
  site.built();
  const std::string html = site.main("index.html");
  CHECK(has(
      html,
      "4.5 EUR</a> <span class=\"age\" data-limit=\"30\" data-date=\"2025\">60 days old</span></span></figcaption>"));
  CHECK(has(html, " <span class=\"age\">1 of 3 older than 30 days on 2026-03-01</span></p>"));
}

TEST_CASE("a value computed by a formula is as old as its oldest input, the result of a query as its newest row") {
  const std::string query =
      "```sql best\n-- @best like prices.price\nSELECT 'all' AS drinks, max(price) AS best, all_refs(ref) AS ref FROM "
      "prices\n```\n\n";
  WholeSite site(with_limit(query + table("\"[0.5 EUR](fig:more), [4.5 EUR](fig:best/all/best)\""),
                            "figures: {more: prices/mocha/price - prices/latte/price}\n"));
  site.built();
  const std::string html = site.main("index.html");
  CHECK(has(html, "0.5 EUR</a> <span class=\"age\" data-limit=\"30\" data-date=\"2025\">60 days old</span>"));
  CHECK(has(html, "4.5 EUR</a> <span class=\"age\" data-limit=\"30\" hidden data-date=\"2026-03-01\">"));
}

TEST_CASE("queries find old rows with is_old()") {
  WholeSite site(
      with_limit("```sql q\nSELECT id, price, ref FROM prices WHERE NOT is_old(ref) ORDER BY price\n```\n\n"
                 "```sql r\nSELECT id, price, ref FROM prices WHERE is_old(ref)\n```\n\n"
                 "[2.5 EUR](fig:q/espresso/price), [4.5 EUR](fig:r/mocha/price)\n"));
  CHECK(site.mistakes() == "");
  site.change("data/prices.json", "\"as_of\": \"2025\"", "\"as_of\": \"\"");
  CHECK(has(site.mistakes(), "fig:r/mocha/price"));  // of an undated row, nobody knows
}
