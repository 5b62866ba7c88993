// The parser of expressions, which is in two files: expressions.cc has the operators, operands.cc what stands between
// them. Nobody else includes this.
#pragma once
#include <algorithm>
#include <vector>

#include "template/expressions.h"

namespace templates {

constexpr uint16_t kDeepestExpression = 100;  // of the tree: more is a mistake or an attack

// Recursive descent, one function a level of precedence.
class ExpressionParser {
 public:
  ExpressionParser(Tokens& tokens, const Scopes& scopes, Names& names)
      : tokens_(tokens), scopes_(scopes), names_(names) {}

  ExprPtr condition();
  ExprPtr either();

 private:
  ExprPtr both();
  ExprPtr invert();
  ExprPtr compare();
  ExprPtr sum();
  ExprPtr concat();
  ExprPtr product();
  ExprPtr unary(bool with_filters);
  ExprPtr primary();
  ExprPtr name();
  ExprPtr postfix(ExprPtr subject);
  ExprPtr attribute(ExprPtr subject);
  ExprPtr loop_field(const Token& word);
  ExprPtr filters(ExprPtr subject);
  ExprPtr filter(ExprPtr subject);
  ExprPtr test(ExprPtr subject);
  void arguments(Expr& call, std::vector<ExprPtr>& values);
  void bind(Expr& call, std::vector<ExprPtr> values, const base::Span& name);

  ExprPtr make(Op op, const base::Span& first, std::vector<ExprPtr> operands);
  template <class... Operands>
  ExprPtr node(Op op, const base::Span& first, Operands... operands) {
    std::vector<ExprPtr> list;
    (list.push_back(std::move(operands)), ...);
    return make(op, first, std::move(list));
  }
  // Guards the recursion of the parser itself.
  struct Nesting {
    explicit Nesting(ExpressionParser& parser) : parser_(parser) {
      if (++parser_.nesting_ > kDeepestExpression) parser_.too_deep(parser_.tokens_.now().span);
    }
    ~Nesting() { --parser_.nesting_; }
    ExpressionParser& parser_;
  };
  [[noreturn]] void too_deep(const base::Span& span) {
    tokens_.diagnostics().error("template-limit", span, "this expression is nested too deeply");
    throw SyntaxError();
  }

  Tokens& tokens_;
  const Scopes& scopes_;
  Names& names_;
  int nesting_ = 0;
};

}  // namespace templates
