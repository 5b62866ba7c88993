#include "quantity/figure_text.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "base/text.h"
#include "quantity/language.h"
#include "quantity/present.h"

namespace quantity {
namespace {

const Units& test_units() {
  static const Units units(
      {{"cup", "cups", "", {}}, {"machine", "machines", "", {}}, {"bean", "beans", "", {}}, {"FLOP", "FLOP", "", {}}},
      {{"TFLOPS", "TFLOP/s"}});
  return units;
}

// Returns "ok", "should say …", or the reason why the text is wrong.
std::string checked(std::string_view text, std::string_view value, std::string_view unit = "1") {
  const FigureCheck check = check_figure(parse_figure(text, test_units()), *Exact::parse(value), unit, test_units());
  switch (check.outcome) {
    case FigureOutcome::ok:
      return "ok";
    case FigureOutcome::mismatch:
      return "should say: " + check.should_say;
    default:
      return check.why;
  }
}

TEST_CASE("a figure equals its value rounded half up to the digits shown") {
  CHECK(checked("459 TFLOP/s", "459", "TFLOP/s") == "ok");
  CHECK(checked("459", "459", "TFLOP/s") == "ok");
  CHECK(checked("460 TFLOP/s", "459", "TFLOP/s") == "should say: 459 TFLOP/s");
  CHECK(checked("2.7", "2.65") == "ok");
  CHECK(checked("2.6", "2.65") == "ok");  // a tie, for which either neighbour is accepted
  CHECK(checked("2.6", "2.651") == "should say: 2.7");
  CHECK(checked("1.01", "1.005") == "ok");
  CHECK(checked("2.70", "2.7") == "ok");
  CHECK(checked("2.70", "2.71") == "should say: 2.71");
  CHECK(checked("4.1", "4.14999") == "ok");
  CHECK(checked("-5", "-5") == "ok");
  CHECK(checked("−5", "-5.4") == "ok");
  CHECK(checked("−5", "-6") == "should say: −6");
  CHECK(checked("-5", "5") == "should say: 5");
  CHECK(checked("-$5", "6", "USD") == "should say: ");
  CHECK(checked(".5", "0.5") == "ok");
  CHECK(checked("±5 %", "5", "%") == "ok");
  CHECK(checked("±5 %", "6", "%") == "should say: ±6 %");
  CHECK(checked("±5", "-5") == "should say: −5");
  CHECK(checked("10^5", "100400") == "ok");
  CHECK(checked("10⁵", "110000") == "should say: ");
  CHECK(checked("10^5 cups", "100000", "cup") == "ok");
  CHECK(checked("+5 pp", "5", "%") == "ok");
  CHECK(checked("5 percentage points", "0.05") == "ok");
}

TEST_CASE("a figure may have a different unit if it converts") {
  CHECK(checked("0.459 PFLOP/s", "459", "TFLOP/s") == "ok");
  CHECK(checked("0.46 PFLOP/s", "459", "TFLOP/s") == "ok");
  CHECK(checked("0.47 PFLOP/s", "459", "TFLOP/s") == "should say: 0.46 PFLOP/s");
  CHECK(checked("90 minutes", "1.5", "h") == "ok");
  CHECK(checked("38 %", "0.38") == "ok");
  CHECK(checked("38%", "38", "%") == "ok");
  CHECK(checked("38 per cent", "0.384") == "ok");
  CHECK(checked("39 percent", "0.384") == "should say: 38 percent");
  CHECK(checked("2.3×", "2.34") == "ok");
  CHECK(checked("2.3 times", "234", "%") == "ok");
  CHECK(checked("16 GiB", "17179869184", "B") == "ok");
  CHECK(checked("459 TFLOPS", "459", "TFLOP/s") == "ok");
  CHECK(checked("459 GB/s", "459", "TFLOP/s") ==
        "the text says 459 GB/s, the value is in TFLOP/s, and these do not convert");
  CHECK(checked("16 machines", "16") == "the text says 16 machines, the value has no unit, and these do not convert");
  CHECK(checked("22 km", "22", "kmx") == "the text says 22 km, the value is in \"kmx\", which is not a known unit");
}

TEST_CASE("a number shows a digit of its value, or is as near as one after about") {
  CHECK(checked("1 ms", "0.7", "ms") == "should say: 0.7 ms");
  CHECK(checked("1 ms", "0.96", "ms") == "ok");
  CHECK(checked("0.1 ms", "0.06", "ms") == "should say: 0.06 ms");
  CHECK(checked("2 ms", "2.4", "ms") == "ok");
  CHECK(checked("$1", "0.6", "USD") == "should say: $0.6");
  CHECK(checked("0.7 ms", "0.66", "ms") == "ok");
}

TEST_CASE("separators, scales and exponents are read") {
  CHECK(checked("1,000", "1000") == "ok");
  CHECK(checked("1,234,567.5", "1234567.5") == "ok");
  CHECK(checked("1,234", "1300") == "should say: 1,300");
  CHECK(checked("12\u202f345", "12345") == "ok");
  CHECK(checked("1.2k", "1234") == "ok");
  CHECK(checked("1.3k", "1234") == "should say: 1.2k");
  CHECK(checked("1.2k cups/s", "1234", "cup/s") == "ok");
  CHECK(checked("3.5 million", "3540000") == "ok");
  CHECK(checked("3.5 million cups", "3600000", "cup") == "should say: 3.6 million cups");
  CHECK(checked("2 billion", "2.4e9") == "ok");
  CHECK(checked("70B", "70e9") == "ok");
  CHECK(checked("70B", "70", "B") == "ok");
  CHECK(checked("70B cups", "70e9", "cup") == "ok");
  CHECK(checked("5M", "4.8e6", "cup") == "ok");
  CHECK(checked("1e18", "1e18", "FLOP") == "ok");
  CHECK(checked("2.5e3", "2500") == "ok");
  CHECK(checked("2 × 10^12 FLOP", "2.3e12", "FLOP") == "ok");
  CHECK(checked("2×10¹² FLOP", "3e12", "FLOP") == "should say: 3×10¹² FLOP");
  CHECK(checked("4 × 10^-3", "0.004") == "ok");
  CHECK(checked("1,00", "100") == "\"1,00\" has a comma that does not separate thousands; the decimal point is \".\"");
}

TEST_CASE("money is read with its symbol or code, and its \"per\" unit") {
  CHECK(checked("$2.70", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("$2.70 per machine-hour", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("$2.70/machine/h", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("$64.80 per machine-day", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("$2.70 an hour", "2.7", "USD/h") == "ok");
  CHECK(checked("USD 2.70", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("2.70 USD", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("US$1,200", "1200.4", "USD") == "ok");
  CHECK(checked("$1.2 million", "1234567", "USD") == "ok");
  for (const char* text : {"$123 M", "$123M", "123 M USD", "USD 123 M", "US$123 mn"})
    CHECK(checked(text, "123000000", "USD") == "ok");
  CHECK(checked("$5 m", "5", "USD") != "ok");
  CHECK(checked("5 m", "5", "m") == "ok");
  CHECK(checked("5 m", "5000000", "1") != "ok");
  CHECK(checked("€5", "5", "EUR") == "ok");
  CHECK(checked("−$5", "-5", "USD") == "ok");
  CHECK(checked("−$5", "-6", "USD") == "should say: −$6");
  CHECK(checked("$2.60", "2.7", "USD/machine/h") == "should say: $2.70");
  CHECK(checked("$0.50 per million cups", "0.0000005", "USD/cup") == "ok");
  CHECK(checked("$0.60 per 1,000 cups", "0.0005", "USD/cup") == "should say: $0.50 per 1,000 cups");
  CHECK(checked("€2.70", "2.7", "USD/machine/h") ==
        "the text says €2.70, the value is in USD/machine/h, and these do not convert");
  CHECK(checked("$2.70 an hour", "2.7", "USD/machine/h") ==
        "the text says $2.70 an hour, the value is in USD/machine/h, and these do not convert");
  CHECK(checked("$2.70/machne", "2.7", "USD/machine") == "\"machne\" is not a known unit; did you mean \"machine\"?");
}

TEST_CASE("the error for text that is not understood names the words") {
  static constexpr std::pair<const char*, const char*> kRefused[] = {
      {"over 459 GB of memory", "\"of memory\" cannot follow \"over 459 GB\""},
      {"(459 GB)", "unknown word \"(\" before the number"},
      {"459 GB.", "\".\" cannot follow \"459 GB\""},
      {"the mp3's 459 GB", "unknown word \"the mp3's\" before the number"},
      {"a 16-machine", "unknown word \"a\" before the number"},
      {"only over 459 GB", "unknown word \"only over\" before the number"},
      {"gabout 459 GB", "unknown word \"gabout\" before the number"},
      {"459 in all", "\"in\" is not a known scale or unit"},
      {"459 as of today", "\"of today\" cannot follow \"459 as\""},
      {"2.3x faster", "\"faster\" cannot follow \"2.3x\""},
      {"459 TFOLP/s", "\"TFOLP\" is not a known unit; did you mean \"TFLOP\"?"},
      {"459 quadrilion", "\"quadrilion\" is not a known scale or unit; did you mean \"quadrillion\"?"},
      {"459 XB", "\"XB\" is not a known unit; declare other units in data/units.json"},
      {"459 million million million", "\"million\" cannot follow \"459 million million\""},
      {"459 MBs", "\"MBs\" is not a known unit; declare other units in data/units.json"},
      {"459th", "\"th\" is not a known scale or unit"},
      {"459+", "\"+\" cannot follow \"459\""},
      {"the best", "\"the best\" does not contain a number"},
      {"v5p", "\"v5p\" does not contain a number"},
      {"", "\"\" does not contain a number"},
      {"- 459 GB", "unknown word \"-\" before the number"},
      {"--459 GB", "unknown word \"--\" before the number"},
      {"–459 GB", "unknown word \"–\" before the number"},
      {"minus −459 GB", "unknown word \"minus\" before the number"},
      {"half of 918 GB", "unknown word \"half of\" before the number"},
      {"up to 400–500 GB", "\"up to\" is before a range"},
      {"from 459 GB", "unknown word \"from\" before the number"},
      {"twice the price", "\"the price\" cannot follow \"twice\""},
      {"hundred", "\"hundred\" does not contain a number"},
      {"a", "\"a\" does not contain a number"},
      {"twenty-ten", "\"-ten\" cannot follow \"twenty\""},
      {"$459 a month", "\"month\" is not a unit, because it has no exact length"},
      {"$459/year", "\"year\" is not a unit, because it has no exact length"},
      {"459 GB per annum", "\"annum\" is not a unit, because it has no exact length"},
      {"459 cubits an hour", "\"cubits\" is not a known unit; did you mean \"bits\"?"},
      {"459 furlongs", "\"furlongs\" is not a known unit; declare other units in data/units.json"},
      {"$459 CAD", "\"CAD\" cannot follow \"$459\""},
      {"€459 USD", "\"USD\" cannot follow \"€459\""},
      {"C$459", "unknown word \"C\" before the number"},
      {"459\u200b GB", ""},
      {"4\u200b59 GB", ""},
  };
  for (const auto& [text, why] : kRefused) {
    const Figure figure = parse_figure(text, test_units());
    CAPTURE(std::string(text));
    CHECK(figure.problem != FigureProblem::none);
    if (*why) CHECK(figure.why == std::string(why));
  }
}

TEST_CASE("a number is written with digits, commas and a point only") {
  static constexpr std::pair<const char*, const char*> kRefused[] = {
      {"٤٥٩ GB", "\"٤\" is not understood: numbers are written with the digits 0 to 9"},
      {"４５９ GB", "\"４\" is not understood: numbers are written with the digits 0 to 9"},
      {"4५9 GB", "\"५\" is not understood: numbers are written with the digits 0 to 9"},
      {"Ⅳ GB", "\"Ⅳ\" is not understood: numbers are written with the digits 0 to 9"},
      {"1'234 GB", "\"1'234\" is not one number: thousands are separated by \",\""},
      {"1’234 GB", "\"1’234\" is not one number: thousands are separated by \",\""},
      {"1_234 GB", "\"1_234\" is not one number: thousands are separated by \",\""},
      {"1 234 GB", "\"1 234\" is not one number: thousands are separated by \",\""},
      {"1.234.567 GB", "\"1.234.567\" is not one number: thousands are separated by \",\""},
      {"0,234 GB", "\"0,234\" has a comma that does not separate thousands; the decimal point is \".\""},
      {"1,23 GB", "\"1,23\" has a comma that does not separate thousands; the decimal point is \".\""},
      {"12,34,567 GB", "\"12,34\" has a comma that does not separate thousands; the decimal point is \".\""},
      {"1,2345 GB", "\"1,2345\" has a comma that does not separate thousands; the decimal point is \".\""},
      {"1e999 GB", "\"e999\" is not a known unit; declare other units in data/units.json"},
  };
  for (const auto& [text, why] : kRefused) {
    CAPTURE(std::string(text));
    CHECK(parse_figure(text, test_units()).problem != FigureProblem::none);
    CHECK(parse_figure(text, test_units()).why == std::string(why));
  }
  CHECK(parse_figure(std::string(500, '9') + " GB", test_units()).why == "the number has too many digits");
  CHECK(checked(std::string(300, '9'), "459").starts_with("should say: 459"));
  CHECK(checked(std::string(300, '9'), std::string(300, '9')) == "ok");
}

TEST_CASE("units are read by symbol, name and plural, with scales and prefixes in full") {
  const Units units({{"cup", "cups", "", {}}, {"bean", "", "", {}}, {"FLOP", "FLOP", "", {}}},
                    {{"FLOPS", "FLOP/s"}, {"TFLOPS", "TFLOP/s"}});
  const auto reads = [&](std::string_view text, std::string_view value, std::string_view unit) {
    const FigureCheck check = check_figure(parse_figure(text, units), *Exact::parse(value), unit, units);
    return check.outcome == FigureOutcome::ok         ? "ok"
           : check.outcome == FigureOutcome::mismatch ? "should say: " + check.should_say
                                                      : check.why;
  };
  static constexpr std::tuple<const char*, const char*, const char*> kRead[] = {
      {"989 teraflops", "989", "TFLOP/s"},
      {"0.989 petaflops", "989", "TFLOP/s"},
      {"0.989 Petaflops", "989", "TFLOP/s"},
      {"0.989 quadrillion FLOP/s", "989", "TFLOP/s"},
      {"0.000989 quintillion FLOP/s", "989", "TFLOP/s"},
      {"989 tflops", "989", "TFLOP/s"},
      {"80 gigabytes", "80", "GB"},
      {"80 Gigabytes", "80", "GB"},
      {"80 gigabytes an hour", "80", "GB/h"},
      {"80 GB a second", "80", "GB/s"},
      {"80 gigabytes/second", "80", "GB/s"},
      {"40 megawatts", "40", "MW"},
      {"3 milliseconds", "3", "ms"},
      {"3 kilowatt-hours", "3", "kWh"},
      {"12 hours", "12", "h"},
      {"2 beans per cup", "2", "bean/cup"},
      {"2 cups per 1,000 beans", "0.002", "cup/bean"},
      {"2 cups each hour", "2", "cup/h"},
      {"5 per second", "5", "1/s"},
      {"38 percent", "0.38", "1"},
      {"38 percentage points", "38", "%"},
      {"1,250 basis points", "12.5", "%"},
      {"1 basis point", "0.01", "%"},
      {"21 degrees Celsius", "21", "°C"},
      {"2.50 dollars", "2.5", "USD"},
      {"2.50 dollars an hour", "2.5", "USD/h"},
      {"2.50 euros an hour", "2.5", "EUR/h"},
      {"250 cents an hour", "2.5", "USD/h"},
      {"250 cents", "2.5", "USD/cup/h"},
      {"250 cents/hour", "2.5", "EUR/h"},
      {"250 ¢", "2.5", "USD"},
      {"2.50 €", "2.5", "EUR"},
      {"2.50€", "2.5", "EUR"},
      {"2.50$ per hour", "2.5", "USD/h"},
      {"$2.50 USD per hour", "2.5", "USD/h"},
      {"$0.0000025 million USD", "2.5", "USD"},
      {"+5 %", "5", "%"},
      {"minus 5 °C", "-5", "°C"},
      {"about minus $5", "-5", "USD"},
      {"zero beans", "0", "bean"},
      {"two cups", "2", "cup"},
      {"two million cups", "2000000", "cup"},
      {"5x", "5", "×"},
      {"16-cup", "16", "cup"},
  };
  for (const auto& [text, value, unit] : kRead) {
    CAPTURE(std::string(text));
    CHECK(reads(text, value, unit) == "ok");
  }
  CHECK(reads("989 petaflops", "989", "TFLOP/s") == "should say: 0.989 petaflops");
  CHECK(reads("2.51 petaflops", "250000", "TFLOP/s") == "should say: 250 petaflops");
  CHECK(reads("989 petaflops", "2000", "TFLOP/s") == "should say: 2 petaflops");
  CHECK(reads("2.5 cents an hour", "2.5", "USD/h") == "should say: 250 cents an hour");
  CHECK(reads("12.5 basis points", "12.5", "%") == "should say: 1250 basis points");
  CHECK(reads("$2.5 quadrillion", "2.5", "USD/h") == "should say: $0.0000000000000025 quadrillion");
  CHECK(reads("2.50 yen", "2.5", "USD") == "the text says 2.50 yen, the value is in USD, and these do not convert");
  CHECK(reads("989 TFLOPs", "989", "TFLOP/s") == "\"TFLOPs\" is not a known unit; did you mean \"TFLOPS\"?");
  CHECK(reads("989 picoflops", "989", "TFLOP/s") != "ok");
}

TEST_CASE("if a text has two readings, the first that converts is used") {
  CHECK(checked("5B", "5000000000", "cup") == "ok");
  CHECK(checked("5B", "5", "B") == "ok");
  CHECK(checked("5B", "5", "GB") == "should say: 5,000,000,000B");
  CHECK(checked("5m", "5000000", "m") == "should say: 5,000,000m");
  CHECK(checked("5m", "5000000", "USD") == "ok");
  CHECK(checked("twice", "2", "h") == "the text says twice, the value is in h, and these do not convert");
}

TEST_CASE("a figure states exactly one number") {
  CHECK(checked("8 machines at 459 TFLOP/s", "459", "TFLOP/s") ==
        "the text has two numbers, 8 and 459, but a figure is one number");
  CHECK(checked("459 TFLOP/s (see 3)", "459", "TFLOP/s") ==
        "the text has two numbers, 459 and 3, but a figure is one number");
}

TEST_CASE("after \"about\", a value is half a unit of the last non-zero digit away at most, and 10 % of the value") {
  static constexpr std::tuple<const char*, const char*, const char*> kAbout[] = {
      {"about 460", "459", "ok"},
      {"~460", "459", "ok"},
      {"≈ 460", "459", "ok"},
      {"about 460", "465.1", "should say: about 470"},
      {"about 458", "459", "should say: about 459"},
      {"roughly 2.5", "2.55", "ok"},
      {"roughly 2.5", "2.6", "should say: roughly 2.6"},
      {"about 2.70", "2.74", "ok"},
      {"about 2.70", "2.76", "should say: about 2.8"},
      {"About 400", "459", "should say: About 500"},
      {"about 200", "250", "should say: about 250"},
      {"about 30", "33", "ok"},
      {"about 30", "24", "should say: about 24"},
      {"about 1", "2", "should say: about 2"},
      {"about 1.0", "1.1", "ok"},
      {"about 1,000", "1049", "ok"},
      {"some 43,000,000", "43499999", "ok"},
      {"some 43,000,000", "42400000", "should say: some 42,000,000"},
      {"about three", "3.2", "ok"},
      {"about ten", "14", "should say: about 14"},
      {"about −460", "-459", "ok"},
      {"about 0", "0", "ok"},
      {"nearly 500", "459", "ok"},
      {"nearly 500", "449", "should say: "},
      {"nearly 450", "454", "should say: "},
      {"almost 3", "2.9", "ok"},
  };
  for (const auto& [text, value, expected] : kAbout) {
    CAPTURE(std::string(text));
    CHECK(checked(text, value) == std::string(expected));
  }
  CHECK(checked("about $3", "3.99", "USD/h") == "should say: about $4");
  CHECK(checked("about 2 TB/s", "1.3", "TB/s") == "should say: about 1.3 TB/s");
}

TEST_CASE("fractions, multiples and dozens are 5 % of the value away at most, after \"about\" 15 %") {
  static constexpr std::tuple<const char*, const char*, const char*, const char*> kLoose[] = {
      {"half", "0.5", "1", "ok"},
      {"half", "51", "%", "ok"},
      {"half", "0.5", "%", "should say: 0.5 %"},
      {"half", "57", "%", "should say: about half"},
      {"Half", "0.57", "1", "should say: About half"},
      {"about half", "0.57", "1", "ok"},
      {"about half", "0.6", "1", "should say: about 60 %"},
      {"a half", "0.5", "1", "ok"},
      {"½", "0.5", "×", "ok"},
      {"2½ h", "2.5", "h", "ok"},
      {"2½ h", "2.7", "h", "should say: about 2½ h"},
      {"20½ kg", "20.7", "kg", "ok"},
      {"20½ kg", "20.8", "kg", "should say: 21 kg"},
      {"12½", "12", "1", "should say: 12"},
      {"40¼ kg", "40", "kg", "should say: 40 kg"},
      {"about 20½ kg", "21.4", "kg", "should say: about 21 kg"},
      {"20 and a half million", "20500000", "1", "ok"},
      {"20 and a half million", "21000000", "1", "should say: "},
      {"a third", "33.333", "%", "ok"},
      {"1/3", "33.333", "%", "ok"},
      {"1/2", "0.7", "1", "should say: 70 %"},
      {"two thirds", "0.66", "1", "ok"},
      {"two-thirds", "0.8", "1", "should say: 80 %"},
      {"three quarters", "0.75", "1", "ok"},
      {"half an hour", "30", "min", "ok"},
      {"half a million", "500000", "1", "ok"},
      {"half a million cups", "400000", "cup", "should say: "},
      {"half", "0.5", "GB", "the text says half, the value is in GB, and these do not convert"},
      {"twice", "2.05", "×", "ok"},
      {"twice", "2.3", "×", "should say: about twice"},
      {"about twice", "2.3", "×", "ok"},
      {"Twice", "1.6", "×", "should say: two times"},
      {"about twice", "3.1", "×", "should say: about three times"},
      {"two dozen", "24", "machine", "ok"},
      {"two dozen machines", "26", "machine", "should say: about two dozen machines"},
      {"about two dozen", "31", "1", "should say: about 2.6 dozen"},
      {"a dozen", "12", "1", "ok"},
  };
  for (const auto& [text, value, unit, expected] : kLoose) {
    CAPTURE(std::string(text));
    CHECK(checked(text, value, unit) == std::string(expected));
  }
}

TEST_CASE("a bound must be true, and within a factor of 2") {
  static constexpr std::tuple<const char*, const char*, const char*> kBounds[] = {
      {"over 450", "459", "ok"},
      {"over 400", "459", "ok"},
      {"over 230", "459", "ok"},
      {"over 200", "459", "should say: over 400"},
      {"over 460", "459", "should say: over 450"},
      {"over 459", "459", "should say: over 458"},
      {"more than 459", "459.1", "ok"},
      {"above 450", "459", "ok"},
      {"greater than 450", "459", "ok"},
      {"> 450", "459", "ok"},
      {">450", "449", "should say: >440"},
      {"at least 459", "459", "ok"},
      {"At least 460", "459", "should say: At least 450"},
      {"≥459", "458", "should say: ≥458"},
      {"under 500", "459", "ok"},
      {"under 918", "459", "ok"},
      {"under 919", "459", "should say: under 460"},
      {"under 400", "459", "should say: under 500"},
      {"below 459", "459", "should say: below 460"},
      {"less than 2.8", "2.75", "ok"},
      {"fewer than 10", "9", "ok"},
      {"< 0.01", "0.004", "should say: < 0.005"},
      {"< 0.01", "0.006", "ok"},
      {"at most 459", "459", "ok"},
      {"at most 100", "0.7", "should say: at most 0.7"},
      {"up to 460", "459", "ok"},
      {"≤ 450", "459", "should say: ≤ 460"},
      {"above zero", "-40", "should say: above −41"},
      {"below 10", "-9", "should say: "},
  };
  for (const auto& [text, value, expected] : kBounds) {
    CAPTURE(std::string(text));
    CHECK(checked(text, value) == std::string(expected));
  }
  CHECK(checked("below zero", "2.5") == "should say: below three");
}

TEST_CASE("a range around one value is as wide as one unit of its last non-zero digit at most") {
  CHECK(checked("1.3–1.4", "1.3") == "ok");
  CHECK(checked("1.2-1.3", "1.29") == "ok");
  CHECK(checked("1.2–1.4", "1.3") == "should say: ");
  CHECK(checked("40–50×", "40.34", "×") == "ok");
  CHECK(checked("100–900", "780") == "should say: ");
  CHECK(checked("0–1,000,000", "780") == "should say: ");
  CHECK(checked("0–1", "0.3") == "ok");
  CHECK(checked("900–1000", "950") == "ok");
  CHECK(checked("1.2–1.3 GB", "1.16", "GB") == "should say: ");
  CHECK(checked("1.3 to 1.4 million", "1350000") == "ok");
  CHECK(checked("$1.30–$1.40", "1.3", "USD/h") == "ok");
  CHECK(checked("1.4–1.5", "1.52") == "should say: ");
  CHECK(checked("5–3", "4") == "the range \"5–3\" goes down");
  CHECK(checked("40% to 50%", "0.45") == "ok");
  CHECK(checked("900 MB–1,000 MB", "0.95", "GB") == "ok");
  CHECK(checked("from 1.3 to 1.4 GB", "1.3", "GB") == "ok");
  CHECK(checked("between 1.3 and 1.4 GB", "1.3", "GB") == "ok");
  CHECK(checked("about 400 to 500", "459") == "ok");
  CHECK(checked("two to three", "2.5") == "ok");
  CHECK(checked("a third to a half", "0.4") == "should say: ");
  CHECK(checked("−5 to −4 K", "-4", "K") == "ok");
  CHECK(checked("1.3k–1.4k cups", "1300", "cup") == "ok");
  CHECK(checked("1e3–2e3", "1500") == "ok");
  CHECK(checked("5 MB to 6 GB", "1", "GB") == "the ends of the range \"5 MB to 6\" differ in scale or unit");
  CHECK(checked("5 thousand–6 million", "7000") == "the ends of the range \"5 thousand–6\" differ in scale or unit");
  CHECK(checked("1–2e4", "15000") == "the ends of the range \"1–2e4\" differ in scale or unit");
  CHECK(checked("5 GB to 6", "5", "GB") == "the ends of the range \"5 GB to 6\" differ in scale or unit");
  CHECK(checked("$1–€2", "1.5", "USD") == "the text has two numbers, 1 and 2, but a figure is one number");
  CHECK(checked("1.2 and 1.4 GB", "1.3", "GB") == "the text has two numbers, 1.2 and 1.4, but a figure is one number");
}

TEST_CASE("the ends of a range may be two values") {
  const auto states = [](std::string_view text, std::string_view least, std::string_view greatest) {
    const Exact upper = *Exact::parse(greatest);
    const auto check = check_figure(parse_figure(text, test_units()), *Exact::parse(least), "GB", test_units(), &upper);
    return check.outcome == FigureOutcome::ok;
  };
  CHECK(states("1.2–140 GB", "1.2", "140.3"));
  CHECK(states("1,200 to 140,000 MB", "1.2", "140"));
  CHECK(states("about 1–140 GB", "1.05", "140.3"));
  CHECK(states("a third to a half of a GB", "0.33", "0.5"));
  CHECK_FALSE(states("1.2–140 GB", "1.3", "140"));
  CHECK_FALSE(states("1.2–140 GB", "1.2", "141"));
  CHECK_FALSE(states("1.2–140 GB", "140", "1.2"));
  CHECK_FALSE(states("1.2 GB", "1.2", "1.2"));
}

TEST_CASE("help says what to write if another number does not help") {
  const auto help = [](std::string_view text, std::string_view value) {
    return check_figure(parse_figure(text, test_units()), *Exact::parse(value), "ms", test_units()).help;
  };
  CHECK(help("1–900 ms", "780").starts_with("tie the range to its two values, fig:LEAST..GREATEST"));
  CHECK(help("under 10 ms", "10").starts_with("if the text states a limit"));
  CHECK(help("at most 100 ms", "0.7").starts_with("a bound is at most a factor of 2 away"));
  CHECK(help("over 20 ms", "10") == "");
  CHECK(help("one hundred and twenty", "120") == "write the number in digits: 120 ms");
  CHECK(help("about 20 ms", "10") == "");
}

TEST_CASE("numbers in words are read if there are no digits") {
  CHECK(checked("eight machines", "8", "machine") == "ok");
  CHECK(checked("Seven machines", "8", "machine") == "should say: eight machines");
  CHECK(checked("twenty-four machines", "24", "machine") == "ok");
  CHECK(checked("ninety-nine percent", "0.99") == "ok");
  CHECK(checked("a thousand euros", "1000", "EUR") == "ok");
  CHECK(checked("two hundred thousand", "200000") == "ok");
  CHECK(checked("three million cups", "4000000", "cup") == "should say: four million cups");
  CHECK(checked("three dollars", "3", "USD") == "ok");
  CHECK(checked("three dollars", "4", "USD") == "should say: four dollars");
  CHECK(checked("someone", "1") == "\"someone\" does not contain a number");
  CHECK(checked("less than an hour", "0.75", "h") == "ok");
  CHECK(checked("an hour", "1.05", "h") == "ok");
  CHECK(checked("an hour", "0.75", "h").starts_with("should say"));
  CHECK(checked("an hourly", "1", "h") == "\"an hourly\" does not contain a number");
  CHECK(checked("one thousand two hundred", "1200") ==
        "\"one thousand two hundred\" is a number of several words, which are not read as one");
}

TEST_CASE("a correction has the author's format, but never consists of zeros") {
  CHECK(checked("5 TB", "3", "GB") == "should say: 0.003 TB");
  CHECK(checked("999", "12345") == "should say: 12,345");
}

TEST_CASE("a value that is not zero must not be stated as zero") {
  struct {
    std::string_view text, value, expected;
  } static constexpr kZeros[] = {{"0 GB", "0.3", "should say: 0.3 GB"},
                                 {"0 GB", "0", "ok"},
                                 {"0.0 GB", "0.0123", "should say: 0.0123 GB"},
                                 {"0.00 GB", "-0.004", "should say: −0.004 GB"},
                                 {"zero GB", "0.3", "should say: 0.3 GB"},
                                 {"0 TB", "300", "should say: 0.3 TB"},
                                 {"0 thousand GB", "12", "should say: 0.012 thousand GB"},
                                 {"0 × 10^3 GB", "12", "should say: 0.012 × 10^3 GB"},
                                 {"about 0 GB", "0.3", "should say: about 0.3 GB"},
                                 {"about 0 GB", "0.6", "should say: about 0.6 GB"},
                                 {"~0.0 GB", "0.04", "should say: ~0.04 GB"},
                                 {"under 1 GB", "0.3", "should say: under 0.4 GB"},
                                 {"over 0 GB", "0.3", "should say: over 0.2 GB"},
                                 {"0 to 1 GB", "0.3", "ok"},
                                 {"0 to 1 GB", "-0.3", "should say: "},
                                 {"0 GB", "1e-9", "should say: 0.000000001 GB"}};
  for (const auto& [text, value, expected] : kZeros) {
    CAPTURE(std::string(text));
    CHECK(checked(text, value, "GB") == std::string(expected));
  }
}

TEST_CASE("the error for a mismatch shows both values") {
  const FigureCheck check = check_figure(parse_figure("about $3.10 per machine-hour", test_units()),
                                         *Exact::parse("2.7"), "USD/machine/h", test_units());
  CHECK(check.outcome == FigureOutcome::mismatch);
  CHECK(check.stated == "$3.10 per machine-hour");
  CHECK(check.actual == "$2.70 per machine-hour");
  CHECK(check.why == "the text says $3.10 per machine-hour, the data $2.70 per machine-hour");
}

// A way to write a value: the text around its number, and the size of its unit in the value's own unit.
struct Form {
  std::string_view before, after, unit, factor;
};
constexpr Form kForms[] = {
    {"", " FLOP/s", "TFLOP/s", "0.000000000001"},
    {"", " TFLOP/s", "TFLOP/s", "1"},
    {"", " quadrillion FLOP/s", "TFLOP/s", "1000"},
    {"", "k PFLOP/s", "TFLOP/s", "1000000"},
    {"about ", " Exaflop/s", "TFLOP/s", "1000000"},
    {"$", "", "USD/cup/h", "1"},
    {"$", " an hour", "USD/h", "1"},
    {"US$", " million", "USD", "1000000"},
    {"$", " per 1,000 cups", "USD/cup", "0.001"},
    {"$", "/machine/h", "USD/machine/h", "1"},
    {"", " cents an hour", "USD/h", "0.01"},
    {"", " cents", "EUR/h", "0.01"},
    {"", " € a day", "EUR/h", "1/24"},
    {"EUR ", " per machine-hour", "EUR/machine/h", "1"},
    {"", " basis points", "%", "0.01"},
    {"", " percentage points", "%", "1"},
    {"", "%", "1", "0.01"},
    {"", " times", "%", "100"},
    {"", "×", "1", "1"},
    {"", "B", "GB", "0.000000001"},
    {"", " GiB", "GB", "1.073741824"},
    {"~", " megabytes", "GB", "0.001"},
    {"nearly ", " minutes", "h", "1/60"},
    {"", " kilowatt-hours", "J", "3600000"},
    {"over ", " cups", "cup", "1"},
    {"at least ", " million cups", "cup", "1000000"},
    {"under ", " ms", "s", "0.001"},
    {"≤ ", " K", "K", "1"},
    {"", "-cup", "cup", "1"},
    {"", "", "machine", "1"},
    {"", " × 10^3 beans", "bean", "1000"},
    {"minus ", " °C", "°C", "-1"},
    {"-$", "", "USD", "-1"},
};

Exact factor_of(const Form& form) {
  const size_t slash = form.factor.find('/');
  const Exact above = *Exact::parse(form.factor.substr(0, slash));
  return slash == std::string_view::npos ? above : above / *Exact::parse(form.factor.substr(slash + 1));
}

// Reads the number in a form from its digits alone.
std::optional<Exact> number_in(std::string_view text, const Form& form) {
  if (!text.starts_with(form.before) || !text.ends_with(form.after)) return std::nullopt;
  text = text.substr(form.before.size(), text.size() - form.before.size() - form.after.size());
  return Exact::parse(base::replace_all(std::string(text), ",", ""));
}

constexpr const char* kValues[] = {"0",           "1",     "0.5",   "7.25", "99.995", "989",       "0.0004",
                                   "-3.2",        "-459",  "0.999", "1000", "9999.5", "12345.678", "123456789012",
                                   "0.000000001", "2.675", "1e18",  "-0.05"};

TEST_CASE("a correction changes only the number, in the unit and scale of the text") {
  int corrected = 0, given_up = 0;
  for (const Form& form : kForms) {
    for (const char* written : {"7", "7.5", "40", "1,000", "0.03", "12.345", "300000", "+6", "0"}) {
      for (const char* given : kValues) {
        const std::string text = fmt::format("{}{}{}", form.before, written, form.after);
        const Exact value = *Exact::parse(given);
        const FigureCheck check = check_figure(parse_figure(text, test_units()), value, form.unit, test_units());
        CAPTURE(text);
        CAPTURE(std::string(given));
        CAPTURE(check.should_say);
        CHECK(check.outcome != FigureOutcome::not_convertible);
        if (check.outcome != FigureOutcome::mismatch) continue;
        if (check.should_say.empty()) {
          ++given_up;
          continue;
        }
        ++corrected;
        const std::optional<Exact> number = number_in(check.should_say, form);
        REQUIRE(number);
        const Exact stated = *number * factor_of(form);
        const size_t zeros = form.before.empty() || form.before.find('$') != std::string_view::npos ? 0 : 6;
        const Exact off = (stated - value).abs();
        CHECK(
            (off <= value.abs() / 100 || off <= factor_of(form).abs() * Exact::power_of_ten(static_cast<int>(zeros))));
        CHECK(check_figure(parse_figure(check.should_say, test_units()), value, form.unit, test_units()).outcome ==
              FigureOutcome::ok);
      }
    }
  }
  CHECK(corrected > 3000);
  CHECK(given_up < corrected / 10);
}

TEST_CASE("words after a figure must not change its amount") {
  static constexpr std::tuple<const char*, const char*, const char*, const char*, bool> kBehind[] = {
      {"$2.70", " a day", "2.7", "USD/machine/h", false},
      {"$2.70", " a month, at least", "2.7", "USD/machine/h", false},
      {"$2.70", " per year.", "2.7", "USD/h", false},
      {"$2.70", " per minute", "2.7", "USD/h", false},
      {"2.70", " cents an hour", "2.7", "USD/h", false},
      {"$2.70", " million", "2.7", "USD/machine/h", false},
      {"459", " PFLOP/s", "459", "TFLOP/s", false},
      {"459", "\nMB of it", "459", "GB", false},
      {"12.5", " basis points", "12.5", "%", false},
      {"12.5", " %", "12.5", "1", false},
      {"12.5", "%", "0.125", "1", true},
      {"about 459", " MB", "459", "GB", false},
      {"12", "k cups", "12", "cup", false},
      {"$2.70", " an hour", "2.7", "USD/machine/h", true},
      {"$2.70", " each hour", "2.7", "USD/h", true},
      {"$2.70", " a machine", "2.7", "USD/machine/h", true},
      {"$2.70", ", a month later", "2.7", "USD/h", true},
      {"$2.70", " a monthly fee", "2.7", "USD", true},
      {"$2.70 an hour", " a month ago", "2.7", "USD/h", true},
      {"459", " GB/s", "459", "GB/s", true},
      {"459", " of them", "459", "GB", true},
      {"459", " machines", "459", "cup", true},
      {"459", " in all", "459", "GB", true},
      {"8", " x 8", "8", "1", true},
      {"8", "–[16](fig:b)", "8", "cup", true},
      {"459", "", "459", "GB", true},
      {"no number", " GB", "459", "GB", true},
  };
  for (const auto& [text, behind, value, unit, is_ok] : kBehind) {
    const FigureCheck check = check_words_around("", text, behind, *Exact::parse(value), unit, test_units());
    CAPTURE(std::string(text));
    CAPTURE(std::string(behind));
    CHECK((check.outcome == FigureOutcome::ok) == is_ok);
    CHECK(check.stated.empty() == is_ok);
  }
}

TEST_CASE("words around a figure may have its value in their unit, which the help names") {
  CHECK(check_words_around("", "6.75", " cents", *Exact::parse("6.75"), "EUR", test_units()).should_say == "675 cents");
  CHECK(check_words_around("not ", "6.75", "", *Exact::parse("6.75"), "EUR", test_units()).should_say == "");
}

TEST_CASE("words around a figure must not change its amount") {
  static constexpr std::tuple<const char*, const char*, const char*, const char*, const char*, bool> kAround[] = {
      {"", "780", " €", "780", "h", false},
      {"", "780", " km", "780", "1", false},
      {"", "23", " million of them", "23", "1", false},
      {"", "23", " %", "23", "1", false},
      {"", "23", "4", "23", "1", false},
      {"", "1", ",234", "1", "1", false},
      {"", "10", "²", "10", "1", false},
      {"", "3", " and a half", "3", "1", false},
      {"minus ", "23", "", "23", "cup", false},
      {"It fell by \u2212", "23", "", "23", "cup", false},
      {"twice ", "23", "", "23", "cup", false},
      {"twice the ", "23 cups", "", "23", "cup", false},
      {"half of ", "40", "", "40", "cup", false},
      {"a third of the ", "40", "", "40", "cup", false},
      {"ten times ", "40", "", "40", "cup", false},
      {"It costs $", "2", ".", "2", "h", false},
      {"It costs € ", "2", " an hour", "2", "USD/h", false},
      {"1", "23", "", "23", "cup", false},
      {"3–", "5", "", "5", "cup", false},
      {"twenty-", "three", "", "3", "1", false},
      {"\u2212", "\u221223", "", "-23", "1", false},
      {"", "6", " thousand cups", "6", "1", false},
      {"", "6", " million cups", "6", "cup", false},
      {"", "6", " dozen cups", "6", "1", false},
      {"", "6", "k", "6", "1", false},
      {"", "6", " 000 cups", "6", "cup", false},
      {"", "6", "’000 cups", "6", "cup", false},
      {"", "6", " 2000 cups", "6", "cup", true},
      {"", "2", " hundredths", "2", "1", false},
      {"", "2", " lakh", "2", "1", false},
      {"", "80 GB", " thousand", "80", "GB", false},
      {"", "80 GB", " times two", "80", "GB", false},
      {"minus ", "6", " cups", "6", "1", false},
      {"It fell by –", "2", "", "2", "cup", false},
      {"one and a half times ", "80 GB", "", "80", "GB", false},
      {"About twice as much as ", "80 GB", "", "80", "GB", false},
      {"10 times ", "80 GB", "", "80", "GB", false},
      {"two to ", "five times", "", "5", "1", false},
      {"from two to ", "five", "", "5", "1", true},
      {"", "80 GB", " times a day", "80", "GB", true},
      {"a lab – ", "23 cups", "", "23", "cup", true},
      {"It costs $", "2.70", " an hour", "2.7", "USD/h", true},
      {"", "2.70", " dollars an hour", "2.7", "USD/h", true},
      {"", "3", " and half of it", "3", "1", true},
      {"over ", "23", " of 40", "23", "cup", true},
      {"In 2024, ", "23", " cups", "23", "cup", true},
      {"It is not ", "23", " cups", "23", "cup", false},
      {"There are never ", "23 cups", "", "23", "cup", false},
      {"It isn’t ", "23 cups", "", "23", "cup", false},
      {"It is not the ", "23 cups", "", "23", "cup", true},
      {"not before ", "23", " cups", "23", "cup", true},
      {"the 8 × ", "23 cups", "", "23", "cup", true},
      {"two ", "23 GB", " cards", "23", "GB", true},
      {"half the machines have ", "23", "", "23", "1", true},
      {"`````` ", "23", " `````", "23", "1", true},
      // Units of other systems and other currencies are units, which convert.
      {"", "780", " miles", "780", "km", false},
      {"", "780", " miles", "1255.28", "km", true},
      {"", "50", " mph", "50", "km/h", false},
      {"", "3", " pounds", "3", "USD", false},
      {"", "551", " pounds", "250", "kg", true},
      // Scales, multiples and thousands outside.
      {"millions of ", "43", " people", "43", "1", false},
      {"", "€7", " M", "7", "EUR", false},
      {"", "7", " m", "7", "m", true},
      {"½ ", "250", "", "250", "1", false},
      {"1 ", "250", " km", "250", "km", false},
      {"In 2024 ", "250", " came", "250", "1", true},
      {"", "50", "×", "50", "km", false},
      {"", "2", "× 4", "2", "1", true},
      // Bounds outside hold as inside, unless the figure is the limit itself.
      {"under ", "10 h", "", "10.3", "h", false},
      {"more than ", "10 h", "", "9.8", "h", false},
      {"more than ", "10 h", "", "10", "h", true},
      {"under ", "10 h", "", "9.8", "h", true},
      // Rates.
      {"", "40 GB", " a month", "40", "GB", false},
      {"", "40 GB", " every month", "40", "GB", false},
      {"", "€6.75", " a mile", "6.75", "EUR", false},
      {"", "€6.75", " per mile", "6.75", "EUR", false},
      {"", "€6.75", " a ticket", "6.75", "EUR", true},
      {"", "3", " a day", "3", "1", false},
      {"", "40 GB", "/h", "40", "GB", false},
      {"", "40", "s a s", "40", "GB", false},
      {"", "$2.70", "/h", "2.7", "USD/h", true},
      {"", "40 GB", " a year ago", "40", "GB", true},
      {"", "40 GB", " each", "40", "GB", true},
      {"", "€40", " yearly", "40", "EUR/h", false},
      {"", "€40", " hourly", "40", "EUR/h", true},
      {"", "€40", " a cup", "40", "EUR/machine", false},
      {"half of ", "an hour", "", "1", "h", false},
      {"under ", "an hour", "", "0.75", "h", true},
      {"nowhere near ", "40 GB", "", "40", "GB", false},
      {"", "40", " hp", "40", "kW", false},
      // Rates behind a noun and before a colon or a verb.
      {"", "12 kWh", " of energy per day", "12", "kWh", false},
      {"", "12", " kWh of energy a day", "12", "kWh", false},
      {"", "12 kWh", " of energy/day", "12", "kWh", false},
      {"", "12 kWh", " of cheap electric energy per day", "12", "kWh", false},
      {"", "12 kWh", " Strom per day", "12", "kWh", false},
      {"", "12", " kWh of energy per day", "12", "kWh/d", true},
      {"", "12", " kWh of energy per hour", "12", "kWh/d", false},
      {"", "38 %", " of trips per day", "38", "%", true},
      {"", "12 kWh", " of energy", "12", "kWh", true},
      {"", "12 kWh", " of energy for a day", "12", "kWh", true},
      {"", "12 kWh", " of energy, a day later", "12", "kWh", true},
      {"", "12 kWh", " billed per day", "12", "kWh", true},
      {"Rent in euros a month: ", "3,120", "", "3120", "EUR", false},
      {"Euros a month: ", "3,120", "", "3120", "EUR", false},
      {"Rent per month: ", "€3,120", "", "3120", "EUR", false},
      {"The rent per hour is ", "€3,120", "", "3120", "EUR", false},
      {"The rent per hour is ", "€3,120", "", "3120", "EUR/h", true},
      {"Rent: ", "€3,120", "", "3120", "EUR", true},
      {"A day is ", "24 h", "", "24", "h", true},
      {"Half a day: ", "12 h", "", "12", "h", true},
      {"Length in miles: ", "40", "", "40", "km", false},
      {"Length in miles: ", "40 km", "", "40", "km", true},
      {"Length in km: ", "40", "", "40", "km", true},
      {"Share per year: ", "3 %", "", "3", "%", true},
      // A unit that goes on behind the brackets.
      {"", "2850 kW", " h", "2850", "kW", false},
      {"", "2850", " kW h", "2850", "kW", false},
      {"", "2850 kW", "·h", "2850", "kW", false},
      {"", "2850 kW", "-h of it", "2850", "kW", false},
      {"", "2850 N", " m", "2850", "N", false},
      {"", "2850 kW", " hours", "2850", "kW", false},
      {"", "2850 kW", " for hours", "2850", "kW", true},
      {"", "40 h", " week", "40", "h", true},
      {"", "24 h", " day", "24", "h", true},
      {"", "40 km", " N of it", "40", "km", true},
      {"", "40 km", " a", "40", "km", true},
      {"", "40 GB", " cups", "40", "GB", true},
      {"", "7", " m", "7", "m", true},
  };
  for (const auto& [before, text, behind, value, unit, is_ok] : kAround) {
    const FigureCheck check = check_words_around(before, text, behind, *Exact::parse(value), unit, test_units());
    CAPTURE(std::string(before));
    CAPTURE(std::string(text));
    CAPTURE(std::string(behind));
    CHECK((check.outcome == FigureOutcome::ok) == is_ok);
  }
}

TEST_CASE("percentage points are told from per cent") {
  const auto stated = [](std::string_view text, std::string_view behind) {
    return percent_stated(text, behind, test_units());
  };
  for (const char* text : {"8.2 percentage points", "8.2 pp", "8.2pp", "8 to 9 percentage points", "about 8 % points",
                           "eight percentage points", "8.2-percentage-point"})
    CHECK_MESSAGE(stated(text, " more") == Percent::points, text);
  CHECK(stated("8.2", " percentage points") == Percent::points);
  CHECK(stated("8.2", "-percentage-point rise") == Percent::points);
  CHECK(stated("8.2 %", "-points") == Percent::points);
  CHECK(stated("8.2 %", " of it") == Percent::whole);
  CHECK(stated("8.2", " per cent") == Percent::whole);
  CHECK(stated("8.2", " points") == Percent::none);
  CHECK(stated("8.2 times", "") == Percent::none);
}

TEST_CASE("words beside a figure say whether something rose or fell by it") {
  const auto direction = [](std::string_view before, std::string_view behind, std::string_view lang) {
    return direction_around(before, behind, language_of(lang));
  };
  CHECK(direction("It fell by ", " last year", "en") == -1);
  CHECK(direction("It is down about ", "", "en") == -1);
  CHECK(direction("It is ", " lower", "en") == -1);
  CHECK(direction("It rose by almost ", "", "en") == 1);
  CHECK(direction("It fell to ", "", "en") == 0);
  CHECK(direction("It fell, and ", " of it", "en") == 0);
  CHECK(direction("The change is ", ".", "en") == 0);
  CHECK(direction("Er sank um ", ".", "de") == -1);
  CHECK(direction("Il a augmenté de ", ".", "fr") == 1);
  CHECK(direction("Bajó un ", ".", "es") == -1);
}

TEST_CASE("words around an amount of money say in the prices of which year it is") {
  using Years = std::set<int>;
  const auto years = [](std::string_view before, std::string_view behind, const char* lang = "en") {
    return price_years_around(before, behind, Units({}, {}, nullptr, lang));
  };
  CHECK(years("It cost ", " 2010 euros.") == Years{2010});
  CHECK(years("It cost ", " in 2010 prices, then.") == Years{2010});
  CHECK(years("It cost ", " (2010 dollars)") == Years{2010});
  CHECK(years("In 2010 euros the bridge cost ", ".") == Years{2010});
  CHECK(years("In 2010 prices, it cost ", ".") == Years{2010});
  CHECK(years("At prices of 2010 it cost ", ".") == Years{2010});
  CHECK(years("In 2010 prices rose to ", ".") == Years{});
  CHECK(years("In 2010, prices rose to ", ".") == Years{});
  CHECK(years("In 2010 it cost ", ".") == Years{});
  CHECK(years("In 2010 prices, ` and in others ", ".") == Years{});
  CHECK(years("Es kostete ", " in Preisen von 2010.", "de") == Years{2010});
}

TEST_CASE("a bound that is the value itself is the limit of another figure of the sentence") {
  const auto holds = [](std::string_view before, std::string_view text, std::vector<Exact> others) {
    return check_words_around(before, text, "", Exact(106), "ms", test_units(), nullptr, false, &others).outcome ==
           FigureOutcome::ok;
  };
  CHECK_FALSE(holds("less than ", "106 ms", {}));
  CHECK_FALSE(holds("over ", "106 ms", {}));
  CHECK(holds("at most ", "106 ms", {}));
  CHECK(holds("less than ", "106 ms", {Exact(80)}));
  CHECK_FALSE(holds("less than ", "106 ms", {Exact(120)}));
  CHECK(holds("more than ", "106 ms", {Exact(80), Exact(120)}));
  for (const char* words :
       {"no more than ", "It is not more than ", "not less than ", "no fewer than ", "not under ", "at the very least ",
        "at the very most ", "does not exceed ", "it doesn't exceed ", "it doesn't take more than "})
    CHECK_MESSAGE(holds(words, "106 ms", {}), words);
  CHECK_FALSE(holds("exceeds ", "106 ms", {}));
  CHECK(holds("less than ", "110 ms", {}));
}

TEST_CASE("words around a figure say on which side of it the value is, and how far away") {
  static constexpr std::tuple<const char*, const char*, const char*, bool> kSides[] = {
      {"nearly", "40 m", "39.8", true},           {"nearly", "40 m", "40.2", false},
      {"hardly", "40 m", "39.8", true},           {"scarcely", "40 m", "40.2", false},
      {"barely", "40 m", "40.2", true},           {"just short of", "40 m", "39.8", true},
      {"just short of", "40 m", "40", false},     {"just under", "40 m", "37", true},
      {"just under", "40 m", "30", false},        {"just over", "40 m", "40.2", true},
      {"just over", "40 m", "40", false},         {"hardly more than", "40 m", "60", false},
      {"hardly more than", "40 m", "40.2", true}, {"well over", "40 m", "40.2", false},
      {"well over", "40 m", "60", true},          {"well over", "40 m", "90", false},
      {"far below", "40 m", "30", true},          {"far from", "40 m", "40", false},
      {"not nearly", "40 m", "40", false},        {"not nearly", "40 m", "30", true},
      {"not far from", "40 m", "40.2", true},     {"not even", "40 m", "40", false},
      {"not even", "40 m", "30", true},
  };
  const std::vector<Exact> no_others;
  for (const auto& [words, text, value, is_ok] : kSides) {
    CAPTURE(std::string(words));
    CAPTURE(std::string(value));
    const Exact number = *Exact::parse(value);
    const std::string before = fmt::format("It is {} ", words);
    const auto is_right = [&](std::string_view figure) {
      return check_figure(parse_figure(figure, test_units()), number, "m", test_units()).outcome == FigureOutcome::ok;
    };
    // Another number after words that are no bound belongs between the brackets with them.
    const FigureCheck behind = check_behind(before, parse_figure(text, test_units()), number, "m", test_units());
    const FigureCheck around =
        check_words_around(before, text, "", number, "m", test_units(), nullptr, false, &no_others);
    if (!is_ok || behind.outcome == FigureOutcome::ok)
      CHECK((behind.outcome == FigureOutcome::ok && around.outcome == FigureOutcome::ok) == is_ok);
    CHECK(is_right(fmt::format("{} {}", words, text)) == is_ok);
  }
}

TEST_CASE("a figure may be near or far from another one of its sentence") {
  const auto holds = [](std::string_view before, int other) {
    const std::vector<Exact> others = {Exact(other)};
    return check_words_around(before, "40 m", "", Exact(40), "m", test_units(), nullptr, false, &others).outcome ==
           FigureOutcome::ok;
  };
  CHECK(holds("12 m is far from ", 12));
  CHECK(holds("39 m is just short of ", 39));
  CHECK_FALSE(holds("12 m is just short of ", 12));
  CHECK_FALSE(holds("41 m is well over ", 41));
  CHECK(holds("60 m is well over ", 60));
}

TEST_CASE("a bound before the brackets and a text with another number are one figure") {
  const auto behind = [](std::string_view before, std::string_view text) {
    const FigureCheck check = check_behind(before, parse_figure(text, test_units()), Exact(60), "m", test_units());
    CHECK(check.should_say == "");
    const bool is_around =
        check_words_around(before, text, " long", Exact(60), "m", test_units()).outcome == FigureOutcome::ok;
    CHECK((check.outcome == FigureOutcome::ok) == is_around);
    return check.outcome == FigureOutcome::ok ? std::string("ok") : check.why;
  };
  CHECK(behind("The Dana is under ", "100 m") == "ok");
  CHECK(behind("at least ", "50 m") == "ok");
  CHECK(behind("not more than ", "seventy m") == "ok");
  CHECK(behind("isn’t less than ", "50") == "ok");
  CHECK(behind("The Dana is under ", "50 m") == "the text says under 50 m, the data 60 m");
  CHECK(behind("It isn’t less than ", "70 m") == "the text says isn’t less than 70 m, the data 60 m");
  CHECK(behind("under ", "500 m") == "the text says under 500 m, the data 60 m");
  const auto outcome = [](std::string_view before, std::string_view text) {
    const FigureCheck check = check_behind(before, parse_figure(text, test_units()), Exact(60), "m", test_units());
    return check.outcome == FigureOutcome::ok ? std::string("ok") : "should say: " + check.should_say;
  };
  CHECK(outcome("Under: ", "100 m") == "should say: 60 m");
  CHECK(outcome("about ", "100 m") == "should say: 60 m");
  CHECK(outcome("thunder ", "100 m") == "should say: 60 m");
  CHECK(outcome("under ", "100–200 m") != "ok");
  CHECK(outcome("under ", "over 50 m") == "ok");
}

TEST_CASE("a wrong count is corrected together with its noun") {
  const auto corrected = [](std::string_view text) {
    return check_figure(parse_count(text, test_units()), Exact(15), "", test_units()).should_say;
  };
  CHECK(corrected("14 rivers") == "15 rivers");
  CHECK(corrected("14 sheep's cheeses") == "15 sheep's cheeses");
  CHECK(corrected("fourteen rivers") == "15 rivers");
  CHECK(corrected("14") == "15");
}

TEST_CASE("no words can be added before or after a valid figure") {
  for (const Form& form : kForms) {
    const std::string text = fmt::format("{}459{}", form.before, form.after);
    CAPTURE(text);
    CHECK(parse_figure(text, test_units()).problem == FigureProblem::none);
    CHECK(parse_figure(fmt::format(" {}\n", text), test_units()).problem == FigureProblem::none);
    for (const char* word : {"zorp", "the", "month", "of", "minus minus", "(", "±", "merely", "٤", "half"}) {
      CHECK(parse_figure(fmt::format("{} {}", word, text), test_units()).problem != FigureProblem::none);
      CHECK(parse_figure(fmt::format("{} {}", text, word), test_units()).problem != FigureProblem::none);
    }
    for (const char* end : {"zorp", ".", ",", "+", "!", "'s", ")", "…", "²²"})
      CHECK(parse_figure(text + end, test_units()).problem != FigureProblem::none);
  }
}

TEST_CASE("the text for an empty figure reads back as its value, whatever the field's format") {
  for (const char* unit :
       {"GB", "USD/machine/h", "%", "1", "×", "machine", "cup/s", "USD", "1/s", "EUR/Mcup", "°C", "pm"}) {
    for (const char* format : {"", ",.2f", ".0f", ".1%", "$,.2f", "~s", ".3s", "+,.1f", "(,.1f", "e"}) {
      for (const char* given : kValues) {
        const Exact value = *Exact::parse(given);
        Field field;
        field.unit = unit;
        field.format = format;
        field.resource = "drinks";
        const std::string shown = present_with_unit(value.to_double(), field, test_units());
        const std::string text = figure_of(value, shown, unit, test_units());
        CAPTURE(std::string(format));
        CAPTURE(shown);
        CAPTURE(text);
        CHECK(check_figure(parse_figure(text, test_units()), value, unit, test_units()).outcome == FigureOutcome::ok);
      }
    }
  }
  CHECK(figure_of(*Exact::parse("0.005"), "5m cups", "cup", test_units()) == "0.005 cups");
  CHECK(figure_of(38, "3800.0%", "%", test_units()) == "38 %");
}

TEST_CASE("figures far from their value are wrong") {
  for (const char* text : {"9e400 GB", "9e-400 GB", "about 9e-400 GB", "1e-400 GB"})
    CHECK(check_figure(parse_figure(text, test_units()), 459, "GB", test_units()).outcome == FigureOutcome::mismatch);
}

TEST_CASE("a value rounded to any number of digits matches, and its neighbours do not") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    const int digits = static_cast<int>(random() % 5);
    const Exact value =
        Exact(static_cast<int64_t>(random() % 20000001) - 10000000) / Exact(static_cast<int64_t>(1 + random() % 99991));
    const Exact rounded = value.rounded(digits);
    const auto says = [&](const Exact& n) {
      return check_figure(parse_figure(n.round_half_up(digits), test_units()), value, "GB", test_units()).outcome;
    };
    const bool is_near = (value - rounded).abs() * 10 <= value.abs();
    const bool is_lost = value.abs() < Exact::power_of_ten(-digits) && !is_near;  // no digit of the value is shown
    CHECK(says(rounded) == (is_lost ? FigureOutcome::mismatch : FigureOutcome::ok));
    const Exact step = Exact::power_of_ten(-digits);
    const bool tie = (value - rounded).abs() == step / 2;
    if (!tie) CHECK(says(rounded + step) == FigureOutcome::mismatch);
    if (!tie) CHECK(says(rounded - step) == FigureOutcome::mismatch);
  }
}

TEST_CASE("a printed value with a unit reads back as the same value") {
  static constexpr const char* kUnits[] = {"GB",     "USD/machine/h", "%",   "×",     "machine",
                                           "cups/s", "USD",           "1/s", "s/cup", "EUR/Mcup"};
  for (const char* unit : kUnits) {
    for (const double value : {1.0, 2.7, 459.0, 12345.5, -3.25, 0.001}) {
      Field field;
      field.unit = unit;
      field.resource = "drinks";
      const std::string text = present_with_unit(value, field, test_units());
      const FigureCheck check = check_figure(parse_figure(text, test_units()), *Exact::from(value), unit, test_units());
      CHECK_MESSAGE(check.outcome == FigureOutcome::ok, fmt::format("{}: {}", text, check.why));
    }
  }
}

TEST_CASE("arbitrary bytes are read without a crash") {
  std::mt19937 random(9);
  static constexpr const char* kPieces[] = {"1",    "2,",     ".", "-",     "−",   "–", "×",  "10^",     "e",
                                            "k",    "$",      "€", " ",     "per", "/", "GB", "million", "%",
                                            "\xff", "\u00a0", "²", "about", "to",  "a", "(",  "one",     "99999999999"};
  for (int i = 0; i < 50000; ++i) {
    std::string text;
    for (size_t n = random() % 12; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    check_figure(parse_figure(text, test_units()), Exact(7) / 3, "GB", test_units());
  }
  CHECK(parse_figure(std::string(2000, '1'), test_units()).problem == FigureProblem::bad_number);
  CHECK(parse_figure(std::string(900, '1'), test_units()).problem == FigureProblem::no_number);
}

}  // namespace
}  // namespace quantity
