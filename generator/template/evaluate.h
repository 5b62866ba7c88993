// Evaluates expressions while a page is rendered.
#pragma once
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "template/operations.h"
#include "template/program.h"

namespace templates {

// Thrown after an error was reported. The statement is skipped, and rendering continues.
struct Failed {};
// Thrown when the work budget is exceeded. Rendering ends.
struct LimitExceeded {};

struct LoopState {
  size_t index = 0;
  size_t length = 0;
};

// A template that is being rendered: the page's own, or an included one.
struct Stage {
  const Linked* linked;
  size_t level;         // the index in `linked->chain` of the template with the current text
  base::Span included;  // the place of the include; empty for the page's own template
};

// Reports errors. Adds notes about the templates that include or extend one another up to that position.
class Reporter {
 public:
  explicit Reporter(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  std::vector<Stage> stages;

  // Reports an error, but only once for each position. Always throws Failed.
  [[noreturn]] void fail(std::string_view code, const base::Span& span, std::string message, std::string help = "");
  void report(std::string_view code, const base::Span& span, std::string message, std::string expected,
              std::string help);
  [[noreturn]] void exceed_limit(const base::Span& span);

 private:
  base::Diagnostics& diagnostics_;
  std::set<std::pair<const base::SourceText*, uint32_t>> reported_;
};

class Evaluator {
 public:
  Evaluator(const Map& context, Reporter& reporter) : context_(context), reporter_(reporter) {}

  // Returns the value, which is stored in the context, a variable, the template, or `scratch`.
  const Value& evaluate(const Expr& expr, Value& scratch);
  bool is_true(const Expr& expr);

  // The innermost loop that is being rendered.
  const LoopState* loop = nullptr;

  // Binds a name; undo() with the earlier mark() removes the binding.
  void bind(std::string_view name, const Value* value) { bindings_.push_back({name, value, {}}); }
  void bind_copy(std::string_view name, Value value);
  size_t mark() const { return bindings_.size(); }
  void undo(size_t mark) { bindings_.resize(mark); }

 private:
  struct Binding {
    std::string_view name;
    const Value* value = nullptr;
    Value own;
  };

  // Like evaluate(), but returns null if the name, attribute or item does not exist, unless it is required.
  const Value* find(const Expr& expr, Value& scratch, bool is_required);
  const Value* find_name(const Expr& expr, bool is_required);
  const Value* find_attribute(const Expr& expr, Value& scratch, bool is_required);
  const Value* find_item(const Expr& expr, Value& scratch, bool is_required);
  const Value* find_in(const Map& map, std::string_view name, const Expr& expr, bool is_required);
  Value compute(const Expr& expr);
  Value call_filter(const Expr& expr);
  Value loop_field(LoopField field) const;

  const Map& context_;
  Reporter& reporter_;
  std::deque<Binding> bindings_;  // the variables, the innermost last; a deque does not move its elements
};

}  // namespace templates
