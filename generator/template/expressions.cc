#include "template/expressions.h"

#include <algorithm>

#include "template/expression_parser.h"

namespace templates {

ExprPtr ExpressionParser::make(Op op, const base::Span& first, std::vector<ExprPtr> operands) {
  auto expr = std::make_unique<Expr>();
  expr->op = op;
  expr->span = first;
  for (const ExprPtr& operand : operands) {
    if (!operand) continue;
    expr->depth = std::max<uint16_t>(expr->depth, static_cast<uint16_t>(operand->depth + 1));
    expr->span.end = std::max(expr->span.end, operand->span.end);
  }
  if (expr->depth > kDeepestExpression) too_deep(expr->span);
  expr->operands = std::move(operands);
  return expr;
}

ExprPtr ExpressionParser::condition() {
  Nesting nesting(*this);
  ExprPtr value = either();
  while (tokens_.take_name("if")) {
    ExprPtr when = either();
    if (!tokens_.now().is_name("else")) {
      tokens_.fail(tokens_.now().span, "expected \"else\" after \"if\" within an expression",
                   "say what to print otherwise: x if y else \"\"");
    }
    tokens_.next();
    ExprPtr otherwise = condition();
    base::Span span = value->span;
    value = node(Op::choose, span, std::move(when), std::move(value), std::move(otherwise));
  }
  return value;
}

ExprPtr ExpressionParser::either() {
  ExprPtr left = both();
  while (tokens_.take_name("or")) {
    ExprPtr right = both();
    base::Span span = left->span;
    left = node(Op::either, span, std::move(left), std::move(right));
  }
  return left;
}

ExprPtr ExpressionParser::both() {
  ExprPtr left = invert();
  while (tokens_.take_name("and")) {
    ExprPtr right = invert();
    base::Span span = left->span;
    left = node(Op::both, span, std::move(left), std::move(right));
  }
  return left;
}

ExprPtr ExpressionParser::invert() {
  Nesting nesting(*this);
  base::Span span = tokens_.now().span;
  if (tokens_.take_name("not")) return node(Op::invert, span, invert());
  return compare();
}

ExprPtr ExpressionParser::compare() {
  std::vector<ExprPtr> operands;
  std::vector<Comparison> comparisons;
  operands.push_back(sum());
  for (;;) {
    if (tokens_.take("==")) {
      comparisons.push_back(Comparison::equal);
    } else if (tokens_.take("!=")) {
      comparisons.push_back(Comparison::unequal);
    } else if (tokens_.take("<=")) {
      comparisons.push_back(Comparison::less_equal);
    } else if (tokens_.take(">=")) {
      comparisons.push_back(Comparison::greater_equal);
    } else if (tokens_.take("<")) {
      comparisons.push_back(Comparison::less);
    } else if (tokens_.take(">")) {
      comparisons.push_back(Comparison::greater);
    } else if (tokens_.take_name("in")) {
      comparisons.push_back(Comparison::in);
    } else if (tokens_.take_name("not")) {
      if (!tokens_.take_name("in")) tokens_.fail(tokens_.now().span, "expected \"in\" after \"not\"");
      comparisons.push_back(Comparison::not_in);
    } else {
      break;
    }
    operands.push_back(sum());
  }
  if (comparisons.empty()) return std::move(operands[0]);
  base::Span span = operands[0]->span;
  ExprPtr expr = make(Op::compare, span, std::move(operands));
  expr->comparisons = std::move(comparisons);
  return expr;
}

ExprPtr ExpressionParser::sum() {
  ExprPtr left = concat();
  for (;;) {
    Op op;
    if (tokens_.take("+")) {
      op = Op::add;
    } else if (tokens_.take("-")) {
      op = Op::subtract;
    } else {
      return left;
    }
    ExprPtr right = concat();
    base::Span span = left->span;
    left = node(op, span, std::move(left), std::move(right));
  }
}

ExprPtr ExpressionParser::concat() {
  ExprPtr left = product();
  while (tokens_.take("~")) {
    ExprPtr right = product();
    base::Span span = left->span;
    left = node(Op::concat, span, std::move(left), std::move(right));
  }
  return left;
}

ExprPtr ExpressionParser::product() {
  ExprPtr left = unary(true);
  for (;;) {
    Op op;
    if (tokens_.take("*")) {
      op = Op::multiply;
    } else if (tokens_.take("//")) {
      op = Op::floor_divide;
    } else if (tokens_.take("/")) {
      op = Op::divide;
    } else if (tokens_.take("%")) {
      op = Op::modulo;
    } else {
      return left;
    }
    ExprPtr right = unary(true);
    base::Span span = left->span;
    left = node(op, span, std::move(left), std::move(right));
  }
}

ExprPtr ExpressionParser::unary(bool with_filters) {
  Nesting nesting(*this);
  base::Span span = tokens_.now().span;
  ExprPtr expr;
  if (tokens_.take("-")) {
    expr = node(Op::negate, span, unary(false));
  } else if (tokens_.take("+")) {
    expr = node(Op::plus, span, unary(false));
  } else {
    expr = postfix(primary());
  }
  return with_filters ? filters(std::move(expr)) : std::move(expr);
}

uint32_t Scopes::declare(std::string_view name) {
  for (const Variable& variable : scopes_.back()) {
    if (variable.name == name) return variable.slot;
  }
  scopes_.back().push_back({name, slots_});
  return slots_++;
}

std::vector<uint32_t> Scopes::find(std::string_view name) const {
  std::vector<uint32_t> slots;
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    for (const Variable& variable : *scope) {
      if (variable.name == name) slots.push_back(variable.slot);
    }
  }
  return slots;
}

std::vector<std::string_view> Scopes::names() const {
  std::vector<std::string_view> names;
  for (const auto& scope : scopes_) {
    for (const Variable& variable : scope) {
      if (std::find(names.begin(), names.end(), variable.name) == names.end()) names.push_back(variable.name);
    }
  }
  return names;
}

ExprPtr parse_expression(Tokens& tokens, const Scopes& scopes, Names& names) {
  return ExpressionParser(tokens, scopes, names).condition();
}

ExprPtr parse_iterable(Tokens& tokens, const Scopes& scopes, Names& names) {
  return ExpressionParser(tokens, scopes, names).either();
}

}  // namespace templates
