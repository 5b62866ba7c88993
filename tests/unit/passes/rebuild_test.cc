// Tests that a build writes exactly the files that have changed, equals a clean build, and ends early if nothing has
// changed.
#include <doctest/doctest.h>

#include "unit/passes/everything.h"

namespace {

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

struct BuiltOnce : WholeSite {
  explicit BuiltOnce(const Files& files = everything()) : WholeSite(files) {
    rebuild();
    REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
  }
  // Builds again, and returns the files that were written.
  Set written_again() {
    rebuild();
    REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
    check_clean(*this);
    CHECK(published(report.files.written) == published(output.writes()));
    CHECK(published(report.files.removed) == published(output.removals()));
    return published(output.writes());
  }
  // Whether a build ends after comparing stamps. It reads pages otherwise.
  bool ends_early() {
    root.forget_accesses();
    rebuild();
    return root.reads().empty();
  }
};

TEST_CASE("an unchanged site is rebuilt without reading a file, with the same report") {
  BuiltOnce site;
  const passes::Report first = site.report;
  site.rebuild();  // records the written files
  site.root.forget_accesses();
  const passes::Report& again = site.rebuild();
  CHECK(site.root.reads().empty());
  CHECK(site.output.reads().empty());
  CHECK(site.output.writes().empty());
  CHECK(again.pages == first.pages);
  CHECK(again.figures == first.figures);
  CHECK(again.sources == first.sources);
  CHECK(again.files.unchanged == first.files.written.size());
}

TEST_CASE("a file that was rewritten with the same bytes is not a change") {
  BuiltOnce site;
  site.write("content/lessons/brewing.md", site.root.files().at("content/lessons/brewing.md"));
  CHECK(site.written_again() == Set{});
}

TEST_CASE("only files whose bytes have changed are written") {
  BuiltOnce site;
  site.change("content/lessons/brewing.md", "Hot.", "Hot, not boiling.");
  CHECK(site.written_again() ==
        Set{"lessons/brewing.html", "lessons/brewing.md", "lessons/print.html", "lessons/print.md"});
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 2.6");
  const Set written = site.written_again();
  CHECK(written.contains("drinks/espresso.html"));
  CHECK(written.contains("tables/all-prices.csv"));
  CHECK(written.contains("data/prices.json"));
  CHECK_FALSE(written.contains("tables/cheap.csv"));
  CHECK_FALSE(written.contains("lessons/cost.html"));
}

TEST_CASE("files of a page that was removed or renamed are removed") {
  BuiltOnce site;
  site.write("content/faq/when.md", page("When?", "At ten.\n"));
  site.written_again();
  CHECK(site.output.files().contains("faq/when.md"));
  site.remove("content/faq/when.md");
  site.written_again();
  // A section with one answer has no print page.
  CHECK(published(site.report.files.removed) == Set{"faq/print.html", "faq/print.md", "faq/when.html", "faq/when.md"});
}

TEST_CASE("missing and modified files in the output folder are written again") {
  BuiltOnce site;
  REQUIRE(site.output.remove("lessons/cost.md").ok());
  REQUIRE(site.output.write("tables/all-prices.csv", "nonsense").ok());
  CHECK(site.written_again() == Set{"lessons/cost.md", "tables/all-prices.csv"});
}

TEST_CASE("a missing, truncated, damaged or foreign state is not used") {
  BuiltOnce site;
  site.rebuild();
  const std::string state = site.memory.files().at(passes::kStoreFile);
  const auto is_used = [&](const std::string& bytes) {
    REQUIRE(site.memory.write(passes::kStoreFile, bytes).ok());
    const bool ended = site.ends_early();
    check_clean(site);
    return ended;
  };
  CHECK(is_used(state));
  for (size_t step = 0; step < 9; ++step) {
    CHECK_FALSE(is_used(state.substr(0, state.size() * step / 9)));
    std::string flipped = state;
    flipped[flipped.size() * step / 9] ^= 0x20;
    CHECK_FALSE(is_used(flipped));
  }
  CHECK_FALSE(is_used(std::string(100'000, '\xFF')));
  CHECK(is_used(state));
  site.root.forget_accesses();
  site.build({.memory = &site.memory, .program = "another"});
  CHECK_FALSE(site.root.reads().empty());

  WholeSite other(with_data({{"content/lessons/cost.md", page("Cost", "Something else.\n")}}));
  REQUIRE(other.memory.write(passes::kStoreFile, state).ok());
  other.rebuild();
  check_clean(other);
}

TEST_CASE("a build with another base URL or with drafts equals a clean build") {
  Files files = everything();
  files["content/lessons/soon.md"] = page("Soon", "Words.\n", "draft: true\n");
  files["data/site.json"] = R"({"title": "Coffee", "features": {"cards": false}})";  // cards take long to draw
  BuiltOnce site(files);
  for (const passes::Options& options : {passes::Options{.base_url = "https://coffee.example/"},
                                         {.base_url = "https://tea.example/"},
                                         {},
                                         {.drafts = true},
                                         {}}) {
    site.rebuild(options);
    WholeSite clean(site.root.files());
    clean.built(options);
    CHECK(clean.output.files() == site.output.files());
  }
}

TEST_CASE("a build with --no-cache neither reads nor changes the stored state") {
  BuiltOnce site;
  const Files remembered = site.memory.files();
  site.root.forget_accesses();
  site.rebuild({.uses_cache = false});
  CHECK_FALSE(site.root.reads().empty());
  site.change("content/lessons/brewing.md", "Hot.", "Hot, not boiling.");
  site.rebuild({.uses_cache = false});
  CHECK(published(site.output.writes()) ==
        Set{"lessons/brewing.html", "lessons/brewing.md", "lessons/print.html", "lessons/print.md"});
  check_clean(site);
  CHECK(site.memory.files() == remembered);
}

TEST_CASE("a warning is reported by every build") {
  Files files = everything();
  files["content/code.md"] = page("Code", "```nonsense\nx\n```\n");
  WholeSite site(files);
  site.rebuild();
  const std::string first = said(site.report.diagnostics);
  CHECK(count(first, R"(warning[unknown-language]: unknown language "nonsense")") == 1);
  site.rebuild();
  CHECK(said(site.report.diagnostics) == first);
  CHECK(site.output.writes().empty());
}

TEST_CASE("an error in the spec of a block is reported by every build of a process until it is fixed") {
  Files files = everything();
  files["content/broken.md"] = page("Broken", "```table broken\ndata: prices\nnote: N\ncolour: red\n```\n");
  WholeSite site(files);
  passes::Builder builder(site.root, site.output, {});
  const std::string first = said(builder.build().diagnostics);
  CHECK(count(first, "error[unknown-key]") == 1);
  site.change("content/lessons/brewing.md", "Hot.", "Warm.");
  CHECK(said(builder.build().diagnostics) == first);
  site.change("content/broken.md", "colour: red", "caption: C");
  CHECK(said(builder.build().diagnostics) == "");
}

TEST_CASE("a failed build leaves the output unchanged, and the next build continues from there") {
  BuiltOnce site;
  site.change("content/faq/why.md", "milk", "[milk](nowhere.md)");
  site.rebuild();
  CHECK(site.report.diagnostics.has_errors());
  CHECK(site.output.writes().empty());
  site.change("content/faq/why.md", "[milk](nowhere.md)", "cow");
  CHECK(site.written_again().contains("faq/why.html"));
}

TEST_CASE("a builder continues from its own builds and from those of other processes") {
  WholeSite site(everything());
  passes::Options options{.jobs = 2, .memory = &site.memory, .program = "test"};
  auto builder = std::make_unique<passes::Builder>(site.root, site.output, options);
  const auto build_again = [&] {
    site.output.forget_accesses();
    const passes::Report report = builder->build();
    CHECK_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
    check_clean(site);
    return published(site.output.writes()).size();
  };
  CHECK(build_again() > 20);
  CHECK(build_again() == 0);
  site.change("content/lessons/brewing.md", "Hot.", "Hot, not boiling.");
  CHECK(build_again() == 4);
  // Data that changed in a failed build are not published yet.
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 2.7");
  site.change("content/lessons/brewing.md", "boiling", "[boiling](nowhere.md)");
  CHECK(builder->build().diagnostics.has_errors());
  site.change("content/lessons/brewing.md", "[boiling](nowhere.md)", "cooking");
  CHECK(build_again() > 3);
  REQUIRE(site.output.remove("lessons/cost.html").ok());
  CHECK(build_again() == 1);
  builder = std::make_unique<passes::Builder>(site.root, site.output, options);
  CHECK(build_again() == 0);
  site.remove("content/faq/why.md");
  CHECK(build_again() > 0);
}

TEST_CASE("a page is made again when a file that it includes has changed, appeared or gone") {
  WholeSite site({{"data/site.json", R"({"title": "T", "includes": ["parts"]})"},
                  {"content/index.md", page("Home")},
                  {"content/a.md", page("A", "::: include parts/x.md\n")},
                  {"parts/x.md", "Old.\n"}});
  passes::Options options{.jobs = 2, .memory = &site.memory, .program = "test"};
  passes::Builder builder(site.root, site.output, options);
  CHECK_MESSAGE(builder.build().diagnostics.empty(), "clean");
  CHECK(site.html("a.html").find("Old.") != std::string::npos);
  CHECK_FALSE(site.output.files().contains("parts/x.html"));
  site.write("parts/x.md", "New.\n");
  CHECK_FALSE(builder.build().diagnostics.has_errors());
  CHECK(site.html("a.html").find("New.") != std::string::npos);
  site.write("content/parts/x.md", page("X", "Nearer.\n"));  // content/ is searched before the site's folder
  CHECK_FALSE(builder.build().diagnostics.has_errors());
  CHECK(site.html("a.html").find("Nearer.") != std::string::npos);
  site.remove("content/parts/x.md");
  site.remove("parts/x.md");
  CHECK(builder.build().diagnostics.list().at(0).code == "bad-include");
}

TEST_CASE("pages that were not evaluated because the work was used up are evaluated by the next build") {
  Files files = everything();
  files["content/aeons.md"] = page("Aeons",
                                   "```sql all\nWITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "
                                   "'w' || i AS word FROM n\n```\n");
  WholeSite site(files);
  passes::Builder builder(site.root, site.output, {});
  CHECK(has(said(builder.build().diagnostics), "error[too-much-work]"));
  site.change("content/aeons.md", "FROM n)", "FROM n WHERE i < 3)");
  const passes::Report report = builder.build();
  REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
  check_clean(site);
}

TEST_CASE("a figure from another page's estimate is evaluated again when the estimate changes") {
  Files files = everything();
  files["content/round.md"] = page("Round",
                                   "```estimate round\ndata: prices\ncaption: A round\nnote: N\n"
                                   "inputs: {cups: {title: Cups, unit: \"1\", default: 2, min: 1, max: 9}}\n"
                                   "results: {cost: {title: Cost, unit: EUR, formula: price * cups}}\n"
                                   "cases:\n  - {who: Two, id: two, inputs: {cups: 2}}\n```\n");
  files["content/lessons/cost.md"] = page("Cost", "A round is [8 EUR](fig:round/two/latte/cost).\n");
  WholeSite site(files);
  passes::Builder builder(site.root, site.output, {});
  const auto build_again = [&] {
    const passes::Report report = builder.build();
    REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
    check_clean(site);
  };
  build_again();
  site.change("content/lessons/brewing.md", "Hot.", "Warm.");
  build_again();
  site.change("content/lessons/cost.md", "A round", "One round");
  build_again();
  site.change("data/prices.json", "\"price\": 4,", "\"price\": 5,");
  CHECK(has(said(builder.build().diagnostics), "error[figure-mismatch]"));
  site.change("data/prices.json", "\"price\": 5,", "\"price\": 4,");
  build_again();
  site.change("content/round.md", "inputs: {cups: 2}}", "inputs: {cups: 3}}");
  const std::string mistakes = said(builder.build().diagnostics);
  CHECK(has(mistakes, "error[figure-mismatch]"));
  CHECK(mistakes == WholeSite(site.root.files()).mistakes());
}

}  // namespace
