#include "blocks/table_sort.h"

#include <cmath>

#include "base/text.h"

namespace blocks {

SortKeys::SortKeys(const quantity::Frame& frame, const std::vector<ShownColumn>& columns, const quantity::Units& units)
    : frame_(frame), columns_(columns) {
  for (const ShownColumn& column : columns) {
    bool mixed = false;
    for (size_t row = 0; !column.field.unit_field.empty() && row < frame.rows(); ++row) {
      std::string text = blocks::unit_of(column, frame, row);
      if (!units_.contains(text)) units_.emplace(text, units.parse(text));
      const quantity::Unit* first = unit_of_row(column, 0);
      const quantity::Unit* other = unit_of_row(column, row);
      if (!first || !other || !quantity::convertible(*first, *other)) mixed = true;
    }
    mixed_.push_back(mixed);
  }
}

const quantity::Unit* SortKeys::unit_of_row(const ShownColumn& column, size_t row) const {
  auto found = units_.find(blocks::unit_of(column, frame_, row));
  return found == units_.end() || !found->second ? nullptr : &*found->second;
}

std::string SortKeys::value(size_t place, size_t row, std::string_view shown) const {
  const ShownColumn& column = columns_[place];
  const quantity::Value& value = frame_.at(row, column.index);
  if (!column.is_number() || !quantity::is_number(value)) return "";
  if (!column.field.unit_field.empty() && !mixed_[place]) {
    auto exact = quantity::Exact::from(value);
    return exact ? quantity::to_text((*exact * unit_of_row(column, row)->factor).to_value()) : "";
  }
  std::string exact = quantity::to_text(value);
  std::string plain = base::replace_all(base::replace_all(std::string(shown), ",", ""), "\u2212", "-");
  return plain == exact ? "" : exact;
}

std::string SortKeys::unit(size_t place, size_t row) const {
  return mixed_[place] ? blocks::unit_of(columns_[place], frame_, row) : "";
}

}  // namespace blocks
