#include "quantity/decimal.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace quantity {
namespace {

std::string rounded(std::string_view text, int digits) {
  const auto exact = Exact::parse(text);
  return exact ? exact->round_half_up(digits) : "not a number";
}

TEST_CASE("decimal text is read exactly") {
  CHECK(*Exact::parse("0.1") + *Exact::parse("0.2") == *Exact::parse("0.3"));
  CHECK(*Exact::parse("1.2e3") == Exact(1200));
  CHECK(*Exact::parse("12E-1") == Exact(6) / 5);
  CHECK(*Exact::parse("−5") == Exact(-5));
  CHECK(*Exact::parse("+.5") == Exact(1) / 2);
  CHECK(*Exact::parse("00.50") == Exact(1) / 2);
}

TEST_CASE("text that is not a plain decimal number is rejected") {
  for (const char* text : {"", "-", ".", "5.", "1,200", "1.2.3", "1e", "1e+", "e5", "0x10", "1 2", "nan", "inf",
                           "1e401", "1e-401", "1e99999999999999999999", "--1", "+-1", "1e--5"})
    CHECK_MESSAGE(!Exact::parse(text), text);
  CHECK(Exact::parse(std::string(400, '9')));
  CHECK(!Exact::parse(std::string(401, '9')));
}

TEST_CASE("a double is read as its shortest decimal") {
  CHECK(*Exact::from(0.1) == *Exact::parse("0.1"));
  CHECK(*Exact::from(2.675) == *Exact::parse("2.675"));
  CHECK(*Exact::from(1e300) == *Exact::parse("1e300"));
  CHECK(!Exact::from(std::numeric_limits<double>::infinity()));
  CHECK(!Exact::from(std::numeric_limits<double>::quiet_NaN()));
  CHECK(!Exact::from(Value()));
  CHECK(!Exact::from(Value(std::string("5"))));
  CHECK(*Exact::from(Value(int64_t{-7})) == Exact(-7));
}

TEST_CASE("rounding goes half up in decimal, where binary would go down") {
  CHECK(rounded("2.675", 2) == "2.68");
  CHECK(rounded("1.005", 2) == "1.01");
  CHECK(rounded("0.5", 0) == "1");
  CHECK(rounded("-0.5", 0) == "-1");
  CHECK(rounded("-0.4", 0) == "0");
  CHECK(rounded("2.7", 2) == "2.70");
  CHECK(rounded("0.004", 2) == "0.00");
  CHECK(rounded("-0.07", 1) == "-0.1");
  CHECK(rounded("459", -1) == "460");
  CHECK(rounded("450", -2) == "500");
  CHECK(rounded("44", -2) == "0");
  CHECK(rounded("999.95", 1) == "1000.0");
  CHECK((Exact(1) / 3).round_half_up(5) == "0.33333");
  CHECK((Exact(2) / 3).round_half_up(5) == "0.66667");
  CHECK((Exact(-2) / 3).rounded(1) == *Exact::parse("-0.7"));
  CHECK(Exact(459).rounded(-1) == Exact(460));
  CHECK(Exact(459).rounded(900) == Exact(459));  // its text has more digits than parse() accepts
}

TEST_CASE("the magnitude is the exponent of the first digit") {
  for (int exponent = -330; exponent <= 330; ++exponent) {
    CHECK(Exact::power_of_ten(exponent).magnitude() == exponent);
    CHECK((Exact::power_of_ten(exponent) * 9).magnitude() == exponent);
    CHECK((Exact::power_of_ten(exponent) / -3).magnitude() == exponent - 1);
  }
}

TEST_CASE("decimal text has all digits, or is not returned") {
  CHECK(*(Exact(137) / 2).to_decimal() == "68.5");
  CHECK(*(Exact(1) / 1024).to_decimal() == "0.0009765625");
  CHECK(*Exact(-20).to_decimal() == "-20");
  CHECK((Exact(-54) / 20).to_fraction() == "-27/10");
  CHECK(Exact(3).to_fraction() == "3");
  CHECK(!(Exact(1) / 3).to_decimal());
  CHECK(!(Exact(1) / 1024).to_decimal(9));
}

TEST_CASE("every double is converted to an exact number and back unchanged") {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const double number = std::bit_cast<double>(random());
    if (!std::isfinite(number)) continue;
    CHECK(Exact::from(number)->to_double() == number);
  }
  CHECK(Exact::from(5e-324)->to_double() == 5e-324);
  CHECK(Exact::from(1.7976931348623157e308)->to_double() == 1.7976931348623157e308);
}

TEST_CASE("a number becomes the smallest type of cell that can represent it") {
  const auto cell = [](std::string_view text) { return read_number(text).value(); };
  CHECK(cell("459.0") == Value(int64_t{459}));
  CHECK(cell("9007199254740993") == Value(int64_t{9007199254740993}));
  CHECK(cell("-9223372036854775808") == Value(std::numeric_limits<int64_t>::min()));
  CHECK(cell("2.70") == Value(2.7));
  CHECK(cell("0.30000000000000004") == Value(0.30000000000000004));
  CHECK(cell("9223372036854775808") == Value(Decimal{"9223372036854775808"}));
  CHECK(cell("0.1234567890123456789") == Value(Decimal{"0.1234567890123456789"}));
  CHECK(Exact::from(cell("-1.23456789012345678901e-300")) == Exact::parse("-1.23456789012345678901e-300"));
  CHECK(to_text(cell("1.23456789012345678901e22")) == "12345678901234567890100");
  CHECK(to_double(cell("0.1234567890123456789")) == 0.1234567890123456789);
  CHECK((Exact(1) / 3).to_value() == Value(1.0 / 3));
  CHECK(!read_number("1e400"));
  CHECK(!read_number("four"));
}

TEST_CASE("cells are compared to their last digit") {
  const Value values[] = {Decimal{"-12345678901234567890.5"},
                          int64_t{-1},
                          0.3,
                          Decimal{"0.30000000000000000001"},
                          int64_t{4},
                          int64_t{9007199254740992},
                          int64_t{9007199254740993},
                          Decimal{"9007199254740993.5"},
                          1e300};
  for (size_t a = 0; a < std::size(values); ++a)
    for (size_t b = 0; b < std::size(values); ++b) CHECK(compare_numbers(values[a], values[b]) == (a <=> b));
  CHECK(compare_numbers(int64_t{4}, 4.0) == 0);
}

TEST_CASE("arithmetic does not change shared values") {
  Exact a = 3;
  Exact b = a;
  b = b * b - 1;
  CHECK(a == Exact(3));
  CHECK(b == Exact(8));
  CHECK(a < b);
  CHECK((-b).abs() == b);
  CHECK(a.power(4) == Exact(81));
  CHECK(a.power(-2) == Exact(1) / 9);
  CHECK_THROWS_AS(a / 0, std::logic_error);
}

}  // namespace
}  // namespace quantity
