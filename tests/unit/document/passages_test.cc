// Tests passages of a text for readers who gave certain answers.
#include <doctest/doctest.h>

#include <algorithm>

#include "helpers.h"

using document_test::parse;

namespace {

constexpr const char* kText =
    "Before.\n\n::: when place.own\n\n## At home\n\nOwn *words*.\n\n::: when place.other or data.health and "
    "place.google\n\n- a list\n\n::: otherwise\n\n:::\n\nAfter.\n";

class OnePassage : public document_test::PlainHooks {
 public:
  explicit OnePassage(size_t shown) : shown_(shown) {}
  std::optional<document::PassageHtml> passage(const document::Passage&) override {
    if (count_++ != shown_) return std::nullopt;
    return document::PassageHtml{{{"class", "x"}}, {}};
  }

 private:
  size_t count_ = 0, shown_;
};

}  // namespace

TEST_CASE("passages for certain answers have conditions, and the lines around them are not shown") {
  auto parsed = parse(kText);
  CHECK(parsed.messages() == "");
  const document::Document& document = parsed.document;
  REQUIRE(document.passages().size() == 3);
  const document::Condition& second = document.passages()[1].when;
  REQUIRE(second.any_of.size() == 2);
  CHECK(second.any_of[1][0].text() == "data.health");
  CHECK(second.any_of[1][1].span.text() == "place.google");
  CHECK(document.passages()[2].otherwise);
  CHECK(document.passages()[2].first == 0);
  CHECK(document.plain_text(0) == "Before. At home Own words. a list After.");
  CHECK(document.word_count() == 8);
  CHECK(document.passage_of(document.headings()[0].node) == &document.passages()[0]);
}

TEST_CASE("the first paragraph of a page is one that all readers see") {
  CHECK(parse("::: when a.b\n\nSome.\n\n:::\n\nAll.\n").document.first_paragraph() == "All.");
  CHECK(parse("::: when a.b\n\nSome.\n\n:::\n").document.first_paragraph() == "");
}

TEST_CASE("a passage that the hooks do not show is omitted, including its headings") {
  auto parsed = parse(kText);
  OnePassage second(1);
  CHECK(document::write_html(parsed.document, second).str() ==
        "<p>Before.</p>\n<section class=\"x\">\n<ul>\n<li>a list</li>\n</ul>\n</section>\n<p>After.</p>\n");
  OnePassage none(9);
  CHECK(document::write_html(parsed.document, none).str() == "<p>Before.</p>\n<p>After.</p>\n");
}

TEST_CASE("\"and\" binds more strongly than \"or\"") {
  auto parsed = parse(kText);
  const auto holds = [&](std::vector<std::string> given) {
    return parsed.document.passages()[1].when.holds(
        [&](const auto& name) { return std::find(given.begin(), given.end(), name.text()) != given.end(); });
  };
  CHECK(holds({"place.other"}));
  CHECK(holds({"place.google", "data.health"}));
  CHECK_FALSE(holds({"place.google"}));
  CHECK_FALSE(holds({}));
}

TEST_CASE("lines that do not begin or end a passage are errors") {
  const auto code = [](std::string_view text) { return parse(text).messages(); };
  CHECK(code("::: when a.b\n\nText.\n").find("this passage is never closed") != std::string::npos);
  CHECK(code("::: when a.b\nText.\n\n:::\n").find("a passage for certain answers can't begin or end here") !=
        std::string::npos);
  CHECK(code("::: when a.b\n\n::: otherwise\nText.\n\n:::\n").find("foreign-syntax") == std::string::npos);
  CHECK(code("> ::: when a.b\n").find("a passage for certain answers can't begin or end here") != std::string::npos);
  CHECK(code("::: when a\n\n:::\n").find("\"a\" is not an answer") != std::string::npos);
  CHECK(code("::: when a.b c.d\n\n:::\n").find("\"c.d\" between two answers") != std::string::npos);
  CHECK(code("::: when a.b and\n\n:::\n").find("a condition that ends early") != std::string::npos);
  CHECK(code("::: when\n\n:::\n").find("a condition without an answer") != std::string::npos);
  CHECK(code("::: when a.b\n\n::: otherwise\n\n::: otherwise\n\n:::\n").find("already have") != std::string::npos);
  CHECK(code("::: when a.b\n\nText[^1]\n\n:::\n\n[^1]: Note.\n").find("can't contain a footnote") != std::string::npos);
  CHECK(code("::: note\n").find("a container that is never closed") != std::string::npos);
  CHECK(code("::: otherwise\n").find("a container of another tool") != std::string::npos);
  CHECK(parse(":::\n").html() == "<p>:::</p>\n");
}
