// Compares the explanation of a page with what the next build does.
#include "build/build.h"

#include "unit/build/everything.h"

namespace {

struct ExplainedSite : WholeSite {
  ExplainedSite() : WholeSite(everything()) {
    rebuild();
    REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
    for (const build::RenderedAgain& page : report.rendered) addresses.push_back(page.address);
  }
  build::Explanation explain(const std::string& what, build::Options options = {}) {
    options.memory = &memory;
    options.program = "test";
    return build::explain_page(root, output, options, what);
  }
  // The reasons why each page will be rendered, according to `explain` and to the build that rendered it.
  using Reasons = std::map<std::string, std::vector<std::string>>;
  Reasons explained(const build::Options& options) {
    Reasons reasons;
    for (const std::string& address : addresses)
      if (const auto why = explain(address, options).why; !why.empty()) reasons[address] = why;
    return reasons;
  }
  Reasons rendered(const build::Options& options) {
    Reasons reasons;
    for (const build::RenderedAgain& page : rebuild(options).rendered) reasons[page.address] = page.why;
    return reasons;
  }

  std::vector<std::string> addresses;  // addresses of all pages
};

void check_agree(ExplainedSite& site, const build::Options& options = {}) {
  const ExplainedSite::Reasons explained = site.explained(options);
  CHECK(explained == site.rendered(options));
}

TEST_CASE("explain gives the reasons why the next build renders a page") {
  ExplainedSite site;
  for (const bool without_cache : {false, true}) {
    CAPTURE(without_cache);
    const auto lose_cache = [&] {
      if (without_cache) REQUIRE(site.memory.write(build::kStoreFile, "damaged").ok());
    };
    lose_cache();
    check_agree(site);
    site.change("content/lessons/brewing.md", "Water and time", "Time and water");
    lose_cache();
    check_agree(site);
    site.change("content/lessons/brewing.md", "Time and water", "Water and time");
    check_agree(site);
    for (const char* address : {"index.html", "assets/chart.css"}) {
      REQUIRE(site.output.remove(address).ok());
      lose_cache();
      check_agree(site);
    }
    build::Options elsewhere;
    elsewhere.base_url = "https://example.org/coffee/";
    lose_cache();
    check_agree(site, elsewhere);
    check_agree(site);
  }
}

TEST_CASE("if no file has changed, every page is up to date, regardless of the cache") {
  ExplainedSite site;
  const std::string bytes = site.memory.read(build::kStoreFile).value();
  REQUIRE(site.memory.write(build::kStoreFile, build::write_store(build::read_state(bytes, "test"), {}, "test")));
  const build::Explanation page = site.explain("lessons/cost.html");
  REQUIRE(!page.address.empty());
  CHECK(page.why.empty());
  CHECK(has(base::join(page.dependencies, "\n"), "file:lessons/cost.md"));
  CHECK(site.rebuild().rendered.empty());
}

}  // namespace
