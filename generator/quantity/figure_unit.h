// The scale and the unit behind a number: "million tokens", "k", "GB/s", "cents an hour", "per 1,000 requests".
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "quantity/unit.h"

namespace quantity::figure_unit {

// Where a number is read: prose goes on behind it, so that "5 as of today" has no attoseconds and "5 a day" no unit.
enum class Place { brackets, prose };

struct Scale {
  std::string_view name;
  int power;
};
// "million" as a whole word at `at`, or behind spaces. `end` is set behind it.
const Scale* scale_word_at(std::string_view text, size_t at, size_t& end);
// "k" directly behind a number, with no letter or digit behind it.
const Scale* scale_letter_at(std::string_view text, size_t at);
std::vector<std::string_view> scale_words();

struct FoundUnit {
  Unit unit;
  size_t end = 0;  // in the text
};

// The longest unit at `at`, or behind spaces or one hyphen, in every way to read it ("cents" of USD and of EUR).
// Behind an amount of `money` it starts with "per" or what means it.
std::vector<FoundUnit> units_at(std::string_view text, size_t at, const std::optional<Unit>& money, const Units& units,
                                Place place);

// "per", "a", "an" or "each".
bool is_per(std::string_view word);
// The first word of a text, without the spaces before it and the punctuation behind it.
std::string_view first_word(std::string_view text);
// "month", "years", "quarterly": times that have no exact length, so that they are not units.
bool is_inexact_time(std::string_view word);

}  // namespace quantity::figure_unit
