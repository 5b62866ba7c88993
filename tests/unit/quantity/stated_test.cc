// Tests finding numbers with units in running text.
#include "quantity/figure_text.h"

#include <doctest/doctest.h>

#include <string>

namespace {

// Returns the findings, each in brackets.
std::string marked(std::string_view text, const quantity::Units& units) {
  std::string out;
  size_t at = 0;
  for (const quantity::Stated& each : quantity::find_stated(text, units)) {
    REQUIRE(each.begin >= at);
    REQUIRE(each.end > each.begin);
    out += std::string(text.substr(at, each.begin - at)) + "[" +
           std::string(text.substr(each.begin, each.end - each.begin)) + "]";
    at = each.end;
  }
  return out + std::string(text.substr(at));
}

std::string marked(std::string_view text) {
  static const quantity::Units units({{"chip", "chips", "", true}, {"token", "tokens", "", true}},
                                     {{"hours", "h"}, {"hour", "h"}});
  return marked(text, units);
}

TEST_CASE("numbers with units are found with their sign and unit") {
  CHECK(marked("It takes 128 GB, of 1,024 GB.") == "It takes [128 GB], of [1,024 GB].");
  CHECK(marked("about $2.70 an hour and US$5 per million tokens") ==
        "about [$2.70 an hour] and [US$5 per million tokens]");
  CHECK(marked("40%, 38 %, 5 per cent") == "[40%], [38 %], [5 per cent]");
  CHECK(marked("a 16-chip slice of 8 chips") == "a [16-chip] slice of [8 chips]");
  CHECK(marked("from 1.2–1.4 s to 2 to 3 hours") == "from [1.2–1.4 s] to [2 to 3 hours]");
  CHECK(marked("5 GB") == "[5 GB]");
  CHECK(marked("at 5 gigabytes, 30 cents an hour or 20 basis points.") ==
        "at [5 gigabytes], [30 cents an hour] or [20 basis points].");
  CHECK(marked("2.5 quadrillion tokens, with 5 Tokens") == "[2.5 quadrillion tokens], with [5 Tokens]");
}

TEST_CASE("numbers in words are found with their scale and unit") {
  CHECK(marked("It takes three dollars, half a gigabyte and ninety-nine percent.") ==
        "It takes [three dollars], [half a gigabyte] and [ninety-nine percent].");
  CHECK(marked("Two dozen vendors, twenty-four cores and two thousand rules.") ==
        "[Two dozen] vendors, [twenty-four] cores and [two thousand] rules.");
  CHECK(marked("a third of it, twice a day, someone, a rule, a thousand rules, 21one") ==
        "a third of it, twice a day, someone, a rule, [a thousand] rules, 21one");
}

TEST_CASE("counts are found without their nouns, and number words below 13 are small") {
  CHECK(marked("In 2024 there were 3 of them, 32 engines and 1.2k of them.") ==
        "In 2024 there were [3] of them, [32] engines and [1.2k] of them.");
  CHECK(marked("The 62-tool test, 10^5 rows, ½ of them and 1/3 of them.") ==
        "The [62]-tool test, [10^5] rows, [½] of them and [1/3] of them.");
  CHECK(marked("(99.6% at 415).") == "([99.6%] at [415]).");
  const auto found = quantity::find_stated("Twelve bridges, thirteen rivers.", quantity::standard_units());
  REQUIRE(found.size() == 2);
  CHECK(found[0].kind == quantity::Stated::Kind::small_count);
  CHECK(found[1].kind == quantity::Stated::Kind::count);
}

TEST_CASE("numbers beside years, ratios and times without an exact length are counts") {
  CHECK(marked("In 2024 500 of them failed.") == "In 2024 [500] of them failed.");
  CHECK(marked("It is 4:1 here, for two years.") == "It is [4]:1 here, for [two] years.");
  CHECK(marked("Only 3 work.") == "Only [3] work.");
  CHECK(marked("About 40 are idle.") == "About [40] are idle.");
  const auto found = quantity::find_stated("for two years", quantity::standard_units());
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == quantity::Stated::Kind::count);
}

TEST_CASE("numbers are found in texts without spaces between words") {
  const quantity::Units japanese({{"人", "", "", true}}, {}, nullptr, "ja"), chinese({}, {}, nullptr, "zh-Hans"),
      thai({}, {}, nullptr, "th"), korean({}, {}, nullptr, "ko");
  CHECK(marked("長さは1,233キロメートルです。幅は5kmで、人口は1.2万人、深さ２m。", japanese) ==
        "長さは[1,233キロメートル]です。幅は[5km]で、人口は[1.2万人]、深さ２m。");
  CHECK(marked("約300本の川、三百五十本の川、5時間、気温は−5℃、38％です。", japanese) ==
        "約[300]本の川、[三百五十]本の川、[5時間]、気温は[−5℃]、[38％]です。");
  CHECK(marked("全长1,233公里，约占38%，共12条，超过三千万人。", chinese) ==
        "全长[1,233公里]，约占[38%]，共[12]条，超过[三千万]人。");
  CHECK(marked("แม่น้ำยาว1,233กิโลเมตร", thai) == "แม่น้ำยาว[1,233]กิโลเมตร");
  CHECK(marked("강의 길이는1,233킬로미터입니다", korean) == "강의 길이는[1,233]킬로미터입니다");
  for (const char* text :
       {"2019年1月5日に第3回の調査、21世紀、1990年代、令和6年、A4用紙、v5pは、GPT-4は、十分、一般に。",
        "十二月三日、二〇一九年、万一。"})
    CHECK(marked(text, japanese) == text);
  for (const char* text : {"2019年1月5日，第3次，21世纪，一般，A4纸。", "十二月三日，二〇一九年。"})
    CHECK(marked(text, chinese) == text);
  CHECK(marked("2000人が住む。", japanese) == "[2000人]が住む。");
}

TEST_CASE("names, dates and versions are not counts") {
  for (const char* text :
       {"version 1.28 of v5p",
        "on 2025-08-12, page 7",
        "Table 1 and section 4.2",
        "the 3D mesh of 2 x 2",
        "",
        "no number",
        "RFC 8259",
        "since the 2010s, and the 1990s.",
        "in 2010 euros, in 2010 euro, at 2010 prices, in constant 2010 US dollars, 2010 price levels.",
        "in 1998, for Python 3",
        "Version 2.0 is out.",
        "A 70B model, the 7B model",
        "A 4x4 mesh, a 4 × 4 mesh.",
        "on 31 January 2026, Feb 4, 2011",
        "It launched in Q3 2026.",
        "24/7 and 10:30",
        "(1) and #5",
        "1. Begin",
        "Llama 3 works.",
        "Python 3.12 is supported.",
        "Debian 12 or 13",
        "Debian 12 or 13 works.",
        "a 404 handler",
        "a 1:1 map",
        "in round 4.1, on 3.9.9"})
    CHECK(marked(text) == text);
}

TEST_CASE("numbers that can't be read are skipped") {
  CHECK(marked("1,28 GB and 5–3 GB and 7 GB") == "1,[28 GB] and 5–[3 GB] and [7 GB]");
  CHECK(marked("It is 2x faster, or 2.3×, in 4 x 4.") == "It is [2x] faster, or [2.3×], in 4 x 4.");
  CHECK(marked(std::string(3000, 'x') + " 5 GB") == std::string(3000, 'x') + " [5 GB]");
  CHECK(marked("9" + std::string(3000, ' ') + "GB") == "[9]" + std::string(3000, ' ') + "GB");
}

}  // namespace
