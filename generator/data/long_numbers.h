// Represents numbers with more than 15 significant digits in SQL.
//
// SQL has doubles, whose first 15 digits are reliable. A number with more digits, published or calculated
// (data/sql_functions.h), is represented in SQL by the nearest double that no other number has, and this table has the
// number of each of these doubles. So a query that returns, compares, sorts or groups by the number is exact. A double
// that is not in the table comes from a function such as sqrt(), and is rounded to 15 digits in results.
#pragma once
#include <map>
#include <optional>

#include "quantity/decimal.h"

namespace data {

class LongNumbers {
 public:
  // `published` contains the numbers of the data and must outlive this; may be null.
  explicit LongNumbers(const LongNumbers* published = nullptr) : published_(published) {}

  // Adds a number to the table if it is long. Returns its representation in SQL: an int64_t or a double. The order of
  // the doubles is the order of the numbers. Returns nullopt if no double is free between the neighbours, which happens
  // if many numbers differ only after their 16th digit, and for numbers beyond all doubles. A repeating fraction (1/3)
  // is exact in SQL; readers see 15 digits.
  std::optional<quantity::Value> add_number(const quantity::Exact& number);
  // Like add_number(), but rounds a cell's value if no double is free.
  quantity::Value in_sql(const quantity::Value& value);
  // Returns the long number that a double of SQL represents, or null.
  const quantity::Exact* find_long(double number) const;
  // Converts a double of SQL to the value that results show.
  quantity::Value shown(double number) const;
  // Removes the noise after the 15th digit, for SQL.
  double clean(double number) const;
  void clear() { numbers_.clear(); }

 private:
  struct Slot {
    double place = 0;
    const quantity::Exact* number = nullptr;
  };
  // slot_up_to() returns the greatest number in the table at or below a double, slot_beyond() the least one above it.
  std::optional<Slot> slot_up_to(double place) const;
  std::optional<Slot> slot_beyond(double place) const;
  static std::optional<double> free_place(const quantity::Exact& number, double nearest,
                                          const std::optional<Slot>& below, const std::optional<Slot>& above);

  const LongNumbers* published_;
  std::map<double, quantity::Exact> numbers_;  // keyed by the double that represents the number
};

// Whether a number as written may have more than 15 significant digits, or be too small for exact doubles.
bool may_be_long(std::string_view digits);

}  // namespace data
