// The words of a language with which sentences state numbers and compare: languages/LANG.yaml, whose head describes the
// format. The code contains no words of any language, and no grammar: it finds the phrases of these lists.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/pattern.h"
#include "quantity/decimal.h"

namespace quantity {

struct Phrase {
  std::string text;  // in lower case, with single spaces
  Exact value = 1;
  std::string unit;  // the unit of a phrase of `units`
};
using Phrases = std::vector<Phrase>;  // in the order of the file: the first is the one to write

struct Language {
  Phrases numbers, fractions, multiples, scales, dozens, one, of_one, minus, negations;
  Phrases about, nearly, over, at_least, under, at_most, from, to, and_to;
  Phrases just_over, just_under, well_over, well_under;
  Phrases behind;     // words behind a number, and the sign of the list above that they mean: "以上 = ≥"
  Phrases and_parts;  // "and a half" behind a number, its scale or its unit
  Phrases compounds;  // words between numbers that are written as one word; empty if the language has no such words
  Phrases units, points, per, of, not_units, inexact_times;
  Phrases rises, falls, changes;  // words beside a change, and those in the title of a column of changes
  Phrases months, date_parts;
  // Words after and before the year of prices: "2017 dollars", "prices of 2017", "in 2017 dollars".
  Phrases price_bases, price_bases_of, price_bases_in;
  // In these lists "<NAME>" means any phrase of the list NAME, "*" any word, "^" any capitalised word, "#" that a
  // number follows, and "…" up to three words that are not in `breaks`.
  Phrases superlatives, comparisons, quantities, numbered, no_claims;
  Phrases superlative_words, comparatives, adjectives, qualities, amounts, all, factors, articles, abbreviations,
      breaks, is, has, parts, spans, foreseen;
  Phrases sells, quantifiers, universals, outcomes, of_money, of_time, not_names, verbs;
  Phrases ordinals;  // words with which a superlative is no end of an order: "the third largest"
  Phrases low_end, high_end, best_end, worst_end;
  Phrases before_years, after_years, before_decades, behind_hours, joins, times;
  // Words of tables, whose language is not known: names of rows that sum up others ("* total" also behind other words),
  // words in headers that multiply numbers, with a prefix as their unit, names of units, beginnings of words for
  // what numbers in a unit measure, and words for money.
  Phrases totals, regions, scale_words, unit_words, doubtful_units, measured, prices, money, of_amounts;
  Phrases no_rates;  // words behind "an hour" that make it no rate: "ago"

  // Finds a claim: groups 1 to 4 are words that only look like one, a superlative, a comparison and a quantity.
  std::shared_ptr<const base::LazyPattern> claim;
  // Finds a number in words, but no multiples.
  std::shared_ptr<const base::LazyPattern> number;
  // Whether claims are checked: the files of some languages have only words for numbers.
  bool has_claims() const { return !superlatives.empty(); }
  bool spells_units = false;  // whether quantity/present.cc has words for units: "per hour"
};

// Returns the words for a tag of BCP 47, such as "en-GB", or null if its language has no file.
const Language* find_language(std::string_view tag);
// The same, but only signs ("≈") if its language has no file. English words may mean something else: "billion".
const Language& language_of(std::string_view tag);

// Returns all languages, English first.
const std::vector<const Language*>& all_languages();

// Returns the tag and those of which it is a part: "de-CH" gives de-CH and de. Chinese has two scripts, and a region
// implies one of them (CLDR's likely subtags).
std::vector<std::string> tags_of(std::string_view tag);

// Returns the value of a decimal digit of any script, such as "٤" and "४"; -1 for another character.
int digit_value(char32_t character);

// Which end of an order the words of a superlative mean: "cheapest" the low one, "best" the better one.
enum class End { none, low, high, best, worst };
End end_of(std::string_view superlative, const Language& language);

// Returns the longest phrase that begins at `at`, ignoring case, and sets `end` to the position after it. A space of
// the phrase is one or more spaces or one hyphen in the text. If `is_whole`, a letter must not follow a letter of the
// phrase. Returns null if there is none.
const Phrase* phrase_at(std::string_view text, size_t at, const Phrases& phrases, size_t& end, bool is_whole = true);
// Whether the text ends with one of the phrases as whole words, and perhaps spaces, ignoring case.
bool ends_with_words(std::string_view text, const Phrases& phrases);
// Whether one of the phrases is anywhere in the text, as whole words.
bool mentions(std::string_view text, const Phrases& phrases);
// Whether the whole text is one of the phrases.
bool is_phrase(std::string_view text, const Phrases& phrases);

// Whether the word is a time without an exact length, and so not a unit: "month", "years", "quarterly".
bool is_inexact_time(std::string_view word, const Language& language);

// The paths and contents of the files in languages/.
const std::vector<std::pair<std::string_view, std::string_view>>& language_files();

}  // namespace quantity
