#include "template/expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.h"
#include "template/filters.h"

namespace templates {
namespace {

constexpr uint16_t kDeepestExpression = 100;  // of the tree: more is a mistake or an attack

// Recursive descent, one function a level of precedence.
class ExpressionParser {
 public:
  ExpressionParser(Tokens& tokens, Names& names, bool in_loop) : tokens_(tokens), names_(names), in_loop_(in_loop) {}

  ExprPtr condition() {
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

  ExprPtr either() {
    ExprPtr left = both();
    while (tokens_.take_name("or")) left = binary(Op::either, std::move(left), both());
    return left;
  }

 private:
  ExprPtr both() {
    ExprPtr left = invert();
    while (tokens_.take_name("and")) left = binary(Op::both, std::move(left), invert());
    return left;
  }

  ExprPtr invert() {
    Nesting nesting(*this);
    base::Span span = tokens_.now().span;
    if (tokens_.take_name("not")) return node(Op::invert, span, invert());
    return compare();
  }

  ExprPtr compare();
  bool take_comparison(Comparison& found);

  ExprPtr concat() {
    ExprPtr left = filters(postfix(primary()));
    while (tokens_.take("~")) left = binary(Op::concat, std::move(left), filters(postfix(primary())));
    return left;
  }

  ExprPtr primary();
  ExprPtr name();
  ExprPtr loop_field(const Token& word);
  ExprPtr postfix(ExprPtr subject);
  ExprPtr attribute(ExprPtr subject);
  ExprPtr filters(ExprPtr subject);
  ExprPtr filter(ExprPtr subject);
  ExprPtr test(ExprPtr subject);
  void arguments(Expr& call);

  template <class... Operands>
  ExprPtr node(Op op, const base::Span& first, Operands... operands) {
    auto expr = std::make_unique<Expr>();
    expr->op = op;
    expr->span = first;
    (add_operand(*expr, std::move(operands)), ...);
    return expr;
  }
  ExprPtr binary(Op op, ExprPtr left, ExprPtr right) {
    base::Span span = left->span;
    return node(op, span, std::move(left), std::move(right));
  }
  void add_operand(Expr& expr, ExprPtr operand) {
    expr.depth = std::max<uint16_t>(expr.depth, static_cast<uint16_t>(operand->depth + 1));
    expr.span.end = std::max(expr.span.end, operand->span.end);
    expr.operands.push_back(std::move(operand));
    if (expr.depth > kDeepestExpression) too_deep(expr.span);
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
  Names& names_;
  bool in_loop_;
  int nesting_ = 0;
};

bool ExpressionParser::take_comparison(Comparison& found) {
  constexpr std::pair<std::string_view, Comparison> signs[] = {
      {"==", Comparison::equal},         {"!=", Comparison::unequal}, {"<=", Comparison::less_equal},
      {">=", Comparison::greater_equal}, {"<", Comparison::less},     {">", Comparison::greater}};
  for (const auto& [sign, comparison] : signs) {
    if (tokens_.take(sign)) return found = comparison, true;
  }
  if (tokens_.take_name("in")) return found = Comparison::in, true;
  if (!tokens_.take_name("not")) return false;
  if (!tokens_.take_name("in")) tokens_.fail(tokens_.now().span, "expected \"in\" after \"not\"");
  return found = Comparison::not_in, true;
}

ExprPtr ExpressionParser::compare() {
  ExprPtr left = concat();
  Comparison comparison;
  if (!take_comparison(comparison)) return left;
  ExprPtr expr = binary(Op::compare, std::move(left), concat());
  expr->comparison = comparison;
  base::Span again = tokens_.now().span;
  if (take_comparison(comparison)) tokens_.fail(again, "one comparison at a time", "write a < b and b < c");
  return expr;
}

ExprPtr ExpressionParser::primary() {
  Token token = tokens_.now();
  if (token.type == Token::Type::name) return name();
  if (token.type == Token::Type::literal) {
    ExprPtr expr = node(Op::literal, token.span);
    expr->literal = token.literal;
    tokens_.next();
    return expr;
  }
  if (tokens_.take("(")) {
    ExprPtr inner = condition();
    tokens_.expect(")", "after what stands in brackets");
    return inner;
  }
  tokens_.fail(token.span, token.type == Token::Type::end ? "expected a value, the tag ends here"
                                                          : fmt::format("expected a value, found \"{}\"", token.text));
}

ExprPtr ExpressionParser::name() {
  Token token = tokens_.now();
  tokens_.next();
  std::string_view word = token.text;
  ExprPtr expr = node(Op::literal, token.span);
  if (word == "none") return expr;
  if (word == "true" || word == "false") return expr->literal = Value(word == "true"), std::move(expr);
  for (std::string_view reserved : {"if", "else", "and", "or", "not", "in", "is", "for"}) {
    if (word == reserved) tokens_.fail(token.span, fmt::format("expected a value, found \"{}\"", word));
  }
  if (tokens_.now().is("(")) {
    tokens_.fail(token.span, fmt::format("there are no functions: \"{}(…)\"", word),
                 word == "super" ? "{{ super() }} stands alone, within a block" : "");
  }
  if (word == "loop" && in_loop_) return loop_field(token);
  expr->op = Op::name;
  expr->text = word;
  expr->number = names_.number(word);
  return expr;
}

ExprPtr ExpressionParser::loop_field(const Token& word) {
  constexpr std::array<std::string_view, 4> fields = {"index", "first", "last", "length"};
  base::Span span = word.span;
  std::string_view field;
  if (tokens_.take(".")) {
    span.end = tokens_.now().span.end;
    if (tokens_.now().type == Token::Type::name) field = tokens_.now().text;
  }
  auto* found = std::find(fields.begin(), fields.end(), field);
  if (found == fields.end()) {
    std::string near = base::did_you_mean(field, base::views(fields));
    tokens_.diagnostics()
        .error("unknown-attribute", span,
               field.empty() ? "\"loop\" itself is no value" : fmt::format("a loop has no \"{}\"", field))
        .expect(base::list_names(base::views(fields)))
        .suggest(near);
    throw SyntaxError();
  }
  tokens_.next();
  ExprPtr expr = node(Op::loop, span);
  expr->field = static_cast<LoopField>(found - fields.begin());
  return expr;
}

ExprPtr ExpressionParser::postfix(ExprPtr subject) {
  for (;;) {
    if (tokens_.take(".")) {
      subject = attribute(std::move(subject));
    } else if (tokens_.take("[")) {
      ExprPtr key = condition();
      base::Span span = subject->span;
      span.end = tokens_.now().span.end;
      tokens_.expect("]", "after the name or number of an item");
      subject = node(Op::index, span, std::move(subject), std::move(key));
    } else if (tokens_.now().is("(")) {
      tokens_.fail(tokens_.now().span, "values cannot be called", "templates have filters instead: x|upper");
    } else {
      return subject;
    }
  }
}

ExprPtr ExpressionParser::attribute(ExprPtr subject) {
  Token word = tokens_.now();
  if (word.type != Token::Type::name) {
    tokens_.fail(word.span, "expected a name after \".\"", "other names go in brackets: a[\"b-c\"]");
  }
  tokens_.next();
  base::Span span = subject->span;
  span.end = word.span.end;
  ExprPtr expr = node(Op::attribute, span, std::move(subject));
  expr->text = word.text;
  return expr;
}

ExprPtr ExpressionParser::filters(ExprPtr subject) {
  for (;;) {
    if (tokens_.take("|")) {
      subject = filter(std::move(subject));
    } else if (tokens_.take_name("is")) {
      subject = test(std::move(subject));
    } else {
      return subject;
    }
  }
}

void ExpressionParser::arguments(Expr& call) {
  if (!tokens_.take("(")) return;
  while (!tokens_.now().is(")")) {
    if (call.operands.size() > 1) tokens_.expect(",", "between arguments");
    // A name followed by "=" names the argument.
    ExprPtr value = condition();
    std::string_view name;
    if (tokens_.now().is("=")) {
      if (value->op != Op::name) tokens_.fail(value->span, "expected the name of an argument before \"=\"");
      name = value->text;
      tokens_.next();
      value = condition();
    }
    call.named.push_back(name);
    add_operand(call, std::move(value));
  }
  call.span.end = tokens_.now().span.end;
  tokens_.expect(")", "after the arguments");
}

ExprPtr ExpressionParser::filter(ExprPtr subject) {
  Token word = tokens_.now();
  if (word.type != Token::Type::name) tokens_.fail(word.span, "expected the name of a filter after \"|\"");
  const Filter* found = find_filter(word.text);
  if (!found) {
    base::Diagnostic& error =
        tokens_.diagnostics().error("unknown-filter", word.span, fmt::format("there is no filter \"{}\"", word.text));
    error.expect(base::list_names(filter_names(), 40)).suggest(base::did_you_mean(word.text, filter_names()));
    if (word.text == "safe") error.suggest("only the generator makes HTML: a value that is HTML prints as it is");
    throw SyntaxError();
  }
  tokens_.next();
  base::Span span = subject->span;
  span.end = word.span.end;
  ExprPtr call = node(Op::filter, span, std::move(subject));
  call->filter = found;
  arguments(*call);
  for (size_t i = 0; i < call->named.size(); ++i) {
    if (call->named[i].empty() == found->takes_names) {
      tokens_.fail(call->operands[i + 1]->span,
                   found->takes_names ? fmt::format("\"{0}\" takes named arguments: {0}(count=3)", found->name)
                                      : fmt::format("arguments of \"{}\" have no names", found->name));
    }
  }
  if (!found->takes_names && call->named.size() != found->arguments) {
    tokens_.fail(word.span, found->arguments == 0 ? fmt::format("\"{}\" takes no argument", found->name)
                                                  : fmt::format("\"{}\" takes {} argument{}", found->name,
                                                                found->arguments, found->arguments == 1 ? "" : "s"));
  }
  return call;
}

ExprPtr ExpressionParser::test(ExprPtr subject) {
  bool inverted = tokens_.take_name("not");
  Token word = tokens_.now();
  if (word.type != Token::Type::name) tokens_.fail(word.span, "expected the name of a test after \"is\"");
  const std::vector<std::string_view> known = {"defined", "none"};
  if (!word.is_name("defined") && !word.is_name("none")) {
    tokens_.diagnostics()
        .error("unknown-test", word.span, fmt::format("there is no test \"{}\"", word.text))
        .expect(base::list_names(known))
        .suggest(base::did_you_mean(word.text, known));
    throw SyntaxError();
  }
  tokens_.next();
  base::Span span = subject->span;
  span.end = word.span.end;
  ExprPtr call = node(word.is_name("none") ? Op::is_none : Op::is_defined, span, std::move(subject));
  return inverted ? node(Op::invert, span, std::move(call)) : std::move(call);
}

}  // namespace

ExprPtr parse_expression(Tokens& tokens, Names& names, bool in_loop) {
  return ExpressionParser(tokens, names, in_loop).condition();
}

ExprPtr parse_iterable(Tokens& tokens, Names& names, bool in_loop) {
  return ExpressionParser(tokens, names, in_loop).either();
}

}  // namespace templates
