#include "base/natural_order.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace base {

bool is_naturally_before(std::string_view a, std::string_view b) {
  const auto take_number = [](std::string_view& text) {
    const auto end = static_cast<size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
    const size_t zeros = std::min(text.find_first_not_of('0'), end - 1);
    const std::string_view number = text.substr(zeros, end - zeros);
    text.remove_prefix(end);
    return std::pair(number.size(), number);
  };
  std::string_view rest_a = a, rest_b = b;
  while (!rest_a.empty() && !rest_b.empty()) {
    if (is_digit(rest_a.front()) && is_digit(rest_b.front())) {
      const auto x = take_number(rest_a), y = take_number(rest_b);
      if (x != y) return x < y;
    } else {
      if (rest_a.front() != rest_b.front()) return rest_a.substr(0, 1) < rest_b.substr(0, 1);  // as unsigned bytes
      rest_a.remove_prefix(1);
      rest_b.remove_prefix(1);
    }
  }
  if (rest_a.empty() != rest_b.empty()) return rest_a.empty();
  return a < b;
}

}  // namespace base
