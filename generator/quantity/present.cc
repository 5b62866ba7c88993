#include "quantity/present.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "quantity/decimal.h"

namespace quantity {
namespace {

constexpr int kSignificant = 4;       // of the greatest value of a computed column
constexpr int kLeastSignificant = 2;  // of its smallest
constexpr int kMostDecimals = 12;
constexpr int kCents = 2;

// Money that has cents, by the start of the unit's text ("USD/h").
bool has_cents(std::string_view unit) {
  static constexpr std::string_view kCodes[] = {"AED", "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR",
                                                "GBP", "HKD", "ILS", "INR", "MXN", "NOK", "NZD", "PLN", "SAR",
                                                "SEK", "SGD", "THB", "TRY", "TWD", "USD", "ZAR"};
  const std::string_view name = unit.substr(0, unit.find_first_of("/* "));
  return std::find(std::begin(kCodes), std::end(kCodes), name) != std::end(kCodes);
}

// Digits after the point of the shortest exact text.
int decimals_of(const Exact& value) {
  const std::string text = value.to_decimal(kMostDecimalDigits).value_or("");
  const size_t point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
}
int decimals_of(double value) {
  if (value == std::trunc(value)) return 0;
  const std::optional<Exact> exact = Exact::from(value);
  return exact ? decimals_of(*exact) : 0;
}

std::string with_decimals(const Exact& value, int decimals) {
  return base::replace_all(group_thousands(value.round_half_up(decimals)), "-", "\u2212");
}
std::string with_decimals(double value, int decimals) {
  const std::optional<Exact> exact = Exact::from(value);
  return exact ? with_decimals(*exact, decimals) : plain_number(value);
}

// What the values of a column need, as they are taken in one by one.
struct Digits {
  double greatest = 0;
  double smallest = 0;  // but not 0
  int decimals = 0;

  void take(double value) { take(value, value); }
  void take(const Exact& value) { take(value.to_double(), value); }
  void take(const Value& value) {
    return is_beyond_double(value) ? take(Exact::from(value).value()) : take(to_double(value));
  }
  template <class Number>
  void take(double nearest, const Number& value) {
    const double size = std::abs(nearest);
    if (!std::isfinite(nearest) || size == 0) return;
    greatest = std::max(greatest, size);
    smallest = smallest == 0 ? size : std::min(smallest, size);
    decimals = std::max(decimals, decimals_of(value));
  }
  int rounded() const {
    if (greatest == 0) return 0;
    const int for_greatest = kSignificant - 1 - Exact::from(greatest)->magnitude();
    const int for_smallest = kLeastSignificant - 1 - Exact::from(smallest)->magnitude();
    return std::min({std::max({for_greatest, for_smallest, 0}), decimals, kMostDecimals});
  }
};

}  // namespace

ColumnFormat::ColumnFormat(const Field& field) : type_(field.type) {
  if (!field.format.empty()) format_ = NumberFormat::parse(field.format);
  round_ = !format_ && field.resource.empty() && field.is_measure();
  cents_ = !format_ && has_cents(field.unit);
}

ColumnFormat::ColumnFormat(const Frame& frame, size_t column) : ColumnFormat(frame.fields[column]) {
  in_column_ = true;
  if (format_ || (!round_ && !cents_)) return;
  Digits digits;
  for (size_t row = 0; row < frame.rows(); ++row) digits.take(frame.at(row, column));
  if (round_) decimals_ = digits.rounded();
  if (!cents_) return;
  if (digits.decimals == 0)
    cents_ = false;
  else if (decimals_)
    decimals_ = std::max(*decimals_, kCents);
}

template <class Number>
std::string ColumnFormat::number(const Number& value) const {
  if (decimals_) return with_decimals(value, *decimals_);
  if (!round_ && !cents_) return plain_number(value);
  int decimals = decimals_of(value);
  if (round_) {
    Digits digits;
    digits.take(value);
    decimals = digits.rounded();
  }
  // A column that has cents somewhere has them everywhere; an amount by itself only where it is not whole.
  const bool cents = cents_ && (in_column_ || decimals > 0);
  if (cents) decimals = std::max(decimals, kCents);
  return round_ || cents ? with_decimals(value, decimals) : plain_number(value);
}

std::string ColumnFormat::operator()(const Value& value) const {
  if (is_null(value)) return std::string(kNoValue);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (type_ == FieldType::boolean) return to_double(value) != 0 ? "yes" : "no";
  if (type_ == FieldType::year && !format_) return to_text(value);
  if (format_) return (*format_)(value);
  if (is_beyond_double(value)) return number(Exact::from(value).value());
  const double nearest = to_double(value);
  return std::isfinite(nearest) ? number(nearest) : plain_number(nearest);
}

std::string ColumnFormat::with_unit(const Value& value, std::string_view unit, const Units& units) const {
  std::string text = (*this)(value);
  if (!is_number(value) || type_ == FieldType::boolean) return text;
  if (!format_ || !(format_->has_symbol() || format_->is_percent())) return attach_unit(text, unit, units);
  // The format prints a sign of its own, so that only what stands after the number is ours.
  const Affixes affixes = unit_affixes(unit, units, text == "1");
  return format_->is_percent() ? text : text + affixes.after;
}

std::string present(const Value& value, const Field& field) { return ColumnFormat(field)(value); }

std::string present_with_unit(const Value& value, const Field& field, std::string_view unit, const Units& units) {
  return ColumnFormat(field).with_unit(value, unit, units);
}

std::string present_with_unit(const Value& value, const Field& field, const Units& units) {
  return present_with_unit(value, field, field.unit, units);
}

}  // namespace quantity
