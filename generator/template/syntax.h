// What a template is once it was parsed: a list of nodes, with expressions in them. Names of variables have become
// slots where the template itself declares them (`for`, `set`), and numbers of names where the context does.
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/source_text.h"
#include "template/value.h"

namespace templates {

struct Expr;
struct Node;
using ExprPtr = std::unique_ptr<Expr>;
using Nodes = std::vector<std::unique_ptr<Node>>;

// Numbers for the names of the context, shared by all templates of an engine.
class Names {
 public:
  uint32_t number(std::string_view name);
  const std::string& name(uint32_t number) const { return names_[number]; }
  size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, uint32_t> numbers_;
};

enum class Op : uint8_t {
  literal,
  name,
  attribute,  // a.b
  index,      // a["b"], a[0]
  loop,       // loop.index
  items,      // a.items()
  filter,
  test,
  negate,
  plus,
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  modulo,
  concat,
  compare,  // operands[0] comparisons[0] operands[1] comparisons[1] operands[2] …
  both,     // and
  either,   // or
  invert,   // not
  choose,   // operands: condition, then, else
};

enum class Comparison : uint8_t { equal, unequal, less, less_equal, greater, greater_equal, in, not_in };
enum class LoopField : uint8_t { index, index0, revindex, revindex0, first, last, length };
// Where a value is printed, hence how.
enum class Escape : uint8_t { text, plain_text, attribute, url, json };

struct Filter;
struct Test;

struct Argument {
  std::string name;  // "" for one that goes by position
  base::Span span;
};

struct Expr {
  Op op = Op::literal;
  LoopField field = LoopField::index;
  uint16_t depth = 1;   // of the tree, which is limited
  uint32_t number = 0;  // name: its number; loop: which of the unit's loops
  base::Span span;
  Value literal;
  std::string text;               // name, attribute
  std::vector<uint32_t> slots;    // name: where the template itself may have declared it, innermost first
  std::vector<ExprPtr> operands;  // filter, test: the subject, then the arguments
  std::vector<Argument> arguments;
  std::vector<Comparison> comparisons;
  const Filter* filter = nullptr;
  const Test* test = nullptr;
  // Where in its map the attribute was last found: maps built by the same code have the same order. A mere hint.
  mutable std::atomic<uint32_t> hint{0};
};

// Where text of a node stands in the source: from `offset` on (in the text) it is what stands from `origin` on.
struct Origin {
  size_t offset;
  size_t origin;
};

// A place in a text at which the value of a URL attribute begins or ends.
struct UrlMark {
  size_t offset;
  bool begin;
  base::Span span = {};  // the same place in the source
};

struct Branch {
  ExprPtr condition;  // null for else
  Nodes body;
};

// A variable of the template that an included one sees too.
struct Visible {
  uint32_t number;
  std::vector<uint32_t> slots;
};

struct Node {
  enum class Type : uint8_t { text, output, condition, loop, block, super, include, set };
  Type type = Type::text;
  Escape escape = Escape::text;
  bool pairs = false;     // loop: `for key, value in`
  bool exported = false;  // set: at the template's top level, so blocks and parents see it
  base::Span span;
  std::string text;  // text; block and include: the name
  std::vector<Origin> origins;
  std::vector<UrlMark> marks;
  ExprPtr expr;  // output, loop, set
  std::vector<Branch> branches;
  Nodes body;                // loop
  Nodes otherwise;           // loop's else
  uint32_t slot = 0;         // loop: the (first) variable; set
  uint32_t second_slot = 0;  // loop over pairs
  uint32_t number = 0;       // set: the name's number; loop: which of the unit's loops; block: the name's number
  uint32_t first_slot = 0;   // loop: the slots [first_slot, last_slot) live for one round only
  uint32_t last_slot = 0;
  std::vector<Visible> visible;  // include
};

// What is run with variables of its own: a template's top level, or a block.
struct Unit {
  Nodes body;
  uint32_t slots = 0;
  uint32_t loops = 0;
  base::Span span;
};

struct Template {
  std::string name;
  const base::SourceText* source = nullptr;
  Unit top;
  std::string parent;  // "" for none
  base::Span parent_span;
  // All blocks, also those within blocks; by number of the name.
  std::map<uint32_t, Unit> blocks;
  // The names of variables that other templates may see: set at the top level, or there when another is included.
  std::set<uint32_t> handed_on;
};

}  // namespace templates
