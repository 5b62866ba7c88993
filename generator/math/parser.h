// Parses a formula from left to right, as TeX does. parser.cc parses rows, scripts and single characters;
// parser_commands.cc parses commands, which begin with a backslash.
#pragma once
#include <string>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "math/formula.h"
#include "math/symbols.h"

namespace math {

using base::is_digit;
using base::is_letter;

inline Node leaf(Shape shape, std::string_view text, Role role = Role::ordinary, bool upright = false) {
  Node node;
  node.shape = shape;
  node.role = role;
  node.upright = upright;
  node.text = text;
  return node;
}

template <class... Parts>
Node with(Shape shape, Parts... parts) {
  Node node;
  node.shape = shape;
  (node.parts.push_back(std::move(parts)), ...);
  return node;
}

class Parser {
 public:
  explicit Parser(std::string_view latex) : text_(latex) {}
  Parsed run();

 private:
  // The token that ends a row of parts.
  enum class End { formula, brace, bracket, right, cell };

  Node row(End end);
  // Whether a row of that kind ends here. Reports the end of a row of a different kind.
  bool at_end(End end);
  Node item();  // parses a part with its index and exponent
  Node atom();  // parses a part without index and exponent
  Node scripts(Node base);
  void prime(Node& exponent);
  Node number();
  Node letters();
  Node sign();  // parses an ASCII character other than a letter or digit
  Node beyond_ascii();
  Node command();
  Node unknown(size_t begin, std::string_view name);
  // Parses an argument: a group "{…}", or a single item.
  Node argument(std::string_view of);
  Node group();  // REQUIRES: at "{"
  std::string raw_group(std::string_view of);
  Node in_font(Font font, std::string_view name);
  Node operator_name();
  Node fraction(std::string_view name);
  Node root();
  Node accented(const Accent& accent);
  Node fence();
  // Reads the bracket after \left or \right, as "" for ".". Returns false for anything else.
  bool bracket(std::string_view of, std::string& bracket);
  Node environment();

  bool done() const { return at_ >= text_.size(); }
  char here() const { return done() ? '\0' : text_[at_]; }
  bool at(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  bool at_command(std::string_view name) const;
  std::string_view command_name() const;  // REQUIRES: at "\"
  void skip_spaces();
  // Reports a mistake. The first syntax error ends parsing; unknown commands do not.
  void fail(size_t begin, size_t end, std::string message, std::string expected, std::string help = "");

  std::string_view text_;
  size_t at_ = 0;
  unsigned depth_ = 0;
  Font font_ = Font::italic;
  bool failed_ = false;
  std::vector<Mistake> mistakes_;
};

}  // namespace math
