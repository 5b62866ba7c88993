// Numbers as people and spreadsheets write them: "1,234.50", "1.234,5", "12 345", "$2.70", "45 %", "−3".
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "quantity/unit.h"

namespace import {

// A number without what surrounds it, as it reads where the point or the comma is the decimal mark. The digits are
// those that were written: "2.70" stays "2.70".
struct NumberText {
  std::optional<std::string> with_point;
  std::optional<std::string> with_comma;
  std::string unit;  // of a sign at the number: "%", "‰", "$", "€", "£", "¥"; else ""

  // "1,234" is 1234 or 1.234.
  bool is_ambiguous() const { return with_point && with_comma && *with_point != *with_comma; }
};

inline constexpr size_t kLongestNumber = 400;  // bytes, of what is taken for a number

// Nothing for what is no number in either way of writing.
std::optional<NumberText> read_number_text(std::string_view cell);

// Of a number's signs: "%" and "‰" say what it is; those of money leave open per what.
bool is_ratio_sign(std::string_view sign);
// Whether a sign of money goes with a unit: "$", in dollars, with USD/h.
bool is_counted_in(const quantity::Unit& unit, const quantity::Unit& money);

// Stands for a value that is not there: "", "n/a", "NULL", "-", "…".
bool is_missing_mark(std::string_view cell);
// Of these the ones that no text means otherwise: "n/a", "n.a.". "None", "NA" and "-" may be words of a column of
// texts.
bool is_missing_text(std::string_view cell);

}  // namespace import
