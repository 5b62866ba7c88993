// Tests a whole build: which files it writes, which it does not, and which it leaves unchanged.
#include <doctest/doctest.h>

#include "unit/whole_site.h"

namespace {

using Paths = std::vector<std::string>;

// Two pages show prices, one of them the price of a single drink; the third page shows no prices.
Files shops() {
  return with_data({{"content/index.md", page("Coffee")},
                    {"content/prices.md", page("Prices",
                                               "```table all-prices\ndata: prices\ncaption: All prices\n"
                                               "columns: [name, price]\n```\n")},
                    {"content/latte.md", page("Latte", "A latte is [4 EUR](fig:prices/latte/price).\n")},
                    {"content/words.md", page("Words", "Nothing but words.\n")}});
}

TEST_CASE("Markdown files with a different extension are rejected, and other files are published") {
  for (const char* name :
       {"a.mdx", "a.markdown", "a.MD", "a.Md", "a.mdown", "a.mkd", "a.mkdn", "a.qmd", "a.Rmd", "b/a.MDX"}) {
    Files files = shops();
    files[std::string("content/") + name] = page("A", "Text.\n");
    const std::string mistakes = WholeSite(files).mistakes();
    CHECK_MESSAGE(has(mistakes, std::string("error[markdown-extension]: content/") + name), mistakes);
    CHECK_MESSAGE(has(mistakes, "a.md"), mistakes);
  }
  for (const char* name : {"a.txt", "a.md.txt", "md", "a.mdb", "amd", "a.csv", "a.pdf", "markdown", "b.md/c.txt"}) {
    Files files = shops();
    files[std::string("content/") + name] = "Text.\n";
    CHECK_MESSAGE(WholeSite(files).mistakes() == "", name);
  }
  for (const char* name : {"a.rst", "a.adoc", "a.ORG", "a.tex", "b/a.docx", "a.ipynb"}) {
    Files files = shops();
    files[std::string("content/") + name] = "Text.\n";
    const std::string mistakes = WholeSite(files).mistakes();
    CHECK_MESSAGE(has(mistakes, std::string("warning[markdown-extension]: content/") + name), mistakes);
    files["content/linking.md"] = page("Linking", std::string("[x](") + name + ")\n");
    CHECK_MESSAGE(WholeSite(files).mistakes() == "", name);
  }
}

TEST_CASE("one build reports the errors of all passes in the order of files, and writes nothing") {
  WholeSite site(shops());
  site.write("content/a.md", page("A", "Text.\n", "ttile: x\n"));                    // reported by the parse pass
  site.write("content/b.md", page("B", "```sql q\nSELECT nam FROM prices\n```\n"));  // reported by the query pass
  site.write("content/c.md", page("C", "Text.\n", "layout: leson\n"));               // reported by the model pass
  // Reported by the render pass.
  site.write("content/d.md", page("D", "A latte is [3 EUR](fig:prices/latte/price).\n"));
  site.write("content/e.md", page("E", "[there](words.md#beans)\n"));  // reported by the checks
  site.change("data/prices.json", "\"locator\": \"row 2\", ", "");     // reported when the data are loaded
  passes::Report report = site.build();
  Paths codes;
  for (const base::Diagnostic& d : report.diagnostics.list())
    codes.push_back((d.span ? d.span.source->path() : d.path) + " " + std::string(d.code));
  CHECK(codes == Paths{"content/a.md unknown-key", "content/b.md sql-error", "content/c.md unknown-layout",
                       "content/d.md figure-mismatch", "content/e.md unknown-anchor",
                       "data/prices.json missing-locator"});
  CHECK(site.output.files().empty());
  CHECK(site.output.writes().empty());
  CHECK(!report.machine_failed);
}

TEST_CASE("a build with an error does not change the published site") {
  WholeSite site(shops());
  site.built();
  Files before = site.output.files();
  site.write("content/words.md", page("Words", "[nowhere](gone.md)\n")).remove("content/latte.md");
  CHECK(site.build().diagnostics.errors() == 1);
  CHECK(site.output.files() == before);
  CHECK(site.output.writes().empty());
  CHECK(site.output.removals().empty());
}

TEST_CASE("a second build without changes writes nothing") {
  WholeSite site(shops());
  site.built();
  size_t files = site.output.files().size() - 1;  // the manifest is not counted
  CHECK(site.report.files.written.size() == files);
  site.built();
  CHECK(site.output.writes().empty());
  CHECK(site.output.removals().empty());
  CHECK(site.report.files.written.empty());
  CHECK(site.report.files.unchanged == files);
  CHECK(site.report.files.removed.empty());
}

TEST_CASE("changing a row of the data writes only the files that show it") {
  WholeSite site(shops());
  site.built();
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 2.75").built();
  // The search finds the row by its words, and shows it.
  CHECK(site.written() == Paths{".sourcebook-manifest", "assets/search/g0.js", "assets/search/t0.js", "data/prices.csv",
                                "data/prices.html", "data/prices.json", "data/prices.md", "embed/all-prices.html",
                                "prices.html", "prices.md", "tables/all-prices.csv", "tables/all-prices.json"});
}

TEST_CASE("changing a source writes every page that names it") {
  WholeSite site(shops());
  site.built();
  site.change("data/sources/all.json", "City Office", "Town Office").built();
  // The survey is named on its own page, in the list, and by the table that shows the mocha; the card shows the latte.
  CHECK(site.written() == Paths{".sourcebook-manifest", "assets/search/g0.js", "assets/search/l4.js",
                                "assets/search/t0.js", "data/prices.html", "data/prices.md", "embed/all-prices.html",
                                "prices.html", "prices.md", "sources/index.html", "sources/index.md",
                                "sources/survey.html", "sources/survey.md"});
}

TEST_CASE("changing a title writes every page that shows it") {
  WholeSite site(Files{{"data/site.json", R"({"title": "Coffee", "navigation": ["tools"]})"},
                       {"content/index.md", page("Coffee")},
                       {"content/beans/index.md", page("Beans")},
                       {"content/beans/arabica.md", page("Arabica", "[robusta](robusta.md)\n")},
                       {"content/beans/robusta.md", page("Robusta")},
                       {"content/tools/index.md", page("Tools")},
                       {"content/tools/mill.md", page("Mill")}});
  site.built();
  site.change("content/beans/robusta.md", "title: Robusta", "title: Robusta, the strong one").built();
  // The page itself, its neighbour, and the list and the print page of its section are rendered. tools/ is not, because
  // it has its own navigation, and the home page is not, because it describes sections. The Markdown version of its
  // neighbour has no navigation.
  CHECK(site.written() == Paths{".sourcebook-manifest", "assets/search/g0.js", "assets/search/index.js",
                                "assets/search/l3.js", "assets/search/l6.js", "assets/search/t0.js",
                                "beans/arabica.html", "beans/index.html", "beans/index.md", "beans/print.html",
                                "beans/print.md", "beans/robusta.html", "beans/robusta.md", "llms.txt"});
}

TEST_CASE("stale files of an earlier build are removed, and other files are not") {
  WholeSite site(shops());
  site.built();
  REQUIRE(site.output.write("CNAME", "coffee.example\n").ok());
  REQUIRE(site.output.write("latte.html.orig", "mine\n").ok());
  site.remove("content/latte.md").remove("content/prices.md").built();
  Paths removed = site.output.removals();
  std::sort(removed.begin(), removed.end());
  CHECK(removed == Paths{"embed/all-prices.html", "facts.json", "latte.html", "latte.md", "prices.html", "prices.md",
                         "tables/all-prices.csv", "tables/all-prices.json"});
  CHECK(site.report.files.removed.size() == 8);
  CHECK(site.report.files.others == Paths{"CNAME", "latte.html.orig"});
  CHECK(site.html("CNAME") == "coffee.example\n");
  CHECK(site.html("latte.html.orig") == "mine\n");
  site.built();
  CHECK(site.report.files.others == Paths{"CNAME", "latte.html.orig"});
}

TEST_CASE("a stale file that was edited by hand is not removed") {
  WholeSite site(shops());
  site.built();
  REQUIRE(site.output.write("latte.html", "my own page\n").ok());
  site.remove("content/latte.md").built();
  CHECK(site.html("latte.html") == "my own page\n");
  CHECK(site.report.files.changed == Paths{"latte.html"});
  CHECK(site.report.files.others == Paths{});
  site.built();
  CHECK(site.report.files.changed == Paths{});
  CHECK(site.report.files.others == Paths{"latte.html"});
}

TEST_CASE("without the manifest, stale files remain, and nothing else is affected") {
  WholeSite site(shops());
  site.built();
  Files whole = site.output.files();
  REQUIRE(site.output.remove(".sourcebook-manifest").ok());
  site.built();
  CHECK(site.written() == Paths{".sourcebook-manifest"});
  CHECK(site.output.files() == whole);
}

TEST_CASE("a damaged manifest never causes a wrong file to be removed") {
  WholeSite site(shops());
  site.built();
  Files whole = site.output.files();
  REQUIRE(site.output.write("notes.txt", "mine\n").ok());
  std::string zeros(32, '0');
  for (const std::string& manifest : {std::string("\0\xFF nonsense", 11), zeros + " ../data/prices.json\n",
                                      zeros + " /etc/passwd\n", zeros + " notes.txt\n", zeros + " \n" + zeros,
                                      std::string("latte.html\n"), whole.at(".sourcebook-manifest").substr(0, 50)}) {
    CAPTURE(manifest);
    REQUIRE(site.output.write(".sourcebook-manifest", manifest).ok());
    site.built();
    CHECK(site.output.removals().empty());
    CHECK(site.html("notes.txt") == "mine\n");
    CHECK(site.html(".sourcebook-manifest") == whole.at(".sourcebook-manifest"));
  }
}

TEST_CASE("the manifest has a line for each file, sorted, with the hash of its bytes") {
  WholeSite site(Files{{"content/index.md", page("Coffee")}});
  site.built();
  std::string expected;
  for (const auto& [address, bytes] : site.output.files())
    if (address != ".sourcebook-manifest") expected += base::hash_bytes(bytes).hex() + " " + address + "\n";
  CHECK(site.html(".sourcebook-manifest") == expected);
}

TEST_CASE("a full disk is a machine failure that is reported by file, and the next build repairs the output") {
  WholeSite site(shops());
  site.built();
  std::string old_page = site.html("prices.html");
  site.output.fail_at("prices.html", io::ErrorKind::machine, "No space left on device");
  site.change("data/prices.json", "\"price\": 2.5", "\"price\": 2.75");
  site.write("content/new.md", page("New"));
  passes::Report report = site.build();
  CHECK(report.machine_failed);
  CHECK(said(report.diagnostics) ==
        "error[unwritable-file]: prices.html can't be written: No space left on device\n"
        "  --> prices.html\n"
        "   = help: check the permissions of the output folder and the space left on the disk\n");
  CHECK(site.output.files().at("prices.html") == old_page);
  CHECK(has(site.html("data/prices.csv"), "2.75"));

  SUBCASE("the manifest lists the files written by the failed build") {
    Files files = site.output.files();
    WholeSite fixed(site.root.files());
    for (const auto& [path, bytes] : files) REQUIRE(fixed.output.write(path, bytes).ok());
    fixed.remove("content/new.md").built();
    CHECK(fixed.output.removals() == Paths{"new.html", "new.md"});
    CHECK(has(fixed.html("prices.html"), "2.75"));
    WholeSite clean(fixed.root.files());
    clean.built();
    CHECK(fixed.output.files() == clean.output.files());
  }
}

TEST_CASE("an unreadable file is reported, and nothing is written") {
  WholeSite site(shops());
  site.root.fail_at("content/words.md", io::ErrorKind::permission, "Permission denied");
  CHECK(site.mistakes() ==
        "error[unreadable-file]: content/words.md can't be read: Permission denied\n"
        "  --> content/words.md\n"
        "   = help: give the user who builds the site permission to read it\n");
  CHECK(site.output.writes().empty());
}

TEST_CASE("a folder in the position of a file is reported") {
  WholeSite site(Files{{"content/index.md", page("Coffee")}, {"data/units.json/note.txt", "x"}});
  CHECK(site.mistakes() ==
        "error[not-a-file]: data/units.json is a folder\n"
        "  --> data/units.json\n"
        "   = expected: a file\n");
  WholeSite read_fails(Files{{"content/index.md", page("Coffee")}, {"content/tree.svg", "<svg/>"}});
  read_fails.root.fail_at("content/tree.svg", io::ErrorKind::not_a_file, "Is a directory");
  CHECK(read_fails.mistakes() ==
        "error[unreadable-file]: content/tree.svg can't be read: Is a directory\n"
        "  --> content/tree.svg\n"
        "   = expected: a file\n");
}

TEST_CASE("the output does not depend on the number of threads") {
  Files files = shops();
  for (int i = 0; i < 30; ++i)
    files["content/drinks/d" + std::to_string(i) + ".md"] =
        page("Drink " + std::to_string(i), "Costs [4 EUR](fig:prices/latte/price) [@card, row 2].\n");
  WholeSite one(files), four(files);
  one.built({.jobs = 1});
  four.built({.jobs = 4});
  CHECK(one.output.files() == four.output.files());

  for (int i = 0; i < 30; i += 3)
    for (WholeSite* site : {&one, &four})
      site->write("content/drinks/d" + std::to_string(i) + ".md",
                  page("X", "[5 EUR](fig:prices/latte/price) [@nobody]\n"));
  std::string mistakes = one.mistakes({.jobs = 1});
  CHECK(count(mistakes, "error[figure-mismatch]") == 10);
  CHECK(four.mistakes({.jobs = 4}) == mistakes);
}

TEST_CASE("drafts are built only with --drafts") {
  Files files{{"content/index.md", page("Coffee")}, {"content/soon.md", page("Soon", "Words.\n", "draft: true\n")}};
  WholeSite site(files);
  site.built();
  CHECK(!site.output.files().contains("soon.html"));
  CHECK(!has(site.html("index.html"), "Soon"));
  site.built({.drafts = true});
  CHECK(has(site.html("soon.html"), "<h1>Soon</h1>"));
  CHECK(has(site.html("index.html"), "Soon"));
  site.built();
  CHECK(site.output.removals() == Paths{"soon.html", "soon.md"});
}

TEST_CASE("files that only drafts use are not published") {
  WholeSite site(Files{{"content/index.md", page("Coffee", "[both](both.txt)\n")},
                       {"content/soon/soon.md", page("Soon", "[a](a.txt) [both](../both.txt)\n", "draft: true\n")},
                       {"content/soon/a.txt", "secret"},
                       {"content/soon/other.txt", "x"},
                       {"content/both.txt", "x"}});
  site.built();
  CHECK(!site.output.files().contains("soon/a.txt"));
  CHECK(site.output.files().contains("soon/other.txt"));
  CHECK(site.output.files().contains("both.txt"));
  site.built({.drafts = true});
  CHECK(site.output.files().contains("soon/a.txt"));
}

TEST_CASE("errors of a text are reported with all others, regardless of the pass that reads it") {
  const std::string without_alt = "error[image-without-alt]: this image has no alternative text\n  --> content/";
  WholeSite site(Files{{"content/index.md", page("Coffee", "![](a.png)\n")},
                       {"content/soon.md", page("Soon", "![](a.png)\n", "draft: true\n")},
                       {"data/permalinks.txt", "gone.html\n"},
                       {"templates/home.html", "{{ nothing }}"}});
  const std::string mistakes = site.mistakes();
  CHECK(has(mistakes, without_alt + "index.md:4:1\n"));
  CHECK(has(mistakes, without_alt + "soon.md:5:1\n"));
  CHECK(has(mistakes, "error[unknown-name]"));
  CHECK(!has(mistakes, "gone.html"));  // the file may be published again when the other errors are fixed
}

TEST_CASE("a link to a draft is an error unless drafts are built") {
  WholeSite site(Files{{"content/index.md", page("Coffee", "[soon](soon.md)\n")},
                       {"content/soon.md", page("Soon", "Words.\n", "draft: true\n")}});
  CHECK(has(
      site.mistakes(),
      "error[unknown-page]: content/soon.md is a draft, which this build leaves out\n  --> content/index.md:4:8\n"));
  site.built({.drafts = true});
}

TEST_CASE("without a base URL, no link is absolute, and there is no sitemap") {
  WholeSite site(shops());
  site.built();
  CHECK(!site.output.files().contains("sitemap.xml"));
  CHECK_FALSE(site.output.files().contains("robots.txt"));
  CHECK(!has(site.html("prices.html"), "canonical"));
  // 404.html is served at any depth, so it can't refer to its assets without knowing the site's URL.
  CHECK(has(site.html("404.html"), "<a href=\"./\">"));
  CHECK(!has(site.html("404.html"), "assets/"));
}

TEST_CASE("a base URL adds canonical links, a sitemap, and a 404 page with absolute links") {
  Files files = shops();
  files["content/prices.md"] = page("Prices", "Words.\n", "updated: 2026-03-02\n");
  files["content/größen & mehr.md"] = page("Sizes");
  WholeSite site(files);
  site.built({.base_url = "https://example.org/coffee/"});
  CHECK(has(site.html("prices.html"), "<link rel=\"canonical\" href=\"https://example.org/coffee/prices.html\">"));
  CHECK(has(site.html("index.html"), "<link rel=\"canonical\" href=\"https://example.org/coffee/\">"));
  CHECK(has(site.html("404.html"), "<link rel=\"stylesheet\" href=\"https://example.org/coffee/assets/style.css\">"));
  CHECK(has(site.html("404.html"), "href=\"https://example.org/coffee/index.html\""));
  CHECK(!has(site.html("404.html"), "canonical"));
  CHECK(site.html("robots.txt") == "User-agent: *\nAllow: /\nSitemap: https://example.org/coffee/sitemap.xml\n");
  CHECK(site.html("sitemap.xml") ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        "<url><loc>https://example.org/coffee/data/</loc></url>\n"
        "<url><loc>https://example.org/coffee/data/prices.html</loc></url>\n"
        "<url><loc>https://example.org/coffee/gr%C3%B6%C3%9Fen%20&amp;%20mehr.html</loc></url>\n"
        "<url><loc>https://example.org/coffee/</loc></url>\n"
        "<url><loc>https://example.org/coffee/latte.html</loc></url>\n"
        "<url><loc>https://example.org/coffee/prices.html</loc><lastmod>2026-03-02</lastmod></url>\n"
        "<url><loc>https://example.org/coffee/sources/card.html</loc></url>\n"
        "<url><loc>https://example.org/coffee/sources/</loc></url>\n"
        "<url><loc>https://example.org/coffee/sources/survey.html</loc></url>\n"
        "<url><loc>https://example.org/coffee/words.html</loc></url>\n"
        "</urlset>\n");
}

TEST_CASE("the option overrides the base URL of site.json") {
  WholeSite site(Files{{"data/site.json", R"({"title": "Coffee", "base_url": "https://old.example"})"},
                       {"content/index.md", page("Coffee")}});
  site.built();
  CHECK(has(site.html("index.html"), "href=\"https://old.example/\""));
  site.built({.base_url = "https://new.example/"});
  CHECK(has(site.html("index.html"), "href=\"https://new.example/\""));
}

TEST_CASE("a robots.txt or sitemap written by the author is published unchanged") {
  WholeSite site(Files{{"content/index.md", page("Coffee")},
                       {"content/robots.txt", "User-agent: *\nDisallow: /\n"},
                       {"content/sitemap.xml", "<urlset/>"}});
  site.built({.base_url = "https://example.org/"});
  CHECK(site.html("robots.txt") == "User-agent: *\nDisallow: /\n");
  CHECK(site.html("sitemap.xml") == "<urlset/>");
}

TEST_CASE("files of content/ and of the theme are published byte for byte") {
  std::string bytes("\x89PNG\r\n\x1a\n\0\xFFIEND", 14);
  WholeSite site(Files{{"content/index.md", page("Coffee")},
                       {"content/pictures/cup.png", bytes},
                       {"templates/assets/style.css", ":root { --own: 1 }\n"}});
  site.built();
  CHECK(site.html("pictures/cup.png") == bytes);
  CHECK(site.html("assets/style.css") == ":root { --own: 1 }\n");
  CHECK(site.output.files().contains("assets/tokens.css"));
  CHECK(site.output.files().contains(".nojekyll"));
}

TEST_CASE("a template of the site replaces only the theme's template with the same name") {
  WholeSite site(Files{{"content/index.md", page("Coffee")},
                       {"content/beans.md", page("Beans")},
                       {"templates/page.html", "<!doctype html><title>{{ page.title }}</title>{{ content }}"}});
  site.built();
  CHECK(site.html("beans.html") == "<!doctype html><title>Beans</title><p>Words.</p>\n");
  CHECK(has(site.html("index.html"), "<header class=\"site-header with-menu\">"));
}

TEST_CASE("with --strict, a warning fails the build") {
  Files files{{"content/index.md", page("Coffee #1")}};
  WholeSite lenient(files);
  CHECK(lenient.mistakes() ==
        "warning[yaml-comment]: the text ends here: \" #\" starts a comment\n"
        "  --> content/index.md:2:15\n"
        "   |\n"
        " 2 | title: Coffee #1\n"
        "   |               ^^\n"
        "   = help: if it is part of the text, put quotes around the text; otherwise write a space after \"#\"\n");
  CHECK(has(lenient.html("index.html"), "<h1>Coffee</h1>"));
  WholeSite strict(files);
  CHECK(strict.mistakes({.strict = true}).starts_with("error[yaml-comment]: "));
  CHECK(strict.output.files().empty());
}

TEST_CASE("the report counts pages, figures and sources") {
  WholeSite site(shops());
  site.built();
  CHECK(site.report.pages ==
        11);  // four written pages, the data and its page, two sources and their list, the search, 404
  CHECK(site.report.figures == 1);
  CHECK(site.report.sources == 2);
}

TEST_CASE("a site can consist of one page") {
  WholeSite site(Files{{"content/beans.md", page("Beans")}});
  CHECK(has(site.mistakes(),
            "warning[no-home-page]: the site has no home page, so a list of its sections is shown\n"
            "  --> content/index.md\n"));
  CHECK(has(site.html("index.html"), "href=\"beans.html\">Beans</a>"));
  WholeSite empty(Files{{"data/site.json", R"({"title": "Coffee"})"}});
  CHECK(empty.mistakes() ==
        "error[empty-site]: there are no pages to build\n"
        "  --> content\n"
        "   = expected: at least one Markdown file below content/\n"
        "   = help: write content/index.md, with \"title:\" between two lines of \"---\" at its top\n");
}

TEST_CASE("unbound words in data/ fail a build that has a baseline") {
  Files files = with_data({{"content/index.md", page("Coffee")},
                           {"data/site.json", R"({"title": "Coffee", "description": "Cups of 5 GB"})"}});
  CHECK(WholeSite(files).mistakes().empty());
  files["data/unbound.txt"] = "";
  CHECK(has(WholeSite(files).mistakes(),
            "error[unbound-number]: \"5 GB\" is neither tied to the data nor cited\n  --> data/site.json:1:"));
}

TEST_CASE("a misspelt name in a template is an error with a suggestion") {
  WholeSite site(Files{{"content/index.md", page("Coffee")},
                       {"templates/page.html", "{{ contnet }}"},
                       {"content/beans.md", page("Beans")}});
  std::string text = site.mistakes();
  CHECK(has(text, "templates/page.html:1:4"));
  CHECK(has(text, "did you mean \"content\"?"));
  CHECK(site.output.files().empty());
}

}  // namespace
