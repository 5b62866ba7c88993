#include "notation/format.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "notation/schema.h"
#include "parsing.h"

namespace {

using namespace notation::kinds;
using notation::Format;
using notation::kRequired;

struct Word {
  std::string text;
  base::Span span;
};

struct Part {
  Word name;
  std::string note = "no note";
  base::Span span;
};

enum class Side { left, right };

struct Base {
  std::string owner;
};

struct Whole : Base {
  Word title;
  std::vector<Word> tags;
  std::vector<std::string> paths;
  std::vector<base::Span> path_spans;
  bool is_open = true;
  std::optional<bool> is_listed;
  size_t rows = 7;
  std::optional<double> share;
  Side side = Side::left;
  std::string word;
  std::optional<Part> part;
  std::vector<Part> parts, named_parts;
  std::string inner;
  std::optional<Word> motto;
  Part other;
  base::Span scale_span;
  double scale = 0;
};

const Format<Part> kPart{
    "the part",
    {
        {"name", text(&Part::name), kRequired, "Its name."},
        {"note", text(&Part::note), "no note", "A note."},
    },
};

const Format<Whole> kInner{"inside", {{"inner", text(&Whole::inner), "none", "A text of the whole."}}};

bool explain(const notation::Entry& entry, const notation::AnyFormat& format, base::Diagnostics& diagnostics) {
  if (entry.key == "weight")
    diagnostics.error("unknown-key", entry.key_span, std::string(format.what()) + " has no weight");
  return entry.key == "weight";
}

void check(Whole& whole, const notation::Node& map, base::Diagnostics& diagnostics) {
  if (!whole.word.empty() && whole.paths.empty()) diagnostics.error("missing-key", map.span, "a word needs paths");
}

const Format<Whole> kWhole{
    "this whole",
    {
        {"title", text(&Whole::title), kRequired, "The [title](titles.md#a) of it."},
        {"owner", text(&Base::owner), "none", "A text of the base class."},
        {"tags", filled_texts(&Whole::tags), "none", "Tags."},
        {"paths", texts(&Whole::paths, &Whole::path_spans), "none", "Paths."},
        {"open", flag(&Whole::is_open), "`true`", "Whether it is open."},
        {"listed", flag(&Whole::is_listed), "none", "Whether it is listed."},
        {"rows", whole_number(&Whole::rows, {.least = 1, .most = 9}), "7", "How many rows."},
        {"share", number(&Whole::share, {.least = 0}), "none", "A share."},
        {"side", choice(&Whole::side, {{"left", Side::left}, {"right", Side::right}}), "`left`", "Where."},
        {"word", choice(&Whole::word, {"one", "two"}), "none", "A word."},
        {"part", map(&Whole::part, kPart), "none", "A part."},
        {"parts", list(&Whole::parts, kPart), "none", "Parts."},
        {"named",
         named(&Whole::named_parts, kPart, [](Part& part, const notation::Entry& entry) { part.note = entry.key; }),
         "none", "Parts by name."},
        {"inside", map(kInner), "none", "More."},
        {"motto", text(&Whole::motto), "none", "A text, which may be empty."},
        {"label", within(&Whole::other, text(&Part::note)), "none", "A text of a part."},
        {"scale", with_span(&Whole::scale_span, number(&Whole::scale, {.most = 2, .above = 0})), "1", "A number.",
         "left right"},
    },
    {.rules = R"({"dependentRequired": {"word": ["paths"]}})", .check = check, .explain = explain},
};

TEST_CASE("a format stores the value of each key in its place") {
  Parsed p = yaml(
      "title: Cost\nowner: me\ntags: [a, 5]\npaths: one\nopen: false\nlisted: true\nrows: 3\nshare: 0.5\nside: right\n"
      "word: two\npart: {name: p}\nparts: [{name: q, note: r}]\nnamed: {s: {name: t}}\ninside: {inner: u}\n"
      "motto: ''\nlabel: v\nscale: 2\n");
  const Whole whole = kWhole.read(*p.root, p.diagnostics);
  CHECK(p.errors() == "");
  CHECK(whole.title.text == "Cost");
  CHECK(whole.title.span.text() == "Cost");
  CHECK(whole.owner == "me");
  CHECK(whole.tags.at(1).span.text() == "5");
  CHECK(whole.paths == std::vector<std::string>{"one"});
  CHECK(whole.path_spans.at(0).text() == "one");
  CHECK_FALSE(whole.is_open);
  CHECK(whole.is_listed == true);
  CHECK(whole.rows == 3);
  CHECK(whole.share == 0.5);
  CHECK(whole.side == Side::right);
  CHECK(whole.word == "two");
  CHECK(whole.part->name.text == "p");
  CHECK(whole.part->span.text() == "{name: p}");
  CHECK(whole.parts.at(0).note == "r");
  CHECK(whole.named_parts.at(0).note == "s");
  CHECK(whole.inner == "u");
  CHECK(whole.motto->text.empty());
  CHECK(whole.other.note == "v");
  CHECK(whole.scale == 2);
  CHECK(whole.scale_span.text() == "2");
  CHECK(kWhole.find("scale")->used_by == "left right");
}

TEST_CASE("what is absent or null keeps its default") {
  Parsed p = yaml("title: Cost\nopen:\nrows: null\nside:\npart:\nparts:\n");
  const Whole whole = kWhole.read(*p.root, p.diagnostics);
  CHECK(p.errors() == "");
  CHECK(whole.is_open);
  CHECK(whole.rows == 7);
  CHECK(whole.side == Side::left);
  CHECK_FALSE(whole.part.has_value());
}

TEST_CASE("a format reports all errors, at their positions") {
  const auto errors = [](const std::string& text) {
    Parsed p = yaml(text);
    (void)kWhole.read(*p.root, p.diagnostics);
    std::string all;
    for (const auto& d : p.diagnostics.list())
      all += d.code + " " + std::string(d.span.text()) + ": " + d.message + "\n";
    return all;
  };
  CHECK(errors("tags: a") == "missing-key tags: a: this whole needs the key \"title\"\n");
  CHECK(errors("{title: a, rows: 10, share: -1}") ==
        "bad-value 10: \"rows\" of this whole cannot be 10\n"
        "bad-value -1: \"share\" of this whole cannot be -1\n");
  CHECK(errors("{title: a, scale: 0}") == "bad-value 0: \"scale\" of this whole cannot be 0\n");
  CHECK(errors("{title: a, tags: ['']}") == "bad-value '': empty text in \"tags\"\n");
  CHECK(errors("{title: a, side: up}") == "unknown-value up: \"side\" of this whole cannot be \"up\"\n");
  CHECK(errors("{title: a, titel: b, weight: 1}") ==
        "unknown-key titel: this whole has no key \"titel\"\nunknown-key weight: this whole has no weight\n");
  CHECK(errors("{title: a, named: {b: {nmae: c}}}") ==
        "missing-key {nmae: c}: the part \"b\" needs the key \"name\"\n"
        "unknown-key nmae: the part \"b\" has no key \"nmae\"\n");
  CHECK(errors("{title: a, word: one}") == "missing-key {title: a, word: one}: a word needs paths\n");
}

TEST_CASE("the schema of a format has its types, defaults, meanings and rules") {
  const auto schema = nlohmann::json::parse(notation::schema_text(kWhole, "A whole", "What it is."));
  CHECK(schema.at("title") == "A whole");
  CHECK(schema.at("additionalProperties") == false);
  CHECK(schema.at("required") == nlohmann::json{"title"});
  CHECK(schema.at("dependentRequired").contains("word"));
  const auto key = [&](const char* name) { return schema.at("properties").at(name); };
  CHECK(key("title").at("description") == "The title of it.");
  CHECK(key("title").at("type") == nlohmann::json{"string", "number"});
  CHECK(key("owner").at("type") == nlohmann::json{"string", "number", "null"});
  CHECK(key("rows").at("minimum") == 1);
  CHECK(key("rows").at("maximum") == 9);
  CHECK(key("rows").at("type") == nlohmann::json{"integer", "null"});
  CHECK(key("side").at("enum") == nlohmann::json{"left", "right", nullptr});
  CHECK(key("parts").at("items").at("$ref") == "#/$defs/part");
  CHECK(key("scale").at("exclusiveMinimum") == 0);
  CHECK(schema.at("$defs").at("part").at("required") == nlohmann::json{"name"});
  CHECK(schema.at("$defs").at("inside").at("properties").contains("inner"));
}

}  // namespace
