#include "document/rewritings.h"

#include <fmt/format.h>

#include <string>

#include "base/text.h"

namespace document {
namespace {

// A rewriting whose patterns are not compiled.
struct RewritingForm {
  std::string_view sign;
  RewritingRole role;
  std::string_view pattern;
  std::string_view result = {};
  std::string_view end = {};
  char to = ':';
};

// The first is our own.
constexpr RewritingForm kRewritings[] = {
    {"::: include ",
     RewritingRole::include,
     R"x(::: include +(\S+)(?: +lines=([\d,-]+))?(?: +part=([\w-]+))?)x",
     {},
     {},
     '-'},
    // mdBook
    {"{{#", RewritingRole::include,
     R"x(\{\{# *(?:rustdoc_)?include +([^\s:}]+)(?::(?:(\d*:?\d*)|([A-Za-z_][\w-]*)))? *\}\})x"},
    {"<Listing", RewritingRole::line,
     R"x(<Listing(?=.*? number=QUOTED|)(?=.*? file-name=QUOTED|)(?=.*? caption=QUOTED|))x"
     R"x((?: +(?:number|file-name|caption)=QUOTED)+ *>)x",
     "<figure>\n<figcaption>\n\n@2{`$2`\n\n}@1{Listing $1: }$3\n\n</figcaption>\n"},
    {"</Listing>", RewritingRole::line, "</Listing>", "</figure>\n"},
    // MkDocs
    {"8<--", RewritingRole::include, R"x(-+8<-{2,} +["']([^"':]+)(?::(?:([\d:,]+)|([A-Za-z_][\w-]*)))?["'])x"},
    {"{*", RewritingRole::code,
     R"x(\{\* *(\S+)(?=.*\bln\[([\d:,]+)\]|)()(?=.*\btitle\["?([^]"]+)"?\]|)()(?=.*\b(hl\[[^]]*\])|))x"
     R"x((?: +(?:ln|hl|title)\[[^]]*\])* *\*\})x"},
    // VitePress
    {"@include",
     RewritingRole::outside,
     R"x(<!-- *@include: *([^\s#{}]+)(?=\S*\{(\d*,?\d*)\}|)(?:#([\w-]+))?(?:\{[\d,]*\})? *-->)x",
     {},
     {},
     ','},
    {"<<<", RewritingRole::code,
     R"x(<<<(?: +|(?=\S*[./]))([^\s#{}<]+)()(?:#([\w-]+))?(?=.*\[([^]]+)\]$|))x"
     R"x((?=.*\{[\d,-]* *([a-z]+)\b|)(?=.*\{([\d,-]+)|))x"
     R"x((?: *\{[^}]*\})?(?: *\[[^]]*\])?)x"},
    // Hugo
    {"{{%", RewritingRole::outside, R"x(\{\{% *include +"?([^\s"]+)"? *%\}\})x"},
    {"{{", RewritingRole::opens, R"x(\{\{[<%] *highlight +"?([\w+#-]+)"?(?: [^{}]*)? *[>%]\}\})x", "~~~~~~$1\n",
     R"x(\{\{[<%] */ *highlight *[>%]\}\})x"},
    {"code-toggle", RewritingRole::opens,
     R"x(\{\{< *code-toggle(?: +file="?([^\s">]+)"?)?(?: +(?:copy|fm)=true)* *>\}\})x", "@1{`$1`\n\n}~~~~~~\n",
     R"x(\{\{< */ *code-toggle *>\}\})x"},
    {"{{", RewritingRole::line,
     R"x(\{\{[<%] *alert(?=.* title="(?!Note"|Warning")([^"]*)"|)(?=.* color="(danger|info|success|warning)"))x"
     R"x((?: +(?:title|color)="[^"]*")* *[>%]\}\})x",
     ":::$2 $1\n"},
    {"{{", RewritingRole::line,
     R"x(\{\{[<%] *alert(?=.* title="(?!Note")([^"]*)"|))x"
     R"x((?: +(?:title="[^"]*"|color="(?:primary|secondary)"))* *[>%]\}\})x",
     ":::note $1\n"},
    {"{{", RewritingRole::line, R"x(\{\{[<%] */ *alert *[>%]\}\})x", ":::\n"},
    {"{{", RewritingRole::words,
     R"x((?<=\]\(|\]: |\]\(<|\]: <|href="|href=')\{\{[<%] *(?:rel)?ref +["`]([^"`\n]+)["`] *[>%]\}\})x", "$1"},
    // Docusaurus and MkDocs: the name of a file above its code
    {"title=", RewritingRole::directive, R"x((`{3,}) *([\w+#.-]*(?:\{[\d,-]*\})?)(.*?) +title=QUOTED( .*)?)x",
     "@4{\n`$4`\n\n}$1$2$3$5\n"},
    // docsify
    {":id=", RewritingRole::line, R"x((#{1,6} .*?) +:id=([\w-]+))x", "$1 {#$2}\n"},
    // MyST
    {")=", RewritingRole::anchor, R"x(\(([A-Za-z_][\w:.-]*)\)=)x", "<a id=\"$1\"></a>\n"},
    {"+++", RewritingRole::line, R"x(\+\+\+(?: +\{.*\})?)x", "\n"},
    {"{doc}`", RewritingRole::words, R"x(\{doc\}`([^`<]*[^`<\s]) *<([^`<>]+)>`)x", "[$1]($2)"},
    {"{math}`", RewritingRole::words, R"x(\{math\}`([^`]+)`)x", "$`$1`$"},
    {"{math}", RewritingRole::directive, R"x((`{3,}|~{3,})\{math\})x", "$1math\n"},
    {"{code-cell}", RewritingRole::directive, R"x((`{3,}|~{3,})\{code-cell\}(?: +i?python3?)?)x", "$1python\n"},
    {"{code", RewritingRole::directive, R"x((`{3,}|~{3,})\{code(?:-block|-cell)?\} *([\w+#.-]*))x", "$1$2\n"},
};

std::string whole_line(std::string_view pattern) {
  const std::string quoted = R"x((?|"([^"]*)"|'([^']*)'))x";
  return base::replace_all(fmt::format("^ *(?:{})[ \t]*$", pattern), "QUOTED", quoted);
}

}  // namespace

const std::vector<Rewriting>& rewritings() {
  static const std::vector<Rewriting> all = [] {
    std::vector<Rewriting> made;
    for (const RewritingForm& each : kRewritings) {
      base::Pattern pattern(each.role == RewritingRole::words ? std::string(each.pattern) : whole_line(each.pattern));
      made.push_back({each.sign, each.role, std::move(pattern), each.result, {}, each.to});
      if (!each.end.empty()) made.back().end.emplace(whole_line(each.end));
    }
    return made;
  }();
  return all;
}

}  // namespace document
