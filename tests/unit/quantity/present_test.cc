#include "quantity/present.h"

#include <doctest/doctest.h>

#include <cmath>

namespace quantity {
namespace {

const Units& drink_units() {
  static const Units units({{"cup", "cups", "", {}},
                            {"machine", "machines", "", {}},
                            {"query", "queries", "", {}},
                            {"OP", "OP", "", {}},
                            {"month", "months", "", {}}},
                           {});
  return units;
}

Field measure(std::string unit, std::string format = "", std::string resource = "drinks") {
  Field field;
  field.name = field.title = "x";
  field.type = FieldType::number;
  field.unit = std::move(unit);
  field.format = std::move(format);
  field.resource = std::move(resource);
  return field;
}

std::vector<std::string> column(const Field& field, const std::vector<Value>& values) {
  Frame frame;
  frame.fields = {field};
  frame.cells = values;
  const ColumnFormat format(frame, 0, english());
  std::vector<std::string> out;
  for (const Value& value : values) out.push_back(format(value));
  return out;
}
using Texts = std::vector<std::string>;

TEST_CASE("a published number shows every digit of the data") {
  CHECK(column(measure("GB"), {459.0, 989.5, int64_t{12345}, 0.001, Value()}) ==
        Texts{"459", "989.5", "12,345", "0.001", "–"});
  CHECK(present(68.81683888888888, measure("GB"), english()) == "68.81683888888888");
}

TEST_CASE("the SI prefix of a number is that of its unit, if the unit can have one") {
  const auto shown = [](double value, const char* unit, const char* format) {
    return present_with_unit(value, measure(unit, format), drink_units());
  };
  CHECK(shown(1.2e-6, "s", "~s") == "1.2 µs");
  CHECK(shown(3.4e6, "B/s", "~s") == "3.4 MB/s");
  CHECK(shown(12, "s", "~s") == "12 s");
  CHECK(shown(1500, "GB", "~s") == "1.5k GB");
  CHECK(shown(123e12, "USD", "~s") == "$123 T");
  CHECK(shown(-123e12, "USD", "$~s") == "−$123 T");
}

TEST_CASE("a whole number that a double cannot represent keeps its digits") {
  CHECK(column(measure("1"), {int64_t{9007199254740993}, int64_t{5}}) == Texts{"9,007,199,254,740,993", "5"});
  CHECK(column(measure("1", "", ""), {int64_t{9223372036854775807}}) == Texts{"9,223,372,036,854,775,807"});
  CHECK(present(int64_t{-9007199254740993}, measure("1"), english()) == "−9,007,199,254,740,993");
}

TEST_CASE("a decimal that a double cannot represent keeps its digits, and is rounded from them") {
  const Value decimal = Decimal{"0.1234567890123456789"}, large = Decimal{"12345678901234567890.125"};
  CHECK(column(measure("1"), {decimal, 2.5}) == Texts{"0.1234567890123456789", "2.5"});
  CHECK(present(large, measure("1"), english()) == "12,345,678,901,234,567,890.125");
  CHECK(present(large, measure("1", ",.1f"), english()) == "12,345,678,901,234,567,890.1");
  CHECK(present(large, measure("1", "", ""), english()) == "12,345,678,901,234,567,890");
  CHECK(present_with_unit(large, measure("USD"), drink_units()) == "$12,345,678,901,234,567,890.125");
  CHECK(column(measure("USD"), {large, 2.5}) == Texts{"12,345,678,901,234,567,890.125", "2.50"});
  CHECK(present(int64_t{9007199254740993}, measure("1", ",.0f"), english()) == "9,007,199,254,740,993");
}

TEST_CASE("a format rounds the decimal number half up, and shows no digits of the nearest double") {
  CHECK(column(measure("1", ".2f"), {2.675, 1.005, -2.675, 0.285}) == Texts{"2.68", "1.01", "−2.68", "0.29"});
  CHECK(present(0.1, measure("1", ".20f"), english()) == "0.10000000000000000000");
  CHECK(present(0.3, measure("1", ".18%"), english()) == "30.000000000000000000%");
  CHECK(present(2.5e-7, measure("1", ".20g"), english()) == "2.5000000000000000000e-7");
}

TEST_CASE("the numbers of a computed column have the same number of decimals, and are rounded if they are long") {
  CHECK(column(measure("GB", "", ""), {51.7, 1411.0}) == Texts{"51.7", "1,411.0"});
  CHECK(column(measure("GB", "", ""), {1.26, 1412.64}) == Texts{"1.26", "1,412.64"});
  CHECK(column(measure("GB", "", ""), {68.81683888888888, 2.5, 1.0 / 3}) == Texts{"68.82", "2.50", "0.33"});
  CHECK(column(measure("GB", "", ""), {68816.83888888888, 31234.2}) == Texts{"68,817", "31,234"});
  CHECK(column(measure("GB", "", ""), {2.0, 3.0}) == Texts{"2", "3"});
  CHECK(column(measure("GB", "", ""), {2.5, 3.0}) == Texts{"2.5", "3.0"});
  CHECK(column(measure("GB", "", ""), {0.0, 0.00012345}) == Texts{"0.00000000", "0.00012345"});
  CHECK(column(measure("GB", "", ""), {0.0, 0.000123456789}) == Texts{"0.0000000", "0.0001235"});
  CHECK(present(68.81683888888888, measure("GB", "", ""), english()) == "68.82");
  CHECK(present(1e-9, measure("GB", "", ""), english()) == "0.000000001");
}

TEST_CASE("money shows cents if any amount in the column does") {
  CHECK(column(measure("USD/h"), {2.7, int64_t{10}, 0.1234}) == Texts{"2.70", "10.00", "0.1234"});
  CHECK(column(measure("USD"), {int64_t{3000}, int64_t{10}}) == Texts{"3,000", "10"});
  CHECK(column(measure("USD", "", ""), {2160.126, 3000.0}) == Texts{"2,160.13", "3,000.00"});
  CHECK(present(2.7, measure("USD"), english()) == "2.70");
  CHECK(present(3.0, measure("USD"), english()) == "3");
}

TEST_CASE("numbers are formatted with the field's own format") {
  CHECK(present(1234.5678, measure("GB", ",.2f"), english()) == "1,234.57");
  CHECK(present(0.38, measure("1", ".0%"), english()) == "38%");
}

TEST_CASE("years, dates, booleans and text are unchanged") {
  Field field = measure("");
  field.type = FieldType::year;
  CHECK(present(int64_t{2024}, field, english()) == "2024");
  field.type = FieldType::date;
  CHECK(present(std::string("2026-01-31"), field, english()) == "2026-01-31");
  field.type = FieldType::boolean;
  CHECK(present(int64_t{1}, field, english()) == "yes");
  CHECK(present(int64_t{0}, field, english()) == "no");
  field.type = FieldType::integer;
  CHECK(present(int64_t{-12345}, field, english()) == "−12,345");
}

std::string with_unit(const Value& value, const std::string& unit, const std::string& format = "") {
  return present_with_unit(value, measure(unit, format), drink_units());
}

TEST_CASE("a value and its unit are written as in a newspaper") {
  CHECK(with_unit(459.0, "TOP/s") == "459 TOP/s");
  CHECK(with_unit(2.5, "h") == "2.5 hours");
  CHECK(with_unit(int64_t{1}, "d") == "1 day");
  CHECK(with_unit(2.7, "USD/machine/h", ".2f") == "$2.70 per machine-hour");
  CHECK(with_unit(2.7, "USD/h/machine") == "$2.70 per machine-hour");
  CHECK(with_unit(2.7, "USD/machine/h", "$.2f") == "$2.70 per machine-hour");
  CHECK(with_unit(-2.7, "USD") == "−$2.70");
  CHECK(with_unit(5.0, "CHF/d") == "CHF 5 per day");
  CHECK(with_unit(0.5, "USD/Mcup") == "$0.50 per million cups");
  CHECK(with_unit(int64_t{16}, "machine") == "16 machines");
  CHECK(with_unit(int64_t{1}, "machine") == "1 machine");
  CHECK(with_unit(38.0, "%") == "38 %");
  CHECK(with_unit(0.38, "1", ".0%") == "38%");
  CHECK(with_unit(2.3, "×") == "2.3×");
  CHECK(with_unit(2.3, "1") == "2.3");
  CHECK(with_unit(150.0, "cups/s/machine") == "150 cups/s per machine");
  CHECK(with_unit(12.0, "s/cup") == "12 s per cup");
  CHECK(with_unit(12.0, "1/s") == "12 per second");
  CHECK(with_unit(3.0, "TOP*h/s/USD") == "3 TOP·h/s per US$");
  CHECK(with_unit(3.0, "m^2") == "3 m²");
  CHECK(with_unit(7.0, "not-a-unit") == "7 not-a-unit");
  CHECK(with_unit(Value(), "GB") == "–");
  CHECK(with_unit(std::string("unlimited"), "GB") == "unlimited");
}

TEST_CASE("a row's own unit is used if the field has a unit column") {
  Field field = measure("");
  field.unit_field = "unit";
  CHECK(present_with_unit(int64_t{5}, field, "query", drink_units()) == "5 queries");
}

TEST_CASE("headers show complete unit names") {
  CHECK(unit_label("USD/machine/h", drink_units()) == "US$ per machine-hour");
  CHECK(unit_label("USD/TB", drink_units()) == "US$ per TB");
  CHECK(unit_label("USD/GB/month", drink_units()) == "US$ per GB-month");
  CHECK(unit_label("USD/(month*GB)", drink_units()) == "US$ per GB-month");
  CHECK(unit_label("GB/s", drink_units()) == "GB/s");
  CHECK(unit_label("queries/s", drink_units()) == "queries/s");
  CHECK(unit_label("machine", drink_units()) == "machines");
  CHECK(unit_label("1", drink_units()) == "");
  CHECK(unit_label("%", drink_units()) == "%");
  CHECK(unit_label("SEK", drink_units()) == "SEK");
  CHECK(unit_label("whatever", drink_units()) == "whatever");
}

}  // namespace
}  // namespace quantity
