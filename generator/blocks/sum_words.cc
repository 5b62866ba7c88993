// Writes a computed figure's formula with numbers that give the printed result (blocks/estimate_model.h).
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "blocks/estimate_model.h"
#include "quantity/figure_text.h"
#include "quantity/present.h"
#include "site/evaluation.h"

namespace blocks {
namespace {

constexpr int kMinDigits = 3;  // significant digits of the first attempt after the operands' own formats
constexpr int kMaxDigits = 15;

struct Printed {
  std::string text;        // the operand as readers see it
  quantity::Exact number;  // what they read, in the operand's unit
};

// Reads what a formatted operand says.
std::optional<quantity::Exact> read_back(const std::string& text, const quantity::Unit& unit,
                                         const quantity::Units& units) {
  const quantity::Figure figure = quantity::parse_figure(text, units);
  if (figure.problem != quantity::FigureProblem::none) return std::nullopt;
  for (const quantity::FigureReading& reading : figure.readings)
    if (const auto number = quantity::convert(figure.number.shown * reading.scale, reading.unit.value_or(unit), unit))
      return number;
  return std::nullopt;
}

Printed rounded(const quantity::Quantity& value, int digits, const quantity::Units& units) {
  const int magnitude = value.value.sign() == 0 ? 0 : value.value.magnitude();
  const int decimals = std::max(0, digits - 1 - magnitude);
  std::string text = value.value.round_half_up(decimals);
  if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  const std::string shown = base::replace_all(quantity::write_number(text, units.locale()), "-", "\u2212");
  return {quantity::attach_unit(shown, value.unit.text(), units), value.value.rounded(decimals)};
}

}  // namespace

std::string sum_words(const quantity::Formula& formula, const site::Figure& figure,
                      const std::vector<quantity::Quantity>& values, const quantity::Units& units) {
  const quantity::Figure shown =
      quantity::parse_figure(quantity::present_with_unit(figure.cell.value, figure.cell.field, units), units);
  const quantity::Unit unit = units.parse(figure.cell.field.unit).value_or(quantity::Unit());
  std::vector<Printed> printed;
  std::vector<quantity::Quantity> numbers = values;
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string& text = figure.inputs[i].value;
    printed.push_back({text, read_back(text, values[i].unit, units).value_or(values[i].value)});
  }
  const auto gives_result = [&] {
    for (size_t i = 0; i < numbers.size(); ++i) numbers[i].value = printed[i].number;
    auto result = formula.evaluate(numbers, units);
    const auto number = result ? quantity::convert(result->value, result->unit, unit) : std::nullopt;
    return number &&
           quantity::check_figure(shown, *number, figure.cell.field.unit, units).outcome == quantity::FigureOutcome::ok;
  };
  for (int digits = kMinDigits; digits <= kMaxDigits && figure.exact && !gives_result(); ++digits)
    for (size_t i = 0; i < values.size(); ++i) {
      Printed finer = rounded(values[i], digits, units);
      const quantity::Exact& value = values[i].value;
      if ((finer.number - value).abs() < (printed[i].number - value).abs()) printed[i] = std::move(finer);
    }
  std::vector<std::string> labels;
  for (size_t i = 0; i < printed.size(); ++i) {
    const std::string& title = figure.inputs[i].title;
    const bool says_title = base::fold_case(printed[i].text).find(base::fold_case(title)) != std::string::npos;
    labels.push_back(says_title ? printed[i].text : fmt::format("{} ({})", printed[i].text, title));
  }
  return quantity::formula_words(formula, figure.formula, labels, units);
}

}  // namespace blocks
