// Tests short texts with links to figures and claims.
#include <doctest/doctest.h>

#include "helpers.h"

namespace {

struct Words {
  // `written` is a scalar of YAML in a file, `words` is its value.
  Words(std::string written, std::string words)
      : source("content/a.md", "title: " + written + "\n"),
        document(document::parse_words({std::move(words), {&source, 7, static_cast<uint32_t>(7 + written.size())}},
                                       diagnostics)) {}
  explicit Words(const std::string& words) : Words(words, words) {}

  // Returns the links, one per line: "figure a/b/c: text @place in the file, or ?".
  std::string links() const {
    std::string text;
    for (const document::Link& link : document.links()) {
      text += link.kind == document::LinkKind::figure  ? "figure "
              : link.kind == document::LinkKind::given ? "given "
                                                       : "assert ";
      text += std::string(link.key) + ": " + document.plain_text(link.node);
      text +=
          link.exact ? " @" + std::to_string(link.text_span.begin) + " " + std::string(link.text_span.text()) : " ?";
      text += "\n";
    }
    return text;
  }

  base::SourceText source;
  base::Diagnostics diagnostics;
  document::Document document;
};

TEST_CASE("words are shown unchanged except for links to figures and claims") {
  Words words("Up to [4 GB](fig:t/a%20b/x), *not* `Markdown` <b> [x](y.md) \\[z] a_b_c");
  CHECK(words.document.plain_text(0) == "Up to 4 GB, *not* `Markdown` <b> [x](y.md) \\[z] a_b_c");
  CHECK(words.links() == "figure t/a b/x: 4 GB @14 4 GB\n");
  CHECK(words.diagnostics.empty());
  document_test::PlainHooks hooks;
  CHECK(has(document::write_inline(words.document, hooks).str(), ", *not* `Markdown` &lt;b&gt; [x](y.md)"));
}

TEST_CASE("each kind of link is parsed, with brackets and parentheses in its parts") {
  CHECK(Words("[the [best] of 2](assert:best) or [5 s](given:), [3](fig:t/a(1)/x)").links() ==
        "assert best: the [best] of 2 @8 the [best] of 2\ngiven : 5 s @42 5 s\nfigure t/a(1)/x: 3 @57 3\n");
  CHECK(Words("").links() == "");
  CHECK(Words("[](fig:a)").links() == "figure a:  @8 \n");
}

TEST_CASE("links have exact positions in any YAML scalar") {
  CHECK(Words("\"It is [5 s](given:)\"", "It is [5 s](given:)").links() == "given : 5 s @15 5 s\n");
  CHECK(Words("'It''s [5 s](given:)'", "It's [5 s](given:)").links() == "given : 5 s @15 5 s\n");
  CHECK(Words("\"A \\\"b\\\" [5 s](given:)\"", "A \"b\" [5 s](given:)").links() == "given : 5 s @17 5 s\n");
  CHECK(Words("one\n  two [5 s](given:)", "one two [5 s](given:)").links() == "given : 5 s @18 5 s\n");
  CHECK(Words(">-\n  one\n  two [5 s](given:)\n", "one two [5 s](given:)").links() == "given : 5 s @23 5 s\n");
  CHECK(Words("|\n  one\n\n  two [5 s](given:)\n", "one\n\ntwo [5 s](given:)\n").links() == "given : 5 s @23 5 s\n");
  // If a link contains a line break or follows an escape, its span is the whole scalar.
  CHECK(Words("one [5\n  s](given:)", "one [5 s](given:)").links() == "given : 5 s ?\n");
  CHECK(Words("\"\\u20ac [5 s](given:)\"", "€ [5 s](given:)").links() == "given : 5 s ?\n");
}

TEST_CASE("a malformed link is an error, and so is a citation") {
  for (const char* wrong : {"[5 s](given:", "[5 s] (given:)", "5 s](given:)", "[5](fig:a b/c)", "<fig:a/b/c>",
                            "[x](fig:a/b", "[fig:a/b/c]"}) {
    Words words(wrong);
    CHECK_MESSAGE(words.diagnostics.errors() == 1, wrong);
    CHECK(words.document.plain_text(0) == wrong);
    CHECK(has(said(words.diagnostics), "error[broken-link-syntax]"));
  }
  CHECK(has(said(Words("As [@lab] says").diagnostics), "a citation can't be in this text"));
  CHECK(has(said(Words("[a b](fig:a b/c/d)").diagnostics), "write each space as %20: fig:a%20b/c/d"));
  for (const char* fine : {"(fig: 3)", "a fig: b", "see [x](y)", "[given]", "mail@lab", "a@[b]"})
    CHECK_MESSAGE(Words(fine).diagnostics.empty(), fine);
}

}  // namespace
