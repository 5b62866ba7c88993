// Converts the TeX in bibliographies to text.
#include <algorithm>
#include <optional>

#include "base/text.h"
#include "base/utf8.h"
#include "data/bibtex.h"
#include "math/symbols.h"

namespace data {
namespace {

// The commands of accents, and the combining characters that they add to a letter, in the same order.
constexpr std::string_view kAccents = "`'^~=u.\"rHvdckbt";
constexpr std::u32string_view kCombining =
    U"\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030A\u030B\u030C\u0323\u0327\u0328\u0331\u0361";
static_assert(kAccents.size() == kCombining.size());

// Commands and what they print. The signs of formulas and Greek letters are in math/symbols.h.
constexpr std::string_view kSymbols =
    "ss ß ae æ AE Æ oe œ OE Œ o ø O Ø l ł L Ł aa å AA Å i ı j ȷ dh ð DH Ð th þ TH Þ dj đ DJ Đ ng ŋ NG Ŋ S § P ¶ "
    "textellipsis … pounds £ euro € texteuro € copyright © textcopyright © textregistered ® texttrademark ™ "
    "textdegree ° textendash – textemdash — textquoteleft ‘ textquoteright ’ textquotedblleft “ textquotedblright ” "
    "textquotesingle ' guillemotleft « guillemotright » textasciitilde ~ textasciicircum ^ textbackslash \\ "
    "textunderscore _ textless < textgreater > textbar | textmu µ textbullet • bullet • hyphen - slash / TeX TeX "
    "LaTeX LaTeX LaTeXe LaTeX2e BibTeX BibTeX XeTeX XeTeX textperiodcentered · cdot · circ ° sqrt √ bibrangedash – "
    ", \u202F";
constexpr std::string_view kSpaces = "quad newline par ; : \\";
constexpr std::string_view kWithoutEffect =
    "noopsort relax protect ensuremath text textnormal textrm textsf texttt mathrm mathsf mathcal mathbb mathbf mathit "
    "rm sf tt it em bf sc sl mbox hbox nolinkurl url path MakeLowercase MakeUppercase NoCaseChange mkbibparens textup "
    "newblock left right xspace ! / - @ ( )";

// Commands that put markup around their argument.
struct TexFormat {
  std::string_view commands, open, close;
};
constexpr TexFormat kTexFormats[] = {{"emph textit textsl mkbibemph mkbibitalic", "<i>", "</i>"},
                                     {"textbf mkbibbold", "<b>", "</b>"},
                                     {"textsc", "<sc>", "</sc>"},
                                     {"textsuperscript ^", "<sup>", "</sup>"},
                                     {"textsubscript _", "<sub>", "</sub>"},
                                     {"mkbibquote enquote", "“", "”"}};

const TexFormat* find_format_of(std::string_view command) {
  for (const TexFormat& format : kTexFormats)
    if (base::has_word(format.commands, command)) return &format;
  return nullptr;
}

// Returns what a command prints, which may be nothing; nullopt if it is not known.
std::optional<std::string_view> printed_by(std::string_view command) {
  if (base::is_space(command[0]) || base::has_word(kSpaces, command)) return " ";
  if (base::has_word(kWithoutEffect, command)) return "";
  if (const std::string_view text = base::word_after(kSymbols, command); !text.empty()) return text;
  const math::Symbol* symbol = math::find_symbol(command);
  return symbol && symbol->shape != math::Shape::space ? std::optional(symbol->text) : std::nullopt;
}

class TexReader {
 public:
  TexReader(std::string_view tex, std::vector<std::string>& unknown) : tex_(tex), unknown_(unknown) {}

  std::string run() {
    std::string out = read_until_end(0);
    return base::normalise_nfc(std::string(base::trim(base::one_line(out))));
  }

 private:
  static constexpr size_t kMaxDepth = 64;

  char peek(size_t ahead = 0) const { return at_ + ahead < tex_.size() ? tex_[at_ + ahead] : '\0'; }
  bool take(std::string_view text) {
    if (!tex_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }

  // Reads the text up to the brace that ends the group, and skips the brace.
  std::string read_until_end(size_t depth) {
    std::string out;
    while (at_ < tex_.size()) {
      if (take("}")) {
        if (depth > 0) return out;
      } else {
        out += read_one(depth);
      }
    }
    return out;
  }

  std::string read_one(size_t depth) {
    if (take("\\")) return read_command(depth);
    if (peek() == '{') return read_group(depth);
    if (take("$")) {
      is_math_ = !is_math_;
      return "";
    }
    if (is_math_ && (peek() == '_' || peek() == '^'))
      return read_formatted(*find_format_of(tex_.substr(at_++, 1)), depth);
    constexpr std::pair<std::string_view, std::string_view> kSigns[] = {{"---", "—"}, {"--", "–"}, {"``", "“"},
                                                                        {"''", "”"},  {"`", "‘"},  {"~", "\u00A0"}};
    for (const auto& [sign, text] : kSigns)
      if (take(sign)) return std::string(text);
    return std::string(1, tex_[at_++]);
  }

  // Reads a group. A brace at the outermost level protects words in lower case from being capitalised.
  std::string read_group(size_t depth) {
    ++at_;
    const bool is_command = peek() == '\\';
    if (depth >= kMaxDepth) return "";
    std::string text = read_until_end(depth + 1);
    const bool is_lower = depth == 0 && !is_command && !is_math_ && std::ranges::any_of(text, base::is_letter) &&
                          base::lower(text) == text && text.find('<') == std::string::npos;
    return is_lower ? "<span class=\"nocase\">" + text + "</span>" : text;
  }

  std::string read_formatted(const TexFormat& format, size_t depth) {
    return std::string(format.open) + read_argument(depth) + std::string(format.close);
  }

  // Reads the argument of a command: a group, another command, or one character.
  std::string read_argument(size_t depth) {
    while (base::is_space(peek())) ++at_;
    if (take("{")) return depth < kMaxDepth ? read_until_end(depth + 1) : "";
    if (take("\\")) return depth < kMaxDepth ? read_command(depth + 1) : "";
    if (peek() == '}' || at_ == tex_.size()) return "";
    const size_t begin = at_++;
    while ((static_cast<unsigned char>(peek()) & 0xC0) == 0x80) ++at_;
    return std::string(tex_.substr(begin, at_ - begin));
  }

  std::string read_command(size_t depth) {
    if (at_ == tex_.size()) return "\\";
    const size_t begin = at_++;
    if (base::is_letter(tex_[begin]))
      while (base::is_letter(peek())) ++at_;
    const std::string_view name = tex_.substr(begin, at_ - begin);
    const bool is_word = base::is_letter(name[0]);
    if (const size_t accent = name.size() == 1 ? kAccents.find(name) : std::string_view::npos; accent < kAccents.size())
      return accented(read_argument(depth), kCombining[accent]);
    if (name == "href") read_argument(depth);
    if (const TexFormat* format = is_word ? find_format_of(name) : nullptr) return read_formatted(*format, depth);
    const std::optional<std::string_view> printed = printed_by(name);
    if (!printed && name != "href" && std::ranges::find(unknown_, name) == unknown_.end()) unknown_.emplace_back(name);
    // The spaces after a command's name belong to it, but spaces after "{}" are kept.
    if (is_word) {
      while (base::is_space(peek())) ++at_;
      take("{}");
    }
    if (printed && !printed->empty()) return std::string(*printed);
    return is_word && peek() == '{' ? read_argument(depth) : "";
  }

  static std::string accented(std::string letter, char32_t combining) {
    if (letter.starts_with("ı")) letter.replace(0, 2, "i");
    if (letter.starts_with("ȷ")) letter.replace(0, 2, "j");
    if (letter.empty()) return letter;
    std::string_view rest = letter;
    base::take_code_point(rest);
    std::string out = letter.substr(0, letter.size() - rest.size());
    base::append_code_point(out, combining);
    return out.append(rest);
  }

  std::string_view tex_;
  std::vector<std::string>& unknown_;
  size_t at_ = 0;
  bool is_math_ = false;
};

}  // namespace

std::string text_of_tex(std::string_view tex, std::vector<std::string>& unknown) {
  return TexReader(tex, unknown).run();
}

std::vector<std::string_view> split_tex(std::string_view tex, std::string_view separator) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  int depth = 0;
  for (size_t at = 0; at < tex.size(); ++at) {
    depth += tex[at] == '{' ? 1 : tex[at] == '}' ? -1 : 0;
    if (depth > 0 || (at > 0 && tex[at - 1] == '\\')) continue;  // "\~n" is a letter, not a separator
    size_t end = at;
    if (separator == " " || separator == ",") {
      if (separator == "," ? tex[at] != ',' : !base::is_space(tex[at]) && tex[at] != '~') continue;
      end = at + 1;
    } else {
      // Find the word between spaces.
      const size_t after = at + 1 + separator.size();
      if (!base::is_space(tex[at]) || after >= tex.size() || !base::is_space(tex[after]) ||
          base::lower(tex.substr(at + 1, separator.size())) != separator)
        continue;
      end = after;
    }
    parts.push_back(base::trim(tex.substr(begin, at - begin)));
    begin = end;
    at = end - 1;
  }
  parts.push_back(base::trim(tex.substr(begin)));
  std::erase_if(parts, [](std::string_view part) { return part.empty(); });
  return parts;
}

}  // namespace data
