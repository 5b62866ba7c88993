#include "data/long_numbers.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace data {
namespace {

using quantity::Exact;

constexpr int kReliableDigits = std::numeric_limits<double>::digits10;  // 15
// Doubles between a number and the one that stands for it: beyond, its 15th digit could be another one.
constexpr int kMaxSteps = 3;

double rounded(double number) {
  if (!std::isfinite(number)) return number;
  char text[40];
  const auto end =
      std::to_chars(text, text + sizeof text, number, std::chars_format::scientific, kReliableDigits - 1).ptr;
  std::from_chars(text, end, number);
  return number;
}

// Represents a number of at most 15 digits.
bool is_short(double number) { return rounded(number) == number; }

double neighbour(double number, bool above) {
  const double end = std::numeric_limits<double>::infinity();
  return std::nextafter(number, above ? end : -end);
}

}  // namespace

std::optional<quantity::Value> LongNumbers::add(const Exact& number) {
  double place = number.to_double();
  if (!std::isfinite(place) || (place == 0 && number.sign() != 0)) return std::nullopt;
  quantity::Value value = number.to_value();
  if (std::holds_alternative<int64_t>(value)) return value;
  if (std::holds_alternative<double>(value)) {
    if (is_short(place)) return value;
    if (Exact::from(place) != number) return rounded(place);
  }
  std::optional<bool> above;  // which way the search goes
  for (int step = 0; step <= kMaxSteps; ++step, place = neighbour(place, *above)) {
    const Entry* other = find(place);
    if (other == nullptr && !is_short(place)) {
      numbers_.emplace(std::bit_cast<uint64_t>(place), Entry{number, std::move(value)});
      return place;
    }
    const Exact taken = other != nullptr ? other->number : Exact::from(place).value();
    if (taken == number) return place;
    const bool is_greater = number > taken;
    if (above && *above != is_greater) return std::nullopt;
    above = is_greater;
  }
  return std::nullopt;
}

quantity::Value LongNumbers::in_sql(const quantity::Value& value) {
  const auto* number = std::get_if<double>(&value);
  if (!std::holds_alternative<quantity::Decimal>(value) && (number == nullptr || is_short(*number))) return value;
  const std::optional<Exact> exact = Exact::from(value);
  std::optional<quantity::Value> added = exact ? add(*exact) : std::nullopt;
  return added ? *std::move(added) : rounded(quantity::to_double(value));
}

const LongNumbers::Entry* LongNumbers::find(double number) const {
  if (auto found = numbers_.find(std::bit_cast<uint64_t>(number)); found != numbers_.end()) return &found->second;
  return published_ == nullptr ? nullptr : published_->find(number);
}

const Exact* LongNumbers::find_long(double number) const {
  const Entry* known = find(number);
  return known == nullptr ? nullptr : &known->number;
}

quantity::Value LongNumbers::shown(double number) const {
  if (const Entry* known = find(number)) return known->shown;
  return rounded(number);
}

double LongNumbers::clean(double number) const { return find(number) != nullptr ? number : rounded(number); }

bool may_be_long(std::string_view digits) {
  size_t count = 0;
  bool has_exponent = false;
  for (char c : digits) {
    has_exponent |= c == 'e' || c == 'E';
    if (base::is_digit(c) && (count > 0 || c != '0')) ++count;
  }
  return count > kReliableDigits || has_exponent;
}

}  // namespace data
