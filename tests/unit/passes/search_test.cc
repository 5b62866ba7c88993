// Tests the search index of a whole site: extremes, tags, and parts of the site with a separate index.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "unit/whole_site.h"

namespace {

using nlohmann::json;

// Returns the texts of a search index by title, with their context.
std::map<std::string, json> results(const WholeSite& site, const std::string& folder = "") {
  std::map<std::string, json> found;
  for (const auto& [address, bytes] : site.output.files()) {
    const std::string start = "assets/search/" + folder + "t";
    if (!address.starts_with(start) || address.find('/', start.size()) != std::string::npos) continue;
    const size_t list = bytes.find(",[");
    json before(std::vector<std::string>(7));
    for (const json& line : json::parse(bytes.substr(list + 1, bytes.rfind(')') - list - 1))) {
      for (size_t i = 0; i < 7; ++i)
        if (i >= line.size() || !line[i].is_number()) before[i] = i < line.size() ? line[i] : json("");
      found[before[3].get<std::string>() + ": " + before[2].get<std::string>()] = before;
    }
  }
  return found;
}

// Returns the words of a search index and the entries that contain them.
std::string groups(const WholeSite& site, const std::string& folder = "") {
  std::string all;
  for (const auto& [address, bytes] : site.output.files())
    if (address.starts_with("assets/search/" + folder + "g")) all += bytes;
  return all;
}

Files with_site(const std::string& search, Files pages) {
  pages["data/site.json"] = R"({"title": "Coffee", "search": )" + search + "}";
  return with_data(std::move(pages));
}

}  // namespace

TEST_CASE("the search finds the lowest and the highest value of a column, with their thing and source") {
  WholeSite site(with_data({}));
  site.built();
  const auto found = results(site);
  REQUIRE(found.contains(": Price: lowest of 3"));
  const json& lowest = found.at(": Price: lowest of 3");
  CHECK(lowest[4] == "€2.50 (Espresso)");
  CHECK(lowest[5] == "Bean Street, Price card; 2026-03-01");
  CHECK(found.at(": Price: highest of 3")[4] == "€4.50 (Mocha)");
  CHECK(!found.contains(": Beans: lowest of 2"));  // two are too few to compare
  CHECK(groups(site).find("cheapest") != std::string::npos);
}

TEST_CASE("figures of a view that site.json names belong to its things, and contain its texts") {
  Files files = with_site(R"({"figures": ["offers"]})", {});
  files["data/views/offers.sql"] =
      "-- @offer {title: Offer}\nSELECT p.id AS drink, p.price AS offer, p.ref AS offer__ref, 'Main Street' AS shop\n"
      "FROM prices p WHERE p.id = 'latte'\n";
  WholeSite site(files);
  site.built();
  CHECK(results(site).at("Latte: Offer")[4] == "€4.00, Main Street");
}

TEST_CASE("a separate section has its own search, and is not in the menu, the feed or what is new") {
  const auto dated = [](const std::string& title) { return page(title, "Words.\n", "updated: 2026-03-01\n"); };
  const auto site_with = [&](const std::string& separate) {
    return with_data({{"data/site.json", R"({"title": "Coffee", "base_url": "https://example.org/")" + separate + "}"},
                      {"content/manual/index.md", page("The manual")},
                      {"content/manual/oven.md", page("Ovens", "Turn the thermostat.\n", "updated: 2026-03-01\n")},
                      {"content/manually.md", dated("By hand")}});
  };
  const auto menu_and_feed = [](const WholeSite& site) {
    const auto& files = site.output.files();
    return files.at("manually.html") + files.at("feed.xml") + files.at("index.html");
  };
  WholeSite one(site_with(""));
  one.built();
  CHECK(results(one).contains("The manual: Ovens"));
  CHECK(menu_and_feed(one).find("href=\"manual/index.html\"") != std::string::npos);
  CHECK(menu_and_feed(one).find("manual/oven.html") != std::string::npos);

  WholeSite site(site_with(R"(, "separate": ["manual"])"));
  site.built();
  CHECK(results(site).contains("Coffee: By hand"));
  CHECK(!results(site).contains("The manual: Ovens"));
  CHECK(results(site, "manual/").contains("The manual: Ovens"));
  CHECK(!results(site, "manual/").contains("Coffee: By hand"));
  CHECK(groups(site).find("thermostat") == std::string::npos);
  CHECK(site.output.files().at("assets/search/index.js").find(R"("scopes":[["","Coffee"],["manual","The manual"]])") !=
        std::string::npos);
  CHECK(site.output.files().at("manually.html").find("manual/index.html") == std::string::npos);
  CHECK(menu_and_feed(site).find("manual/oven.html") == std::string::npos);
  const std::string oven = site.output.files().at("manual/oven.html");
  CHECK(oven.find("<a href=\"../manually.html\"") == std::string::npos);
  CHECK(oven.find("<a href=\"oven.html\" aria-current=\"page\">Ovens</a>") != std::string::npos);
  const std::string list = site.output.files().at("llms.txt");
  CHECK(list.find("- [The manual]") > list.find("## Optional"));
  CHECK(list.find("- [The manual]") != std::string::npos);
}

TEST_CASE("a separate section within another one keeps the menu of the site") {
  WholeSite site(with_data({{"data/site.json", R"({"title": "Coffee", "separate": ["manual/parts"]})"},
                            {"content/manual/index.md", page("The manual")},
                            {"content/manual/parts/index.md", page("Parts")},
                            {"content/manual/parts/lid.md", page("Lid", "Metal.\n")},
                            {"content/manually.md", page("By hand")}}));
  site.built();
  CHECK(site.output.files().at("manual/parts/lid.html").find("<a href=\"../../manually.html\"") != std::string::npos);
  CHECK(!results(site).contains("Coffee: Lid"));
}

TEST_CASE("pages are found by their tags, and rows by their aliases") {
  Files files = with_data({{"content/beans.md", page("Beans", "Words.\n", "tags: [Robusta]\n")}});
  auto edit = [&](const std::string& path, const std::string& from, const std::string& to) {
    std::string& bytes = files.at(path);
    REQUIRE(bytes.find(from) != std::string::npos);
    bytes.replace(bytes.find(from), from.size(), to);
  };
  edit("data/datapackage.json", R"({"name": "source", "type": "string"})",
       R"({"name": "aliases", "type": "string"}, {"name": "source", "type": "string"})");
  edit("data/prices.json", R"("name": "Latte",)", R"("name": "Latte", "aliases": "flatwhite",)");
  WholeSite site(files);
  site.built();
  CHECK(groups(site).find("robusta") != std::string::npos);
  CHECK(groups(site).find("flatwhite") != std::string::npos);
}
