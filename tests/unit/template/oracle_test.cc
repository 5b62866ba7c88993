// Renders random templates with this engine and with Jinja2. The output must be equal if both accept a template.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "base/diagnostic_format.h"
#include "template/engine.h"

namespace {

using Json = nlohmann::ordered_json;

templates::Value from_json(const Json& json) {
  if (json.is_object()) {
    if (json.size() == 1 && json.contains("$html")) return markup::SafeHtml::trusted(json["$html"].get<std::string>());
    templates::Map map;
    for (const auto& [name, item] : json.items()) map.set(name, from_json(item));
    return map;
  }
  if (json.is_array()) {
    templates::List list;
    for (const Json& item : json) list.push(from_json(item));
    return list;
  }
  if (json.is_string()) return json.get<std::string>();
  if (json.is_boolean()) return templates::Value(json.get<bool>());
  if (json.is_number_integer()) return json.get<int64_t>();
  return nullptr;
}

// Writes random templates: mostly sensible ones, and some that either engine refuses.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  Json next() {
    Json templates = Json::object();
    loops_ = 0;
    names_ = {"title", "n", "x", "ok", "nothing", "words", "pages", "html", "map", "page"};
    in_part_ = true;
    templates["part"] = body(1);
    in_part_ = false;
    if (below(3) == 0) {
      templates["base"] = "<h1>{% block head %}" + body(1) + "{% endblock %}</h1>" + body(1) +
                          "{% block tail %}<p>{% block inner %}-{{ n }}{% endblock %}</p>{% endblock %}" + body(1);
      std::string child = "{% extends \"base\" %}\n";
      if (below(2)) child += "{% set chosen = " + expr(2) + " %}";
      if (below(2)) child += "\n{% block head %}" + maybe_super() + body(2) + "{% endblock head %}\n";
      if (below(2)) child += "{% block tail -%} " + body(1) + maybe_super() + " {%- endblock %}";
      if (below(2)) child += "{% block inner %}" + maybe_super() + body(1) + "{% endblock %}";
      templates["main"] = child;
    } else {
      templates["main"] = body(3);
    }
    return {{"templates", templates}, {"context", context()}};
  }

 private:
  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }
  template <class T>
  const T& pick(const std::vector<T>& list) {
    return list[below(list.size())];
  }
  std::string maybe_super() { return below(2) ? "[{{ super() }}]" : ""; }

  std::string text() {
    return pick<std::string>({"a coffee", " ", "\n", "  \n  ", "&amp; more", "<b>bold</b>", "Ärger ", "}} ", "% }",
                              "{ x }", "'q\"", "<br/>", "", "5 &lt; 6 ", "\t", "<i class='x'>i</i>\n"});
  }

  std::string word() {
    return pick<std::string>({"\"a\"", "'b c'", "\"<&>'\"", "'Straße élan'", "\"\"", "\"river Rhine at-the (delta)\"",
                              "'  spaced'", "\"9\"", "'z\\n'", "\"a/b?c=d&e\""});
  }
  std::string number() { return pick<std::string>({"0", "1", "2", "3", "7", "100"}); }

  std::string name() { return pick(names_); }

  std::string expr(int depth) {
    if (depth <= 0 || below(5) == 0) {
      switch (below(9)) {
        case 0:
          return word();
        case 1:
          return number();
        case 2:
          return pick<std::string>({"true", "false", "none"});
        case 3:
          return "page." + pick<std::string>({"title", "minutes", "tags", "missing", "next"});
        case 4:
          return "map[" + pick<std::string>({"\"a\"", "'b'", "\"c d\"", "\"zz\""}) + "]";
        case 5:
          return "pages[" + pick<std::string>({"0", "1", "9"}) + "].title";
        case 6:
          return loops_ > 0 ? "loop." + pick<std::string>({"index", "first", "last", "length"}) : name();
        default:
          return name();
      }
    }
    std::string a = expr(depth - 1);
    std::string b = expr(depth - 1);
    switch (below(13)) {
      case 0:
      case 1:
        return a + " ~ " + b;
      case 2:
        return a + pick<std::string>({" and ", " or "}) + b;
      case 3:
        return "not " + a;
      case 4:
        return choice(a + pick<std::string>({" == ", " != ", " < ", " <= ", " > ", " >= "}) + b);
      case 5:
        return choice(word() + pick<std::string>({" in ", " not in "}) +
                      pick<std::string>({"words", "title", "map", "page.tags"}));
      case 6:
        return a + " if " + b + " else " + expr(depth - 1);
      case 7:
        return "(" + a + ")";
      case 8:
        return choice(a + " is " + pick<std::string>({"defined", "none", "not none", "not defined"}));
      default:
        return filtered(a);
    }
  }

  std::string choice(const std::string& condition) { return "('y' if " + condition + " else 'n')"; }

  std::string filtered(const std::string& subject) {
    switch (below(10)) {
      case 0:
        return subject + "|upper";
      case 1:
        return subject + "|lower";
      case 2:
        return subject + "|length";
      case 3:
        return pick<std::string>({"words", "page.tags", "mixed"}) + "|join(" +
               pick<std::string>({"''", "', '", "\"<br>\"", "html"}) + ")";
      case 4:
        return pick<std::string>({"words", "page.tags"}) + pick<std::string>({"|first", "|last"});
      case 5:
        return subject + "|default(" + word() + ")";
      case 6:
        return pick<std::string>({"nothing", "missing", "page.missing", "map.zz", "title"}) + "|default('-')";
      case 7:
        return subject + "|replace('a', " + word() + ")";
      case 8:
        return subject + "|urlencode";
      default:
        return subject + "|upper|length";
    }
  }

  std::string open() { return pick<std::string>({"{% ", "{%- ", "{%", "{% "}); }
  std::string close() { return pick<std::string>({" %}", " -%}", "%}", " %}"}); }

  std::string statement(int depth) {
    switch (below(12)) {
      case 0:
        return open() + "if " + expr(2) + close() + body(depth - 1) +
               (below(2) ? "{% elif " + expr(1) + " %}" + body(depth - 1) : "") +
               (below(2) ? "{% else -%}" + body(depth - 1) : "") + open() + "endif" + close();
      case 1: {
        std::string list = pick<std::string>({"words", "page.tags", "empty"});
        names_.push_back("item");
        ++loops_;
        std::string inside = body(depth - 1);
        --loops_;
        names_.pop_back();
        return open() + "for item in " + list + close() + inside + open() + "endfor" + close();
      }
      case 2: {
        names_.push_back("p.title");
        ++loops_;
        std::string inside = body(depth - 1);
        --loops_;
        names_.pop_back();
        return "{% for p in pages %}" + inside + "<a href=\"{{ p.href }}\">{{ p.title }}</a>{% endfor %}";
      }
      case 3: {
        std::string result = open() + "set y = " + expr(2) + close();
        names_.push_back("y");
        return result;
      }
      case 4:
        return below(3) && !in_part_ ? "{% include \"part\" %}" : "{# a comment #}";
      case 5:
        return "{#- cut -#}";
      case 6:
        return "<p title=\"{{ " + expr(2) + " }}\" lang='{{ title }}'>{{ " + expr(2) + " }}</p>";
      case 7:
        return "<i{% if " + expr(1) + " %} class=\"x {{ n }}\"{% endif %}>i</i>";
      default:
        return pick<std::string>({"{{ ", "{{- ", "{{"}) + expr(3) + pick<std::string>({" }}", " -}}", "}}"});
    }
  }

  std::string body(int depth) {
    std::string out;
    size_t names = names_.size();
    for (size_t i = below(4); i > 0; --i) {
      out += text();
      out += depth > 0 ? statement(depth) : "{{ " + expr(1) + " }}";
    }
    // A variable that was set within this body may be undefined after it.
    if (names_.size() > names) names_.resize(names);
    return out + text();
  }

  Json context() {
    Json page = {{"title", "R & D"}, {"minutes", 4}, {"tags", {"arabica", "Robusta", "<b>"}}, {"next", nullptr}};
    return {
        {"title", pick<std::string>({"Coffee & <tea>", "ÉCLAIR's", ""})},
        {"n", pick<Json>({3, -7, 12, 0})},
        {"x", pick<Json>({25, -125, 123456789})},
        {"ok", below(2) == 1},
        {"nothing", nullptr},
        {"words", {"delta", "Alpha", "charlie", "Bravo", "it's"}},
        {"empty", Json::array()},
        {"mixed", {"<one>", 2, {{"$html", "<em>four</em>"}}}},
        {"pages",
         {{{"title", "Beans"}, {"href", "beans.html"}}, {{"title", "A \"roast\""}, {"href", "roast.html?a=1&b=2"}}}},
        {"html", {{"$html", "<b>safe &amp; sound</b>"}}},
        {"map", {{"a", 1}, {"b", "two"}, {"c d", 10}}},
        {"long", "The river rises in the hills, and flows for many days through wide plains to the sea."},
        {"page", page}};
  }

  std::mt19937 random_;
  std::vector<std::string> names_;
  int loops_ = 0;
  bool in_part_ = false;  // whether a part is being written, because a part must not include itself
};

struct Outcome {
  bool compiled = false;
  bool rendered = false;
  std::string text;
  std::string errors;
};

Outcome render_here(const Json& test) {
  Outcome outcome;
  std::vector<std::unique_ptr<base::SourceText>> texts;
  templates::Sources sources;
  for (const auto& [name, text] : test["templates"].items()) {
    texts.push_back(std::make_unique<base::SourceText>("templates/" + name, text.get<std::string>()));
    sources[name] = texts.back().get();
  }
  base::Diagnostics diagnostics;
  auto engine = templates::Engine::compile(sources, diagnostics);
  outcome.compiled = engine != nullptr;
  if (engine) outcome.rendered = engine->render("main", from_json(test["context"]), outcome.text, diagnostics);
  for (const auto& diagnostic : diagnostics.list()) {
    outcome.errors += base::format_diagnostic(diagnostic, base::DiagnosticFormat::text, false);
  }
  return outcome;
}

}  // namespace

TEST_CASE("if Jinja2 accepts a template too, its output is equal byte for byte") {
  namespace fs = std::filesystem;
  if (std::system("/usr/bin/python3 -c 'import jinja2' >/dev/null 2>&1") != 0) {
    MESSAGE("skipped: /usr/bin/python3 has no jinja2");
    return;
  }
  constexpr size_t kCases = 4000;
  fs::path folder =
      fs::temp_directory_path() / fmt::format("sourcebook-oracle-{}", static_cast<unsigned>(std::random_device()()));
  fs::create_directories(folder);
  Generator generator(20240229);
  std::vector<Json> cases;
  {
    std::ofstream file(folder / "cases");
    for (size_t i = 0; i < kCases; ++i) {
      cases.push_back(generator.next());
      file << cases.back().dump() << "\n";
    }
  }
  std::string command = fmt::format("/usr/bin/python3 {}/tests/unit/template/jinja_oracle.py {} {}", SOURCEBOOK_ROOT,
                                    (folder / "cases").string(), (folder / "results").string());
  REQUIRE(std::system(command.c_str()) == 0);

  std::ifstream results(folder / "results");
  std::string line;
  size_t both = 0, here_only = 0, there_only = 0, different = 0;
  bool verbose = std::getenv("SOURCEBOOK_ORACLE_VERBOSE") != nullptr;
  for (const Json& test : cases) {
    REQUIRE(std::getline(results, line));
    Json there = Json::parse(line);
    Outcome here = render_here(test);
    bool accepted_there = there.contains("text");
    both += here.rendered && accepted_there;
    here_only += here.rendered && !accepted_there;
    there_only += !here.rendered && accepted_there;
    if (verbose && here.rendered != accepted_there) {
      fmt::print("--- {}\n{}\n{}\n", here.rendered ? "HERE ONLY" : "THERE ONLY", test["templates"].dump(1),
                 here.rendered ? line : here.errors);
    }
    if (!here.rendered || !accepted_there || here.text == there["text"].get<std::string>()) continue;
    if (++different <= 5) {
      CAPTURE(test["templates"].dump(1));
      CAPTURE(there["text"].get<std::string>());
      CAPTURE(here.text);
      CHECK(here.text == there["text"].get<std::string>());
    }
  }
  fs::remove_all(folder);
  MESSAGE(
      fmt::format("both accept {}, only this engine {}, only Jinja2 {}, of {}", both, here_only, there_only, kCases));
  CHECK(different == 0);
  CHECK(both > kCases / 3);
}
