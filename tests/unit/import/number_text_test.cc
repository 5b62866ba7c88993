// Tests reading numbers in the forms in which people write them.
#include <doctest/doctest.h>

#include <random>

#include "import/cell_text.h"
#include "quantity/decimal.h"

namespace {

using import::NumberText;
using import::read_number_text;

std::string point(std::string_view cell) {
  auto number = read_number_text(cell);
  return number && number->with_point ? *number->with_point : "none";
}
std::string comma(std::string_view cell) {
  auto number = read_number_text(cell);
  return number && number->with_comma ? *number->with_comma : "none";
}

TEST_CASE("a number keeps the digits that were written") {
  for (const char* text : {"0", "7", "2.70", "-3.5", "100000", "0.000", "12345678901234567890", "1e9", "1.5e-3"})
    CHECK(point(text) == text);
  CHECK(point("+4") == "4");
  CHECK(point(".5") == "0.5");
  CHECK(point("−3") == "-3");
  CHECK(point("1E+6") == "1e6");
}

TEST_CASE("a calculated number has all its digits, and no rounding noise") {
  auto computed = [](const char* number, int64_t divisor, std::string_view published = "") {
    return import::computed_digits(*quantity::Exact::parse(number) / quantity::Exact(divisor), published);
  };
  CHECK(computed("0.3", 1) == "0.3");
  CHECK(computed("30000000000000004", 1) == "30000000000000004");
  CHECK(computed("12345678901234567890.5", 1000) == "12345678901234567.8905");
  CHECK(computed("0.1234567890123456789", 1000) == "0.0001234567890123456789");
  CHECK(computed("1", 1024) == "0.0009765625");
  CHECK(computed("1", 3) == "0.333333333333333");
  CHECK(computed("200", 3) == "66.6666666666667");
  CHECK(computed("1e18", 7) == "142857142857142857");
  CHECK(computed("0.12345678901234567891", 3, "0.12345678901234567891") == "0.041152263004115226303");
  CHECK(computed("0", 3) == "0");
}

TEST_CASE("group separators and decimal marks of both kinds are read") {
  CHECK(point("1,234.50") == "1234.50");
  CHECK(comma("1,234.50") == "none");
  CHECK(comma("1.234,50") == "1234.50");
  CHECK(point("1.234,50") == "none");
  CHECK(point("1 234 567.8") == "1234567.8");
  CHECK(comma("1\u202F234,8") == "1234.8");
  CHECK(point("1'234'567") == "1234567");
  CHECK(point("1’234") == "1234");
  CHECK(comma("12,5") == "12.5");
  CHECK(point("12,5") == "none");
  CHECK(point("1,234,567") == "1234567");
  CHECK(comma("1,234,567") == "none");
  CHECK(read_number_text("1,234")->is_ambiguous());
  CHECK(read_number_text("1.234")->is_ambiguous());
  CHECK(!read_number_text("1234")->is_ambiguous());
  CHECK(!read_number_text("0,234")->is_ambiguous());  // a number with groups never begins with 0
}

TEST_CASE("currency and percent symbols are removed and returned") {
  auto unit = [](std::string_view cell) { return read_number_text(cell)->unit; };
  CHECK(unit("$2.70") == "$");
  CHECK(point("-$2.70") == "-2.70");
  CHECK(unit("12,50 €") == "€");
  CHECK(comma("12,50 €") == "12.50");
  CHECK(unit("45 %") == "%");
  CHECK(point("45%") == "45");
  CHECK(unit("US$ 3") == "$");
}

TEST_CASE("an amount in parentheses is negative") {
  auto unit = [](std::string_view cell) { return read_number_text(cell)->unit; };
  CHECK(point("(1,234.50)") == "-1234.50");
  CHECK(point("(5)%") == "-5");
  CHECK(point("$(5)") == "-5");
  CHECK(unit("(5 %)") == "%");
  CHECK(unit("($1,200)") == "$");
  for (const char* text : {"(-5)", "((5))", "(5", "5)", "()", "($5)%", "(a)"})
    CHECK_MESSAGE(!read_number_text(text), text);
}

TEST_CASE("other text is not a number") {
  for (const char* text :
       {"",      "-",    "abc", "1,23,4", "1.2.3", "12 34", "1-2", "12*", "1,234.5.6", "1e",        "e5", "0x10", "1/2",
        "10 km", "1..2", "NaN", "inf",    "--1",   "#REF!", "1,",  "1.",  "01,234.5",  "1 2,345.6", "٣"})
    CHECK_MESSAGE(!read_number_text(text), text);
  CHECK(!read_number_text(std::string(1000, '1')));
}

TEST_CASE("numbers in any notation give their value") {
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    uint64_t whole = random() % (i % 2 ? 1000 : 100000000);
    std::string fraction = i % 3 ? std::to_string(random() % 1000) : "";
    std::string digits = std::to_string(whole);
    for (auto [group, mark] : {std::pair{',', '.'}, {'.', ','}, {' ', '.'}, {'\'', '.'}, {' ', ','}}) {
      std::string text = digits;
      for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, group);
      if (!fraction.empty()) text += mark + fraction;
      std::string plain = digits + (fraction.empty() ? "" : "." + fraction);
      CAPTURE(text);
      CHECK((mark == '.' ? point(text) : comma(text)) == plain);
      CHECK(quantity::Exact::parse(plain));
    }
  }
}

TEST_CASE("markers of missing values are recognised") {
  for (const char* text : {"", "-", "–", "—", "n/a", "N/A", "NA", "null", "None", "NaN", "?", "..", "…", "#N/A"})
    CHECK_MESSAGE(import::is_missing_mark(text), text);
  for (const char* text : {"0", "no", "x", "unknown"}) CHECK_MESSAGE(!import::is_missing_mark(text), text);
}

}  // namespace
