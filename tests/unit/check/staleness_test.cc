// Tests reports of stale data, sources and pages, and the date from which they are stale.
#include "check/sources.h"

#include "../whole_site.h"

namespace {

check::Day day(const char* text) { return *check::last_day_of(text); }

std::string stale(const Files& files, const char* today) {
  WholeSite site(files);
  base::Diagnostics said_by_parsing, diagnostics;
  auto inputs = passes::read_and_parse(site.root, {}, said_by_parsing);
  REQUIRE_MESSAGE(said_by_parsing.empty(), said(said_by_parsing));
  size_t found = check::check_staleness(*inputs->database, inputs->contents, day(today), diagnostics);
  CHECK(found == diagnostics.list().size());
  std::string text;
  for (const base::Diagnostic& each : diagnostics.list()) {
    CHECK(each.severity == base::Severity::warning);
    text += std::string(each.code) + ": " + each.message + "; " + each.help + "\n";
  }
  return text;
}

Files coffee(const std::string& of_resource, const std::string& of_source = "", const std::string& front = "") {
  Files files = with_data({{"content/index.md", page("Coffee", "Words.\n", front)}});
  auto put = [](std::string& text, std::string_view before, const std::string& what) {
    text.insert(text.find(before), what);
  };
  put(files["data/datapackage.json"], "\"title\": \"Prices\"", of_resource);
  put(files["data/sources/all.json"], "\"publisher\": \"Bean Street\"", of_source);
  return files;
}

TEST_CASE("a partial date means its last day") {
  CHECK(day("2026-02") == day("2026-02-28"));
  CHECK(day("2024-02") == day("2024-02-29"));
  CHECK(day("2025") == day("2025-12-31"));
  CHECK(!check::last_day_of("spring"));
  CHECK(!check::last_day_of(""));
}

TEST_CASE("rows are stale one day after their limit") {
  Files files = coffee("\"stale_after_days\": 30, ");
  CHECK(stale(files, "2026-01-30") == "");
  CHECK(stale(files, "2026-01-31") ==
        "stale-data: 1 of 3 rows of \"prices\" is older than 30 days: the oldest, prices/mocha, is dated 2025; check "
        "the sources again, correct the rows, and set their \"as_of\"\n");
  CHECK(has(stale(files, "2026-04-01"), "3 of 3 rows of \"prices\" are older"));
  CHECK(has(stale(files, "2026-03-31"), "1 of 3 rows"));
  CHECK(stale(coffee(""), "2099-01-01") == "");
}

TEST_CASE("a column has its own limit") {
  Files files = coffee("");
  std::string& descriptor = files["data/datapackage.json"];
  descriptor.insert(descriptor.find("\"unit\": \"EUR\""), "\"stale_after_days\": 30, ");
  CHECK(stale(files, "2026-01-30") == "");
  CHECK(has(stale(files, "2026-01-31"), "1 of 3 rows of \"prices\" is older than 30 days"));
}

TEST_CASE("sources become stale after their date of access") {
  std::string days = "\"custom\": {\"stale_after_days\": 10}, ";
  std::string accessed = "\"accessed\": {\"date-parts\": [[2026, 3, 1]]}, ";
  CHECK(stale(coffee("", days + accessed), "2026-03-11") == "");
  CHECK(stale(coffee("", days + accessed), "2026-03-12") ==
        "stale-source: \"card\" was last checked on 2026-03-01, 11 days ago; read it again, correct what depends on "
        "it, and set \"accessed\"\n");
  CHECK(has(stale(coffee("", days), "2026-03-12"), "becomes stale after 10 days, but has no date of the last check"));
}

TEST_CASE("pages are due for review by their owner") {
  std::string front = "owner: the bar\nreviewed: 2026-03-01\nreview_after_days: 1\n";
  CHECK(stale(coffee("", "", front), "2026-03-02") == "");
  CHECK(stale(coffee("", "", front), "2026-03-03") ==
        "stale-page: this page was reviewed on 2026-03-01, 2 days ago; the bar must read it again and set "
        "\"reviewed\"\n");
  CHECK(has(stale(coffee("", "", "review_after_days: 9\n"), "2026-03-03"),
            "is due for review every 9 days, but has no \"reviewed\" date"));
  CHECK(stale(coffee("", "", "reviewed: 2001-01-01\n"), "2026-03-03") == "");
}

}  // namespace
