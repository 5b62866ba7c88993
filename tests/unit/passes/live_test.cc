// Tests builds while somebody looks at pages: these come first, and a build whose files have changed again is stopped.
#include <doctest/doctest.h>

#include <atomic>

#include "unit/passes/everything.h"

namespace {

// A site that was built once, and what its builder shows early.
struct LiveSite : WholeSite {
  explicit LiveSite(const Files& files = everything()) : WholeSite(files) {
    live.show_page = [this](const pages::RenderedPage& page) { shown[page.page->address] = page.html; };
    live.show_errors = [this](const base::Diagnostics& diagnostics) { errors.push_back(said(diagnostics)); };
    output.on_stage = [this](const std::string& path) {
      if (path.ends_with(".html")) shown_before.push_back(shown.size());
    };
    again({});
    REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
  }
  void again(std::vector<std::string> pages) {
    live.pages = std::move(pages);
    shown.clear(), shown_before.clear(), errors.clear();
    output.forget_accesses();
    report = builder.build(live);
  }
  void check_clean() const {
    WholeSite clean(root.files());
    clean.built();
    CHECK(clean.output.files() == output.files());
  }

  std::atomic<bool> stop = false;
  passes::Live live;
  Files shown;                       // HTML by address
  std::vector<size_t> shown_before;  // the number of pages that were shown before each page was staged
  std::vector<std::string> errors;
  passes::Builder builder{root, output, {}};
};

TEST_CASE("a page that is looked at is shown before any page is staged, with its final bytes") {
  LiveSite site;
  site.change("data/site.json", "Coffee", "Good coffee");  // all pages show the title
  site.again({"lessons/brewing.html", "tables.html"});
  REQUIRE(site.shown_before.size() > 10);
  CHECK(site.shown_before.front() == 2);
  for (const auto& [address, html] : site.shown) CHECK_MESSAGE(html == site.html(address), address);
  site.check_clean();
}

TEST_CASE("a page of a source is shown with the uses of the last build, and then written with the current ones") {
  LiveSite site;
  site.change("data/sources/all.json", "Price card", "Price list");
  site.change("content/faq/why.md", "Because of the milk.", "Because of the milk [@card].");
  site.again({"sources/card.html"});
  const std::string shown = site.shown.at("sources/card.html");
  CHECK(has(shown, "Price list"));
  CHECK(has(shown, "lessons/cost.html"));
  CHECK_FALSE(has(shown, "Why so dear?"));
  CHECK(has(site.html("sources/card.html"), "Why so dear?"));
  site.check_clean();
}

TEST_CASE("the errors of a page that is looked at are shown before those of other pages, and the page is not") {
  LiveSite site;
  site.change("content/faq/why.md", "of the milk", "of [nothing](nowhere.html)");
  site.change("content/lessons/brewing.md", "Hot.", "[Hot](../nowhere.html), [cold](cost.md#cold).");
  site.again({"lessons/brewing.html", "tables.html"});
  REQUIRE(site.errors.size() == 1);
  CHECK(has(site.errors[0], "content/lessons/brewing.md:"));
  CHECK_FALSE(has(site.errors[0], "content/faq/why.md:"));
  CHECK_FALSE(has(site.errors[0], "unknown-anchor"));  // another page's anchors are known later
  CHECK(site.shown.size() == 1);
  CHECK(site.shown.contains("tables.html"));
  const std::string all = said(site.report.diagnostics);
  CHECK(has(all, "content/faq/why.md:"));
  CHECK(all == WholeSite(site.root.files()).mistakes());
}

TEST_CASE("errors that are found before pages are rendered are shown at once") {
  LiveSite site;
  site.change("data/views/dear.sql", "FROM prices", "FROM nowhere");
  site.again({"lessons/brewing.html"});
  REQUIRE(site.errors.size() == 1);
  CHECK(has(site.errors[0], "data/views/dear.sql:"));
  CHECK(site.shown.empty());
}

TEST_CASE("a stopped build writes and reports nothing, and the next one equals a clean build") {
  LiveSite site;
  site.live.stop = &site.stop;
  const Files before = site.output.files();
  site.change("data/site.json", "Coffee", "Good coffee");
  site.change("content/faq/why.md", "of the milk", "of [nothing](nowhere.html)");
  for (const size_t staged : {0, 1, 5, 12}) {
    CAPTURE(staged);
    std::atomic<size_t> left = staged;
    site.stop = staged == 0;
    site.output.on_stage = [&](const std::string&) {
      if (--left == 0) site.stop = true;
    };
    site.again({});
    CHECK(site.report.is_stopped);
    CHECK(site.report.diagnostics.empty());
    CHECK(site.output.files() == before);
  }
  site.output.on_stage = [](const std::string&) {};
  site.stop = false;
  site.again({});
  CHECK_FALSE(site.report.is_stopped);
  CHECK(site.report.diagnostics.errors() == 1);
  site.change("content/faq/why.md", "[nothing](nowhere.html)", "the milk");
  site.again({});
  site.check_clean();
}

}  // namespace
