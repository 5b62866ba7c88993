// Tests data/changes/DATE.json: written files are read back unchanged, and errors in invalid ones are reported at their
// positions.
#include <doctest/doctest.h>

#include "../whole_site.h"
#include "site/changes.h"

namespace {

site::Changes read(const std::string& text, base::Diagnostics& diagnostics) {
  static std::vector<std::unique_ptr<base::SourceText>> kept;
  kept.push_back(std::make_unique<base::SourceText>("data/changes/2026-03-15.json", text));
  return site::read_changes(*kept.back(), diagnostics);
}

// A file with one entry in each list.
const char* const kAll = R"({
"title": "New prices",
"summary": "Milk got dearer.",
"corrections": [
{"page": "index.html", "anchor": "milk", "text": "It said goat's milk."}
],
"tables": [
{"change": "changed", "resource": "prices", "title": "Prices", "rows_before": 3, "rows_after": 3, "columns_added": ["size"], "columns_gone": ["cup"], "units": [{"field": "beans", "title": "Beans", "before": "g", "after": "kg"}], "settings": [{"setting": "source", "before": "card", "after": "survey"}, {"setting": "as_of", "after": "2026-03"}], "rows": [
{"change": "changed", "key": "latte", "name": "Latte", "source": "card", "values": [{"field": "price", "title": "Price", "format": ".2f", "before": 4, "after": 4.2, "unit": "EUR", "percent": 5}]},
{"change": "gone", "key": "mocha", "values": [{"field": "price", "title": "Price", "before": 4.5, "unit": "EUR"}]},
{"change": "changed", "key": "tea", "values": [{"field": "beans", "title": "Beans", "before": 9, "after": 0.01, "unit_before": "g", "unit_after": "kg", "percent": 11.1111}]}
]},
{"change": "added", "resource": "cups", "rows_before": 0, "rows_after": 12}
],
"figures": [
{"change": "changed", "figure": "ratio", "of": "index.html", "title": "ratio", "before": 1.6, "after": 1.68, "unit": "1", "percent": 5, "pages": ["index.html"]}
],
"flows": [
{"flow": "choose/index.html", "case": "A guest", "before": "latte", "after": "tea"},
{"flow": "choose/index.html", "step": "milk", "answer": "no", "before": "latte", "after": "tea"}
],
"pages": {"added": ["cups.html"], "changed": ["index.html"], "gone": ["mocha.html"]}
}
)";

TEST_CASE("a file of changes is written back unchanged") {
  base::Diagnostics diagnostics;
  const site::Changes changes = read(kAll, diagnostics);
  CHECK_MESSAGE(diagnostics.empty(), said(diagnostics));
  CHECK(changes.date == "2026-03-15");
  CHECK_FALSE(changes.empty());
  CHECK(site::changes_text(changes, quantity::standard_units()) == kAll);
}

TEST_CASE("ranks of earlier versions are accepted and ignored") {
  base::Diagnostics diagnostics;
  const site::Changes changes =
      read(R"({"ranks": [{"block": "cheapest", "row": "Tea", "column": "Price", "after": 1}]})", diagnostics);
  CHECK_MESSAGE(diagnostics.empty(), said(diagnostics));
  CHECK(site::changes_text(changes, quantity::standard_units()) == "{}\n");
}

TEST_CASE("a summary or correction alone is not a change") {
  base::Diagnostics diagnostics;
  CHECK(read(R"({"summary": "All is as it was."})", diagnostics).empty());
  CHECK(read(R"({"corrections": [{"page": "a.html", "text": "A"}]})", diagnostics).empty());
  CHECK(diagnostics.empty());
  CHECK(site::changes_text({}, quantity::standard_units()) == "{}\n");
}

TEST_CASE("text that is too long, and invalid values, are errors") {
  auto mistakes = [](const std::string& text) {
    base::Diagnostics diagnostics;
    read(text, diagnostics);
    return said(diagnostics);
  };
  for (const char* empty : {"{}", R"({"title": "Winter"})", R"({"summary": "", "corrections": []})"})
    CHECK(has(mistakes(empty), "error[bad-value]: this file lists no changes"));
  CHECK(has(mistakes(R"({"corrections": [{"page": "index.html", "text": " "}]})"),
            "error[bad-value]: \"text\" is empty"));
  CHECK(has(mistakes(R"({"corrections": [{"page": "", "text": "It said tea."}]})"),
            "error[bad-value]: \"page\" is empty"));
  CHECK_FALSE(has(mistakes(R"({"summry": "A key that nobody knows"})"), "lists no changes"));
  CHECK(has(mistakes("[]"), "this file of changes must be a map"));
  CHECK(has(mistakes("{\"summary\": \"" + std::string(4001, 'a') + "\"}"),
            "\"summary\" is 4001 bytes long, more than 4000"));
  CHECK(has(mistakes(R"({"figures": [{"figure": "a", "before": true}]})"), "error[wrong-type]"));
  CHECK(has(mistakes(R"({"pages": {"gone": ["../a.html"]}})"), "is not the address of a page"));
  CHECK(has(mistakes(R"({"tables": [{"resource": "a", "rows": [{}]}]})"), "needs the key \"key\""));
  CHECK(has(mistakes(R"({"tables": [{"resource": "a", "settings": [{}]}]})"), "needs the key \"setting\""));
  CHECK(has(mistakes(R"({"tables": [{"resource": "a", "settings": [{"setting": "loader"}]}]})"),
            "\"setting\" of a change of a setting cannot be \"loader\""));
  CHECK(has(mistakes("{\"a\": {\"b\": "), "error[json-syntax]"));
}

}  // namespace
