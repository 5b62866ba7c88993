#include <doctest/doctest.h>

#include "parsing.h"

using notation::Kind;

TEST_CASE("YAML as authors write it becomes a tree in the order of the file") {
  Parsed p = yaml(
      "question: Do you depend on it?\n"
      "answers:\n"
      "  stay: {label: \"Yes, and it must stay\", to: use-it, because: [a-b, \"c d\"]}\n"
      "  port: {label: No, to: other}\n"
      "steps:\n"
      "- one\n"
      "-   two: 2\n"
      "    three: 3\n"
      "text: |\n"
      "  two\n"
      "  lines\n"
      "folded: >-\n"
      "  one\n"
      "  line\n");
  REQUIRE(p.errors() == "");
  CHECK(outline(*p.root) ==
        "{question: \"Do you depend on it?\", answers: {stay: {label: \"Yes, and it must stay\", to: \"use-it\", "
        "because: [\"a-b\", \"c d\"]}, port: {label: \"No\", to: \"other\"}}, steps: [\"one\", {two: 2, three: 3}], "
        "text: \"two\nlines\n\", folded: \"one line\"}");
}

TEST_CASE("plain YAML values have the types of the core schema, quoted ones are text") {
  CHECK(outline(*yaml("[1, -5, +5, .5, 5., 2.70, 1e3, 007]").root) == "[1, -5, +5, .5, 5., 2.70, 1e3, 007]");
  CHECK(outline(*yaml("[0x1F, 1_000, '12:30', 2024-01-01, ., -, 1e, e5, .inf, .nan, 1 2, 1e999]").root) ==
        "[\"0x1F\", \"1_000\", \"12:30\", \"2024-01-01\", \".\", \"-\", \"1e\", \"e5\", \".inf\", \".nan\", \"1 2\", "
        "\"1e999\"]");
  CHECK(outline(*yaml("[true, True, FALSE, ~, null, Null]").root) == "[true, true, false, null, null, null]");
  CHECK(outline(*yaml("[yes, no, on, off, y, n]").root) == "[\"yes\", \"no\", \"on\", \"off\", \"y\", \"n\"]");
  CHECK(outline(*yaml("['true', \"5\", '', \"~\"]").root) == "[\"true\", \"5\", \"\", \"~\"]");
  CHECK(yaml("a: +2.5").root->find("a")->as_double() == 2.5);
  CHECK(yaml("a: true").root->find("a")->as_bool());
  CHECK(outline(*yaml("a:\nb: ''").root) == "{a: null, b: \"\"}");
}

TEST_CASE("an empty YAML text, or one of comments only, is a null node") {
  for (const char* text : {"", "\n\n", "# nothing yet\n", "\xEF\xBB\xBF"}) {
    Parsed p = yaml(text);
    REQUIRE(p.root);
    CHECK(p.root->is_null());
    CHECK(p.errors() == "");
  }
}

TEST_CASE("spans of YAML count bytes, also after non-ASCII text, CRLF and a byte order mark") {
  Parsed p = yaml("\xEF\xBB\xBFtítulo: \"Kaffee “stark”\"\r\nñ: [ü, 'ß']\r\nlast: {é: 日本}\r\n");
  REQUIRE(p.root);
  const auto& entries = p.root->entries;
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].key_span.text() == "título");
  CHECK(entries[0].value.span.text() == "\"Kaffee “stark”\"");
  CHECK(entries[1].key_span.text() == "ñ");
  CHECK(entries[1].value.span.text() == "[ü, 'ß']");
  CHECK(entries[1].value.items[1].span.text() == "'ß'");
  CHECK(entries[2].value.entries[0].value.span.text() == "日本");
  CHECK(entries[2].value.span.text() == "{é: 日本}");
}

TEST_CASE("YAML within a page is read from its own bytes, and points into the page") {
  base::SourceText page("content/a.md", "---\ntitle: A\ndraft: maybe\n---\nText: [\n");
  base::Diagnostics diagnostics;
  auto node = notation::parse_yaml({&page, 4, 26}, diagnostics);
  REQUIRE(node);
  CHECK(diagnostics.empty());
  CHECK(node->entries.size() == 2);
  base::Position at = page.position(node->find("draft")->span.begin);
  CHECK(at.line == 3);
  CHECK(at.column == 8);
}

TEST_CASE("a block map or list ends with its last value") {
  Parsed p = yaml("a:\n  b: 1\n  c: [2]\n\n\n# comment\nd: 4\n");
  CHECK(p.root->find("a")->span.text() == "b: 1\n  c: [2]");
  CHECK(yaml("a:\n- 1\n- 2\n\nb: 3\n").root->find("a")->span.text() == "- 1\n- 2");
}

TEST_CASE("a second colon in a YAML value is explained") {
  CHECK(yaml("title: Cost: what it is\n").errors() ==
        "error[yaml-syntax]: a second \": \" within one value\n"
        "  --> content/a.md:1:12\n"
        "   |\n"
        " 1 | title: Cost: what it is\n"
        "   |            ^\n"
        "   = help: put quotes around the value, or start a new line for a new key\n");
  CHECK(yaml("title: x\n  sub: y\n").first_message() == "a key cannot be here");
  CHECK(yaml("title:Cost\nnext: d\n").first_help() ==
        "check its indentation, and the space after the colon on the line before");
}

TEST_CASE("the error for a value that starts with a YAML indicator suggests quotes") {
  for (const char* value : {"@home", "`x`", "% x", ", x", "[draft] Foo", "{x} Foo", "] x"}) {
    CAPTURE(value);
    Parsed p = yaml(std::string("title: ") + value + "\n");
    CHECK_FALSE(p.root);
    CHECK(p.diagnostics.errors() == 1);
    CHECK(p.first_help() ==
          "YAML text cannot start with \"" + std::string(value).substr(0, 1) + "\": put quotes around it");
  }
  CHECK(yaml("title: | text\n").first_help() == "put quotes around the text if it starts with \"|\" or \">\"");
  CHECK(yaml("because: [a, @b]\n").first_help() == "YAML text cannot start with \"@\": put quotes around it");
}

TEST_CASE("anchors, aliases, tags, merge keys, directives and second documents are named in errors") {
  CHECK(yaml("a: &x 1").first_message() == "anchors (&name) are not supported");
  CHECK(yaml("a: *x").first_message() == "aliases (*name) are not supported");
  CHECK(yaml("a: !x y").first_message() == "tags (!name) are not supported");
  CHECK(yaml("a: !!str 5").first_message() == "tags (!name) are not supported");
  CHECK(yaml("<<: {a: 1}").first_message() == "merge keys (<<) are not supported");
  CHECK(yaml("%YAML 1.1\n---\na: 1\n").first_message() ==
        "a line that starts with % is a YAML directive, which is not supported");
  CHECK(yaml("a: 1\n---\nb: 2\n").first_message() == "a second YAML document starts here, but only one is allowed");
  CHECK(yaml("{a: b}: c").first_message() == "a key must be text");
  CHECK(yaml("a: &x 1\nb: *x\nc: !t 2\na: 3\n").diagnostics.errors() == 4);
  CHECK_FALSE(yaml("a: &x 1").root);
}

TEST_CASE("an unclosed quote, list or map is shown where it opens") {
  CHECK(yaml("title: \"abc\nnext: d\n").errors() ==
        "error[yaml-syntax]: this quote is never closed\n"
        "  --> content/a.md:1:8\n"
        "   |\n"
        " 1 | title: \"abc\n"
        "   |        ^\n"
        "   = help: end the text with the quote that it starts with\n");
  CHECK(yaml("because: [a, b\nnext: c\n").first_message() == "this list in [ ] is not closed, or a comma is missing");
  CHECK(yaml("x: {a: 1\ny: 3\n").first_message() == "this map in { } is not closed, or a comma is missing");
  CHECK(yaml("title: 'it's'\n").first_help().find("an apostrophe is written twice") != std::string::npos);
  CHECK(yaml("title: \"\\d\"\n").first_message() == "this escape does not exist within \"…\"");
}

TEST_CASE("a tab that indents YAML is named") {
  CHECK(yaml("a:\n\tb: c\n").errors() ==
        "error[yaml-syntax]: tabs cannot indent YAML\n"
        "  --> content/a.md:2:1\n"
        "   |\n"
        " 2 |     b: c\n"
        "   | ^^^^\n"
        "   = help: use spaces\n");
}

TEST_CASE("a duplicate key is an error that shows both places") {
  CHECK(yaml("a: 1\nb: 2\na: 3\n").errors() ==
        "error[duplicate-key]: the key \"a\" occurs twice in one map\n"
        "  --> content/a.md:3:1\n"
        "   |\n"
        " 3 | a: 3\n"
        "   | ^\n"
        "   = note: first here\n"
        "  ::: content/a.md:1:1\n"
        "   |\n"
        " 1 | a: 1\n"
        "   | ^\n");
  std::string many = "x: 1\n";
  for (int i = 0; i < 40; ++i) many += "k" + std::to_string(i) + ": 1\n";
  Parsed p = yaml(many + "k7: 2\nk7: 3\n");
  REQUIRE(p.diagnostics.errors() == 2);
  CHECK(p.diagnostics.list()[1].notes[0].span.begin == 5 + 7 * 6);
}

TEST_CASE("text that a hash sign cuts off is a warning, a comment is not") {
  Parsed p = yaml("title: Issue #5 of ten\n");
  CHECK(p.root->find("title")->text == "Issue");
  CHECK(p.errors() ==
        "warning[yaml-comment]: the text ends here: \" #\" starts a comment\n"
        "  --> content/a.md:1:14\n"
        "   |\n"
        " 1 | title: Issue #5 of ten\n"
        "   |              ^^^^^^^^^\n"
        "   = help: if it is part of the text, put quotes around the text; otherwise write a space after \"#\"\n");
  CHECK(yaml("ratio: a / b   # a comment\n").errors() == "");
  CHECK(yaml("title: C# and F#\n").errors() == "");
  CHECK(yaml("title: \"Issue\" #5\n").errors() == "");
  CHECK(yaml("#title\ntitle: a\n#---- x\n").errors() == "");
}

TEST_CASE("invalid UTF-8 and control characters in YAML are reported at their positions") {
  Parsed p = yaml("title: caf\xE9\n");
  CHECK(p.first_message() == "the byte 0xE9 is not part of UTF-8 text");
  CHECK(p.diagnostics.list()[0].span.begin == 10);
  CHECK(yaml(std::string("a: b\0c", 6)).first_message() == "a control character (U+0000) is not allowed here");
  CHECK(yaml("a: b\x1B[0m").first_message() == "a control character (U+001B) is not allowed here");
  CHECK(yaml("a: b\x7F").first_message() == "a control character (U+007F) is not allowed here");
  CHECK(yaml("a: b\xC2\x9B").first_message() == "a control character (U+009B) is not allowed here");
  CHECK(yaml("a: b\xEF\xBF\xBE").first_message() == "a control character (U+FFFE) is not allowed here");
  CHECK(yaml("a: \xEF\xBF\xBD\xC2\xA0z").root);
}

TEST_CASE("64 levels of YAML are read, and more are an error") {
  auto nested = [](size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  CHECK(yaml(nested(64)).root);
  CHECK(yaml(nested(65)).first_message() == "lists and maps are nested more than 64 levels deep");
  CHECK(yaml(nested(20000)).diagnostics.errors() == 1);
  CHECK(yaml(std::string(20000, '{')).diagnostics.errors() == 1);
  std::string dashes;
  for (int i = 0; i < 5000; ++i) dashes += "- ";
  CHECK(yaml(dashes).diagnostics.errors() == 1);
}

TEST_CASE("no prefix of a valid YAML text crashes or hangs") {
  std::string text = "a: {b: \"x, y\", c: [1, 'é', ~]}\nd: |\n  e\n  f\n- g: h # i\n\"j\": &k !l *m\n? n\n: o\n";
  for (size_t end = 0; end <= text.size(); ++end) {
    Parsed p = yaml(text.substr(0, end));
    CHECK((p.root.has_value() || p.diagnostics.has_errors()));
    for (const auto& d : p.diagnostics.list()) {
      CHECK(d.span.begin <= d.span.end);
      CHECK(d.span.end <= end);
    }
  }
}
