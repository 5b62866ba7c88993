// Tests formulas: their MathML, and the errors for invalid ones.
#include <doctest/doctest.h>

#include <map>

#include "helpers.h"
#include "math/formula.h"

using document_test::parse;

namespace {

// Returns the content of the <math> element.
std::string inner(std::string_view latex) {
  std::string html = parse("$`" + std::string(latex) + "`$\n").html();
  const size_t begin = html.find('>', html.find("<math"));
  return html.find("<math") == std::string::npos ? html : html.substr(begin + 1, html.find("</math>") - begin - 1);
}

std::string plain(std::string_view latex) { return math::plain_text(math::parse(latex).formula); }

// Returns "code at BEGIN-END" for each mistake.
std::string mistakes(std::string_view latex) {
  std::string text;
  for (const math::Mistake& mistake : math::parse(latex).mistakes)
    text += (text.empty() ? "" : "; ") + std::string(mistake.unknown ? "unknown" : "bad") + " " +
            std::to_string(mistake.begin) + "-" + std::to_string(mistake.end) + " " + mistake.message;
  return text;
}

struct Case {
  const char* latex;
  const char* mathml;
};

}  // namespace

TEST_CASE("formulas become MathML") {
  const Case cases[] = {
      {"x", "<mi>x</mi>"},
      {"12.5", "<mn>12.5</mn>"},
      {".5", "<mn>.5</mn>"},
      {"1{,}000", "<mn>1,000</mn>"},
      {"x^2", "<msup><mi>x</mi><mn>2</mn></msup>"},
      {"x^23", "<msup><mi>x</mi><mn>2</mn></msup><mn>3</mn>"},
      {"x_{ij}^n", "<msubsup><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow><mi>n</mi></msubsup>"},
      {"x^n_i", "<msubsup><mi>x</mi><mi>i</mi><mi>n</mi></msubsup>"},
      {"f'", "<msup><mi>f</mi><mo stretchy=\"false\" lspace=\"0em\" rspace=\"0em\">′</mo></msup>"},
      {"\\alpha\\Omega", "<mi>α</mi><mi mathvariant=\"normal\">Ω</mi>"},
      {"a + b", "<mi>a</mi><mo>+</mo><mi>b</mi>"},
      {"a < b", "<mi>a</mi><mo stretchy=\"false\">&lt;</mo><mi>b</mi>"},
      {"a \\times b", "<mi>a</mi><mo>×</mo><mi>b</mi>"},
      {"a × b", "<mi>a</mi><mo>×</mo><mi>b</mi>"},
      {"-x", "<mo form=\"prefix\">−</mo><mi>x</mi>"},
      {"x = -1", "<mi>x</mi><mo stretchy=\"false\">=</mo><mo form=\"prefix\">−</mo><mn>1</mn>"},
      {"a - b", "<mi>a</mi><mo>−</mo><mi>b</mi>"},
      {"a \\le \\infty", "<mi>a</mi><mo stretchy=\"false\">≤</mo><mi mathvariant=\"normal\">∞</mi>"},
      {"\\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"},
      {"\\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"},
      {"\\tfrac12", "<mstyle displaystyle=\"false\" scriptlevel=\"0\"><mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle>"},
      {"\\sqrt{x}", "<msqrt><mi>x</mi></msqrt>"},
      {"\\sqrt[3]{x}", "<mroot><mi>x</mi><mrow><mn>3</mn></mrow></mroot>"},
      {"\\sum_{i=1}^n i",
       "<munderover><mo>∑</mo><mrow><mi>i</mi><mo stretchy=\"false\">=</mo><mn>1</mn></mrow><mi>n</mi></munderover>"
       "<mi>i</mi>"},
      {"\\int_0^1 f", "<msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup><mi>f</mi>"},
      {"\\left( \\frac{a}{b} \\right]",
       "<mrow><mo form=\"prefix\" stretchy=\"true\">(</mo><mrow><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow>"
       "<mo form=\"postfix\" stretchy=\"true\">]</mo></mrow>"},
      {"\\left. x \\right|", "<mrow><mrow><mi>x</mi></mrow><mo form=\"postfix\" stretchy=\"true\">|</mo></mrow>"},
      {"(x)", "<mo stretchy=\"false\">(</mo><mi>x</mi><mo stretchy=\"false\">)</mo>"},
      {"\\text{if } x", "<mtext>if\u00A0</mtext><mi>x</mi>"},
      {"\\textrm{a b}", "<mtext>a b</mtext>"},
      {"\\Leftrightarrow", "<mo stretchy=\"false\">⇔</mo>"},
      {"\\text{50\\% <b>}", "<mtext>50% &lt;b&gt;</mtext>"},
      {"\\mathrm{MB}", "<mi mathvariant=\"normal\">MB</mi>"},
      {"\\mathbf{v}", "<mi>𝐯</mi>"},
      {"\\mathbb{R}", "<mi>ℝ</mi>"},
      {"n \\log n",
       "<mi>n</mi><mspace width=\"0.1667em\"></mspace><mi>log</mi><mo>\u2061</mo><mspace width=\"0.1667em\"></mspace>"
       "<mi>n</mi>"},
      {"\\log_2(n)",
       "<msub><mi>log</mi><mn>2</mn></msub><mo>\u2061</mo><mo stretchy=\"false\">(</mo><mi>n</mi>"
       "<mo stretchy=\"false\">)</mo>"},
      {"\\max_i x",
       "<munder><mo movablelimits=\"true\" lspace=\"0em\" rspace=\"0em\">max</mo><mi>i</mi></munder><mo>\u2061</mo>"
       "<mspace width=\"0.1667em\"></mspace><mi>x</mi>"},
      {"\\operatorname{cost}(x)",
       "<mi mathvariant=\"normal\">cost</mi><mo>\u2061</mo><mo stretchy=\"false\">(</mo><mi>x</mi>"
       "<mo stretchy=\"false\">)</mo>"},
      {"\\bar{x}", "<mover accent=\"true\"><mi>x</mi><mo stretchy=\"false\">¯</mo></mover>"},
      {"\\overline{ab}",
       "<mover accent=\"true\"><mrow><mi>a</mi><mi>b</mi></mrow><mo stretchy=\"true\">‾</mo></mover>"},
      {"\\vec v", "<mover accent=\"true\"><mi>v</mi><mo stretchy=\"false\">→</mo></mover>"},
      {"\\binom{n}{k}",
       "<mrow><mo form=\"prefix\" stretchy=\"true\">(</mo><mfrac linethickness=\"0\"><mi>n</mi><mi>k</mi></mfrac>"
       "<mo form=\"postfix\" stretchy=\"true\">)</mo></mrow>"},
      {"\\begin{matrix} a & b \\\\ c & d \\end{matrix}",
       "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>"
       "<mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable>"},
      {"\\begin{cases} 1 & x \\\\ \\end{cases}",
       "<mrow><mo form=\"prefix\" stretchy=\"true\">{</mo><mtable class=\"cases\"><mtr><mtd><mn>1</mn></mtd>"
       "<mtd><mi>x</mi></mtd></mtr></mtable></mrow>"},
      {"a\\,b\\quad c\\ d",
       "<mi>a</mi><mspace width=\"0.1667em\"></mspace><mi>b</mi><mspace width=\"1em\"></mspace><mi>c</mi>"
       "<mspace width=\"0.25em\"></mspace><mi>d</mi>"},
      {"\\$5\\%", "<mi mathvariant=\"normal\">$</mi><mn>5</mn><mi mathvariant=\"normal\">%</mi>"},
      {"\\{x\\}", "<mo stretchy=\"false\">{</mo><mi>x</mi><mo stretchy=\"false\">}</mo>"},
      {"{}_1", "<msub><mrow></mrow><mn>1</mn></msub>"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.latex);
    CHECK(inner(each.latex) == each.mathml);
  }
}

TEST_CASE("the dollars around an inline formula are removed, wherever text is allowed") {
  CHECK(parse("So $`x`$.\n").html() == "<p>So <math alttext=\"x\"><mi>x</mi></math>.</p>\n");
  CHECK(parse("**$`x`$** and [$`y`$](a.md)\n").html() ==
        "<p><strong><math alttext=\"x\"><mi>x</mi></math></strong> and <a href=\"a.md\"><math alttext=\"y\"><mi>y</mi>"
        "</math></a></p>\n");
  CHECK(parse("$`a`$$`b`$\n").html() ==
        "<p><math alttext=\"a\"><mi>a</mi></math><math alttext=\"b\"><mi>b</mi></math></p>\n");
  // The dollar between the formulas ends the first one, and does not begin another.
  CHECK(parse("$`a`$`b`$\n").html() == "<p><math alttext=\"a\"><mi>a</mi></math><code>b</code>$</p>\n");
  CHECK(parse("| $`a \\| b`$ |\n|---|\n").html().find("alttext=\"a | b\"") != std::string::npos);
  auto heading = parse("# Cost is $`O(n \\log n)`$\n");
  CHECK(heading.document.headings()[0].text == "Cost is O(n log n)");
  CHECK(heading.document.headings()[0].id == "cost-is-on-log-n");
}

TEST_CASE("a single dollar is text") {
  CHECK(parse("$5 and `code` for $6\n").html() == "<p>$5 and <code>code</code> for $6</p>\n");
  CHECK(parse("\\$`x`$\n").html() == "<p>$<code>x</code>$</p>\n");
  CHECK(parse("$`x`\\$\n").html() == "<p>$<code>x</code>$</p>\n");
  CHECK(parse("$`x` $\n").html() == "<p>$<code>x</code> $</p>\n");
  CHECK(parse("`x`$ $`x`\n").html() == "<p><code>x</code>$ $<code>x</code></p>\n");
  CHECK(parse("$``x``$\n").html() == "<p>$<code>x</code>$</p>\n");
  CHECK(parse("$x^2$ and $$y$$\n").html() == "<p>$x^2$ and $$y$$</p>\n");
}

TEST_CASE("a math block is on separate lines") {
  CHECK(parse("```math\n\\frac{a}\n{b}\n```\n").html() ==
        "<div class=\"formula\" tabindex=\"0\"><math display=\"block\" alttext=\"\\frac{a} {b}\"><mfrac><mi>a</mi>"
        "<mi>b</mi></mfrac></math></div>\n");
  CHECK(parse("```math\n\\begin{aligned} a &= b \\\\ &= c \\end{aligned}\n```\n")
            .html()
            .find("<mtable class=\"aligned\" displaystyle=\"true\">") != std::string::npos);
  CHECK(parse("```math\n\\begin{align*} a &= b \\\\ &= c \\end{align*}\n```\n").html().find("class=\"aligned\"") !=
        std::string::npos);
  CHECK(parse("$`\\begin{array}{lr} a & b \\end{array}`$\n")
            .html()
            .find("<mtable><mtr><mtd class=\"left\"><mi>a</mi></mtd>"
                  "<mtd class=\"right\"><mi>b</mi></mtd>") != std::string::npos);
  CHECK(parse("$`\\begin{array}{l|r} a & b \\end{array}`$\n").codes() == "bad-math");
}

TEST_CASE("formulas can also be written as libcmark-gfm writes them") {
  const std::string markdown = "A $`x < y`$ and $`z`$.\n\n```math\nx\n```\n";
  CHECK(document_test::write_plain_html(parse(markdown).document) == document_test::reference_html(markdown));
}

TEST_CASE("a formula in plain text is readable") {
  CHECK(plain("O(n \\log n)") == "O(n log n)");
  CHECK(plain("x^2 + y_{ij}") == "x² + y_(ij)");
  CHECK(plain("\\frac{a + b}{c}") == "(a + b)/c");
  CHECK(plain("\\sqrt[3]{x+1}") == "∛(x + 1)");
  CHECK(plain("a = -b") == "a = −b");
  CHECK(plain("\\left(\\frac12\\right)^n") == "(1/2)^n");
  CHECK(plain("f''(x)") == "f′′(x)");
}

TEST_CASE("unsupported LaTeX is reported with its position in the formula") {
  CHECK(mistakes("x + \\fract{1}{2}") == "unknown 4-10 \\fract is not supported in formulas");
  CHECK(mistakes("\\aa \\bb") ==
        "unknown 0-3 \\aa is not supported in formulas; unknown 4-7 \\bb is not supported in formulas");
  CHECK(mistakes("{x") == "bad 0-1 this \"{\" is never closed");
  CHECK(mistakes("x}") == "bad 1-2 unexpected \"}\"");
  CHECK(mistakes("\\frac{1}") == "bad 7-8 \\frac needs an argument");
  CHECK(mistakes("x^") == "bad 1-2 ^ needs an argument");
  CHECK(mistakes("x^a^b") == "bad 3-4 a second \"^\" after the same base");
  CHECK(mistakes("\\left( x") == "bad 0-5 \\left without a \\right after it");
  CHECK(mistakes("x \\right)") == "bad 2-8 \\right without a \\left before it");
  CHECK(mistakes("\\left x \\right)") == "bad 6-7 \\left must be followed by a bracket");
  CHECK(mistakes("\\begin{tabular}x\\end{tabular}") == "unknown 0-15 \\begin{tabular} is not supported");
  CHECK(mistakes("\\begin{matrix}x\\end{cases}") == "bad 15-26 \\end{cases} closes \\begin{matrix}");
  CHECK(mistakes("\\begin{matrix}x") == "bad 0-6 \\begin{matrix} without its \\end");
  CHECK(mistakes("a & b") == "bad 2-3 \"&\" outside rows");
  CHECK(mistakes("a \\\\ b") == "bad 2-4 \"\\\\\" outside rows");
  CHECK(mistakes("5%") == "bad 1-2 \"%\" has no meaning in a formula");
  CHECK(mistakes("x \\") == "bad 2-3 \"\\\" without a command");
  CHECK(mistakes("é") == "bad 0-2 \"é\" has no meaning in a formula");
  CHECK(mistakes("\\text{a $x$}") == "bad 8-9 \"$\" within \\text, which can contain only plain text");
  CHECK(mistakes("\\text") == "bad 4-5 \\text needs an argument");
  CHECK(mistakes(" ") == "bad 0-1 an empty formula");
  CHECK(parse("Cost $`n \\lgo n`$.\n").messages() ==
        "error[unknown-math]: \\lgo is not supported in formulas\n"
        "  --> content/page.md:1:10\n   |\n 1 | Cost $`n \\lgo n`$.\n   |          ^^^^\n"
        "   = expected: one of the commands that the handbook lists\n   = help: did you mean \\log?\n");
}

TEST_CASE("hostile formulas are rejected or converted in linear time") {
  CHECK(mistakes(repeat("{", 10000)).starts_with("bad 60-61 more than 60 nested levels"));
  CHECK(mistakes(repeat("\\frac", 3000)).find("more than 60 nested levels") != std::string::npos);
  CHECK(mistakes(repeat("\\sqrt", 3000)).find("more than 60 nested levels") != std::string::npos);
  CHECK(mistakes(repeat("x^{", 3000)).find("more than 60 nested levels") != std::string::npos);
  CHECK(mistakes(repeat("\\left(", 3000)).find("more than 60 nested levels") != std::string::npos);
  CHECK(mistakes(repeat("\\begin{matrix}", 1000)).find("more than 60 nested levels") != std::string::npos);
  CHECK(mistakes(repeat("x", 20001)) == "bad 0-20001 a formula of 20001 bytes");
  CHECK(mistakes(repeat("x", 20000)).empty());
  CHECK(mistakes(repeat("\\no ", 4000)).size() < 2000);
  for (std::string_view piece : {"\\", "^", "_", "'", "&", "}", "]", "\\\\", "\\end", "\\right", "\\left", "\\begin",
                                 "\\begin{", "\\text{", "\\sqrt[", "\\mathrm", "{,}", "\\operatorname*", "\x01"})
    for (std::string_view other : {"", "x", "{", "}", "\\frac", "^", "1"}) {
      math::parse(std::string(piece) + std::string(other));
      math::parse(std::string(other) + std::string(piece));
    }
  CHECK(inner("\\text{<script>}") == "<mtext>&lt;script&gt;</mtext>");
  CHECK(inner("a<b>\\&\"").find("<b>") == std::string::npos);
}

TEST_CASE("the spans of formulas and citations are exact, even if there are many") {
  std::string markdown;
  for (int i = 0; i < 30; ++i) markdown += "a $`x+y`$ b [@card] c `x` d <kbd>\n\n";
  auto parsed = parse(markdown);
  std::map<std::string, int> places;
  document::walk(
      parsed.document.nodes(), 0,
      [&](document::NodeId id) {
        const document::Node& node = parsed.document.nodes()[id];
        const base::Span span = parsed.document.span(id);
        if (node.kind == document::NodeKind::math || node.kind == document::NodeKind::citation ||
            node.kind == document::NodeKind::code || node.kind == document::NodeKind::html_inline) {
          ++places[std::string(span.text())];
          CHECK(parsed.document.literal(node) == span.text());
        }
        return true;
      },
      [](document::NodeId) {});
  CHECK(places == std::map<std::string, int>{{"x+y", 30}, {"[@card]", 30}, {"x", 30}, {"<kbd>", 30}});
}
