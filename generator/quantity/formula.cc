#include "quantity/formula.h"

#include <fmt/format.h>

#include <algorithm>

namespace quantity {
namespace {

constexpr size_t kMostBits = 1 << 16;

std::string unit_text(const Unit& unit) {
  std::string text = unit.text();
  return text == "1" ? "a plain number" : text;
}

// Works on the nodes' values, each computed once, from the first to the last.
class Evaluation {
 public:
  Evaluation(const std::vector<FormulaNode>& nodes, const std::vector<Quantity>& operands, const Units& units)
      : nodes_(nodes), operands_(operands), units_(units) {}

  base::Result<Quantity, FormulaMistake> run() {
    for (const FormulaNode& node : nodes_) {
      if (!step(node)) return base::Failure{mistake_};
    }
    return tidied(values_.back());
  }

 private:
  bool step(const FormulaNode& node) {
    switch (node.kind) {
      case FormulaKind::number:
        return push(node, node.number);
      case FormulaKind::operand:
        return push(node, operands_[node.left]);
      case FormulaKind::multiply:
        return push(node, {left(node).value * right(node).value, left(node).unit * right(node).unit});
      case FormulaKind::divide:
        return divide(node);
      case FormulaKind::add:
      case FormulaKind::subtract:
      case FormulaKind::least:
      case FormulaKind::greatest:
        break;
    }
    return combine(node);
  }

  bool divide(const FormulaNode& node) {
    if (right(node).value.sign() == 0)
      return refuse(nodes_[node.right], "this divides by zero", "a divisor other than 0");
    return push(node, {left(node).value / right(node).value, left(node).unit / right(node).unit});
  }

  // Kinds that need one unit for both sides: that of the left one.
  bool combine(const FormulaNode& node) {
    auto other = convert(right(node).value, right(node).unit, left(node).unit);
    if (!other) {
      std::string a = unit_text(left(node).unit), b = unit_text(right(node).unit);
      return refuse(node, fmt::format("{} and {} do not convert into each other", a, b),
                    "two values of one kind, to add, subtract or compare");
    }
    const Exact& value = left(node).value;
    Exact result = node.kind == FormulaKind::add        ? value + *other
                   : node.kind == FormulaKind::subtract ? value - *other
                   : node.kind == FormulaKind::least    ? std::min(value, *other)
                                                        : std::max(value, *other);
    return push(node, {result, left(node).unit});
  }

  Quantity tidied(const Quantity& quantity) const {
    Unit unit = units_.tidy(quantity.unit);
    bool one_ratio = unit.parts.size() == 1 && unit.parts.front().power == 1;
    if (unit.is_ratio() && !one_ratio) unit = Unit();  // % of % is a plain number
    if (auto value = convert(quantity.value, quantity.unit, unit)) return {*value, unit};
    return quantity;
  }

  bool push(const FormulaNode& node, Quantity quantity) {
    if (quantity.value.bits() > kMostBits) return refuse(node, "this has too many digits", "a number of fewer digits");
    values_.push_back(std::move(quantity));
    return true;
  }
  bool refuse(const FormulaNode& node, std::string message, std::string expected) {
    mistake_ = {node.begin, node.end, std::move(message), std::move(expected)};
    return false;
  }
  const Quantity& left(const FormulaNode& node) const { return values_[node.left]; }
  const Quantity& right(const FormulaNode& node) const { return values_[node.right]; }

  const std::vector<FormulaNode>& nodes_;
  const std::vector<Quantity>& operands_;
  const Units& units_;
  std::vector<Quantity> values_;
  FormulaMistake mistake_;
};

std::string value_of_scope(const Scope& scope) {
  return scope.is_stated() ? fmt::format("a value that covers \"{}\"", scope.text())
                           : "a value that does not state what it covers";
}

}  // namespace

bool Formula::is_one_operand() const { return nodes_.size() == 1 && nodes_.front().kind == FormulaKind::operand; }

base::Result<Quantity, FormulaMistake> Formula::evaluate(const std::vector<Quantity>& values,
                                                         const Units& units) const {
  return Evaluation(nodes_, values, units).run();
}

base::Result<Scope, FormulaMistake> Formula::scope(const std::vector<Scope>& scopes) const {
  std::vector<Scope> found;
  for (const FormulaNode& node : nodes_) {
    if (node.kind == FormulaKind::number) {
      found.push_back(node.number.unit.is_ratio() ? Scope::of_plain_number() : Scope());
      continue;
    }
    if (node.kind == FormulaKind::operand) {
      found.push_back(scopes[node.left]);
      continue;
    }
    const Scope &left = found[node.left], &right = found[node.right];
    bool multiplies = node.kind == FormulaKind::multiply || node.kind == FormulaKind::divide;
    if (!multiplies && !left.fits_any() && !right.fits_any() && !(left == right))
      return base::Failure{FormulaMistake{
          node.begin, node.end, fmt::format("this combines {} with {}", value_of_scope(left), value_of_scope(right)),
          "values that cover the same, to add, subtract or compare"}};
    found.push_back(left * right);
  }
  return found.back();
}

base::Span part_of(base::Span written, std::string_view text, size_t begin, size_t end) {
  size_t at = written.text().find(text);
  if (text.empty() || at == std::string_view::npos) return written;
  uint32_t start = written.begin + static_cast<uint32_t>(at);
  return {written.source, start + static_cast<uint32_t>(begin),
          start + static_cast<uint32_t>(std::max(begin + 1, end))};
}

}  // namespace quantity
