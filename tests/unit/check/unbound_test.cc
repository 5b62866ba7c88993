// Tests sentences, what supports their numbers and superlatives, and the list of unbound words, which may only shrink.
#include "check/unbound.h"

#include "../whole_site.h"
#include "check/prose.h"

namespace {

check::UnboundRules rules() { return {quantity::standard_units(), "en", {"rivers", "lake", "ferries"}}; }

struct Parsed {
  explicit Parsed(const std::string& markdown)
      : file("content/a.md", page("A", markdown)), content(site::parse_content(file, diagnostics)) {}

  std::string sentences() const {
    std::string text;
    for (const check::Sentence& each : check::sentences_of(content->document(), quantity::language_of("en")))
      text += each.loose + (each.cited ? "|cited" : "") +
              (each.figures.empty() && each.asserts.empty() ? "" : "|tied") + "\n";
    return text;
  }
  // Returns the unbound words and their positions.
  std::string unbound() {
    std::string text;
    for (const check::Unbound& each : check::find_unbound_in(*content, nullptr, rules())) {
      text += each.words + "\n";
      CHECK(each.page == "a.md");
      CHECK(each.span.text() == each.words);
    }
    return text;
  }

  io::SourceFile file;
  base::Diagnostics diagnostics;
  std::shared_ptr<const site::Content> content;
};

TEST_CASE("prose is split into sentences") {
  CHECK(Parsed("One. Two e.g. this! Is 1.5 three? *Four*.\nFive vs. 6.").sentences() ==
        "One.\nTwo e.g. this!\nIs 1.5 three?\nFour.\nFive vs. 6.\n");
  CHECK(Parsed("# A heading.\n\n```text\nCode.\n```\n\nIn `code. Of` it.").sentences() ==
        "A heading.\nIn ```````` it.\n");
  CHECK(Parsed("He said \"Go.\" Then he went. and so on").sentences() == "He said \"Go.\"\nThen he went. and so on\n");
}

TEST_CASE("a citation supports its sentence, its list item or its row") {
  CHECK(Parsed("One [@a]. Two. Three. [@b]\nFour.").sentences() == "One .|cited\nTwo.\nThree.|cited\nFour.|cited\n");
  CHECK(Parsed("- One. Two [@a].\n\n  Three.\n- Four.\n").sentences() ==
        "One.|cited\nTwo .|cited\nThree.|cited\nFour.\n");
  CHECK(Parsed("- One.\n  - Two [@a].\n").sentences() == "One.\nTwo .|cited\n");
  CHECK(Parsed("|a|b|\n|-|-|\n|c|d [@a]|\n|e|f|\n").sentences() == "a\nb\nc|cited\nd |cited\ne\nf\n");
  CHECK(Parsed("One[^n]. Two[^m].\n\n[^n]: See [@a].\n[^m]: See.\n").sentences() ==
        "One.|cited\nTwo.\nSee .|cited\nSee.\n");
}

TEST_CASE("a bound of a figure is no comparison") {
  CHECK(Parsed("It costs less than [€10](fig:a/b/c).").unbound() == "");
  CHECK(Parsed("It costs less than the old one, [€10](fig:a/b/c).").unbound() == "costs less than\n");
}

TEST_CASE("the scale of a unit at the end of a title is no number without a source") {
  const quantity::Units german({}, {}, nullptr, "de");
  const auto count = [&](const std::string& title) {
    const Parsed parsed("```chart c\ndata: a\ntitle: " + title + "\nmark: bar\n```\n");
    return check::find_unbound_in(*parsed.content, nullptr, {german, "de", {}, {}}).size();
  };
  CHECK(count("Gewicht in Tausend Kilogramm") == 0);
  CHECK(count("Der Hafen verlud tausend Kilogramm") == 1);
  CHECK(count("Was in tausend Kilogramm Stahl steckt") == 1);
  CHECK(count("Gewicht in zwei Tonnen") == 1);
}

TEST_CASE("the texts of images, titles and HTML blocks are read too") {
  CHECK(Parsed("See [it](b.md \"at 5 GB\") ![6 GB](c.png \"7 GB\").\n").sentences() ==
        "at 5 GB\n6 GB\n7 GB\nSee it .\n");
  CHECK(Parsed("![6 GB](c.png) from [@a].\n").sentences() == "6 GB|cited\nfrom .|cited\n");
  CHECK(Parsed("<details><summary>The 5 GB</summary>\nAt 6&nbsp;GB. <kbd>7 GB</kbd>\n</details>\n").sentences() ==
        "The 5 GB\nAt 6\u00A0GB.\n```` \n");
  CHECK(Parsed("<p title=\"5 GB\">At <abbr title='6&nbsp;GB'>it</abbr></p>\n").sentences() ==
        "5 GB\n6\u00A0GB\nAt it\n");
  CHECK(Parsed("See <abbr title=\"7 GB\">it</abbr> and <img src=\"a.png\" alt=\"8 GB\">.\n").sentences() ==
        "7 GB\n8 GB\nSee it and .\n");
  CHECK(Parsed("<details><summary>A 5 GB file</summary>\n\nOk.\n\n</details>\n").unbound() == "5 GB\n");
}

TEST_CASE("figures, asserts and assumptions support their words") {
  CHECK(Parsed("[5 GB](fig:a/b/c) here. [6 GB](given:) there. [Best](assert:x). [7 GB](x.md).").sentences() ==
        "```` here.|tied\n```` there.\n````.|tied\n7 GB.\n");
}

TEST_CASE("unbound words are reported with their positions") {
  CHECK(Parsed("It takes 128 GB, and *the smallest* takes **74 GB**. See [5 s](a.md).").unbound() ==
        "128 GB\nsmallest\n74 GB\n5 s\n");
  CHECK(Parsed("It takes [128 GB](fig:a/b/c), so it is larger than [5 GB](given:).").unbound() == "");
  CHECK(Parsed("It takes 128 GB [@a].").unbound() == "");
}

TEST_CASE("support is of the same kind as the claim") {
  CHECK(Parsed("At [5 GB](fig:a/b/c) the smallest, half of the size, larger than [6 GB](given:).").unbound() ==
        "smallest\nhalf of the\n");
  CHECK(Parsed("At [5 GB](fig:a/b/c) the [smallest, half of the size](assert:a).").unbound() == "");
  CHECK(Parsed("The smallest, half of the size [@a].").unbound() == "");
}

TEST_CASE("an assert supports the words that it links, not its whole sentence") {
  CHECK(Parsed("The [cheapest](assert:a) is the fastest, and half of the size.").unbound() == "fastest\nhalf of the\n");
}

TEST_CASE("characters that readers don't see or can't tell apart do not hide a claim") {
  CHECK(Parsed("It is che\u00ADapest here.").unbound() == "che\u00ADapest\n");
  CHECK(Parsed("Of ١٢٣ rivers १२३ fail, at ٣٨٪ and ３km.").unbound() == "١٢٣\n१२३\n٣٨٪\n３km\n");
  CHECK(Parsed("It is ch\u0435apest, f\u200Bastest, for \uFF15\uFF10\uFF10 of them.").unbound() ==
        "ch\u0435apest\nf\u200Bastest\n\uFF15\uFF10\uFF10\n");
}

TEST_CASE("counts are unbound, in words below 13 only before a noun of the data") {
  CHECK(Parsed("There are 7 rivers, 513 models and twelve bridges.").unbound() == "7\n513\n");
  CHECK(Parsed("Two rivers, one lake, three lakes, two rules, five riversides.").unbound() == "Two\nthree\n");
  CHECK(Parsed("Twenty bridges, two thousand rules.").unbound() == "Twenty\ntwo thousand\n");
  CHECK(Parsed("Most rivers flow, every lake is frozen, most rules hold.").unbound() == "Most\n");
  CHECK(Parsed("There are [7 rivers](count:rivers) and [513](given:) models.").unbound() == "");
}

TEST_CASE("what is said of all or none of the data is unbound, if a verb follows the noun") {
  CHECK(Parsed("Every river fails. No lake has ice. None of the rivers reaches it. All lakes are deep.").unbound() ==
        "Every\nNo\nNone of the\nAll\n");
  CHECK(Parsed("Every ferry is long. All [3](count:ferries) ferries are long, all [3](count:ferries) ferries float.")
            .unbound() == "Every\nAll\n");
  CHECK(Parsed("A couple of rivers flow, a couple of bridges stand.").unbound() == "A couple of\n");
  CHECK(Parsed("Look at every river by name. All rivers and lakes. No lake, every rule is fast. All rivers are in km.")
            .unbound() == "");
  CHECK(Parsed("[Every river](assert:a) fails. No lake has ice [@a].").unbound() == "");
}

TEST_CASE("two figures, a ratio or an assert support a comparison, but no multiple") {
  CHECK(Parsed("At [5 GB](fig:a/b/c) it is smaller than that.").unbound() == "smaller than\n");
  CHECK(Parsed("At [5 GB](fig:a/b/c) and [6 GB](fig:a/b/d) it is smaller than that, and half as large as this.")
            .unbound() == "half as large\n");
  Parsed page(
      "It is [5 %](fig:share) smaller than that. It is smaller than that by [5 GB](fig:size). There are [5](count:a), "
      "smaller than that.");
  site::Evaluation evaluation;
  site::Figure share, size;
  share.cell.field.resource = size.cell.field.resource = "a";
  share.cell.field.unit = "%";
  size.cell.field.unit = "GB";
  evaluation.content = page.content.get();
  evaluation.figures["share"] = std::make_shared<const site::Figure>(share);
  evaluation.figures["size"] = std::make_shared<const site::Figure>(size);
  evaluation.figures["count:a"] = std::make_shared<const site::Figure>();
  CHECK(check::find_unbound_in(*page.content, &evaluation, rules()).size() == 2);
}

TEST_CASE("an assert vouches for the numbers that its query states") {
  Parsed page(
      "[Under 10 ms](assert:a), [in 7 rivers](assert:a), and [of 99 kg](assert:a).\n\n```sql assert a\nSELECT 1 WHERE "
      "10 > 7\n```\n");
  site::Evaluation evaluation;
  evaluation.content = page.content.get();
  const auto found = check::find_unbound_in(*page.content, &evaluation, rules());
  REQUIRE(found.size() == 1);
  CHECK(found[0].words == "99 kg");
  CHECK(found[0].span.text() == "99 kg");
}

// A figure that is an extreme supports a superlative in its sentence.
TEST_CASE("an extreme supports a superlative") {
  Parsed page(
      "At [5 GB](fig:a/b/c) the smallest. The cheapest has [5 GB](fig:a/b/c). At [6 GB](fig:d/e/f) the largest. "
      "At [5 GB](fig:a/b/c) the second-smallest.");
  site::Evaluation evaluation;
  site::Figure extreme;
  extreme.extreme = site::Figure::Extreme::lowest;
  evaluation.figures["a/b/c"] = std::make_shared<const site::Figure>(extreme);
  evaluation.figures["d/e/f"] = std::make_shared<const site::Figure>();
  const auto found = check::find_unbound_in(*page.content, &evaluation, rules());
  REQUIRE(found.size() == 3);
  CHECK(found[0].words == "cheapest");  // a size is no price
  CHECK(found[1].words == "largest");
  CHECK(found[2].words == "second-smallest");
}

// Returns the findings for a whole file, each with line and column.
std::string unbound_in(const std::string& file_text) {
  io::SourceFile file("content/a.md", file_text);
  base::Diagnostics diagnostics;
  const std::shared_ptr<const site::Content> content = site::parse_content(file, diagnostics);
  REQUIRE_MESSAGE(diagnostics.empty(), said(diagnostics));
  std::string text;
  for (const check::Unbound& each : check::find_unbound_in(*content, nullptr, rules())) {
    CHECK(each.span.text() == each.words);
    const base::Position at = each.span.source->position(each.span.begin);
    text += each.words + " " + std::to_string(at.line) + ":" + std::to_string(at.column) + "\n";
  }
  return text;
}

TEST_CASE("titles, descriptions, labels and headings are checked like sentences") {
  CHECK(
      unbound_in("---\ntitle: Reads at 5 GB/s, the fastest\ndescription: \"Now 6 GB/s: faster than any\"\n---\nW.\n") ==
      "5 GB/s 2:17\nfastest 2:29\n6 GB/s 3:19\nfaster than any 3:27\n");
  CHECK(unbound_in("---\ntitle: T\n---\n## Takes 7 GB {#a}\n\nW.\n\n### The smallest\n") ==
        "7 GB 4:10\nsmallest 8:9\n");
  CHECK(unbound_in("---\nquestion: More than 8 GB?\nanswers:\n  a: {label: Over 9 GB, to: x, because: [y]}\n"
                   "  b: {label: \"[9 GB](given:)\", to: x, because: [\"It has 3 GB.\"]}\n---\n") ==
        "8 GB 2:21\n9 GB 4:19\n3 GB 5:57\n");
  CHECK(unbound_in(
            "---\ntitle: T\nflow: {start: x}\ncases:\n  - {who: Ada with 4 GB, answers: {a: b}, reaches: c}\n---\n") ==
        "4 GB 5:20\n");
  CHECK(unbound_in("---\ntitle: T\ndescription: >-\n  One line and\n  then 5 GB of it.\n---\n") == "5 GB 5:8\n");
  CHECK(unbound_in("---\ntitle: T\npages: {query: q, address: \"{a}\", title: \"{b} at 5 GB\"}\n---\nW.\n") ==
        "5 GB 3:50\n");
  CHECK(unbound_in("---\ntitle: \"[5 GB](fig:a/b/c), so the largest\"\n---\nW.\n") == "largest 2:35\n");
  CHECK(unbound_in("---\ntitle: \"[5 GB](given:), the [largest](assert:x)\"\n---\n## Or 6 GB [@lab] {#b}\n") == "");
}

TEST_CASE("all text of tables, charts and estimates is checked too") {
  auto block = [](std::string_view yaml) {
    return unbound_in("---\ntitle: T\n---\n```table t\n" + std::string(yaml) + "```\n");
  };
  CHECK(block("data: d\ncaption: Over 5 GB\n") == "5 GB 6:15\n");
  CHECK(block("data: d\nnote: The fastest of all\n") == "fastest 6:11\n");
  CHECK(block("columns: [a, {name: b, title: At 5 GB, footnote: The largest, missing: 6 GB}]\n") ==
        "5 GB 5:34\nlargest 5:54\n6 GB 5:72\n");
  CHECK(block("columns: [{group: Over 5 GB, columns: [a]}]\nempty: No 6 GB\ndiffers: [By 7 GB.]\n") ==
        "5 GB 5:24\n6 GB 6:11\n7 GB 7:14\n");
  CHECK(block("title: {text: LZ reads fastest, subtitle: 5 GB/s}\nencoding: {x: {title: Up to 6 GB}}\n") ==
        "fastest 5:24\n5 GB/s 5:43\n6 GB 6:29\n");
  CHECK(block("layer: [{mark: {type: text, text: 5 GB}, encoding: {text: {value: 6 GB}, color: {datum: 7 GB}}}]\n") ==
        "5 GB 5:35\n6 GB 5:67\n7 GB 5:89\n");
  CHECK(block("data: 5 GB\nencoding: {x: {field: 6 GB, format: 7 GB}}\n") == "");
  CHECK(block("caption: \"[5 GB](fig:a/b/c) is the largest\"\nnote: The smallest\n") ==
        "largest 5:36\nsmallest 6:11\n");
  CHECK(block("caption: The largest\nnote: The smallest of 5 GB\nholds: [a]\n") == "5 GB 6:23\n");
  CHECK(block("caption: The largest\nholds: []\n") == "largest 5:14\n");
}

// Returns the unbound words in the files below data/, with their file.
std::string unbound_in_data(const Files& files) {
  WholeSite site(with_data(files));
  Passes passes = site.passes();
  std::string text;
  for (const check::Unbound& each : check::find_unbound_in(passes.inputs->tree, rules())) {
    text += each.words + " " + each.page + "\n";
    CHECK(each.span.source->path() == each.page);
    CHECK(each.span.text() == each.words);
  }
  return text;
}

std::string descriptor(const std::string& keys, const std::string& of_column = "") {
  return R"({"name": "d", "title": "D of 1 GB", "resources": [{"name": "mills", "path": "mills.csv", )" + keys +
         R"("schema": {"primaryKey": "id", "fields": [{"name": "id", "type": "string"},
 {"name": "power", "type": "number", "unit": "W", "title": "Power at 2 GB", "description": "The highest", )" +
         of_column + R"("covers": "3 GB", "categories": [{"value": "1", "label": "At 4 GB"}]}]}}]})";
}

TEST_CASE("descriptions of data are checked, and the source of the data supports them") {
  auto of = [](const std::string& text) {
    return unbound_in_data({{"data/datapackage.json", text}, {"data/mills.csv", "id,power\n"}});
  };
  const std::string in_package = " data/datapackage.json\n", first = "1 GB" + in_package;
  CHECK(of(descriptor(R"("title": "Over 5 GB", "description": "The fastest of 6 GB",
 "caveats": [{"when": "1", "text": "With 7 GB."}], )")) ==
        first + "5 GB" + in_package + "fastest" + in_package + "6 GB" + in_package + "7 GB" + in_package + "2 GB" +
            in_package + "highest" + in_package + "3 GB" + in_package);
  CHECK(of(descriptor(R"("title": "Over 5 GB", )", R"("source": "card", "locator": "p. 1", )")) ==
        first + "5 GB" + in_package);
  CHECK(of(descriptor(R"("title": "Over 5 GB", "source": "card", "locator": "p. 1", )")) == first);
  CHECK(of(descriptor(R"("title": "Over 5 GB", "sources": "none", "reason": "Ours, with 8 GB.", )")) == first);
  // Titles that others wrote are not checked.
  CHECK(of(descriptor(R"("source": "card", "locator": "1", "sources": [{"title": "The fastest 5 GB"}],
 "licenses": [{"name": "x", "title": "6 GB"}], )")) == first);
}

TEST_CASE("texts of site.json, titles of units and reasons of redirects are checked") {
  CHECK(unbound_in_data({{"data/site.json", R"({"title": "5 GB", "description": "The fastest in 6 GB", "lang": "en",
 "footer": {"text": "7 GB", "links": [{"title": "8 GB", "to": "index"}]}, "colours": {"9 GB": 1}})"}}) ==
        "5 GB data/site.json\nfastest data/site.json\n6 GB data/site.json\n7 GB data/site.json\n8 GB data/site.json\n");
  CHECK(unbound_in_data({{"data/units.json", R"({"units": [{"name": "jar", "title": "Holds 5 GB"}]})"}}) ==
        "5 GB data/units.json\n");
}

TEST_CASE("the title of a computed column is supported by what its query states and compares") {
  auto view = [](const std::string& sql) { return unbound_in_data({{"data/views/v.sql", sql}}); };
  CHECK(view("-- @week {title: Cost of 168 h, unit: EUR}\nSELECT price * 168 AS week FROM prices\n") == "");
  CHECK(view("-- @week {title: Cost of 168 h, unit: EUR}\nSELECT price * 160 AS week FROM prices\n") ==
        "168 h data/views/v.sql\n");
  CHECK(view("-- @week {title: Week, description: Over 2 GB, unit: EUR}\nSELECT price * 3.1 AS week FROM prices\n") ==
        "2 GB data/views/v.sql\n");
  CHECK(view("-- @most like prices.price {title: Highest price}\nSELECT max(price) AS most FROM prices\n") == "");
  CHECK(view("-- @most like prices.price {title: Highest price}\nSELECT price AS most FROM prices\n") ==
        "Highest data/views/v.sql\n");
  CHECK(unbound_in(
            "---\ntitle: T\n---\n"
            "```sql q\n-- @week {title: Cost of 168 h, unit: EUR}\nSELECT price * 160 AS week FROM prices\n```\n") ==
        "168 h 5:26\n");
  CHECK(view("-- @most like prices.price {title: Highest price}\nSELECT highest AS most FROM spread\n") == "");
  // Texts that a query returns are read too, but not those that it compares.
  CHECK(view("SELECT id, '5 GB', coalesce(id, '6 GB'), replace(id, '7 GB', '8 GB') FROM prices WHERE id IN ('a', '9 "
             "GB')\n") == "5 GB data/views/v.sql\n6 GB data/views/v.sql\n");
  CHECK(
      view("SELECT '5 GB' AS a, CASE WHEN id = '6 GB' THEN 'from 7 GB' ELSE id || ' of 8 GB' END AS b FROM prices\n") ==
      "5 GB data/views/v.sql\n7 GB data/views/v.sql\n8 GB data/views/v.sql\n");
  CHECK(view("SELECT CASE WHEN price > quantity(5, 'EUR') THEN 'over 5 EUR' ELSE 'less' END AS a FROM prices\n") == "");
  CHECK(view("SELECT 'Llama 3.1 70B' AS a, 'A100 80GB' AS b, 'on 16-bit weights' AS c, 'it takes 5GB' AS d FROM "
             "prices\n") == "5GB data/views/v.sql\n");
  CHECK(check::states_number("SELECT 7e9, 0.5", "7 billion"));
  CHECK(check::states_number("SELECT 4096", "4,096 chips"));
  CHECK(!check::states_number("SELECT 40961 -- 4096", "4,096 chips"));
}

// Returns the findings of check for a page with a baseline.
std::string judged(const std::string& markdown, const std::string& baseline) {
  WholeSite site(with_data({{"content/index.md", page("A", markdown)}}));
  Passes passes = site.passes();
  auto found = check::find_unbound(passes.inputs->contents, site::Site(), rules(), 2);
  base::SourceText file(std::string(check::kBaseline), baseline);
  base::Diagnostics diagnostics;
  size_t listed = check::check_unbound(found, &file, diagnostics);
  std::string text = std::to_string(listed);
  for (const base::Diagnostic& each : diagnostics.list())
    text += " " + std::string(each.severity == base::Severity::error ? "error " : "warning ") + std::string(each.code);
  return text;
}

std::string list_of(const std::string& markdown, const base::SourceText* before, check::BaselineUpdate update) {
  WholeSite site(with_data({{"content/index.md", page("A", markdown)}}));
  Passes passes = site.passes();
  return check::baseline_text(check::find_unbound(passes.inputs->contents, site::Site(), rules(), 2), before, update);
}

TEST_CASE("the baseline applies while its sentences are unchanged, and can only shrink") {
  const std::string two = "It takes 5 GB.\n\nThe smallest.\n";
  std::string first = list_of(two, nullptr, check::BaselineUpdate::shrink);
  CHECK(count(first, "\n") == 3);
  CHECK(has(first, "\t5 GB\n"));
  CHECK(judged(two, first) == "2");
  CHECK(judged("New words.\n\nThe smallest.\n\n- It takes 5 GB.\n", first) == "2");
  CHECK(judged("It takes 5 GB.\n", first) == "1 error stale-baseline");
  CHECK(judged("It takes 5 GB.\n\nThe smallest.\n\nAnd 6 GB.\n", first) == "2 error unbound-number");
  CHECK(judged("It needs 5 GB.\n\nThe smallest.\n", first) == "1 error unbound-number error stale-baseline");
  CHECK(judged("It takes 5 GB.\n", "# none\n") == "0 error unbound-number");
  CHECK(judged("Words.\n", "what is this\n") == "0 error bad-baseline");

  base::SourceText before("data/unbound.txt", first);
  const std::string other = "It takes 5 GB.\n\nThe largest.\n";
  std::string shrunk = list_of(other, &before, check::BaselineUpdate::shrink);
  CHECK(count(shrunk, "\n") == 2);
  CHECK(has(shrunk, "5 GB"));
  std::string grown = list_of(other, &before, check::BaselineUpdate::grow);
  CHECK(count(grown, "\n") == 3);
  CHECK(has(grown, "largest"));
}

}  // namespace
