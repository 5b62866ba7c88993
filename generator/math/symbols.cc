#include "math/symbols.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "base/utf8.h"

namespace math {
namespace {

constexpr Shape kLetter = Shape::identifier;
constexpr Shape kSign = Shape::symbol;

// A text of alternating names and signs.
struct Group {
  std::string_view symbols;
  Shape shape;
  Role role = Role::ordinary;
  bool upright = false;
};

constexpr Group kGroups[] = {
    // Greek letters: small letters are variables, capitals are upright.
    {"alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ "
     "lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω",
     kLetter},
    {"Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω ell ℓ hbar ℏ infty ∞ "
     "partial ∂ nabla ∇ emptyset ∅ forall ∀ exists ∃ degree °",
     kLetter, Role::ordinary, true},
    // Operators:
    {"times × cdot ⋅ div ÷ pm ± mp ∓ ast ∗ circ ∘ oplus ⊕ otimes ⊗ odot ⊙ cup ∪ cap ∩ setminus ∖ land ∧ "
     "wedge ∧ lor ∨ vee ∨ bmod mod",
     kSign, Role::binary},
    {"lnot ¬ neg ¬", kSign, Role::tight},
    // Relations:
    {"le ≤ leq ≤ ge ≥ geq ≥ lt < gt > ll ≪ gg ≫ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ "
     "in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ mid ∣ parallel ∥ perp ⊥ to → rightarrow → "
     "leftarrow ← gets ← leftrightarrow ↔ Rightarrow ⇒ implies ⟹ Leftarrow ⇐ iff ⟺ mapsto ↦ approxeq ≊ "
     "Leftrightarrow ⇔ longrightarrow ⟶ longleftarrow ⟵",
     kSign, Role::relation},
    // Operators with limits:
    {"sum ∑ prod ∏ bigcup ⋃ bigcap ⋂", kSign, Role::sum},
    {"int ∫ iint ∬ oint ∮", kSign},
    {"max max min min sup sup inf inf lim lim gcd gcd det det Pr Pr", kSign, Role::limit},
    // Functions:
    {"log log ln ln lg lg exp exp sin sin cos cos tan tan arcsin arcsin arccos arccos arctan arctan sinh sinh "
     "cosh cosh tanh tanh arg arg dim dim",
     kLetter, Role::function},
    // Brackets:
    {"{ { lbrace { lfloor ⌊ lceil ⌈ langle ⟨ lvert | lVert ‖", kSign, Role::open},
    {"} } rbrace } rfloor ⌋ rceil ⌉ rangle ⟩ rvert | rVert ‖", kSign, Role::close},
    {"vert | Vert ‖ | ‖ backslash \\", kSign, Role::tight},
    // Signs that are markup unless escaped:
    {"% % $ $ # # & & _ _", kLetter, Role::ordinary, true},
    // Dots:
    {"ldots … dots … cdots ⋯ vdots ⋮ ddots ⋱ prime ′", kSign, Role::tight},
    {"colon :", kSign, Role::punctuation},
};

// Symbols whose name or text contains spaces.
constexpr Symbol kOtherSymbols[] = {{"argmax", "arg max", kSign, Role::limit},
                                    {"argmin", "arg min", kSign, Role::limit},
                                    {",", "0.1667em", Shape::space},
                                    {":", "0.2222em", Shape::space},
                                    {">", "0.2222em", Shape::space},
                                    {";", "0.2778em", Shape::space},
                                    {"!", "-0.1667em", Shape::space},
                                    {" ", "0.25em", Shape::space},
                                    {"quad", "1em", Shape::space},
                                    {"qquad", "2em", Shape::space}};

const std::vector<Symbol>& symbols() {
  static const std::vector<Symbol> all = [] {
    std::vector<Symbol> list;
    for (const Group& group : kGroups) {
      const std::vector<std::string_view> words = base::split(group.symbols, ' ');
      for (size_t i = 0; i + 1 < words.size(); i += 2)
        list.push_back({words[i], words[i + 1], group.shape, group.role, group.upright});
    }
    list.insert(list.end(), std::begin(kOtherSymbols), std::end(kOtherSymbols));
    return list;
  }();
  return all;
}

constexpr Accent kAccents[] = {
    {"bar", "¯"},
    {"hat", "^"},
    {"tilde", "~"},
    {"vec", "→"},
    {"dot", "˙"},
    {"ddot", "¨"},
    {"overline", "‾", true},
    {"widehat", "^", true},
    {"widetilde", "~", true},
    {"overrightarrow", "→", true},
    {"underline", "_", true, true},
    {"overbrace", "⏞", true, false, Role::mark},
    {"underbrace", "⏟", true, true, Role::mark},
};

constexpr Environment kEnvironments[] = {
    {"matrix", Table::matrix, "", ""},     {"pmatrix", Table::matrix, "(", ")"}, {"bmatrix", Table::matrix, "[", "]"},
    {"vmatrix", Table::matrix, "|", "|"},  {"cases", Table::cases, "{", ""},     {"aligned", Table::aligned, "", ""},
    {"Bmatrix", Table::matrix, "{", "}"},  {"Vmatrix", Table::matrix, "‖", "‖"}, {"array", Table::array, "", ""},
    {"align", Table::aligned, "", ""},     {"align*", Table::aligned, "", ""},   {"split", Table::aligned, "", ""},
    {"gather", Table::matrix, "", ""},     {"gather*", Table::matrix, "", ""},   {"equation", Table::aligned, "", ""},
    {"equation*", Table::aligned, "", ""},
};

constexpr std::string_view kOthers[] = {"frac",   "dfrac",      "tfrac",  "binom",   "sqrt",        "text",
                                        "mathrm", "mathbf",     "mathbb", "mathcal", "mathit",      "mathsf",
                                        "textbf", "textnormal", "textrm", "textsf",  "texttt",      "left",
                                        "right",  "begin",      "end",    "pmod",    "operatorname"};

template <class Table, class Matches>
auto find(const Table& table, Matches matches) -> decltype(std::data(table)) {
  auto found = std::find_if(std::begin(table), std::end(table), matches);
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

const Symbol* find_symbol(std::string_view name) {
  return find(symbols(), [&](const Symbol& each) { return each.name == name; });
}

const Symbol* find_shown(std::string_view text) {
  return find(symbols(), [&](const Symbol& each) { return each.text == text && each.shape != Shape::space; });
}

const Accent* find_accent(std::string_view name) {
  return find(kAccents, [&](const Accent& each) { return each.name == name; });
}

const Environment* find_environment(std::string_view name) {
  return find(kEnvironments, [&](const Environment& each) { return each.name == name; });
}

std::vector<std::string_view> environment_names() {
  std::vector<std::string_view> names;
  for (const Environment& each : kEnvironments) names.push_back(each.name);
  return names;
}

// Returns a letter in a font. Unicode has a block for each of these alphabets, except for letters that it already had.
std::string letter_in(Font font, char letter) {
  struct Alphabet {
    char32_t capitals, smalls, digits;  // the first character of each style; 0 if there is none
    std::string_view older;             // letters that are not in the block, each followed by its replacement
  };
  if (!base::is_letter(letter) && !base::is_digit(letter)) return "";
  Alphabet alphabet{};
  if (font == Font::bold) alphabet = {0x1D400, 0x1D41A, 0x1D7CE, ""};
  if (font == Font::blackboard) alphabet = {0x1D538, 0x1D552, 0x1D7D8, "C ℂ H ℍ N ℕ P ℙ Q ℚ R ℝ Z ℤ"};
  if (font == Font::script) alphabet = {0x1D49C, 0x1D4B6, 0, "B ℬ E ℰ F ℱ H ℋ I ℐ L ℒ M ℳ R ℛ e ℯ g ℊ o ℴ"};
  if (alphabet.capitals == 0) return std::string(1, letter);
  if (const auto older = base::word_after(alphabet.older, {&letter, 1}); !older.empty()) return std::string(older);
  const char first = base::is_digit(letter) ? '0' : letter <= 'Z' ? 'A' : 'a';
  const char32_t start = first == '0' ? alphabet.digits : first == 'A' ? alphabet.capitals : alphabet.smalls;
  std::string text;
  if (start != 0) base::append_code_point(text, start + static_cast<char32_t>(letter - first));
  return text;
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names(std::begin(kOthers), std::end(kOthers));
  for (const Symbol& each : symbols()) names.push_back(each.name);
  for (const Accent& each : kAccents) names.push_back(each.name);
  return names;
}

}  // namespace math
