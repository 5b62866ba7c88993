#include "notation/reader.h"

#include <doctest/doctest.h>

#include "parsing.h"

using notation::Need;
using notation::Reader;

TEST_CASE("a reader returns the values of known keys, and defaults for absent keys and nulls") {
  Parsed p = yaml(
      "title: Cost\nnumber: 007\ndraft: true\ndays: -30\nratio: 2.70\ntags: [a, 5]\nowner: me\nkind: line\nempty:\n"
      "list: [1]\nmap: {a: 1}\n");
  Reader reader(*p.root, "front matter", p.diagnostics);
  CHECK(reader.text("title", Need::required) == "Cost");
  CHECK(reader.text("number") == "007");
  CHECK(reader.boolean("draft") == true);
  CHECK(reader.integer("days") == -30);
  CHECK(reader.number("ratio") == 2.7);
  CHECK(reader.texts("tags") == std::vector<std::string>{"a", "5"});
  CHECK(reader.texts("owner") == std::vector<std::string>{"me"});
  CHECK(reader.choice("kind", {"bar", "line"}) == "line");
  CHECK(reader.list("list")->items.size() == 1);
  CHECK(reader.map("map")->entries.size() == 1);
  CHECK(reader.span_of("title").text() == "Cost");
  for (const char* absent : {"empty", "absent"}) {
    CHECK(reader.text(absent) == "");
    CHECK(reader.boolean(absent) == std::nullopt);
    CHECK(reader.integer(absent) == std::nullopt);
    CHECK(reader.number(absent) == std::nullopt);
    CHECK(reader.texts(absent).empty());
    CHECK(reader.choice(absent, {"a"}) == "");
    CHECK(reader.list(absent) == nullptr);
    CHECK(reader.map(absent) == nullptr);
  }
  CHECK(reader.node("empty")->is_null());
  CHECK(reader.node("absent") == nullptr);
  CHECK(reader.span_of("absent").begin == p.root->span.begin);
  reader.finish();
  CHECK(p.errors() == "");
}

TEST_CASE("an unknown key is an error with a suggestion") {
  Parsed p = yaml("titel: Cost\nxyz: 1\n");
  Reader reader(*p.root, "front matter", p.diagnostics);
  reader.text("title");
  reader.boolean("draft");
  reader.finish();
  CHECK(p.errors() ==
        "error[unknown-key]: front matter has no key \"titel\"\n"
        "  --> content/a.md:1:1\n"
        "   |\n"
        " 1 | titel: Cost\n"
        "   | ^^^^^\n"
        "   = expected: \"title\" or \"draft\"\n"
        "   = help: did you mean \"title\"?\n"
        "error[unknown-key]: front matter has no key \"xyz\"\n"
        "  --> content/a.md:2:1\n"
        "   |\n"
        " 2 | xyz: 1\n"
        "   | ^^^\n"
        "   = expected: \"title\" or \"draft\"\n");
}

TEST_CASE("text that a comma split in two is recognised") {
  Parsed p = yaml("{label: Yes, and they must stay, to: use-it}");
  Reader reader(*p.root, "this answer", p.diagnostics);
  reader.text("label");
  reader.text("to");
  reader.finish();
  CHECK(p.first_message() == "this answer has no key \"and they must stay\"");
  CHECK(p.first_help() == "in { } a comma ends the value: put quotes around the whole text");
}

TEST_CASE("a missing required key is reported once") {
  Parsed p = yaml("title:\nb: 1\n");
  Reader reader(*p.root, "front matter", p.diagnostics);
  CHECK(reader.text("title", Need::required) == "");
  CHECK(reader.node("question", Need::required) == nullptr);
  REQUIRE(p.diagnostics.errors() == 2);
  CHECK(p.diagnostics.list()[0].message == "front matter needs a value for \"title\"");
  CHECK(p.diagnostics.list()[1].message == "front matter needs the key \"question\"");
  CHECK(p.diagnostics.list()[1].code == "missing-key");
}

TEST_CASE("all wrong types are reported at their positions") {
  Parsed p = yaml("title: [a]\ndraft: yes\ndays: 1.5\nratio: x\ntags: {a: 1}\nkind: pie\nlist: 1\nmap: [1]\n");
  Reader reader(*p.root, "this chart", p.diagnostics);
  reader.text("title");
  reader.boolean("draft");
  reader.integer("days");
  reader.number("ratio");
  reader.texts("tags");
  CHECK(reader.choice("kind", {"point", "line", "pies"}) == "");
  reader.list("list");
  reader.map("map");
  std::string messages;
  for (const auto& d : p.diagnostics.list()) messages += d.message + " <" + std::string(d.span.text()) + ">\n";
  CHECK(messages ==
        "\"title\" of this chart must be text, not a list <[a]>\n"
        "\"draft\" of this chart must be true or false, not text <yes>\n"
        "\"days\" of this chart must be a whole number, not 1.5 <1.5>\n"
        "\"ratio\" of this chart must be a number, not text <x>\n"
        "\"tags\" of this chart must be text or a list of text values, not a map <{a: 1}>\n"
        "\"kind\" of this chart cannot be \"pie\" <pie>\n"
        "\"list\" of this chart must be a list, not a number <1>\n"
        "\"map\" of this chart must be a map, not a list <[1]>\n");
  CHECK(p.diagnostics.list()[5].code == "unknown-value");
  CHECK(p.diagnostics.list()[5].help == "did you mean \"pies\"?");
}

TEST_CASE("the error for text that YAML read as a map suggests quotes") {
  Parsed p = yaml("key_points:\n  - Plain\n  - R100: 989\n");
  Reader reader(*p.root, "front matter", p.diagnostics);
  CHECK(reader.texts("key_points") == std::vector<std::string>{"Plain"});
  CHECK(p.errors() ==
        "error[wrong-type]: an item of \"key_points\" of front matter must be text, not a map\n"
        "  --> content/a.md:3:5\n"
        "   |\n"
        " 3 |   - R100: 989\n"
        "   |     ^^^^^^^^^\n"
        "   = help: if it is meant as text, put quotes around it: \"R100: 989\"\n");
}

TEST_CASE("whole numbers that do not fit are errors") {
  Parsed p = yaml("a: 99999999999999999999\nb: +12\n");
  Reader reader(*p.root, "x", p.diagnostics);
  CHECK(reader.integer("a") == std::nullopt);
  CHECK(reader.integer("b") == 12);
  CHECK(p.diagnostics.errors() == 1);
}

TEST_CASE("a value that is not a map is one error, and null reads as an empty map") {
  Parsed list = yaml("- a\n");
  Reader reader(*list.root, "front matter", list.diagnostics);
  reader.text("title", Need::required);
  reader.finish();
  REQUIRE(list.diagnostics.errors() == 1);
  CHECK(list.first_message() == "front matter must be a map (key: value), not a list");

  Parsed nothing = yaml("");
  Reader empty(*nothing.root, "front matter", nothing.diagnostics);
  CHECK(empty.text("title") == "");
  empty.finish();
  CHECK(nothing.diagnostics.empty());
  empty.text("title", Need::required);
  CHECK(nothing.diagnostics.errors() == 1);
}
