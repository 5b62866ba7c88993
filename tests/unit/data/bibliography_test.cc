// Reads bibliographies from other programs: ids, keys, dates, names, BibTeX, and messages with their positions.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "base/diagnostic_format.h"
#include "base/text.h"
#include "data/bibliography.h"
#include "data/bibtex.h"
#include "unit/text.h"

namespace {

struct Read {
  base::SourceText text;
  base::Diagnostics diagnostics;
  data::Bibliography bibliography;

  Read(const std::string& name, std::string bytes)
      : text("data/sources/" + name, std::move(bytes)), bibliography(data::Bibliography::read({&text}, diagnostics)) {}

  const data::Source& only() {
    REQUIRE(bibliography.sources().size() == 1);
    return bibliography.sources()[0];
  }
  // Returns "LINE:COLUMN CODE MESSAGE" for each diagnostic.
  std::string said() const {
    std::string out;
    for (const base::Diagnostic& each : diagnostics.list()) {
      const base::Position at = text.position(each.span.begin);
      out += std::to_string(at.line) + ":" + std::to_string(at.column) + " " + std::string(each.code) + " " +
             each.message + "\n";
    }
    return out;
  }
};

std::string entry(const std::string& more) {
  return R"([{"id": "a", "type": "book", "title": "T")" + (more.empty() ? "" : ", " + more) + "}]";
}

std::string issued(const std::string& date) {
  return Read("a.json", entry("\"issued\": " + date)).only().issued.text();
}

std::string tex(std::string_view text) {
  std::vector<std::string> unknown;
  std::string out = data::text_of_tex(text, unknown);
  for (const std::string& name : unknown) out += " ?" + name;
  return out;
}

std::string bib_author(const std::string& names) {
  std::string out;
  Read read("a.bib", "@book{a, title={T}, author={" + names + "}}");
  for (const data::Name& name : read.only().authors) out += (out.empty() ? "" : "; ") + name.sorted_text();
  return out;
}

}  // namespace

TEST_CASE("the link of a source is percent-encoded") {
  CHECK(Read("a.json", entry(R"("URL": "https://a.example/b c?d={e}#f")")).only().link() ==
        "https://a.example/b%20c?d=%7Be%7D#f");
  CHECK(Read("a.json", entry(R"x("DOI": "10.1002/(SICI)1:2<3::AID#4>5?é\"")x")).only().link() ==
        "https://doi.org/10.1002/(SICI)1:2%3C3::AID%234%3E5%3F%C3%A9%22");
}

TEST_CASE("numbers of YAML are written as numbers that JSON allows") {
  const Read read("a.yaml", "references:\n- {id: a, type: book, title: T, volume: 007, issue: +5.}\n");
  const std::string_view csl = read.bibliography.find("a")->csl();
  CHECK(csl.find("\"volume\": 7") != std::string_view::npos);
  CHECK(csl.find("\"issue\": 5}") != std::string_view::npos);
}

TEST_CASE("ids of other programs have pages with readable and different addresses") {
  Read read("a.json", R"([
    {"id": "http://zotero.org/users/1234567/items/7QZ6XK2P", "type": "report", "title": "Zotero"},
    {"id": "doi:10.1000/182", "type": "report", "title": "Manubot"}, {"id": "Müller:2020", "type": "book", "title": "M"},
    {"id": "a_b.c", "type": "book", "title": "A"}, {"id": "日本", "type": "book", "title": "J"},
    {"id": 7, "type": "book", "title": "Seven"}, {"id": "s", "type": "book", "title": "S"},
    {"id": "S", "type": "book", "title": "S2"}, {"id": "%%%", "type": "book", "title": "None"}])");
  CHECK(read.said() == "");
  std::string addresses;
  for (const data::Source& source : read.bibliography.sources()) addresses += source.address + "\n";
  CHECK(
      addresses.starts_with("sources/http-zotero-org-users-1234567-items-7qz6xk2p.html\nsources/doi-10-1000-182.html\n"
                            "sources/müller2020.html\nsources/a-bc.html\nsources/日本.html\nsources/7.html\n"
                            "sources/s.html\nsources/s-"));
  CHECK(read.bibliography.find("S")->address != read.bibliography.find("s")->address);
  Read zotero("a.json",
              R"([{"id": "http://zotero.org/1", "citation-key": "collet2021", "type": "book", "title": "T"}])");
  CHECK(zotero.bibliography.find("collet2021") == &zotero.only());
  CHECK(Read("a.json", R"([{"id": "a{b", "type": "book", "title": "T"}])").said() ==
        "1:9 bad-name a source cannot have the id \"a{b\"\n");
}

TEST_CASE("keys of other programs are kept, and a misspelt key is reported") {
  Read read("a.json", entry(R"("custom": {"pandoc": 1}, "standard_id": "x", "ISSN": ["1", "2"], "link": [{"a": 1}],
    "author": [{"given": "A", "family": "B", "affiliation": [], "ORCID": "x"}], "license": null, "published-print": 1)"));
  CHECK(read.said() == "");
  CHECK(read.only().variables.at("ISSN") == "1, 2");
  CHECK(read.only().csl().find("standard_id") != std::string_view::npos);
  CHECK(Read("a.json", entry(R"("pubisher": "P")")).said() ==
        "1:44 unknown-key CSL does not have the key \"pubisher\"\n");
  CHECK(Read("a.json", R"([{"id": "a", "type": "", "container-title": "J"}])").only().title == "J");
  CHECK(Read("a.json", R"([{"id": "a", "type": "book"}])").said() ==
        "1:2 missing-key this source needs the key \"title\"\n");
}

TEST_CASE("dates are read in every form of CSL") {
  CHECK(issued(R"({"date-parts": [[2026, 1, 31]]})") == "2026-01-31");
  CHECK(issued(R"({"date-parts": [["2026", "1", ""]]})") == "2026-01");
  CHECK(issued(R"({"date-parts": [[1998], [2004]]})") == "1998/2004");
  CHECK(issued(R"({"date-parts": [[2010]], "season": "2"})") == "2010-22");
  CHECK(issued(R"({"date-parts": [[2017, 15], [2017, 16]]})") == "2017-23/2017-24");
  CHECK(issued(R"({"date-parts": [[-380]], "circa": true})") == "-0380~");
  CHECK(issued(R"({"date-parts": [[1850]], "circa": 0})") == "1850");
  CHECK(issued(R"({"date-parts": [2020, 1]})") == "2020-01");
  CHECK(issued(R"({"date-parts": ["2020"]})") == "2020");
  CHECK(issued(R"({"date-parts": [[2020]], "season": "Spring"})") == "2020-21");
  CHECK(issued(R"({"date-parts": [[2020]], "season": "Michaelmas"})") == "Michaelmas 2020");
  CHECK(issued(R"({"date-parts": [[null]]})") == "");
  CHECK(issued(R"({"raw": "2021-05-04"})") == "2021-05-04");
  CHECK(issued(R"({"raw": "2003-08~/2003-10"})") == "2003-08~/2003-10");
  CHECK(issued(R"("~1850")") == "1850~");
  CHECK(issued(R"("1976/..")") == "1976/..");
  CHECK(issued(R"("1976/")") == "1976/..");
  CHECK(issued(R"("2004-06?-11")") == "2004-06-11?");
  CHECK(issued(R"("1850%")") == "1850%");
  CHECK(issued(R"("c. 1850?")") == "c. 1850?");
  CHECK(issued(R"("2020-13")") == "2020-13");  // only Zotero's parts of dates have seasons from 13 on
  for (const char* day : {"2020-02-30", "2021-02-29", "2020-04-31/2020-05-02", "2020-13-01"})
    CHECK(has(Read("a.json", entry(fmt::format(R"("issued": "{}")", day))).said(), " does not exist"));
  CHECK(has(Read("a.json", entry(R"("issued": {"date-parts": [[2020, 2, 30]]})")).said(),
            "bad-date these are not valid date parts"));
  CHECK(has(Read("a.json", entry(R"("issued": {"year": 2020})")).said(), "bad-date this date has no "));
  CHECK(has(Read("a.json", entry(R"("year": 2020)")).said(), "unknown-key CSL does not have the key \"year\""));
  CHECK(Read("a.json", entry(R"("year": 2020, "issued": "2020")")).said() == "");
  CHECK(issued(R"({"literal": "forthcoming"})") == "forthcoming");
  CHECK(issued(R"("2020-05-04T10:00:00Z")") == "2020-05-04");
  CHECK(Read("a.json", entry(R"("issued": {"date-parts": [[2026, 17]]})")).said() ==
        "1:69 bad-date these are not valid date parts\n");
}

TEST_CASE("an author in another form is read, or reported") {
  const auto author = [](const std::string& names) {
    return Read("a.json", entry("\"author\": " + names)).only().authors.at(0).text();
  };
  CHECK(author(R"({"family": "Doe", "given": "Jo"})") == "Jo Doe");
  CHECK(author(R"(["Doe, Jo"])") == "Doe, Jo");
  CHECK(author(R"("The Group")") == "The Group");
  CHECK(has(Read("a.json", entry(R"("author": [{"firstName": "Jo", "lastName": "Doe"}])")).said(),
            "missing-key this name has no"));
  CHECK(Read("a.json", entry(R"("author": [{"family": "", "given": ""}])")).said() == "");
}

TEST_CASE("an entry that occurs twice counts once if both are the same") {
  const std::string one = R"({"id": "a", "type": "book", "title": "T"})",
                    other = R"({"id": "a", "type": "book", "title": "U"})";
  CHECK(Read("a.json", "[" + one + "," + one + "]").said() == "");
  CHECK(Read("a.json", "[" + one + "," + other + "]").said() == "1:51 duplicate-key two sources have the id \"a\"\n");
}

TEST_CASE("CSL-YAML and lists below a key are read") {
  Read yaml("a.yaml", "references:\n- id: a\n  type: book\n  title: T\n  issued: 2020-05\n");
  CHECK(yaml.only().issued.text() == "2020-05");
  CHECK(yaml.only().csl() == "{\"id\": \"a\",\n \"type\": \"book\",\n \"title\": \"T\",\n \"issued\": \"2020-05\"}");
  CHECK(Read("a.json", R"({"items": [{"id": "a", "type": "book", "title": "T"}]})").only().id == "a");
  CHECK(Read("a.json", R"({"a": 1})").said() == "1:1 wrong-type a bibliography must be a list of sources\n");
}

TEST_CASE("an entry of BibTeX becomes one of CSL, with strings, months, parents and subtitles") {
  Read read("a.bib", R"(@string{j = "Journal"}
@article{Smith:2020, author = "Smith, Ann and {The Group}", title = {On {\TeX}}, journal = j # " of X", number = 3,
  volume = {2}, pages = {1--9}, year = 2020, month = feb # "~5", url = {https://example.org/a\_b}, custom_key = {kept}}
@InProceedings{c, title = {Part}, subtitle = {more}, crossref = {P}}
@Proceedings{p, title = {Whole}, year = {2001}, editor = {Ed, I.}}
)");
  CHECK(read.said() == "");
  const data::Source* article = read.bibliography.find("Smith:2020");
  REQUIRE(article);
  CHECK(article->title == "On TeX");
  CHECK(article->container_title == "Journal of X");
  CHECK(article->variables.at("issue") == "3");
  CHECK(article->variables.at("page") == "1-9");
  CHECK(article->issued.text() == "2020-02-05");
  CHECK(article->url == "https://example.org/a_b");
  CHECK(Read("a.bib", "@book{a, title={T}, date={1850~/1860?}}").only().issued.text() == "1850~/1860?");
  CHECK(Read("a.bib", "@book{a, title={T}, date={2020}, month=feb}").only().issued.text() == "2020-02");
  const auto genre = [](const std::string& text) { return Read("a.bib", text).only().variables.at("genre"); };
  CHECK(genre("@phdthesis{a, title={T}, type={Habilitation}}") == "Habilitation");
  CHECK(genre("@phdthesis{a, title={T}}") == "PhD thesis");
  for (const char* dates : {"date={2020-05}, year=2019", "year={2019}, date={2020/2021}"})
    CHECK(has(Read("a.bib", fmt::format("@book{{a, title={{T}}, {}}}", dates)).said(),
              "bad-date the year 2019 contradicts the date"));
  CHECK(Read("a.bib", "@book{a, title={T}, date={2019-12/2020-01}, year=2020}").said() == "");
  const auto issued = [](const std::string& fields) {
    return Read("a.bib", "@book{a, title={T}, " + fields + "}").only().issued.text();
  };
  CHECK(issued("year={n.d.}, month=may") == "n.d., may");
  CHECK(issued("year={2020}, month={spring}") == "spring 2020");
  CHECK(has(Read("a.bib", "@book{a, title={T}, year=2020, Year={2021}}").said(),
            "bibtex-syntax a second year is left out; the first is \"2020\""));
  CHECK(Read("a.bib", "@book{a, title={T}, year=2020, year={2020}}").said() == "");
  CHECK(has(Read("a.bib", "@article{a, title={T}, journal={A}, journaltitle={B}}").said(),
            "bibtex-syntax a second journaltitle is left out; the first is \"A\""));
  CHECK(Read("REFS.BIB", "@book{a, title={T}}").only().title == "T");
  CHECK(article->authors.at(1).literal == "The Group");
  const data::Source* part = read.bibliography.find("c");
  CHECK(part->title == "Part: more");
  CHECK(part->container_title == "Whole");
  CHECK(part->names.at("editor").at(0).text() == "I. Ed");
  // When a string or a parent changes, so do the entries that use it.
  CHECK(article->csl().find("Journal of X") != std::string_view::npos);
}

TEST_CASE("names are read in all forms that BibTeX allows") {
  CHECK(bib_author("Ludwig van Beethoven and Knuth, Donald E.") == "Beethoven, Ludwig van; Knuth, Donald E.");
  CHECK(bib_author("de la Fontaine, Jean and King, Jr., Martin Luther") ==
        "Fontaine, Jean de la; King, Martin Luther, Jr.");
  for (const char* rest : {" AND others", " et al.", ", et al", " and et al."}) {
    CAPTURE(rest);
    CHECK(bib_author("{Barnes and Noble}" + std::string(rest)) == "Barnes and Noble");  // "others" is not a person
    Read read("a.bib", "@book{a, title={T}, author={Lee, A" + std::string(rest) + "}}");
    CHECK(read.only().names.at("author").size() == 2);
    CHECK(read.only().names.at("author").back().literal == "others");
  }
  CHECK(bib_author("family=Berg, given=Jan, prefix=van der") == "Berg, Jan van der");
  CHECK(bib_author("Plato") == "Plato");
  CHECK(bib_author("N{\\'u}{\\~n}ez, Mar{\\'\\i}a") == "Núñez, María");
  CHECK(bib_author("Mu\\~noz, Ana") == "Muñoz, Ana");
}

TEST_CASE("TeX becomes Unicode with the markup of CSL") {
  CHECK(tex(R"(G{\"o}del, \'Etude, \c{c}, \v{S}, \ss{} \o\ \AE)") == "Gödel, Étude, ç, Š, ß ø Æ");
  CHECK(tex(R"(``quoted'' -- a~b \& 5\% \textendash{} \ldots)") == "“quoted” – a\u00A0b & 5% – …");
  CHECK(tex(R"(\emph{E. coli} in H$_2$O and $10^{-3}$ $\alpha$)") ==
        "<i>E. coli</i> in H<sub>2</sub>O and 10<sup>-3</sup> α");
  CHECK(tex(R"({NASA} and {zstd})") == "NASA and <span class=\"nocase\">zstd</span>");
  CHECK(tex(R"(\url{https://a.b} \unheard{of})") == "https://a.b of ?unheard");
  CHECK(tex("a\n  b}") == "a b");
}

TEST_CASE("entries of BibTeX that cannot be read are reported at their positions, and the others are read") {
  Read read("a.bib",
            "@book{a, title = {T}\n  year = 2000}\n@book{, title={X}}\n@misc{c, title = {C}, month = foo, year=1}\n"
            "@misc{d, title = {never ends\n@misc{e, title={E}}\n");
  CHECK(read.said() ==
        "2:3 bibtex-syntax the value ends before this\n"
        "3:7 bibtex-syntax this @book does not have a key\n"
        "4:31 bibtex-syntax there is no @string \"foo\"\n"
        "5:18 bibtex-syntax this brace is not closed\n");
  CHECK(read.bibliography.find("c"));
  CHECK(read.bibliography.find("e"));
  // "%" begins a comment, but not in a value.
  Read comments("a.bib",
                "% me@example.org {\n % @book{old, title={Old}}\n@book{a, title={50% of it}, % all\n% note = {N}\n"
                "year = 2001}\n");
  CHECK(comments.said() == "");
  CHECK(comments.only().title == "50% of it");
  CHECK(Read("a.bib", "@book{a, title={T}, crossref={none}, note={\\unheard{x}}}").said() ==
        "1:30 bibtex-syntax there is no entry \"none\" in the .bib files\n"
        "1:7 bibtex-syntax the command \\unheard in \"a\" is not known and has no effect\n");
  // The fields that the entry inherits from p move its own.
  CHECK(Read("a.bib",
             "@incollection{a, title={T}, xdata={p, none}}\n@book{p, title={U}, year=2001, editor={A}, volume=1}")
            .said() == "1:35 bibtex-syntax there is no entry \"none\" in the .bib files\n");
  CHECK(Read("a.bib", "@book{a, title={T}}\n@book{a, title={U}}").said() ==
        "2:7 duplicate-key two sources have the id \"a\"\n");
}

TEST_CASE("the BibTeX files of a folder are read together") {
  const base::SourceText a("data/sources/a.bib",
                           "@book{b1, title={T}, year=2020, author={A B}, publisher=acm # { (NY)}}\n"
                           "@incollection{c1, title={C}, author={A B}, crossref={b2}}\n"),
      b("data/sources/b.bib", "@string{acm = \"ACM Press\"}\n@book{b2, title={T2}, year=2021, publisher={P}}\n"),
      c("data/sources/c.bib", "@string{acm = {Other}}\n@book{b3, title={T3}, publisher=acm, crossref={none}}\n");
  base::Diagnostics diagnostics;
  const auto read = data::Bibliography::read({&a, &b, &c}, diagnostics);
  CHECK(read.find("c1")->container_title == "T2");
  CHECK(read.find("c1")->issued.text() == "2021");
  CHECK(read.find("b3")->publisher == "Other");  // a file's own definition counts
  REQUIRE(diagnostics.list().size() == 1);
  CHECK(diagnostics.list()[0].message == "there is no entry \"none\" in the .bib files");
  base::Diagnostics two;
  CHECK(data::Bibliography::read({&a, &b}, two).find("b1")->publisher == "ACM Press (NY)");
  CHECK(two.list().empty());
}

TEST_CASE("strings and parents that repeat each other are limited, with one error") {
  std::string doubling = "@string{a = {abcdefgh}}\n";
  for (char name = 'b'; name <= 'z'; ++name)
    doubling += std::string("@string{") + name + " = " + static_cast<char>(name - 1) + " # " +
                static_cast<char>(name - 1) + "}\n";
  CHECK(Read("a.bib", doubling + "@misc{k, title = {T}, note = z}\n").said() ==
        "18:13 too-much-work the bibliography becomes too large here: its entries repeat each other\n");
  std::string children = "@book{p, title = {P}, abstract = {" + std::string(10'000, 'x') + "}}\n";
  for (int i = 0; i < 400; ++i) children += "@inbook{c" + std::to_string(i) + ", crossref = {p}}\n";
  CHECK(has(Read("a.bib", children).said(), " too-much-work "));
}

TEST_CASE("RIS files are read") {
  Read read("a.ris",
            "\xEF\xBB\xBFTY  - JOUR\r\nID  - abc2020\r\nAU  - Winkler, R.\r\nAU  - Landais, A., Jr.\r\nA1  - WHO\r\n"
            "TI  - Deglaciation\r\n  records\r\nJO  - Climate of the Past\r\nPY  - 2012///\r\nVL  - 8\r\nSP  - 1\r\n"
            "EP  - 16\r\nDO  - 10.5194/cp-8-1-2012\r\nY2  - 2024/05/3/\r\nKW  - ice\r\nSN  - 1814-9324\r\nER  - \r\n");
  CHECK(read.said() == "");
  const data::Source& source = read.only();
  CHECK(source.id == "abc2020");
  CHECK(source.type == "article-journal");
  CHECK(source.title == "Deglaciation records");
  CHECK(source.container_title == "Climate of the Past");
  REQUIRE(source.authors.size() == 3);
  CHECK(source.authors[1].text() == "A. Landais Jr.");
  CHECK(source.authors[2].literal == "WHO");
  CHECK(source.issued.text() == "2012");
  CHECK(source.accessed.text() == "2024-05-03");
  CHECK(source.doi == "10.5194/cp-8-1-2012");
  CHECK(source.variables.at("page") == "1-16");
  CHECK(source.variables.at("ISSN") == "1814-9324");
  CHECK(source.csl().find("\"volume\": \"8\"") != std::string_view::npos);
  CHECK(Read("a.ris", "TY  - RPRT\nID  - r\nTI  - T\nPB  - P\nDA  - 2020/11\nER  -\n").only().issued.text() ==
        "2020-11");
  const auto issued = [](const std::string& tags) {
    return Read("a.ris", "TY  - RPRT\nID  - r\nTI  - T\n" + tags + "ER  -\n").only().issued.text();
  };
  CHECK(issued("PY  - 2020\nDA  - MAY 5\n") == "2020-05-05");
  CHECK(issued("PY  - 2020\nDA  - SPR\n") == "SPR 2020");
  CHECK(issued("PY  - 2020///\nDA  - 2020/05/01/\n") == "2020-05-01");
}

TEST_CASE("what cannot be read in a RIS file is reported") {
  CHECK(Read("a.ris", "title: T\n").said() == "1:1 bibtex-syntax this line is not part of an entry\n");
  CHECK(Read("a.ris", "TY  - BOOK\nTI  - T\nER  - \n").said() ==
        "1:7 missing-key this entry has neither an ID nor a DOI, by which it is cited\n");
  CHECK(Read("a.ris", "TY  - BOOK\nID  - a\nTI  - T\nAU  - A\nAU  - B\nKW  - x\nKW  - y\nTI  - U\nTI  - T\nER  - \n")
            .said() == "8:7 bibtex-syntax a second TI is left out; the first is \"T\"\n");
  CHECK(Read("a.ris", "TY  - BOOK\nTI  - T\nPB  - P\nPY  - 2024\nDO  - https://doi.org/10.1000/182\nER  - \n")
            .only()
            .id == "doi:10.1000/182");
  CHECK(Read("a.ris", "TY  - BOOK\nID  - a\nTI  - T\nPB  - P\nPY  - 2024\nY2  - 5th of May\nER  - \n").said() ==
        "6:7 bad-date \"5th of May\" is not a date, and is left out\n");
  CHECK(Read("a.ris", "TY  - BOOK\nID  - a\nTI  - T\n").said() == "1:7 bibtex-syntax this entry is not closed\n");
  CHECK(Read("a.ris", "TY  - BOOK\nID  - a\nTI  - T\nZZ  - x\nER  - \n").said() ==
        "4:7 bibtex-syntax the tag ZZ is unknown, and is left out\n");
  CHECK(Read("a.ris", "TY  - BOOK\nID  - a\nTI  - T\nPY  - 2019\nDA  - 2020/05/01\nER  - \n").said() ==
        "4:7 bad-date the year 2019 contradicts the date \"2020/05/01\" of this entry\n");
  CHECK(has(Read("a.ris", "TY  - BOOK\nID  - a\nTI  - T\nDA  - 2020/02/30\nER  - \n").said(),
            "4:7 bad-date 2020-02-30 does not exist\n"));
  Read two("a.ris", "TY  - BOOK\nID  - a\nTI  - T\nTY  - BOOK\nID  - b\nTI  - U\nER  - \n");
  CHECK(two.said() == "4:1 bibtex-syntax this entry begins before the one above ends\n");
}
