#include "quantity/number_format.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

namespace quantity {
namespace {

std::string format(std::string_view spec, double value) {
  std::string why;
  const auto number_format = NumberFormat::parse(spec, &why);
  return number_format ? (*number_format)(value, english()) : "error: " + why;
}

TEST_CASE("numbers are formatted as in d3-format's documentation") {
  CHECK(format(".0%", 0.123) == "12%");
  CHECK(format("($.2f", -3.5) == "($3.50)");
  CHECK(format(".2s", 42e6) == "42M");
  CHECK(format(",.2r", 4223) == "4,200");
  CHECK(format("s", 1500) == "1.50000k");
  CHECK(format("~s", 1500) == "1.5k");
  CHECK(format(".3~s", 0.00042) == "420µ");
  CHECK(format(",.2f", 1234567.891) == "1,234,567.89");
  CHECK(format(",~g", 2307) == "2,307");
  CHECK(format("", 0.1 + 0.2) == "0.3");
  CHECK(format("d", -5) == "−5");
  CHECK(format(".2f", 1.005) == "1.01");  // d3 writes 1.00, the nearest double
  CHECK(format(".1f", -0.01) == "0.0");
  CHECK(format(".1f", std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(format("e", std::numeric_limits<double>::infinity()) == "Infinity");
}

TEST_CASE("an invalid format is rejected with a reason") {
  CHECK(format(".f", 1) == "error: expected a number of digits after \".\": \".2f\"");
  CHECK(format("q", 1) ==
        "error: \"q\" is not valid here in a number format; it is [sign][$][,][.precision][~][type], with a sign of + "
        "- ( "
        "and a type of e f g r s p % d n");
  for (const char* spec : {"ff", ".2f ", "€.2f", "%d", ",,", "\xff>5", "08d", "x", ".^20"})
    CHECK_MESSAGE(!NumberFormat::parse(spec), spec);
}

TEST_CASE("a format reports its percent sign and symbol") {
  CHECK(NumberFormat::parse(".0%")->is_percent());
  CHECK(!NumberFormat::parse(".0f")->is_percent());
  CHECK(NumberFormat::parse("$,.2f")->has_symbol());
}

TEST_CASE("a number that a double cannot represent is formatted from its own digits") {
  const auto print = [](std::string_view format, std::string_view number) {
    return NumberFormat::parse(format).value()(read_number(number).value(), english());
  };
  CHECK(print(",d", "9007199254740993") == "9,007,199,254,740,993");
  CHECK(print("d", "-12345678901234567890") == "−12345678901234567890");
  CHECK(print(",.2f", "123456789012345678") == "123,456,789,012,345,678.00");
  CHECK(print(".19f", "0.1234567890123456789") == "0.1234567890123456789");
  CHECK(print(".3f", "0.12350000000000000001") == "0.124");
  CHECK(print(".20s", "12345678901234567890") == "12.345678901234567890E");
  CHECK(print(".17%", "0.1234567890123456789") == "12.34567890123456789%");
  CHECK(print(".19e", "12345678901234567890") == "1.2345678901234567890e+19");
  CHECK(print(".20g", "12345678901234567890") == "12345678901234567890");
  CHECK(print("+$,.2f", "-9007199254740993") == "−$9,007,199,254,740,993.00");
}

TEST_CASE("without a format, a number shows all its digits and no more") {
  CHECK(plain_number(459, english()) == "459");
  CHECK(plain_number(2.7, english()) == "2.7");
  CHECK(plain_number(989.5, english()) == "989.5");
  CHECK(plain_number(12345.5, english()) == "12,345.5");
  CHECK(plain_number(-1234567, english()) == "−1,234,567");
  CHECK(plain_number(0.000001, english()) == "0.000001");
  CHECK(plain_number(1e25, english()) == "1e+25");
  CHECK(plain_number(0, english()) == "0");
  CHECK(write_number("-1234.5678", english()) == "-1,234.5678");
}

struct Case {
  std::string spec;
  double value;
};

// Returns deterministic pairs: every type with all the flags, and values that a double represents exactly, so that both
// round the same way.
std::vector<Case> cases() {
  std::mt19937_64 random(20250101);
  const auto pick = [&](auto&& list) { return list[random() % std::size(list)]; };
  static constexpr const char* kSigns[] = {"", "", "+", "-", "("};
  static constexpr const char* kSymbols[] = {"", "", "$"};
  static constexpr const char* kPrecisions[] = {"", ".0", ".1", ".2", ".3", ".6", ".12", ".20", ".21", ".40"};
  static constexpr const char* kTypes[] = {"", "e", "f", "g", "r", "s", "p", "%", "d", "n"};
  static constexpr double kEdges[] = {0,   -0.0,  1,    -1,       0.5,  1.5,  2.5, -0.5,        0.0625, 0x1p-14,
                                      9.5, 999.5, 1e18, 999999.5, 1e15, 42e6, 7e9, -1234.15625, 4.25};
  std::vector<Case> list;
  for (int i = 0; i < 30000; ++i) {
    const std::string type = pick(kTypes);
    const std::string spec = std::string(pick(kSigns)) + pick(kSymbols) + (random() % 2 == 0 ? "," : "") +
                             pick(kPrecisions) + (random() % 3 == 0 ? "~" : "") + type;
    double value = 0;
    switch (random() % 4) {
      case 0:
        value = pick(kEdges);
        break;
      case 1:
        value = static_cast<double>(static_cast<int64_t>(random() % 2000001) - 1000000);
        break;
      case 2:
        value = std::ldexp(static_cast<double>(random() % 1000000), static_cast<int>(random() % 33));
        break;
      default:  // the value is a binary fraction with at most 17 digits
        value = std::ldexp(static_cast<double>(random() % 1000000), -static_cast<int>(random() % 15));
        break;
    }
    list.push_back({spec, value});
  }
  return list;
}

TEST_CASE("thirty thousand formats give the same results as d3-format") {
  const char* modules = std::getenv("SOURCEBOOK_NODE_MODULES");
  if (!modules || !std::filesystem::exists(std::filesystem::path(modules) / "d3-format")) {
    MESSAGE("skipped: set SOURCEBOOK_NODE_MODULES to a node_modules folder with d3-format 3.1.0");
    return;
  }
  char pattern[] = "/tmp/sourcebook-format-XXXXXX";
  REQUIRE(mkdtemp(pattern) != nullptr);
  const std::filesystem::path folder = pattern;
  const std::vector<Case> list = cases();
  {
    std::ofstream script(folder / "run.mjs");
    script << "import fs from 'node:fs';\n"
              "import { pathToFileURL } from 'node:url';\n"
              "const d3 = await import(pathToFileURL(process.argv[2] + '/d3-format/src/index.js').href);\n"
              "const view = new DataView(new ArrayBuffer(8));\n"
              "const out = JSON.parse(fs.readFileSync(process.argv[3])).map(([spec, bits]) => {\n"
              "  view.setBigUint64(0, BigInt('0x' + bits));\n"
              "  return d3.format(spec)(view.getFloat64(0));\n"
              "});\n"
              "fs.writeFileSync(process.argv[4], JSON.stringify(out));\n";
    nlohmann::json input = nlohmann::json::array();
    for (const Case& c : list) input.push_back({c.spec, fmt::format("{:016x}", std::bit_cast<uint64_t>(c.value))});
    std::ofstream(folder / "in.json") << input;
  }
  const std::string command =
      fmt::format("node '{0}/run.mjs' '{1}' '{0}/in.json' '{0}/out.json'", folder.string(), modules);
  REQUIRE(std::system(command.c_str()) == 0);
  std::ifstream output(folder / "out.json");
  const nlohmann::json expected = nlohmann::json::parse(output);
  REQUIRE(expected.size() == list.size());
  size_t different = 0;
  for (size_t i = 0; i < list.size(); ++i) {
    if (format(list[i].spec, list[i].value) == expected[i].get<std::string>()) continue;
    if (++different > 20) break;
    CHECK_MESSAGE(format(list[i].spec, list[i].value) == expected[i].get<std::string>(),
                  fmt::format("format \"{}\" of {}", list[i].spec, list[i].value));
  }
  CHECK(different == 0);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace quantity
