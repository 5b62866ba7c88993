// Compares references in the Chicago style with Pandoc's, which bibliography/expected.py writes to expected.txt.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

#include "base/text.h"
#include "blocks/references.h"
#include "data/bibliography.h"
#include "data/csl_text.h"
#include "unit/text.h"

namespace {

const std::string kFolder = SOURCEBOOK_ROOT "/tests/unit/blocks/bibliography/";

std::string bytes_of(const std::string& path) {
  std::ifstream file(path);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

site::Words english() {
  base::Diagnostics diagnostics;
  const base::SourceText yaml("en.yaml", bytes_of(SOURCEBOOK_ROOT "/templates/strings/en.yaml"));
  return site::Words::read(yaml, diagnostics);
}

// Converts HTML to the form of expected.txt, which has other markup for small caps and does not escape apostrophes.
std::string comparable(std::string html) {
  html = std::regex_replace(html, std::regex("<span class=\"small-caps\">(.*?)</span>"), "<sc>$1</sc>");
  return base::replace_all(std::move(html), "&#39;", "'");
}

}  // namespace

TEST_CASE("entries of all types are rendered as Pandoc renders them") {
  const base::SourceText json("data/sources/entries.json", bytes_of(kFolder + "entries.json"));
  const base::SourceText bib("data/sources/entries.bib", bytes_of(kFolder + "entries.bib"));
  base::Diagnostics diagnostics;
  const data::Bibliography bibliography = data::Bibliography::read({&json, &bib}, diagnostics);
  CHECK(diagnostics.list().empty());
  const site::Words words = english();
  const std::string expected = bytes_of(kFolder + "expected.txt");
  size_t count = 0;
  for (std::string_view line : base::split(expected, '\n')) {
    if (line.empty()) continue;
    const std::string id(line.substr(0, line.find('|')));
    const data::Source* source = bibliography.find(id);
    REQUIRE_MESSAGE(source, id);
    CHECK_MESSAGE(
        comparable(data::csl_html(blocks::reference_of(*source, words, true), "").str()) == line.substr(id.size() + 1),
        id);
    ++count;
  }
  CHECK(count == bibliography.sources().size());
  CHECK(count > 60);
}

TEST_CASE("the title of a reference links to its address, which is not repeated") {
  const base::SourceText json("data/sources/a.json", R"([
    {"id": "a", "type": "webpage", "title": "Who counts?", "URL": "https://example.org/a"},
    {"id": "b", "type": "book", "title": "Of <i>E. coli</i>", "DOI": "https://doi.org/10.1000/182"}])");
  base::Diagnostics diagnostics;
  const data::Bibliography bibliography = data::Bibliography::read({&json}, diagnostics);
  const site::Words words = english();
  CHECK(blocks::reference_html(*bibliography.find("a"), words).str() ==
        "<a href=\"https://example.org/a\" rel=\"noopener\">“Who Counts?”</a> n.d.");
  CHECK(blocks::reference_html(*bibliography.find("b"), words).str() ==
        "<a href=\"https://doi.org/10.1000/182\" rel=\"noopener\"><em>Of <em>E. Coli</em></em></a>. n.d.");
  CHECK(blocks::reference_text(*bibliography.find("b"), words) == "Of E. Coli. n.d. https://doi.org/10.1000/182.");
}

TEST_CASE("titles in other languages keep their capitals, and terms are in the language of the interface") {
  const base::SourceText json("data/sources/a.json", R"([
    {"id": "a", "type": "chapter", "title": "a chapter", "container-title": "the book", "author": [{"family": "A"}],
     "editor": [{"family": "B", "given": "C."}], "issued": {"date-parts": [[2001, 5]]}}])");
  base::Diagnostics diagnostics;
  const data::Bibliography bibliography = data::Bibliography::read({&json}, diagnostics);
  const base::SourceText yaml("de.yaml", "ref_title_case: 'no'\nref_in: In\nref_edited_by: hg. von\n");
  site::Words words = site::Words::read(yaml, diagnostics);
  words.fill_gaps(english());
  CHECK(blocks::reference_text(*bibliography.find("a"), words) == "A. 2001. “a chapter.” In the book, hg. von C. B.");
}

TEST_CASE("a title that contains a character used as a mark does not break a reference") {
  const std::string stray = "a\tb" + data::marked(data::Mark::italic, "c") +
                            "\x01"
                            "d";
  CHECK(data::csl_plain(stray) == "abcd");
  CHECK(data::csl_html(stray, "").str() == "ab<em>c</em><em>d</em>");
}

TEST_CASE("a publisher who is also the author or the container is named once, unlike Pandoc") {
  const base::SourceText json("data/sources/twice.json", R"([
    {"id": "self", "type": "book", "title": "Boats", "author": [{"family": "Roe", "given": "Ann"}], "publisher": "Ann Roe"},
    {"id": "other", "type": "book", "title": "Boats", "author": [{"family": "Roe", "given": "Ann"}], "publisher": "Roe"},
    {"id": "talk", "type": "paper-conference", "title": "Oars", "publisher": "Boats 2020", "container-title": "Boats 2020"}])");
  base::Diagnostics diagnostics;
  const data::Bibliography bibliography = data::Bibliography::read({&json}, diagnostics);
  const site::Words words = english();
  const auto text = [&](const char* id) { return blocks::reference_text(*bibliography.find(id), words); };
  CHECK(text("self") == "Roe, Ann. n.d. Boats.");
  CHECK(text("other") == "Roe, Ann. n.d. Boats. Roe.");
  CHECK(text("talk") == "Boats 2020. n.d. “Oars.”");
}

TEST_CASE("approximate and uncertain dates are shown as such, unlike in Pandoc") {
  const base::SourceText json("data/sources/a.json", R"([
    {"id": "c", "type": "book", "title": "Boats", "issued": {"date-parts": [[1850]], "circa": true}},
    {"id": "o", "type": "book", "title": "Boats", "issued": "1976/.."},
    {"id": "u", "type": "book", "title": "Boats", "issued": "1850?/1860"},
    {"id": "b", "type": "webpage", "title": "Boats", "issued": "2020-05%"}])");
  base::Diagnostics diagnostics;
  const data::Bibliography bibliography = data::Bibliography::read({&json}, diagnostics);
  const site::Words words = english();
  const auto text = [&](const char* id) { return blocks::reference_text(*bibliography.find(id), words); };
  CHECK(text("c") == "Boats. ca. 1850.");
  CHECK(text("o") == "Boats. 1976–.");
  CHECK(text("u") == "Boats. 1850?–1860.");
  CHECK(has(text("b"), "ca. 2020?"));
  CHECK(has(text("b"), "ca. May 2020?"));
  CHECK(blocks::date_text(bibliography.find("b")->issued, words) == "ca. 2020-05?");
}

TEST_CASE("dates of sources are written as in the language of the site, and seasons by name") {
  const data::Date day{.begin = {2020, 3, 1}}, summer{.begin = {2019, 22}}, range{.begin = {1998}, .end = {2004}};
  site::Words words = english();
  CHECK(blocks::date_text(day, words) == "2020-03-01");
  CHECK(blocks::date_text(summer, words) == "Summer 2019");
  CHECK(blocks::date_text(range, words) == "1998/2004");
  words.set_locale(*quantity::find_locale("de"));
  CHECK(blocks::date_text(day, words) == "1. März 2020");
  CHECK(blocks::date_text(range, words) == "1998–2004");
  words.set_locale(*quantity::find_locale("ja"));
  CHECK(blocks::date_text(summer, words) == "2019年Summer");
}
