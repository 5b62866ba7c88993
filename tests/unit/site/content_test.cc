#include "site/content.h"

#include <doctest/doctest.h>

#include "base/parallel.h"
#include "document/html_writer.h"
#include "unit/document/plain_hooks.h"
#include "unit/whole_site.h"

namespace {

constexpr const char* kText =
    "Words of the first paragraph.\n\n## A heading\n\n```py\ncode\n```\n\nMore, and [a link](b.md).\n";

struct File {
  explicit File(std::string bytes) : file("content/a.md", std::move(bytes)), parsed(site::parse_content(file, said)) {}

  base::Diagnostics said;
  io::SourceFile file;
  std::unique_ptr<site::Content> parsed;
};

std::string html(const site::Content& content) {
  document_test::PlainHooks hooks;
  return document::write_html(content.document(), hooks).str();
}

}  // namespace

TEST_CASE("a file has an outline of its text") {
  File a(page("A", kText, "key_points: [\"It is *so*\"]\ntakeaway: Do it.\n"));
  REQUIRE(a.said.empty());
  CHECK(a.parsed->outline().words == a.parsed->document().word_count());
  CHECK(a.parsed->outline().first_paragraph == "Words of the first paragraph.");
  CHECK_FALSE(a.parsed->depends_on_data);
}

TEST_CASE("the errors of a text are reported once, when it is parsed") {
  File a(page("A", "![](a.png)\n"));
  CHECK(a.said.empty());
  CHECK(a.parsed->text->diagnostics().list().size() == 1);
  CHECK(a.parsed->text->diagnostics().list()[0].code == "image-without-alt");
  a.parsed->text->release();
  (void)a.parsed->document();
  CHECK(a.parsed->text->diagnostics().list().size() == 1);
  File b(page("B", "![](a.png) [4](given:b)\n"));  // a text with "given:" is parsed immediately
  CHECK(b.said.list().size() == 1);
  CHECK(b.parsed->text->diagnostics().empty());
}

TEST_CASE("a title or description of the front matter with pairs of marks is Markdown, and any other is plain text") {
  const auto title = [](std::string_view written) {
    File a("---\ntitle: '" + std::string(written) + "'\ndescription: '" + std::string(written) + "'\n---\nText.\n");
    const document::FrontMatter& front = a.parsed->front;
    CHECK(front.title.text == front.description.text);
    return front.title.text + (a.parsed->short_text(front.title.span) ? "|parsed" : "") +
           (a.said.has_errors() ? "|error" : "");
  };
  CHECK(title("The *fast* way") == "The fast way|parsed");
  CHECK(title("**Use** `a_b`, _then_ [c](d.md) ~~e~~ :tada:") == "Use a_b, then c e 🎉|parsed");
  CHECK(title("The {{ site.name }} way") == "The {{ site.name }} way|parsed|error");
  for (const char* plain : {"2 * 3 * 4", "*args and **kwargs", "snake_case_name and __init__", "at 10:30:00",
                            "a < b > c", "1. First", "[1] and (2)", "~10 and ~20"})
    CHECK(title(plain) == plain);
}

TEST_CASE("labels of answers, which are in links, have no Markdown") {
  const auto answer = [](const std::string& label) {
    return File("---\nquestion: Is *it* so?\nanswers: {a: {label: '" + label + "', to: b}}\n---\n").said.list();
  };
  CHECK(answer("Yes").empty());
  REQUIRE(answer("[Yes](c.md)").size() == 1);
  CHECK(answer("[Yes](c.md)")[0].code == "unsupported-value");
}

TEST_CASE("the id of a title that is a heading is GitHub's") {
  CHECK(File("# A *b* [c](d.md) :tada:\n").parsed->front.title_id == "a-b-c-tada");
  CHECK(File("# A {#own}\n").parsed->front.title_id == "own");
  CHECK(File("---\ntitle: A `b`\n---\n# A `b`\n").parsed->front.title_id == "a-b");
}

TEST_CASE("a text is parsed only once, whichever reader is first") {
  const std::string expected = html(*File(page("A", kText)).parsed);
  const File a(page("A", kText));
  std::vector<std::string> read(64);
  base::parallel_for(4, read.size(), [&](size_t i, unsigned) { read[i] = html(*a.parsed); });
  for (const std::string& each : read) CHECK(each == expected);
}

TEST_CASE("a dropped text is parsed again each time it is read") {
  File a(page("A", kText, "key_points: [\"It is *so*\"]\n"));
  const std::string expected = html(*a.parsed);
  const document::FrontMatter* front = &a.parsed->front;
  for (int round = 0; round < 3; ++round) {
    a.parsed->text->release();
    CHECK(&a.parsed->front == front);
    CHECK(a.parsed->front.title.text == "A");
    if (round != 1) CHECK(html(*a.parsed) == expected);
  }
  CHECK(a.parsed->key_points.size() == 1);
}

TEST_CASE("blocks are kept when the text is dropped, and equal those of the text when parsed again") {
  File a(page("A",
              "```table drinks\ndata: prices\n```\n\n> ```table quoted\n> data: prices\n> ```\n\n"
              "```chart\ndata: teas\n```\n\n```python\npass\n```\n"));
  REQUIRE(a.parsed->blocks.size() == 2);
  for (int round = 0; round < 2; ++round) {
    std::vector<std::string> data;
    for (const document::Fence& fence : a.parsed->document().fences()) {
      const site::Block* block = a.parsed->block_of(fence);
      data.push_back(block ? block->data : "none");
    }
    CHECK(data == std::vector<std::string>{"prices", "none", "teas", "none"});
    a.parsed->text->release();
    CHECK(a.parsed->blocks[0].name == "drinks");
    CHECK(a.parsed->blocks[0].name_span.text() == "drinks");
    CHECK(a.parsed->blocks[0].yaml.find("data")->text == "prices");
    CHECK(a.parsed->blocks[1].kind == document::FenceKind::chart);
  }
}

TEST_CASE("a text that depends on data is marked, and the first paragraph is stored only without a description") {
  auto depends_on_data = [](const std::string& markdown) { return File(page("A", markdown)).parsed->depends_on_data; };
  CHECK(depends_on_data("```sql prices\nSELECT 1\n```\n"));
  CHECK(depends_on_data("```sql assert cheap\n-- It is not.\nSELECT 1\n```\n"));
  CHECK(depends_on_data("```table all\ndata: prices\n```\n"));
  CHECK(depends_on_data("It costs [4 EUR](fig:prices/latte/price).\n"));
  CHECK(depends_on_data("It is [so](assert:cheap).\n"));
  CHECK(depends_on_data("It is [so](given:card).\n"));
  CHECK_FALSE(depends_on_data("A ``` and [a link](b.md).\n\n```py\nfig:a\n```\n"));
  CHECK(File(page("A", kText, "description: D.\n")).parsed->outline().first_paragraph.empty());
}

TEST_CASE("marks of Markdown in the texts of a block are errors") {
  const auto said = [](const std::string& text) {
    File a(page("A", "```table t\ndata: d\ncaption: \"" + text + "\"\n```\n\n```chart c\ndata: d\nspec: {title: \"" +
                         text + "\", mark: bar}\n```\n"));
    return a.said.list().size();
  };
  for (const char* text : {"a **bold** word", "a [link](https://a.example)", "the `code`"})
    CHECK_MESSAGE(said(text) == 2, text);
  CHECK(said("2 ** 3 and __init__, *about* a < b, </b>, [4](given:)") == 0);
}

TEST_CASE("a block without its last line is reported where it begins") {
  File a(page("A", "```chart c\ndata: d\nmark: bar\n\n```sql q\nSELECT 1\n```\n"));
  REQUIRE(a.said.list().size() == 1);
  CHECK(a.said.list()[0].code == "bad-fence");
  CHECK(a.said.list()[0].message == "this chart does not end before the next block");
}
