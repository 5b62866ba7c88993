// Checks that every diagnostic code has a test, an explanation, and a line in the handbook.
// SOURCEBOOK_REWRITE_GOLDENS=1 rewrites the handbook's list.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/pattern.h"
#include "base/text.h"
#include "cli/embedded.h"
#include "command_site.h"

namespace fs = std::filesystem;

namespace {

const fs::path kRoot = SOURCEBOOK_ROOT;

// Codes that no site in the repository can cause. Each is named in a unit test. The comments state the cause.
const std::set<std::string> kWithoutSite = {
    "dead-link",          // another site
    "file-changed",       // a write at the same moment
    "foreign-file",       // files in the output folder
    "link-certificate",   // another site
    "link-moved",         // another site
    "link-unreachable",   // another site
    "no-flow-layout",     // a library that is not installed
    "no-highlighting",    // a library that is not installed
    "no-network",         // a machine without certificates
    "no-pictures",        // a library that is not installed
    "not-served",         // a port that is in use
    "too-large",          // megabytes of input
    "too-many-messages",  // megabytes of input
    "unreadable-file",    // permissions, which git does not store
    "unwatched-folder",   // a limit of the system
    "unwritable-file",    // a full or locked disk
    "usage",              // wrong usage of the command line
};

std::vector<fs::path> files_below(const fs::path& folder, const std::set<std::string>& extensions) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && extensions.contains(entry.path().extension().string()))
      found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

// Adds the groups of all matches of `expression` in `text`.
void collect(const std::string& text, const std::string& expression, std::set<std::string>& groups) {
  const base::Pattern pattern(expression);
  size_t from = 0;
  while (auto match = pattern.find(text, from)) {
    from = static_cast<size_t>(match->front().data() - text.data()) + match->front().size();
    for (size_t group = 1; group < match->size(); ++group)
      if (!(*match)[group].empty()) groups.emplace((*match)[group]);
  }
}

// Returns the codes that the program's source reports, in any of the forms that it uses.
std::set<std::string> find_used_codes() {
  const std::string code = R"re("([a-z][a-z0-9]*(?:-[a-z0-9]+)+)")re";
  std::set<std::string> codes;
  for (const fs::path& file : files_below(kRoot / "generator", {".cc", ".h"})) {
    const std::string contents = cli_test::contents(file);
    std::string text;  // without comments
    for (std::string_view line : base::split(contents, '\n'))
      text += std::string(line.substr(0, line.find("//"))) + "\n";
    collect(text, R"re(\b(?:error|warning)\(\s*"([a-z0-9-]+)")re", codes);
    collect(text, R"(\b(?:fail|report|unknown_\w+)\(\s*(?:[\w.]+,\s*){0,2})" + code, codes);
    collect(text, R"(\bSeverity::(?:error|warning),\s*)" + code, codes);
    collect(text, R"(\b(?:error|warning|fail)\(\s*[^"();]*\?\s*)" + code + R"(\s*:\s*)" + code, codes);
    collect(text, R"((?:return |push_back\(|=)\s*\{\s*)" + code + R"(,\s*[^"\s])", codes);
    std::set<std::string> assigned;
    collect(text, R"(\bcode\s*=([^;]*);)", assigned);
    for (const std::string& each : assigned) collect(each, code, codes);
    collect(text, R"(string_view kLiteralBlock = )" + code + ";", codes);
    collect(text, R"(\b(?:late|report_limit|violation|refuse)\(\s*)" + code, codes);
  }
  return codes;
}
const std::set<std::string>& used_codes() {
  static const std::set<std::string> codes = find_used_codes();
  return codes;
}

// Returns the codes in the expected output of the cases in tests/sites_invalid/.
std::set<std::string> shown_codes() {
  std::set<std::string> codes;
  for (const fs::path& file : files_below(kRoot / "tests/sites_invalid", {".txt"})) {
    const std::string text = cli_test::contents(file);
    size_t output = text.find("-- expected output --\n");
    if (output != std::string::npos) collect(text.substr(output), R"(\n(?:error|warning)\[([a-z0-9-]+)\])", codes);
  }
  return codes;
}

TEST_CASE("every code that the program reports is explained") {
  std::set<std::string> used = used_codes();
  CHECK(used.size() > 100);
  for (const std::string& code : used) CHECK_MESSAGE(cli::find_explanation(code), code);
  for (const std::string& code : shown_codes()) CHECK_MESSAGE(cli::find_explanation(code), code);
  used.insert("internal");  // printed by main()
  for (const cli::Explanation& each : cli::explanations())
    CHECK_MESSAGE(used.contains(std::string(each.code)), each.code << " is explained, but never reported");
}

TEST_CASE("every code has a case in tests/sites_invalid/ or a unit test") {
  std::set<std::string> shown = shown_codes();
  for (const std::string& code : used_codes())
    CHECK_MESSAGE((shown.contains(code) || kWithoutSite.contains(code)), code << " has no case in tests/sites_invalid");
  std::string tests;
  for (const fs::path& file : files_below(kRoot / "tests/unit", {".cc"}))
    if (file.filename() != "codes_test.cc") tests += cli_test::contents(file);
  for (const std::string& code : kWithoutSite) {
    CHECK_MESSAGE(!shown.contains(code), code << " has a case: remove it from the list");
    CHECK_MESSAGE(tests.find(code) != std::string::npos, code << " has no unit test");
  }
}

TEST_CASE("explanations are sorted, and end with a remedy") {
  std::string before;
  for (const cli::Explanation& each : cli::explanations()) {
    std::string code(each.code);
    CAPTURE(code);
    CHECK(before < code);
    before = code;
    auto lines = std::count(each.text.begin(), each.text.end(), '\n');
    CHECK(lines >= 3);
    CHECK(lines <= 10);
    CHECK(each.text.find("\n\n") != std::string_view::npos);
    CHECK(each.summary().size() > 10);
    for (std::string_view line : base::split(each.text, '\n')) CHECK(line.size() <= 120);
  }
}

// Returns the page of the handbook with the first sentence of each explanation, and the page that says more, if it
// names one. A term has an anchor, so each code has an address.
std::string messages_page(const std::string& page) {
  std::string text = page.substr(0, page.find("\n\n", page.find("\n---\n", 4) + 5) + 1);
  for (const cli::Explanation& each : cli::explanations()) {
    text += "\n## " + std::string(each.code) + "\n" + each.summary() + ".";
    std::set<std::string> links;
    collect(std::string(each.text), R"(\]\(([a-z-]+\.md#[a-z-]+)\))", links);
    for (const std::string& link : links)
      if (text.find(link, text.rfind('\n')) == std::string::npos) text += " [More](" + link + ").";
    text += "\n";
  }
  return text;
}

TEST_CASE("the handbook lists every message") {
  const fs::path path = kRoot / "content/handbook/messages.md";
  const std::string page = cli_test::contents(path), expected = messages_page(page);
  if (std::getenv("SOURCEBOOK_REWRITE_GOLDENS") != nullptr)
    std::ofstream(path) << expected;
  else
    CHECK(page == expected);
}

}  // namespace
