#include "quantity/unit.h"

#include <doctest/doctest.h>

#include <random>

namespace quantity {
namespace {

const Units& coffee_units() {
  static const Units units({{"cup", "cups", "One cup of coffee", {}},
                            {"OP", "OP", "One operation", {}},
                            {"bean", "beans", "One bean", false},
                            {"machine", "machines", "One machine", {}},
                            {"query", "queries", "One request", {}},
                            {"times", "times", "A ratio", {}}},
                           {{"machine-hour", "machine*h"},
                            {"TOPS", "TOP/s"},
                            {"OPS", "OP/s"},
                            {"rate", "cps"},
                            {"cps", "cup/s"},
                            {"hour", "h"}});
  return units;
}

std::string converted(std::string_view value, std::string_view from, std::string_view to) {
  std::string why;
  const auto a = coffee_units().parse(from, &why), b = coffee_units().parse(to, &why);
  if (!a || !b) return why;
  const auto result = convert(*Exact::parse(value), *a, *b);
  return result ? result->to_decimal().value_or("no finite decimal") : "not convertible";
}

std::string mistake(std::string_view text) {
  std::string why;
  return coffee_units().parse(text, &why) ? "" : why;
}

std::string text_of(std::string_view text) {
  const auto unit = coffee_units().parse(text);
  return unit ? unit->text() : mistake(text);
}

TEST_CASE("units convert exactly") {
  CHECK(converted("1", "GiB", "B") == "1073741824");
  CHECK(converted("1", "YiB", "ZiB") == "1024");
  CHECK(converted("1", "GiB/s", "GB/s") == "1.073741824");
  CHECK(converted("16", "Gbit/s", "GB/s") == "2");
  CHECK(converted("90", "min", "h") == "1.5");
  CHECK(converted("1", "wk", "h") == "168");
  CHECK(converted("1.5", "kWh", "J") == "5400000");
  CHECK(converted("36", "km/h", "m/s") == "10");
  CHECK(converted("0.38", "1", "%") == "38");
  CHECK(converted("2.5", "x", "%") == "250");
  CHECK(converted("5", "nm", "µm") == "0.005");
  CHECK(converted("5", "us", "ms") == "0.005");
  CHECK(converted("1", "L", "cm^3") == "1000");
  CHECK(converted("1", "MHz", "1/s") == "1000000");
  CHECK(converted("2", "USD/machine/h", "USD/machine-hour") == "2");
  CHECK(converted("2", "USD/machine/h", "USD per machine-day") == "48");
  CHECK(converted("1", "gigabyte", "MB") == "1000");
  CHECK(converted("3", "kcup", "cups") == "3000");
  CHECK(converted("1", "N*m", "J") == "1");
  CHECK(converted("1", "W·h", "kJ") == "3.6");
  CHECK(converted("1", "Gy", "J/kg") == "1");
}

TEST_CASE("units of different dimensions do not convert") {
  CHECK(converted("1", "USD", "EUR") == "not convertible");
  CHECK(converted("1", "cup", "bean") == "not convertible");
  CHECK(converted("1", "GB", "GB/s") == "not convertible");
  CHECK(converted("1", "cup", "1") == "not convertible");
  CHECK(converted("1", "°C", "K") == "not convertible");
}

TEST_CASE("a site's names take precedence over currencies and prefixes, and built-in names over prefixes") {
  CHECK(converted("1", "TOP/s", "OP/s") == "1000000000000");  // TOP is also a currency
  CHECK(standard_units().is_currency("TOP"));
  CHECK(!coffee_units().is_currency("TOP"));
  CHECK(coffee_units().is_currency("USD"));
  CHECK(converted("1", "min", "s") == "60");
  CHECK(converted("1", "cd", "d") == "not convertible");
  CHECK(converted("1", "POPS", "TOPS") == "1000");
}

TEST_CASE("the text of a unit reads back as the same unit") {
  CHECK(text_of("USD/(machine*h)") == "USD/machine/h");
  CHECK(text_of("USD per machine-hour") == "USD/machine/h");
  CHECK(text_of("queries/s") == "query/s");
  CHECK(text_of("m²") == "m^2");
  CHECK(text_of("kg-m²") == "kg*m^2");
  CHECK(text_of("kg-m2") == "kg*m^2");
  CHECK(text_of("s⁻¹") == "1/s");
  CHECK(text_of("m2") == "m^2");
  CHECK(text_of("kg*m/s^2") == "kg*m/s^2");
  CHECK(text_of("$/h") == "USD/h");
  CHECK(text_of("1") == "1");
  CHECK(text_of("rate") == "cup/s");
  CHECK(text_of("cup/cup") == "1");
  CHECK(text_of(" GB / s ") == "GB/s");
}

TEST_CASE("a symbol is not suggested for another one, which has another meaning") {
  for (const std::string symbol : {"ft", "mi", "in", "oz", "lb", "psi", "mhz", "gb", "kmh", "KMX"})
    CHECK(mistake(symbol) == "\"" + symbol + "\" is not a known unit; declare other units in data/units.json");
}

TEST_CASE("an unknown unit is reported with a suggestion") {
  CHECK(mistake("machin/h") == "\"machin\" is not a known unit; did you mean \"machine\"?");
  CHECK(mistake("secnd") == "\"secnd\" is not a known unit; did you mean \"second\"?");
  CHECK(mistake("usd") == "\"usd\" is not a known unit; did you mean \"USD\"?");
  CHECK(mistake("zorkmid") == "\"zorkmid\" is not a known unit; declare other units in data/units.json");
  CHECK(mistake("year") == "\"year\" is not a known unit; a column of years has \"type\": \"year\"");
  CHECK(mistake("USD/year") == "\"year\" is not a known unit; declare other units in data/units.json");
  CHECK(mistake("kbean") == "\"kbean\" is not a known unit; did you mean \"bean\"?");
  CHECK(mistake("") == "a unit is missing (\"1\" for a plain number)");
  CHECK(mistake("GB/") == "expected the name of a unit at the end");
  CHECK(mistake("/s") == "expected the name of a unit before \"/s\"");
  CHECK(mistake("(GB") == "a \")\" is missing");
  CHECK(mistake("GB s") == "unexpected \"s\" in a unit");
  CHECK(mistake("m^x") == "expected a whole number after \"^\"");
  CHECK(mistake("m^99999999") == "a power must be at most 9");
}

TEST_CASE("hostile text is rejected quickly, without a crash") {
  CHECK(!coffee_units().parse(std::string(100000, '(')));
  CHECK(!coffee_units().parse(std::string(190, '(')));
  std::string many = "s";
  for (int i = 0; i < 40; ++i) many += "*s";
  CHECK(mistake(many) == "a unit has at most 16 names");
  CHECK(!coffee_units().parse("((((Ym^9)^9)^9)^9)^-9"));
  std::mt19937 random(3);
  const std::string alphabet = "kMGs/*^()-1²µ$ cupher";
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (size_t length = random() % 14; length > 0; --length) text += alphabet[random() % alphabet.size()];
    const auto unit = coffee_units().parse(text);
    if (!unit) continue;
    const auto again = coffee_units().parse(unit->text());
    REQUIRE_MESSAGE(again, text);
    CHECK(again->factor == unit->factor);
    CHECK(again->powers == unit->powers);
  }
}

TEST_CASE("units multiply and divide") {
  const Units& units = coffee_units();
  const Unit cost = *units.parse("machine") * *units.parse("h") * *units.parse("USD/machine/h");
  CHECK(cost.text() == "USD");
  CHECK(cost.factor == Exact(1));
  const Unit ratio = *units.parse("GB/s") / *units.parse("MB/s");
  CHECK(ratio.is_ratio());
  CHECK(units.tidy(ratio).text() == "1");
  const Unit mixed = *units.parse("min") * *units.parse("USD/h");
  CHECK(units.tidy(mixed).text() == "USD");
  CHECK(*convert(120, mixed, units.tidy(mixed)) == Exact(2));
  CHECK(units.tidy(*units.parse("%") * *units.parse("USD")).text() == "USD");
  CHECK(units.tidy(*units.parse("%")).text() == "%");
}

TEST_CASE("invalid declarations are skipped and reported") {
  std::vector<UnitError> problems;
  const Units units({{"cup", "cups", "", {}},
                     {"cup", "", "", {}},
                     {"two words", "", "", {}},
                     {"mug", "h", "", {}},
                     {"jug", "cups", "", {}}},
                    {{"s", "h"}, {"a1", "b1"}, {"b1", "a1"}, {"seconds", "s"}}, &problems);
  std::string messages;
  for (const UnitError& p : problems)
    messages += (p.in_alias ? "alias " : "unit ") + std::to_string(p.index) + ": " + p.message + "\n";
  CHECK(messages ==
        "unit 1: \"cup\" is already declared\n"
        "unit 2: \"two words\" cannot be the name of a unit: a name must not begin with a digit, or contain a space, a "
        "comma or one of / * ^ ( )\n"
        "unit 3: \"h\" already has another meaning\n"
        "unit 4: \"cups\" already has another meaning\n"
        "alias 0: \"s\" already has another meaning\n"
        "alias 1: \"b1\" is not a known unit\n"
        "alias 2: \"a1\" is not a known unit\n");
}

TEST_CASE("plurals and titles are returned as declared") {
  CHECK(coffee_units().plural("query") == "queries");
  CHECK(coffee_units().plural("GB") == "GB");
  CHECK(coffee_units().title("cup") == "One cup of coffee");
  CHECK(coffee_units().split_declared("Mcup") == std::pair<std::string, std::string>("M", "cup"));
  CHECK(coffee_units().split_declared("MB") == std::pair<std::string, std::string>("", "MB"));
}

}  // namespace
}  // namespace quantity
