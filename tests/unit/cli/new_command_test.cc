// Tests `sourcebook new` in memory: its files and output, and whether a site with its files builds.
#include "cli/makers.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <sstream>

#include "base/diagnostic_format.h"
#include "cli/embedded.h"
#include "passes/build.h"
#include "passes/parse.h"
#include "unit/recording_files.h"
#include "unit/text.h"

namespace {

using cli::Plan;
using Texts = std::vector<std::string>;
using Files = std::map<std::string, std::string>;

RecordingFiles files_of(const Plan& plan) {
  std::map<std::string, std::string> files;
  for (const auto& file : plan.files) files.emplace(file.path, file.bytes);
  return RecordingFiles(std::move(files));
}

RecordingFiles starter() {
  std::map<std::string, std::string> files;
  for (const auto& [path, bytes] : cli::starter_files()) files.emplace(path, bytes);
  return RecordingFiles(std::move(files));
}

// Returns the diagnostics of a strict build.
std::string build(const RecordingFiles& root, bool drafts = false) {
  RecordingFiles source(root.files()), output;
  passes::Options options;
  options.strict = true;
  options.drafts = drafts;
  return said(passes::build_site(source, output, options).diagnostics);
}

// Returns the message of the UsageError that `call` throws; "" if it throws none.
template <class Call>
std::string refusal_of(Call call) {
  try {
    call();
    return "";
  } catch (const cli::UsageError& error) {
    return error.why;
  }
}

int write(RecordingFiles& root, Plan& plan) {
  root.forget_accesses();
  int status = cli::write_plan(root, plan);
  CAPTURE(said(plan.diagnostics));
  return status;
}

Plan stub(std::string_view kind, std::string title, std::string section = "", std::string name = "") {
  cli::NewStubOptions options;
  options.title = std::move(title);
  options.section = std::move(section);
  options.name = std::move(name);
  for (const cli::Stub& each : cli::stubs())
    if (each.kind == kind) options.stub = &each;
  return cli::make_stub(options);
}

cli::NewResourceOptions resource(std::string file, std::string source = "") {
  cli::NewResourceOptions options;
  options.file = std::move(file);
  options.source = std::move(source);
  return options;
}

TEST_CASE("starting sites in other languages build strictly, and no text of them is that of the English one") {
  for (const std::string lang : {"de-AT", "es", "fr-CA", "ja", "zh-Hans"}) {
    CAPTURE(lang);
    RecordingFiles site = files_of(cli::make_site("x", lang));
    if (lang == "ja" || lang == "zh-Hans") {  // a machine may have no font for its pictures
      const std::string settings = base::replace_all(
          site.files().at("data/site.json"), "\"lang\":", R"("features": {"images": false, "cards": false}, "lang":)");
      REQUIRE(site.write("data/site.json", settings).ok());
    }
    CHECK(build(site) == "");
    CHECK(site.files().at("data/site.json").find("\"lang\": \"" + lang + "\"") != std::string::npos);
    CHECK(site.files().contains(".github/workflows/pages.yml"));
    for (const auto& [path, bytes] : cli::starter_files())
      if (site.files().contains(std::string(path)) && (path.starts_with("content/") || path == "README.md"))
        CHECK_MESSAGE(site.files().at(std::string(path)) != bytes, path);
  }
  CHECK(!files_of(cli::make_site("x", "de-AT")).files().contains("data/drinks.csv"));
  CHECK(cli::make_site("x", "de-AT").next.size() == 2);
  CHECK(cli::make_site("x", "de-CH").next[1].starts_with("sourcebook fix"));  // 4.4, not 4,4
  for (const char* chinese : {"zh", "zh-CN", "zh-Hans-SG"}) CHECK_NOTHROW(cli::make_site("x", chinese));
  CHECK(refusal_of([] { cli::make_site("x", "zh-TW"); }) == "there is no starting site in \"zh-TW\"");
  CHECK(refusal_of([] { cli::make_site("x", "pl"); }) == "there is no starting site in \"pl\"");
  CHECK(refusal_of([] { cli::make_site("x", "zh-Hant"); }) == "there is no starting site in \"zh-Hant\"");
}

TEST_CASE("strings to translate have the plural forms of their language, and build without a warning") {
  const Plan plan = cli::make_strings("pl");
  REQUIRE(plan.files.size() == 1);
  const std::string& yaml = plan.files[0].bytes;
  for (const char* line : {"\nrow_count:  # \"{count} rows\"\n", "\nrow_count_one:  # 1 row\n",
                           "\nrow_count_few:  # {count} rows\n", "\nrow_count_many:  # {count} rows\n"})
    CHECK_MESSAGE(yaml.find(line) != std::string::npos, line);
  CHECK(build(RecordingFiles(Files{{plan.files[0].path, yaml},
                                   {"data/site.json", R"({"title": "T", "lang": "pl"})"},
                                   {"content/index.md", "---\ntitle: T\n---\nTekst.\n"}})) == "");
  CHECK(refusal_of([] { cli::make_strings("xx"); }) == "\"xx\" is not a language in CLDR's modern coverage");
  CHECK(refusal_of([] { cli::make_strings("fr"); }) == "the theme has its strings in \"fr\" already");
}

TEST_CASE("a bare site has one page, builds strictly, and may be in any known language") {
  const RecordingFiles bare = files_of(cli::make_bare_site("heat-pumps", "pl"));
  CHECK(build(bare) == "");
  CHECK(bare.files().at("content/index.md") == "---\ntitle: \"Heat pumps\"\n---\nStill to be written.\n");
  CHECK(bare.files().contains(".github/workflows/pages.yml"));
  CHECK(!bare.files().contains("data/datapackage.json"));
  CHECK(refusal_of([] { cli::make_bare_site("x", "xx"); }) != "");
}

TEST_CASE("new table, chart and comparison write blocks that build at the end of a page") {
  RecordingFiles site = files_of(cli::make_site("x"));
  for (const char* kind : {"table", "chart", "comparison", "table"}) {
    cli::NewBlockOptions options;
    options.kind = kind;
    options.page = "lessons/caffeine-in-drinks";
    options.data = "drinks";
    Plan plan = cli::make_block(site, options);
    REQUIRE(write(site, plan) == cli::kFine);
  }
  CHECK(build(site) == "");
  const std::string page = site.files().at("content/lessons/caffeine-in-drinks.md");
  CHECK(page.find("```chart drinks-chart\ndata: drinks\n") != std::string::npos);
  CHECK(page.find("```table drinks-2\ndata: drinks_2_rows\n") != std::string::npos);
  const auto refused = [&](const char* path, const char* data) {
    cli::NewBlockOptions options;
    options.kind = "table";
    options.page = path;
    options.data = data;
    return refusal_of([&] { cli::make_block(site, options); });
  };
  CHECK(refused("lessons/caffeine.md", "drinks") == "there is no page content/lessons/caffeine.md");
  CHECK(refused("index.md", "drink") == "there is no resource or view \"drink\"");
}

TEST_CASE("new blocks quote names that need it, and select the units of rows") {
  RecordingFiles site(
      Files{{"content/index.md", "---\ntitle: T\n---\nText.\n"},
            {"data/site.json", R"({"title": "T"})"},
            {"data/list.csv", "cheese name,order,price,currency,fat\nBrie,1,12.5,EUR,28\nStilton,2,18,GBP,35\n"},
            {"data/datapackage.json",
             R"({"resources": [{"name": "my-list", "path": "list.csv", "title": "List", "sources": "none",
"reason": "invented",
"schema": {"primaryKey": "cheese name", "fields": [{"name": "cheese name", "type": "string"},
{"name": "order", "type": "integer", "unit": "1"}, {"name": "price", "type": "number", "unitField": "currency"},
{"name": "currency", "type": "string"}, {"name": "fat", "type": "number", "unit": "g"}]}}]})"}});
  for (const char* kind : {"comparison", "table", "chart"}) {
    cli::NewBlockOptions options;
    options.kind = kind;
    options.page = "index";
    options.data = "my-list";
    Plan plan = cli::make_block(site, options);
    REQUIRE(write(site, plan) == cli::kFine);
  }
  CHECK(build(site) == "");
  CHECK(site.files()
            .at("content/index.md")
            .find("SELECT t.\"cheese name\", t.\"order\", t.price, t.currency, t.fat, t.ref\nFROM \"my-list\" t") !=
        std::string::npos);
}

TEST_CASE("a copy of a theme's file builds, and check says when the original has changed") {
  Plan plan = cli::make_theme_part("nav.html");
  REQUIRE(plan.files.size() == 1);
  CHECK(plan.files[0].path == "templates/parts/nav.html");
  const Files site{{"content/index.md", "---\ntitle: T\n---\nText.\n"}, {"data/site.json", R"({"title": "T"})"}};
  const auto checked = [&](const std::string& copy) {
    RecordingFiles root(site);
    REQUIRE(root.write(plan.files[0].path, copy).ok());
    base::Diagnostics found;
    const io::SourceTree tree = io::SourceTree::read(root, {"templates"}, 1, found);
    passes::check_copied_parts(tree, found);
    return said(found);
  };
  CHECK(checked(plan.files[0].bytes) == "");
  CHECK(checked(plan.files[0].bytes + "<p>Mine.</p>") == "");
  std::string older = plan.files[0].bytes;
  older.replace(older.find('(') + 1, 4, "ffff");
  CHECK(checked(older).find("warning[changed-original]") != std::string::npos);
  CHECK(cli::make_theme_part("templates/assets/tokens.css").files[0].bytes.starts_with("/* Copied from"));
  CHECK(refusal_of([] { cli::make_theme_part("navs.html"); }) == "the theme has no file \"navs.html\"");
}

TEST_CASE("a new site has all its parts and passes a strict build") {
  RecordingFiles root;
  Plan plan = cli::make_site("my site");
  CHECK(write(root, plan) == cli::kFine);
  for (const char* path :
       {"README.md", ".gitignore", "data/site.json", "data/datapackage.json", "data/drinks.csv",
        "data/sources/caffeine.json", "content/index.md", "content/glossary.md", "content/choose/index.md",
        "content/faq/how-many-cups.md", "content/lessons/caffeine-in-drinks.md"})
    CHECK_MESSAGE(root.files().contains(path), path);
  CHECK(build(root) == "");
  CHECK(plan.next == Texts{"cd 'my site'", "sourcebook build"});
}

TEST_CASE("a new site writes nothing if one of its files exists") {
  RecordingFiles root(Files{{"data/site.json", "mine"}, {"README.md", "mine"}});
  Plan plan = cli::make_site("x");
  CHECK(cli::write_plan(root, plan, "x/") == cli::kSiteHasErrors);
  CHECK(root.writes().empty());
  CHECK(said(plan.diagnostics) ==
        "error[file-exists]: x/README.md already exists\n  --> x/README.md\n"
        "   = help: nothing was written; choose another name, or move that file\n"
        "error[file-exists]: x/data/site.json already exists\n  --> x/data/site.json\n"
        "   = help: nothing was written; choose another name, or move that file\n");
}

TEST_CASE("a disk error in the middle leaves no files behind") {
  RecordingFiles root(Files{{"LICENSE", "mine"}});
  root.fail_at("data/drinks.csv", io::ErrorKind::machine, "No space left on device");
  Plan plan = cli::make_site("x");
  CHECK(cli::write_plan(root, plan) == cli::kMachineFailed);
  CHECK(said(plan.diagnostics) ==
        "error[unwritable-file]: data/drinks.csv can't be written: No space left on device\n  --> data/drinks.csv\n");
  CHECK(root.files().size() == 1);

  RecordingFiles site = starter();
  site.fail_at("data/datapackage.json", io::ErrorKind::permission, "Permission denied");
  Plan added;
  added.files = {{"data/new.csv", "a\n1\n"},
                 {"data/datapackage.json", "{}", base::hash_bytes(starter().files().at("data/datapackage.json"))}};
  CHECK(cli::write_plan(site, added) == cli::kMachineFailed);
  CHECK(site.files() == starter().files());
}

TEST_CASE("if a file was changed since it was read, nothing is written") {
  const Files there{{"data/rivers.csv", "id\nrhine\n"}, {"data/seas.csv", "id\n"}};
  const auto write_over = [&](RecordingFiles& root) {
    Plan plan;
    plan.files = {{"data/seas.csv", "id\nblack\n", base::hash_bytes(there.at("data/seas.csv"))},
                  {"data/rivers.csv", "id\nelbe\nrhine\n", base::hash_bytes(there.at("data/rivers.csv"))}};
    const int status = cli::write_plan(root, plan);
    return std::to_string(status) + " " + said(plan.diagnostics);
  };
  const std::string expected =
      "1 error[file-changed]: data/rivers.csv has changed since it was read\n  --> data/rivers.csv\n"
      "   = help: nothing was written; run the command again\n";
  RecordingFiles as_read(there), saved(there), removed(there);
  CHECK(write_over(as_read) == "0 ");
  CHECK(as_read.files().at("data/rivers.csv") == "id\nelbe\nrhine\n");
  (void)saved.write("data/rivers.csv", "id\namazon\nrhine\n");
  (void)removed.remove("data/rivers.csv");
  for (RecordingFiles* root : {&saved, &removed}) {
    const auto before = root->files();
    CHECK(write_over(*root) == expected);
    CHECK(root->files() == before);
  }
}

TEST_CASE("new lesson writes a page from the template") {
  RecordingFiles root = starter();
  Plan plan = stub("lesson", "Tea: how \"strong\" is it?");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(root.writes() == Texts{"content/lessons/tea-how-strong-is-it.md"});
  CHECK(root.files().at("content/lessons/tea-how-strong-is-it.md") == R"(---
title: "Tea: how \"strong\" is it?"
# One sentence for lists, search and cards:
# description: …
# Key points, shown at the top of the lesson, a sentence each:
# key_points:
#   - …
# What readers should remember, at the end:
takeaway: This lesson is still to be written.
---
Still to be written.
)");
  CHECK(cli::summary_of(plan) ==
        "wrote   content/lessons/tea-how-strong-is-it.md\n\nto do:\n"
        "  - write the description, the key points, the takeaway and the text\n\nnext: sourcebook build\n");
  CHECK(build(root) == "");
  CHECK(write(root, plan) == cli::kSiteHasErrors);
  CHECK(root.writes().empty());
}

TEST_CASE("every kind of page builds with any title") {
  const std::pair<std::string, std::string> titles[] = {
      {"how-it-works", "how-it-works.md"},
      {"Größe & Maß", "größe-maß.md"},
      {"# not a comment", "not-a-comment.md"},
      {"true", "true.md"},
      {"2026", "2026.md"},
      {"- a: {b}", "a-b.md"},
      {"../../etc/passwd", "etcpasswd.md"},
      {"line\nbreak", "linebreak.md"},
      {"{title}", "title.md"},
      {"a 'quoted' title's end", "a-quoted-titles-end.md"},
  };
  for (const cli::Stub& kind : cli::stubs()) {
    RecordingFiles root = starter();
    for (const auto& [title, path] : titles) {
      CAPTURE(title);
      Plan plan = stub(kind.kind, title);
      CHECK(write(root, plan) == cli::kFine);
      CHECK(root.writes() == Texts{fmt::format("content/{}/{}", kind.section, path)});
    }
    CHECK(build(root) == "");
  }
}

TEST_CASE("pages go to a section, and need a title and a file name") {
  CHECK(stub("lesson", std::string(300, 'x') + " y").files.at(0).path.size() < 90);
  CHECK(refusal_of([] { stub("lesson", "???"); }).starts_with("this title has no characters"));
  CHECK(refusal_of([] { stub("lesson", "index"); }).starts_with("this title has no characters"));
  CHECK(refusal_of([] { stub("lesson", "", "", "x"); }) == "the title is empty");
  CHECK(stub("lesson", "???", "", "marks").files.at(0).path == "content/lessons/marks.md");
  CHECK(stub("lesson", "X", "content/deep/down/").files.at(0).path == "content/deep/down/x.md");
  CHECK(refusal_of([] { stub("lesson", "X", "../elsewhere"); }) == "\"../elsewhere\" is not a section");
}

TEST_CASE("new source writes an entry for a URL or an id") {
  RecordingFiles root = starter();
  cli::NewSourceOptions options;
  options.url_or_id = "https://www.example.org/en/reports/2026/tea.pdf?x=1#p2";
  options.title = "Tea \"in\" figures";
  options.publisher = "Example";
  Plan plan = cli::make_source(root, options, "2026-06-30");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(root.files().at("data/sources/example-2026-tea.json") == R"([
  {
    "id": "example-2026-tea",
    "type": "webpage",
    "title": "Tea \"in\" figures",
    "publisher": "Example",
    "URL": "https://www.example.org/en/reports/2026/tea.pdf?x=1#p2",
    "accessed": {"date-parts": [[2026, 6, 30]]}
  }
]
)");
  CHECK(plan.todo.back() == "cite it: [@example-2026-tea, section 2]; `check` lists unused sources");
  CHECK(build(root) == "");

  cli::NewSourceOptions bare;
  bare.url_or_id = "tea-book";
  Plan by_id = cli::make_source(root, bare, "2026-06-30");
  CHECK(write(root, by_id) == cli::kFine);
  CHECK(root.files().at("data/sources/tea-book.json") ==
        "[\n  {\n    \"id\": \"tea-book\",\n    \"type\": \"document\",\n    \"title\": \"tea-book\",\n    \"custom\": "
        "{\"missing\": [\"title\", \"publisher\"]}\n  }\n]\n");
  CHECK(by_id.todo.at(0) == "add what \"missing\" lists in data/sources/tea-book.json, then delete \"missing\"");
  CHECK(has(build(root), "error[incomplete-source]: the source \"tea-book\" lacks: title, publisher"));

  bare.url_or_id = "doi:10.1000/182";
  Plan by_doi = cli::make_source(root, bare, "2026-06-30");
  CHECK(write(root, by_doi) == cli::kFine);
  CHECK(has(root.files().at("data/sources/doi-10.1000-182.json"), "\"DOI\": \"10.1000/182\""));
}

TEST_CASE("invalid and existing sources are errors") {
  RecordingFiles root = starter();
  auto refusal = [&](const cli::NewSourceOptions& options) {
    return refusal_of([&] { cli::make_source(root, options, "2026-06-30"); });
  };
  cli::NewSourceOptions options;
  options.url_or_id = "eufic-caffeine";
  CHECK(refusal(options) == "the source \"eufic-caffeine\" already exists: data/sources/caffeine.json:3");
  options.url_or_id = "a b";
  CHECK(refusal(options) == "\"a b\" is not a valid source id");
  options.url_or_id = "../x";
  CHECK(refusal(options) == "\"../x\" is not a valid source id");
  options.url_or_id = "https://example.org/a b";
  CHECK(refusal(options) == "\"https://example.org/a b\" is not a URL");
}

TEST_CASE("ids are derived from URLs") {
  CHECK(cli::source_id_of("https://example.org") == "example");
  CHECK(cli::source_id_of("https://www.example.org/") == "example");
  CHECK(cli::source_id_of("https://example.org/tea") == "example-tea");
  CHECK(cli::source_id_of("https://example.org:8080/a/b/c/d.html") == "example-c-d");
  CHECK(cli::source_id_of("https://arxiv.org/abs/1704.04760") == "arxiv-abs-1704-04760");
  CHECK(cli::source_id_of("http://example.org/Grö%C3%9Fe?x") == "example-grc39fe");
  CHECK(cli::source_id_of("https://example.org/" + std::string(200, 'x')).size() <= 48);
}

TEST_CASE("a new outcome is a draft, and completes the flow when an answer leads to it") {
  RecordingFiles root = starter();
  Plan plan = stub("outcome", "Drink tea");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(build(root) == "");
  CHECK(has(build(root, true), "error[flow-unreachable]"));
  std::string path = "content/choose/drink-tea.md", text = root.files().at(path);
  text.erase(text.find("draft: true\n"), 12);
  CHECK(root.write(path, text).ok());
  std::string amount = root.files().at("content/choose/amount.md");
  amount.replace(amount.find("to: drink-cola"), 14, "to: drink-tea");
  CHECK(root.write("content/choose/amount.md", amount).ok());
  std::string index = root.files().at("content/choose/index.md");
  index.replace(index.find("reaches: drink-cola"), 19, "reaches: drink-tea");
  CHECK(root.write("content/choose/index.md", index).ok());
  CHECK(root.remove("content/choose/drink-cola.md").ok());
  CHECK(build(root) == "");
}

constexpr const char* kCities = "City;Country;Area [km²];Price (EUR/h)\r\nBern;CH;51,6;2,50\r\nParis;FR;105,4;n/a\r\n";

TEST_CASE("a resource with a source builds, and other bytes of the descriptor do not change") {
  RecordingFiles root = starter();
  std::string before = root.files().at("data/datapackage.json");
  cli::NewResourceOptions options = resource("/somewhere/Big Cities.csv", "eufic-caffeine");
  options.locator = "table 2";
  options.as_of = "2026-01";
  Plan plan = cli::make_resource(root, options, kCities, "");
  REQUIRE_MESSAGE(write(root, plan) == cli::kFine, said(plan.diagnostics));
  CHECK(root.writes() == Texts{"data/big_cities.csv", "data/datapackage.json", "data/imports/big_cities.yaml"});
  CHECK(root.files().at("data/big_cities.csv") == "city,country,area,price\nBern,CH,51.6,2.50\nParis,FR,105.4,\n");
  size_t end = before.find("\n  ]\n}");
  CHECK(root.files().at("data/datapackage.json") == before.substr(0, end) + R"(,
    {
      "name": "big_cities",
      "path": "big_cities.csv",
      "title": "Big Cities",
      "source": "eufic-caffeine",
      "locator": "table 2",
      "as_of": "2026-01",
      "schema": {
        "fields": [
          {"name": "city", "title": "City", "type": "string"},
          {"name": "country", "title": "Country", "type": "string"},
          {"name": "area", "title": "Area", "type": "number", "unit": "km²"},
          {"name": "price", "title": "Price", "type": "number", "unit": "EUR/h"}
        ],
        "primaryKey": ["city"]
      }
    })" + before.substr(end));
  CHECK(build(root) == "");
  CHECK(cli::summary_of(plan) == R"text(wrote   data/big_cities.csv
changed data/datapackage.json
wrote   data/imports/big_cities.yaml

detected:
  - 2 rows, 4 columns
  - city: string, from "City"
  - country: string, from "Country"
  - area: number in km², from "Area [km²]"
  - price: number in EUR/h, 1 empty, from "Price (EUR/h)"
  - the cells are separated by semicolons
  - the values of area are written plainly: "51,6" becomes 51.6
  - the values of price are written plainly: "2,50" becomes 2.50
  - 1 value of price, such as "n/a", was treated as empty

assumed:
  - primary key: city (the smallest set that is unique in all 2 rows, so few that it is a guess; so is country); another key: --key A,B

to do:
  - review what was detected and assumed, and correct it in data/datapackage.json
  - show it in a page: `sourcebook new table PAGE big_cities`, `sourcebook new chart PAGE big_cities`
  - in a sentence: [51.6 km²](fig:big_cities/Bern/area)

next: sourcebook build
)text");
}

TEST_CASE("a new resource can be shown as a table, a chart and a figure at once") {
  static constexpr std::pair<const char*, const char*> kTables[] = {
      {"River (long),Length (km)\nDanube & co,2850\nRhine (lower),1233\n",
       "mark: bar\nencoding:\n  x: {field: length}\n  y: {field: river_"},
      {"year,Share (%)\n2024,5\n2025,6\n", "mark: line\nencoding:\n  x: {field: year}\n  y: {field: share}\n```"},
      {"day,n\n31.1.2026,5\n14.2.2026,6.5\n", "mark: line\nencoding:\n  x: {field: day}\n  y: {field: n}\n```"},
      {"year,town,visits\n2024,A,5\n2025,A,6\n2024,B,7\n2025,B,8\n",
       "mark: line\nencoding:\n  x: {field: year}\n  y: {field: visits}\n  color: {field: town}\n"},
      {"year,town,kind,n\n2024,A,x,5\n2024,A,y,6\n2025,A,x,7\n2025,A,y,8\n2024,B,x,1\n", "mark: bar\n"}};
  for (const auto& [table, chart] : kTables) {
    CAPTURE(std::string(table));
    RecordingFiles root = starter();
    Plan plan = cli::make_resource(root, resource("data.csv", "eufic-caffeine"), table, "");
    CHECK(write(root, plan) == cli::kFine);
    const std::string start = "in a sentence: ", example = plan.todo.back();
    const std::string page = "content/lessons/new.md";
    CHECK(root.write(page, "---\ntitle: T\n---\nIt is " + example.substr(example.find(start) + start.size()) + ".\n")
              .ok());
    for (const char* kind : {"table", "chart"}) {
      cli::NewBlockOptions options;
      options.kind = kind;
      options.page = "lessons/new";
      options.data = "data";
      Plan block = cli::make_block(root, options);
      CHECK(write(root, block) == cli::kFine);
      for (const std::string& each : block.todo) CHECK_FALSE(has(each, "choose"));  // there are few names
    }
    CHECK(has(root.files().at(page), chart));
    // A line would connect rows of several kinds; bars of several rows are a warning.
    CHECK((build(root) == "") == !has(table, "kind"));
  }
}

TEST_CASE("a figure of a row with a key of two columns has both in its address") {
  RecordingFiles root = starter();
  Plan plan = cli::make_resource(root, resource("data.csv", "eufic-caffeine"), "a,b,ms\nx,p q,1.5\nx,r,2\ny,r,2\n", "");
  CHECK(plan.todo.back() == "in a sentence: [1.5](fig:data/x/p%20q/ms)");
  const std::string lists = R"([{"a": [{"n": 1}], "b": [{"n": 2}]}, {}])";
  CHECK(refusal_of([&] { cli::make_resource(root, resource("lists.json"), lists, ""); }) ==
        "no column of the file can be read as values");
}

TEST_CASE("a source is enough for a resource to build") {
  RecordingFiles root = starter();
  Plan plan = cli::make_resource(root, resource("cities.csv", "eufic-caffeine"), kCities, "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(build(root) == "");
  CHECK(plan.assumed.back().text == "the place of the figures in the source is \"cities.csv\", the name of the file");
}

TEST_CASE("without a source, adding one is the first task in the output") {
  RecordingFiles root = starter();
  Plan plan = cli::make_resource(root, resource("cities.csv"), kCities, "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(plan.todo.at(0).starts_with("add the source of area, price, without which the site does not build"));
  CHECK(has(build(root), "error[missing-source]: the numbers of \"cities\" have no source: "));
  cli::NewResourceOptions with_column = resource("own.csv");
  with_column.today = "2026-01-31";
  Plan own = cli::make_resource(
      root, with_column, "id,n (ms),source,locator,as_of\na,5,eufic-caffeine,p. 1,2026\nb,6,https://a.test,p. 2,\n",
      "");
  CHECK(own.todo.at(0) == "complete the new sources in data/sources/own.json: \"missing\" lists what to add");
}

TEST_CASE("the first resource of a site without data/ creates the descriptor") {
  RecordingFiles root(Files{{"content/index.md", "---\ntitle: X\n---\nW.\n"}});
  Plan plan = cli::make_resource(root, resource("a.csv"), "id,n\na,1\nb,2\n", "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(root.files().at("data/datapackage.json").starts_with("{\n  \"resources\": [\n    {\n      \"name\": \"a\",\n"));
  CHECK(has(build(root), "error[missing-source]: the numbers of \"a\" have no source: n"));
}

TEST_CASE("a file in data/ is used unchanged or is an error") {
  RecordingFiles root = starter();
  std::string plain = "id,n\na,1\nb,2\n";
  CHECK(root.write("data/a.csv", plain).ok());
  Plan plan = cli::make_resource(root, resource("data/a.csv", "eufic-caffeine"), plain, "data/a.csv");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(root.writes() == Texts{"data/datapackage.json", "data/imports/a.yaml"});
  CHECK(build(root) == "");

  CHECK(root.write("data/b.csv", "id;n\na;1\n").ok());
  Plan other = cli::make_resource(root, resource("data/b.csv"), "id;n\na;1\n", "data/b.csv");
  CHECK(write(root, other) == cli::kSiteHasErrors);
  CHECK(said(other.diagnostics).find("data/b.csv would have to change, and existing files are not overwritten") !=
        std::string::npos);
  CHECK(root.writes().empty());
}

TEST_CASE("--source URL adds the source, and lists its missing keys") {
  RecordingFiles root = starter();
  cli::NewResourceOptions options = resource("ann.csv", "https://www.example.org/ann/results.html");
  options.today = "2026-01-31";
  Plan plan =
      cli::make_resource(root, options, "Algorithm,QPS,Recall@10\nhnsw,\"12,345\",0.95\nivf,\"9,345\",0.9\n", "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(root.files().at("data/sources/example-ann-results.json") == R"([
  {
    "id": "example-ann-results",
    "type": "webpage",
    "title": "https://www.example.org/ann/results.html",
    "URL": "https://www.example.org/ann/results.html",
    "accessed": {"date-parts": [[2026, 1, 31]]},
    "custom": {"missing": ["title", "publisher"]}
  }
]
)");
  CHECK(has(root.files().at("data/datapackage.json"),
            "\"source\": \"example-ann-results\",\n      \"locator\": \"ann.csv\""));
  CHECK(has(root.files().at("data/datapackage.json"),
            R"({"name": "qps", "title": "QPS", "type": "number", "unit": "1/s")"));
  const std::string said = build(root);  // a strict build
  CHECK(has(said, "error[incomplete-source]: the source \"example-ann-results\" lacks: title, publisher"));
  CHECK(count(said, "error[") == 1);

  // The same URL again means the same source.
  options.file = "more.csv";
  Plan more = cli::make_resource(root, options, "id,n\na,1\nb,2\n", "");
  CHECK(write(root, more) == cli::kFine);
  CHECK(root.writes() == Texts{"data/more.csv", "data/datapackage.json", "data/imports/more.yaml"});
}

TEST_CASE("--no-source writes the reason to the descriptor") {
  RecordingFiles root = starter();
  cli::NewResourceOptions options = resource("cups.csv");
  options.no_source = "Sizes that we chose.";
  Plan plan = cli::make_resource(root, options, "cup,size_ml\nsmall,100\nlarge,300\n", "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(has(root.files().at("data/datapackage.json"),
            "\"sources\": \"none\",\n      \"reason\": \"Sizes that we chose.\""));
  CHECK(build(root) == "");
  options.source = "eufic-caffeine";
  CHECK(refusal_of([&] { cli::make_resource(root, options, "id,n\na,1\n", ""); }) ==
        "--source and --no-source cannot be used together");
}

TEST_CASE("addresses, citations and ids in a source column are sources") {
  const std::string gear =
      "name,power (W),source\na,300,https://gear.test/a.html\nb,250,doi:10.1000/182\nc,70,eufic-caffeine\nd,60,"
      "https://gear.test/a.html\ne,50,[@eufic-caffeine]\nf,40,10.1000/183\n";
  RecordingFiles root = starter();
  cli::NewResourceOptions options = resource("gear.csv");
  options.locator = "specification";
  options.today = "2026-01-31";
  Plan plan = cli::make_resource(root, options, gear, "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(root.files().at("data/gear.csv") ==
        "name,power,source\na,300,gear-a\nb,250,doi:10.1000/182\nc,70,eufic-caffeine\nd,60,gear-a\ne,50,"
        "eufic-caffeine\nf,40,doi:10.1000/183\n");
  CHECK(count(root.files().at("data/sources/gear.json"), "\"id\":") == 3);
  CHECK(count(build(root), "error[") == 3);  // the new sources lack their titles

  // With --source, the column "source" is an ordinary column.
  RecordingFiles other = starter();
  Plan beside = cli::make_resource(other, resource("gear.csv", "eufic-caffeine"), gear, "");
  CHECK(write(other, beside) == cli::kFine);
  CHECK(has(other.files().at("data/gear.csv"), "name,power,source_as_published\n"));
  CHECK(build(other) == "");
}

TEST_CASE("a column Source with other texts is a column, and the source is asked for") {
  for (const char* text : {"Air Source", "river", "Smith", "2020", "gear.test", "unknown-id"}) {
    CAPTURE(text);
    RecordingFiles root = starter();
    const std::string table = "Source,Model,Output (kWh)\n" + std::string(text) + ",A,5\nhttps://a.test,B,6\n";
    Plan plan = cli::make_resource(root, resource("homes.csv"), table, "");
    CHECK(write(root, plan) == cli::kFine);
    CHECK(root.files().at("data/homes.csv").starts_with("source_as_published,model,output\n"));
    CHECK(!root.files().contains("data/sources/homes.json"));
    CHECK(plan.todo.at(0).starts_with("add the source of output, without which the site does not build"));
    CHECK(has(plan.todo.at(1), "if it is a source, add --source '{Source}'"));
    CHECK(has(build(root), "error[missing-source]"));
  }
  RecordingFiles root = starter();
  Plan named = cli::make_resource(root, resource("homes.csv", "{Quelle}"), "Quelle,Model,n (s)\nAn atlas,A,5\n", "");
  CHECK(write(root, named) == cli::kFine);
  CHECK(root.files().at("data/homes.csv") == "source,model,n\nan-atlas,A,5\n");
  CHECK(has(root.files().at("data/sources/homes.json"), "\"title\": \"An atlas\""));
  CHECK(refusal_of([&] { cli::make_resource(root, resource("h.csv", "{X}"), "a,n\nx,1\n", ""); }) ==
        "--source: the file has no column \"X\"");
}

TEST_CASE("--no-assumptions makes what is assumed errors, and the options answer them") {
  RecordingFiles root = starter();
  cli::NewResourceOptions options = resource("t.csv", "eufic-caffeine");
  options.no_assumptions = true;
  const std::string table = "id,elec_kwh,price,currency\na,1,2,EUR\n";
  Plan refused = cli::make_resource(root, options, table, "");
  CHECK(count(said(refused.diagnostics), "error[assumption]") == 4);  // two units, the key and the locator
  CHECK(write(root, refused) == cli::kSiteHasErrors);
  options.infer.units = {{"elec_kwh", "kWh"}, {"price", "{currency}"}};
  options.infer.key = {"id"};
  options.locator = "table 2";
  Plan plan = cli::make_resource(root, options, table, "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(plan.assumed.empty());
}

TEST_CASE("on a terminal, the command asks for the source") {
  auto asked = [](const std::string& answers) {
    cli::NewResourceOptions options = resource("a.csv");
    std::istringstream in(answers);
    std::ostringstream out;
    cli::ask_for_source(options, in, out);
    CHECK(out.str().starts_with("Source of the numbers"));
    return options.source + "|" + options.locator + "|" + options.no_source + "|" + options.as_of;
  };
  CHECK(asked(" https://a.test/x \ntable 2\n2026-01\n") == "https://a.test/x|table 2||2026-01");
  CHECK(asked("lab\n\n") == "lab|||");
  CHECK(asked("none\nWe chose them.\n2026\n") == "||We chose them.|2026");
  CHECK(asked("\n") == "|||");
  CHECK(asked("") == "|||");
}

TEST_CASE("a Markdown table with units in its cells is read") {
  RecordingFiles root = starter();
  Plan plan = cli::make_resource(
      root, resource("packers.md", "eufic-caffeine"),
      "| Packer | Speed | Size | Mixed |\n| --- | ---: | ---: | --- |\n| ash -9 | 1.82 MB/s | 48 | 1 GB |\n"
      "| elm -1 | 392 MB/s | 50 | 1 MB |\n",
      "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(root.files().at("data/packers.csv") == "packer,speed,size,mixed\nash -9,1.82,48,1\nelm -1,392,50,0.001\n");
  CHECK(has(root.files().at("data/datapackage.json"),
            R"({"name": "speed", "title": "Speed", "type": "number", "unit": "MB/s")"));
  CHECK(has(cli::summary_of(plan), "Mixed has values in GB, MB, which were converted to GB"));
  CHECK(build(root) == "");
  std::string rows = "id,Speed\n";
  for (int i = 0; i < 9; ++i) rows += "r" + std::to_string(i) + ",5 MB/s\n";
  Plan slip = cli::make_resource(root, resource("slip.csv", "eufic-caffeine"), rows + "x,ERROR\n", "");
  CHECK(has(cli::summary_of(slip), "Speed is text: 9 of its 10 values are numbers with a unit, \"ERROR\" is not"));
}

TEST_CASE("the settings of the next import have the decimal mark and the order of dates that the file shows") {
  RecordingFiles root = starter();
  Plan plan = cli::make_resource(root, resource("cars.csv", "eufic-caffeine"),
                                 "car,Price (EUR),day\nA,\"1,234.5\",5/2/2008\nB,\"2,345\",6/13/2008\n", "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(has(root.files().at("data/imports/cars.yaml"), "decimal: \".\"\ndates: \"mdy\"\ncolumns:\n"));
}

TEST_CASE("rows that no column distinguishes are numbered, and every column is in the settings of the next import") {
  RecordingFiles root = starter();
  cli::NewResourceOptions options = resource("runs.csv", "eufic-caffeine");
  options.without = {"skipped"};
  Plan partial = cli::make_resource(root, options, "kind,ms,ms,\nskipped,1,2,3\na,1,2,3\na,1,2,3\n", "");
  CHECK(write(root, partial) == cli::kFine);
  CHECK(root.files().at("data/runs.csv") == "row,kind,ms,ms_2,column_4\n2,a,1,2,3\n3,a,1,2,3\n");
  CHECK(has(cli::summary_of(partial), "lines 3 and 4 are equal in kind, so the rows are numbered"));
  CHECK(has(root.files().at("data/imports/runs.yaml"),
            "constants: {row: \"{row}\"}\nwithout:\n  \"kind\": [\"skipped\"]\ncolumns:\n  \"kind\": \"kind\"\n"
            "  \"ms (1)\": \"ms\"\n  \"ms (2)\": \"ms_2\"\n  \"column 4\": \"column_4\"\n"));
  CHECK(build(root) == "");
}

TEST_CASE("a column for the numbers of rows has another name than one of the file") {
  RecordingFiles root = starter();
  Plan plan =
      cli::make_resource(root, resource("field.csv", "eufic-caffeine"), "Row,col,yield (g)\n1,1,3\n1,1,3\n", "");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(root.files().at("data/field.csv") == "number_of_the_row,row,col,yield\n1,1,1,3\n2,1,1,3\n");
  CHECK(has(root.files().at("data/datapackage.json"), R"("primaryKey": ["number_of_the_row"])"));
}

TEST_CASE("an unbound number or superlative fails the build of a new site") {
  RecordingFiles root;
  Plan plan = cli::make_site("x");
  CHECK(write(root, plan) == cli::kFine);
  CHECK(root.write("content/lessons/new.md", "---\ntitle: New\n---\nA pot holds 900 ml, and is the largest.\n").ok());
  const std::string said = build(root);
  CHECK(has(said, "error[unbound-number]: \"900 ml\" is neither tied to the data nor cited"));
  CHECK(has(said, "error[unbound-superlative]: \"largest\""));
}

TEST_CASE("a table with a name has its title from it, because the name of a file often has the year of an edition") {
  RecordingFiles root = starter();
  cli::NewResourceOptions named = resource("rivers-2020.csv");
  named.name = "big-rivers";
  named.no_source = "Invented";
  Plan plan = cli::make_resource(root, named, "River,Length (km)\nDanube,2860\nRhine,1233\n", "");
  REQUIRE(write(root, plan) == cli::kFine);
  CHECK(has(root.files().at("data/datapackage.json"), "\"title\": \"Big rivers\""));
}

TEST_CASE("invalid resources are errors, and nothing is written") {
  RecordingFiles root = starter();
  auto refusal = [&](const cli::NewResourceOptions& options) {
    return refusal_of([&] { cli::make_resource(root, options, "id,n\na,1\n", ""); });
  };
  CHECK(refusal(resource("drinks.csv")) == "the resource \"drinks\" already exists: data/datapackage.json:6");
  CHECK(refusal(resource("日本.csv")) == "\"\" is not a valid name of a resource");
  CHECK(refusal(resource("a.csv", "eufic-cafeine")) == "there is no source \"eufic-cafeine\" in data/sources/");
  cli::NewResourceOptions named = resource("a.csv");
  named.name = "Bad Name";
  CHECK(refusal(named) == "\"Bad Name\" is not a valid name of a resource");
  named.name = "a";
  named.as_of = "yesterday";
  CHECK(refusal(named) == "\"yesterday\" is not a date");
  named.as_of = "";
  named.locator = "p. 1";
  CHECK(refusal(named) == "--locator needs a source");
  CHECK(root.write("data/views/a.sql", "SELECT 1").ok());
  CHECK(refusal(resource("a.csv")) == "the view \"a\" already exists: data/views/a.sql");
  CHECK(root.write("data/b.csv", "x").ok());
  Plan there = cli::make_resource(root, resource("/tmp/b.csv"), "id,n\na,1\n", "");
  CHECK(write(root, there) == cli::kSiteHasErrors);
  CHECK(said(there.diagnostics).starts_with("error[file-exists]: data/b.csv already exists\n"));
  CHECK(root.write("data/datapackage.json", "{\"resources\": [}").ok());
  Plan broken = cli::make_resource(root, resource("c.csv"), "id,n\na,1\n", "");
  CHECK(said(broken.diagnostics).starts_with("error[json-syntax]"));
  CHECK(write(root, broken) == cli::kSiteHasErrors);
  CHECK(root.writes().empty());
}

}  // namespace
