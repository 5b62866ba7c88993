// A small site about coffee in memory, and builds of it, for tests of all code above documents and data.
#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "passes/build.h"
#include "passes/parse.h"
#include "unit/recording_files.h"
#include "unit/text.h"

using Files = std::map<std::string, std::string>;

// Returns the text between two texts; "" if they are not found.
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

// Returns the prices of three drinks, two of them from the same source and date.
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

// The results of a build before it writes: the model, and all pages with their HTML and dependencies.
struct Passes : passes::CheckedSite {
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
  // Replaces text that must occur exactly once in a file.
  WholeSite& change(const std::string& path, std::string_view from, std::string_view to) {
    std::string text = root.files().at(path);
    REQUIRE_MESSAGE(count(text, from) == 1, path);
    return write(path, text.replace(text.find(from), from.size(), to));
  }

  const passes::Report& build(passes::Options options = {}) {
    output.forget_accesses();
    report = passes::build_site(root, output, options);
    return report;
  }
  // Builds the site, which must succeed.
  WholeSite& built(const passes::Options& options = {}) {
    build(options);
    REQUIRE_MESSAGE(report.diagnostics.empty(), said(report.diagnostics));
    return *this;
  }
  // Builds the site, and returns its formatted diagnostics.
  std::string mistakes(const passes::Options& options = {}) { return said(build(options).diagnostics); }

  std::string html(const std::string& address) const {
    auto found = output.read(address);
    return found ? *found : "(nothing at " + address + ")";
  }
  // Returns the contents of <main>.
  std::string main(const std::string& address) const { return between(html(address), "<main", "</main>"); }
  // Returns the files that the build wrote, each once, although the manifest is written twice.
  std::vector<std::string> written() const {
    std::vector<std::string> list = output.writes();
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return list;
  }

  Passes passes(const passes::Options& options = {}) const {
    Passes passes{passes::check_site(root, options)};
    REQUIRE(!passes.rendered.empty());
    return passes;
  }

  // Builds with the stored state of earlier builds.
  const passes::Report& rebuild(passes::Options options = {}) {
    options.memory = &memory;
    options.program = "test";
    return build(options);
  }

  RecordingFiles root, output, memory;
  passes::Report report;
};

// Returns the coffee site with some pages.
inline Files with_data(Files pages) {
  Files files = coffee_data();
  for (auto& [path, bytes] : pages) files[path] = std::move(bytes);
  if (!files.contains("content/index.md")) files["content/index.md"] = page("Coffee");
  return files;
}
