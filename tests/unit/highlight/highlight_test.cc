// Tests syntax highlighting with the library itself.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "highlight/highlight.h"

using highlight::Piece;
using highlight::Style;

namespace {

// Returns the pieces of a style, joined by "|"; "?" for an unknown language.
std::string found(std::string_view language, std::string_view code, Style style) {
  REQUIRE(highlight::prepare() == "");
  auto pieces = highlight::pieces(language, code);
  if (!pieces) return "?";
  std::string text;
  for (const Piece& piece : *pieces)
    if (piece.style == style)
      text.append(text.empty() ? "" : "|").append(code.substr(piece.begin, piece.end - piece.begin));
  return text;
}

std::string repeat(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("keywords, strings, numbers and comments have different styles") {
  CHECK(found("python", "def f(x):\n    return 'a' + 1  # why\n", Style::string) == "'a'");
  CHECK(found("python", "return 1  # why\n", Style::comment) == "# why");
  CHECK(found("python", "return 12\n", Style::number) == "12");
  CHECK(found("python", "return 12\n", Style::keyword) == "return");
  CHECK(found("sql", "SELECT a FROM b\n", Style::keyword) == "SELECT|FROM");
  CHECK(found("cpp", "int x;\n", Style::type) == "int");
}

TEST_CASE("a comment may span lines, and positions count bytes") {
  CHECK(found("c++", "/* größe\n 𝐱 */ int y;\n", Style::comment) == "/* größe| 𝐱 */");
  CHECK(found("python", "x = 'größe 𝐱' # ende\n", Style::string) == "'größe 𝐱'");
  CHECK(found("python", "x = 'größe 𝐱' # ende\n", Style::comment) == "# ende");
}

TEST_CASE("a byte order mark before a line does not shift positions") {
  CHECK(found("python", "\xEF\xBB\xBFreturn 12\n\xEF\xBB\xBF\xEF\xBB\xBF= 13\n", Style::number) == "12|13");
}

TEST_CASE("languages are found by name, file extension and short name") {
  for (std::string_view language :
       {"bash", "sh",  "shell",      "yaml",     "yml",    "json",  "javascript", "js",  "typescript", "ts",   "python",
        "py",   "c",   "c++",        "cpp",      "C++",    "rust",  "rs",         "go",  "golang",     "java", "sql",
        "html", "css", "dockerfile", "makefile", "cmake",  "toml",  "markdown",   "md",  "diff",       "ini",  "xml",
        "ruby", "rb",  "latex",      "protobuf", "kotlin", "scala", "r",          "lua", "perl"}) {
    CAPTURE(language);
    CHECK(found(language, "", Style::keyword) == "");
  }
  CHECK(found("pyton", "", Style::keyword) == "?");
  CHECK(found("../../etc/passwd", "", Style::keyword) == "?");
  CHECK(found("x\n*", "", Style::keyword) == "?");
}

TEST_CASE("pieces are in order and within the code, for any code") {
  REQUIRE(highlight::prepare() == "");
  const std::string hostile[] = {"",
                                 "\n",
                                 "\r\n\r",
                                 "<script>&\"'</script>",
                                 repeat("(", 3000),
                                 repeat("\"\\", 1500),
                                 repeat("/*", 1500),
                                 "a\xF0\x9F\x98\x80"
                                 "b",
                                 repeat("x", 100000),
                                 repeat("[[{{((<<", 400)};
  for (const std::string& code : hostile)
    for (std::string_view language : {"python", "c++", "html", "sql", "yaml", "bash", "perl", "php"}) {
      uint32_t end = 0;
      auto pieces = highlight::pieces(language, code);
      REQUIRE(pieces);
      for (const Piece& piece : *pieces) {
        CHECK(piece.begin >= end);
        CHECK(piece.end > piece.begin);
        end = piece.end;
      }
      CHECK(end <= code.size());
    }
}

TEST_CASE("code above the size limit is plain, and code below it is highlighted quickly") {
  const std::string line = "def size(paths: list[str]) -> int: return sum(1 for p in paths)  # count\n";
  CHECK(found("python", repeat(line, (1 << 20) / line.size()), Style::keyword) == "");
  const auto start = std::chrono::steady_clock::now();
  CHECK(found("python", repeat(line, highlight::kMaxBytes / line.size()), Style::comment) != "");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  MESSAGE("256 KiB of Python: " << seconds.count() << " s");
  CHECK(seconds.count() < 10);
}

TEST_CASE("threads share highlighters") {
  REQUIRE(highlight::prepare() == "");
  const std::string code = "x = 'a'  # b\n";
  std::vector<std::thread> threads;
  std::vector<size_t> sizes(4);
  for (size_t i = 0; i < sizes.size(); ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < 200; ++round) sizes[i] += highlight::pieces(i % 2 ? "python" : "yaml", code)->size();
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(sizes[0] == sizes[2]);
  CHECK(sizes[1] == 200 * 2);
}
