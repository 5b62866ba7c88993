#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/suggest.h"
#include "template/expression_parser.h"
#include "template/filters.h"

namespace templates {
namespace {

// What Jinja2 would take for a method of Python's dict.
constexpr std::array<std::string_view, 10> kMethods = {"clear", "copy", "fromkeys",   "get",    "items",
                                                       "keys",  "pop",  "setdefault", "update", "values"};

}  // namespace

ExprPtr ExpressionParser::primary() {
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

ExprPtr ExpressionParser::name() {
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

ExprPtr ExpressionParser::loop_field(const Token& word) {
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

void ExpressionParser::arguments(Expr& call, std::vector<ExprPtr>& values) {
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
  std::vector<ExprPtr> values;
  arguments(*call, values);
  bind(*call, std::move(values), word.span);
  return call;
}

// Puts the arguments in the order of the filter's parameters, null where one is not given.
void ExpressionParser::bind(Expr& call, std::vector<ExprPtr> values, const base::Span& name) {
  const Filter& filter = *call.filter;
  for (const ExprPtr& value : values) {
    call.depth = std::max<uint16_t>(call.depth, static_cast<uint16_t>(value->depth + 1));
  }
  if (call.depth > kDeepestExpression) too_deep(call.span);
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

ExprPtr ExpressionParser::test(ExprPtr subject) {
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

}  // namespace templates
