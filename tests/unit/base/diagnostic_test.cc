#include "base/diagnostic.h"

#include <doctest/doctest.h>

#include "base/diagnostic_format.h"

using base::Diagnostics;
using base::SourceText;
using base::Span;

namespace {

std::string shown(const Diagnostics& diagnostics, base::DiagnosticFormat format = base::DiagnosticFormat::text,
                  bool colour = false) {
  std::string all;
  for (const auto& d : diagnostics.list()) all += base::format_diagnostic(d, format, colour);
  return all;
}

}  // namespace

TEST_CASE("an error shows its position, the line, what was expected and what to do") {
  SourceText source("content/cost.md", "---\ntitel: Cost\n---\n");
  Diagnostics diagnostics;
  diagnostics.error("unknown-key", Span{&source, 4, 9}, "there is no key \"titel\"")
      .expect("title, date")
      .suggest("did you mean \"title\"?");
  CHECK(shown(diagnostics) ==
        "error[unknown-key]: there is no key \"titel\"\n"
        "  --> content/cost.md:2:1\n"
        "   |\n"
        " 2 | titel: Cost\n"
        "   | ^^^^^\n"
        "   = expected: title, date\n"
        "   = help: did you mean \"title\"?\n");
}

TEST_CASE("the gutter is as wide as the line number, and notes have separate positions") {
  SourceText source("content/a.md", std::string(99, '\n') + "second: here\n");
  SourceText other("data/b.json", "first");
  Diagnostics diagnostics;
  diagnostics.warning("duplicate-key", Span{&source, 99, 105}, "twice")
      .note(Span{&other, 0, 5}, "first here")
      .note(Span{}, "without a place");
  CHECK(shown(diagnostics) ==
        "warning[duplicate-key]: twice\n"
        "    --> content/a.md:100:1\n"
        "     |\n"
        " 100 | second: here\n"
        "     | ^^^^^^\n"
        "     = note: first here\n"
        "  ::: data/b.json:1:1\n"
        "   |\n"
        " 1 | first\n"
        "   | ^^^^^\n"
        "     = note: without a place\n");
}

TEST_CASE("an error without a position shows its file, or nothing") {
  Diagnostics diagnostics;
  diagnostics.error("unreadable", "content/a.md", "Permission denied");
  diagnostics.error("no-content", Span{}, "there is nothing to build").suggest("write content/index.md");
  CHECK(shown(diagnostics) ==
        "error[unreadable]: Permission denied\n"
        "  --> content/a.md\n"
        "error[no-content]: there is nothing to build\n"
        "   = help: write content/index.md\n");
}

TEST_CASE("carets align with wide characters, combining marks and tabs") {
  SourceText source("a.md", "日本 e\xCC\x81\t[x](y)\n");
  Diagnostics diagnostics;
  size_t begin = source.text().find('[');
  diagnostics.error("x", Span{&source, static_cast<uint32_t>(begin), static_cast<uint32_t>(begin + 6)}, "here");
  diagnostics.error("x", Span{&source, 0, 6}, "wide");
  CHECK(shown(diagnostics) ==
        "error[x]: here\n"
        "  --> a.md:1:7\n"
        "   |\n"
        " 1 | 日本 e\xCC\x81    [x](y)\n"
        "   |           ^^^^^^\n"
        "error[x]: wide\n"
        "  --> a.md:1:1\n"
        "   |\n"
        " 1 | 日本 e\xCC\x81    [x](y)\n"
        "   | ^^^^\n");
}

TEST_CASE("an excerpt of a very long line shows only the part around the error") {
  std::string line(1000000, 'a');
  line.replace(500000, 5, "wrong");
  SourceText source("data/a.json", line);
  Diagnostics diagnostics;
  diagnostics.error("x", Span{&source, 500000, 500005}, "here");
  CHECK(shown(diagnostics) == "error[x]: here\n  --> data/a.json:1:500001\n   |\n 1 | …" + std::string(55, 'a') +
                                  "wrong" + std::string(50, 'a') + "…\n   | " + std::string(56, ' ') + "^^^^^\n");
  Diagnostics whole;
  whole.error("x", Span{&source, 0, 1000000}, "all");
  CHECK(shown(whole).size() < 500);
}

TEST_CASE("a span over several lines shows the first line, and a span at the end of the text shows one caret") {
  SourceText source("a.md", "one\ntwo\r\nthree");
  Diagnostics diagnostics;
  diagnostics.error("x", Span{&source, 5, 12}, "lines");
  diagnostics.error("x", Span{&source, 14, 14}, "end");
  CHECK(shown(diagnostics) ==
        "error[x]: lines\n  --> a.md:2:2\n   |\n 2 | two\n   |  ^^\n"
        "error[x]: end\n  --> a.md:3:6\n   |\n 3 | three\n   |      ^\n");
}

TEST_CASE("terminal control characters are escaped") {
  SourceText source("a\x1B[2J.md", "x\x1B[31m \xE2\x80\xAE y\xFF\n");
  Diagnostics diagnostics;
  diagnostics.error("x", Span{&source, 0, 1}, "bell \a").suggest("\x1B]0;t");
  std::string text = shown(diagnostics);
  CHECK(text.find('\x1B') == std::string::npos);
  CHECK(text.find('\a') == std::string::npos);
  CHECK(text.find("x␛[31m \\u202e y\\xff") != std::string::npos);
}

TEST_CASE("only terminals get colour") {
  Diagnostics diagnostics;
  diagnostics.error("x", Span{}, "wrong");
  diagnostics.warning("y", Span{}, "odd");
  CHECK(shown(diagnostics, base::DiagnosticFormat::text, true) ==
        "\033[1;31merror[x]\033[0m: wrong\n\033[1;33mwarning[y]\033[0m: odd\n");
}

TEST_CASE("as JSON a diagnostic is one object on one line") {
  SourceText source("a.md", "é: x\nb\n");
  Diagnostics diagnostics;
  diagnostics.error("x", Span{&source, 4, 5}, "say \"no\"\n").expect("y").note(Span{&source, 6, 7}, "here");
  diagnostics.warning("w", Span{}, "\xFF");
  CHECK(shown(diagnostics, base::DiagnosticFormat::json) ==
        R"({"severity":"error","code":"x","file":"a.md","line":1,"column":4,"end":{"line":1,"column":5},)"
        R"("message":"say \"no\"\n","expected":"y","notes":[{"message":"here","file":"a.md","line":2,"column":1,)"
        R"("end":{"line":2,"column":2}}]})"
        "\n{\"severity\":\"warning\",\"code\":\"w\",\"message\":\"\xEF\xBF\xBD\"}\n");
}

TEST_CASE("in a GitHub annotation, line breaks and separators are escaped") {
  SourceText source("a,b:c.md", "x\n");
  Diagnostics diagnostics;
  diagnostics.error("x", Span{&source, 0, 1}, "50% of\r\nit: a, b").suggest("try").note(Span{&source, 0, 1}, "here");
  diagnostics.error("y", "content/a.md", "gone");
  diagnostics.warning("w", Span{}, "odd");
  CHECK(shown(diagnostics, base::DiagnosticFormat::github) ==
        "::error file=a%2Cb%3Ac.md,line=1,col=1,title=x::50%25 of%0Ait: a, b%0Ahelp: try%0Anote: here "
        "(a,b:c.md:1)\n"
        "::error file=content/a.md,title=y::gone\n"
        "::warning title=w::odd\n");
}

TEST_CASE("control sequences in text reach neither a terminal nor a workflow log, in any format") {
  SourceText source("a\x1b[2J.md", "x\x1b]0;title\x07y\n");
  Diagnostics diagnostics;
  diagnostics.error("x", Span{&source, 1, 2}, "it says \x1b[31m\xC2\x9B, \xE2\x80\xAE and\n::error::no")
      .suggest("no \x07");
  for (auto format : {base::DiagnosticFormat::text, base::DiagnosticFormat::json, base::DiagnosticFormat::github}) {
    const std::string text = shown(diagnostics, format);
    CAPTURE(text);
    const std::string inside = "> " + text;  // an annotation itself is a command
    CHECK(inside == base::visible_lines(inside));
    CHECK(text.find("\n::error::") == std::string::npos);
  }
  CHECK(base::visible_lines("a\r\nb\x1b\n") == "a\nb\xE2\x90\x9B\n");
  // Lone bytes, and U+FFFD itself, which begins with one of them.
  CHECK(base::visible_lines("\xE9 \xEF \xEF\xBF\xBD") == "\\xe9 \\xef \xEF\xBF\xBD");
}

TEST_CASE("diagnostics are counted, merged, sorted by position and deduplicated") {
  SourceText a("a.md", "abc\n");
  SourceText b("b.md", "abc\n");
  Diagnostics first;
  first.error("x", Span{&b, 0, 1}, "b");
  first.warning("x", Span{&a, 2, 3}, "late");
  Diagnostics second;
  second.error("x", Span{&a, 0, 1}, "early");
  second.error("x", Span{&a, 0, 1}, "early");
  second.error("unreadable", "aa.md", "gone");
  first.merge(std::move(second));
  CHECK(first.errors() == 4);
  CHECK(first.warnings() == 1);
  first.sort();
  std::string order;
  for (const auto& d : first.list()) order += d.message + " ";
  CHECK(order == "early late gone b ");
  CHECK(first.errors() == 3);
  first.make_warnings_errors();
  CHECK(first.errors() == 4);
  CHECK(first.warnings() == 0);
}

TEST_CASE("positions count lines and code points from one") {
  SourceText source("a.md", "é1\r\n\nlast");
  CHECK(source.line_count() == 3);
  CHECK(source.line(1) == "é1");
  CHECK(source.line(2) == "");
  CHECK(source.line(3) == "last");
  CHECK(source.line(0) == "é1");
  CHECK(source.line(99) == "last");
  CHECK(source.line_start(3) == 6);
  CHECK(source.line_start(99) == source.text().size());
  CHECK(source.position(2).column == 2);
  CHECK(source.position(6).line == 3);
  CHECK(source.position(6).column == 1);
  CHECK(source.position(999).line == 3);
  CHECK(source.position(999).column == 5);
  CHECK(SourceText("e", "").position(0).line == 1);
}

TEST_CASE("the rows of a failed assert and the sentences that depend on it are one error") {
  SourceText page("content/a.md", "Alder is first.\n\n```sql assert first\n");
  Diagnostics diagnostics;
  diagnostics.error("assert-failed", Span{&page, 0, 15}, "the sentence depends on \"first\"").of("sentence:first");
  diagnostics.error("assert-failed", Span{&page, 20, 36}, "\"first\" does not hold: Birch").of("assert:first");
  diagnostics.error("assert-failed", Span{&page, 20, 36}, "\"first\" does not hold: Cedar").of("assert:first");
  diagnostics.error("unknown-key", Span{&page, 0, 5}, "another");
  const Diagnostics by_cause = diagnostics.by_cause();
  REQUIRE(by_cause.errors() == 2);
  const base::Diagnostic& first = by_cause.list()[0];
  CHECK(first.message == "\"first\" does not hold: Birch");
  REQUIRE(first.notes.size() == 2);
  CHECK(first.notes[0].text == "\"first\" does not hold: Cedar");
  CHECK(first.notes[1].span.begin == 0);
}

TEST_CASE("three numbers that differ from one table are one error with a note for each") {
  SourceText page("content/a.md", "1 2 3 4 5\n");
  Diagnostics diagnostics;
  const auto add = [&](uint32_t at, std::vector<std::string> tables) {
    auto& d = diagnostics.error("figure-mismatch", Span{&page, at, at + 1}, "the text says 1, the data 2");
    d.of("figure:x").suggest("write \"2\"").tables = std::move(tables);
  };
  add(0, {"prices", "runs"});
  add(2, {"prices"});
  CHECK(diagnostics.by_cause().errors() == 2);
  add(4, {"prices", "sizes"});
  add(6, {"runs"});
  diagnostics.warning("stale-data", Span{&page, 8, 9}, "old").tables = {"prices"};
  const Diagnostics by_cause = diagnostics.by_cause();
  CHECK(by_cause.errors() == 2);
  CHECK(by_cause.warnings() == 1);
  const base::Diagnostic& first = by_cause.list()[0];
  CHECK(first.message == "3 numbers in sentences differ from the data, and all come from the table \"prices\"");
  REQUIRE(first.notes.size() == 3);
  CHECK(first.notes[2].text == "the text says 1, the data 2, the value of x; write \"2\"");
  const std::string text = base::format_diagnostic(first, base::DiagnosticFormat::text, false);
  const size_t help = text.find("= help"), note = text.find("= note"), second = text.find("::: content/a.md:1:3");
  CHECK(help < note);
  CHECK(note < second);
  CHECK(second < text.find("= note", note + 1));
  CHECK(text.find("content/a.md:1:1", text.find("content/a.md:1:1") + 1) == std::string::npos);
}
