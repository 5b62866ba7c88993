// Tests code blocks in the published HTML.

#include "unit/child_process.h"
#include "unit/whole_site.h"

namespace {

Files shown(std::string_view markdown) { return with_data({{"content/t.md", page("T", markdown)}}); }

std::string code(const WholeSite& site) { return between(site.main("t.html"), "<pre", "</pre>"); }

}  // namespace

TEST_CASE("code is highlighted with classes, and its text is unchanged") {
  WholeSite site(shown("```python\nx = '<script>' # \"&\n```\n"));
  site.built();
  CHECK(code(site) ==
        " class=\"code\" tabindex=\"0\"><code class=\"language-python\">x = <i>&#39;&lt;script&gt;"
        "&#39;</i> <span class=\"hl-comment\"># &#34;&amp;</span>\n</code>");
  CHECK(has(site.html("t.html"), "assets/code.css"));
  CHECK(has(site.html("t.html"), "<script src=\"assets/code.js\" defer data-copy=\"Copy\" data-copied=\"Copied\">"));
  CHECK(!has(site.html("index.html"), "assets/code."));
}

TEST_CASE("lines are numbered if the author asks for it") {
  CHECK(code(WholeSite(shown("```yaml {lines}\na: 1\n\nb: x\n```\n")).built()) ==
        " class=\"code lines\" tabindex=\"0\"><code class=\"language-yaml\"><span class=\"line\"><span "
        "class=\"hl-name\">a</span><b>:</b> <span class=\"hl-number\">1</span></span>\n"
        "<span class=\"line\"></span>\n<span class=\"line\"><span class=\"hl-name\">b</span><b>:</b>"
        " x</span>\n</code>");
}

TEST_CASE("text and code in an unknown language are plain") {
  CHECK(code(WholeSite(shown("```text\nif 1\n```\n")).built()) ==
        " class=\"code\" tabindex=\"0\"><code class=\"language-text\">if 1\n</code>");
  CHECK(code(WholeSite(shown("    if 1\n")).built()) == " class=\"code\" tabindex=\"0\"><code>if 1\n</code>");
  WholeSite site(shown("```pyton\nif 1\n```\n"));
  CHECK(site.mistakes() ==
        "warning[unknown-language]: unknown language \"pyton\": this code is shown without highlighting\n"
        "  --> content/t.md:4:4\n   |\n 4 | ```pyton\n   |    ^^^^^\n"
        "   = expected: the name of a language, or \"text\"\n   = help: did you mean \"python\"?\n");
  CHECK(code(site) == " class=\"code\" tabindex=\"0\"><code class=\"language-pyton\">if 1\n</code>");
}

TEST_CASE("syntax highlighting can be turned off") {
  WholeSite site(shown("```pyton\nif 1\n```\n\n```sql\nSELECT 1\n```\n"));
  site.write("data/site.json", R"({"title": "Coffee", "features": {"highlight": false}})").built();
  CHECK(!has(site.html("t.html"), "hl-"));
}

TEST_CASE("the query of a table is shown with syntax highlighting") {
  WholeSite site(shown("```sql q\nSELECT name, ref FROM prices\n```\n\n```table t\ndata: q\ncaption: P\n```\n"));
  CHECK(has(site.built().main("t.html"), "<b>SELECT</b> name"));
}

TEST_CASE("formulas work in headings and tables") {
  WholeSite site(shown("## The $`n^2`$ case\n\n| $`x`$ |\n|---|\n| $`y`$ |\n"));
  site.built();
  CHECK(has(site.html("t.html"), "<msup><mi>n</mi><mn>2</mn></msup>"));
  CHECK(has(site.html("t.html"), "aria-label=\"Link to: The n² case\""));
  CHECK(count(site.main("t.html"), "<math") == 3);
}

TEST_CASE("a build without the highlighter is an error that names the package to install") {
  const std::string text = said_by_test("test_blocks", "(child) code*");
  CHECK(has(
      text,
      "error[no-highlighting]: code is highlighted by libsourcebook_highlight.so, which is not beside the program"));
  CHECK(has(text, "  --> content/t.md:4:4\n"));
  CHECK(has(text, "machine failed 1, written 0\n"));
}

TEST_CASE("(child) code without loadable libraries" * doctest::skip()) {
  open_nothing_more();
  WholeSite site(shown("```python\nif 1\n```\n"));
  std::string text = site.mistakes();
  text += "machine failed " + std::to_string(int{site.report.machine_failed}) + ", written " +
          std::to_string(site.written().size()) + "\n";
  [[maybe_unused]] ssize_t written = ::write(1, text.data(), text.size());
}
