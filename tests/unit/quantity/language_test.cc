#include "quantity/language.h"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "base/text.h"
#include "quantity/figure_text.h"

namespace {

using quantity::language_of;
using quantity::phrase_at;
using quantity::Phrases;

TEST_CASE("the longest phrase is found, with any spaces or a hyphen, in any case") {
  const Phrases phrases = {{"two", 2, ""}, {"two thirds", 3, ""}, {"über", 1, ""}};
  size_t end = 0;
  CHECK(phrase_at("two thirds", 0, phrases, end)->value == quantity::Exact(3));
  CHECK(phrase_at("Two-Thirds", 0, phrases, end)->value == quantity::Exact(3));
  CHECK(phrase_at("a two\u00a0thirds.", 2, phrases, end)->value == quantity::Exact(3));
  CHECK(end == 13);
  CHECK(phrase_at("two third", 0, phrases, end)->value == quantity::Exact(2));
  CHECK(phrase_at("Über 5", 0, phrases, end));
  CHECK(phrase_at("twofold", 0, phrases, end) == nullptr);
}

TEST_CASE("a language is found by its tag, and only signs are known of others") {
  CHECK(quantity::find_language("en") == quantity::find_language("EN-gb"));
  CHECK(quantity::find_language("xx") == nullptr);
  CHECK(quantity::find_language("eng") == nullptr);
  CHECK(language_of("xx").numbers.empty());
  CHECK(quantity::is_phrase("≈", language_of("xx").about));
}

TEST_CASE("languages have the same lists") {
  const auto lists = [](std::string_view file) {
    std::set<std::string_view> keys;
    for (const std::string_view line : base::split(file, '\n'))
      if (!line.empty() && line[0] != ' ' && line[0] != '#') keys.insert(line.substr(0, line.find(':')));
    return keys;
  };
  std::map<std::string_view, std::string_view> files;
  for (const auto& [path, file] : quantity::language_files()) files.emplace(path, file);
  for (const auto& [path, file] : files)
    if (path != "und.yaml") CHECK_MESSAGE(lists(file) == lists(files.at("en.yaml")), path);
}

TEST_CASE("German numbers in words, units and claims are known") {
  const quantity::Units units({}, {}, nullptr, "de");
  const auto is_right = [&](std::string_view text, std::string_view value, std::string_view unit) {
    return quantity::check_figure(quantity::parse_figure(text, units), *quantity::Exact::parse(value), unit, units)
               .outcome == quantity::FigureOutcome::ok;
  };
  CHECK(is_right("zweiundzwanzig", "22", ""));
  CHECK(is_right("etwa 1,2 Millionen", "1230000", ""));
  CHECK(is_right("2,5 Mrd. Euro", "2500000000", "EUR"));
  CHECK(is_right("2 Billionen", "2000000000000", ""));
  CHECK_FALSE(is_right("2 Billionen", "2000000000", ""));
  CHECK(is_right("über 2.850 Kilometer", "2900", "km"));
  CHECK(is_right("zwischen 2,8 und 2,9 km", "2.85", "km"));
  CHECK(is_right("38 Prozent", "0.38", "1"));
  CHECK(is_right("die Hälfte", "0.5", "1"));
  CHECK(is_right("2,70 € pro Stunde", "2.7", "EUR/h"));
  CHECK_FALSE(is_right("etwa zwei", "22", ""));
  const auto kind = [&](std::string_view text) {
    const auto claim = language_of("de").claim->find(text);
    size_t group = 1;
    while (claim && (*claim)[group].empty()) ++group;
    return claim ? group : 0;
  };
  CHECK(kind("Die Donau ist der längste Fluss.") == 2);
  CHECK(kind("Er ist am billigsten.") == 2);
  CHECK(kind("Er ist doppelt so lang wie der Rhein.") == 3);
  CHECK(kind("Der Rhein ist kürzer als die Donau.") == 3);
  CHECK(kind("Zwei Drittel der Flüsse sind schiffbar.") == 4);
  CHECK(kind("Im besten Fall reicht das.") == 1);
  CHECK(kind("Der Rhein ist lang und wird befahren.") == 0);
  CHECK(quantity::end_of("längste", language_of("de")) == quantity::End::high);
  CHECK(quantity::end_of("günstigsten", language_of("de")) == quantity::End::low);
}

TEST_CASE("lists have values and units") {
  const quantity::Language& english = language_of("en");
  size_t end = 0;
  CHECK(phrase_at("ninety-nine", 0, english.numbers, end)->value == quantity::Exact(99));
  CHECK(phrase_at("three quarters", 0, english.fractions, end)->value == quantity::Exact(3) / 4);
  CHECK(phrase_at("basis points", 0, english.units, end)->value == quantity::Exact(1) / 100);
  CHECK(phrase_at("basis points", 0, english.units, end)->unit == "%");
}

TEST_CASE("a date in words states a date in ISO 8601") {
  const auto states = [](std::string_view text, std::string_view date) {
    return quantity::states_date(text, date, quantity::standard_units());
  };
  for (const char* text :
       {"31 January 2026", "January 31, 2026", "31st of January 2026", "Jan. 31 2026", "January 2026"})
    CHECK_MESSAGE(states(text, "2026-01-31"), text);
  for (const char* text : {"30 January 2026", "31 February 2026", "31 January 2025", "2026", "31 January", "about 2026",
                           "31 January 2026 or so", "1 31 January 2026", ""})
    CHECK_FALSE_MESSAGE(states(text, "2026-01-31"), text);
  CHECK(states("January 2026", "2026-01"));
  CHECK_FALSE(states("31 January 2026", "2026-01"));
}

}  // namespace
