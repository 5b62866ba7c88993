// Works out expressions while a page is rendered.
#pragma once
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "template/operations.h"
#include "template/program.h"

namespace templates {

// Thrown after a mistake was reported: what depends on the value is left out, the rest of the page goes on.
struct Failed {};
// Thrown when a limit was met: the page is given up.
struct GaveUp {};

// A variable: points to a value that lives elsewhere, or to its own.
struct Slot {
  const Value* value = nullptr;  // null while it is not set
  Value own;
  void set(Value fresh) {
    own = std::move(fresh);
    value = &own;
  }
  void clear() { value = nullptr; }
};

struct LoopState {
  size_t index = 0;
  size_t length = 0;
};

// The variables of a unit that is being rendered.
struct Frame {
  explicit Frame(const Unit& unit)
      : slots(unit.slots > 0 ? new Slot[unit.slots] : nullptr),
        loops(unit.loops > 0 ? new LoopState[unit.loops] : nullptr) {}
  std::unique_ptr<Slot[]> slots;
  std::unique_ptr<LoopState[]> loops;
};

// A template that is being rendered: the page's own, then those included.
struct Stage {
  const Linked* linked;
  size_t level;         // which template of the chain the current text is from
  base::Span included;  // where; none for the page's own
};

// Reports with the way that led to the place.
class Reporter {
 public:
  explicit Reporter(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::vector<Stage> stages;

  // The same place is reported once. Always throws Failed.
  [[noreturn]] void fail(std::string_view code, const base::Span& span, std::string message, std::string help = "");
  void report(std::string_view code, const base::Span& span, std::string message, std::string expected,
              std::string help);
  [[noreturn]] void give_up(const base::Span& span, std::string message);

 private:
  base::Diagnostics& diagnostics_;
  std::set<std::pair<const base::SourceText*, uint32_t>> reported_;
};

class Evaluator {
 public:
  Evaluator(const Program& program, const Map& context, Reporter& reporter);

  // The value, which lives in the context, a variable, the template, or in `scratch`.
  const Value& evaluate(const Expr& expr, Value& scratch);
  bool is_true(const Expr& expr);

  Frame* frame = nullptr;  // of the unit that is being rendered

  // What stands in for a name of the context from now on: an exported variable, or one handed to an included template.
  void override_name(uint32_t number, const Value* value);
  // Undoes overrides down to a mark.
  size_t mark() const { return log_.size(); }
  void undo(size_t mark);
  const Value* find_variable(const std::vector<uint32_t>& slots) const;

 private:
  struct Name {
    bool known = false;
    const Value* value = nullptr;
  };

  // As evaluate(), but null when the name, attribute or item does not exist.
  const Value* find(const Expr& expr, Value& scratch);
  const Value* find_name(const Expr& expr);
  const Value* find_attribute(const Expr& expr, Value& scratch);
  const Value* find_item(const Expr& expr, Value& scratch);
  [[noreturn]] void unknown(const Expr& expr);
  Value compute(const Expr& expr);
  Value call_filter(const Expr& expr);
  Value loop_field(const Expr& expr) const;
  bool compare_all(const Expr& expr);
  bool passes(const Expr& expr);

  const Map& context_;
  Reporter& reporter_;
  std::vector<Name> names_;
  std::vector<std::pair<uint32_t, Name>> log_;
};

}  // namespace templates
