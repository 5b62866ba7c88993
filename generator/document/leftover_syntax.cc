// Finds the syntax of other tools, and broken tables and headings. A table of patterns states what each pattern matches
// and what to write instead. The syntax of another tool is an error: shown as text, its meaning would be lost. What has
// become ours leaves the table. Blocks and code of other tools: document/foreign_blocks.h, Converter::check_info().
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/pattern.h"
#include "base/text.h"
#include "document/leftovers.h"

namespace document {
namespace {

constexpr std::string_view kCalloutHelp = "write a callout: > [!NOTE] on a line, then > before each line of its text";
constexpr std::string_view kIncludeHelp = "on a separate line: ::: include FILE, with lines=3-10 or part=NAME after it";
constexpr std::string_view kTemplateHelp = "write the resulting text; to show it literally, put it between backticks";
constexpr std::string_view kRoleHelp = "write a link: [text](page.md#heading), or put it between backticks";
constexpr std::string_view kNameHelp = "write a link: [text](page.md#heading), or the name alone between backticks";
constexpr std::string_view kMathHelp = "for literal text, write \\$ or put it between backticks";
constexpr std::string_view kMathBlock = "a fenced block: ```math";
constexpr std::string_view kMathInline = "a formula as $`…`$";
constexpr std::string_view kTableHelp = "for literal text, write \\| for each |";
constexpr std::string_view kTableLines = "write a table of lines: | a | b |, then | --- | --- |";
constexpr std::string_view kTableExpected = "below its header, a line of dashes with as many cells: | --- | --- |";
constexpr std::string_view kHeadingExpected = "a space after the marks: ## Heading";
constexpr std::string_view kLiteralBlock = "literal-block";
constexpr std::string_view kAsciiDocHelp =
    "write it in Markdown: ``` around code, 1. before each item, : before a definition";
constexpr std::string_view kListHelp = "delete it: classes and attributes are not supported";
constexpr std::string_view kCommentHelp = "write an HTML comment: <!-- … -->";
constexpr std::string_view kTocHelp = "delete it: each page has one";
constexpr std::string_view kImportHelp = "delete it; components are not supported";

struct Form {
  std::string_view pattern;  // a regular expression that may contain kShorthands
  std::string_view what;
  std::string_view help;
  BlockText::Place place = BlockText::anywhere;
  std::string_view expected = {};
  std::string_view code = "foreign-syntax";
  std::string_view signs = {};  // each match has one of them, which the pattern itself can't tell

  constexpr Form with(std::string_view needed) const {
    Form form = *this;
    form.signs = needed;
    return form;
  }
};

constexpr std::pair<std::string_view, std::string_view> kShorthands[] = {
    {"…", "(?=[^{}]*[A-Za-z])[^{}]*"},  // words between braces
    {"NAME", "[A-Za-z][\\w-]*"},
    {"PAIR", "[A-Za-z][\\w-]*=(?:\"[^\"\n{}]*\"|[^\\s\"{}]+)"},    // key=value
    {"PAGE", "(?=[^][\n]*[A-Za-z\\x80-\\xFF])(?![@ -])[^][\n]+"},  // target of a wiki link
    {"SCRIPT", "[A-Za-z0-9+\\x80-\\xFF-]{1,12}"},                  // short enough for a superscript
    {"KINDS", "\\+? [a-z-]+(?: [a-z-]+){0,2} *(?:\".*)?$"},        // the classes and title of an admonition
    // A title of an admonition without its class, which may be misspelt.
    {"TITLED", "(?:[\"']|(?:admonition|caution|danger|details|hint|important|info|note|tip|warning)\\b).*"},
    {"CALLOUT", "admonition|alert|callout|caution|danger|hint|important|info|note|notice|tip|warning"},
    {"FILE", "\\S*[./]\\w+"},
    {"ROW", " *\\|.*[^|\n].*\\| *"},  // a table row
    // Matches a formula: a command, an escape, a script, or short names with an operator. Does not match the text
    // between two prices.
    {"FORMULA",
     "(?=CHAR*(?:\\\\[A-Za-z]|[\\x02\\x0E])|(?:(?!WORDS)CHAR)+[\\^_][{A-Za-z0-9]|"
     "(?!CHAR*WORDS)[A-Za-z](?:CHAR*[=+<>*/]|[A-Za-z]{0,2}(?!CHAR)))CHAR{1,4000}"},
    {"EQUATION", "(?!CHAR*WORDS)(?=CHAR*[A-Za-z])(?=CHAR*=)CHAR{1,4000}"},
    {"WORDS", "[A-Za-z]{4}"},
    {"WORD", "[A-Za-z0-9]"},
    // Words before and after which a number is only wrapped or rounded: "% of them", "~ half of them".
    {"SHARE",
     "of|in|per|by|for|from|to|and|or|is|are|was|were|on|at|as|more|less|lower|higher|der|des|de|du|von|im|en"},
    {"ABOUT", "about|almost|approx|around|ca|circa|half|less|more|nearly|roughly|some"},
    {"CHAR", "[^$\\x01\\x03-\\x08]"},
};

// If the matches of two patterns overlap, the first match is reported. \x01 to \x08 are defined in BlockText.
constexpr Form kForms[] = {
    Form{
        R"((?<!\$)\$\$(?!\$)[\s\S]{0,4000}?\$\$|^\$\$$|\x07EQUATION\x08|\x0E\[(?![^\x0E]*WORDS)[^\x0E]*=[^\x0E]*\x0E\]|)"
        R"(\x07(?=CHAR*\\[A-Za-z]{2}|(?:(?!WORDS)CHAR)+\^[{A-Za-z0-9])CHAR{1,4000}\x08|)"
        R"(\\begin\{[A-Za-z]+\*?\}[\s\S]{0,4000}?\\end\{[A-Za-z]+\*?\})",
        "a formula", kMathHelp, BlockText::anywhere, kMathBlock}
        .with("$\\\x07\x0E"),
    {R"((?<!\$)\$(?!\s)FORMULA(?<!\s)\$(?!\$|WORD)|(?<!WORD)\x05FORMULA\x06|\x0E\((?![^\x0E]*WORDS)FORMULA\x0E\))",
     "a formula", kMathHelp, BlockText::anywhere, kMathInline},
    {R"((?:(?<=[\w.,;:!?])|(?:(?<=[\w.,;:!?] )|^)(?=[^]\n]* ))\^\[(?=[^]\n]*[A-Za-z]{2})[^]\n]+\])", "a note of Pandoc",
     "write [^1] there, and its text on a separate line: [^1]: …"},
    // Below a text, behind a sentence, or not a word: "^37066d", "^block-id".
    {R"((?:(?<=[.!?:)]) |^)\^(?=[\w-]*[A-Za-z])[\w-]{3,}\z|)"
     R"((?<=\S) \^(?=[\w-]*[A-Za-z])(?:\w+(?:-\w+)+|(?=\w*\d)\w{6})\z)",
     "the id of a block in Obsidian", "write {#id}, or delete it", BlockText::in_paragraph},
    {R"((?<![%\w])%%(?!%)[^%]{1,2000}%%(?![%\w]))", "a comment of Obsidian", kCommentHelp},
    // CommonMark 0.29 reads no comment within a sentence that has "--" inside, or no end.
    {R"(<!--(?:[\s\S]{0,2000}?-->|.*))", "a comment",
     "write it without -- inside, or on separate lines, and end it with -->; for literal text, put it between "
     "backticks"},
    {R"(\{/\*[\s\S]{0,2000}?\*/\})", "a comment of MDX", kCommentHelp},
    {R"(\{#(?![\w:.-]*\})[\s\S]{0,2000}?#\})", "a comment of a template", kCommentHelp},
    {R"(\{\{[<%] */? *(?:CALLOUT)\b[^{}\n]*[>%]\}\})", "a Hugo shortcode", kCalloutHelp},
    {R"(<%(?!%)[^\n]{1,200}?%>|\{%[^{}]*+(?<=%)\})", "a template tag", kTemplateHelp},
    {R"((?<![\d\x03]\n)^%(?![\w%]*%| ?[a-z]+$| (?:SHARE)\b)[ A-Za-z].*)", "a comment of MyST",
     "write an HTML comment: <!-- … -->; for literal text, write \\%", BlockText::begins_line},
    {R"(\{(?:props|frontmatter|page|site|this)\.[\w.]+\})", "an expression of another tool", kTemplateHelp},
    {R"(^ *\+(?:-{2,}\+)+ *\n[\s\S]{0,4000}\n *\+[-=+]+\+ *$|^ *={2,}(?: +={2,})+ *$)", "a grid table", kTableLines},
    Form{R"(^ *(?:={4,}|\+{4,}|/{4,}) *$)", "a block of AsciiDoc", kAsciiDocHelp}.with("=+/"),
    // Separate patterns: PCRE2 searches the whole text for alternatives of which only some begin a line or the text.
    {R"(^(\.{4,}+)\n(?:[\s\S]{0,4000}?\n)?\1$)", "a block of AsciiDoc", kAsciiDocHelp},
    {R"(\A(?:\. +\S.*\n)+\. +\S)", "a block of AsciiDoc", kAsciiDocHelp},
    {R"(\A[A-Z\x80-\xFF\x04][^:.!?\n]{0,60}:: +\S)", "a block of AsciiDoc", kAsciiDocHelp},
    // The page shows one backslash less.
    Form{R"((?<![\w\x0E\\])\x0E[\w.-]+\\[A-Za-z]|(?<!\w)[A-Z]:(?:\\[\w .-]+)*\x02\w)", "a path", "write it as code"}
        .with("\x02\x0E"),
    {R"(^ *\|={3,} *$)", "a table of AsciiDoc", kTableLines},
    Form{R"(^ *(?:[!$]|!!!)(?i:include)(?:[({].*| +(?:["'][^"'\n]+["']|FILE) *$)|)"
         R"(\{@include\b[^{}\n]*\}|^ *:{3,} *include\b.*)",
         "an include", kIncludeHelp}
        .with("!$:{"),
    {R"(^ *(?:#include|@(?:embed|import|include)) *["'<(./].*|^ *@(?:embed|import|include) +FILE *$|^ *@@[a-z]+\(.*|)"
     R"(^ *<<(?:[[({].*|[^<>\n]*\x03$))",
     "an include", kIncludeHelp},
    Form{R"(^ *@[a-z]+\(["'].*\)$|\{@[A-Za-z]+(?:[: ][^{}\n]*)?\})", "a directive of another tool", kTemplateHelp}.with(
        "@"),
    {R"(^ *(?:audio|image|include|video)::[^\s[]+\[.*\] *$)", "a macro of AsciiDoc",
     "write an image, a link, or on a separate line: ::: include FILE"},
    {R"(^ *(?:endif|ifeval|ifn?def)::[^\s[]*\[.*\] *$)", "a condition of AsciiDoc",
     "write the text that this site shows"},
    {R"((?<![\w(])\(\((?:\([^()\n]*[A-Za-z][^()\n]*\)|[A-Za-z\x80-\xFF]{2}[\w '\x80-\xFF-]*)\)\)(?![\w)]))",
     "a term of an index in AsciiDoc", "write the words alone, or put them between backticks"},
    Form{R"((?<![\w:/-])(?:asciimath|btn|footnote|icon|image|indexterm2?|kbd|latexmath|link|menu|pass|stem|xref):)"
         R"((?![ /:])[^][\s]{0,200}\[[^]\n]{0,200}\]|<<[\w-]+,[^<>\n]+>>)",
         "a macro of AsciiDoc", "write it in Markdown: a link, an image, `$`…`$`, a footnote"}
        .with("[<"),
    {R"(\A *={2,6} +[A-Z\x80-\xFF][^=\n]*(?:={2,6} *)?\z)", "a heading of another tool", "write ## Heading"},
    {R"(\A *\[(?:CAUTION|IMPORTANT|NOTE|TIP|WARNING)\]$)", "an admonition of AsciiDoc", kCalloutHelp},
    {R"(^ *\[(?:%\w+|horizontal|[#.][A-Za-z][\w-]*(?:[.#%,][^]\n]*)?|(?:source|cols|quote|options)[,=][^]\n]*)\] *$)",
     "attributes of AsciiDoc", kListHelp},
    {R"(^ *#\+[A-Za-z_]{3,}(?:[: ].*)?$)", "a keyword of Org", "write it in Markdown, or delete it"},
    {R"(^ *@(?:start|end)(?:uml|mindmap|json|gantt)\b.*)", "a diagram of PlantUML",
     "draw it as an SVG file, and show that: ![what it shows](diagram.svg)"},
    {R"(^ */{3,} *(?:admonition|caution|danger|details|hint|important|info|note|tip|warning|tab|caption|html|define)\b.*)",
     "an admonition of another tool", kCalloutHelp},
    Form{R"(^ *(?:@?\[(?i:toc)\]|\$?\{(?i:toc)\}|\{\{[%<]? *(?i:toc)\b[^{}\n]*\}\}|%TOC%|toc::[^\s[]*\[.*\]) *$|)"
         R"((?<!WORD)\[\[(?i:toc|_toc_)\]\])",
         "a table of contents", kTocHelp}
        .with("[{%:"),
    {R"(\{\{#…\}\}|\{\*…\*\}|\{!…!\})", "an include of another tool", kIncludeHelp},
    {R"(\{\{[<%](?:…[>%]\}\}| *[A-Za-z].*))", "a Hugo shortcode", kTemplateHelp},  // ">}}" on a line is a quote
    {R"((?<!\$)\{\{(?!\w+\}\})[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}\})", "a template expression", kTemplateHelp},
    {R"(\{::[A-Za-z][^{}\n]*\}|\{:/[A-Za-z]*\})", "an extension of kramdown", "delete it, or write <!-- … -->"},
    {R"(\A *[!?]> +(?=[A-Z\x01-\x08\x80-\xFF]|\S+ +\S)\S.*)", "a callout of docsify", kCalloutHelp},
    {R"(\A:(?:class|disabled|id|ignore|include|size|target)(?:[ =].*)?\z|^:!?(?:align|alt|authors?|class|figclass|icons|)"
     R"(height|label|name|numbered|open|sect(?:anchor|num)s|source-highlighter|stem|toc(?:-title|levels)?|width):(?: .*)?$)",
     "an attribute of another tool", kListHelp},
    {R"(^ *\[!(?i:code|include|video)\b.*)", "an extension of another tool", "write a link, or an image"},
    {R"(^ *\[!(?i:caution|important|note|tip|warning)\].*)", "a callout without its quote",
     "write > before it and before each line of its text, and a blank line above it"},
    {R"((?<![\w/.@[;-])@(?:(?<!\{@)(?:eq|fig|lst|sec|tbl)-\w[\w-]*|(?i:eq|fig|lst|sec|tbl|tab):\w[\w:-]*)|)"
     R"(\x02ref\([\w:-]+\))",
     "a cross-reference of another tool", kRoleHelp},
    {R"((?<![\w/.@[{])@[A-Za-z][\w:-]* \[pp?\. ?\d[^]\n]*\])", "a citation of Pandoc",
     "write it in brackets: [@id, p. 3]"},
    {R"(\{(?:\+\+…\+\+|--…--|==…==|>>…<<|[^{}\n]*~>[^{}\n]*)\})", "a mark of CriticMarkup",
     "write the resulting text; a comment as <!-- … -->"},
    {R"(^ *!!!(?:KINDS| *TITLED))", "an admonition of MkDocs", kCalloutHelp},
    {R"(^ *\?\?\?(?:KINDS|[+-]? *TITLED))", "a folded admonition of MkDocs",
     "write <details><summary>title</summary>, then its text, then </details>, with blank lines between them"},
    {R"(^ *={3,4}[!+]? +["'A-Z].*)", "a tab of MkDocs",
     "write a blank line above it, and indent its text by four spaces"},
    {R"(^ *:{3,} *(?:admonition|caution|danger|details|hint|important|info|note|tip|warning)(?: .*)?$)",
     "a container that is never closed", "end it with ::: on a separate line"},
    {R"(^ *:{3,} *[A-Za-z_]\w*(?:\.\w+)+$)", "a reference of mkdocstrings",
     "write the text itself: nothing is read from a program's source"},
    {R"(^ *:{3,} *[A-Za-z{].*)", "a container of another tool", kCalloutHelp},
    {R"(^ *-+8<-+.*)", "a snippet of MkDocs", kIncludeHelp},
    {R"(^ *<<< *(?:(?:@|\.\.?)/.*|FILE(?:[#{[ ].*)?$))", "a snippet of VitePress", kIncludeHelp},
    {R"(^ *import .* from ["'].*["'];?$)", "an import of MDX", kImportHelp},
    {R"(^ *export (?:const|default|function|let) .*[=({].*)", "an export of MDX", kImportHelp},
    {R"(^ *\.\. (?:\|[^|\n]+\| +)?[A-Za-z][\w:-]*::.*)", "a directive of reStructuredText", kCalloutHelp},
    Form{R"((?<!\w)\[(?:#?\w+|[#*])\]_(?!\w)|^ *\.\. \[[^]\n]+\] .*)", "a footnote of reStructuredText",
         "write [^1] there, and its text on a separate line: [^1]: …"}
        .with("["),
    // |x| is also an absolute value, and a program between two pipes.
    {R"((?<![\w|)(])\|(?:(?:release|today|version|[A-Za-z]\w*(?:-\w+)+)\|(?! *[-<>=+*/^])|)"
     R"([A-Za-z][\w -]{1,40}\|__?)(?![\w|(]))",
     "a substitution of reStructuredText", "write the text itself; for literal text, write \\|"},
    {R"((?<![\w:`/])::?[A-Za-z][\w-]*(?:\[[^]\n]{1,200}\](?:\{[^{}\n]*\})?|\{[^{}\n]+\}))",
     "a directive of another tool", kTemplateHelp},
    {R"(^ *\.\. _[^:\n]+:.*)", "a label of reStructuredText", "put {#name} after the heading: ## Title {#name}"},
    {R"(^ *(?:#\.|\(@\)) +\S.*)", "a list of Pandoc", "write 1. before each item"},
    Form{
        R"(\\(?:chapter|cite[pt]?|emph|eqref|footnote|include(?:graphics)?|input|label|ref|(?:sub){0,2}section|text[a-z]{2}|)"
        R"(url)\*?(?:\[[^]\n]{0,200}\])?\{[^{}\n]*\}|^ *\\(?:newpage|pagebreak)\b)",
        "a command of LaTeX", "write it in Markdown, or put it between backticks"}
        .with("\\"),
    {R"(^ *\([\w:.-]+\)=$)", "a label of MyST", "put {#name} after the heading: ## Title {#name}"},
    {R"(^ *\*\[[^]\n]+\]:.*)", "an abbreviation of another tool",
     "write <abbr>HTML</abbr>, or explain the word where it is used"},
    {R"(\A *: .+)", "a definition without a term",
     "write the term on the line above it; the caption of a table as a sentence above the table"},
    // A term is short: in wrapped prose, "~" below a line means "about".
    {R"(\A(?:[^\n]{1,60}(?<![.,;:])\n)? {0,3}~ {1,3}(?!(?:ABOUT)\b)[A-Za-z\x80-\xFF].*)", "a definition of Pandoc",
     "write \":\" for \"~\"", BlockText::defines},
    {R"(!\[\[PAGE\]\])", "an embedded file of a wiki", "write ![what it shows](file.png), or a link"},
    {R"((?<!WORD)\[\[PAGE\]\])", "a wiki link", "write [text](page.md)"},
    {R"(\x04__?(?![\w-]))", "a link of reStructuredText", kRoleHelp},
    {R"(\{[A-Za-z][\w:-]*\}(?=\x04))", "a role of MyST", kNameHelp},
    {R"(\{: *(?:[^{}\n]* )?\.(?:CALLOUT)\b[^{}\n]*\})", "a list of attributes", kCalloutHelp},
    {R"(\{: *+(?:[#.]NAME|PAIR|[\w-]+)(?: ++(?:[#.]NAME|PAIR|[\w-]+))*+ *+\}|)"
     R"(\{ *+(?:PAIR ++)*+[#.]NAME(?: ++(?:[#.]NAME|PAIR))*+ *+\}|)"
     R"((?:(?<=[\x01\x03\x04\]])|^(?=\{[^}]*\}$))\{ *+PAIR(?: ++PAIR)*+ *+\}|\{ *+NAME="[^"\n{}]*"(?: ++PAIR)*+ *+\}$|)"
     R"((?<=\x04)\{=[a-z]+\}|(?<= )\{-\}$)",
     "a list of attributes", kListHelp},
    {R"((?<![\w:/-]):[+-]?[\w-]{2,}:(?=\x04))", "a role of reStructuredText", kNameHelp},
    {R"((?<![\w:/-]):(?:[+-]1|[a-z][a-z0-9_-]+):(?![\w:-]))", "the short name of an emoji",
     "write the character itself, or a word"},
    {R"((?<!=|WORD)==(?![\s=])(?:(?!==)[\s\S]){1,200}(?<!\s)==(?!=|WORD))", "a highlight",
     "write **text** for what matters; to show it literally, put it between backticks"},
    {R"((?<!\^|WORD)\^\^(?![\s^])(?:(?!\^\^)[^\n]){1,200}(?<!\s)\^\^(?!\^|WORD))", "an insertion", "delete the marks"},
    {R"((?<!\+|WORD)\+\+(?![\s+])(?:(?!\+\+)\S){1,200}\+\+(?!\+|WORD))", "an insertion",
     "delete the marks; to show them literally, put them between backticks"},
    {R"((?:(?<=WORD)|(?<!\S)(?=\^WORD))\^SCRIPT\^(?!\^|WORD))", "a superscript of Pandoc",
     "write x<sup>2</sup>, or a formula: $`x^2`$"},
    {R"((?<=[A-Za-z])~SCRIPT~(?![0-9~])|(?<!\S)~[A-Za-z]\w{0,11}~(?!~|WORD))", "a subscript of Pandoc",
     "write H<sub>2</sub>O, or a formula: $`x_2`$; to strike text out, ~~text~~"},
    {R"(\A(?:\|(?: [^|\n]*)?(?:\n|\z)){2,}\z)", "a line block of Pandoc", "write \\ at the end of each line"},
    {R"(^ROW(?:\nROW)+$)", "a table", kTableHelp, BlockText::in_paragraph, kTableExpected, kLiteralBlock},
    Form{R"(^ *(?=.*--)(?=.*\|)[|: -]+$)", "a table", kTableHelp, BlockText::in_paragraph, kTableExpected,
         kLiteralBlock}
        .with("|"),
    {R"(\A\[[-/<>?!~]\] )", "a task of another tool", "write [ ], or [x] if it is done", BlockText::in_item},
    {R"((?<=\S)\|(?:\d+(?:x\d+)?(?:px|%)?|left|right|center)(?:\|.*)?\z|(?<!\S)(?:w|h|width|height):\d\S*|\Abg(?: .*)?\z)"
     R"(|\A=(?=x?\d)\d*%?x\d*%?\z)",
     "the size of an image", "write <img src=\"file.png\" alt=\"what it shows\" width=\"…\">", BlockText::in_image},
    // "##Cost" is meant as a heading anywhere, "#Cost" only if it is alone: it may be a hashtag.
    {R"(^ *#{2,6}[A-Za-z\x80-\xFF].*|\A *#[A-Z\x80-\xFF][^#\n]*\z)", "a heading", "for literal text, write \\#",
     BlockText::in_paragraph, kHeadingExpected, kLiteralBlock},
};

struct CompiledForm {
  base::Pattern pattern;
  std::string signs;  // a text without all of them is not searched, because most texts hold few signs
};

std::vector<CompiledForm> compile_forms() {
  std::vector<CompiledForm> compiled;
  for (const Form& form : kForms) {
    std::string expression(form.pattern);
    for (const auto& [name, meaning] : kShorthands)
      expression = base::replace_all(std::move(expression), name, meaning);
    base::Pattern pattern(expression, PCRE2_MULTILINE);
    std::string signs = form.signs.empty() ? pattern.needed() : std::string(form.signs);
    compiled.push_back({std::move(pattern), std::move(signs)});
  }
  return compiled;
}

}  // namespace

std::string_view foreign_comment(std::string_view comment) {
  // "<!-- include: a.md -->" is a command, "<!-- include the prices -->" a note.
  static const base::Pattern include(R"(^<!--(?:@| *[@#$] *(?:include|import|embed)\b|)"
                                     R"( *(?:include|import|embed|snippet)(?:: *\S+|\(.*\)| +\S*[./]\w+["']?) *-->))");
  static const base::Pattern mark(R"(^<!-- *md:\w)");
  return include.find(comment) ? "an include of another tool" : mark.find(comment) ? "a mark of MkDocs" : "";
}

void find_foreign_syntax(const BlockText& block, Leftovers& found) {
  static const std::vector<CompiledForm> compiled = compile_forms();
  const std::string_view text = block.text;
  std::array<bool, 256> has = {};
  for (const char c : text) has[static_cast<unsigned char>(c)] = true;
  const auto occurs = [&has](char sign) { return has[static_cast<unsigned char>(sign)]; };
  for (size_t i = 0; i < compiled.size(); ++i) {
    const Form& form = kForms[i];
    const auto& [pattern, signs] = compiled[i];
    if ((form.place & block.places) == 0) continue;
    if (!signs.empty() && std::ranges::none_of(signs, occurs)) continue;
    for (size_t from = 0; from < text.size();) {
      const auto match = pattern.find(text, from);
      if (!match) break;
      const std::string_view written = match->front();
      const auto begin = static_cast<size_t>(written.data() - text.data());
      const size_t end = from = begin + written.size();
      base::Diagnostic& reported =
          found.report(form.code, form.code == kLiteralBlock ? base::Severity::warning : base::Severity::error, begin,
                       end, fmt::format("this looks like {} and is shown as plain text", form.what));
      reported.expect(std::string(form.expected))
          .suggest(std::string(form.help))
          .of(fmt::format("form:{} {}", form.what, form.expected));
    }
  }
}

}  // namespace document
