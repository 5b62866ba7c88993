// Fuzzes figures in prose, units, numbers and formulas. The input has one line each for a text, its value, its unit, a
// number format and a formula. A presented value must read back as the same value, and a correction must be correct.
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "base/utf8.h"
#include "fuzz/fuzz.h"
#include "quantity/figure_text.h"
#include "quantity/formula.h"
#include "quantity/number_format.h"
#include "quantity/present.h"

namespace {

using quantity::Exact;
using quantity::FigureOutcome;

const quantity::Units& units() {
  static const quantity::Units all(
      {{"chip", "chips", "", {}}, {"token", "tokens", "", {}}, {"bean", "", "a bean", false}},
      {{"TFLOPS", "Ttoken/s"}});
  return all;
}

// Whether a text is accepted as a figure.
bool is_read(std::string_view text) {
  return quantity::parse_figure(text, units()).problem == quantity::FigureProblem::none;
}

void check_figure(std::string_view text, const Exact& value, std::string_view unit) {
  const quantity::Figure figure = quantity::parse_figure(text, units());
  if (figure.problem != quantity::FigureProblem::none)
    return fuzz::require(!figure.why.empty(), "a problem has a reason");
  fuzz::require(
      !figure.readings.empty() && figure.number.begin < figure.number.end && figure.number.end <= figure.text.size(),
      "a figure has a number");
  for (const char* word : {"qxz", "not", "month"}) {
    fuzz::require(!is_read(std::string(text) + " " + word), "no unknown word follows a figure", word);
    // "Not under 5" is at least 5.
    const quantity::Figure after = quantity::parse_figure(word + (" " + std::string(text)), units());
    const bool is_negated_bound = after.qualifier != figure.qualifier && after.qualifier != quantity::Qualifier::none;
    fuzz::require(after.problem != quantity::FigureProblem::none || is_negated_bound,
                  "no unknown word precedes a figure", word);
  }
  const quantity::FigureCheck found = quantity::check_figure(figure, value, unit, units());
  fuzz::require((found.outcome == FigureOutcome::ok) == found.why.empty(), "an error has a reason", found.why);
  if (found.outcome == FigureOutcome::ok || found.should_say.empty()) return;
  const auto corrected =
      quantity::check_figure(quantity::parse_figure(found.should_say, units()), value, unit, units());
  fuzz::require(corrected.outcome == FigureOutcome::ok, "a correction is correct",
                found.should_say + "\n" + corrected.why);
}

void check_unit(std::string_view text) {
  std::string why;
  const auto unit = units().parse(text, &why);
  if (!unit) return fuzz::require(!why.empty(), "a rejected unit has a reason");
  const auto again = units().parse(unit->text());
  fuzz::require(again && again->powers == unit->powers && again->factor == unit->factor, "a unit's text is that unit",
                unit->text());
  const auto there = quantity::convert(Exact(7), *unit, units().tidy(*unit));
  fuzz::require(there && quantity::convert(*there, units().tidy(*unit), *unit) == Exact(7), "conversion is exact");
}

void check_shown(double value, std::string_view unit) {
  quantity::Field field;
  field.name = field.title = "x";
  field.type = quantity::FieldType::number;
  field.unit = unit;
  field.resource = "rows";  // treated as published, so that all digits are shown
  const std::string shown = quantity::present_with_unit(value, field, units());
  const quantity::Figure figure = quantity::parse_figure(shown, units());
  if (figure.problem != quantity::FigureProblem::none) return;  // prose can't state this unit
  const auto found = quantity::check_figure(figure, *Exact::from(value), unit, units());
  fuzz::require(found.outcome == FigureOutcome::ok, "what is shown reads back", shown + "\n" + found.why);
}

void check_exact(std::string_view text) {
  const auto exact = Exact::parse(text);
  if (!exact) return;
  const auto decimal = exact->to_decimal();
  if (decimal) fuzz::require(Exact::parse(*decimal) == exact, "a decimal reads back", *decimal);
  exact->round_half_up(static_cast<int>(text.size() % 100));
}

void check_formula(std::string_view text, const Exact& value, std::string_view unit) {
  const auto formula = quantity::Formula::parse(text, units());
  if (!formula) {
    fuzz::require(formula.error().begin <= formula.error().end && formula.error().end <= text.size() &&
                      !formula.error().message.empty(),
                  "an error has a place");
    return;
  }
  for (const auto& operand : formula.value().operands())
    fuzz::require(text.substr(operand.begin, operand.end - operand.begin) == operand.text,
                  "an operand has the bytes of its place");
  const std::vector<quantity::Quantity> values(formula.value().operands().size(),
                                               {value, units().parse(unit).value_or(quantity::Unit())});
  const auto result = formula.value().evaluate(values, units());
  if (result) units().parse(result.value().unit.text());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input = fuzz::text_of(data, size);
  if (base::find_invalid_utf8(input)) return 0;  // a page that is not UTF-8 is refused earlier
  auto lines = base::split(input, '\n');
  lines.resize(5);
  const std::string_view text = lines[0], unit = lines[2];
  const auto exact = Exact::parse(lines[1]);
  check_exact(lines[1]);
  check_unit(unit);
  check_figure(text, exact.value_or(Exact(459)), unit);
  const size_t middle = base::code_point_start(text, text.size() / 2);
  const auto around = quantity::check_words_around(text.substr(0, middle), "459", text.substr(middle),
                                                   exact.value_or(Exact(459)), unit, units());
  fuzz::require((around.outcome == FigureOutcome::ok) == around.stated.empty(), "words around a number are reported");
  check_formula(lines[4], exact.value_or(Exact(3)), unit);
  for (const quantity::Stated& each : quantity::find_stated(text, units()))
    fuzz::require(each.begin < each.end && each.end <= text.size(), "a stated number is in the text");
  double value = 0;
  std::from_chars(lines[1].data(), lines[1].data() + lines[1].size(), value);
  if (std::isfinite(value) && units().parse(unit)) check_shown(value, unit);
  std::string why;
  const auto format = quantity::NumberFormat::parse(lines[3], &why);
  fuzz::require(format.has_value() == why.empty(), "a rejected format has a reason", why);
  if (format)
    for (const double each : {value, -value, double{INFINITY}}) (*format)(each, quantity::english());
  return 0;
}
