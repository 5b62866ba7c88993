// A small site in memory, about coffee, and builds of it: the honest level for whatever stands above documents and
// data.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "build/build.h"
#include "build/gather.h"
#include "build/query.h"
#include "build/theme.h"
#include "io/memory.h"
#include "pages/render.h"
#include "unit/text.h"

using Files = std::map<std::string, std::string>;

// What stands between two texts; "" when there is no such place.
inline std::string between(const std::string& text, std::string_view before, std::string_view after) {
  size_t begin = text.find(before);
  if (begin == std::string::npos) return "";
  begin += before.size();
  size_t end = text.find(after, begin);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

inline std::string page(std::string_view title, std::string_view body = "Words.\n", std::string_view front = "") {
  return "---\ntitle: " + std::string(title) + "\n" + std::string(front) + "---\n" + std::string(body);
}

// Prices of three drinks, two of them from one source at one date.
inline Files coffee_data() {
  return {
      {"data/site.json", R"({"title": "Coffee"})"},
      {"data/sources/all.json", R"([
{"id": "card", "type": "webpage", "title": "Price card", "publisher": "Bean Street", "URL": "https://bean.example/card"},
{"id": "survey", "type": "report", "title": "Survey & tests", "publisher": "City Office", "issued": {"date-parts": [[2025]]}}
])"},
      {"data/datapackage.json", R"({"name": "coffee", "resources": [
{"name": "prices", "path": "prices.json", "title": "Prices",
 "caveats": [{"when": "id = 'mocha'", "text": "Mocha was paid in cash."}],
 "schema": {"fields": [
  {"name": "id", "type": "string"}, {"name": "name", "title": "Drink", "type": "string"},
  {"name": "price", "title": "Price", "type": "number", "unit": "EUR", "better": "lower", "format": ".2f"},
  {"name": "beans", "title": "Beans", "type": "number", "unit": "g"},
  {"name": "source", "type": "string"}, {"name": "locator", "type": "string"}, {"name": "as_of", "type": "string"}],
  "primaryKey": ["id"]}}
]})"},
      {"data/prices.json", R"([
{"id": "espresso", "name": "Espresso", "price": 2.5, "beans": 9, "source": "card", "locator": "row 1", "as_of": "2026-03-01"},
{"id": "latte", "name": "Latte", "price": 4, "beans": 9.5, "source": "card", "locator": "row 2", "as_of": "2026-03-01"},
{"id": "mocha", "name": "Mocha", "price": 4.5, "source": "survey", "locator": "p. 7", "as_of": "2025"}
])"},
  };
}

// The model and the pages of a build, pass by pass, as build::build_site makes them.
struct Passes {
  base::Diagnostics diagnostics;
  std::shared_ptr<build::Inputs> inputs;
  std::unique_ptr<site::Site> site;
  std::unique_ptr<pages::Navigation> navigation;
  std::unique_ptr<pages::Theme> theme;
  pages::Backlinks backlinks;
  std::vector<pages::RenderedPage> rendered;

  const pages::RenderedPage& page(std::string_view address) const {
    auto found =
        std::find_if(rendered.begin(), rendered.end(), [&](const auto& p) { return p.page->address == address; });
    REQUIRE_MESSAGE(found != rendered.end(), address);
    return *found;
  }
};

class WholeSite {
 public:
  explicit WholeSite(Files files = {}) {
    for (const auto& [path, bytes] : files) write(path, bytes);
  }
  WholeSite& write(const std::string& path, std::string_view bytes) {
    REQUIRE(root.write(path, bytes).ok());
    return *this;
  }
  WholeSite& remove(const std::string& path) {
    REQUIRE(root.remove(path).ok());
    return *this;
  }
  // Replaces a part of a file, which must be there once.
  WholeSite& change(const std::string& path, std::string_view from, std::string_view to) {
    std::string text = root.files().at(path);
    REQUIRE_MESSAGE(count(text, from) == 1, path);
    return write(path, text.replace(text.find(from), from.size(), to));
  }

  const build::Report& build(build::Options options = {}) {
    output.forget_accesses();
    report = build::build_site(root, output, options);
    return report;
  }
  // A build that must succeed.
  WholeSite& built(const build::Options& options = {}) {
    build(options);
    REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
    return *this;
  }
  // All that a build says of the site's mistakes.
  std::string mistakes(const build::Options& options = {}) { return said(build(options).diagnostics); }

  std::string html(const std::string& address) const {
    auto found = output.files().find(address);
    return found == output.files().end() ? "(nothing at " + address + ")" : found->second;
  }
  // What stands in <main>.
  std::string main(const std::string& address) const { return between(html(address), "<main", "</main>"); }
  // Each file once: the manifest is written before the others too.
  std::vector<std::string> written() const {
    std::vector<std::string> list = output.writes();
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }

  Passes passes() const {
    Passes p;
    p.inputs = build::read_and_parse(root, {}, p.diagnostics);
    p.site = site::build_site(p.inputs->config, *p.inputs->database, p.inputs->rows, p.inputs->words,
                              build::run_queries(*p.inputs, 1, p.diagnostics), p.inputs->listing, p.diagnostics);
    site::add_redirects(*p.site, p.inputs->find_source(site::kRedirects), p.inputs->words, p.diagnostics);
    p.navigation = std::make_unique<pages::Navigation>(*p.site, site::navigation_of(*p.site, p.diagnostics));
    REQUIRE(p.inputs->engine);
    const std::string mark = site::mark_of(*p.site, p.diagnostics);
    p.theme = std::make_unique<pages::Theme>(
        build::make_theme(*p.inputs, *p.site, *p.navigation, mark, site::footer_of(*p.site, p.diagnostics)));
    const pages::Theme& theme = *p.theme;
    for (const auto& page : p.site->pages) p.rendered.push_back(pages::render_page(*p.site, *page, theme, {}));
    p.backlinks = build::collect_backlinks(p.rendered);
    for (pages::RenderedPage& page : p.rendered)
      if (pages::waits_for_backlinks(*page.page)) page = pages::render_page(*p.site, *page.page, theme, p.backlinks);
    for (const pages::RenderedPage& page : p.rendered) p.diagnostics.merge(page.diagnostics);
    return p;
  }

  // A build that knows the one before.
  const build::Report& rebuild(build::Options options = {}) {
    options.memory = &memory;
    options.program = "test";
    return build(options);
  }

  io::MemoryFileSystem root, output, memory;
  build::Report report;
};

// The coffee site with some pages.
inline Files with_data(Files pages) {
  Files files = coffee_data();
  for (auto& [path, bytes] : pages) files[path] = std::move(bytes);
  if (!files.contains("content/index.md")) files["content/index.md"] = page("Coffee");
  return files;
}
