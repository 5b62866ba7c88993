#include "math/symbols.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"

namespace math {
namespace {

constexpr Shape kLetter = Shape::identifier;
constexpr Shape kSign = Shape::symbol;

constexpr Symbol kSymbols[] = {
    // Greek: small letters are variables, capitals stand upright
    {"alpha", "α", kLetter},
    {"beta", "β", kLetter},
    {"gamma", "γ", kLetter},
    {"delta", "δ", kLetter},
    {"epsilon", "ϵ", kLetter},
    {"varepsilon", "ε", kLetter},
    {"zeta", "ζ", kLetter},
    {"eta", "η", kLetter},
    {"theta", "θ", kLetter},
    {"vartheta", "ϑ", kLetter},
    {"iota", "ι", kLetter},
    {"kappa", "κ", kLetter},
    {"lambda", "λ", kLetter},
    {"mu", "μ", kLetter},
    {"nu", "ν", kLetter},
    {"xi", "ξ", kLetter},
    {"pi", "π", kLetter},
    {"rho", "ρ", kLetter},
    {"sigma", "σ", kLetter},
    {"tau", "τ", kLetter},
    {"upsilon", "υ", kLetter},
    {"phi", "ϕ", kLetter},
    {"varphi", "φ", kLetter},
    {"chi", "χ", kLetter},
    {"psi", "ψ", kLetter},
    {"omega", "ω", kLetter},
    {"Gamma", "Γ", kLetter, Role::ordinary, true},
    {"Delta", "Δ", kLetter, Role::ordinary, true},
    {"Theta", "Θ", kLetter, Role::ordinary, true},
    {"Lambda", "Λ", kLetter, Role::ordinary, true},
    {"Xi", "Ξ", kLetter, Role::ordinary, true},
    {"Pi", "Π", kLetter, Role::ordinary, true},
    {"Sigma", "Σ", kLetter, Role::ordinary, true},
    {"Upsilon", "Υ", kLetter, Role::ordinary, true},
    {"Phi", "Φ", kLetter, Role::ordinary, true},
    {"Psi", "Ψ", kLetter, Role::ordinary, true},
    {"Omega", "Ω", kLetter, Role::ordinary, true},
    {"ell", "ℓ", kLetter, Role::ordinary, true},
    {"hbar", "ℏ", kLetter, Role::ordinary, true},
    {"infty", "∞", kLetter, Role::ordinary, true},
    {"partial", "∂", kLetter, Role::ordinary, true},
    {"nabla", "∇", kLetter, Role::ordinary, true},
    {"emptyset", "∅", kLetter, Role::ordinary, true},
    {"forall", "∀", kLetter, Role::ordinary, true},
    {"exists", "∃", kLetter, Role::ordinary, true},
    {"degree", "°", kLetter, Role::ordinary, true},
    // operators
    {"times", "×", kSign, Role::binary},
    {"cdot", "⋅", kSign, Role::binary},
    {"div", "÷", kSign, Role::binary},
    {"pm", "±", kSign, Role::binary},
    {"mp", "∓", kSign, Role::binary},
    {"ast", "∗", kSign, Role::binary},
    {"circ", "∘", kSign, Role::binary},
    {"oplus", "⊕", kSign, Role::binary},
    {"otimes", "⊗", kSign, Role::binary},
    {"odot", "⊙", kSign, Role::binary},
    {"cup", "∪", kSign, Role::binary},
    {"cap", "∩", kSign, Role::binary},
    {"setminus", "∖", kSign, Role::binary},
    {"land", "∧", kSign, Role::binary},
    {"wedge", "∧", kSign, Role::binary},
    {"lor", "∨", kSign, Role::binary},
    {"vee", "∨", kSign, Role::binary},
    {"bmod", "mod", kSign, Role::binary},
    {"lnot", "¬", kSign, Role::tight},
    {"neg", "¬", kSign, Role::tight},
    // relations
    {"le", "≤", kSign, Role::relation},
    {"leq", "≤", kSign, Role::relation},
    {"ge", "≥", kSign, Role::relation},
    {"geq", "≥", kSign, Role::relation},
    {"lt", "<", kSign, Role::relation},
    {"gt", ">", kSign, Role::relation},
    {"ll", "≪", kSign, Role::relation},
    {"gg", "≫", kSign, Role::relation},
    {"ne", "≠", kSign, Role::relation},
    {"neq", "≠", kSign, Role::relation},
    {"approx", "≈", kSign, Role::relation},
    {"equiv", "≡", kSign, Role::relation},
    {"sim", "∼", kSign, Role::relation},
    {"simeq", "≃", kSign, Role::relation},
    {"cong", "≅", kSign, Role::relation},
    {"propto", "∝", kSign, Role::relation},
    {"in", "∈", kSign, Role::relation},
    {"notin", "∉", kSign, Role::relation},
    {"ni", "∋", kSign, Role::relation},
    {"subset", "⊂", kSign, Role::relation},
    {"subseteq", "⊆", kSign, Role::relation},
    {"supset", "⊃", kSign, Role::relation},
    {"supseteq", "⊇", kSign, Role::relation},
    {"mid", "∣", kSign, Role::relation},
    {"parallel", "∥", kSign, Role::relation},
    {"perp", "⊥", kSign, Role::relation},
    {"to", "→", kSign, Role::relation},
    {"rightarrow", "→", kSign, Role::relation},
    {"leftarrow", "←", kSign, Role::relation},
    {"gets", "←", kSign, Role::relation},
    {"leftrightarrow", "↔", kSign, Role::relation},
    {"Rightarrow", "⇒", kSign, Role::relation},
    {"implies", "⟹", kSign, Role::relation},
    {"Leftarrow", "⇐", kSign, Role::relation},
    {"iff", "⟺", kSign, Role::relation},
    {"mapsto", "↦", kSign, Role::relation},
    // with limits
    {"sum", "∑", kSign, Role::sum},
    {"prod", "∏", kSign, Role::sum},
    {"bigcup", "⋃", kSign, Role::sum},
    {"bigcap", "⋂", kSign, Role::sum},
    {"int", "∫", kSign},
    {"iint", "∬", kSign},
    {"oint", "∮", kSign},
    {"max", "max", kSign, Role::limit},
    {"min", "min", kSign, Role::limit},
    {"sup", "sup", kSign, Role::limit},
    {"inf", "inf", kSign, Role::limit},
    {"lim", "lim", kSign, Role::limit},
    {"argmax", "arg max", kSign, Role::limit},
    {"argmin", "arg min", kSign, Role::limit},
    {"gcd", "gcd", kSign, Role::limit},
    {"det", "det", kSign, Role::limit},
    {"Pr", "Pr", kSign, Role::limit},
    // functions
    {"log", "log", kLetter, Role::function},
    {"ln", "ln", kLetter, Role::function},
    {"lg", "lg", kLetter, Role::function},
    {"exp", "exp", kLetter, Role::function},
    {"sin", "sin", kLetter, Role::function},
    {"cos", "cos", kLetter, Role::function},
    {"tan", "tan", kLetter, Role::function},
    {"arcsin", "arcsin", kLetter, Role::function},
    {"arccos", "arccos", kLetter, Role::function},
    {"arctan", "arctan", kLetter, Role::function},
    {"sinh", "sinh", kLetter, Role::function},
    {"cosh", "cosh", kLetter, Role::function},
    {"tanh", "tanh", kLetter, Role::function},
    {"arg", "arg", kLetter, Role::function},
    {"dim", "dim", kLetter, Role::function},
    // brackets
    {"{", "{", kSign, Role::open},
    {"}", "}", kSign, Role::close},
    {"lbrace", "{", kSign, Role::open},
    {"rbrace", "}", kSign, Role::close},
    {"lfloor", "⌊", kSign, Role::open},
    {"rfloor", "⌋", kSign, Role::close},
    {"lceil", "⌈", kSign, Role::open},
    {"rceil", "⌉", kSign, Role::close},
    {"langle", "⟨", kSign, Role::open},
    {"rangle", "⟩", kSign, Role::close},
    {"lvert", "|", kSign, Role::open},
    {"rvert", "|", kSign, Role::close},
    {"lVert", "‖", kSign, Role::open},
    {"rVert", "‖", kSign, Role::close},
    {"vert", "|", kSign, Role::tight},
    {"Vert", "‖", kSign, Role::tight},
    {"|", "‖", kSign, Role::tight},
    {"backslash", "\\", kSign, Role::tight},
    // signs that are markup otherwise
    {"%", "%", kLetter, Role::ordinary, true},
    {"$", "$", kLetter, Role::ordinary, true},
    {"#", "#", kLetter, Role::ordinary, true},
    {"&", "&", kLetter, Role::ordinary, true},
    {"_", "_", kLetter, Role::ordinary, true},
    // dots
    {"ldots", "…", kSign, Role::tight},
    {"dots", "…", kSign, Role::tight},
    {"cdots", "⋯", kSign, Role::tight},
    {"vdots", "⋮", kSign, Role::tight},
    {"ddots", "⋱", kSign, Role::tight},
    {"prime", "′", kSign, Role::tight},
    {"colon", ":", kSign, Role::punctuation},
    // spaces
    {",", "0.1667em", Shape::space},
    {":", "0.2222em", Shape::space},
    {">", "0.2222em", Shape::space},
    {";", "0.2778em", Shape::space},
    {"!", "-0.1667em", Shape::space},
    {" ", "0.25em", Shape::space},
    {"quad", "1em", Shape::space},
    {"qquad", "2em", Shape::space},
};

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
    {"matrix", Table::matrix, "", ""},    {"pmatrix", Table::matrix, "(", ")"}, {"bmatrix", Table::matrix, "[", "]"},
    {"vmatrix", Table::matrix, "|", "|"}, {"cases", Table::cases, "{", ""},     {"aligned", Table::aligned, "", ""},
};

constexpr std::string_view kOthers[] = {"frac",   "dfrac",  "tfrac",  "binom",   "sqrt",        "text",
                                        "mathrm", "mathbf", "mathbb", "mathcal", "mathit",      "left",
                                        "right",  "begin",  "end",    "pmod",    "operatorname"};

template <class Table, class Matches>
auto find(const Table& table, Matches matches) -> decltype(std::data(table)) {
  auto found = std::find_if(std::begin(table), std::end(table), matches);
  return found == std::end(table) ? nullptr : &*found;
}

}  // namespace

const Symbol* find_symbol(std::string_view name) {
  return find(kSymbols, [&](const Symbol& each) { return each.name == name; });
}

const Symbol* find_shown(std::string_view text) {
  return find(kSymbols, [&](const Symbol& each) { return each.text == text && each.shape != Shape::space; });
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

// Unicode has these alphabets in a block, but for the letters that were there before.
std::string letter_in(Font font, char letter) {
  const bool capital = letter >= 'A' && letter <= 'Z';
  const bool small = letter >= 'a' && letter <= 'z';
  const bool digit = letter >= '0' && letter <= '9';
  auto from = [&](char32_t capitals, char32_t smalls, char32_t digits) {
    std::string text;
    const char32_t start = capital ? capitals : small ? smalls : digits;
    const char first = capital ? 'A' : small ? 'a' : '0';
    if (start != 0) base::append_code_point(text, start + static_cast<char32_t>(letter - first));
    return text;
  };
  if (!capital && !small && !digit) return "";
  switch (font) {
    case Font::bold:
      return from(0x1D400, 0x1D41A, 0x1D7CE);
    case Font::blackboard: {
      constexpr std::pair<char, std::string_view> kOlder[] = {{'C', "ℂ"}, {'H', "ℍ"}, {'N', "ℕ"}, {'P', "ℙ"},
                                                              {'Q', "ℚ"}, {'R', "ℝ"}, {'Z', "ℤ"}};
      for (auto& [older, text] : kOlder)
        if (older == letter) return std::string(text);
      return from(0x1D538, 0x1D552, 0x1D7D8);
    }
    case Font::script: {
      constexpr std::pair<char, std::string_view> kOlder[] = {{'B', "ℬ"}, {'E', "ℰ"}, {'F', "ℱ"}, {'H', "ℋ"},
                                                              {'I', "ℐ"}, {'L', "ℒ"}, {'M', "ℳ"}, {'R', "ℛ"},
                                                              {'e', "ℯ"}, {'g', "ℊ"}, {'o', "ℴ"}};
      for (auto& [older, text] : kOlder)
        if (older == letter) return std::string(text);
      return from(0x1D49C, 0x1D4B6, 0);
    }
    case Font::italic:
    case Font::upright:
      break;
  }
  return std::string(1, letter);
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names(std::begin(kOthers), std::end(kOthers));
  for (const Symbol& each : kSymbols) names.push_back(each.name);
  for (const Accent& each : kAccents) names.push_back(each.name);
  return names;
}

}  // namespace math
