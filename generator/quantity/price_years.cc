// Finds the years whose prices a text mentions (quantity/figure_text.h).
#include <algorithm>
#include <functional>

#include "base/text.h"
#include "quantity/figure_parts.h"
#include "quantity/figure_text.h"
#include "quantity/language.h"

namespace quantity {
namespace {

constexpr size_t kYear = 4;  // digits

// Returns the years that words for prices follow or precede. `is_base` decides of the range of the words that follow
// whether they are meant.
std::set<int> years_in(std::string_view text, const Language& language,
                       const std::function<bool(size_t begin, size_t end)>& is_base) {
  std::set<int> years;
  for (size_t at = text.find_first_of("0123456789"); at < text.size();) {
    const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    size_t end_of_phrase = 0;
    const size_t next = end < text.size() && text[end] == '-' ? end + 1 : skip_spaces(text, end);
    if (end - at == kYear && (text[at] == '1' || text[at] == '2') &&
        ((next > end && phrase_at(text, next, language.price_bases, end_of_phrase) && is_base(next, end_of_phrase)) ||
         ends_with_words(text.substr(0, at), language.price_bases_of)))
      years.insert(*base::parse_number<int>(text.substr(at, kYear)));
    at = text.find_first_of("0123456789", end);
  }
  return years;
}

}  // namespace

std::set<int> price_years(std::string_view text, const Language& language) {
  return years_in(text, language, [](size_t, size_t) { return true; });
}

std::set<int> price_years_around(std::string_view before, std::string_view behind, const Units& units) {
  behind = behind.substr(0, std::min(behind.find_first_of("`;:"), behind.size()));
  before.remove_prefix(before.find_last_of("`;") + 1);
  const Language& language = units.language();
  std::set<int> years;
  for (const std::string_view text : {before, behind})
    years.merge(years_in(text, language, [&](size_t begin, size_t end) {
      const size_t next = skip_spaces(text, end);
      return next >= text.size() || !is_letter_at(text, next) ||
             !units_at(text, begin, {}, units, Place::brackets).empty();  // "dollars", which do not rise
    }));
  return years;
}

}  // namespace quantity
