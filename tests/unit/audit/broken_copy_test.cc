// Tests that `check` reports each defect of a published site, which has one of each kind, with its file, line and
// column, and nothing else.
#include <algorithm>

#include "base/text.h"
#include "io/disk.h"
#include "io/memory.h"
#include "passes/build.h"
#include "published_files.h"

namespace {

struct Break {
  const char* file;
  std::string from;  // the text that is replaced at its first occurrence
  std::string to;    // the replacement, in which "|" marks the position of the finding
  const char* code;
};

std::string place_of(std::string_view text, size_t offset, const char* file, const char* code) {
  const std::string_view before = text.substr(0, offset);
  const size_t line = static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  std::string_view column = before.substr(before.rfind('\n') + 1);
  const auto letters = std::count_if(column.begin(), column.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return fmt::format("{} {}:{}:{}", code, file, line, letters + 1);
}

const std::vector<Break>& breaks() {
  static const std::vector<Break> kBreaks = {
      {"index.html", "href=\"engines/alder.html\"", "href=\"|engines/adler.html\"", "broken-link"},
      {"index.html", "href=\"engines/birch.html\"", "href=\"|engines/birch.html#nowhere\"", "broken-anchor"},
      {"index.html", "href=\"#figure-n1\"", "href=\"|#figure-n99\"", "broken-anchor"},
      {"index.html", "href=\"engines/rowan.html\"", "href=\"|/engines/rowan.html\"", "link-form"},
      {"index.html", "href=\"compare/throughput.html\"", "href=\"|../outside.html\"", "broken-link"},
      {"index.html", "src=\"assets/page.js\"", "src=\"|https://cdn.example/page.js\"", "foreign-resource"},
      {"index.html", "<p class=\"lead\">", "<p |style=\"color:red\" class=\"lead\">", "inline-code"},
      {"index.html", "<p class=\"callout-title\">", "<p |onclick=\"x()\" class=\"callout-title\">", "inline-code"},
      {"index.html", "<li><a href=\"faq/index.html\">", "<li><a href=\"|javascript:x()\">", "inline-code"},
      {"glossary.html", "action=\"search.html\"", "action=\"|serch.html\"", "broken-link"},
      {"glossary.html", "<meta name=\"color-scheme\"", "|<style>a{}</style><meta name=\"color-scheme\"", "inline-code"},
      {"embed/all-figures.html", "href=\"../assets/embed.css\"", "href=\"|../assets/embeds.css\"", "broken-link"},
      {"assets/style.css", "@media", "x{background:url(|gone.png)}@media", "broken-link"},
      {"404.html", "href=\"https://example.org/storage/index.html\"", "href=\"|index.html\"", "link-form"},
  };
  return kBreaks;
}

TEST_CASE("in a copy of a site, each defect is found at its position") {
  const io::DiskFileSystem root(std::string(SOURCEBOOK_ROOT) + "/tests/sites/storage-engines");
  io::MemoryFileSystem output;
  const passes::Report report = passes::build_site(root, output, {});
  REQUIRE_FALSE(report.diagnostics.has_errors());
  PublishedFiles files = output.files();
  const std::string base_url = "https://example.org/storage/";
  CHECK(findings(files, base_url) == "");

  const auto without_mark = [](std::string text) { return text.erase(text.find('|'), 1); };
  for (const Break& each : breaks()) {
    CAPTURE(each.file);
    CAPTURE(each.from);
    REQUIRE(files.contains(each.file));
    std::string& text = files[each.file];
    const size_t at = text.find(each.from);
    REQUIRE(at != std::string::npos);
    text.replace(at, each.from.size(), without_mark(each.to));
  }
  // Line numbers are known only after all defects have been inserted.
  std::vector<std::string> expected;
  for (const Break& each : breaks()) {
    const std::string& text = files[each.file];
    const size_t at = text.find(without_mark(each.to));
    REQUIRE(at != std::string::npos);
    expected.push_back(place_of(text, at + each.to.find('|'), each.file, each.code));
  }
  std::vector<std::string> found;
  const audit::Audit audit = audited(files, base_url);
  for (const base::Diagnostic& each : audit.diagnostics.list()) {
    REQUIRE(each.span);
    const base::Position at = each.span.source->position(each.span.begin);
    found.push_back(fmt::format("{} {}:{}:{}", each.code, each.span.source->path(), at.line, at.column));
  }
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  CHECK(base::join(found, "\n") == base::join(expected, "\n"));
}

}  // namespace
