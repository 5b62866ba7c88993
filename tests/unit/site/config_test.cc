#include "site/config.h"

#include <doctest/doctest.h>

#include "site/site.h"
#include "site/words.h"
#include "unit/whole_site.h"

namespace site {
namespace {

struct Read {
  base::SourceText source;
  base::Diagnostics diagnostics;
  Config config;
  explicit Read(std::string json)
      : source("data/site.json", std::move(json)), config(read_config(&source, diagnostics)) {}
};

TEST_CASE("without site.json, defaults apply") {
  base::Diagnostics diagnostics;
  Config config = read_config(nullptr, diagnostics);
  CHECK(diagnostics.empty());
  CHECK(config.title == "Untitled");
  CHECK(config.lang == "en");
  CHECK(config.base_url == "");
  CHECK(config.features.search);
}

TEST_CASE("all keys of site.json are read") {
  Read read(
      R"({"title": "Coffee", "description": "D", "lang": "de", "base_url": "https://a.example/x", "repository": "https://r.example",
"navigation": ["a", "b"], "colours": {"Espresso": 1, "Latte": 8}, "active": ["old/**"], "features": {"search": false}})");
  CHECK(said(read.diagnostics) == "");
  CHECK(read.config.title == "Coffee");
  CHECK(read.config.lang == "de");
  CHECK(read.config.base_url == "https://a.example/x/");
  CHECK(read.config.navigation.size() == 2);
  CHECK(read.config.colours == std::map<std::string, int>{{"Espresso", 1}, {"Latte", 8}});
  CHECK(read.config.active == std::vector<std::string>{"old/**"});
  CHECK(!read.config.features.search);
  CHECK(read.config.features.embeds);
}

TEST_CASE("the repository may be written in several ways, and must be on a host whose links are known") {
  const auto repository = [](const std::string& url) {
    Read read(R"({"title": "C", "repository": ")" + url + "\"}");
    const site::Repository found = site::repository_of(read.config);
    return said(read.diagnostics) + found.home + " " + found.files;
  };
  const std::string whole = "https://github.com/a/b https://github.com/a/b/blob/HEAD/";
  for (const char* url : {"https://github.com/a/b", "https://github.com/a/b/", "https://github.com/a/b.git"})
    CHECK(repository(url) == whole);
  CHECK(repository("https://github.com/a/b/tree/main/docs/") ==
        "https://github.com/a/b https://github.com/a/b/blob/main/docs/");
  CHECK(repository("https://gitlab.com/a/b").find("this host are not supported") != std::string::npos);
}

TEST_CASE("an empty language is an error") { CHECK(said(Read(R"({"title": "C", "lang": ""})").diagnostics) != ""); }

TEST_CASE("cards are drawn for written pages, all pages, or no pages") {
  auto features = [](const std::string& cards) {
    Read read(R"({"title": "C", "features": {"cards": )" + cards + "}}");
    return std::tuple(said(read.diagnostics), read.config.features.cards, read.config.features.cards_of_data);
  };
  CHECK(features("true") == std::tuple("", true, false));
  CHECK(features("false") == std::tuple("", false, false));
  CHECK(features("null") == std::tuple("", true, false));
  CHECK(features("\"all\"") == std::tuple("", true, true));
  CHECK(std::get<0>(features("\"none\"")) ==
        "error[wrong-type]: \"cards\" of \"features\" must be true, false or \"all\"\n"
        "  --> data/site.json:1:38\n"
        "   |\n"
        " 1 | {\"title\": \"C\", \"features\": {\"cards\": \"none\"}}\n"
        "   |                                      ^^^^^^\n"
        "   = expected: true for written pages, \"all\" for generated pages too, false for none\n");
}

TEST_CASE("errors in site.json are reported at their positions") {
  CHECK(said(Read(R"({"title": "C", "base_url": "example.org"})").diagnostics) ==
        "error[bad-base-url]: \"example.org\" is not an absolute URL\n"
        "  --> data/site.json:1:28\n"
        "   |\n"
        " 1 | {\"title\": \"C\", \"base_url\": \"example.org\"}\n"
        "   |                            ^^^^^^^^^^^^^\n"
        "   = expected: the URL of the published site, such as https://example.org/guide/\n");
  CHECK(said(Read(R"({"title": "C", "colours": {"Latte": 9}})").diagnostics) ==
        "error[bad-colour]: \"9\" is not a colour slot\n"
        "  --> data/site.json:1:37\n"
        "   |\n"
        " 1 | {\"title\": \"C\", \"colours\": {\"Latte\": 9}}\n"
        "   |                                     ^\n"
        "   = expected: a number from 1 to 8, a colour slot of the theme\n");
  for (const char* slot : {"0", "1.5", "-1", "1e99", "\"1\"", "null"}) {
    CAPTURE(slot);
    CHECK(Read("{\"title\": \"C\", \"colours\": {\"Latte\": " + std::string(slot) + "}}").diagnostics.errors() == 1);
  }
  CHECK(has(said(Read(R"({"titel": "C"})").diagnostics), "did you mean \"title\"?"));
  CHECK(has(said(Read(R"({"title": "C", "features": {"serach": true}})").diagnostics), "did you mean \"search\"?"));
  CHECK(Read("[]").diagnostics.errors() > 0);
  CHECK(Read("").diagnostics.errors() > 0);
}

TEST_CASE("a base URL is http or https, and ends with a slash") {
  CHECK(normalise_base_url("https://a.example") == "https://a.example/");
  CHECK(normalise_base_url("http://a.example/x/") == "http://a.example/x/");
  for (const char* bad : {"", "a.example", "ftp://a", "https://", "http://", "https://a b", "https://a/?q",
                          "https://a/#x", "https://a\"", "javascript:x"}) {
    CAPTURE(bad);
    CHECK(normalise_base_url(bad) == "");
  }
}

TEST_CASE("a language must be one that scripts can sort in, and whose numbers are known") {
  const auto lang = [](const std::string& tag) {
    Read read(R"({"title": "T", "lang": ")" + tag + "\"}");
    return read.diagnostics.errors() > 0 ? "?" : read.config.lang;
  };
  for (const char* good : {"en", "de-CH", "zh-Hant-TW", "es-419", "de-1996", "sl-rozaj-biske"})
    CHECK(lang(good) == good);
  for (const char* bad :
       {"<b>", "e", "en-", "-en", "engl", "en_US", "en-US-DE", "en-a", "en-x y", "de-CH-Latn", "haw", "tlh"}) {
    CAPTURE(bad);
    CHECK(lang(bad) == "?");
  }
}

TEST_CASE("interface texts are filled in and pluralised, and a missing one shows its key") {
  base::SourceText yaml("templates/strings/en.yaml",
                        "rows: \"{count} rows\"\nrows_one: one row\nhello: \"Hello {name}, {name} of {place}\"\n");
  base::Diagnostics diagnostics;
  Words words = Words::read(yaml, diagnostics);
  CHECK(diagnostics.empty());
  CHECK(words["rows_one"] == "one row");
  CHECK(words["gap"] == "gap");
  CHECK(words.fill("hello", {{"name", "{place}"}, {"place", "here"}}) == "Hello {place}, {place} of here");
  CHECK(words.fill("hello", {{"name", "Ada"}, {"place", "Graz"}}) == "Hello Ada, Ada of Graz");
  CHECK(words.count("rows", 1) == "one row");
  CHECK(words.count("rows", 0) == "0 rows");
  CHECK(words.count("gap", 1) == "gap");
}

TEST_CASE("strings that are not text are an error") {
  base::SourceText yaml("templates/strings/en.yaml", "a: [1, 2]\n");
  base::Diagnostics diagnostics;
  Words::read(yaml, diagnostics);
  CHECK(said(diagnostics) ==
        "error[wrong-type]: \"a\" is a list\n"
        "  --> templates/strings/en.yaml:1:4\n"
        "   |\n"
        " 1 | a: [1, 2]\n"
        "   |    ^^^^^^\n"
        "   = expected: text\n");
}

TEST_CASE("the site's language selects the strings, by default the theme's") {
  WholeSite site(Files{{"data/site.json", R"({"title": "Kaffee", "lang": "de"})"},
                       {"content/index.md", page("Kaffee")},
                       {"templates/strings/de.yaml", "skip_to_content: Zum Inhalt\n"}});
  site.built();
  CHECK(has(site.html("index.html"), "<html lang=\"de\">"));
  CHECK(has(site.html("index.html"), ">Zum Inhalt</a>"));
  site.change("data/site.json", "\"de\"", "\"de-CH\"").built();
  CHECK(has(site.html("index.html"), ">Zum Inhalt</a>"));  // there is no file for the region
  site.change("data/site.json", "\"de-CH\"", "\"pl\"").built();
  CHECK(has(site.html("index.html"), ">Skip to content</a>"));
}

TEST_CASE("duplicate addresses, even if they differ only in case, are reported with both positions") {
  base::SourceText a("content/a.md", "A"), b("content/b.md", "B");
  base::Diagnostics diagnostics;
  Addresses addresses;
  addresses.claim("x.html", "the page content/a.md", {&a, 0, 1}, diagnostics);
  addresses.claim("X/y.html", "the page Y", {}, diagnostics);
  CHECK(diagnostics.empty());
  addresses.claim("x.html", "the page content/b.md", {&b, 0, 1}, diagnostics);
  CHECK(said(diagnostics) ==
        "error[duplicate-address]: the page content/a.md and the page content/b.md have the same address, x.html\n"
        "  --> content/b.md:1:1\n"
        "   |\n"
        " 1 | B\n"
        "   | ^\n"
        "   = help: rename one of them\n"
        "   = note: the first one\n"
        "  ::: content/a.md:1:1\n"
        "   |\n"
        " 1 | A\n"
        "   | ^\n");
  diagnostics = {};
  addresses.claim("x/Y.html", "the file y", {}, diagnostics);
  CHECK(said(diagnostics) ==
        "error[duplicate-address]: the addresses of the page Y and the file y differ only in case: X/y.html and "
        "x/Y.html\n"
        "  --> x/Y.html\n"
        "   = help: rename one of them\n");
  CHECK(addresses.has("X/y.html"));
  CHECK(!addresses.has("x/Y.html"));
  CHECK(addresses.all() == std::vector<std::string_view>{"X/y.html", "x.html"});
}

}  // namespace
}  // namespace site
