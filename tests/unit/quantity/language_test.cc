#include "quantity/language.h"

#include <doctest/doctest.h>

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
