// Tests that competing values of a cell, and caveats and dates of a row, are shown wherever the row is shown.
#include <doctest/doctest.h>

#include "../plain_notes.h"
#include "unit/engines_site.h"
#include "unit/whole_site.h"

namespace {

std::string things_table(std::string_view rest) {
  return "```table t\ncaption: Things\n" + std::string(rest) + "\n```\n";
}

std::string main_of(std::string_view body, Files more = {}) {
  Files files = engines(std::move(more));
  files["content/t.md"] = page("T", body);
  WholeSite site(std::move(files));
  site.built();
  return plain_notes(site.main("t.html"));
}

TEST_CASE("the note of a preferred value lists the other published values, and why they are not shown") {
  std::string html = main_of(things_table("data: specs"));
  std::string note = between(html, "<li id=\"t-n1\">", "</li>");
  CHECK(note ==
        "<a href=\"sources/lab.html\">Lab, Tests</a>, row 1; 2026-03 "
        "<span class=\"also\">Also published: 9.5 s (<a href=\"sources/maker.html\">Maker, Manual</a>, p. 2; undated "
        "(warm)); 0.2 min (<a href=\"sources/maker.html\">Maker, Manual</a>, p. 9; 2024). "
        "Why: Measured by a third party.</span> "
        "<a class=\"row\" href=\"data/figures.html#a.start.1\">(view row)</a>");
  CHECK(has(html, "<li id=\"ref-2\">"));  // the page lists the source of the competing value
  CHECK(count(html, "Also published") == 1);
}

TEST_CASE("a row that is shown although another is preferred has a remark") {
  std::string html = main_of("It takes [9.5 s](fig:figures/a/start/2/value).\n");
  std::string note = between(html, "<li id=\"figure-n1\">", "</li>");
  CHECK(has(note,
            "Not the value that this site uses, which is 11 s (<a href=\"sources/lab.html\">Lab, Tests</a>, row 1; "
            "2026-03). Why: Measured"));
}

TEST_CASE("figures in prose and charts list the competing values too") {
  CHECK(has(main_of("It takes [11 s](fig:specs/a/start).\n"), "Also published: 9.5 s"));
  CHECK(has(main_of("```chart c\ndata: specs\ntitle: Start\nmark: bar\nencoding:\n  x: {field: engine, type: nominal}\n"
                    "  y: {field: start, type: quantitative}\n```\n"),
            "Also published: 9.5 s"));
}

TEST_CASE("caveats of rows are shown by tables of text, charts, figures and reasons") {
  Files more = {
      {"content/choose/index.md",
       page("Which?", "C.\n", "flow: {start: q}\ncases: [{who: x, answers: {q: y}, reaches: o}]\n")},
      {"content/choose/q.md", "---\nquestion: Q?\nanswers:\n  y: {label: \"Yes\", to: o, because: [quick]}\n---\n"},
      {"content/choose/o.md", "---\noutcome: O\n---\n"},
  };
  Files files = engines(more);
  files["content/t.md"] = page("T", things_table("data: claims\ncolumns: [statement]"));
  WholeSite site(files);
  site.built();
  CHECK(has(site.main("t.html"), "<ul class=\"caveats\"><li>Makers praise themselves.</li></ul>"));
  std::string reason = site.main("choose/q.html");
  CHECK(has(reason, "<span class=\"caveat\">Makers praise themselves.</span>"));
  CHECK(has(reason, "<span class=\"status\"><strong>Disputed</strong>: The lab measured more.</span>"));
  CHECK(has(main_of("It takes [11 s](fig:specs/a/start).\n"), "<ul class=\"caveats\"><li>Started cold.</li></ul>"));
}

TEST_CASE("the status of a retracted or superseded source is shown wherever it is cited") {
  std::string status =
      "<span class=\"status\"><strong>Superseded</strong>: A second edition is out. See instead "
      "<a href=\"sources/lab.html\">Lab, Tests</a></span>";
  std::string html = main_of("So it is [@old].\n\n" + things_table("data: figures\ncolumns: [engine, value]"));
  CHECK(has(between(html, "<li id=\"ref-1\">", "</li>"), status));
  WholeSite site(engines());
  site.built();
  CHECK(has(site.main("sources/old.html"),
            "<dt>Status</dt><dd><span class=\"status\"><strong>Superseded</strong>: A second"));
  site.change("data/sources/all.json", "\"reason\": \"A second edition is out.\", \"superseded_by\": \"lab\"",
              "\"kind\": \"x\"");
  CHECK(has(site.mistakes(),
            "error[missing-key]: the source is superseded, but has no \"reason\"\n  --> data/sources/all.json:4:"));
}

TEST_CASE("a table has a column of dates if the dates are too far apart, or some are unknown") {
  auto shown = [](std::string_view date, std::string_view days = "") {
    Files files = with_data({{"content/t.md", page("T", things_table("data: prices\ncolumns: [name, price]"))}});
    std::string& rows = files["data/prices.json"];
    rows.replace(rows.find("\"2025\""), 6, date.empty() ? "null" : "\"" + std::string(date) + "\"");
    if (!days.empty())
      files["data/site.json"] = "{\"title\": \"C\", \"date_column_after_days\": " + std::string(days) + "}";
    WholeSite site(files);
    site.built();
    std::string html = site.main("t.html");
    if (has(html, "<th scope=\"col\" data-column=\"as_of\">")) return std::string("a column");
    return between(html, "<span class=\"as-of\">", "</span>");
  };
  CHECK(shown("2026-03-01") == "As of 2026-03-01.");
  CHECK(shown("2026-03-31") == "As of 2026-03-01 to 2026-03-31.");
  CHECK(shown("2026-04-01") == "As of 2026-03-01 to 2026-04-01.");
  CHECK(shown("2026-04-02") == "a column");
  CHECK(shown("2026-02") == "As of 2026-02 to 2026-03-01.");
  CHECK(shown("2025") == "a column");
  CHECK(shown("2026-04-02", "32") == "As of 2026-03-01 to 2026-04-02.");
  CHECK(shown("2026-03-02", "0") == "a column");
  CHECK(shown("") == "a column");
}

}  // namespace
