#include "check/external_links.h"

#include <doctest/doctest.h>

#include "base/diagnostic_format.h"

namespace {

using web::Finding;
using web::Verdict;

// The HTML of one page, and one file. It outlives the results, which point into it.
struct Given {
  base::SourceText file;
  check::ExternalLinks links;

  Given(std::string_view html, std::string text, check::OwnAddresses own = {}, std::string path = "content/index.md")
      : file(std::move(path), std::move(text)),
        links(check::find_external_links({{"index.html", html}}, {&file}, own)) {}

  std::vector<std::string> urls() const {
    std::vector<std::string> list;
    for (const check::ExternalTarget& target : links.targets) list.push_back(target.url.text());
    return list;
  }
  // Returns the places of the first link as "LINE:COLUMN".
  std::vector<std::string> places() const {
    std::vector<std::string> list;
    for (const base::Span& span : links.targets.at(0).links.at(0).places) {
      const base::Position at = file.position(span.begin);
      list.push_back(std::to_string(at.line) + ":" + std::to_string(at.column) + " " + std::string(span.text()));
    }
    return list;
  }
};

using List = std::vector<std::string>;

TEST_CASE("external links are listed once each") {
  const Given given(
      "<a href='https://b.example/?x&amp;y'>1</a><p><a href=https://a.example>2</a><a href=\"//c.example/\">3</a>"
      "<a href='HTTPS://B.example/?x&amp;y#part'>4</a><a href='b.html'>5</a><a href='mailto:x@y.example'>6</a>"
      "<a href='https://site.example/own.html'>7</a><link href='https://d.example/'><a>8</a><a href='#x'>9</a>",
      "", {"https://site.example/", ""});
  CHECK(given.urls() == List{"https://a.example/", "https://b.example/?x&y", "https://c.example/"});
  CHECK(given.links.targets[1].links.size() == 2);
}

TEST_CASE("the positions of a link are found in any kind of text") {
  const Given markdown(
      "<a href='https://a.example/b_(c)?d=%C3%A4&amp;e'>",
      "[x](https://a.example/b_(c)?d=ä&e)[y](https://a.example/b)\n<https://a.example/b_(c)?d=ä&amp;e>, "
      "https://a.example/b_(c)?d=ä&e.\n");
  CHECK(markdown.places() == List{"1:5 https://a.example/b_(c)?d=ä&e", "2:2 https://a.example/b_(c)?d=ä&amp;e",
                                  "2:38 https://a.example/b_(c)?d=ä&e"});
  const Given json("<a href='https://a.example/x'>",
                   R"({"URL": "https://a.example/x", "note": "https://a.example/xy"})", {}, "data/sources/all.json");
  CHECK(json.places() == List{"1:10 https://a.example/x"});
  const Given csv("<a href='https://a.example/x'>", "id,url\n1,https://a.example/x,2\n", {}, "data/rows.csv");
  CHECK(csv.places() == List{"2:3 https://a.example/x"});
  const Given picture("<a href='https://a.example/x'>", "https://a.example/x", {}, "content/photo.jpg");
  CHECK(picture.places().empty());
}

TEST_CASE("an address without a scheme is a link, as in GitHub's Markdown") {
  const Given given("<a href='http://www.a.example/x'>", "See www.a.example/x, and https://www.a.example/x.\n");
  CHECK(given.places() == List{"1:5 www.a.example/x"});
}

TEST_CASE("the theme's links to the repository are skipped, those of authors are not") {
  const Given given(
      "<a href='https://git.example/o/n/blob/HEAD/a.md'><a href='https://git.example/o/n/wiki'>"
      "<a href='https://git.example/o/name'><a href='https://git.example/o/n'>",
      "https://git.example/o/n/wiki\n", {"", "https://git.example/o/n"});
  CHECK(given.urls() == List{"https://git.example/o/n", "https://git.example/o/n/wiki", "https://git.example/o/name"});
}

TEST_CASE("addresses that can't be requested are errors") {
  const Given given("<a href='https://me:secret@a.example/'><a href='https://[::1/'><a href='http://'>", "");
  CHECK(given.links.targets.empty());
  REQUIRE(given.links.faulty.size() == 3);
  CHECK(given.links.faulty[2].error.has_credentials);
}

std::string report(const Given& given, const Finding& finding, std::vector<check::UncheckedLink>& unchecked) {
  base::Diagnostics diagnostics;
  check::report_external_links(given.links, {finding}, unchecked, diagnostics);
  std::string text;
  for (const base::Diagnostic& d : diagnostics.list())
    text += base::format_diagnostic(d, base::DiagnosticFormat::text, false);
  return text;
}

std::string report(const Given& given, const Finding& finding) {
  std::vector<check::UncheckedLink> unchecked;
  return report(given, finding, unchecked);
}

TEST_CASE("each finding is reported once, with all positions") {
  const Given given("<a href='https://a.example/#x'><a href='https://a.example/#y'>",
                    "https://a.example/#x\nhttps://a.example/#y\n");
  CHECK(report(given, {Verdict::gone, "answers 404 Not Found", ""}) ==
        "error[dead-link]: https://a.example/ answers 404 Not Found\n"
        "  --> content/index.md:1:1\n"
        "   |\n"
        " 1 | https://a.example/#x\n"
        "   | ^^^^^^^^^^^^^^^^^^^^\n"
        "   = help: look for its new address; a copy may be at https://web.archive.org/web/https://a.example/\n"
        "   = note: also here\n"
        "  ::: content/index.md:2:1\n"
        "   |\n"
        " 2 | https://a.example/#y\n"
        "   | ^^^^^^^^^^^^^^^^^^^^\n");
  const auto code = [&](Verdict verdict) {
    const std::string text = report(given, {verdict, "what", ""});
    return text.substr(0, text.find(':'));
  };
  CHECK(code(Verdict::bad_certificate) == "error[link-certificate]");
  CHECK(code(Verdict::unreachable) == "warning[link-unreachable]");
  CHECK(code(Verdict::private_address) == "warning[link-private]");
  CHECK(code(Verdict::fine) == "");
  CHECK(code(Verdict::no_network) == "");  // "no-network" is reported once for all links
  const std::string moved = report(given, {Verdict::fine, "", "https://b.example/"});
  CHECK(moved.starts_with("warning[link-moved]: https://a.example/ has moved permanently\n"));
  CHECK(moved.find("write https://b.example/\n") != moved.npos);
  std::vector<check::UncheckedLink> unchecked;
  CHECK(report(given, {Verdict::unchecked, "answers 403 Forbidden", ""}, unchecked) == "");
  REQUIRE(unchecked.size() == 1);
  CHECK(unchecked[0].url == "https://a.example/");
}

TEST_CASE("a link in a template is reported with its page, and a link with many positions briefly") {
  const Given made("<a href='https://a.example/'>", "nothing");
  CHECK(report(made, {Verdict::gone, "answers 410 Gone", ""}).find("index.html") != std::string::npos);
  std::string text;
  for (int i = 0; i < 20; ++i) text += "https://a.example/\n";
  const std::string said = report(Given("<a href='https://a.example/'>", text), {Verdict::gone, "what", ""});
  CHECK(said.find("content/index.md:6:1: also here, and in 14 more places\n") != std::string::npos);
}

}  // namespace
