#include "quantity/unit_parser.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace quantity {
namespace {

const Units& spoken_test_units() {
  static const Units units(
      {{"cup", "cups", "", {}}, {"bean", "", "", {}}, {"hour", "hours", "", {}}, {"FLOP", "FLOP", "", {}}},
      {{"FLOPS", "FLOP/s"}, {"GBps", "GB/s"}, {"Gbps", "Gbit/s"}});
  return units;
}

TEST_CASE("spelled-out units mean what their symbols mean") {
  static constexpr std::pair<const char*, const char*> kSpoken[] = {
      {"Gigabytes", "GB"},
      {"gigabytes per hour", "GB/h"},
      {"GIGABYTES", "GB"},
      {"kibibytes", "KiB"},
      {"teraflops", "TFLOP/s"},
      {"Petaflops", "PFLOP/s"},
      {"zettaflop", "ZFLOP"},
      {"picoflops", "pFLOP/s"},
      {"milliseconds", "ms"},
      {"megawatt-hours", "MWh"},
      {"ohms", "Ω"},
      {"Newtons", "N"},
      {"kilopascals", "kPa"},
      {"beans", "bean"},
      {"Cups", "cup"},
      {"megacups", "Mcup"},
      {"cups per square", ""},
      {"MBs", ""},
      {"TFLOPs", ""},
      {"gbps", ""},
      {"GBPS", ""},
      {"tall", ""},
      {"mall", ""},
      {"Hrs", ""},
      {"gigahours", ""},
      {"megamonths", ""},
      {"kilo", ""},
      {"flops/cup", "FLOP/s/cup"},
      {"dollars/hour", "USD/h"},
      {"kilograms", "kg"},
      {"m2", "m^2"},
      {"m22", ""},
      {"cup-h⁷", "cup*h^7"},
      {"kg-m²", "kg*m^2"},
      {"kg-m2 per bean-h²", "kg*m^2/bean/h^2"},
      {"ms²²", ""},
      {"", ""},
      {"tonnes", "t"},
      {"yottabytes", "YB"},
  };
  for (const auto& [spoken, symbol] : kSpoken) {
    CAPTURE(std::string(spoken));
    const auto unit = parse_spoken_unit(spoken, spoken_test_units());
    const auto meant = spoken_test_units().parse(symbol);
    REQUIRE(unit.has_value() == meant.has_value());
    if (!unit) continue;
    CHECK(unit->powers == meant->powers);
    CHECK(unit->factor == meant->factor);
  }
}

TEST_CASE("a site may give a built-in unit a plural, which is then recognised") {
  std::vector<UnitError> problems;
  const Units units({{"hour", "hours", "Sixty minutes", {}}, {"dollar", "dollars", "", {}}}, {}, &problems);
  CHECK(problems.empty());
  CHECK(units.title("hour") == "Sixty minutes");
  Units({{"watt", "hours", "", {}}}, {}, &problems);
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().message == "\"hours\" already has another meaning");
}

}  // namespace
}  // namespace quantity
