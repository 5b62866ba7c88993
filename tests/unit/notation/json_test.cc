#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "parsing.h"

namespace {

struct Rows {
  std::vector<std::string> rows;
  bool complete = false;
  base::Diagnostics diagnostics;
  std::vector<std::string> messages() const {
    std::vector<std::string> all;
    for (const auto& d : diagnostics.list()) all.push_back(d.message);
    return all;
  }
};

Rows read_rows(const base::SourceText& source, size_t most = 1000) {
  Rows result;
  result.complete = notation::read_json_rows(source, result.diagnostics, [&](const notation::Node& row) {
    result.rows.push_back(outline(row));
    return result.rows.size() < most;
  });
  return result;
}

}  // namespace

TEST_CASE("JSON becomes a tree with all digits of its numbers") {
  Parsed p = json(R"({"a": 2.70, "b": [-0, 1e5, 123456789012345678901234567890, "é\n\"x\"", null, true], "c": {}})");
  REQUIRE(p.errors() == "");
  CHECK(outline(*p.root) == "{a: 2.70, b: [-0, 1e5, 123456789012345678901234567890, \"é\n\"x\"\", null, true], c: {}}");
  CHECK(p.root->find("a")->as_double() == 2.7);
  CHECK(p.root->find("b")->items[1].as_double() == 1e5);
}

TEST_CASE("all valid JSON is read") {
  const std::pair<const char*, const char*> cases[] = {
      {"null", "null"},
      {" \t\r\n[ ] ", "[]"},
      {"{\"\": {}}", "{: {}}"},
      {"\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\"\\/\b\f\n\r\t\""},
      {"\"\\u0041\\u00E9\\uD83D\\ude00\\u0000\"", nullptr},
      {"\"\x7F\xEF\xBF\xBF\"", "\"\x7F\xEF\xBF\xBF\""},
      {"[0, -0, 0.0, 10.250, 1E+2, 1e-999]", "[0, -0, 0.0, 10.250, 1E+2, 1e-999]"},
      {"[123456789012345678901234567890.12345678901234567890]",
       "[123456789012345678901234567890.12345678901234567890]"},
      {"[[[]], {\"a\": [{}]}]", "[[[]], {a: [{}]}]"}};
  for (const auto& [text, wanted] : cases) {
    CAPTURE(text);
    Parsed p = json(text);
    CHECK(p.errors() == "");
    REQUIRE(p.root);
    CHECK(nlohmann::json::accept(text));
    if (wanted) CHECK(outline(*p.root) == wanted);
  }
  CHECK(json("\"\\u0041\\u00E9\\uD83D\\ude00\\u0000\"").root->text == std::string("Aé😀\0", 8));
}

TEST_CASE("JSON with one changed byte is accepted if and only if nlohmann::json accepts it") {
  const std::string text = "{\"a\": [1.5e-3, \"\\ud83d\\ude00é\", null, {\"b\": -0}], \"c\": true}";
  for (size_t at = 0; at < text.size(); ++at) {
    for (int byte = 1; byte < 256; ++byte) {
      std::string changed = text;
      changed[at] = static_cast<char>(byte);
      Parsed p = json(changed);
      const bool twice = !p.diagnostics.empty() && p.diagnostics.list().front().code == "duplicate-key";
      if (twice || p.root.has_value() == nlohmann::json::accept(changed)) continue;
      CAPTURE(changed);
      CHECK(p.errors() == "");
    }
  }
}

TEST_CASE("spans of JSON cover each value and key as written") {
  Parsed p = json("\xEF\xBB\xBF {\"ключ\" :\t\"\\u00e9: , é\",\r\n\"n\":-12.50 , \"l\": [1,[2 ],{\"x\":false}]\n}  ");
  REQUIRE(p.root);
  CHECK(p.root->span.text() == p.source->text().substr(4, p.source->text().size() - 6));
  CHECK(p.root->entries[0].key_span.text() == "\"ключ\"");
  CHECK(p.root->entries[0].value.span.text() == "\"\\u00e9: , é\"");
  CHECK(p.root->entries[1].value.span.text() == "-12.50");
  const notation::Node& list = p.root->entries[2].value;
  CHECK(list.span.text() == "[1,[2 ],{\"x\":false}]");
  CHECK(list.items[0].span.text() == "1");
  CHECK(list.items[1].span.text() == "[2 ]");
  CHECK(list.items[1].items[0].span.text() == "2");
  CHECK(list.items[2].entries[0].value.span.text() == "false");
  CHECK(json("12").root->span.text() == "12");
  CHECK(json(" 12 ").root->span.text() == "12");
}

TEST_CASE("a NUL does not end JSON: text after it is an error") {
  using namespace std::string_literals;
  CHECK(json("[1]\n\0 hidden"s).errors() ==
        "error[json-syntax]: unexpected text after the end of the value\n"
        "  --> data/a.json:2:1\n"
        "   |\n"
        " 2 | ␀ hidden\n"
        "   | ^^^^^^^^\n");
  CHECK(json("[1]\0"s).errors() != "");
  CHECK(json("[1,\0 2]"s).first_message() == "expected a value");
  base::SourceText rows("data/a.json", "[{\"a\": 1}]\0[{\"a\": 2}]"s);
  Rows read = read_rows(rows);
  CHECK_FALSE(read.complete);
  CHECK(read.messages() == std::vector<std::string>{"unexpected text after the end of the value"});
}

TEST_CASE("JSON within a page points into the page") {
  base::SourceText page("content/a.md", "```chart a\n{\"mark\": 5}\n```\n");
  base::Diagnostics diagnostics;
  auto node = notation::parse_json({&page, 11, 22}, diagnostics);
  REQUIRE(node);
  CHECK(node->find("mark")->span.text() == "5");
  CHECK_FALSE(notation::parse_json({&page, 11, 23 - 3}, diagnostics));
  CHECK(page.position(diagnostics.list()[0].span.begin).line == 2);
}

TEST_CASE("mistakes in JSON are explained") {
  CHECK(json("{\"a\": [1, {\"b\": 2}\n").errors() ==
        "error[json-syntax]: unexpected end of the file\n"
        "  --> data/a.json:1:18\n"
        "   |\n"
        " 1 | {\"a\": [1, {\"b\": 2}\n"
        "   |                  ^\n"
        "   = note: this is not closed\n"
        "  ::: data/a.json:1:7\n"
        "   |\n"
        " 1 | {\"a\": [1, {\"b\": 2}\n"
        "   |       ^\n");
  CHECK(json("[1, 2,\n]").errors() ==
        "error[json-syntax]: a comma after the last value\n"
        "  --> data/a.json:1:6\n"
        "   |\n"
        " 1 | [1, 2,\n"
        "   |      ^\n"
        "   = help: delete it\n");
  struct Case {
    const char* text;
    const char* message;
    std::string_view shown;
  };
  for (const Case& c : {Case{"{\"a\": 1,}", "a comma after the last value", ","},
                        {"{\"a\": 1 \"b\": 2}", "a comma or a closing bracket is missing before this", "\"b\""},
                        {"[{\"a\": 1]", "a comma or a closing bracket is missing before this", "]"},
                        {"{\"a\" 12}", "expected \":\" after the key", "12"},
                        {"{abc: 1}", "a key in \"…\" is expected here", "abc"},
                        {"{,}", "a key in \"…\" is expected here", ","},
                        {"{'a': 1}", "JSON has no single quotes", "'"},
                        {"[\"abc\ndef\"]", "this quote is not closed on its line", "\""},
                        {"[\"abc", "this quote is never closed", "\""},
                        {"[1, // x\n2]", "JSON has no comments", "/"},
                        {"[NaN]", "JSON has no such number", "NaN"},
                        {"[-Infinity]", "JSON has no such number", "-Infinity"},
                        {"[01]", "this is not a JSON number", "01"},
                        {"[+1]", "this is not a JSON number", "+1"},
                        {"[.5]", "this is not a JSON number", ".5"},
                        {"[1e]", "this is not a JSON number", "1e"},
                        {"[1.2.3]", "this is not a JSON number", "1.2.3"},
                        {"[0x1F]", "this is not a JSON number", "0x1F"},
                        {"[-]", "this is not a JSON number", "-"},
                        {"[12kg]", "this is not a JSON number", "12kg"},
                        {"[1.]", "this is not a JSON number", "1."},
                        {"[1e999]", "this number is too large", "1e999"},
                        {"[\"\\q\"]", "this escape does not exist in JSON", "q"},
                        {"[\"a\tb\"]", "a control character (U+0009) in a string", "\t"},
                        {"[\"\\u12\"]", "\\u needs four hexadecimal digits", "\\u"},
                        {"[\"\\u12G4\"]", "\\u needs four hexadecimal digits", "\\u"},
                        {"[\"\\ud83d\"]", "this escape is half a character", "\\ud83d"},
                        {"[\"\\ud83d\\u0041\"]", "this escape is half a character", "\\ud83d\\u0041"},
                        {"[\"\\ude00\"]", "this escape is half a character", "\\ude00"},
                        {"[1] // x", "JSON has no comments", "/"},
                        {"{\"a\" true}", "expected \":\" after the key", "true"},
                        {"{\"a\": 1, 2: 3}", "a key in \"…\" is expected here", "2"},
                        {"[tru]", "expected a value", "tru"},
                        {"[truefalse]", "expected a value", "truefalse"},
                        {"[1 true]", "a comma or a closing bracket is missing before this", "true"},
                        {"]", "expected a value", "]"},
                        {"[1}", "a comma or a closing bracket is missing before this", "}"},
                        {"[1,", "unexpected end of the file", ","},
                        {"[\xE9]", "the byte 0xE9 is not part of UTF-8 text", "\xE9"},
                        {"[\"\xED\xA0\x80\"]", "the byte 0xED is not part of UTF-8 text", "\xED"},
                        {"[\"\xC0\xAF\"]", "the byte 0xC0 is not part of UTF-8 text", "\xC0"},
                        {"[1] 2", "unexpected text after the end of the value", "2"},
                        {"[1,,2]", "expected a value", ","},
                        {"{\"a\": }", "expected a value", "}"},
                        {"[True]", "expected a value", "True"},
                        {"", "the file is empty", ""},
                        {" \n", "the file is empty", ""},
                        {"[\"caf\xE9\"]", "the byte 0xE9 is not part of UTF-8 text", "\xE9"}}) {
    CAPTURE(c.text);
    Parsed p = json(c.text);
    CHECK_FALSE(p.root);
    REQUIRE(p.diagnostics.errors() == 1);
    CHECK(p.diagnostics.list()[0].code == "json-syntax");
    CHECK(p.first_message() == c.message);
    if (!c.shown.empty()) CHECK(p.diagnostics.list()[0].span.text() == c.shown);
  }
}

TEST_CASE("all duplicate keys in JSON are reported") {
  Parsed p = json(R"({"a":1,"a":2,"b":{"c":1,"c":2}})");
  CHECK_FALSE(p.root);
  CHECK(p.diagnostics.errors() == 2);
  CHECK(p.first_message() == "the key \"c\" occurs twice in one map");
}

TEST_CASE("64 levels of JSON are read, and more are an error") {
  auto nested = [](size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  CHECK(json(nested(64)).root);
  CHECK(json(nested(65)).first_message() == "lists and maps are nested more than 64 levels deep");
  CHECK(json(std::string(1000000, '[')).diagnostics.errors() == 1);
  base::SourceText rows("data/rows.json", "[{\"a\":" + std::string(100000, '['));
  CHECK_FALSE(read_rows(rows).complete);
}

TEST_CASE("no prefix of a valid JSON text crashes or hangs") {
  std::string text = " {\"a\\u00e9\": [1.5e-3, \"\\ud83d\\ude00é\", null, {\"b\": -0}], \"c\": true} ";
  for (size_t end = 0; end < text.size() - 1; ++end) {
    Parsed p = json(text.substr(0, end));
    CHECK_FALSE(p.root);
    REQUIRE(p.diagnostics.errors() == 1);
    CHECK(p.diagnostics.list()[0].span.end <= end);
    CHECK(p.errors() != "");
  }
}

TEST_CASE("rows of JSON are read one by one with their types and positions") {
  base::SourceText source(
      "data/rows.json",
      "[{\"a\": 1, \"b\": \"x\"},\n {\"a\": null},\n {\"a\": 2.70, \"b\": true, \"c\": \"é\"},\n {}]\n");
  std::vector<std::string> places;
  base::Diagnostics diagnostics;
  bool complete = notation::read_json_rows(source, diagnostics, [&](const notation::Node& row) {
    places.emplace_back(row.span.text());
    for (const auto& entry : row.entries) places.emplace_back(entry.value.span.text());
    return true;
  });
  CHECK(complete);
  CHECK(diagnostics.empty());
  CHECK(places == std::vector<std::string>{"{\"a\": 1, \"b\": \"x\"}", "1", "\"x\"", "{\"a\": null}", "null",
                                           "{\"a\": 2.70, \"b\": true, \"c\": \"é\"}", "2.70", "true", "\"é\"", "{}"});
  CHECK(read_rows(source).rows ==
        std::vector<std::string>{"{a: 1, b: \"x\"}", "{a: null}", "{a: 2.70, b: true, c: \"é\"}", "{}"});
  CHECK(read_rows(base::SourceText("data/rows.json", "[]")).complete);
}

TEST_CASE("stopping the reader of rows early is not an error") {
  base::SourceText source("data/rows.json", "[{\"a\": 1}, {\"a\": 2}, {\"a\": 3}, oops]");
  Rows result = read_rows(source, 2);
  CHECK(result.rows.size() == 2);
  CHECK(result.complete);
}

TEST_CASE("a row may be a list, which leaves no cells in later rows") {
  base::SourceText source("data/rows.json", "[[1, \"x\", null], {\"a\": 2}, [3], {\"a\": 4}]");
  Rows result = read_rows(source);
  CHECK(result.complete);
  CHECK(result.rows.size() == 4);
  CHECK(result.rows[1] == "{a: 2}");
  CHECK(result.rows[3] == "{a: 4}");
}

TEST_CASE("rows that are neither maps nor lists are reported, and the others are read") {
  base::SourceText source("data/rows.json", "[5,\n{\"a\": 2, \"a\": 3},\n{\"ok\": 1}]");
  Rows result = read_rows(source);
  CHECK_FALSE(result.complete);
  CHECK(result.rows == std::vector<std::string>{"{ok: 1}"});
  CHECK(result.messages() == std::vector<std::string>{"a row must be a map of values, not a number",
                                                      "the key \"a\" occurs twice in one map"});
  CHECK(read_rows(base::SourceText("data/rows.json", "{\"a\": 1}")).messages() ==
        std::vector<std::string>{"the file must be a list of rows, not a map"});
  CHECK(read_rows(base::SourceText("data/rows.json", "7")).messages() ==
        std::vector<std::string>{"the file must be a list of rows, not a number"});
}

TEST_CASE("a file with many invalid rows has at most 100 messages") {
  std::string text = "[1";
  for (int i = 0; i < 100000; ++i) text += ",1";
  Rows result = read_rows(base::SourceText("data/rows.json", text + "]"));
  CHECK_FALSE(result.complete);
  CHECK(result.diagnostics.errors() == 100);
}

TEST_CASE("json_text() returns what nlohmann::json writes, for any bytes") {
  using Json = nlohmann::json;
  std::vector<std::string> texts = {"",         "a plain text: {1, 2}", "\"said\" \\ and / done",
                                    "größe 🦀", "cut \xF0\x9F",         "a\xFF\nb"};
  for (int byte = 0; byte < 256; ++byte) texts.push_back("eight by" + std::string(1, static_cast<char>(byte)) + "tes");
  for (const std::string& text : texts)
    CHECK(notation::json_text(text) == Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
}

TEST_CASE("script_text() cannot end a script and contains nothing that HTML forbids") {
  CHECK(notation::script_text("</script> & \"\\\n\xE2\x80\xA8\xE2\x80\xA9\x01\x7F\xC2\x80\xEF\xBF\xBF größe 🦀") ==
        R"("\u003c/script> & \"\\\n\u2028\u2029\u0001\u007f\u0080\uffff größe 🦀")");
  for (char32_t c = 0; c < 0x20000; c += c == 0xD7FF ? 0x801 : 1) {
    std::string text;
    base::append_code_point(text, c);
    CHECK(nlohmann::json::parse(notation::script_text(text)).get<std::string>() == text);
  }
}
