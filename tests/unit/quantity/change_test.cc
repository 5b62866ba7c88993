// Tests changes of quantities: exact decimals, in one unit, as a share of the old value.
#include <doctest/doctest.h>

#include "quantity/change.h"

namespace {

using quantity::ValueInUnit;

const quantity::Units& units() { return quantity::standard_units(); }

std::string percent(const ValueInUnit& before, const ValueInUnit& after) {
  auto change = quantity::percent_change(before, after, units());
  return change ? quantity::percent_text(*change, quantity::standard_units()) : "none";
}

TEST_CASE("the change is calculated in decimals, not in binary fractions") {
  CHECK(percent({0.1, "EUR"}, {0.3, "EUR"}) == "+200 %");
  CHECK(quantity::percent_change({0.1, "1"}, {0.3, "1"}, units())->to_fraction() == "200");
  CHECK(percent({int64_t{3}, "1"}, {int64_t{4}, "1"}) == "+33.3 %");
  CHECK(percent({int64_t{4}, "1"}, {int64_t{3}, "1"}) == "\u221225 %");
  CHECK(percent({1.0, "1"}, {1.0000001, "1"}) == "+0.00001 %");
  CHECK(percent({int64_t{2}, "1"}, {int64_t{25000}, "1"}) == "+1,249,900 %");
  CHECK(percent({int64_t{-4}, "1"}, {int64_t{-3}, "1"}) == "+25 %");
  CHECK(percent({int64_t{7}, "1"}, {int64_t{7}, "1"}) == "0 %");
}

TEST_CASE("a change from zero, of text or between units that do not convert has no percentage") {
  CHECK(percent({int64_t{0}, "1"}, {int64_t{3}, "1"}) == "none");
  CHECK(percent({std::string("a"), ""}, {std::string("b"), ""}) == "none");
  CHECK(percent({}, {int64_t{3}, "1"}) == "none");
  CHECK(percent({int64_t{7}, ""}, {int64_t{70}, ""}) == "none");
  CHECK(percent({1e-300, "1"}, {1e300, "1"}) == "none");
  CHECK(percent({int64_t{1}, "1"}, {int64_t{10000000}, "1"}) == "+999,999,900 %");
  CHECK(percent({int64_t{1}, "1"}, {int64_t{10000001}, "1"}) == "none");
  CHECK(percent({int64_t{3}, "EUR"}, {int64_t{3}, "USD"}) == "none");
  CHECK(percent({int64_t{3}, "EUR"}, {int64_t{3}, "no unit at all"}) == "none");
}

TEST_CASE("values are compared in one unit if their units convert") {
  CHECK(quantity::same_quantity({int64_t{1500}, "MB"}, {1.5, "GB"}, units()));
  CHECK_FALSE(quantity::same_quantity({int64_t{1500}, "MB"}, {1.6, "GB"}, units()));
  CHECK_FALSE(quantity::same_quantity({int64_t{1}, "EUR"}, {int64_t{1}, "USD"}, units()));
  CHECK(quantity::same_quantity({int64_t{4}, "g"}, {4.0, "g"}, units()));
  CHECK(percent({int64_t{1000}, "MB"}, {1.5, "GB"}) == "+50 %");
}

TEST_CASE("both values are formatted, unless that would hide the change") {
  auto shown = [](ValueInUnit before, ValueInUnit after, const char* format) {
    const quantity::ShownChange change = quantity::show_change(before, after, format, units());
    return change.before + " | " + change.after + " | " + change.percent + (change.only_unit ? " | unit" : "");
  };
  CHECK(shown({4.0, "EUR"}, {4.2, "EUR"}, ".2f") == "€4.00 | €4.20 | +5 %");
  CHECK(shown({4.2, "EUR"}, {4.200001, "EUR"}, ".2f") == "€4.20 | €4.200001 | +0.0000238 %");
  CHECK(shown({int64_t{1500}, "MB"}, {1.5, "GB"}, "") == "1,500 MB | 1.5 GB |  | unit");
  CHECK(shown({int64_t{1000}, "MB"}, {1.5, "GB"}, "") == "1,000 MB | 1.5 GB | +50 %");
  CHECK(shown({}, {int64_t{3}, "g"}, "") == "– | 3 g | ");
  CHECK(shown({std::string("old"), ""}, {std::string("new"), ""}, "") == "old | new | ");
}

}  // namespace
