#include "template/expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.h"
#include "template/filters.h"

namespace templates {
namespace {

constexpr uint16_t kDeepest = 100;  // of an expression's tree: more is a mistake or an attack

// What Jinja2 would take for a method of Python's dict.
constexpr std::array<std::string_view, 10> kMethods = {"clear", "copy", "fromkeys",   "get",    "items",
                                                       "keys",  "pop",  "setdefault", "update", "values"};

class Parser {
 public:
  Parser(Tokens& tokens, const Scopes& scopes, Names& names) : tokens_(tokens), scopes_(scopes), names_(names) {}

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
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.nesting_ > kDeepest) parser_.too_deep(parser_.tokens_.now().span);
    }
    ~Nesting() { --parser_.nesting_; }
    Parser& parser_;
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

ExprPtr Parser::make(Op op, const base::Span& first, std::vector<ExprPtr> operands) {
  auto expr = std::make_unique<Expr>();
  expr->op = op;
  expr->span = first;
  for (const ExprPtr& operand : operands) {
    if (!operand) continue;
    expr->depth = std::max<uint16_t>(expr->depth, static_cast<uint16_t>(operand->depth + 1));
    expr->span.end = std::max(expr->span.end, operand->span.end);
  }
  if (expr->depth > kDeepest) too_deep(expr->span);
  expr->operands = std::move(operands);
  return expr;
}

ExprPtr Parser::condition() {
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

ExprPtr Parser::either() {
  ExprPtr left = both();
  while (tokens_.take_name("or")) {
    ExprPtr right = both();
    base::Span span = left->span;
    left = node(Op::either, span, std::move(left), std::move(right));
  }
  return left;
}

ExprPtr Parser::both() {
  ExprPtr left = invert();
  while (tokens_.take_name("and")) {
    ExprPtr right = invert();
    base::Span span = left->span;
    left = node(Op::both, span, std::move(left), std::move(right));
  }
  return left;
}

ExprPtr Parser::invert() {
  Nesting nesting(*this);
  base::Span span = tokens_.now().span;
  if (tokens_.take_name("not")) return node(Op::invert, span, invert());
  return compare();
}

ExprPtr Parser::compare() {
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

ExprPtr Parser::sum() {
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

ExprPtr Parser::concat() {
  ExprPtr left = product();
  while (tokens_.take("~")) {
    ExprPtr right = product();
    base::Span span = left->span;
    left = node(Op::concat, span, std::move(left), std::move(right));
  }
  return left;
}

ExprPtr Parser::product() {
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

ExprPtr Parser::unary(bool with_filters) {
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

ExprPtr Parser::primary() {
  Token token = tokens_.now();
  switch (token.type) {
    case Token::Type::name:
      return name();
    case Token::Type::literal: {
      ExprPtr expr = make(Op::literal, token.span, {});
      expr->literal = token.literal;
      tokens_.next();
      return expr;
    }
    case Token::Type::sign:
      if (tokens_.take("(")) {
        ExprPtr inner = condition();
        tokens_.expect(")", "after what stands in brackets");
        return inner;
      }
      tokens_.fail(token.span, fmt::format("expected a value, found \"{}\"", token.text));
    case Token::Type::end:
      break;
  }
  tokens_.fail(token.span, "expected a value, the tag ends here");
}

ExprPtr Parser::name() {
  Token token = tokens_.now();
  tokens_.next();
  std::string_view word = token.text;
  ExprPtr expr = make(Op::literal, token.span, {});
  if (word == "true" || word == "True") return expr->literal = Value(true), std::move(expr);
  if (word == "false" || word == "False") return expr->literal = Value(false), std::move(expr);
  if (word == "none" || word == "None") return expr;
  for (std::string_view reserved : {"if", "else", "and", "or", "not", "in", "is", "for"}) {
    if (word == reserved) tokens_.fail(token.span, fmt::format("expected a value, found \"{}\"", word));
  }
  if (tokens_.now().is("(")) {
    tokens_.fail(token.span, fmt::format("there are no functions: \"{}(…)\"", word),
                 word == "super" ? "{{ super() }} stands alone, within a block" : "");
  }
  if (word == "loop" && scopes_.loop) return loop_field(token);
  expr->op = Op::name;
  expr->text = word;
  expr->slots = scopes_.find(word);
  expr->number = names_.number(word);
  return expr;
}

ExprPtr Parser::loop_field(const Token& word) {
  constexpr std::array<std::string_view, 7> fields = {"index", "index0", "revindex", "revindex0",
                                                      "first", "last",   "length"};
  base::Span span = word.span;
  std::string_view field;
  if (tokens_.take(".")) {
    span.end = tokens_.now().span.end;
    if (tokens_.now().type == Token::Type::name) field = tokens_.now().text;
  }
  auto* found = std::find(fields.begin(), fields.end(), field);
  if (found == fields.end()) {
    std::vector<std::string_view> all(fields.begin(), fields.end());
    std::string near = base::did_you_mean(field, all);
    tokens_.diagnostics()
        .error("unknown-attribute", span,
               field.empty() ? "\"loop\" itself is no value" : fmt::format("a loop has no \"{}\"", field))
        .expect(base::list_names(all))
        .suggest(near);
    throw SyntaxError();
  }
  tokens_.next();
  ExprPtr expr = make(Op::loop, span, {});
  expr->field = static_cast<LoopField>(found - fields.begin());
  expr->number = *scopes_.loop;
  return expr;
}

ExprPtr Parser::postfix(ExprPtr subject) {
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

ExprPtr Parser::attribute(ExprPtr subject) {
  Token word = tokens_.now();
  base::Span span = subject->span;
  span.end = word.span.end;
  bool position = word.type == Token::Type::literal && word.literal.kind() == Kind::integer;
  if (word.type != Token::Type::name && !position) {
    tokens_.fail(word.span, "expected a name after \".\"", "other names go in brackets: a[\"b-c\"]");
  }
  tokens_.next();
  if (position) {
    ExprPtr key = make(Op::literal, word.span, {});
    key->literal = word.literal;
    return node(Op::index, span, std::move(subject), std::move(key));
  }
  if (word.text == "items" && tokens_.now().is("(")) {
    tokens_.next();
    tokens_.expect(")", "after \"items(\"");
    return node(Op::items, span, std::move(subject));
  }
  if (std::find(kMethods.begin(), kMethods.end(), word.text) != kMethods.end()) {
    tokens_.fail(word.span, fmt::format("\".{}\" would mean something else in Jinja2", word.text),
                 fmt::format("write [\"{}\"]", word.text));
  }
  ExprPtr expr = node(Op::attribute, span, std::move(subject));
  expr->text = word.text;
  return expr;
}

ExprPtr Parser::filters(ExprPtr subject) {
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

void Parser::arguments(Expr& call, std::vector<ExprPtr>& values) {
  if (!tokens_.take("(")) return;
  while (!tokens_.now().is(")")) {
    if (!values.empty()) {
      tokens_.expect(",", "between arguments");
      if (tokens_.now().is(")")) break;
    }
    // A name followed by "=" names the argument.
    ExprPtr value = condition();
    Argument argument{"", value->span};
    if (tokens_.now().is("=")) {
      if (value->op != Op::name) tokens_.fail(value->span, "expected the name of an argument before \"=\"");
      argument.name = value->text;
      tokens_.next();
      value = condition();
    } else if (!call.arguments.empty() && !call.arguments.back().name.empty()) {
      tokens_.fail(value->span, "an argument without a name cannot follow one with a name");
    }
    call.arguments.push_back(std::move(argument));
    values.push_back(std::move(value));
  }
  call.span.end = tokens_.now().span.end;
  tokens_.expect(")", "after the arguments");
}

ExprPtr Parser::filter(ExprPtr subject) {
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
  std::vector<ExprPtr> values;
  arguments(*call, values);
  bind(*call, std::move(values), word.span);
  return call;
}

// Puts the arguments in the order of the filter's parameters, null where one is not given.
void Parser::bind(Expr& call, std::vector<ExprPtr> values, const base::Span& name) {
  const Filter& filter = *call.filter;
  for (const ExprPtr& value : values) {
    call.depth = std::max<uint16_t>(call.depth, static_cast<uint16_t>(value->depth + 1));
  }
  if (call.depth > kDeepest) too_deep(call.span);
  if (filter.takes_names) {
    for (size_t i = 0; i < values.size(); ++i) {
      if (call.arguments[i].name.empty()) {
        tokens_.fail(call.arguments[i].span,
                     fmt::format("\"{}\" takes named arguments: {}(count=3)", filter.name, filter.name));
      }
      call.operands.push_back(std::move(values[i]));
    }
    return;
  }
  std::vector<ExprPtr> bound(filter.parameters.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const Argument& argument = call.arguments[i];
    size_t at = 0;
    if (argument.name.empty()) {
      at = i;
      if (at >= bound.size()) {
        tokens_.fail(argument.span, fmt::format("\"{}\" takes no more than {} argument{}", filter.name, bound.size(),
                                                bound.size() == 1 ? "" : "s"));
      }
    } else {
      std::vector<std::string_view> known;
      for (const Parameter& parameter : filter.parameters) known.push_back(parameter.name);
      at = static_cast<size_t>(std::find(known.begin(), known.end(), argument.name) - known.begin());
      if (at == known.size()) {
        tokens_.fail(argument.span, fmt::format("\"{}\" has no argument \"{}\"", filter.name, argument.name),
                     base::did_you_mean(argument.name, known));
      }
      if (bound[at]) tokens_.fail(argument.span, fmt::format("\"{}\" is given twice", argument.name));
    }
    bound[at] = std::move(values[i]);
  }
  for (size_t i = 0; i < bound.size(); ++i) {
    if (!bound[i] && filter.parameters[i].required) {
      tokens_.fail(name, fmt::format("\"{}\" needs its argument \"{}\"", filter.name, filter.parameters[i].name));
    }
    call.operands.push_back(std::move(bound[i]));
  }
}

ExprPtr Parser::test(ExprPtr subject) {
  base::Span first = subject->span;
  bool inverted = tokens_.take_name("not");
  Token word = tokens_.now();
  if (word.type != Token::Type::name) tokens_.fail(word.span, "expected the name of a test after \"is\"");
  const Test* found = find_test(word.text);
  if (!found) {
    tokens_.diagnostics()
        .error("unknown-test", word.span, fmt::format("there is no test \"{}\"", word.text))
        .expect(base::list_names(test_names(), 40))
        .suggest(base::did_you_mean(word.text, test_names()));
    throw SyntaxError();
  }
  tokens_.next();
  first.end = word.span.end;
  ExprPtr argument;
  if (found->takes_argument) {
    argument = postfix(primary());
  } else if (tokens_.take("(")) {
    tokens_.expect(")", fmt::format("as \"{}\" takes no argument", found->name));
  }
  ExprPtr call = node(Op::test, first, std::move(subject), std::move(argument));
  call->test = found;
  if (!inverted) return call;
  return node(Op::invert, first, std::move(call));
}

}  // namespace

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
  return Parser(tokens, scopes, names).condition();
}

ExprPtr parse_iterable(Tokens& tokens, const Scopes& scopes, Names& names) {
  return Parser(tokens, scopes, names).either();
}

}  // namespace templates
