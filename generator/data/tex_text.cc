// Converts the TeX in bibliographies to text.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"
#include "data/bibtex.h"

namespace data {
namespace {

struct TexAccent {
  char command;
  char32_t combining;
};
constexpr auto kAccents = std::to_array<TexAccent>({{'`', 0x300},
                                                    {'\'', 0x301},
                                                    {'^', 0x302},
                                                    {'~', 0x303},
                                                    {'=', 0x304},
                                                    {'u', 0x306},
                                                    {'.', 0x307},
                                                    {'"', 0x308},
                                                    {'r', 0x30A},
                                                    {'H', 0x30B},
                                                    {'v', 0x30C},
                                                    {'d', 0x323},
                                                    {'c', 0x327},
                                                    {'k', 0x328},
                                                    {'b', 0x331},
                                                    {'t', 0x361}});

// A TeX command that is replaced by a text.
struct TexSymbol {
  std::string_view command, text;
};
constexpr auto kSymbols = std::to_array<TexSymbol>({
    {"ss", "ß"},
    {"ae", "æ"},
    {"AE", "Æ"},
    {"oe", "œ"},
    {"OE", "Œ"},
    {"o", "ø"},
    {"O", "Ø"},
    {"l", "ł"},
    {"L", "Ł"},
    {"aa", "å"},
    {"AA", "Å"},
    {"i", "ı"},
    {"j", "ȷ"},
    {"dh", "ð"},
    {"DH", "Ð"},
    {"th", "þ"},
    {"TH", "Þ"},
    {"dj", "đ"},
    {"DJ", "Đ"},
    {"ng", "ŋ"},
    {"NG", "Ŋ"},
    {"S", "§"},
    {"P", "¶"},
    {"dots", "…"},
    {"ldots", "…"},
    {"textellipsis", "…"},
    {"cdots", "⋯"},
    {"pounds", "£"},
    {"euro", "€"},
    {"texteuro", "€"},
    {"copyright", "©"},
    {"textcopyright", "©"},
    {"textregistered", "®"},
    {"texttrademark", "™"},
    {"textdegree", "°"},
    {"degree", "°"},
    {"textendash", "–"},
    {"textemdash", "—"},
    {"textquoteleft", "‘"},
    {"textquoteright", "’"},
    {"textquotedblleft", "“"},
    {"textquotedblright", "”"},
    {"textquotesingle", "'"},
    {"guillemotleft", "«"},
    {"guillemotright", "»"},
    {"textasciitilde", "~"},
    {"textasciicircum", "^"},
    {"textbackslash", "\\"},
    {"textunderscore", "_"},
    {"textless", "<"},
    {"textgreater", ">"},
    {"textbar", "|"},
    {"textmu", "µ"},
    {"textbullet", "•"},
    {"bullet", "•"},
    {"hyphen", "-"},
    {"slash", "/"},
    {"TeX", "TeX"},
    {"LaTeX", "LaTeX"},
    {"LaTeXe", "LaTeX2e"},
    {"BibTeX", "BibTeX"},
    {"XeTeX", "XeTeX"},
    {"textperiodcentered", "·"},
    {"cdot", "·"},
    {"times", "×"},
    {"pm", "±"},
    {"approx", "≈"},
    {"sim", "∼"},
    {"leq", "≤"},
    {"le", "≤"},
    {"geq", "≥"},
    {"ge", "≥"},
    {"neq", "≠"},
    {"ne", "≠"},
    {"infty", "∞"},
    {"to", "→"},
    {"rightarrow", "→"},
    {"leftarrow", "←"},
    {"circ", "°"},
    {"prime", "′"},
    {"ell", "ℓ"},
    {"partial", "∂"},
    {"nabla", "∇"},
    {"sqrt", "√"},
    {"lt", "<"},
    {"gt", ">"},
    {"alpha", "α"},
    {"beta", "β"},
    {"gamma", "γ"},
    {"Gamma", "Γ"},
    {"delta", "δ"},
    {"Delta", "Δ"},
    {"epsilon", "ϵ"},
    {"varepsilon", "ε"},
    {"zeta", "ζ"},
    {"eta", "η"},
    {"theta", "θ"},
    {"Theta", "Θ"},
    {"iota", "ι"},
    {"kappa", "κ"},
    {"lambda", "λ"},
    {"Lambda", "Λ"},
    {"mu", "μ"},
    {"nu", "ν"},
    {"xi", "ξ"},
    {"pi", "π"},
    {"Pi", "Π"},
    {"rho", "ρ"},
    {"sigma", "σ"},
    {"Sigma", "Σ"},
    {"tau", "τ"},
    {"phi", "ϕ"},
    {"varphi", "φ"},
    {"Phi", "Φ"},
    {"chi", "χ"},
    {"psi", "ψ"},
    {"Psi", "Ψ"},
    {"omega", "ω"},
    {"Omega", "Ω"},
    // Commands without an effect here.
    {"bibrangedash", "–"},
    {"noopsort", ""},
    {"relax", ""},
    {"protect", ""},
    {"ensuremath", ""},
    {"text", ""},
    {"textnormal", ""},
    {"textrm", ""},
    {"textsf", ""},
    {"texttt", ""},
    {"mathrm", ""},
    {"mathsf", ""},
    {"mathcal", ""},
    {"mathbb", ""},
    {"mathbf", ""},
    {"mathit", ""},
    {"rm", ""},
    {"sf", ""},
    {"tt", ""},
    {"it", ""},
    {"em", ""},
    {"bf", ""},
    {"sc", ""},
    {"sl", ""},
    {"mbox", ""},
    {"hbox", ""},
    {"nolinkurl", ""},
    {"url", ""},
    {"path", ""},
    {"MakeLowercase", ""},
    {"MakeUppercase", ""},
    {"NoCaseChange", ""},
    {"mkbibparens", ""},
    {"newblock", ""},
    {"textup", ""},
    {"left", ""},
    {"right", ""},
    {"xspace", ""},
    {"quad", " "},
    {"newline", " "},
    {"par", " "},
    {"&", "&"},
    {"%", "%"},
    {"$", "$"},
    {"#", "#"},
    {"_", "_"},
    {"{", "{"},
    {"}", "}"},
    {" ", " "},
    {"\n", " "},
    {",", "\u202F"},
    {";", " "},
    {":", " "},
    {"!", ""},
    {"/", ""},
    {"-", ""},
    {"@", ""},
    {"\\", " "},
    {"(", ""},
    {")", ""},
    {"|", "‖"},
});

// A TeX command that puts markup around its argument.
struct TexFormat {
  std::string_view command, open, close;
};
constexpr auto kFormats = std::to_array<TexFormat>({
    {"emph", "<i>", "</i>"},
    {"textit", "<i>", "</i>"},
    {"textsl", "<i>", "</i>"},
    {"mkbibemph", "<i>", "</i>"},
    {"mkbibitalic", "<i>", "</i>"},
    {"textbf", "<b>", "</b>"},
    {"mkbibbold", "<b>", "</b>"},
    {"textsc", "<sc>", "</sc>"},
    {"textsuperscript", "<sup>", "</sup>"},
    {"textsubscript", "<sub>", "</sub>"},
    {"mkbibquote", "“", "”"},
    {"enquote", "“", "”"},
    {"^", "<sup>", "</sup>"},
    {"_", "<sub>", "</sub>"},
});

template <class Table>
auto find_command(const Table& table, std::string_view name) {
  const auto at = std::ranges::find(table, name, [](const auto& row) { return row.command; });
  return at == table.end() ? nullptr : &*at;
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
    return at_ += text.size(), true;
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
    if (take("$")) return is_math_ = !is_math_, "";
    if (is_math_ && (peek() == '_' || peek() == '^')) {
      const TexFormat& format = *find_command(kFormats, tex_.substr(at_++, 1));
      return std::string(format.open) + read_argument(depth) + std::string(format.close);
    }
    for (const auto& [command, text] :
         {TexSymbol{"---", "—"}, {"--", "–"}, {"``", "“"}, {"''", "”"}, {"`", "‘"}, {"~", "\u00A0"}})
      if (take(command)) return std::string(text);
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
    if (name.size() == 1)
      if (const auto* accent = std::ranges::find(kAccents, name[0], &TexAccent::command); accent != kAccents.end())
        return accented(read_argument(depth), accent->combining);
    if (name == "href") read_argument(depth);
    if (const TexFormat* format = is_word ? find_command(kFormats, name) : nullptr)
      return std::string(format->open) + read_argument(depth) + std::string(format->close);
    const TexSymbol* symbol = find_command(kSymbols, name);
    if (!symbol && name != "href" && std::ranges::find(unknown_, name) == unknown_.end()) unknown_.emplace_back(name);
    // The spaces after a command's name belong to it, but spaces after "{}" are kept.
    if (is_word) {
      while (base::is_space(peek())) ++at_;
      take("{}");
    }
    if (symbol && !symbol->text.empty()) return std::string(symbol->text);
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
