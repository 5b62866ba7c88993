#include "quantity/figure_text.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <random>

#include "quantity/present.h"

namespace quantity {
namespace {

const Units& test_units() {
  static const Units units(
      {{"cup", "cups", "", {}}, {"machine", "machines", "", {}}, {"bean", "beans", "", {}}, {"FLOP", "FLOP", "", {}}},
      {{"TFLOPS", "TFLOP/s"}});
  return units;
}

// "ok", "should say …", or why not.
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
  CHECK(checked("2.6", "2.65") == "ok");  // a tie: either neighbour
  CHECK(checked("2.6", "2.651") == "should say: 2.7");
  CHECK(checked("1.01", "1.005") == "ok");
  CHECK(checked("2.70", "2.7") == "ok");
  CHECK(checked("2.70", "2.71") == "should say: 2.71");
  CHECK(checked("4.1", "4.14999") == "ok");
  CHECK(checked("-5", "-5") == "ok");
  CHECK(checked("−5", "-5.4") == "ok");
  CHECK(checked("−5", "-6") == "should say: −6");
  CHECK(checked("-5", "5") == "should say: 5");
  CHECK(checked("at most --5", "5") == "ok");
  CHECK(checked("at most --5", "6") == "should say: at most --6");
  CHECK(checked("−-5", "6") == "should say: −-6");
  CHECK(checked("at most --5", "-6") == "should say: ");
  CHECK(checked("x.-5", "6") == "should say: ");  // "x.6" is a name
  CHECK(checked("-$5", "6", "USD") == "should say: ");
  CHECK(checked("a fall of −3.4 in a year", "-3.44") == "ok");
  CHECK(checked(".5", "0.5") == "ok");
  CHECK(checked("well ...5", "5") == "ok");
  CHECK(checked("well..1", "4.1") == "should say: well..4");
}

TEST_CASE("a figure may be in another unit, if it converts") {
  CHECK(checked("0.459 PFLOP/s", "459", "TFLOP/s") == "ok");
  CHECK(checked("0.46 PFLOP/s", "459", "TFLOP/s") == "ok");
  CHECK(checked("0.47 PFLOP/s", "459", "TFLOP/s") == "should say: 0.46 PFLOP/s");
  CHECK(checked("90 minutes", "1.5", "h") == "ok");
  CHECK(checked("38 %", "0.38") == "ok");
  CHECK(checked("38%", "38", "%") == "ok");
  CHECK(checked("38 per cent", "0.384") == "ok");
  CHECK(checked("39 percent", "0.384") == "should say: 38 percent");
  CHECK(checked("2.3×", "2.34") == "ok");
  CHECK(checked("2.3x faster", "2.34") == "ok");
  CHECK(checked("2.3 times", "234", "%") == "ok");
  CHECK(checked("16 GiB", "17179869184", "B") == "ok");
  CHECK(checked("459 TFLOPS", "459", "TFLOP/s") == "ok");
  CHECK(checked("459 GB/s", "459", "TFLOP/s") ==
        "the text is in GB/s, the value in TFLOP/s, and one does not convert to the other");
  CHECK(checked("16 machines", "16") ==
        "the text is in machine, the value in no unit, and one does not convert to the other");
  CHECK(checked("22 km", "22", "kmx") == "the text is in km, the value in \"kmx\", which is not a known unit");
  CHECK(checked("5 as of today", "5", "GB") == "ok");
  CHECK(checked("5 in all", "5", "GB") == "ok");
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
  CHECK(checked("1,00", "100") == "\"1,00\" has a comma where no thousands end; a decimal point is \".\"");
}

TEST_CASE("money is read with its sign, its code, and what it is per") {
  CHECK(checked("$2.70", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("$2.70 per machine-hour", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("$2.70/machine/h", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("$64.80 per machine-day", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("$2.70 an hour", "2.7", "USD/h") == "ok");
  CHECK(checked("USD 2.70", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("2.70 USD", "2.7", "USD/machine/h") == "ok");
  CHECK(checked("US$1,200", "1200.4", "USD") == "ok");
  CHECK(checked("$1.2 million", "1234567", "USD") == "ok");
  CHECK(checked("€5", "5", "EUR") == "ok");
  CHECK(checked("−$5", "-5", "USD") == "ok");
  CHECK(checked("−$5", "-6", "USD") == "should say: −$6");
  CHECK(checked("$2.60", "2.7", "USD/machine/h") == "should say: $2.70");
  CHECK(checked("$0.50 per million cups", "0.0000005", "USD/cup") == "ok");
  CHECK(checked("$0.60 per 1,000 cups", "0.0005", "USD/cup") == "should say: $0.50 per 1,000 cups");
  CHECK(checked("€2.70", "2.7", "USD/machine/h") ==
        "the text is in EUR, the value in USD/machine/h, and one does not convert to the other");
  CHECK(checked("$2.70 an hour", "2.7", "USD/machine/h") ==
        "the text is in USD/h, the value in USD/machine/h, and one does not convert to the other");
  CHECK(checked("$2.70/machne", "2.7", "USD/machine") == "\"machne\" is not a known unit; did you mean \"machine\"?");
}

TEST_CASE("words around a figure do not matter, and names are no numbers") {
  CHECK(checked("over 459 TFLOP/s of peak", "459", "TFLOP/s") == "ok");
  CHECK(checked("(459 TFLOP/s)", "459", "TFLOP/s") == "ok");
  CHECK(checked("459 TFLOP/s.", "459", "TFLOP/s") == "ok");
  CHECK(checked("the v5p's 459 TFLOP/s in bf16", "459", "TFLOP/s") == "ok");
  CHECK(checked("model-7b needs 16 GB", "16", "GB") == "ok");
  CHECK(checked("a 16-machine room", "16", "machine") == "ok");
  CHECK(checked("a 3D view of 7 cups", "7", "cup") == "ok");
  CHECK(checked("the 4th", "4") == "\"the 4th\" states no number");
  CHECK(checked("fast", "4") == "\"fast\" states no number");
  for (const std::string text : {"twenty-one", "x.ten", "-ten", "ten69x", "model.two"})
    CHECK(checked(text, "10") == "\"" + text + "\" states no number");
  CHECK(checked("two-way", "2") == "ok");
  CHECK(checked("", "4") == "\"\" states no number");
  CHECK(checked("5 TFOLP/s", "5", "TFLOP/s") == "\"TFOLP\" is not a known unit; did you mean \"TFLOP\"?");
}

TEST_CASE("a figure states one number") {
  CHECK(checked("8 machines at 459 TFLOP/s", "459", "TFLOP/s") ==
        "the text has two numbers, 8 and 459, and a figure states one");
  CHECK(checked("459 TFLOP/s (see 3)", "459", "TFLOP/s") ==
        "the text has two numbers, 459 and 3, and a figure states one");
}

TEST_CASE("about and its like loosen the last digits") {
  CHECK(checked("about 460 TFLOP/s", "459", "TFLOP/s") == "ok");
  CHECK(checked("nearly 500 TFLOP/s", "459", "TFLOP/s") == "ok");
  CHECK(checked("About 400 TFLOP/s", "459", "TFLOP/s") == "should say: About 500 TFLOP/s");
  CHECK(checked("~460", "459") == "ok");
  CHECK(checked("≈ 460", "459") == "ok");
  CHECK(checked("about 458", "459") == "ok");
  CHECK(checked("about 457", "459") == "should say: about 459");
  CHECK(checked("roughly 2.5", "2.6") == "ok");
  CHECK(checked("roughly 2.5", "2.61") == "should say: roughly 2.6");
  CHECK(checked("about $1,000", "1049", "USD") == "ok");
  CHECK(checked("over 460", "459") == "should say: over 459");
  CHECK(checked("gabout 460", "459") == "should say: gabout 459");
}

TEST_CASE("a range holds its value") {
  CHECK(checked("1.2–1.4", "1.3") == "ok");
  CHECK(checked("1.2–1.4 GB", "1.16", "GB") == "ok");
  CHECK(checked("1.2-1.4", "1.44") == "ok");
  CHECK(checked("1.2 to 1.4 million", "1350000") == "ok");
  CHECK(checked("$1.20–$1.40", "1.3", "USD/h") == "ok");
  CHECK(checked("1.2–1.4", "1.52") == "should say: 1.2–1.5");
  CHECK(checked("1.2–1.4", "1.04") == "should say: 1.0–1.4");
  CHECK(checked("5–3", "4") == "the range \"5–3\" goes down");
}

TEST_CASE("numbers written out are read where there are no digits") {
  CHECK(checked("eight machines", "8", "machine") == "ok");
  CHECK(checked("Seven machines", "8", "machine") == "should say: eight machines");
  CHECK(checked("twice", "2.3", "×") == "ok");
  CHECK(checked("twice the price", "3.2") == "should say: three times the price");
  CHECK(checked("twice", "3.5", "%") == "should say: ");
  CHECK(checked("twice%", "459") == "should say: ");
  CHECK(checked("twice/cup", "459") == "should say: ");
  CHECK(checked("twice, at most", "3") == "should say: three times, at most");
  CHECK(checked("someone", "1") == "\"someone\" states no number");
  CHECK(checked("56.9six", "459") == "\"56.9six\" states no number");
}

TEST_CASE("a correction keeps the author's way of writing, but not nothing but zeros") {
  CHECK(checked("0.0 GB", "0.0123", "GB") == "ok");
  CHECK(checked("5 TB", "3", "GB") == "should say: 0.00300 TB");
  CHECK(checked("999", "12345") == "should say: 12,345");
}

TEST_CASE("both sides are told when they differ") {
  const FigureCheck check = check_figure(parse_figure("about $3.10 per machine-hour", test_units()),
                                         *Exact::parse("2.7"), "USD/machine/h", test_units());
  CHECK(check.outcome == FigureOutcome::mismatch);
  CHECK(check.stated == "$3.10 per machine-hour");
  CHECK(check.actual == "$2.70 per machine-hour");
  CHECK(check.why == "the text says $3.10 per machine-hour, the data $2.70 per machine-hour");
}

TEST_CASE("whatever a correction says is right, and reads back") {
  std::mt19937_64 random(11);
  static constexpr const char* kPatterns[] = {
      "{} GB", "about {} GB",          "${}",    "{}", "{}k cups", "{} million cups", "~{}", "{} %", "nearly {} min",
      "{}x",   "€{} per machine-hour", "(−{} K)"};
  static constexpr const char* kUnits[] = {"GB", "MB", "USD", "EUR/machine/h", "1", "cup", "%", "s", "h", "K", "×"};
  int corrected = 0;
  for (int i = 0; i < 20000; ++i) {
    const int digits = static_cast<int>(random() % 4);
    const Exact shown =
        Exact(static_cast<int64_t>(random() % 100000)) / Exact(static_cast<int64_t>(1 + random() % 5000));
    const std::string text =
        fmt::format(fmt::runtime(kPatterns[random() % std::size(kPatterns)]), shown.round_half_up(digits));
    const Exact value = Exact(static_cast<int64_t>(random() % 2000000)) / 1000 - 300;
    const char* unit = kUnits[random() % std::size(kUnits)];
    const FigureCheck check = check_figure(parse_figure(text, test_units()), value, unit, test_units());
    if (check.outcome != FigureOutcome::mismatch || check.should_say.empty()) continue;
    ++corrected;
    const FigureCheck again = check_figure(parse_figure(check.should_say, test_units()), value, unit, test_units());
    CHECK_MESSAGE(again.outcome == FigureOutcome::ok,
                  fmt::format("{} -> {} for {} {}", text, check.should_say, value.round_half_up(4), unit));
  }
  CHECK(corrected > 2000);
}

TEST_CASE("what is rounded to any number of digits agrees, and a neighbour does not") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    const int digits = static_cast<int>(random() % 5);
    const Exact value =
        Exact(static_cast<int64_t>(random() % 20000001) - 10000000) / Exact(static_cast<int64_t>(1 + random() % 99991));
    const Exact rounded = *Exact::parse(value.round_half_up(digits));
    const auto says = [&](const Exact& n) {
      return check_figure(parse_figure(n.round_half_up(digits), test_units()), value, "GB", test_units()).outcome;
    };
    CHECK(says(rounded) == FigureOutcome::ok);
    const Exact step = Exact::power_of_ten(-digits);
    const bool tie = (value - rounded).abs() == step / 2;
    if (!tie) CHECK(says(rounded + step) == FigureOutcome::mismatch);
    if (!tie) CHECK(says(rounded - step) == FigureOutcome::mismatch);
  }
}

TEST_CASE("what we print with a unit reads back as the same value") {
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

TEST_CASE("any bytes are read without a crash") {
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

TEST_CASE("words that would make another number of it are refused") {
  for (const std::string_view text : {"151 hundred GB", "151 dozen GB", "151 lakh GB", "half of 151 GB", "twice 151 GB",
                                      "double 151 GB", "minus 151 GB", "½ 151 GB"}) {
    CAPTURE(text);
    CHECK(parse_figure(text, standard_units()).problem == FigureProblem::bad_number);
  }
  CHECK(parse_figure("Half of 8", standard_units()).why == "\"Half\" would make another number of it");
  CHECK(parse_figure("twice", standard_units()).problem == FigureProblem::none);
}

}  // namespace
}  // namespace quantity
