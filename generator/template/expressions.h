// Reads expressions, with Jinja2's precedences.
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "template/syntax.h"
#include "template/token.h"

namespace templates {

// The variables that a unit declares, by the blocks of text in which they live.
class Scopes {
 public:
  void enter() { scopes_.emplace_back(); }
  void leave() { scopes_.pop_back(); }
  // The slot of a variable of the innermost scope; a new one unless it has one.
  uint32_t declare(std::string_view name);
  // The slots that a name may be in, innermost first.
  std::vector<uint32_t> find(std::string_view name) const;
  std::vector<std::string_view> names() const;
  uint32_t slots() const { return slots_; }

  // The loop that `loop` means; nothing outside of loops.
  std::optional<uint32_t> loop;
  uint32_t loops = 0;

 private:
  struct Variable {
    std::string_view name;
    uint32_t slot;
  };
  std::vector<std::vector<Variable>> scopes_ = {{}};
  uint32_t slots_ = 0;
};

// Throws SyntaxError after reporting.
ExprPtr parse_expression(Tokens& tokens, const Scopes& scopes, Names& names);
// Without `x if y else z` at the top: for `for x in …`.
ExprPtr parse_iterable(Tokens& tokens, const Scopes& scopes, Names& names);

}  // namespace templates
