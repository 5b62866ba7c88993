// A parsed template: a list of nodes that contain expressions. Texts are views into the source.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "template/value.h"

namespace templates {

struct Expr;
struct Node;
using ExprPtr = std::unique_ptr<Expr>;
using Nodes = std::vector<std::unique_ptr<Node>>;

enum class Op : uint8_t {
  literal,
  name,
  attribute,  // a.b
  index,      // a["b"], a[0]
  loop,       // loop.index
  filter,
  is_defined,
  is_none,
  concat,
  compare,
  both,    // and
  either,  // or
  invert,  // not
  choose,  // the operands are the condition, the value if it is true, and the other value
};

// "a > b" is stored as "b < a", and "a != b" as "not a == b".
struct Comparison {
  enum class Relation : uint8_t { equal, less, in } relation = Relation::equal;
  bool is_swapped = false;
  bool is_negated = false;
};
enum LoopField : uint8_t { kIndex, kFirst, kLast, kLength };
// How a value is printed, which depends on its context.
enum class Escape : uint8_t { text, plain_text, attribute, url, json };

struct Filter;

struct Expr {
  Op op = Op::literal;
  Comparison comparison;
  uint16_t depth = 1;  // the depth of the tree, which is limited
  LoopField field = kIndex;
  base::Span span;
  Value literal;
  std::string_view text;                // the text of a name or attribute
  std::vector<ExprPtr> operands;        // the operands; for a filter, the subject and the arguments
  std::vector<std::string_view> named;  // the names of a filter's arguments; "" for an unnamed one
  const Filter* filter = nullptr;
};

// A place in a text at which the value of a URL attribute begins or ends.
struct UrlMark {
  size_t offset;
  bool begin;
  base::Span span = {};  // the same position in the source
};

struct Branch {
  ExprPtr condition;  // the condition; null for `else`
  Nodes body;
};

struct Node {
  enum class Type : uint8_t { text, output, condition, loop, block, super, include, set };
  Type type = Type::text;
  Escape escape = Escape::text;
  base::Span span;
  std::string_view text;
  std::string name;            // the name of a block, an included template, or the variable of a loop or set
  std::vector<UrlMark> marks;  // the URLs in a text
  ExprPtr expr;                // the expression of an output, loop or set
  std::vector<Branch> branches;
  Nodes body;  // the body of a loop
};

struct Block {
  Nodes body;
  base::Span span;
};

struct Template {
  std::string name;
  const base::SourceText* source = nullptr;
  Nodes top;
  std::string parent;  // the template that is extended; "" if there is none
  base::Span parent_span;
  std::map<std::string_view, Block> blocks;  // all blocks, including blocks within blocks, by their name
  std::set<std::string_view> declared;       // names of the template's variables
  std::set<std::string_view> exported;       // variables that other templates may read
};

class Tag;
// Parses an expression. `in_loop` is whether `loop` means an enclosing loop. Throws SyntaxError after reporting.
ExprPtr parse_expression(Tag& tag, bool in_loop);
// Parses an expression without `x if y else z` at its top level, as in `for x in …`.
ExprPtr parse_iterable(Tag& tag, bool in_loop);
// Parses a template up to its first syntax error, which is reported.
std::unique_ptr<Template> parse_template(std::string name, const base::SourceText& source,
                                         base::Diagnostics& diagnostics);

}  // namespace templates
