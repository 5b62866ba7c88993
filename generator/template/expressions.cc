// Parses the expressions of templates (template/syntax.h).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "template/operations.h"
#include "template/syntax.h"
#include "template/token.h"

namespace templates {
namespace {

constexpr uint16_t kMaxDepth = 100;  // the greatest depth of the tree

// A recursive descent parser with one function for each level of precedence.
class ExpressionParser {
 public:
  ExpressionParser(Tag& tag, bool in_loop) : tag_(tag), in_loop_(in_loop) {}

  ExprPtr condition() {
    const Nesting nesting(*this);
    ExprPtr value = either();
    while (tag_.accept("if")) {
      const base::Span span = value->span;
      ExprPtr when = either();
      if (!tag_.accept("else"))
        tag_.fail(tag_.token().span, "expected \"else\" after \"if\" within an expression",
                  "write what to print otherwise: x if y else \"\"");
      value = node(Op::choose, span, std::move(when), std::move(value), condition());
    }
    return value;
  }

  ExprPtr either() {
    ExprPtr left = both();
    while (tag_.accept("or")) left = binary(Op::either, std::move(left), both());
    return left;
  }

 private:
  ExprPtr both() {
    ExprPtr left = invert();
    while (tag_.accept("and")) left = binary(Op::both, std::move(left), invert());
    return left;
  }

  ExprPtr invert() {
    const Nesting nesting(*this);
    const base::Span span = tag_.token().span;
    return tag_.accept("not") ? node(Op::invert, span, invert()) : compare();
  }

  ExprPtr compare() {
    ExprPtr left = concat();
    const std::optional<Comparison> comparison = comparison_sign();
    if (!comparison) return left;
    ExprPtr expr = binary(Op::compare, std::move(left), concat());
    expr->comparison = *comparison;
    const base::Span second = tag_.token().span;
    if (comparison_sign()) tag_.fail(second, "one comparison at a time", "write a < b and b < c");
    return expr;
  }

  std::optional<Comparison> comparison_sign() {
    using enum Comparison::Relation;
    constexpr std::pair<std::string_view, Comparison> kComparisons[] = {
        {"==", {equal}},     {"!=", {equal, false, true}}, {"<", {less}}, {">=", {less, false, true}}, {"in", {in}},
        {">", {less, true}}, {"<=", {less, true, true}}};
    for (const auto& [sign, comparison] : kComparisons)
      if (tag_.accept(sign)) return comparison;
    if (!tag_.accept("not")) return std::nullopt;
    tag_.expect("in", "after \"not\"");
    return Comparison{in, false, true};
  }

  ExprPtr concat() {
    ExprPtr left = filtered();
    while (tag_.accept("~")) left = binary(Op::concat, std::move(left), filtered());
    return left;
  }

  ExprPtr filtered() {
    ExprPtr subject = postfix(primary());
    for (;;) {
      if (tag_.accept("|"))
        subject = filter(std::move(subject));
      else if (tag_.accept("is"))
        subject = test(std::move(subject));
      else
        return subject;
    }
  }

  ExprPtr primary();
  ExprPtr name(const Token& word);
  ExprPtr loop_field(const Token& word);
  ExprPtr postfix(ExprPtr subject);
  ExprPtr filter(ExprPtr subject);
  ExprPtr test(ExprPtr subject);
  void arguments(Expr& call);

  // Creates a node whose span reaches from `first` to its last operand.
  template <class... Operands>
  ExprPtr node(Op op, base::Span first, Operands... operands) {
    auto expr = std::make_unique<Expr>();
    expr->op = op;
    expr->span = first;
    (add_operand(*expr, std::move(operands)), ...);
    return expr;
  }
  ExprPtr binary(Op op, ExprPtr left, ExprPtr right) {
    const base::Span span = left->span;
    return node(op, span, std::move(left), std::move(right));
  }
  void add_operand(Expr& expr, ExprPtr operand) {
    expr.depth = std::max<uint16_t>(expr.depth, static_cast<uint16_t>(operand->depth + 1));
    expr.span.end = std::max(expr.span.end, operand->span.end);
    expr.operands.push_back(std::move(operand));
    if (expr.depth > kMaxDepth) too_deep(expr.span);
  }
  // Limits the recursion of the parser itself.
  struct Nesting {
    explicit Nesting(ExpressionParser& parser) : depth(parser.nesting_) {
      if (++depth > kMaxDepth) parser.too_deep(parser.tag_.token().span);
    }
    ~Nesting() { --depth; }
    int& depth;
  };
  [[noreturn]] void too_deep(const base::Span& span) {
    tag_.diagnostics().error("template-limit", span, "this expression is nested too deeply");
    throw SyntaxError();
  }

  Tag& tag_;
  bool in_loop_;
  int nesting_ = 0;
};

ExprPtr ExpressionParser::primary() {
  const Token& token = tag_.next();
  if (token.type == Token::Type::name) return name(token);
  if (token.type == Token::Type::literal) {
    ExprPtr expr = node(Op::literal, token.span);
    expr->literal = token.literal;
    return expr;
  }
  if (token.text == "(") {
    ExprPtr inner = condition();
    tag_.expect(")", "after the expression in brackets");
    return inner;
  }
  tag_.fail(token.span, token.type == Token::Type::end ? "expected a value, found the end of the tag"
                                                       : fmt::format("expected a value, found \"{}\"", token.text));
}

ExprPtr ExpressionParser::name(const Token& word) {
  ExprPtr expr = node(Op::literal, word.span);
  if (word.text == "none") return expr;
  if (word.text == "true" || word.text == "false") {
    expr->literal = Value(word.text == "true");
    return expr;
  }
  if (base::has_word("if else and or not in is for", word.text))
    tag_.fail(word.span, fmt::format("expected a value, found \"{}\"", word.text));
  if (tag_.is("("))
    tag_.fail(word.span, fmt::format("there are no functions: \"{}(…)\"", word.text),
              word.text == "super" ? "write {{ super() }} alone, within a block" : "");
  if (word.text == "loop" && in_loop_) return loop_field(word);
  expr->op = Op::name;
  expr->text = word.text;
  return expr;
}

ExprPtr ExpressionParser::loop_field(const Token& word) {
  constexpr std::array<std::string_view, 4> kFields = {"index", "first", "last", "length"};
  base::Span span = word.span;
  std::string_view field;
  if (tag_.accept(".")) {
    span.end = tag_.token().span.end;
    if (tag_.is_name()) field = tag_.token().text;
  }
  const auto* found = std::find(kFields.begin(), kFields.end(), field);
  if (found == kFields.end()) {
    tag_.diagnostics()
        .error("unknown-attribute", span,
               field.empty() ? "\"loop\" itself is not a value" : fmt::format("a loop has no \"{}\"", field))
        .expect(base::list_names(base::views(kFields)))
        .suggest(base::did_you_mean(field, base::views(kFields)));
    throw SyntaxError();
  }
  tag_.next();
  ExprPtr expr = node(Op::loop, span);
  expr->field = static_cast<LoopField>(found - kFields.begin());
  return expr;
}

ExprPtr ExpressionParser::postfix(ExprPtr subject) {
  for (;;) {
    base::Span span = subject->span;
    if (tag_.accept(".")) {
      if (!tag_.is_name())
        tag_.fail(tag_.token().span, "expected a name after \".\"", "put other names in brackets: a[\"b-c\"]");
      span.end = tag_.token().span.end;
      subject = node(Op::attribute, span, std::move(subject));
      subject->text = tag_.next().text;
    } else if (tag_.accept("[")) {
      ExprPtr key = condition();
      span.end = tag_.token().span.end;
      tag_.expect("]", "after the name or number of an item");
      subject = node(Op::index, span, std::move(subject), std::move(key));
    } else if (tag_.is("(")) {
      tag_.fail(tag_.token().span, "values cannot be called", "templates have filters instead: x|upper");
    } else {
      return subject;
    }
  }
}

void ExpressionParser::arguments(Expr& call) {
  if (!tag_.accept("(")) return;
  while (!tag_.is(")")) {
    if (call.operands.size() > 1) tag_.expect(",", "between arguments");
    const bool is_named = tag_.is_name() && tag_.is("=", 1);
    call.named.push_back(is_named ? tag_.next().text : "");
    if (is_named) tag_.next();
    add_operand(call, condition());
  }
  call.span.end = tag_.token().span.end;
  tag_.next();
}

ExprPtr ExpressionParser::filter(ExprPtr subject) {
  const Token& word = tag_.next();
  if (word.type != Token::Type::name) tag_.fail(word.span, "expected the name of a filter after \"|\"");
  const Filter* found = find_filter(word.text);
  if (!found) {
    base::Diagnostic& error =
        tag_.diagnostics().error("unknown-filter", word.span, fmt::format("there is no filter \"{}\"", word.text));
    error.expect(base::list_names(filter_names())).suggest(base::did_you_mean(word.text, filter_names()));
    if (word.text == "safe") error.suggest("omit it: a value that is HTML prints as HTML");
    throw SyntaxError();
  }
  base::Span span = subject->span;
  span.end = word.span.end;
  ExprPtr call = node(Op::filter, span, std::move(subject));
  call->filter = found;
  arguments(*call);
  for (size_t i = 0; i < call->named.size(); ++i)
    if (call->named[i].empty() == found->accepts_names)
      tag_.fail(call->operands[i + 1]->span,
                found->accepts_names ? fmt::format("\"{0}\" needs named arguments: {0}(count=3)", found->name)
                                     : fmt::format("\"{}\" does not have named arguments", found->name));
  if (!found->accepts_names && call->named.size() != found->arguments)
    tag_.fail(word.span, fmt::format("\"{}\" takes {} argument{}", found->name,
                                     found->arguments == 0 ? "no" : std::to_string(found->arguments),
                                     found->arguments > 1 ? "s" : ""));
  return call;
}

ExprPtr ExpressionParser::test(ExprPtr subject) {
  const bool inverted = tag_.accept("not");
  const Token& word = tag_.next();
  if (word.type != Token::Type::name) tag_.fail(word.span, "expected the name of a test after \"is\"");
  if (word.text != "defined" && word.text != "none") {
    tag_.diagnostics()
        .error("unknown-test", word.span, fmt::format("there is no test \"{}\"", word.text))
        .expect("\"defined\" or \"none\"")
        .suggest(base::did_you_mean(word.text, {"defined", "none"}));
    throw SyntaxError();
  }
  base::Span span = subject->span;
  span.end = word.span.end;
  ExprPtr call = node(word.text == "none" ? Op::is_none : Op::is_defined, span, std::move(subject));
  return inverted ? node(Op::invert, span, std::move(call)) : std::move(call);
}

}  // namespace

ExprPtr parse_expression(Tag& tag, bool in_loop) { return ExpressionParser(tag, in_loop).condition(); }

ExprPtr parse_iterable(Tag& tag, bool in_loop) { return ExpressionParser(tag, in_loop).either(); }

}  // namespace templates
