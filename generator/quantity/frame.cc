#include "quantity/frame.h"

#include <fmt/format.h>

#include <limits>

#include "base/text.h"

namespace quantity {

double to_double(const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  const auto* decimal = std::get_if<Decimal>(&value);
  const std::optional<double> nearest = decimal ? base::parse_number<double>(decimal->digits) : std::nullopt;
  return nearest.value_or(std::numeric_limits<double>::quiet_NaN());
}

std::string to_text(const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return fmt::format("{}", *integer);
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* decimal = std::get_if<Decimal>(&value)) return decimal->digits;
  return "";
}

int Frame::find(std::string_view field) const {
  for (size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == field) return static_cast<int>(i);
  return -1;
}

std::string Frame::unit_of(size_t row, size_t column) const {
  const Field& field = fields[column];
  const int units = field.unit_field.empty() ? -1 : find(field.unit_field);
  return units < 0 ? field.unit : to_text(at(row, static_cast<size_t>(units)));
}

}  // namespace quantity
