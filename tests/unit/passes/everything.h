// A site that uses every feature once, and sets of page names.
#pragma once
#include "unit/whole_site.h"

// A set of names that tests print in bytewise order.
struct Set : std::set<std::string> {
  using std::set<std::string>::set;
};
inline doctest::String toString(const Set& set) {
  return base::join(std::vector<std::string>(set.begin(), set.end()), " ").c_str();
}

// Returns a site with one of everything.
inline Files everything() {
  Files files = with_data({
      {"content/index.md", page("Coffee")},
      {"content/lessons/index.md", page("Lessons")},
      {"content/lessons/cost.md",
       page("Cost", "A latte is [4 EUR](fig:prices/latte/price) [@card, row 2]. See [brewing](brewing.md).\n",
            "description: What it costs.\nkey_points: [\"A mocha is [4.5 EUR](fig:prices/mocha/price)\"]\n")},
      {"content/lessons/brewing.md", page("Brewing", "Water and time.\n\n## Water\n\nHot.\n")},
      {"content/tables.md",
       page("Tables",
            "```table cheap\ndata: dear\ncaption: Dear drinks\n```\n\n```table all-prices\ndata: prices\ncaption: All\n"
            "columns: [name, price]\nrows: 2\n```\n")},
      {"content/drinks/drink.md", page("\"{name}\"", "{name} has [](fig:prices/{id}/price).\n",
                                       "pages: {query: prices, address: \"{id}\", title: \"{name}\"}\n")},
      {"content/faq/index.md", page("Questions")},
      {"content/faq/why.md", page("Why so dear?", "Because of the milk.\n")},
      {"content/choose/index.md",
       page("Which?", "Choose.\n",
            "flow: {start: milk}\ncases: [{who: one, answers: {milk: yes-please}, reaches: latte},"
            " {who: two, answers: {milk: none}, reaches: espresso}]\n")},
      {"content/choose/milk.md",
       "---\nquestion: Milk?\nanswers:\n  yes-please: {label: \"Yes\", to: latte, because: [warm]}\n"
       "  none: {label: \"No\", to: espresso, because: [\"It is short [@survey]\"]}\n---\n"},
      {"content/choose/latte.md", "---\noutcome: A latte\nnext: [../lessons/cost.md]\n---\n"},
      {"content/choose/espresso.md", "---\noutcome: An espresso\n---\n"},
      {"data/views/dear.sql", "SELECT name, price, ref FROM prices WHERE price > quantity(3, 'EUR') ORDER BY name\n"},
      {"data/claims.json",
       R"([{"id": "warm", "statement": "Milk keeps warm.", "source": "survey", "locator": "p. 1"}])"},
  });
  std::string& package = files["data/datapackage.json"];
  package.replace(package.rfind("]}"), 2, R"(,
{"name": "claims", "path": "claims.json", "title": "Claims", "schema": {"fields": [{"name": "id", "type": "string"},
  {"name": "statement", "type": "string"}, {"name": "source", "type": "string"}, {"name": "locator", "type": "string"}],
  "primaryKey": ["id"]}}]})");
  return files;
}
