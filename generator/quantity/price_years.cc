// Finds the years whose prices a text mentions (quantity/figure_text.h).
#include <algorithm>

#include "base/text.h"
#include "quantity/figure_parts.h"
#include "quantity/figure_text.h"
#include "quantity/language.h"

namespace quantity {
namespace {

constexpr size_t kYear = 4;  // digits

}  // namespace

std::set<int> price_years(std::string_view text, const Language& language) {
  std::set<int> years;
  for (size_t at = text.find_first_of("0123456789"); at < text.size();) {
    const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    size_t end_of_phrase = 0;
    const size_t next = end < text.size() && text[end] == '-' ? end + 1 : skip_spaces(text, end);
    if (end - at == kYear && (text[at] == '1' || text[at] == '2') &&
        ((next > end && phrase_at(text, next, language.price_bases, end_of_phrase)) ||
         ends_with_words(text.substr(0, at), language.price_bases_of)))
      years.insert(*base::parse_number<int>(text.substr(at, kYear)));
    at = text.find_first_of("0123456789", end);
  }
  return years;
}

}  // namespace quantity
