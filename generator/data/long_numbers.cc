#include "data/long_numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>

#include "base/text.h"

namespace data {
namespace {

using quantity::Exact;

constexpr int kReliableDigits = std::numeric_limits<double>::digits10;  // the number of digits is 15

double rounded(double number) {
  if (!std::isfinite(number)) return number;
  char text[40];
  const auto end =
      std::to_chars(text, text + sizeof text, number, std::chars_format::scientific, kReliableDigits - 1).ptr;
  std::from_chars(text, end, number);
  return number;
}

// Whether the double is the nearest one to a number of at most 15 digits.
bool is_short(double number) { return rounded(number) == number; }

// Rounds to 15 digits, but keeps all digits before the point.
quantity::Value fifteen_digits(const Exact& number) {
  return number.rounded(std::max(0, kReliableDigits - 1 - number.magnitude())).to_value();
}

double neighbour(double number, bool above) {
  const double end = std::numeric_limits<double>::infinity();
  return std::nextafter(number, above ? end : -end);
}

}  // namespace

std::optional<quantity::Value> LongNumbers::add_number(const Exact& number) {
  double place = number.to_double();
  if (!std::isfinite(place) || (place == 0 && number.sign() != 0)) return std::nullopt;
  if (std::trunc(place) == place)
    if (quantity::Value value = number.to_value(); std::holds_alternative<int64_t>(value)) return value;
  if (is_short(place) && Exact::from(place) == number) return place;
  // The long numbers just below and above it.
  std::optional<Slot> below = slot_up_to(place), above = slot_beyond(place);
  while (below && *below->number > number) {
    above = below;
    below = slot_up_to(neighbour(below->place, false));
  }
  while (above && *above->number < number) {
    below = above;
    above = slot_beyond(above->place);
  }
  if (below && *below->number == number) return below->place;
  if (above && *above->number == number) return above->place;
  const std::optional<double> free = free_place(number, place, below, above);
  if (!free) return std::nullopt;
  numbers_.emplace(*free, number);
  return *free;
}

std::optional<double> LongNumbers::free_place(const Exact& number, double nearest, const std::optional<Slot>& below,
                                              const std::optional<Slot>& above) {
  const bool is_below = above && nearest >= above->place, is_above = below && nearest <= below->place;
  if (!is_below && !is_above && !is_short(nearest)) return nearest;
  const bool goes_up = is_above || (!is_below && number > Exact::from(nearest).value());
  const double from = is_above ? below->place : is_below ? above->place : nearest;
  // Try first the distances that leave a gap for numbers that may come between.
  for (const int steps : {4, 2, 1, 3, 5, 6, 7, 8}) {
    double place = from;
    bool fits = true;
    for (int step = 0; step < steps && fits; ++step) {
      place = neighbour(place, goes_up);
      // A double that 15 digits express represents that decimal, so it must be on the correct side of this number.
      if (is_short(place)) fits = step + 1 < steps && (Exact::from(place).value() < number) == goes_up;
    }
    if (fits && (!below || place > below->place) && (!above || place < above->place)) return place;
  }
  return std::nullopt;
}

quantity::Value LongNumbers::in_sql(const quantity::Value& value) {
  const auto* number = std::get_if<double>(&value);
  if (!std::holds_alternative<quantity::Decimal>(value) && (!number || is_short(*number))) return value;
  const std::optional<Exact> exact = Exact::from(value);
  std::optional<quantity::Value> added = exact ? add_number(*exact) : std::nullopt;
  return added ? *std::move(added) : rounded(quantity::to_double(value));
}

const Exact* LongNumbers::find_long(double number) const {
  if (auto found = numbers_.find(number); found != numbers_.end()) return &found->second;
  return published_ ? published_->find_long(number) : nullptr;
}

std::optional<LongNumbers::Slot> LongNumbers::slot_up_to(double place) const {
  std::optional<Slot> slot = published_ ? published_->slot_up_to(place) : std::nullopt;
  auto at = numbers_.upper_bound(place);
  if (at != numbers_.begin() && (!slot || std::prev(at)->first > slot->place)) {
    --at;
    slot = Slot{at->first, &at->second};
  }
  return slot;
}

std::optional<LongNumbers::Slot> LongNumbers::slot_beyond(double place) const {
  std::optional<Slot> slot = published_ ? published_->slot_beyond(place) : std::nullopt;
  const auto at = numbers_.upper_bound(place);
  if (at != numbers_.end() && (!slot || at->first < slot->place)) slot = Slot{at->first, &at->second};
  return slot;
}

quantity::Value LongNumbers::shown(double number) const {
  const Exact* known = find_long(number);
  if (!known) return rounded(number);
  quantity::Value value = known->to_value();
  const bool is_endless = std::holds_alternative<double>(value) && Exact::from(value) != *known;
  return is_endless ? fifteen_digits(*known) : value;
}

double LongNumbers::clean(double number) const { return find_long(number) ? number : rounded(number); }

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
