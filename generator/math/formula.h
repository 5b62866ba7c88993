// Folder math/: formulas, in the part of LaTeX that lessons need: letters, numbers, operators, relations, fractions,
// powers, roots, sums, stretching brackets, accents, matrices and cases, words. This is the syntax tree.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace math {

enum class Shape : uint8_t {
  nothing,     // an absent exponent or index
  row,         // a sequence of parts
  identifier,  // a variable, or a word such as "log"
  number,
  symbol,    // an operator, relation, bracket or dot
  words,     // the argument of \text
  space,     // a space of the width `text`
  fraction,  // a numerator above a denominator
  binomial,  // a fraction without the line
  root,      // the content of a root, and optionally its degree
  script,    // a base, an index and an exponent
  accent,    // a part under (or above) the mark `text`
  fence,     // a part between the brackets `text` and `close`, which grow with it
  table,     // rows of cells
};

// Decides the space around a part, and where limits are placed.
enum class Role : uint8_t {
  ordinary,
  function,  // a name with a thin space around it, such as "log"
  sum,       // a sign with limits above and below in displayed formulas
  limit,     // a function with limits, such as "max"
  binary,    // an operator such as "+", which is a sign at the start, or after a relation or a bracket
  relation,
  open,
  close,
  punctuation,
  tight,  // an operator without space around it: "/", "|"
  mark,   // an accent whose script is outside it: \underbrace
};

enum class Table : uint8_t { matrix, cases, aligned, array };
enum class Size : uint8_t { as_is, display, inline_ };

struct Node {
  Shape shape = Shape::row;
  Role role = Role::ordinary;
  bool upright = false;  // whether an identifier is never italic
  bool wide = false;     // whether a mark is as long as its base
  bool below = false;    // whether a mark is below its base
  Table table = Table::matrix;
  Size size = Size::as_is;
  std::string text;  // of an array, the alignment of each column: "lcr"
  std::string close;
  std::vector<Node> parts;
};

// An error at bytes [begin, end) of the formula.
struct Mistake {
  size_t begin = 0;
  size_t end = 0;
  bool unknown = false;  // whether a command is unknown; otherwise the formula is malformed
  std::string message;
  std::string expected;
  std::string help;
};

struct Parsed {
  Node formula;
  std::vector<Mistake> mistakes;  // empty if the formula is valid
};

constexpr size_t kMaxFormulaBytes = 20000;
constexpr unsigned kMaxNesting = 60;

// Parses a formula in time linear in its length; reports all errors as mistakes. REQUIRES: `latex` is valid UTF-8
Parsed parse(std::string_view latex);

// Returns the formula as plain text on one line, for titles and lists: "O(n log n)", "x²", "(a + b)/c".
std::string plain_text(const Node& formula);

}  // namespace math
