// The best, the worst and the greatest value of each column of a table, over all rows of its data.
#pragma once
#include <vector>

#include "blocks/table_columns.h"

namespace blocks {

class Extremes {
 public:
  Extremes(const quantity::Frame& frame, const std::vector<ShownColumn>& columns);

  // By the column's place in the table. False in columns of which nothing says what is better, in those whose values
  // are all alike or in different units, and for what is no number. Equal values share the mark.
  bool is_best(size_t place, const quantity::Value& value) const { return is(of_[place].best, value); }
  bool is_worst(size_t place, const quantity::Value& value) const { return is(of_[place].worst, value); }
  double greatest(size_t place) const { return of_[place].greatest; }  // NaN for a column without numbers

 private:
  struct Column {
    quantity::Value best, worst;  // null for none
    double greatest = 0;          // NaN for none
  };
  static bool is(const quantity::Value& extreme, const quantity::Value& value);

  std::vector<Column> of_;
};

}  // namespace blocks
