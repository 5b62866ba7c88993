// Tests reports of rows that are newer than their source.
#include "check/sources.h"

#include "../whole_site.h"

namespace {

// Returns the errors for rows dated 2026-03-01 from the source `card`, whose entry has the keys `of_source`.
std::string newer(const std::string& of_source, const std::string& type = "webpage") {
  Files files = with_data({{"content/index.md", page("Coffee")}});
  files["data/sources/all.json"] =
      R"([{"id": "card", "type": ")" + type + R"(", "title": "Price card", "URL": "https://bean.example/card")" +
      of_source + R"(}, {"id": "survey", "type": "report", "title": "Survey", "issued": {"date-parts": [[2025]]}}])";
  WholeSite site(files);
  base::Diagnostics parsing, diagnostics;
  auto inputs = passes::read_and_parse(site.root, {}, parsing);
  REQUIRE_MESSAGE(parsing.empty(), said(parsing));
  check::check_source_dates(*inputs->database, diagnostics);
  std::string text;
  for (const base::Diagnostic& each : diagnostics.list()) {
    CHECK(each.severity == base::Severity::warning);
    text += each.message + "\n";
  }
  return text;
}

std::string date(const std::string& key, const std::string& parts) {
  return ", \"" + key + "\": {\"date-parts\": [[" + parts + "]]}";
}

TEST_CASE("a title names its period as a year, or a part of one") {
  const auto period = [](const std::string& title) {
    data::Source source;
    source.title = title;
    return check::period_before(source, "2026-08-01");
  };
  for (const char* part : {"Q2", "2. Quartal", "2nd quarter", "second quarter", "T2", "H1", "June", "Juni", "juin",
                           "spring", "first half"})
    CHECK(period("Prices, " + std::string(part) + " 2026") == std::string(", of ") + part);
  CHECK(period("Prices, 2026-06") == ", of 2026-06");
  CHECK(period("Prices 2Q26") == ", of 2Q26");
  CHECK(period("Prices 6/2026") == ", of 6/");
  CHECK(period("Prices of June 30, 2026") != "");
  for (const char* title : {"Prices, Q3 2026", "Prices, summer 2026", "T4 2026", "Marketing 2026", "August 2026",
                            "H2 2026", "Mayors 2026", "12/2026", "Prices 2026"})
    CHECK_MESSAGE(period(title) == "", title);
}

}  // namespace

TEST_CASE("rows must not be newer than the date on which their source was read") {
  CHECK(newer(date("accessed", "2026, 3, 1")) == "");
  CHECK(newer(date("accessed", "2026, 2, 28")) ==
        "2 rows of \"prices\" are newer than \"card\", whose \"accessed\" is 2026-02-28: prices/espresso is dated "
        "2026-03-01\n");
  CHECK(newer(date("accessed", "2026, 3")) == "");
  CHECK(newer(date("accessed", "2026, 2")) != "");
  CHECK(newer(date("accessed", "2026")) == "");
  CHECK(newer("") == "");
}

TEST_CASE("the date of a web page is the later of accessed and issued, and that of a report is issued") {
  const std::string both = date("issued", "2025, 6") + date("accessed", "2026, 4, 1");
  CHECK(newer(both) == "");
  CHECK(newer(both, "dataset") == "");
  CHECK(has(newer(both, "report"), "whose \"issued\" is 2025-06"));
  CHECK(has(newer(both, "book"), "whose \"issued\""));
  CHECK(has(newer(date("issued", "2026, 1, 31")), "whose \"issued\" is 2026-01-31"));
}

TEST_CASE("the date of a version is the latest date in it") {
  const std::string read = date("accessed", "2026, 4, 1");
  CHECK(has(newer(read + R"(, "version": "page as read on 2026-02-17")"), "whose \"version\" is 2026-02-17"));
  CHECK(has(newer(read + R"-(, "version": "0a1b2c (2025-12-01..2026-02-03)")-"), "whose \"version\" is 2026-02-03"));
  CHECK(newer(read + R"(, "version": "2026-03-01")") == "");
  CHECK(newer(read + R"(, "version": "v2026-02-30, 12026-02-01")") == "");
  CHECK(newer(read + R"(, "version": "1.2.3")") == "");
}

TEST_CASE("a row dated by year or month counts from the first day") {
  CHECK(check::newest_date_in("2026-01") == "");
  Files files = with_data({{"content/index.md", page("Coffee")}});
  files["data/prices.json"] =
      base::replace_all(files["data/prices.json"], "\"as_of\": \"2025\"", "\"as_of\": \"2026\"");
  WholeSite site(files);
  base::Diagnostics parsing, diagnostics;
  auto inputs = passes::read_and_parse(site.root, {}, parsing);
  check::check_source_dates(*inputs->database, diagnostics);
  REQUIRE(diagnostics.list().size() == 1);
  CHECK(diagnostics.list()[0].message ==
        "1 row of \"prices\" is newer than \"survey\", whose \"issued\" is 2025: prices/mocha is dated 2026");
}
