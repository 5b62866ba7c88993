// The words and numbers within a figure's text, taken from left to right. Read by figure_text.cc and stated.cc.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "quantity/figure_text.h"

namespace quantity::figure_scan {

// A number and the scale that stands in it ("2 × 10^12", "1e18").
struct ScannedNumber {
  WrittenNumber number;
  Exact scale = 1;
  size_t end = 0;       // behind the scale
  std::string mistake;  // of separators; "" when it is well written
};

// A number whose first digit is at `at`, where one may start.
std::optional<ScannedNumber> number_at(std::string_view text, size_t at);

// The first digit from `from` on that may start a number: not within a name (v5p, A4, mix-8). npos for none.
size_t find_number(std::string_view text, size_t from);
// Behind a name or word that starts or continues at `at`: letters, digits, '.', '-', '_'.
size_t skip_name(std::string_view text, size_t at);

// "zero" to "twelve", and "twice", as a whole word from `from` on.
std::optional<ScannedNumber> find_word(std::string_view text, size_t from);
std::string_view word_for(int number);  // 0 to 12
bool is_twice(std::string_view text, const WrittenNumber& number);

size_t skip_spaces(std::string_view text, size_t at);  // and no-break and thin ones
size_t skip_spaces_back(std::string_view text, size_t at);
bool is_letter_at(std::string_view text, size_t at);  // any beyond ASCII counts, but for known signs
bool is_letter_before(std::string_view text, size_t at);
bool starts_with_word(std::string_view text, std::string_view word);  // any case, and no letter behind it

}  // namespace quantity::figure_scan
