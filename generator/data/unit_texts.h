// Texts that a checked query makes of numbers (data/unit_functions.h): the digits of a number must stay together, no
// others may join them, and the unit beside it must be its own. For this folder only.
#pragma once
#include <sqlite3.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/unit_functions.h"

namespace data {

// A text that a query makes of texts and numbers with units.
struct JoinedText {
  std::string text;
  std::vector<std::pair<size_t, TaggedNumber>> numbers;  // with their places

  void add(sqlite3_value* value);
  // Gives the text, or a mistake: a unit that the texts put beside a number must be its own, x || ' GB', and digits
  // make another number, x || '000'. `of` are the values that it was made of; `is_part`: it has only numbers of theirs.
  void give(sqlite3_context* context, size_t place, std::span<sqlite3_value* const> of, bool is_part) const;
};

// The functions kUnitPart and kUnitApart.
void unit_part(sqlite3_context* context, int count, sqlite3_value** arguments);
void unit_apart(sqlite3_context* context, int count, sqlite3_value** arguments);

}  // namespace data
