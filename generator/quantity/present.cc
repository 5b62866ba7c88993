#include "quantity/present.h"

#include <algorithm>
#include <cmath>

namespace quantity {
namespace {

constexpr int kSignificant = 4;     // significant digits for the greatest value of a computed column
constexpr int kMinSignificant = 2;  // significant digits for its smallest value
constexpr int kMaxDecimals = 12;
constexpr int kCents = 2;

// Whether a unit is money with cents, according to the start of the unit's text ("USD/h").
bool has_cents(std::string_view unit) {
  static constexpr std::string_view kCodes[] = {"AED", "AUD", "BRL", "CAD", "CHF", "CNY", "CZK", "DKK", "EUR",
                                                "GBP", "HKD", "ILS", "INR", "MXN", "NOK", "NZD", "PLN", "SAR",
                                                "SEK", "SGD", "THB", "TRY", "TWD", "USD", "ZAR"};
  const std::string_view name = unit.substr(0, unit.find_first_of("/* "));
  return std::find(std::begin(kCodes), std::end(kCodes), name) != std::end(kCodes);
}

// The number of digits that the values of a column need.
struct Digits {
  std::optional<int> greatest, smallest;  // exponents, ignoring values of 0
  int decimals = 0;

  void add(const Value& value) {
    if (!is_number(value) || !std::isfinite(to_double(value))) return;
    const Scientific number = scientific(value);
    if (number.is_zero()) return;
    greatest = std::max(greatest.value_or(number.exponent), number.exponent);
    smallest = std::min(smallest.value_or(number.exponent), number.exponent);
    decimals = std::max(decimals, number.after_point());
  }
  int rounded() const {
    if (!greatest) return 0;
    const int wanted = std::max({kSignificant - 1 - *greatest, kMinSignificant - 1 - *smallest, 0});
    return std::min({wanted, decimals, kMaxDecimals});
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
  for (size_t row = 0; row < frame.rows(); ++row) digits.add(frame.at(row, column));
  if (round_) decimals_ = digits.rounded();
  if (!cents_) return;
  if (digits.decimals == 0)
    cents_ = false;
  else if (decimals_)
    decimals_ = std::max(*decimals_, kCents);
}

std::string ColumnFormat::number(const Value& value) const {
  if (!std::isfinite(to_double(value)) || (!round_ && !cents_)) return plain_number(value);
  if (decimals_) return fixed_number(value, *decimals_);
  Digits digits;
  digits.add(value);
  int decimals = round_ ? digits.rounded() : digits.decimals;
  // If one value of a column has cents, all show cents. A single amount shows them only if it is not whole.
  const bool cents = cents_ && (in_column_ || decimals > 0);
  if (cents) decimals = std::max(decimals, kCents);
  return round_ || cents ? fixed_number(value, decimals) : plain_number(value);
}

std::string ColumnFormat::operator()(const Value& value) const {
  if (is_null(value)) return std::string(kNoValue);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (type_ == FieldType::boolean) return to_double(value) != 0 ? "yes" : "no";
  if (type_ == FieldType::year && !format_) return to_text(value);
  if (format_) return (*format_)(value);
  return number(value);
}

std::string ColumnFormat::with_unit(const Value& value, std::string_view unit, const Units& units) const {
  std::string text = (*this)(value);
  if (!is_number(value) || type_ == FieldType::boolean) return text;
  if (!format_ || !(format_->has_symbol() || format_->is_percent())) return attach_unit(text, unit, units);
  // The format prints its own sign, so only the text after the number is added.
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
