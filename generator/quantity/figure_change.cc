// Finds percentage points and the direction of a change around a figure (quantity/figure_text.h).
#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "quantity/figure_parts.h"
#include "quantity/figure_text.h"

namespace quantity {

Percent percent_stated(std::string_view text, std::string_view behind, const Units& units) {
  constexpr size_t kWordsBehind = 40;  // bytes
  const std::string all(std::string(text) +
                        std::string(behind.substr(0, base::code_point_start(behind, kWordsBehind))));
  const size_t digit = find_number(text, 0, units.locale());
  const auto number =
      digit == std::string_view::npos ? find_word(all, 0, units.language()) : number_at(all, digit, units.locale());
  if (!number) return Percent::none;
  const Amount amount = read_amount(all, *number, units, Place::brackets);
  size_t at = skip_spaces(all, amount.upper ? amount.upper->end : number->end), end = 0;
  if (all.substr(at).starts_with('-')) ++at;
  if (phrase_at(all, at, units.language().points, end)) return Percent::points;
  const bool is_percent = std::ranges::any_of(amount.readings, [](const FigureReading& reading) {
    return reading.unit && reading.unit->is_ratio() && reading.unit->factor * 100 == Exact(1);
  });
  return is_percent ? Percent::whole : Percent::none;
}

namespace {

// Whether a text ends with one of the phrases, perhaps before a word such as "about".
bool leads_up(std::string_view before, const Phrases& phrases, const Language& language) {
  for (size_t at = 0, end = 0; at < before.size(); ++at) {
    if (is_letter_before(before, at) || !phrase_at(before, at, phrases, end)) continue;
    const std::string_view rest = base::trim(before.substr(end));
    if (rest.empty() || std::ranges::any_of(kQualifiers, [&](const auto& qualifier) {
          return is_phrase(rest, language.*qualifier.second);
        }))
      return true;
  }
  return false;
}

}  // namespace

int direction_around(std::string_view before, std::string_view behind, const Language& language) {
  constexpr size_t kWordsBefore = 50;  // bytes
  before.remove_prefix(base::code_point_start(before, before.size() - std::min(before.size(), kWordsBefore)));
  const auto is_beside = [&](const Phrases& phrases) {
    size_t end = 0;
    return leads_up(before, phrases, language) || phrase_at(behind, skip_spaces(behind, 0), phrases, end);
  };
  return is_beside(language.falls) ? -1 : is_beside(language.rises) ? 1 : 0;
}

}  // namespace quantity
