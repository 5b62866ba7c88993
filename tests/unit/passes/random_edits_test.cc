// Tests that after each of many random edits, a build in the same process writes the same bytes and reports the same
// errors as a clean build.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "passes/parse.h"
#include "unit/passes/everything.h"

namespace {

// A random number generator. The distributions of <random> differ between machines, but this one does not.
class Dice {
 public:
  explicit Dice(uint32_t seed) : engine_(seed) {}
  size_t below(size_t limit) { return engine_() % limit; }
  bool one_in(size_t limit) { return below(limit) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return *std::next(list.begin(), static_cast<long>(below(list.size())));
  }

 private:
  std::mt19937 engine_;
};

class Edits {
 public:
  Edits(WholeSite& site, Dice& dice) : site_(site), dice_(dice) {}

  // Makes a random edit, and describes it.
  std::string any() {
    using Edit = std::string (Edits::*)();
    static constexpr std::array<Edit, 20> kEdits = {
        &Edits::body,        &Edits::body,     &Edits::title,   &Edits::description, &Edits::new_page,
        &Edits::delete_page, &Edits::price,    &Edits::price,   &Edits::row,         &Edits::source,
        &Edits::flow,        &Edits::glossary, &Edits::config,  &Edits::config,      &Edits::theme,
        &Edits::redirect,    &Edits::file,     &Edits::package, &Edits::published,   &Edits::day};
    return (this->*kEdits[dice_.below(kEdits.size())])();
  }

 private:
  std::string text(const std::string& path) const {
    auto found = site_.root.read(path);
    return found ? *found : "";
  }
  std::string number() { return std::to_string(dice_.below(1000)); }

  std::vector<std::string> pages() const {
    std::vector<std::string> list;
    for (const auto& [path, bytes] : site_.root.files())
      if (path.starts_with("content/") && path.ends_with(".md")) list.push_back(path);
    return list;
  }
  // Returns a path in the form of a link from another page.
  static std::string seen_from(const std::string& page, const std::string& target) {
    std::string up;
    for (size_t at = page.find('/') + 1; (at = page.find('/', at)) != std::string::npos; ++at) up += "../";
    return up + target.substr(target.find('/') + 1);
  }
  // Replaces a line with this prefix, or inserts one after the first line.
  std::string with_line(std::string bytes, const std::string& begin, const std::string& rest) {
    const size_t at = bytes.find("\n" + begin);
    if (at == std::string::npos) return bytes.insert(bytes.find('\n') + 1, begin + rest + "\n");
    const size_t end = bytes.find('\n', at + 1);
    return bytes.replace(at + 1, end - at - 1, begin + rest);
  }

  std::string body() {
    const std::string page = dice_.of(pages());
    std::string added = "\nWords " + number() + ".\n";
    if (dice_.one_in(3)) added += "\nSee [there](" + seen_from(page, dice_.of(pages())) + ").\n";
    if (dice_.one_in(5)) added += "\n## Part " + number() + "\n";
    if (dice_.one_in(5)) added += "\nA [word](" + seen_from(page, "content/glossary.md") + "#crema).\n";
    if (dice_.one_in(6)) added += "\n[@survey, p. " + number() + "]\n";
    if (dice_.one_in(8)) added += "\n```table t" + number() + "\ndata: prices\ncaption: All\nrows: 1\n```\n";
    if (dice_.one_in(8)) added += "\n![Bean](" + seen_from(page, "content/art/bean.svg") + ")\n";
    if (dice_.one_in(8))
      added += "\n```chart c" + number() +
               "\ndata: prices\ntitle: Prices\nmark: bar\nencoding:\n"
               "  x: {field: name, type: nominal}\n  y: {field: price, type: quantitative}\n```\n";
    site_.write(page, text(page) + added);
    return "body of " + page;
  }
  std::string title() {
    const std::string page = dice_.of(pages());
    const bool step = text(page).find("title:") == std::string::npos;
    if (step) return body();
    site_.write(page, with_line(text(page), "title:", " Title " + number()));
    return "title of " + page;
  }
  std::string description() {
    const std::string page = dice_.of(pages());
    if (page.find("choose/") != std::string::npos) return body();
    if (dice_.one_in(4))
      site_.write(page, with_line(text(page), "slug:", dice_.one_in(2) ? " slug-" + number() : " same"));
    else if (dice_.one_in(4))
      site_.write(page, with_line(text(page), "updated:", " 2026-01-" + std::to_string(10 + dice_.below(20))));
    else
      site_.write(page, with_line(text(page), "description:", " About " + number()));
    return "front matter of " + page;
  }
  std::string new_page() {
    static const std::vector<std::string> kFolders = {"", "lessons/", "faq/", "lessons/deep/", "other/"};
    const std::string path =
        "content/" + dice_.of(kFolders) + (dice_.one_in(5) ? "index" : "p" + std::to_string(dice_.below(6))) + ".md";
    site_.write(path, page("Page " + number(), "Words.\n\nSee [there](" + seen_from(path, dice_.of(pages())) + ").\n"));
    return "new " + path;
  }
  std::string delete_page() {
    std::vector<std::string> list = pages();
    const std::string page = dice_.of(list);
    if (page == "content/index.md" || page == "content/glossary.md" || page.find("choose/") != std::string::npos)
      return body();
    site_.remove(page);
    return "without " + page;
  }
  std::string price() {
    static const std::vector<std::string> kKeys = {"\"beans\": ", "\"as_of\": \"", "\"locator\": \"", "\"price\": "};
    std::string bytes = text("data/prices.json");
    const std::string key = dice_.of(kKeys);
    const size_t at = bytes.rfind(key, dice_.below(bytes.size()));
    if (at == std::string::npos) return body();
    const size_t begin = at + key.size(), end = bytes.find_first_of(key.ends_with('"') ? "\"" : ",}", begin);
    bytes.replace(begin, end - begin,
                  key.starts_with("\"as_of") ? "20" + std::to_string(10 + dice_.below(16)) : number());
    site_.write("data/prices.json", bytes);
    return "a value of " + key;
  }
  std::string row() {
    std::string bytes = text("data/prices.json");
    const size_t begin = bytes.find("\n{\"id\": \"new");
    if (begin != std::string::npos && dice_.one_in(2))
      bytes.erase(begin, bytes.find('\n', begin + 1) - begin);
    else
      bytes.insert(1, "\n{\"id\": \"new" + number() + "\", \"name\": \"New " + number() + "\", \"price\": " + number() +
                          ", \"source\": \"card\", \"locator\": \"row 9\", \"as_of\": \"2026\"},");
    site_.write("data/prices.json", bytes);
    return "a row";
  }
  std::string source() {
    std::string bytes = text("data/sources/all.json");
    const std::string key = dice_.one_in(2) ? "\"title\": \"" : "\"publisher\": \"";
    const size_t at = bytes.rfind(key, dice_.below(bytes.size()));
    if (at == std::string::npos) return body();
    const size_t begin = at + key.size();
    site_.write("data/sources/all.json", bytes.replace(begin, bytes.find('"', begin) - begin, "Source " + number()));
    return "a source";
  }
  std::string flow() {
    const std::string path = "content/choose/milk.md";
    std::string bytes = text(path);
    const std::string key = dice_.one_in(3) ? "question: " : "label: \"";
    const size_t at = bytes.rfind(key, dice_.below(bytes.size()));
    if (at == std::string::npos) return body();
    const size_t begin = at + key.size(), end = bytes.find_first_of("\"\n", begin);
    site_.write(path, bytes.replace(begin, end - begin, "Is it " + number() + "?"));
    return "the flow";
  }
  std::string glossary() {
    site_.write("content/glossary.md", page("Glossary", "## Crema\n\nFoam " + number() + ".\n\n## Shot\n\nA cup.\n"));
    return "the glossary";
  }
  std::string config() {
    std::string json = "{\"title\": \"Coffee " + std::to_string(dice_.below(3)) + "\"";
    if (dice_.one_in(2)) json += ", \"base_url\": \"https://coffee.example/\"";
    if (dice_.one_in(3)) json += ", \"navigation\": [\"faq\", \"lessons\"]";
    if (dice_.one_in(3)) json += ", \"colours\": {\"Latte\": " + std::to_string(1 + dice_.below(8)) + "}";
    if (dice_.one_in(3)) json += ", \"footer\": {\"text\": \"Foot " + number() + "\", \"links\": [{\"to\": \"faq\"}]}";
    if (dice_.one_in(3)) json += ", \"date_column_after_days\": " + std::to_string(dice_.below(1000));
    if (dice_.one_in(4)) json += ", \"search\": {\"synonyms\": [[\"latte\", \"milk\"]]}";
    if (dice_.one_in(4))
      json += ", \"theme\": {\"accent\": {\"light\": \"#0a5c" + std::to_string(10 + dice_.below(50)) +
              "\", \"dark\": \"#9fd0ff\"}}";
    json += ", \"features\": {\"highlight\": false, \"cards\": false, \"images\": false";
    for (const char* feature : {"search", "markdown", "embeds"})
      json += ", \"" + std::string(feature) + "\": " + (dice_.one_in(4) ? "false" : "true");
    site_.write("data/site.json", json + "}}");
    return json;
  }
  std::string theme() {
    static const std::vector<std::string> kTemplates = {"lesson.html", "base.html", "section.html", "parts/nav.html"};
    const std::string name = dice_.of(kTemplates);
    if (dice_.one_in(3)) {
      site_.write("templates/strings/en.yaml", "references: Sources " + number() + "\n");
      return "a word";
    }
    if (site_.root.files().contains("templates/" + name) && dice_.one_in(2)) {
      site_.remove("templates/" + name);
      return "the theme's own " + name;
    }
    for (const auto& [path, bytes] : passes::default_theme())
      if (path == name) site_.write("templates/" + name, std::string(bytes) + "\n{# #}<!-- " + number() + " -->\n");
    return "the template " + name;
  }
  std::string redirect() {
    std::string csv = "from,to,since,why\n";
    if (dice_.one_in(2)) csv += "old.html,lessons/cost.html,2026-01-01,\n";
    if (dice_.one_in(2)) csv += "gone/page.html,,2026-01-01,It was " + number() + "\n";
    if (dice_.one_in(2)) csv += "lessons/brewing.html#hot,lessons/cost.html,2026,Moved\n";
    if (dice_.one_in(2)) csv += "lessons/brewing.html#wet,lessons/brewing.html#water,2026,\n";
    site_.write("data/redirects.csv", csv);
    return csv;
  }
  std::string day() {
    const std::string path = "data/changes/2026-0" + std::to_string(1 + dice_.below(3)) + "-01.json";
    if (site_.root.files().contains(path) && dice_.one_in(2)) {
      site_.remove(path);
      return "without " + path;
    }
    const std::string page = dice_.of(pages());
    const std::string address = page.substr(8, page.size() - 10) + "html";
    site_.write(
        path, "{\"summary\": \"Day " + number() + "\", \"pages\": {\"changed\": [\"old.html\", \"" + address + "\"]}" +
                  (dice_.one_in(2) ? ", \"corrections\": [{\"page\": \"" + address + "\", \"text\": \"No\"}]" : "") +
                  "}");
    return path;
  }
  std::string file() {
    site_.write("content/art/bean.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number() +
                                            "\" height=\"8\"><rect width=\"8\" height=\"8\"/></svg>");
    return "a picture";
  }
  std::string package() {
    std::string bytes = text("data/datapackage.json");
    static const std::vector<std::string> kKeys = {"\"title\": \"", "\"text\": \""};
    const std::string key = dice_.of(kKeys);
    const size_t at = bytes.rfind(key, dice_.below(bytes.size()));
    if (at == std::string::npos) return body();
    const size_t begin = at + key.size();
    site_.write("data/datapackage.json", bytes.replace(begin, bytes.find('"', begin) - begin, "Called " + number()));
    return "the descriptor";
  }
  // Changes the output folder or the cache, as another program might.
  std::string published() {
    if (site_.output.files().empty()) return body();
    const std::string file = dice_.of(site_.output.files()).first;
    if (file.starts_with('.') || dice_.one_in(4)) {
      const std::string bytes = site_.memory.files().at(passes::kStoreFile);
      REQUIRE(site_.memory.write(passes::kStoreFile, bytes.substr(0, dice_.below(bytes.size() + 1))).ok());
      return passes::kStoreFile;
    }
    if (dice_.one_in(2))
      REQUIRE(site_.output.remove(file).ok());
    else
      REQUIRE(site_.output.write(file, "damaged").ok());
    return "published " + file;
  }

  WholeSite& site_;
  Dice& dice_;
};

Files start() {
  Files files = everything();
  files["content/glossary.md"] = page("Glossary", "## Crema\n\nFoam.\n");
  files["content/art/bean.svg"] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"></svg>";
  files["data/site.json"] = R"({"title": "Coffee", "features": {"highlight": false, "cards": false, "images": false}})";
  // Has no figures in prose, because most edits would make them wrong.
  files["content/lessons/cost.md"] =
      page("Cost", "A latte costs [more](brewing.md) [@card, row 2].\n", "key_points: [\"It is dear [@survey]\"]\n");
  return files;
}

// Restores the files from before an error.
void restore(WholeSite& site, const Files& files) {
  const Files now = site.root.files();
  for (const auto& [path, bytes] : now)
    if (!files.contains(path)) site.remove(path);
  for (const auto& [path, bytes] : files)
    if (!now.contains(path) || now.at(path) != bytes) site.write(path, bytes);
}

// Edits many times. All builds run in one process, and some of them are stopped.
void edit_many(uint32_t seed, int edits) {
  CAPTURE(seed);
  Dice dice(seed);
  WholeSite site(start());
  passes::Builder builder(site.root, site.output, {.jobs = 2, .memory = &site.memory, .program = "test"});
  size_t stopped = 0;
  auto build_again = [&] {
    if (dice.one_in(2)) {  // a build that is stopped, if it takes long enough
      std::atomic<bool> stop = false;
      passes::Live live;
      live.stop = &stop;
      std::thread other([&stop, delay = std::chrono::microseconds(dice.below(20'000))] {
        std::this_thread::sleep_for(delay);
        stop = true;
      });
      stopped += builder.build(live).is_stopped;
      other.join();
    }
    site.report = builder.build();
  };
  build_again();
  REQUIRE_MESSAGE(site.report.diagnostics.empty(), said(site.report.diagnostics));
  size_t good = 0;
  Files last = site.root.files();
  for (int i = 0; i < edits; ++i) {
    const std::string what = Edits(site, dice).any();
    CAPTURE(i);
    CAPTURE(what);
    build_again();
    WholeSite clean(site.root.files());
    clean.build();
    REQUIRE(said(site.report.diagnostics) == said(clean.report.diagnostics));
    if (clean.report.diagnostics.has_errors()) {
      restore(site, last);
      continue;
    }
    last = site.root.files();
    ++good;
    for (const auto& [address, bytes] : clean.output.files()) {
      CAPTURE(address);
      REQUIRE(site.html(address) == bytes);
    }
    REQUIRE(clean.output.files().size() == site.output.files().size());
  }
  CHECK(stopped > 0);
  CHECK(good * 2 > static_cast<size_t>(edits));  // most edits do not cause errors
}

TEST_CASE("after any edits and stopped builds, a build in the same process equals a clean build") {
  for (uint32_t seed : {4, 5}) edit_many(seed, 40);
}

}  // namespace
