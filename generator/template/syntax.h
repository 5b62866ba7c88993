// What a template is once it was parsed: a list of nodes, with expressions in them. Texts are views into the source.
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
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

// Numbers for names, shared by all templates of an engine.
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
  filter,
  is_defined,
  is_none,
  concat,
  compare,
  both,    // and
  either,  // or
  invert,  // not
  choose,  // operands: condition, then, else
};

enum class Comparison : uint8_t { equal, unequal, less, less_equal, greater, greater_equal, in, not_in };
enum class LoopField : uint8_t { index, first, last, length };
// Where a value is printed, hence how.
enum class Escape : uint8_t { text, plain_text, attribute, url, json };

struct Filter;

struct Expr {
  Op op = Op::literal;
  LoopField field = LoopField::index;
  Comparison comparison = Comparison::equal;
  uint16_t depth = 1;   // of the tree, which is limited
  uint32_t number = 0;  // name: its number
  base::Span span;
  Value literal;
  std::string_view text;                // name, attribute
  std::vector<ExprPtr> operands;        // filter: the subject, then the arguments
  std::vector<std::string_view> named;  // filter: the names of the arguments, "" for one without
  const Filter* filter = nullptr;
  // Where in its map the attribute was last found: maps built by the same code have the same order. A mere hint.
  mutable std::atomic<uint32_t> hint{0};
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

struct Node {
  enum class Type : uint8_t { text, output, condition, loop, block, super, include, set };
  Type type = Type::text;
  Escape escape = Escape::text;
  uint32_t number = 0;  // loop, set: the variable's name; block: its name
  base::Span span;
  std::string_view text;       // text
  std::string name;            // block, include
  std::vector<UrlMark> marks;  // text
  ExprPtr expr;                // output, loop, set
  std::vector<Branch> branches;
  Nodes body;  // loop
};

struct Block {
  Nodes body;
  base::Span span;
};

struct Template {
  std::string name;
  const base::SourceText* source = nullptr;
  Nodes top;
  std::string parent;  // "" for none
  base::Span parent_span;
  std::map<uint32_t, Block> blocks;  // also those within blocks, by number of the name
  std::set<uint32_t> declared;       // names of its variables
  std::set<uint32_t> handed_on;      // those that other templates may see
};

}  // namespace templates
