// Tests that incremental builds render and write exactly what has changed, and that the result equals that of a clean
// build.
#include <doctest/doctest.h>

#include "build/gather.h"
#include "build/parse.h"
#include "pages/view.h"
#include "unit/build/everything.h"

namespace {

struct Rebuilt {
  Set rendered, written, removed;
};

// Returns all files except the manifest and the search files, which are made from all pages.
Set published(const std::vector<std::string>& addresses) {
  Set set;
  for (const std::string& address : addresses)
    if (address != ".sourcebook-manifest" && !address.starts_with("assets/search/")) set.insert(address);
  return set;
}

void check_clean(const WholeSite& site) {
  WholeSite clean(site.root.files());
  clean.built();
  for (const auto& [address, bytes] : clean.output.files()) CHECK_MESSAGE(site.html(address) == bytes, address);
  CHECK(clean.output.files().size() == site.output.files().size());
}

Rebuilt rebuilt(WholeSite& site) {
  const build::Report& report = site.rebuild();
  REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
  Rebuilt again;
  for (const build::RenderedAgain& page : report.rendered) again.rendered.insert(page.address);
  again.written = published(site.output.writes());
  again.removed = published(site.output.removals());
  check_clean(site);
  return again;
}

struct BuiltOnce : WholeSite {
  explicit BuiltOnce(const Files& files = everything()) : WholeSite(files) {
    rebuild();
    REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
  }
};

size_t all_pages() {
  static const size_t count = BuiltOnce().report.pages;
  return count;
}

TEST_CASE("the first build renders every page, and a second one renders none") {
  BuiltOnce site;
  CHECK(site.report.rendered.size() == site.report.pages);
  CHECK(site.report.reused == 0);
  const Rebuilt again = rebuilt(site);
  CHECK(again.rendered == Set{});
  CHECK(site.output.writes().empty());
  CHECK(site.report.reused == site.report.pages);
}

TEST_CASE("an unchanged site is rebuilt without reading a file, with the same report") {
  BuiltOnce site;
  const build::Report first = site.report;
  site.rebuild();  // records the written files
  site.root.forget_accesses();
  const build::Report& again = site.rebuild();
  CHECK(site.root.reads().empty());
  CHECK(site.output.reads().empty());
  CHECK(again.pages == first.pages);
  CHECK(again.figures == first.figures);
  CHECK(again.sources == first.sources);
  CHECK(again.files.unchanged == first.files.written.size());
}

TEST_CASE("a file that was rewritten with the same bytes is not a change") {
  BuiltOnce site;
  site.write("content/lessons/brewing.md", site.root.files().at("content/lessons/brewing.md"));
  CHECK(rebuilt(site).rendered == Set{});
  CHECK(site.output.writes().empty());
}

TEST_CASE("without a cache, a page is rendered again because it was forgotten, not because it is new") {
  BuiltOnce site;
  for (const build::RenderedAgain& page : site.report.rendered) CHECK(page.why == std::vector<std::string>{"new"});
  site.write("content/lessons/cups.md", page("Cups", "Of clay.\n"));
  REQUIRE(site.memory.remove(build::kStoreFile).ok());
  CHECK(rebuilt(site).rendered.size() == site.report.pages);
  for (const build::RenderedAgain& page : site.report.rendered)
    CHECK_MESSAGE(page.why == std::vector<std::string>{page.address == "lessons/cups.html" ? "new" : "forgotten"},
                  page.address);
}

TEST_CASE("editing a page body re-renders that page and its print page") {
  BuiltOnce site;
  site.change("content/lessons/brewing.md", "Hot.", "Hot, not boiling.");
  const Rebuilt again = rebuilt(site);
  CHECK(again.rendered == Set{"lessons/brewing.html", "lessons/print.html"});
  CHECK(again.written == Set{"lessons/brewing.html", "lessons/brewing.md", "lessons/print.html"});
}

TEST_CASE("the cached record of a link does not grow when its page is reused") {
  const auto brewing = [](const WholeSite& site) {
    const std::string cache = site.memory.files().at(build::kStoreFile);
    constexpr std::string_view kLinked = "lessons/brewing.html";  // the lesson on cost links to this page
    size_t count = 0;
    for (size_t at = cache.find(kLinked); at != std::string::npos; at = cache.find(kLinked, at + 1)) ++count;
    return count;
  };
  BuiltOnce site;
  const size_t before = brewing(site);
  site.change("content/faq/why.md", "title: Why so dear?", "title: Why so cheap?");
  CHECK(rebuilt(site).rendered.count("lessons/cost.html") == 0);
  CHECK(brewing(site) <= before);
}

TEST_CASE("editing a first paragraph re-renders the lists that show it") {
  BuiltOnce site;
  site.change("content/lessons/brewing.md", "Water and time.", "Water, time, and a mill.");
  CHECK(rebuilt(site).rendered ==
        Set{"index.html", "lessons/brewing.html", "lessons/index.html", "lessons/print.html"});
}

TEST_CASE("editing a title re-renders the pages that show it") {
  BuiltOnce site;
  site.change("content/faq/why.md", "title: Why so dear?", "title: Why so cheap?");
  CHECK(rebuilt(site).rendered == Set{"faq/index.html", "faq/why.html", "index.html"});
}

TEST_CASE("editing a price re-renders every page that shows it") {
  BuiltOnce site;
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 2.6");
  const Rebuilt again = rebuilt(site);
  CHECK(again.rendered == Set{"data/prices.html", "drinks/espresso.html", "tables.html", "tables/all-prices.html"});
  CHECK(again.written.contains("data/prices.json"));
  CHECK(again.written.contains("tables/all-prices.csv"));
  CHECK_FALSE(again.written.contains("tables/cheap.csv"));
}

TEST_CASE("a new row re-renders the pages whose queries return it") {
  BuiltOnce site;
  site.change(
      "data/prices.json", "[\n",
      "[\n{\"id\": \"cocoa\", \"name\": \"Cocoa\", \"price\": 3.5, \"source\": \"card\", \"locator\": \"row 9\", "
      "\"as_of\": \"2026-03-01\"},\n");
  const Rebuilt again = rebuilt(site);
  // The navigation of the drinks has one more page.
  CHECK(again.rendered == Set{"data/index.html", "data/prices.html", "drinks/cocoa.html", "drinks/espresso.html",
                              "drinks/index.html", "drinks/latte.html", "drinks/mocha.html", "index.html",
                              "sources/card.html", "sources/index.html", "tables.html", "tables/all-prices.html"});
}

TEST_CASE("editing a template re-renders the pages that use it") {
  BuiltOnce site;
  site.write("templates/lesson.html",
             "{% extends \"base.html\" %}{% block body %}<p>Own</p>{{ content }}{% endblock %}");
  CHECK(rebuilt(site).rendered == Set{"lessons/cost.html"});
  site.remove("templates/lesson.html");
  CHECK(rebuilt(site).rendered == Set{"lessons/cost.html"});
}

TEST_CASE("neighbours of a page re-render it only if its template shows them") {
  BuiltOnce site({{"content/index.md", page("Coffee")},
                  {"content/beans.md", page("Beans", "Round.\n")},
                  {"content/water.md", page("Water", "Wet.\n")}});
  site.change("content/water.md", "title: Water", "title: Water and ice");
  CHECK(rebuilt(site).rendered.contains("beans.html"));
  site.write("templates/page.html", "<!doctype html><title>{{ page.title }}</title>{{ content }}");
  rebuilt(site);
  site.change("content/water.md", "title: Water and ice", "title: Ice");
  const Set rendered = rebuilt(site).rendered;
  CHECK(rendered.contains("water.html"));
  CHECK_FALSE(rendered.contains("beans.html"));
}

TEST_CASE("the cached outline of a text is used until the text changes") {
  BuiltOnce site({{"content/index.md", page("Coffee")}, {"content/beans.md", page("Beans", "Round.\n")}});
  const std::string bytes = site.memory.read(build::kStoreFile).value();
  build::Cache cache = build::read_cache(bytes, "test");
  cache.contents.at("content/beans.md").outline.first_paragraph = "As remembered.";
  REQUIRE(site.memory.write(build::kStoreFile, build::write_store(build::read_state(bytes, "test"), cache, "test")));
  site.change("content/index.md", "title: Coffee", "title: Tea");
  site.rebuild();
  CHECK(has(site.html("beans.html"), "<meta name=\"description\" content=\"As remembered.\">"));
  CHECK(has(site.html("beans.html"), "<p>Round.</p>"));
  site.change("content/beans.md", "Round", "Brown");
  CHECK(rebuilt(site).rendered.contains("beans.html"));
}

TEST_CASE("editing the title of a source re-renders the pages that cite it") {
  BuiltOnce site;
  site.change("data/sources/all.json", "Survey & tests", "Survey and tests");
  const Rebuilt again = rebuilt(site);
  CHECK(again.rendered == Set{"choose/index.html", "choose/milk.html", "data/claims.html", "data/prices.html",
                              "drinks/mocha.html", "lessons/cost.html", "lessons/print.html", "sources/card.html",
                              "sources/index.html", "sources/survey.html", "tables.html", "tables/all-prices.html"});
}

TEST_CASE("editing a step of a flow re-renders the pages that show it") {
  BuiltOnce site;
  site.change("content/choose/milk.md", "label: \"No\"", "label: \"Never\"");
  CHECK(rebuilt(site).rendered == Set{"choose/espresso.html", "choose/index.html", "choose/milk.html"});
}

TEST_CASE("adding, removing and renaming a page re-renders the pages that list it") {
  BuiltOnce site;
  site.write("content/faq/when.md", page("When?", "At ten.\n"));
  CHECK(rebuilt(site).rendered ==
        Set{"faq/index.html", "faq/print.html", "faq/when.html", "faq/why.html", "index.html"});
  CHECK(site.output.files().contains("faq/when.md"));
  site.remove("content/faq/when.md");
  Rebuilt again = rebuilt(site);
  // A section with one answer has no print page.
  CHECK(again.rendered == Set{"faq/index.html", "faq/why.html", "index.html"});
  CHECK(again.removed == Set{"faq/print.html", "faq/when.html", "faq/when.md"});
  const std::string why = site.root.files().at("content/faq/why.md");
  site.remove("content/faq/why.md").write("content/faq/reason.md", why);
  again = rebuilt(site);
  CHECK(again.rendered == Set{"faq/index.html", "faq/reason.html", "index.html"});
  CHECK(again.removed == Set{"faq/why.html", "faq/why.md"});
}

TEST_CASE("editing a key of site.json re-renders the pages that use it") {
  BuiltOnce site;
  site.write("data/site.json", R"({"title": "Coffee", "search": {"synonyms": [["latte", "milk coffee"]]}})");
  CHECK(rebuilt(site).rendered == Set{});
  site.write("data/site.json", R"({"title": "Tea"})");
  CHECK(rebuilt(site).rendered.size() == all_pages());
}

TEST_CASE("missing and modified files in the output folder are written again") {
  BuiltOnce site;
  REQUIRE(site.output.remove("lessons/cost.md").ok());
  REQUIRE(site.output.write("tables/all-prices.csv", "nonsense").ok());
  const Rebuilt again = rebuilt(site);
  CHECK(again.rendered == Set{"lessons/cost.html", "tables.html"});
  CHECK(again.written == Set{"lessons/cost.md", "tables/all-prices.csv"});
}

TEST_CASE("a missing, truncated, damaged or foreign cache is not used") {
  BuiltOnce site;
  site.rebuild();
  const std::string store = site.memory.files().at(build::kStoreFile);
  // Changes a file, so that the build reads the cache.
  auto rendered_with = [&](const std::string& bytes) {
    REQUIRE(site.output.remove("lessons/cost.html").ok());
    REQUIRE(site.memory.write(build::kStoreFile, bytes).ok());
    return rebuilt(site).rendered.size();
  };
  CHECK(rendered_with(store) == 1);
  size_t all = 0;
  for (size_t step = 0; step < 9; ++step) {
    CHECK(rendered_with(store.substr(0, store.size() * step / 9)) == all_pages());
    std::string flipped = store;
    flipped[flipped.size() * step / 9] ^= 0x20;
    all += rendered_with(flipped) == all_pages();
  }
  CHECK(all > 4);  // without the in-process state, the cache is still valid
  CHECK(rendered_with(std::string(100'000, '\xFF')) == all_pages());
  CHECK(rendered_with("") == all_pages());
  site.build({.memory = &site.memory, .program = "another"});
  CHECK(site.report.rendered.size() == all_pages());

  WholeSite other(with_data({{"content/lessons/cost.md", page("Cost", "Something else.\n")}}));
  REQUIRE(other.memory.write(build::kStoreFile, store).ok());
  CHECK(rebuilt(other).rendered.size() == other.report.pages);
}

TEST_CASE("a build with another base URL or with drafts equals a clean build") {
  Files files = everything();
  files["content/lessons/soon.md"] = page("Soon", "Words.\n", "draft: true\n");
  files["data/site.json"] = R"({"title": "Coffee", "features": {"cards": false}})";  // cards take long to draw
  BuiltOnce site(files);
  auto as_clean = [&](const build::Options& options) {
    site.rebuild(options);
    WholeSite clean(site.root.files());
    clean.built(options);
    CHECK(clean.output.files() == site.output.files());
    return site.report.rendered.size();
  };
  CHECK(as_clean({.base_url = "https://coffee.example/"}) > 0);
  CHECK(as_clean({.base_url = "https://coffee.example/"}) == 0);
  CHECK(as_clean({.base_url = "https://tea.example/"}) == site.report.pages);
  CHECK(as_clean({}) == site.report.pages);
  CHECK(as_clean({.drafts = true}) > 0);
  CHECK(site.report.reused > 0);
  CHECK(as_clean({}) > 0);
}

TEST_CASE("a build with --no-cache neither reads nor changes the cache") {
  BuiltOnce site;
  const Files remembered = site.memory.files();
  site.change("content/lessons/brewing.md", "Hot.", "Hot, not boiling.");
  const build::Report& alone = site.rebuild({.uses_cache = false});
  CHECK(alone.rendered.size() == site.report.pages);
  CHECK(published(site.output.writes()) == Set{"lessons/brewing.html", "lessons/brewing.md", "lessons/print.html"});
  check_clean(site);
  CHECK(site.memory.files() == remembered);

  const Rebuilt next = rebuilt(site);  // uses the cache of the first build
  CHECK(next.rendered == Set{"lessons/brewing.html", "lessons/print.html"});
  CHECK(next.written == Set{});
}

TEST_CASE("a build with --no-cache leaves no state in its process") {
  BuiltOnce site;
  build::Builder builder(site.root, site.output, {.memory = &site.memory, .program = "test", .uses_cache = false});
  CHECK(builder.build().rendered.size() == site.report.pages);
  site.change("content/lessons/brewing.md", "Hot.", "Hot, not boiling.");
  CHECK(builder.build().rendered.size() == site.report.pages);
  check_clean(site);
}

TEST_CASE("a build to another output folder is a clean build") {
  BuiltOnce site;
  const Files files = site.output.files();
  RecordingFiles other;
  const build::Report report = build::build_site(site.root, other, {.memory = &site.memory, .program = "test"});
  CHECK(report.reused == 0);
  CHECK(other.files() == files);
}

// Returns the changes of one date, with a correction of a page and a moved page.
Files with_a_day() {
  Files files = everything();
  files["data/changes/2026-03-15.json"] = R"({"summary": "Milk got dearer.",
"corrections": [{"page": "lessons/cost.html", "text": "It said tea."}],
"tables": [{"change": "changed", "resource": "prices", "title": "Prices", "rows_after": 3, "rows": [
{"change": "changed", "key": "latte", "name": "Latte", "source": "survey", "values": [
{"field": "price", "title": "Price", "format": ".2f", "before": 3.8, "after": 4, "unit": "EUR"}]}]}],
"pages": {"changed": ["old/tea.html", "lessons/brewing.html"]}})";
  files["data/redirects.csv"] = "from,to,since,why\nold/tea.html,lessons/brewing.html,2026-01-01,\n";
  return files;
}

TEST_CASE("editing a file of changes, or something that it names, re-renders its page") {
  const std::string day = "changes/2026-03-15.html", list = "changes/index.html";
  BuiltOnce site(with_a_day());
  CHECK(rebuilt(site).rendered == Set{});
  site.change("data/changes/2026-03-15.json", "It said tea.", "It said coffee.");
  CHECK(rebuilt(site).rendered == Set{day, list, "index.html", "lessons/cost.html"});
  site.change("content/lessons/cost.md", "title: Cost", "title: Prices of drinks");
  CHECK(rebuilt(site).rendered.contains(day));
  site.change("data/sources/all.json", "City Office", "Town Office");
  CHECK(rebuilt(site).rendered.contains(day));
  site.change("data/redirects.csv", "lessons/brewing.html", "lessons/cost.html");
  CHECK(rebuilt(site).rendered == Set{day, "old/tea.html"});
  site.write("data/changes/2026-04-01.json", R"({"summary": "Nothing much."})");
  CHECK(rebuilt(site).rendered == Set{"changes/2026-04-01.html", day, list, "index.html"});
  site.change("data/changes/2026-03-15.json", "lessons/cost.html", "lessons/nowhere.html");
  const std::string said_again = said(site.rebuild().diagnostics);
  CHECK(said_again == WholeSite(site.root.files()).mistakes());
  CHECK(has(said_again, "data/changes/2026-03-15.json:2:"));
}

TEST_CASE("the first correction of a site re-renders its page") {
  BuiltOnce site(everything());
  site.write("data/changes/2026-03-15.json", with_a_day().at("data/changes/2026-03-15.json"));
  CHECK(rebuilt(site).rendered.contains("lessons/cost.html"));
}

TEST_CASE("a broken link of an unchanged page is reported at its position, and that of a row at the row") {
  Files files = everything();
  files["content/links.md"] =
      page("Links",
           "```sql led\nSELECT name, 'lessons/brewing.html#water' AS page, ref FROM prices\n```\n\n"
           "```table led\ndata: led\ncaption: Led\ncolumns: [{name: name, link: page}]\n```\n");
  BuiltOnce site(files);
  site.change("content/lessons/brewing.md", "## Water", "## Milk");
  site.rebuild();
  const std::string clean = WholeSite(site.root.files()).mistakes();
  CHECK(has(clean, "the row "));
  CHECK(said(site.report.diagnostics) == clean);
  CHECK(site.report.reused > 0);
}

TEST_CASE("a warning is reported by every build, even if its page is not rendered") {
  Files files = everything();
  files["content/code.md"] = page("Code", "```nonsense\nx\n```\n");
  files["content/deep.md"] = page("Deep", "> ```nonsense\n> x\n> ```\n\nMore.\n");
  WholeSite site(files);
  site.rebuild();
  const std::string first = said(site.report.diagnostics);
  CHECK(count(first, R"(warning[unknown-language]: unknown language "nonsense")") == 2);
  CHECK(has(first, " | > ```nonsense\n"));
  site.rebuild();
  CHECK(site.report.rendered.empty());
  CHECK(said(site.report.diagnostics) == first);
  site.change("content/deep.md", "More.", "Less.");
  site.rebuild();
  CHECK(site.report.reused > 0);
  CHECK(said(site.report.diagnostics) == first);
  site.rebuild({.strict = true});
  CHECK(site.report.diagnostics.errors() == 2);
  site.change("content/deep.md", "nonsense", "cpp");
  site.rebuild();
  CHECK(site.report.diagnostics.warnings() == 1);
}

TEST_CASE("a failed build leaves the output unchanged, and the next build continues from there") {
  BuiltOnce site;
  site.change("content/faq/why.md", "milk", "[milk](nowhere.md)");
  site.rebuild();
  CHECK(site.report.diagnostics.has_errors());
  CHECK(site.output.writes().empty());
  site.change("content/faq/why.md", "[milk](nowhere.md)", "cow");
  CHECK(rebuilt(site).rendered == Set{"faq/index.html", "faq/why.html", "index.html"});
}

TEST_CASE("broken links of unchanged pages are still reported") {
  BuiltOnce site;
  site.write("content/faq/why.md", page("Why so dear?", "Because of the milk.\n\n## Cows\n\nMany.\n"));
  site.write("content/faq/how.md", page("How?", "See [cows](why.md#cows).\n"));
  rebuilt(site);
  site.change("content/faq/why.md", "## Cows", "## Goats");
  site.rebuild();
  CHECK(site.report.reused > 0);
  WholeSite clean(site.root.files());
  CHECK(said(site.report.diagnostics) == clean.mistakes());
  CHECK(has(clean.mistakes(), "how.md:4:"));
}

TEST_CASE("the rendered pages do not depend on the number of threads") {
  BuiltOnce site;
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 2.6");
  site.rebuild({.jobs = 4});
  CHECK(site.report.rendered.size() == 4);
  check_clean(site);
}

TEST_CASE("--verify reports files that differ from a clean build") {
  BuiltOnce site;
  site.rebuild({.verify = true});
  const auto verified = [&] { return build::verify_output(site.root, site.output, {}, site.report.read); };
  CHECK(verified().empty());
  REQUIRE(site.output.write("lessons/cost.html", "old").ok());
  REQUIRE(site.output.remove("lessons/cost.md").ok());
  const std::string text = said(verified());
  CHECK(has(text, "error[stale-output]: lessons/cost.html has different bytes"));
  CHECK(has(text, "error[stale-output]: lessons/cost.md is missing"));
}

TEST_CASE("--verify distinguishes an edit during the build from a bug of the program") {
  BuiltOnce site;
  site.rebuild({.verify = true});
  const auto verified = [&] { return said(build::verify_output(site.root, site.output, {}, site.report.read)); };
  const std::string edited =
      "error[file-changed]: files of the site changed after it was built, so a clean build would differ\n  --> the "
      "site\n   = help: run the command again\n";
  site.change("content/lessons/brewing.md", "Hot.", "Hot, not boiling.");
  CHECK(verified() == edited);
  site.change("content/lessons/brewing.md", "Hot, not boiling.", "Hot.");
  CHECK(site.rebuild({.verify = true}).rendered.empty());
  CHECK(verified() == "");
  site.change("content/lessons/brewing.md", "Hot.", "[No page](nowhere.md)");
  CHECK(verified() == edited);
}

TEST_CASE("a builder continues from its own builds and from those of other processes") {
  WholeSite site(with_a_day());
  build::Options options{.jobs = 2, .memory = &site.memory, .program = "test"};
  auto builder = std::make_unique<build::Builder>(site.root, site.output, options);
  auto rendered = [&] {
    const build::Report report = builder->build();
    CHECK_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
    check_clean(site);
    return report.rendered.size();
  };
  const size_t all = rendered();
  CHECK(all > 20);
  CHECK(rendered() == 0);
  site.change("content/lessons/brewing.md", "Hot.", "Hot, not boiling.");
  CHECK(rendered() == 2);
  site.change("content/lessons/brewing.md", "boiling", "[boiling](nowhere.md)");
  CHECK(builder->build().diagnostics.has_errors());
  site.change("content/lessons/brewing.md", "[boiling](nowhere.md)", "cooking");
  CHECK(rendered() == 2);
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 2.6");
  CHECK(rendered() == 4);
  // Data that changed in a failed build are not in the cache yet.
  site.change("data/prices.json", "\"price\": 2.6", "\"price\": 2.7");
  site.change("content/lessons/brewing.md", "cooking", "[cooking](nowhere.md)");
  CHECK(builder->build().diagnostics.has_errors());
  site.change("content/lessons/brewing.md", "[cooking](nowhere.md)", "cooking");
  CHECK(rendered() == 4);
  site.write("templates/lesson.html",
             "{% extends \"base.html\" %}{% block body %}<p>Own</p>{{ content }}{% endblock %}");
  CHECK(rendered() == 1);
  REQUIRE(site.output.remove("lessons/cost.html").ok());
  CHECK(rendered() == 1);
  builder = std::make_unique<build::Builder>(site.root, site.output, options);
  CHECK(rendered() == 0);
  site.change("content/lessons/brewing.md", "cooking", "steaming");
  CHECK(rendered() == 2);
  site.remove("content/faq/why.md");
  CHECK(rendered() < 6);
}

TEST_CASE("recorded dependency keys can be read again, and give the same values") {
  WholeSite site(with_a_day());
  const Passes passes = site.passes();
  base::Diagnostics none;
  const pages::Navigation navigation(*passes.site, site::navigation_of(*passes.site, none));
  const pages::Theme theme =
      build::make_theme(*passes.inputs, *passes.site, navigation, site::mark_of(*passes.site, none), {});
  const pages::Backlinks backlinks = build::collect_backlinks(passes.rendered);
  size_t compared = 0;
  for (const pages::RenderedPage& page : passes.rendered)
    for (const auto& [key, value_hash] : page.reads) {
      CAPTURE(key);
      CAPTURE(page.page->address);
      CHECK(pages::value_hash_of(key, *page.page, {*passes.site, theme, backlinks}) == value_hash);
      ++compared;
    }
  CHECK(compared > 500);
}

}  // namespace
