// Numbers of more than 15 significant digits in SQL.
//
// SQL knows doubles, whose first 15 digits can be relied on. A number with more digits, published or calculated
// (data/exact_functions.h), is in SQL a double of its own, the nearest one that is free, and this table says which
// number that double means. So a query that passes the number on, compares it with another one, sorts or groups by it
// is exact. A double that is not in the table comes from a function such as sqrt(), and is rounded to 15 digits when it
// leaves SQL.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "quantity/decimal.h"

namespace data {

class LongNumbers {
 public:
  // `published` holds the numbers of the data and outlives this; null for a table of its own.
  explicit LongNumbers(const LongNumbers* published = nullptr) : published_(published) {}

  // Adds a number to the table if it is long. Returns what stands for it in SQL: an int64_t or a double. Of two numbers
  // the greater one has the greater double. Nothing if no double is free between the neighbours, which happens when
  // many numbers differ after their 16th digit only, and for numbers beyond all doubles. A fraction without end
  // (1/3) stays what it is in SQL; readers see 15 digits of it.
  std::optional<quantity::Value> add(const quantity::Exact& number);
  // The same for a cell, which is rounded if no double is free.
  quantity::Value in_sql(const quantity::Value& value);
  // The long number that a double of SQL means; null if it means none.
  const quantity::Exact* find_long(double number) const;
  // What readers see of a double of SQL.
  quantity::Value shown(double number) const;
  // A double without noise, for SQL.
  double clean(double number) const;
  void clear() { numbers_.clear(); }
  size_t size() const { return numbers_.size(); }  // without those published

 private:
  struct Slot {
    double place = 0;
    const quantity::Exact* number = nullptr;
  };
  // Of the numbers in the table the greatest at or below a double, and the least above it.
  std::optional<Slot> slot_up_to(double place) const;
  std::optional<Slot> slot_beyond(double place) const;
  static std::optional<double> free_place(const quantity::Exact& number, double nearest,
                                          const std::optional<Slot>& below, const std::optional<Slot>& above);

  const LongNumbers* published_;
  std::map<double, quantity::Exact> numbers_;  // by the double, in the order of the numbers
};

// Whether a number as written may have more than 15 significant digits, or be smaller than doubles are exact for.
bool may_be_long(std::string_view digits);

}  // namespace data
