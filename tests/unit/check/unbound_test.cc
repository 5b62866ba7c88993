// Sentences, what binds them, and the list that may only shrink.
#include "check/unbound.h"

#include "../whole_site.h"
#include "check/baseline.h"
#include "check/prose.h"

namespace {

struct Parsed {
  explicit Parsed(const std::string& markdown)
      : file("content/a.md", page("A", markdown)), content(site::parse_content(file, diagnostics)) {}

  std::string sentences() const {
    std::string text;
    for (const check::Sentence& each : check::sentences_of(content->document()))
      text += each.loose + (each.cited ? "|cited" : "") + (each.tied ? "|tied" : "") + "\n";
    return text;
  }
  // The words, and where they stand.
  std::string unbound() {
    site::Contents contents;
    contents.push_back(std::move(content));
    std::string text;
    for (const check::Unbound& each : check::find_unbound(contents, quantity::standard_units(), "en", 2)) {
      text += each.words + "\n";
      CHECK(each.page == "a.md");
      CHECK(each.span.text() == each.words);
    }
    content = std::move(contents.front());
    return text;
  }

  io::SourceFile file;
  base::Diagnostics diagnostics;
  std::shared_ptr<const site::Content> content;
};

TEST_CASE("prose is cut into sentences") {
  CHECK(Parsed("One. Two e.g. this! Is 1.5 three? *Four*.\nFive vs. 6.").sentences() ==
        "One.\nTwo e.g. this!\nIs 1.5 three?\nFour.\nFive vs. 6.\n");
  CHECK(Parsed("# A heading.\n\n```text\nCode.\n```\n\nIn `code. Of` it.").sentences() == "In ```````` it.\n");
  CHECK(Parsed("He said \"Go.\" Then he went. and so on").sentences() == "He said \"Go.\"\nThen he went. and so on\n");
}

TEST_CASE("a citation binds its sentence, its list item or its row") {
  CHECK(Parsed("One [@a]. Two. Three. [@b]\nFour.").sentences() == "One .|cited\nTwo.\nThree.|cited\nFour.|cited\n");
  CHECK(Parsed("- One. Two [@a].\n\n  Three.\n- Four.\n").sentences() ==
        "One.|cited\nTwo .|cited\nThree.|cited\nFour.\n");
  CHECK(Parsed("- One.\n  - Two [@a].\n").sentences() == "One.\nTwo .|cited\n");
  CHECK(Parsed("|a|b|\n|-|-|\n|c|d [@a]|\n|e|f|\n").sentences() == "a\nb\nc|cited\nd |cited\ne\nf\n");
  CHECK(Parsed("One[^n]. Two[^m].\n\n[^n]: See [@a].\n[^m]: See.\n").sentences() ==
        "One.|cited\nTwo.\nSee .|cited\nSee.\n");
}

TEST_CASE("figures, asserts and assumptions vouch for what they hold") {
  CHECK(Parsed("[5 GB](fig:a/b/c) here. [6 GB](given:) there. [Best](assert:x). [7 GB](x.md).").sentences() ==
        "```` here.|tied\n```` there.\n````.|tied\n7 GB.\n");
}

TEST_CASE("unbound words are told with their places") {
  CHECK(Parsed("It takes 128 GB, and *the smallest* takes **74 GB**. See [5 s](a.md).").unbound() ==
        "128 GB\n74 GB\nsmallest\n5 s\n");
  CHECK(Parsed("It takes [128 GB](fig:a/b/c), so it is larger than [5 GB](given:).").unbound() == "");
  CHECK(Parsed("It takes 128 GB [@a].").unbound() == "");
}

// What check says of a page with a baseline.
std::string judged(const std::string& markdown, const std::string& baseline) {
  WholeSite site(with_data({{"content/index.md", page("A", markdown)}}));
  Passes passes = site.passes();
  auto found = check::find_unbound(passes.inputs->contents, quantity::standard_units(), "en", 2);
  base::SourceText file(std::string(check::kBaseline), baseline);
  base::Diagnostics diagnostics;
  size_t listed = check::check_unbound(found, &file, diagnostics);
  std::string text = std::to_string(listed);
  for (const base::Diagnostic& each : diagnostics.list())
    text += " " + std::string(each.severity == base::Severity::error ? "error " : "warning ") + std::string(each.code);
  return text;
}

std::string list_of(const std::string& markdown, const base::SourceText* before, check::BaselineUpdate update) {
  WholeSite site(with_data({{"content/index.md", page("A", markdown)}}));
  Passes passes = site.passes();
  return check::baseline_text(check::find_unbound(passes.inputs->contents, quantity::standard_units(), "en", 2), before,
                              update);
}

TEST_CASE("the baseline holds while its sentences do, and only shrinks") {
  const std::string two = "It takes 5 GB.\n\nThe smallest.\n";
  std::string first = list_of(two, nullptr, check::BaselineUpdate::shrink);
  CHECK(count(first, "\n") == 3);
  CHECK(has(first, "\t5 GB\n"));
  CHECK(judged(two, first) == "2");
  CHECK(judged("New words.\n\nThe smallest.\n\n- It takes 5 GB.\n", first) == "2");
  CHECK(judged("It takes 5 GB.\n", first) == "1 error stale-baseline");
  CHECK(judged("It takes 5 GB.\n\nThe smallest.\n\nAnd 6 GB.\n", first) == "2 error unbound-number");
  CHECK(judged("It needs 5 GB.\n\nThe smallest.\n", first) == "1 error unbound-number error stale-baseline");
  CHECK(judged("It takes 5 GB.\n", "# none\n") == "0 error unbound-number");
  CHECK(judged("Words.\n", "what is this\n") == "0 error bad-baseline");

  base::SourceText before("data/unbound.txt", first);
  const std::string other = "It takes 5 GB.\n\nThe largest.\n";
  std::string shrunk = list_of(other, &before, check::BaselineUpdate::shrink);
  CHECK(count(shrunk, "\n") == 2);
  CHECK(has(shrunk, "5 GB"));
  std::string grown = list_of(other, &before, check::BaselineUpdate::grow);
  CHECK(count(grown, "\n") == 3);
  CHECK(has(grown, "largest"));
}

}  // namespace
