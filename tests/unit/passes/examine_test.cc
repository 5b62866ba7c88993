// Tests findings of `sourcebook check` that a build does not report.
#include "passes/examine.h"

#include "../whole_site.h"

namespace {

passes::Examination examine(WholeSite& site, passes::ExamineOptions options = {}) {
  options.today = *check::last_day_of("2026-06-30");
  return passes::examine_site(site.root, options);
}

const char* kCited = "All were measured [@card; @survey].\n";

TEST_CASE("check has no findings for a valid site, and does not change it") {
  WholeSite site(with_data({{"content/index.md", page("Coffee", kCited)}}));
  site.root.forget_accesses();
  auto examination = examine(site);
  CHECK(said(examination.diagnostics) == "");
  CHECK(examination.pages > 1);
  CHECK(examination.unbound == 0);
  CHECK(site.root.writes().empty());
}

TEST_CASE("a query whose result depends on an unspecified order is an error") {
  WholeSite site(with_data(
      {{"content/index.md",
        page("Coffee", std::string(kCited) + "\n```sql first\nSELECT name, price, ref FROM "
                                             "prices LIMIT 1\n```\n\n```sql ties\nSELECT name, "
                                             "price, ref FROM prices ORDER BY beans > quantity(1, 'g')\n```\n\n"
                                             "```sql good\nSELECT name, price, ref FROM prices "
                                             "ORDER BY id\n```\n\n```sql assert few\n-- {name}\n"
                                             "SELECT name FROM (SELECT name, price FROM prices "
                                             "LIMIT 1) WHERE price > quantity(4, 'EUR')\n```\n")}}));
  site.write("data/views/names.sql", "SELECT name FROM prices\n");
  auto examination = examine(site);
  std::string text = said(examination.diagnostics);
  CHECK(count(text, "error[unordered-query]") == 4);
  CHECK(has(text, "\"name\" of the query \"first\" has other values"));
  CHECK(has(text, "\"name\" of the query \"few\" has other values"));
  CHECK(has(text, "the query \"ties\" returns its rows in another order"));
  CHECK(has(text, "the query \"names\" returns its rows in another order"));
  for (unsigned jobs : {2u, 4u}) {
    passes::ExamineOptions options;
    options.build.jobs = jobs;
    CHECK(said(examine(site, options).diagnostics) == text);
  }
}

TEST_CASE("sums whose last bits depend on the order count as equal") {
  Files files = with_data(
      {{"content/index.md", page("Coffee", std::string(kCited) + "\n```sql sums\n-- @s {title: S, unit: EUR}\n"
                                                                 "SELECT sum(price / 3) AS s, all_refs(ref) AS ref "
                                                                 "FROM prices\n```\n")}});
  WholeSite site(files);
  CHECK(said(examine(site).diagnostics) == "");
}

TEST_CASE("unused sources are warnings") {
  WholeSite site(with_data({{"content/index.md", page("Coffee")}}));
  CHECK(examine(site).unused == 0);  // rows of the data depend on both
  site.change("data/prices.json", "\"source\": \"survey\"", "\"source\": \"card\"");
  auto examination = examine(site);
  CHECK(examination.unused == 1);
  CHECK(has(said(examination.diagnostics), "warning[unused-source]: nothing depends on the source \"survey\""));
  site.write("content/a.md", page("A", "See [@survey].\n"));
  CHECK(examine(site).unused == 0);
}

TEST_CASE("--strict turns warnings into errors, and errors of the build are reported too") {
  WholeSite site(with_data({{"content/index.md", page("Coffee", "It takes 5 GB. See [x](y.md).\n")}}));
  auto examination = examine(site);
  CHECK(examination.diagnostics.errors() == 1);
  CHECK(examination.diagnostics.warnings() == 1);
  passes::ExamineOptions options;
  options.build.strict = true;
  CHECK(examine(site, options).diagnostics.errors() == 2);
}

}  // namespace
