// Parses the commands of a formula, which begin with a backslash (math/parser.h).
#include <fmt/format.h>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "math/parser.h"

namespace math {
Node Parser::command() {
  const size_t begin = at_;
  const std::string_view name = command_name();
  if (name.empty()) {
    fail(begin, begin + 1, "\"\\\" without a command", "the name of a command");
    return {};
  }
  at_ += 1 + name.size();
  if (const Symbol* symbol = find_symbol(name)) return leaf(symbol->shape, symbol->text, symbol->role, symbol->upright);
  if (base::is_space(name[0])) return leaf(Shape::space, "0.25em");
  if (const Accent* accent = find_accent(name)) return accented(*accent);
  if (name == "frac" || name == "dfrac" || name == "tfrac" || name == "binom") return fraction(name);
  if (name == "sqrt") return root();
  if (base::has_word("text textbf textnormal textrm textsf texttt", name)) return leaf(Shape::words, raw_group(name));
  if (name == "mathrm" || name == "mathsf") return in_font(Font::upright, name);
  if (name == "mathit") return in_font(Font::italic, name);
  if (name == "mathbf") return in_font(Font::bold, name);
  if (name == "mathbb") return in_font(Font::blackboard, name);
  if (name == "mathcal") return in_font(Font::script, name);
  if (name == "operatorname") return operator_name();
  if (name == "pmod") {
    Node modulus = argument(name);
    return with(Shape::row, leaf(Shape::space, "0.4444em"), leaf(Shape::symbol, "(", Role::open),
                leaf(Shape::identifier, "mod"), leaf(Shape::space, "0.3333em"), std::move(modulus),
                leaf(Shape::symbol, ")", Role::close));
  }
  if (name == "left") return fence();
  if (name == "begin") return environment();
  return unknown(begin, name);
}

Node Parser::unknown(size_t begin, std::string_view name) {
  const std::string near = base::nearest(name, command_names());
  if (mistakes_.size() < 20)
    mistakes_.push_back(
        {begin, begin + 1 + name.size(), true, fmt::format("\\{} is not supported in formulas", base::visible(name)),
         "one of the commands that the handbook lists", near.empty() ? "" : fmt::format("did you mean \\{}?", near)});
  return leaf(Shape::identifier, name);
}

Node Parser::argument(std::string_view of) {
  skip_spaces();
  const bool nothing_here = done() || here() == '}' || here() == '&' || here() == '^' || here() == '_' || at("\\\\") ||
                            at_command("right") || at_command("end");
  if (nothing_here) {
    const std::string name = is_letter(of[0]) ? fmt::format("\\{}", of) : std::string(of);
    fail(at_ == 0 ? 0 : at_ - 1, at_, fmt::format("{} needs an argument", name),
         of == "^" || of == "_" ? fmt::format("x{}2, or x{}{{…}}", of, of) : fmt::format("{}{{…}}", name));
    return {};
  }
  if (here() == '{') return group();
  if (++depth_ > kMaxNesting) return row(End::formula);  // row() reports the error
  Node node;
  if (is_digit(here()))
    node = leaf(Shape::number, text_.substr(at_++, 1));
  else
    node = atom();
  --depth_;
  return node;
}

Node Parser::group() {
  const size_t begin = at_++;
  Node node = row(End::brace);
  if (!failed_ && here() != '}') fail(begin, begin + 1, "this \"{\" is never closed", "a \"}\" behind it");
  ++at_;
  if (node.parts.size() == 1) return Node(std::move(node.parts[0]));
  return node;
}

std::string Parser::raw_group(std::string_view of) {
  skip_spaces();
  if (here() != '{') {
    fail(at_ == 0 ? 0 : at_ - 1, at_, fmt::format("\\{} needs an argument", of), fmt::format("\\{}{{…}}", of));
    return "";
  }
  const size_t begin = at_++;
  std::string words;
  unsigned open = 1;
  for (; !done(); ++at_) {
    const char c = text_[at_];
    if (c == '\\' && at_ + 1 < text_.size() &&
        std::string_view("%$#&_{}").find(text_[at_ + 1]) != std::string_view::npos) {
      words += text_[++at_];
      continue;
    }
    if (c == '\\' || c == '$') {
      fail(at_, at_ + 1, fmt::format("\"{}\" within \\{}, which can contain only plain text", c, of),
           "words only; close the brace before mathematics");
      return "";
    }
    if (c == '{') {
      ++open;
    } else if (c == '}') {
      if (--open == 0) {
        ++at_;
        return words;
      }
    } else {
      words += base::is_space(c) ? ' ' : c;
    }
  }
  fail(begin, begin + 1, "this \"{\" is never closed", "a \"}\" behind it");
  return "";
}

Node Parser::in_font(Font font, std::string_view name) {
  const Font outer = font_;
  font_ = font;
  Node node = argument(name);
  font_ = outer;
  return node;
}

Node Parser::operator_name() {
  const bool limits = here() == '*';
  if (limits) ++at_;
  std::string name = raw_group("operatorname");
  return limits ? leaf(Shape::symbol, name, Role::limit) : leaf(Shape::identifier, name, Role::function, true);
}

Node Parser::fraction(std::string_view name) {
  Node above = argument(name);
  Node below = failed_ ? Node() : argument(name);
  Node node = with(name == "binom" ? Shape::binomial : Shape::fraction, std::move(above), std::move(below));
  node.size = name == "dfrac" ? Size::display : name == "tfrac" ? Size::inline_ : Size::as_is;
  return node;
}

Node Parser::root() {
  skip_spaces();
  if (here() != '[') return with(Shape::root, argument("sqrt"));
  const size_t begin = at_++;
  Node degree = row(End::bracket);
  if (!failed_ && here() != ']') fail(begin, begin + 1, "this \"[\" is never closed", "\\sqrt[3]{x}");
  ++at_;
  Node radicand = failed_ ? Node() : argument("sqrt");
  return with(Shape::root, std::move(radicand), std::move(degree));
}

Node Parser::accented(const Accent& accent) {
  Node node = with(Shape::accent, argument(accent.name));
  node.text = accent.mark;
  node.wide = accent.wide;
  node.below = accent.below;
  node.role = accent.role;
  return node;
}

Node Parser::fence() {
  const size_t begin = at_ - 5;
  Node node;
  node.shape = Shape::fence;
  if (!bracket("left", node.text)) return node;
  node.parts.push_back(row(End::right));
  if (failed_) return node;
  if (done()) {
    fail(begin, begin + 5, "\\left without a \\right after it",
         "\\left( … \\right), within one pair of braces; \\right. shows none");
    return node;
  }
  at_ += 6;
  bracket("right", node.close);
  return node;
}

bool Parser::bracket(std::string_view of, std::string& bracket) {
  skip_spaces();
  const size_t begin = at_;
  std::string_view found;
  if (!done() && here() == '\\') {
    const std::string_view name = command_name();
    at_ += 1 + name.size();
    const Symbol* symbol = find_symbol(name);
    const bool is_bracket =
        symbol && symbol->shape == Shape::symbol &&
        (symbol->role == Role::open || symbol->role == Role::close || symbol->text == "|" || symbol->text == "‖");
    if (is_bracket) found = symbol->text;
  } else if (!done()) {
    found = text_.substr(at_++, 1);
    if (found == ".") return true;
    if (std::string_view("()[]|/<>").find(found[0]) == std::string_view::npos) found = {};
    if (found == "<") found = "⟨";
    if (found == ">") found = "⟩";
  }
  if (found.empty()) {
    fail(begin, at_, fmt::format("\\{} must be followed by a bracket", of),
         "( ) [ ] | \\{ \\} \\lfloor \\rfloor \\lceil \\rceil \\langle \\rangle, or . for none");
    return false;
  }
  bracket = found;
  return true;
}

Node Parser::environment() {
  const size_t begin = at_ - 6;
  const std::string name = raw_group("begin");
  if (failed_) return {};
  const Environment* kind = find_environment(name);
  if (!kind) {
    fail(begin, at_, fmt::format("\\begin{{{}}} is not supported", base::visible(name)),
         "one of " + base::list_names(environment_names()), base::did_you_mean(name, environment_names()));
    mistakes_.back().unknown = true;
    return {};
  }
  Node table;
  table.shape = Shape::table;
  table.table = kind->table;
  if (kind->table == Table::array) {
    const size_t columns = at_;
    table.text = base::replace_all(raw_group("begin{array}"), " ", "");
    if (!failed_ && table.text.find_first_not_of("lcr") != std::string::npos)
      fail(columns, at_, "the columns of an array are l, c or r", "\\begin{array}{lcr}");
  }
  table.parts.emplace_back();
  while (!failed_) {
    table.parts.back().parts.push_back(row(End::cell));
    if (failed_) break;
    if (done()) {
      fail(begin, begin + 6, fmt::format("\\begin{{{}}} without its \\end", name),
           fmt::format("\\end{{{}}} after it", name));
    } else if (here() == '&') {
      ++at_;
    } else if (at("\\\\")) {
      at_ += 2;
      table.parts.emplace_back();
    } else {
      const size_t end = at_;
      at_ += 4;
      const std::string closed = raw_group("end");
      if (!failed_ && closed != name)
        fail(end, at_, fmt::format("\\end{{{}}} closes \\begin{{{}}}", base::visible(closed), name),
             fmt::format("\\end{{{}}}", name));
      break;
    }
  }
  // A "\\" at the end of the last row does not begin another one.
  Node& last = table.parts.back();
  if (table.parts.size() > 1 && last.parts.size() == 1 && last.parts[0].parts.empty() &&
      last.parts[0].shape == Shape::row)
    table.parts.pop_back();
  if (kind->open.empty() && kind->close.empty()) return table;
  Node node = with(Shape::fence, std::move(table));
  node.text = kind->open;
  node.close = kind->close;
  return node;
}

}  // namespace math
