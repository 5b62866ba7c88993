// By what the script sorts a column of numbers, where the text of its cells would not do: the values themselves, in one
// unit.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "blocks/table_columns.h"

namespace blocks {

class SortKeys {
 public:
  // All outlive it.
  SortKeys(const quantity::Frame& frame, const std::vector<ShownColumn>& columns, const quantity::Units& units);

  // "" where `shown`, the text of the cell, says the same number in full. By the column's place in the table.
  std::string value(size_t place, size_t row, std::string_view shown) const;
  // What a value is to be compared within, in a column of which some units do not convert into each other; else "".
  std::string unit(size_t place, size_t row) const;

 private:
  const quantity::Unit* unit_of_row(const ShownColumn& column, size_t row) const;
  const quantity::Frame& frame_;
  const std::vector<ShownColumn>& columns_;
  std::map<std::string, std::optional<quantity::Unit>> units_;
  std::vector<bool> mixed_;  // by place: units that do not convert
};

}  // namespace blocks
