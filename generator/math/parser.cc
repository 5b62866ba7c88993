#include "math/parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/utf8.h"

namespace math {
namespace {

Node nothing() { return leaf(Shape::nothing, ""); }

}  // namespace

Parsed parse(std::string_view latex) { return Parser(latex).run(); }

Parsed Parser::run() {
  Parsed parsed;
  if (text_.size() > kMaxFormulaBytes)
    fail(0, text_.size(), fmt::format("a formula of {} bytes", text_.size()),
         fmt::format("at most {} bytes", kMaxFormulaBytes));
  else
    parsed.formula = row(End::formula);
  if (mistakes_.empty() && parsed.formula.parts.empty())
    fail(0, text_.size(), "an empty formula", "a formula such as $`x^2`$");
  parsed.mistakes = std::move(mistakes_);
  return parsed;
}

void Parser::fail(size_t begin, size_t end, std::string message, std::string expected, std::string help) {
  if (!failed_)  // other errors follow from the first one
    mistakes_.push_back({begin, std::max(end, begin), false, std::move(message), std::move(expected), std::move(help)});
  failed_ = true;
}

void Parser::skip_spaces() {
  while (!done() && base::is_space(text_[at_])) ++at_;
}

std::string_view Parser::command_name() const {
  size_t end = at_ + 1;
  while (end < text_.size() && is_letter(text_[end])) ++end;
  if (end == at_ + 1) end = std::min(end + 1, text_.size());
  return text_.substr(at_ + 1, end - at_ - 1);
}

bool Parser::at_command(std::string_view name) const { return here() == '\\' && command_name() == name; }

Node Parser::row(End end) {
  Node row;
  if (++depth_ > kMaxNesting)
    fail(at_, at_ + 1, fmt::format("more than {} nested levels", kMaxNesting), "a simpler formula");
  while (!failed_ && !at_end(end)) row.parts.push_back(item());
  --depth_;
  return row;
}

bool Parser::at_end(End end) {
  skip_spaces();
  if (done()) return true;
  const char c = here();
  if (c == '}') {
    if (end != End::brace) fail(at_, at_ + 1, "unexpected \"}\"", "", "to show a brace, write \\}");
    return true;
  }
  if (c == ']' && end == End::bracket) return true;
  if (c == '&' || at("\\\\")) {
    if (end != End::cell)
      fail(at_, at_ + (c == '&' ? 1 : 2), fmt::format("\"{}\" outside rows", c == '&' ? "&" : "\\\\"),
           c == '&' ? "\\& for a literal &; a plain & separates the cells of environments such as \\begin{matrix}"
                    : "rows within \\begin{aligned} … \\end{aligned}");
    return true;
  }
  if (at_command("right") || at_command("end")) {
    const bool right = at_command("right");
    if (end != (right ? End::right : End::cell))
      fail(at_, at_ + 1 + command_name().size(),
           right ? "\\right without a \\left before it" : "\\end without a \\begin",
           right ? "\\left( … \\right), within one pair of braces" : "the last one opened to be closed first");
    return true;
  }
  return false;
}

Node Parser::item() {
  if (here() == '_' || here() == '^' || here() == '\'') return scripts(Node());
  Node base = atom();
  return failed_ ? base : scripts(std::move(base));
}

Node Parser::scripts(Node base) {
  Node index = nothing();
  Node exponent = nothing();
  bool found = false;
  while (!failed_) {
    skip_spaces();
    const char c = here();
    if (c == '\'') {
      prime(exponent);
    } else if (c == '_' || c == '^') {
      Node& script = c == '_' ? index : exponent;
      if (script.shape != Shape::nothing) {
        fail(at_, at_ + 1, fmt::format("a second \"{}\" after the same base", c),
             c == '^' ? "braces that show the base: {x^a}^b, or x^{ab}" : "braces: x_{ij}");
        break;
      }
      ++at_;
      script = argument(c == '_' ? "_" : "^");
    } else {
      break;
    }
    found = true;
  }
  if (!found) return base;
  const Role role = base.role;
  Node node = with(Shape::script, std::move(base), std::move(index), std::move(exponent));
  node.role = role;
  return node;
}

// Parses the primes of "x''", which form an exponent that may be followed by another one.
void Parser::prime(Node& exponent) {
  const size_t begin = at_;
  std::string primes;
  while (here() == '\'') {
    primes += "′";
    ++at_;
  }
  if (exponent.shape != Shape::nothing) {
    fail(begin, at_, "a prime after an exponent", "the prime first: x'^2");
    return;
  }
  exponent = leaf(Shape::symbol, primes, Role::tight);
  if (here() != '^') return;
  ++at_;
  Node more = argument("^");
  exponent = with(Shape::row, std::move(exponent), std::move(more));
}

Node Parser::atom() {
  const char c = here();
  if (is_letter(c)) return letters();
  if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return number();
  if (c == '{') return group();
  if (c == '\\') return command();
  if (static_cast<unsigned char>(c) >= 0x80) return beyond_ascii();
  return sign();
}

// Parses a variable, or a word in upright letters.
Node Parser::letters() {
  if (font_ != Font::upright) {
    std::string letter = letter_in(font_, text_[at_++]);
    return leaf(Shape::identifier, letter);
  }
  const size_t begin = at_;
  while (!done() && is_letter(text_[at_])) ++at_;
  return leaf(Shape::identifier, text_.substr(begin, at_ - begin), Role::ordinary, true);
}

// Parses a number: "1.5", or "1{,}000", which is LaTeX for a comma within a number.
Node Parser::number() {
  std::string digits;
  while (!done()) {
    const char c = text_[at_];
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (is_digit(c) || (c == '.' && is_digit(next) && digits.find('.') == std::string::npos)) {
      digits += font_ == Font::bold && is_digit(c) ? letter_in(font_, c) : std::string(1, c);
      ++at_;
    } else if (at("{,}") && at_ + 3 < text_.size() && is_digit(text_[at_ + 3])) {
      digits += ',';
      at_ += 3;
    } else {
      break;
    }
  }
  return leaf(Shape::number, digits);
}

Node Parser::sign() {
  static constexpr std::pair<std::string_view, Role> kSigns[] = {{"=<>:", Role::relation},
                                                                 {"([", Role::open},
                                                                 {")]!?", Role::close},
                                                                 {",;", Role::punctuation},
                                                                 {"/|.", Role::tight}};
  const std::string_view sign = text_.substr(at_++, 1);
  if (sign == "+") return leaf(Shape::symbol, sign, Role::binary);
  if (sign == "-") return leaf(Shape::symbol, "−", Role::binary);
  if (sign == "*") return leaf(Shape::symbol, "∗", Role::binary);
  if (sign == "~") return leaf(Shape::space, "0.25em");
  for (const auto& [signs, role] : kSigns)
    if (signs.find(sign) != std::string_view::npos) return leaf(Shape::symbol, sign, role);
  fail(at_ - 1, at_, fmt::format("\"{}\" has no meaning in a formula", base::visible(sign)),
       sign == "%" || sign == "$" || sign == "#" ? fmt::format("\\{} for the literal character", sign)
                                                 : "\\text{…} around ordinary text");
  return {};
}

Node Parser::beyond_ascii() {
  std::string_view rest = text_.substr(at_);
  base::take_code_point(rest);
  const size_t begin = at_;
  at_ = text_.size() - rest.size();
  std::string_view character = text_.substr(begin, at_ - begin);
  if (const Symbol* symbol = find_shown(character))
    return leaf(symbol->shape, symbol->text, symbol->role, symbol->upright);
  if (character == "−") return leaf(Shape::symbol, character, Role::binary);
  if (character == "·") return leaf(Shape::symbol, "⋅", Role::binary);
  if (character == "µ") return leaf(Shape::identifier, "μ");
  fail(begin, at_, fmt::format("\"{}\" has no meaning in a formula", base::visible(character)),
       "a LaTeX command, or \\text{…} around words");
  return {};
}

}  // namespace math
