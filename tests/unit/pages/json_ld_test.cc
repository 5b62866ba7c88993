#include <fmt/format.h>

#include "../whole_site.h"

namespace {

std::string json_of(const WholeSite& site, const std::string& address) {
  return between(site.html(address), "<script type=\"application/ld+json\">", "</script>");
}

Files described() {
  return with_data(
      {{"content/l/index.md", page("Lessons")},
       {"content/l/a.md",
        page("Alpha", "A latte is [4 EUR](fig:prices/latte/price) [@card].\n",
             "takeaway: That.\nauthors: [Ada]\ndate: 2026-01-02\nupdated: 2026-02-03\ntags: [milk]\n")},
       {"content/b.md", page("Beta </script><b>")},
       {"content/glossary.md", page("Glossary", "## Crema\n\nThe *foam* on an espresso.\n\n## Milk\n\n- white\n")}});
}

}  // namespace

TEST_CASE("a lesson states what it is, its author, its dates and its citations") {
  WholeSite site(described());
  site.built({.base_url = "https://example.org/c/"});
  CHECK(
      json_of(site, "l/a.html") ==
      R"({"@context":"https://schema.org","@graph":[{"@type":"LearningResource","@id":"https://example.org/c/l/a.html",)"
      R"("url":"https://example.org/c/l/a.html","name":"Alpha","inLanguage":"en","description":"A latte is 4 EUR.",)"
      R"("isPartOf":{"@type":"WebSite","name":"Coffee","@id":"https://example.org/c/","url":"https://example.org/c/"},)"
      R"("author":[{"@type":"Person","name":"Ada"}],"keywords":["milk"],"datePublished":"2026-01-02",)"
      R"("dateModified":"2026-02-03","learningResourceType":"lesson","timeRequired":"PT1M",)"
      R"("citation":[{"@type":"WebPage","name":"Price card","url":"https://bean.example/card"}]},)"
      R"({"@type":"BreadcrumbList","itemListElement":[)"
      R"({"@type":"ListItem","position":1,"name":"Coffee","item":"https://example.org/c/"},)"
      R"({"@type":"ListItem","position":2,"name":"Lessons","item":"https://example.org/c/l/"},)"
      R"({"@type":"ListItem","position":3,"name":"Alpha","item":"https://example.org/c/l/a.html"}]}]})");
}

TEST_CASE("without a base URL there are no addresses, and no text can end the script") {
  WholeSite site(described());
  site.built();
  std::string beta = json_of(site, "b.html");
  CHECK(has(beta, "\"headline\":\"Beta "));
  CHECK_FALSE(has(beta, "<"));
  for (const char* address : {"b.html", "l/a.html", "data/prices.html", "glossary.html", "index.html"}) {
    CHECK_FALSE(has(json_of(site, address), "@id"));
    CHECK_FALSE(has(json_of(site, address), "BreadcrumbList"));
    CHECK_FALSE(has(json_of(site, address), "DataDownload"));
  }
  CHECK(json_of(site, "404.html").empty());
}

TEST_CASE("a resource is a data set with its columns, downloads and sources") {
  WholeSite site(described());
  site.built({.base_url = "https://example.org/c/"});
  std::string json = json_of(site, "data/prices.html");
  CHECK(has(json, R"("@type":"Dataset")"));
  CHECK(has(json, R"({"@type":"PropertyValue","name":"Price","unitText":"€"})"));
  CHECK(has(json, R"({"@type":"DataDownload","encodingFormat":"text/csv",)"
                  R"("contentUrl":"https://example.org/c/data/prices.csv"})"));
  CHECK(has(json, R"("isBasedOn":[{"@type":"WebPage","name":"Price card","url":"https://bean.example/card"})"));
  CHECK(has(json, R"({"@type":"Report","name":"Survey )"));
  CHECK(has(json_of(site, "data/index.html"), R"("@type":"DataCatalog")"));
}

TEST_CASE("the first page of a large resource is based on all sources, others on those of their rows") {
  Files files = with_data({});
  std::string rows = "[";
  for (size_t i = 0; i <= site::kMaxRowsOnPage; ++i)
    rows += fmt::format(R"({}{{"id": "k{}", "name": "n", "price": 2, "source": "{}", "locator": "x"}})", i ? ",\n" : "",
                        i, i == 0 ? "card" : "survey");
  files["data/prices.json"] = rows + "]";
  WholeSite site(files);
  site.built({.base_url = "https://example.org/c/"});
  for (const char* name : {"Price card", "Survey "}) CHECK(has(json_of(site, "data/prices.html"), name));
  CHECK(has(json_of(site, "data/prices/2.html"), "Survey "));
  CHECK(!has(json_of(site, "data/prices/2.html"), "Price card"));
}

TEST_CASE("glossary terms have their definitions") {
  WholeSite site(described());
  site.built({.base_url = "https://example.org/c/"});
  CHECK(has(json_of(site, "glossary.html"),
            R"("hasDefinedTerm":[{"@type":"DefinedTerm","name":"Crema","description":"The foam on an espresso.",)"
            R"("url":"https://example.org/c/glossary.html#crema"}])"));
}
