#include "template/evaluate.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/work.h"

namespace templates {
namespace {

constexpr size_t kMaxReported = 50;  // errors per page

std::vector<std::string_view> names_of(const Map& map) {
  std::vector<std::string_view> names;
  for (const Map::Entry& entry : map) names.push_back(entry.name);
  return names;
}

}  // namespace

void Reporter::report(std::string_view code, const base::Span& span, std::string message, std::string expected,
                      std::string help) {
  if (reported_.size() >= kMaxReported || !reported_.insert({span.source, span.begin}).second) return;
  base::Diagnostic& error = diagnostics_.error(code, span, std::move(message));
  error.expect(std::move(expected)).suggest(std::move(help));
  for (auto stage = stages.rbegin(); stage != stages.rend(); ++stage) {
    for (size_t level = stage->level; level > 0; --level) {
      error.note(stage->linked->chain[level - 1]->parent_span, "extended here");
    }
    if (stage->included) error.note(stage->included, "included here");
  }
}

void Reporter::fail(std::string_view code, const base::Span& span, std::string message, std::string help) {
  report(code, span, std::move(message), "", std::move(help));
  throw Failed();
}

void Reporter::exceed_limit(const base::Span& span) {
  report("too-much-work", span, "the templates of this page need more work than a build of this site may do", "",
         base::help_with_work("print or loop over less"));
  throw LimitExceeded();
}

void Evaluator::bind_copy(std::string_view name, Value value) {
  Binding& binding = bindings_.emplace_back(name, nullptr, std::move(value));
  binding.value = &binding.own;
}

const Value* Evaluator::find_name(const Expr& expr, bool is_required) {
  const auto bound = std::find_if(bindings_.rbegin(), bindings_.rend(),
                                  [&](const Binding& binding) { return binding.name == expr.text; });
  const Value* value = bound != bindings_.rend() ? bound->value : context_.find(expr.text);
  if (!value && is_required)
    reporter_.fail("unknown-name", expr.span, fmt::format("there is no \"{}\" here", expr.text),
                   base::did_you_mean(expr.text, names_of(context_)));
  return value;
}

// Finds a value in `map`, which `expr` names.
const Value* Evaluator::find_in(const Map& map, std::string_view name, const Expr& expr, bool is_required) {
  const Value* found = map.find(name);
  if (!found && is_required) {
    std::string help = base::did_you_mean(name, names_of(map));
    if (help.empty()) help = fmt::format("if it may be absent: {0} is defined, or {0}|default(\"\")", expr.span.text());
    reporter_.fail("unknown-attribute", expr.span,
                   fmt::format("\"{}\" has no \"{}\"", expr.operands[0]->span.text(), name), std::move(help));
  }
  return found;
}

const Value* Evaluator::find_attribute(const Expr& expr, Value& scratch, bool is_required) {
  const Value& subject = evaluate(*expr.operands[0], scratch);
  if (subject.kind() == ValueType::map) return find_in(subject.as_map(), expr.text, expr, is_required);
  if (!subject.is_null())
    reporter_.fail("unknown-attribute", expr.span,
                   fmt::format("{} has no \".{}\"", kind_name(subject.kind()), expr.text));
  if (is_required)
    reporter_.fail("unknown-attribute", expr.span,
                   fmt::format("\"{}\" is none, so it has no \"{}\"", expr.operands[0]->span.text(), expr.text),
                   "check it first: {% if … %}");
  return nullptr;
}

const Value* Evaluator::find_item(const Expr& expr, Value& scratch, bool is_required) {
  const Value& subject = evaluate(*expr.operands[0], scratch);
  Value key_scratch;
  const Value& key = evaluate(*expr.operands[1], key_scratch);
  if (subject.kind() == ValueType::map && has_characters(key))
    return find_in(subject.as_map(), characters(key), expr, is_required);
  if (subject.kind() != ValueType::list || key.kind() != ValueType::integer)
    reporter_.fail("template-value", expr.span,
                   fmt::format("{} can't be indexed by {}", kind_name(subject.kind()), kind_name(key.kind())));
  const List& list = subject.as_list();
  const int64_t index = key.as_integer();
  if (index >= 0 && index < static_cast<int64_t>(list.size())) return &list[static_cast<size_t>(index)];
  if (is_required)
    reporter_.fail(
        "unknown-attribute", expr.span,
        fmt::format("\"{}\" has {} items, so there is no item {}", expr.operands[0]->span.text(), list.size(), index));
  return nullptr;
}

const Value* Evaluator::find(const Expr& expr, Value& scratch, bool is_required) {
  switch (expr.op) {
    case Op::name:
      return find_name(expr, is_required);
    case Op::attribute:
      return find_attribute(expr, scratch, is_required);
    case Op::index:
      return find_item(expr, scratch, is_required);
    default:
      return &evaluate(expr, scratch);
  }
}

const Value& Evaluator::evaluate(const Expr& expr, Value& scratch) {
  switch (expr.op) {
    case Op::literal:
      return expr.literal;
    case Op::name:
    case Op::attribute:
    case Op::index:
      return *find(expr, scratch, true);
    case Op::both:
    case Op::either: {
      const Value& left = evaluate(*expr.operands[0], scratch);
      if (left.truthy() == (expr.op == Op::either)) return left;
      return evaluate(*expr.operands[1], scratch);
    }
    case Op::choose:
      return evaluate(*expr.operands[is_true(*expr.operands[0]) ? 1 : 2], scratch);
    default:
      break;
  }
  try {
    scratch = compute(expr);
  } catch (ValueError& e) {
    reporter_.fail("template-value", expr.span, std::move(e.message), std::move(e.help));
  }
  constexpr size_t kBytesOfUnit = 8;
  if (has_characters(scratch) && !base::charge_work(characters(scratch).size() / kBytesOfUnit))
    reporter_.exceed_limit(expr.span);
  return scratch;
}

bool Evaluator::is_true(const Expr& expr) {
  Value scratch;
  return evaluate(expr, scratch).truthy();
}

Value Evaluator::compute(const Expr& expr) {
  Value scratch[2];
  switch (expr.op) {
    case Op::loop:
      return loop_field(expr.field);
    case Op::filter:
      return call_filter(expr);
    case Op::is_defined:
      return Value(find(*expr.operands[0], scratch[0], false) != nullptr);
    case Op::is_none:
      return Value(evaluate(*expr.operands[0], scratch[0]).is_null());
    case Op::invert:
      return Value(!is_true(*expr.operands[0]));
    case Op::compare: {
      const Value& left = evaluate(*expr.operands[0], scratch[0]);
      return Value(compare(expr.comparison, left, evaluate(*expr.operands[1], scratch[1])));
    }
    default: {
      const Value parts[] = {evaluate(*expr.operands[0], scratch[0]), evaluate(*expr.operands[1], scratch[1])};
      return concat(parts);
    }
  }
}

Value Evaluator::loop_field(LoopField field) const {
  if (field == kIndex) return loop->index + 1;
  if (field == kLength) return loop->length;
  return Value(field == kFirst ? loop->index == 0 : loop->index + 1 == loop->length);
}

Value Evaluator::call_filter(const Expr& expr) {
  const Filter& filter = *expr.filter;
  const size_t count = expr.operands.size() - 1;
  std::vector<Value> scratch(count + 1);
  std::vector<const Value*> given(count);
  const Value* subject = find(*expr.operands[0], scratch[0], !filter.accepts_unknown);
  for (size_t i = 0; i < count; ++i) given[i] = &evaluate(*expr.operands[i + 1], scratch[i + 1]);
  if (filter.accepts_names) {
    const auto lang_of = [&](std::string_view name) {
      const Value* map = context_.find(name);
      return map && map->kind() == ValueType::map ? map->as_map().find("lang") : nullptr;
    };
    const Value* lang = lang_of("strings");
    if (!lang) lang = lang_of("site");
    const quantity::Locale* locale =
        lang && lang->kind() == ValueType::text ? quantity::find_locale(lang->as_text()) : nullptr;
    return fill(*subject, expr.named, given, locale ? *locale : quantity::english());
  }
  return subject ? filter.run(*subject, given) : *given[0];
}

}  // namespace templates
