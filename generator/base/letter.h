// What words are made of, in any script; by utf8proc's tables.
#pragma once

namespace base {

// Unicode's letters, marks, decimal digits and letter numbers (categories L, M, Nd and Nl).
bool is_letter_or_digit(char32_t code_point);

}  // namespace base
