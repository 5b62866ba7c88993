#include "quantity/formula.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>

namespace quantity {
namespace {

const Units& units() {
  static const Units units(
      {{"chip", "chips", "One chip", {}}, {"token", "tokens", "One token", {}}, {"FLOP", "FLOP", "One operation", {}}},
      {});
  return units;
}

// Returns the result as "VALUE UNIT", or "BEGIN-END: MESSAGE; EXPECTED".
std::string result_of(std::string_view text) {
  static const std::map<std::string, std::pair<std::string, std::string>> known = {
      {"dear", {"11.06", "USD/chip/h"}},
      {"low", {"2.7", "USD/chip/h"}},
      {"per-token", {"0.001", "USD/token"}},
      {"euro", {"2", "EUR/h"}},
      {"none", {"0", "GB"}},
      {"memory", {"80", "GiB"}},
      {"prices/a b/usd", {"3", "USD/(chip*h)"}}};
  auto text_of = [](const FormulaError& m) {
    return fmt::format("{}-{}: {}; {}", m.begin, m.end, m.message, m.expected);
  };
  auto formula = Formula::parse(text, units());
  if (!formula) return text_of(formula.error());
  std::vector<Quantity> values;
  for (const Formula::Operand& operand : formula->operands()) {
    auto found = known.find(operand.text);
    if (found == known.end()) return "unknown " + operand.text;
    values.push_back({*Exact::parse(found->second.first), *units().parse(found->second.second)});
  }
  auto result = formula->evaluate(values, units());
  if (!result) return text_of(result.error());
  return result->value.to_decimal(12).value_or(result->value.round_half_up(6) + "…") + " " + result->unit.text();
}

TEST_CASE("formulas calculate exactly, including their units") {
  CHECK(result_of("1 + 2 * 3") == "7 1");
  CHECK(result_of("( 1 + 2 ) * 3") == "9 1");
  CHECK(result_of("(1 + 2) * 3") == "9 1");
  CHECK(result_of("10 - 4 - 3") == "3 1");
  CHECK(result_of("12 / 4 / 3") == "1 1");
  CHECK(result_of("0.1 + 0.2") == "0.3 1");
  CHECK(result_of("1 / 3") == "0.333333… 1");
  CHECK(result_of("dear / low") == "4.096296… 1");
  CHECK(result_of("8 chip * 100 h * low") == "2160 USD");
  CHECK(result_of("30 min * low") == "1.35 USD/chip");
  CHECK(result_of("ceil(7 / 3)") == "3 1");
  CHECK(result_of("ceil(-7 / 3) + ceil(6 / 3)") == "0 1");
  CHECK(result_of("ceil(memory / 40 GB)") == "3 1");
  CHECK(result_of("ceil(2.1 chip) * 2 + ceil(150 %)") ==
        "5-31: chip and a plain number do not convert into each other; "
        "two values of the same kind, to add, subtract or compare");
  CHECK(result_of("1 GiB / 1 GB") == "1.073741824 1");
  CHECK(result_of("2 PFLOP/s + 500 TFLOP/s") == "2.5 PFLOP/s");
  CHECK(result_of("38 % * 2") == "76 %");
  CHECK(result_of("100% - 38 %") == "62 %");
  CHECK(result_of("$2.70 * 2") == "5.4 USD");
  CHECK(result_of("€5 + 1 EUR") == "6 EUR");
  CHECK(result_of("-5 h + 1 h") == "-4 h");
  CHECK(result_of("1e3 chip") == "1000 chip");
  CHECK(result_of("3 USD/(chip*h) * 2 h") == "6 USD/chip");
  CHECK(result_of("min(dear, low, $3 / 1 chip / 1 h)") == "2.7 USD/chip/h");
  CHECK(result_of("max(dear, low) - low") == "8.36 USD/chip/h");
  CHECK(result_of("memory - 0 GB") == "80 GiB");
}

TEST_CASE("a formula in words has labels for its operands, and signs that readers know") {
  const std::string text = "max(dear / low, (5 - low)) * 8 chip - dear";
  CHECK(formula_words(Formula::parse(text, units()).value(), text, {"$3 (Price)", "$2"}, units()) ==
        "max($3 (Price) ÷ $2, (5 − $2)) × 8 chips − $3 (Price)");
  CHECK(formula_words(Formula::parse_condition("low <= dear", units()).value(), "low <= dear", {"Low", "Dear"},
                      units()) == "Low ≤ Dear");
  const std::string large = "low * 4000000 chip + $2.70 * 10000";
  CHECK(formula_words(Formula::parse(large, units()).value(), large, {"Low"}, units()) ==
        "Low × 4,000,000 chips + $2.70 × 10,000");
}

TEST_CASE("a calculation that fails is reported with its position") {
  CHECK(result_of("low + per-token") ==
        "0-15: USD/chip/h and USD/token do not convert into each other; two values of the same kind, to add, subtract "
        "or compare");
  CHECK(
      result_of("min($1 / 1 h, euro)") ==
      "4-18: USD/h and EUR/h do not convert into each other; two values of the same kind, to add, subtract or compare");
  CHECK(result_of("1 h + 2") ==
        "0-7: h and a plain number do not convert into each other; two values of the same kind, to add, subtract or "
        "compare");
  CHECK(result_of("low / (none - 0 B)") == "7-17: this divides by zero; a divisor other than 0");
  CHECK(result_of("1 / 0") == "4-5: this divides by zero; a divisor other than 0");
}

TEST_CASE("an invalid formula is reported with its position") {
  constexpr std::string_view kValue =
      "a number such as 8 GB, the name of a figure, a path TABLE/KEY/COLUMN, or a formula in parentheses";
  constexpr std::string_view kOperator = "an operator between spaces, + - * or /, or the end";
  CHECK(result_of("") == fmt::format("0-0: expected a value at the end of the formula; {}", kValue));
  CHECK(result_of("dear /") == fmt::format("6-6: expected a value at the end of the formula; {}", kValue));
  CHECK(result_of("* 2") == fmt::format("0-1: expected a value, found \"*\"; {}", kValue));
  CHECK(result_of("dear low") == fmt::format("5-8: unexpected \"low\"; {}", kOperator));
  CHECK(result_of("(1 + 2") == "0-1: this parenthesis is not closed; a \")\"");
  CHECK(result_of("max(1, 2") == "0-4: this parenthesis is not closed; a \")\"");
  CHECK(result_of("1 + 2)") == fmt::format("5-6: unexpected \")\"; {}", kOperator));
  CHECK(result_of("1,000") == fmt::format("1-2: unexpected \",\"; {}", kOperator));
  CHECK(result_of("8 chpi") ==
        "0-6: \"chpi\" is not a known unit; did you mean \"chip\"?; a known unit after the number");
  CHECK(result_of("$2 h") == "0-2: $2 has two units; one unit");
  CHECK(result_of(std::string(40, '(')) == "32-33: parentheses are nested too deeply; at most 32");
  CHECK(result_of(std::string(1001, '1')) == "0-1001: this formula is too long; at most 1,000 bytes");
  CHECK(result_of(std::string(500, '1')) ==
        fmt::format("0-500: {} is not a number that can be used; at most 400 digits", std::string(500, '1')));
}

TEST_CASE("only plain numbers and counts are rounded up") {
  CHECK(result_of("ceil(2.1 GB)") ==
        "5-11: ceil(…) can't be applied to a value in GB; a plain number or a count, such as ceil(total / 8 GB)");
  CHECK(result_of("ceil(2.1 chip * 24 h / 1 d)") == "3 chip");
  CHECK(result_of("ceil(1, 2)") == "0-5: this parenthesis is not closed; a \")\"");
  CHECK(result_of("2 < 3") == "2-3: unexpected \"<\"; an operator between spaces, + - * or /, or the end");
}

TEST_CASE("a condition compares two formulas, whatever their units, or is a single formula") {
  auto value_of = [](std::string_view text) -> std::string {
    auto condition = Formula::parse_condition(text, units());
    if (!condition) return condition.error().message;
    auto value = condition->evaluate({}, units());
    return value ? value->value.to_fraction() : value.error().message;
  };
  for (const char* met : {"90 min < 2 h", "1 GiB >= 1 GB", "1 + 1 <= 2", "50 % = 1 / 2", "3 > 2"})
    CHECK(value_of(met) == "1");
  for (const char* violated : {"2 h < 90 min", "1 GB >= 1 GiB", "1 + 2 <= 2", "51 % = 1 / 2", "2 > 2"})
    CHECK(value_of(violated) == "0");
  CHECK(value_of("2 + 3") == "5");
  CHECK(value_of("1 < 2 < 3") == "unexpected \"<\"");
  CHECK(value_of("1 < 2 h") == "a plain number and h do not convert into each other");
  CHECK(Formula::parse_condition("1 < 2", units())->is_comparison());
  CHECK_FALSE(Formula::parse_condition("1", units())->is_comparison());
}

TEST_CASE("an operator without spaces is part of the word") {
  auto formula = Formula::parse("dear/low", units());
  REQUIRE(formula.ok());
  CHECK(formula->is_one_operand());
  CHECK(formula->operands().front().text == "dear/low");
  CHECK(Formula::parse("a + a * b/c/d", units())->operands().size() == 2);
  CHECK_FALSE(Formula::parse("( 1 )", units())->is_one_operand());
  CHECK(Formula::parse("( a )", units())->is_one_operand());
}

}  // namespace
}  // namespace quantity
