// Tests that hostile input is refused with an error, or read in time proportional to its size.
#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <functional>

#include "base/text.h"
#include "document/inline_cursor.h"
#include "helpers.h"
#include "unit/little_memory.h"

using document_test::parse;
using document_test::parse_file;
using document_test::reference_html;

namespace {

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// A random number generator that gives the same sequence on all platforms.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2654435761U + 1) {}
  size_t below(size_t limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<size_t>(state_ >> 33) % limit;
  }

 private:
  uint64_t state_;
};

// Checks that all elements are closed in order.
bool is_balanced(std::string_view html) {
  std::vector<std::string> open;
  for (size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    size_t end = html.find('>', at);
    if (end == std::string_view::npos) return false;
    std::string_view tag = html.substr(at + 1, end - at - 1);
    bool closing = tag.starts_with('/');
    if (closing) tag.remove_prefix(1);
    std::string name(tag.substr(0, tag.find(' ')));
    if (name == "br" || name == "hr" || name == "img" || name == "input") continue;
    if (!closing)
      open.push_back(name);
    else if (open.empty() || open.back() != name)
      return false;
    else
      open.pop_back();
  }
  return open.empty();
}

}  // namespace

TEST_CASE("quotes nested 10,000 deep are an error") {
  auto parsed = parse("Text.\n\n" + repeat(">", 10000) + " deep\n");
  CHECK(parsed.codes() == "too-deep");
  CHECK(parsed.document.empty());
  CHECK(parsed.diagnostics.list()[0].message == "quotes and lists are nested too deeply here");
  CHECK(parsed.source->position(parsed.diagnostics.list()[0].span.begin).line == 3);
  CHECK(parse(repeat("> ", 90) + "fine\n").codes() == "");
  CHECK(parse(repeat("- ", 2000) + "x\n").codes() == "too-deep");
  CHECK(parse(repeat("1. ", 2000) + "x\n").codes() == "too-deep");
}

TEST_CASE("100,000 opening brackets in one paragraph are an error") {
  auto parsed = parse(repeat("[", 100000));
  CHECK(parsed.messages().starts_with(
      "error[too-much-work]: this text needs more work than a build may do for its size: a paragraph of 100 kB\n"));
  CHECK(parsed.document.empty());
}

TEST_CASE("the limits of a paragraph do not depend on its line breaks") {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    CHECK(parse(repeat("*a _b" + end, 10001)).codes() == "too-much-work");
    CHECK(parse(repeat("*a _b" + end + end, 10001)).codes() == "");
  }
}

TEST_CASE("a table that is completed with too many empty cells is refused") {
  const auto table = [](size_t columns, const std::string& row, size_t rows) {
    return repeat("|a", columns) + "|\n" + repeat("|-", columns) + "|\n" + repeat(row, rows);
  };
  CHECK(parse(table(500, "a\n", 500)).codes() == "too-much-work");
  CHECK(parse(table(500, "|a\\|b\n", 500)).codes() == "too-much-work");
  CHECK(parse("> " + base::replace_all(table(500, "a\n", 500), "\n", "\n> ")).codes() == "too-much-work");
  CHECK(parse(table(5000, "", 0)).codes() == "");
  CHECK(parse(table(4, "|a\n", 4000)).codes() == "");
  CHECK(parse(table(500, repeat("|abc", 500) + "\n", 50)).codes() == "");
  CHECK(parse(repeat("a\\|", 5000)).codes() == "");
}

TEST_CASE("many references to a long definition are refused") {
  const std::string references = repeat("[a] ", 4000) + "\n\n";
  CHECK(parse(references + "[a]: /" + repeat("b", 9000) + "\n").codes() == "too-much-work");
  CHECK(parse(references + "[a]: /b\n'" + repeat("[c]: d\n", 1500) + "'\n").codes() == "too-much-work");
  CHECK(parse(references + "> [a]:\n> </" + repeat("b", 9000) + ">\n").codes() == "too-much-work");
  CHECK(parse(references + "[a]: </" + repeat("b ", 4500) + ">\n").codes() == "too-much-work");
  CHECK(parse(references + "[a]: /b \"A title\"\n").codes() == "");
}

TEST_CASE("a table with 20,000 rows is read") {
  auto parsed = parse("| a | b |\n|---|---|\n" + repeat("| x | [y](z.md) |\n", 20000));
  CHECK(parsed.codes() == "");
  std::string rows = "| a | b |\n|---|---|\n" + repeat("| x | y |\n", 20000);
  auto plain = parse(rows);
  CHECK(plain.codes() == "");
  CHECK(document_test::write_plain_html(plain.document) == reference_html(rows));
}

TEST_CASE("invalid UTF-8 and NUL bytes are errors at their positions") {
  CHECK(parse("Fine.\n\nCaf\xE9 au lait\n").messages() ==
        "error[invalid-utf8]: the byte 0xe9 is not UTF-8 here\n"
        "  --> content/page.md:3:4\n"
        "   |\n"
        " 3 | Caf\\xe9 au lait\n"
        "   |    ^^^^\n"
        "   = expected: text in UTF-8\n"
        "   = help: save the file as UTF-8\n");
  CHECK(parse(std::string("a\0b", 3)).codes() == "nul-byte");
}

TEST_CASE("patterns that make a parser quadratic take little time") {
  const std::pair<const char*, std::function<std::string()>> patterns[] = {
      {"emphasis", [] { return repeat("*a **a ", 4000) + "b" + repeat(" a** a*", 1000); }},
      {"closers", [] { return repeat("a_ ", 9000); }},
      {"openers", [] { return repeat("_a ", 9000); }},
      {"underscores", [] { return repeat("_", 9999) + " " + repeat("a_", 1); }},
      {"links", [] { return repeat("[a](", 9999); }},
      {"angles", [] { return repeat("[a](<b", 9000); }},
      {"images", [] { return repeat("![[]()", 4900); }},
      {"backticks",
       [] {
         std::string text;
         for (size_t i = 1; i < 140; ++i) text.append("e").append(i, '`');
         return text;
       }},
      {"at signs", [] { return repeat("a@", 9999); }},
      {"tildes", [] { return repeat("~a ", 9999); }},
      {"entities", [] { return repeat("&x", 200000); }},
      {"html", [] { return repeat("<a b", 9999); }},
      {"comments", [] { return repeat("<!--", 9999); }},
      {"footnotes", [] { return repeat("[^a] ", 9000) + "\n\n[^a]: x\n"; }},
      {"footnote definitions",
       [] {
         std::string text;
         for (int i = 0; i < 3000; ++i) text += base::replace_all("[^N]: x[^N]\n\n", "N", std::to_string(i));
         return text;
       }},
      {"citations", [] { return repeat("[@", 9999); }},
      {"unclosed citations", [] { return repeat("[@a ", 9999); }},
      {"brackets and prefixes", [] { return repeat("[a @b ", 9000); }},
      {"own ids", [] { return repeat("# a {#a}\n\n", 2000); }},
      {"same headings", [] { return repeat("# a\n\n", 20000); }},
      {"definitions",
       [] {
         std::string text;
         for (int i = 0; i < 9000; ++i) text.append("[").append(std::to_string(i)).append("]: u\n");
         return text + repeat("[0] ", 900);
       }},
      {"blank lines in lists", [] { return repeat("- ", 90) + "a" + repeat("\n", 100000); }},
      {"rows of dashes", [] { return repeat("a\n:-\n", 150); }},
      {"long line", [] { return repeat("word ", 190000); }},
      {"open fence", [] { return repeat("```\n", 1) + repeat("[[[[[[[[[[\n", 20000); }},
      {"figures", [] { return repeat("[1](fig:a) `[1](fig:a)` ", 4000); }},
      {"colons", [] { return repeat("fig:", 100000); }},
      {"details", [] { return repeat("<details>\n\n", 3000); }},
  };
  for (auto& [name, make] : patterns) {
    INFO("pattern: " << name);
    std::string text = make();
    double start = cpu_seconds();
    auto parsed = parse(text);
    std::string html = parsed.html();
    double seconds = cpu_seconds() - start;
    CHECK(seconds < 4.0);
    CHECK(is_balanced(html));
  }
}

TEST_CASE("random Markdown has libcmark-gfm's output, balanced HTML and correct spans") {
  const char* pieces[] = {"\n",
                          "\n\n",
                          "> ",
                          "- ",
                          "1. ",
                          "    ",
                          "# ",
                          "a",
                          "b c",
                          " ",
                          "*",
                          "**",
                          "_",
                          "`",
                          "``",
                          "```\n",
                          "~~~ x\n",
                          "[",
                          "]",
                          "](",
                          ")",
                          "(",
                          "![",
                          "[x](y.md)",
                          "[1](fig:a/b)",
                          "<b>",
                          "</b>",
                          "<sub>",
                          "</sub>",
                          "<br>",
                          "<!-- -->",
                          "|",
                          "|---|---|\n",
                          "| a | b |\n",
                          "\\",
                          "\\*",
                          "&amp;",
                          "&copy;",
                          "[^1]",
                          "\n[^1]: n\n",
                          "[@a, p. 1]",
                          "[@b;\n@c]",
                          " {#id}",
                          "[!NOTE]\n",
                          "~",
                          "~~",
                          "  \n",
                          "\\\n",
                          "www.a.example",
                          "https://b.example/x_y",
                          "m@c.example",
                          "- [ ] ",
                          "- [x] ",
                          "<details>\n",
                          "<summary>",
                          "</details>\n",
                          "é",
                          "\t",
                          "===\n",
                          "---\n",
                          "[r]",
                          "\n[r]: /u \"t\"\n",
                          "<https://d.example>",
                          "{",
                          "}",
                          "\"",
                          ":",
                          ";",
                          "0"};
  Random random(7);
  for (int round = 0; round < 8000; ++round) {
    std::string text;
    for (size_t i = random.below(40) + 1; i > 0; --i) text += pieces[random.below(std::size(pieces))];
    // libcmark-gfm also links back to references in a second definition, which it does not print.
    if (text.find("[^1]: n") != text.rfind("[^1]: n")) continue;
    INFO("Markdown: " << text);
    auto parsed = parse(text);
    // libcmark-gfm does not know definition lists, and finds no task behind the mark of another item.
    const std::string reference = reference_html(text);
    const bool has_other_tasks =
        reference.find(">[ ] ") != std::string::npos || reference.find(">[x] ") != std::string::npos;
    const bool has_definitions = parsed.messages().find("a definition without a term") != std::string::npos;
    if (!has_other_tasks && !has_definitions &&
        std::ranges::none_of(parsed.document.nodes(), [](const document::Node& node) {
          return node.kind == document::NodeKind::definition_list;
        }))
      REQUIRE(document_test::write_plain_html(parsed.document) == reference);
    REQUIRE(is_balanced(parsed.html()));
    for (const document::Link& link : parsed.document.links()) {
      REQUIRE(link.span.begin <= link.span.end);
      REQUIRE(link.span.end <= text.size());
      if (link.exact && !link.automatic) {
        REQUIRE(document::resolves_to(link.destination_span.text(), link.destination));
        REQUIRE(link.span.text().starts_with('['));
        REQUIRE(link.span.text().ends_with(')'));
      }
    }
    for (const document::CitationGroup& group : parsed.document.citations()) {
      if (group.span.text().starts_with("[@")) {
        REQUIRE(group.span.text().ends_with(']'));
        REQUIRE(group.citations[0].span.text().substr(1) == group.citations[0].id);
      }
    }
    for (const document::Node& node : parsed.document.nodes()) {
      if (!document::is_block(node.kind)) continue;
      REQUIRE(node.range.begin <= node.range.end);
      REQUIRE(node.range.end <= text.size());
    }
  }
}

TEST_CASE("a page of more than 16 megabytes is not read") {
  std::string text = "---\ntitle: Sizes\n---\n" + repeat("Words of a line that is as long as lines are.\n", 400'000);
  auto parsed = parse_file(text);
  CHECK(parsed.messages() ==
        "error[too-large]: the page is 17 MB\n  --> content/page.md:4:1\n   |\n"
        " 4 | Words of a line that is as long as lines are.\n   | ^\n   = expected: at most 16 MB\n"
        "   = help: put data in data/ and show them with ```table blocks\n");
}

#ifdef SOURCEBOOK_CAN_LIMIT_MEMORY
TEST_CASE("running out of memory for a page is reported as such, in libcmark-gfm too") {
  const base::SourceText text("content/page.md", repeat("*a* [b](c) `d`\n\n", 40'000));
  auto parse_it = [&] {
    base::Diagnostics diagnostics;
    (void)document::parse_document({&text, 0, static_cast<uint32_t>(text.text().size())}, diagnostics);
  };
  CHECK(little_memory::end_of(parse_it, size_t{1} << 30) == 'f');
  for (size_t megabytes = 1; megabytes < 64; megabytes += 3)
    CHECK(little_memory::end_of(parse_it, megabytes << 20) == 'm');
}
#endif
