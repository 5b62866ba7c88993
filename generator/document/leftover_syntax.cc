// The syntax of other tools. What each is called and what to write instead is in the tables below.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "document/leftovers.h"

namespace document {
namespace {

constexpr auto kError = base::Severity::error, kWarning = base::Severity::warning;

constexpr size_t kLongestMark = 200;  // bytes between two marks of a kind, or of an attribute list

constexpr std::string_view kCalloutHelp = "write a callout: > [!NOTE] on a line, then > before each line of its text";
constexpr std::string_view kIncludeHelp = "copy what it includes into this page, or link to it";
constexpr std::string_view kTemplateHelp = "write what it stands for; if it is meant as text, put it between backticks";
constexpr std::string_view kRoleHelp = "write a link: [text](page.md#heading), or put it between backticks";

// What begins with `open` and ends with `close`, anywhere in a block.
struct Enclosed {
  std::string_view open;
  std::string_view close;
  base::Severity severity;
  std::string_view what;
  std::string_view help;
};
constexpr Enclosed kEnclosed[] = {
    {"{{#", "}}", kError, "a directive of mdBook", kIncludeHelp},
    {"{{<", ">}}", kError, "a Hugo shortcode", kTemplateHelp},
    {"{{%", "%}}", kError, "a Hugo shortcode", kTemplateHelp},
    {"{{", "}}", kError, "a template expression", kTemplateHelp},
    {"{%", "%}", kError, "a template tag", kTemplateHelp},
    {"{!", "!}", kError, "a Markdown include", kIncludeHelp},
    {"{++", "++}", kWarning, "an insertion of CriticMarkup", "delete the marks"},
    {"{--", "--}", kWarning, "a deletion of CriticMarkup", "delete it, or strike it out: ~~text~~"},
    {"{==", "==}", kWarning, "a highlight of CriticMarkup", "delete the marks"},
    {"{>>", "<<}", kWarning, "a comment of CriticMarkup", "write an HTML comment: <!-- … -->"},
};

// Text between two equal marks.
struct Marked {
  std::string_view mark;
  std::string_view what;
  std::string_view help;
  bool one_word;  // no white space between the marks
  bool attached;  // to a letter or digit on its left, as superscripts are
};
constexpr Marked kMarked[] = {
    {"==", "a highlight", "write **text** for what matters; if it is meant as text, put it between backticks", false,
     false},
    {"++", "an insertion", "delete the marks; if they are meant as text, put them between backticks", true, false},
    {"^", "a superscript of Pandoc", "write x<sup>2</sup>, or a formula: $`x^2`$", true, true},
    {"~", "a subscript of Pandoc", "write H<sub>2</sub>O, or a formula: $`x_2`$", true, true},
};

// What begins a line.
struct LineForm {
  std::string_view begins;
  base::Severity severity;
  std::string_view what;
  std::string_view help;
  // Whether what follows `begins` on the line makes it one.
  bool (*accepts)(std::string_view rest);
};

bool is_name_byte(char c) { return base::is_letter(c) || base::is_digit(c) || c == '_' || c == '-'; }

// " note", "+ tip inline", " warning \"Title\"": words in lower case, then at most a title in quotes.
bool is_admonition(std::string_view rest) {
  if (rest.starts_with('+')) rest.remove_prefix(1);
  if (!rest.starts_with(' ')) return false;
  const std::string_view words = base::trim(rest.substr(0, rest.find('"')));
  return !words.empty() && std::count(words.begin(), words.end(), ' ') < 3 &&
         std::all_of(words.begin(), words.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || c == ' '; });
}

bool is_container(std::string_view rest) {
  rest = base::trim(rest.substr(std::min(rest.find_first_not_of(':'), rest.size())));
  return !rest.empty() && (base::is_letter(rest[0]) || rest[0] == '{');
}

bool is_directive(std::string_view rest) {
  const size_t colons = rest.find("::");
  return colons != std::string_view::npos && colons > 0 && base::is_letter(rest[0]) &&
         std::all_of(rest.begin(), rest.begin() + static_cast<ptrdiff_t>(colons),
                     [](char c) { return is_name_byte(c) || c == ':'; });
}

bool is_import(std::string_view rest) {
  return (rest.find(" from '") != std::string_view::npos || rest.find(" from \"") != std::string_view::npos) &&
         (rest.ends_with("';") || rest.ends_with("\";") || rest.ends_with('\'') || rest.ends_with('"'));
}

bool is_export(std::string_view rest) {
  for (std::string_view word : {"const ", "default ", "function ", "let "})
    if (rest.starts_with(word)) return rest.find_first_of("=({") != std::string_view::npos;
  return false;
}

bool is_label(std::string_view rest) {
  return rest.size() > 2 && rest.ends_with(")=") &&
         std::all_of(rest.begin(), rest.end() - 2, [](char c) { return is_name_byte(c) || c == ':' || c == '.'; });
}

bool is_end(std::string_view rest) { return rest.empty(); }

constexpr LineForm kLineForms[] = {
    {"!!!", kError, "an admonition of MkDocs", kCalloutHelp, is_admonition},
    {"???", kError, "a folded admonition of MkDocs",
     "write <details><summary>title</summary>, then its text, then </details>, with blank lines between them",
     is_admonition},
    {"===", kError, "a tab of MkDocs", "write a heading for each tab",
     [](std::string_view rest) { return rest.starts_with(" \"") || rest.starts_with("! \""); }},
    {":::", kWarning, "a container of another tool", kCalloutHelp, is_container},
    {"--8<--", kError, "a snippet of MkDocs", kIncludeHelp, [](std::string_view) { return true; }},
    {"<<<", kError, "a snippet of VitePress", kIncludeHelp,
     [](std::string_view rest) {
       return rest.starts_with(" @/") || rest.starts_with(" ./") || rest.starts_with(" ../");
     }},
    {"@import ", kError, "an import", kIncludeHelp,
     [](std::string_view rest) { return rest.starts_with('"') || rest.starts_with('\''); }},
    {"import ", kError, "an import of MDX", "delete it; components are not supported", is_import},
    {"export ", kError, "an export of MDX", "delete it; components are not supported", is_export},
    {".. ", kError, "a directive of reStructuredText", kCalloutHelp, is_directive},
    {"(", kWarning, "a label of MyST", "put {#name} behind the heading: ## Title {#name}", is_label},
    {"*[", kWarning, "an abbreviation of another tool", "write <abbr>HTML</abbr>, or explain the word where it is used",
     [](std::string_view rest) {
       const size_t close = rest.find("]:");
       return close != std::string_view::npos && close > 0 && rest.find(']') == close;
     }},
    {"[TOC]", kWarning, "a table of contents", "delete it: each page has one", is_end},
    {"[toc]", kWarning, "a table of contents", "delete it: each page has one", is_end},
};

// "#id", ".class", "key=value" or, after a colon, a word: between braces, where they set attributes of what is before.
bool is_attribute(std::string_view token, bool& is_mark) {
  if (token[0] == '#' || token[0] == '.') {
    is_mark = true;
    return token.size() > 1 && base::is_letter(token[1]) && std::all_of(token.begin() + 1, token.end(), is_name_byte);
  }
  const size_t equals = token.find('=');
  return equals != std::string_view::npos && equals > 0 && equals + 1 < token.size() && base::is_letter(token[0]) &&
         std::all_of(token.begin(), token.begin() + static_cast<ptrdiff_t>(equals), is_name_byte);
}

class SyntaxFinder {
 public:
  SyntaxFinder(const BlockText& block, Leftovers& found) : block_(block), text_(block.text), found_(found) {}

  void run() {
    for (const Enclosed& form : kEnclosed) find_enclosed(form);
    find_line_forms();
    find_wiki_links();
    for (size_t at = text_.find_first_of("{:\4"); at != std::string_view::npos;
         at = text_.find_first_of("{:\4", at + 1))
      look_at_sign(at);
    for (const Marked& form : kMarked) find_marked(form);
  }

 private:
  char at(size_t place) const { return place < text_.size() ? text_[place] : '\0'; }
  char before(size_t place) const { return place > 0 ? text_[place - 1] : '\0'; }
  static bool is_plain_byte(char c) { return base::is_letter(c) || base::is_digit(c); }

  void report(size_t begin, size_t end, base::Severity severity, std::string_view what, std::string_view help) {
    std::string message = fmt::format("this looks like {}, and is shown as plain text", what);
    (severity == kError ? found_.error("foreign-syntax", begin, end, std::move(message))
                        : found_.warning("foreign-syntax", begin, end, std::move(message)))
        .suggest(std::string(help));
  }

  void find_enclosed(const Enclosed& form) {
    for (size_t open = text_.find(form.open); open != std::string_view::npos;) {
      const size_t inside = open + form.open.size();
      const size_t close = text_.find(form.close, inside);
      if (close == std::string_view::npos) return;
      const std::string_view content = text_.substr(inside, close - inside);
      const bool is_meant = std::any_of(content.begin(), content.end(), base::is_letter) &&
                            content.find_first_of("{}") == std::string_view::npos;
      if (is_meant) report(open, close + form.close.size(), form.severity, form.what, form.help);
      open = text_.find(form.open, is_meant ? close + form.close.size() : open + 1);
    }
  }

  void find_line_forms() {
    for (size_t begin = 0; begin < text_.size();) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      const std::string_view line = base::trim(text_.substr(begin, end - begin));
      for (const LineForm& form : kLineForms)
        if (line.starts_with(form.begins) && form.accepts(line.substr(form.begins.size())))
          report(begin, end, form.severity, form.what, form.help);
      const bool is_definition =
          begin > 0 && line.size() > 2 && line[0] == ':' && line[1] == ' ' && before(begin - 1) != ':';
      if (is_definition) report(begin, end, kWarning, "a definition list", "write a list: - **term**: its definition");
      begin = end + 1;
    }
  }

  // "[[page]]", "[[page|label]]", "![[file]]"; no matrices, no indices.
  void find_wiki_links() {
    for (size_t open = text_.find("[["); open != std::string_view::npos; open = text_.find("[[", open + 2)) {
      const size_t close = text_.find_first_of("[]\n", open + 2);
      if (close == std::string_view::npos) return;
      const std::string_view name = text_.substr(open + 2, close - open - 2);
      if (text_[close] != ']' || at(close + 1) != ']' || name.starts_with('@') || is_plain_byte(before(open))) continue;
      if (std::none_of(name.begin(), name.end(),
                       [](char c) { return base::is_letter(c) || static_cast<unsigned char>(c) >= 0x80; }))
        continue;
      if (base::lower(name) == "toc" || base::lower(name) == "_toc_")
        report(open, close + 2, kWarning, "a table of contents", "delete it: each page has one");
      else if (before(open) == '!')
        report(open - 1, close + 2, kError, "an embedded file of a wiki",
               "write ![what it shows](file.png), or a link");
      else
        report(open, close + 2, kError, "a wiki link", "write [text](page.md)");
    }
  }

  void look_at_sign(size_t sign) {
    if (text_[sign] == '{')
      look_at_brace(sign);
    else if (text_[sign] == ':')
      look_at_colon(sign);
    else if (at(sign + 1) == '_' && (at(sign + 2) == '_' ? !is_name_byte(at(sign + 3)) : !is_name_byte(at(sign + 2))))
      report(sign, sign + 2, kError, "a link of reStructuredText", kRoleHelp);
  }

  // "{ref}`label`", "{ #id .class }", "{: .class }"
  void look_at_brace(size_t open) {
    const size_t close = text_.find_first_of("{}\n", open + 1);
    if (close == std::string_view::npos || text_[close] != '}' || close - open > kLongestMark) return;
    std::string_view inside = text_.substr(open + 1, close - open - 1);
    const bool is_role = !inside.empty() && base::is_letter(inside[0]) && at(close + 1) == BlockText::kCode &&
                         std::all_of(inside.begin(), inside.end(), [](char c) { return is_name_byte(c) || c == ':'; });
    if (is_role) return report(open, close + 1, kError, "a role of MyST", kRoleHelp);
    if (block_.is_heading && close + 1 == text_.size() && inside.starts_with('#') &&
        inside.find(' ') == std::string_view::npos)
      return;  // the heading's own id
    if (is_attribute_list(inside, std::string_view("\1\3\4]").find(before(open)) != std::string_view::npos))
      report(open, close + 1, kWarning, "a list of attributes",
             block_.is_heading ? "write {#id} behind the heading, without spaces; classes are not supported"
                               : "delete it: classes and attributes are not supported");
  }

  static bool is_attribute_list(std::string_view inside, bool is_attached) {
    const bool has_colon = inside.starts_with(':');
    if (has_colon) inside.remove_prefix(1);
    bool is_mark = has_colon;
    size_t tokens = 0;
    for (inside = base::trim(inside); !inside.empty(); inside = base::trim(inside)) {
      size_t end = std::min(inside.find_first_of(" \""), inside.size());
      if (end < inside.size() && inside[end] == '"') {
        end = inside.find('"', end + 1);
        if (end == std::string_view::npos) return false;
        ++end;
      }
      const std::string_view token = inside.substr(0, end);
      const bool is_word = has_colon && std::all_of(token.begin(), token.end(), is_name_byte);
      if (!is_word && !is_attribute(token, is_mark)) return false;
      inside.remove_prefix(end);
      ++tokens;
    }
    return tokens > 0 && (is_mark || is_attached);
  }

  // ":smile:", ":math:`x`"
  void look_at_colon(size_t open) {
    if (is_name_byte(before(open)) || before(open) == ':' || before(open) == '/') return;
    size_t close = open + 1;
    if (at(close) == '+' || at(close) == '-') ++close;
    while (is_name_byte(at(close))) ++close;
    const std::string_view name = text_.substr(open + 1, close - open - 1);
    if (at(close) != ':' || name.size() < 2 || name.size() > kLongestMark) return;
    const char after = at(close + 1);
    if (after == BlockText::kCode) return report(open, close + 1, kError, "a role of reStructuredText", kRoleHelp);
    const bool is_vote = name == "+1" || name == "-1";
    const bool is_name =
        base::is_letter(name[0]) && std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    if ((is_vote || is_name) && !is_name_byte(after) && after != ':')
      report(open, close + 1, kWarning, "the short name of an emoji", "write the character itself, or a word");
  }

  void find_marked(const Marked& form) {
    const size_t size = form.mark.size();
    const char sign = form.mark[0];
    for (size_t open = text_.find(form.mark); open != std::string_view::npos; open = text_.find(form.mark, open + 1)) {
      const char left = before(open);
      if (left == sign || is_plain_byte(left) != form.attached) continue;
      const size_t inside = open + size;
      if (at(inside) == '\0' || base::is_space(at(inside)) || at(inside) == sign) continue;
      const size_t close = text_.substr(0, std::min(text_.size(), inside + kLongestMark)).find(form.mark, inside);
      if (close == std::string_view::npos) continue;
      const std::string_view content = text_.substr(inside, close - inside);
      const char right = at(close + size);
      if (base::is_space(content.back()) || right == sign) continue;
      if (form.one_word && content.find_first_of(" \t\n") != std::string_view::npos) continue;
      if (form.attached ? !is_superscript(left, content, right, sign) : is_plain_byte(right)) continue;
      report(open, close + size, kWarning, form.what, form.help);
      open = close + size - 1;
    }
  }

  // "x^2^" and "H~2~O"; not "2^3^4", "10~20~30".
  static bool is_superscript(char left, std::string_view content, char right, char sign) {
    constexpr size_t kLongestScript = 12;
    const bool is_one = content.size() <= kLongestScript && std::all_of(content.begin(), content.end(), [](char c) {
                          return is_plain_byte(c) || c == '+' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
                        });
    if (!is_one) return false;
    return sign == '~' ? base::is_letter(left) && !base::is_digit(right) : !is_plain_byte(right);
  }

  const BlockText& block_;
  std::string_view text_;
  Leftovers& found_;
};

}  // namespace

void find_foreign_syntax(const BlockText& block, Leftovers& found) { SyntaxFinder(block, found).run(); }

}  // namespace document
