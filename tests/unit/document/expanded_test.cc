// Tests what pages include, and the forms of other programs that become ours before Markdown is parsed.
#include <doctest/doctest.h>

#include <map>
#include <string>

#include "helpers.h"

namespace {

// A page with files that it may include, each named as it is written.
struct Page {
  std::map<std::string, std::unique_ptr<base::SourceText>, std::less<>> files;
  std::unique_ptr<base::SourceText> source;
  base::Diagnostics diagnostics;
  std::shared_ptr<const document::Expanded> expanded;
  document::Document document;

  Page(std::string_view markdown, const std::map<std::string, std::string>& others = {}) {
    for (const auto& [path, text] : others) files.emplace(path, std::make_unique<base::SourceText>(path, text));
    source = std::make_unique<base::SourceText>("content/page.md", std::string(markdown));
    const auto find = [&](const base::SourceText&, std::string_view path) {
      const auto found = files.find(path);
      return found == files.end() ? nullptr : found->second.get();
    };
    expanded = document::expand(base::whole(*source), find, diagnostics);
    document = document::parse_document(base::whole(*source), diagnostics, std::nullopt, expanded);
  }
  std::string text() const { return expanded ? expanded->text : "(unchanged)"; }
  // Returns each diagnostic as "code file:line excerpt".
  std::string found() {
    diagnostics.sort();
    std::string list;
    for (const auto& each : diagnostics.list())
      list += each.code + " " + each.span.source->path() + ":" +
              std::to_string(each.span.source->line_of(each.span.begin)) + " " + std::string(each.span.text()) + "\n";
    return list;
  }
};

const std::map<std::string, std::string> kFiles = {
    {"a.rs", "fn main() {\n    // ANCHOR: inner\n    go();\n    // ANCHOR_END: inner\n}\n"},
    {"part.md", "---\ntitle: Left out\n---\nOne [link](a.md).\n\n- two\n"},
    {"b.py", "# #region setup\nx = 1\n# #endregion setup\nprint(x)\n"},
};

}  // namespace

TEST_CASE("a Markdown file is included as text, another one as code in its language") {
  CHECK(Page("A\n\n::: include part.md\n\nB\n", kFiles).text() == "A\n\nOne [link](a.md).\n\n- two\n\nB\n");
  CHECK(Page("::: include b.py lines=2\n", kFiles).text() == "~~~~~~py\nx = 1\n~~~~~~\n");
  CHECK(Page("- a\n\n  ::: include b.py part=setup\n", kFiles).text() == "- a\n\n  ~~~~~~py\n  x = 1\n  ~~~~~~\n");
}

TEST_CASE("lines and marked parts are included without their marks, also in code") {
  CHECK(Page("```rust\n::: include a.rs\n```\n", kFiles).text() == "```rust\nfn main() {\n    go();\n}\n```\n");
  CHECK(Page("```rust\n::: include a.rs part=inner\n```\n", kFiles).text() == "```rust\n    go();\n```\n");
  CHECK(Page("```rust\n::: include a.rs lines=1,5-\n```\n", kFiles).text() == "```rust\nfn main() {\n}\n```\n");
  CHECK(Page("```text\n    ```\n::: include a.rs part=inner\n```\n", kFiles).text() ==
        "```text\n    ```\n    go();\n```\n");  // a mark further right ends no code
  CHECK(Page("```markdown\n::: include a.rs\n```\n", kFiles).text() == "(unchanged)");
  CHECK(Page("``` md {file=\"a.md\"}\n::: include a.rs\n```\n", kFiles).text() == "(unchanged)");
  CHECK(Page("`::: include a.rs`\n", kFiles).text() == "(unchanged)");
  CHECK(Page("A\n\n    ::: include a.rs\n", kFiles).text() == "(unchanged)");  // code by indentation
  CHECK(Page("1. A\n\n    ::: include b.py lines=2\n", kFiles).text() ==
        "1. A\n\n    ~~~~~~py\n    x = 1\n    ~~~~~~\n");
}

TEST_CASE("a mark of a part is alone in a comment, and a part has an end") {
  const std::map<std::string, std::string> files = {{"a.rs",
                                                     "const ANCHOR: usize = 3;\n// #region one\na();\n// #region "
                                                     "two\nb();\n// #endregion\nc();\n// #endregion\nd();\n"},
                                                    {"b.py", "# ANCHOR: rest\nx = 1\n"}};
  CHECK(Page("```\n::: include a.rs lines=1\n```\n", files).text() == "```\nconst ANCHOR: usize = 3;\n```\n");
  CHECK(Page("```\n::: include a.rs part=one\n```\n", files).text() == "```\na();\nb();\nc();\n```\n");
  CHECK(Page("```\n::: include a.rs part=two\n```\n", files).text() == "```\nb();\n```\n");
  CHECK(Page("```\n::: include b.py part=rest\n```\n", files).found() == "bad-include content/page.md:2 b.py\n");
}

TEST_CASE("nothing is included in a comment") {
  CHECK(Page("<!--\n::: include part.md\n-->\n\n::: include part.md\n", kFiles).text() ==
        "<!--\n::: include part.md\n-->\n\nOne [link](a.md).\n\n- two\n");
}

TEST_CASE("the includes of other programs are taken") {
  for (const std::string line :
       {"{{#include a.rs:inner}}", "{{#rustdoc_include a.rs:3}}", "{{#include a.rs:3:4}}", "--8<-- \"a.rs:inner\""})
    CHECK_MESSAGE(Page("```\n" + line + "\n```\n", kFiles).text() == "```\n    go();\n```\n", line);
  for (const std::string line : {"<!--@include: b.py{2,2}-->", "<!-- @include: b.py#setup -->", "<<< b.py#setup",
                                 "<<< b.py#setup{py:line-numbers}", "<<<b.py#setup", "{* b.py ln[2] *}"})
    CHECK_MESSAGE(Page(line + "\n", kFiles).text() == "~~~~~~py\nx = 1\n~~~~~~\n", line);
  CHECK(Page("{{% include \"part.md\" %}}\n", kFiles).text() == "One [link](a.md).\n\n- two\n");
  CHECK(Page("{* b.py ln[2] title[\"b.py\"] *}\n", kFiles).text() == "`b.py`\n\n~~~~~~py\nx = 1\n~~~~~~\n");
  CHECK(Page("{* b.py hl[2] *}\n", kFiles).found() == "code-option content/page.md:1 hl[2]\n");
}

TEST_CASE("a heading may have its id as in docsify") {
  CHECK(Page("## A *b* :id=c-d\n\nText :id=d\n", kFiles).text() == "## A *b* {#c-d}\n\nText :id=d\n");
}

TEST_CASE("the title of a code block is above it") {
  CHECK(Page("Text\n```py title=\"a b.py\" x\n:a: b\n```\n", kFiles).text() ==
        "Text\n\n`a b.py`\n\n```py x\n:a: b\n```\n");
  CHECK(Page("```js {2} title='a.js'\nx\n```\n", kFiles).text() == "\n`a.js`\n\n```js {2}\nx\n```\n");
  CHECK(Page("- a\n\n  ```py title=\"a.py\"\n  x\n  ```\n", kFiles).text() ==
        "- a\n\n  \n  `a.py`\n  \n  ```py\n  x\n  ```\n");
  for (const char* same : {"```text\n```py title=\"a.py\"\n```\n", "~~~md\n```py title=\"a.py\"\n```\n~~~\n"})
    CHECK(Page(same, kFiles).text() == "(unchanged)");
}

TEST_CASE("an include that is not understood is not published as code") {
  for (const char* line :
       {"{{#include a.rs:1:2:3}}", "let x = {{#include a.rs}};", "--8<-- a.rs", "::: include a.rs 3"}) {
    CAPTURE(line);
    CHECK(Page("```rust\n" + std::string(line) + "\n```\n", kFiles).found().starts_with("bad-include"));
    CHECK(Page("```markdown\n" + std::string(line) + "\n```\n", kFiles).found() == "");
  }
  for (const char* line : {"\\{{#include a.rs}}", "# --8<-- [start:a]", "--8<-- [start:a]", "{{#if a}}", "x <<< 3"})
    CHECK(Page("```text\n" + std::string(line) + "\n```\n", kFiles).found() == "");
}

TEST_CASE("messages name the included file and its line") {
  const std::map<std::string, std::string> files = {{"a.md", "Good.\n\n::: include b.md\n"},
                                                    {"b.md", "x\n\n![](y.png) and [[Page]]\n"}};
  CHECK(Page("---\n\n::: include a.md\n\n![](z.png)\n", files).found() ==
        "image-without-alt b.md:3 ![](y.png)\nforeign-syntax b.md:3 [[Page]]\n"
        "image-without-alt content/page.md:5 ![](z.png)\n");
  const Page page("A [link](x.md).\n\n::: include a.md\n", {{"a.md", "B [link](y.md).\n"}});
  CHECK(page.document.links()[0].destination_span.source == page.source.get());
  CHECK(page.document.links()[1].destination_span.source->path() == "a.md");
  CHECK(page.document.links()[1].destination_span.begin == 9);
}

TEST_CASE("an include that can't be followed is an error") {
  CHECK(Page("A\n\n::: include none.md\n").found() == "bad-include content/page.md:3 none.md\n");
  CHECK(Page("```\n--8<-- \"none.md\"\n```\n").found() == "bad-include content/page.md:2 none.md\n");
  CHECK(Page("::: include a.rs part=outer\n", kFiles).found() == "bad-include content/page.md:1 a.rs\n");
  CHECK(Page("::: include a.rs lines=4-9\n", kFiles).found() == "bad-include content/page.md:1 a.rs\n");
  CHECK(Page("::: include a.rs lines=0\n", kFiles).found() == "bad-include content/page.md:1 a.rs\n");
  CHECK(Page("::: include a.rs from 3\n", kFiles).found() ==
        "foreign-syntax content/page.md:1 ::: include a.rs from 3\n");
  CHECK(Page("::: include a.md\n", {{"a.md", "::: include b.md\n"}, {"b.md", "::: include a.md\n"}}).found() ==
        "bad-include b.md:1 a.md\n");
  CHECK(Page("```\n::: include a.md\n```\n", {{"a.md", "x\n```\n"}}).found() == "bad-include a.md:2 ```\n");
}

TEST_CASE("a file that includes many others is bounded") {
  std::map<std::string, std::string> files = {{"0.md", std::string(100'000, 'x') + "\n"}};
  for (int i = 1; i < 10; ++i) {
    std::string& text = files[std::to_string(i) + ".md"];
    for (int k = 0; k < 10; ++k) text += "::: include " + std::to_string(i - 1) + ".md\n";
  }
  const Page page("::: include 9.md\n", files);
  CHECK(page.text().size() < 2'000'000);  // 1 MB and eight times the file
  CHECK(page.diagnostics.errors() == 1);
  files["0.md"].clear();
  CHECK(Page("::: include 9.md\n", files).diagnostics.errors() == 1);
}

TEST_CASE("code and marks of other programs become ours") {
  CHECK(Page("{{< highlight go \"linenos=inline\" >}}\nx\n```\n{{< /highlight >}}\n").text() ==
        "~~~~~~go\nx\n```\n~~~~~~\n");
  CHECK(Page("{{< code-toggle file=hugo copy=true >}}\na: 1\n{{< /code-toggle >}}\n").text() ==
        "`hugo`\n\n~~~~~~\na: 1\n~~~~~~\n");
  CHECK(Page("See [x]({{< ref \"a.md\" >}}) and `{{< ref \"b.md\" >}}`\n").text() ==
        "See [x](a.md) and `{{< ref \"b.md\" >}}`\n");
  CHECK(Page("{{% alert title=\"Sizes\" color=\"warning\" %}}\nx\n{{% /alert %}}\n").text() ==
        ":::warning Sizes\nx\n:::\n");
  CHECK(Page("{{% alert title=\"Note\" color=\"primary\" %}}\nx\n{{% /alert %}}\n").text() == ":::note \nx\n:::\n");
  CHECK(Page("(one-two)=\n\n## One two\n").text() == "\n## One two\n");  // has this id anyway
  CHECK(Page("(one-two)=\n## A\n").text() == "<a id=\"one-two\"></a>\n## A\n");
  CHECK(Page("Say {math}`x^2`, {doc}`more <b/c>`.\n").text() == "Say $`x^2`$, [more](b/c).\n");
  CHECK(Page("```{code-cell} ipython3\n:id: x\n:tags: [hide]\n\n:a: 1\n```\n").text() == "```python\n\n:a: 1\n```\n");
  CHECK(Page("```{code-block} c\n:caption: Sizes\nx\n```\n").found() ==
        "foreign-syntax content/page.md:2 :caption: Sizes\n");
  CHECK(Page("<Listing number=\"1-2\" file-name=\"a.rs\" caption=\"`Box<T>`\">\n\nx\n\n</Listing>\n").text() ==
        "<figure>\n<figcaption>\n\n`a.rs`\n\nListing 1-2: `Box<T>`\n\n</figcaption>\n\nx\n\n</figure>\n");
}

TEST_CASE("what is not one of these forms stays an error") {
  for (const std::string text : {"{{< figure src=\"a.png\" >}}", "{{< code-toggle config=privacy />}}", "Say {ref}`a`.",
                                 "```{figure} a.png\n```", "<Listing id=\"x\">", "{* a.py ln[1] more *}"})
    CHECK_MESSAGE(Page(text + "\n", kFiles).diagnostics.has_errors(), text);
}
