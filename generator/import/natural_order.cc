#include "import/natural_order.h"
#include "base/text.h"

namespace import {
namespace {

using base::is_digit;

// The digits at the front, without leading zeros; taken off `text`.
std::string_view take_number(std::string_view& text) {
  size_t end = 0, zeros = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  while (zeros + 1 < end && text[zeros] == '0') ++zeros;
  std::string_view number = text.substr(zeros, end - zeros);
  text.remove_prefix(end);
  return number;
}

}  // namespace

bool naturally_before(std::string_view a, std::string_view b) {
  std::string_view rest_a = a, rest_b = b;
  while (!rest_a.empty() && !rest_b.empty()) {
    if (is_digit(rest_a.front()) && is_digit(rest_b.front())) {
      std::string_view x = take_number(rest_a), y = take_number(rest_b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (rest_a.front() != rest_b.front())
        return static_cast<unsigned char>(rest_a.front()) < static_cast<unsigned char>(rest_b.front());
      rest_a.remove_prefix(1);
      rest_b.remove_prefix(1);
    }
  }
  if (rest_a.empty() != rest_b.empty()) return rest_a.empty();
  return a < b;
}

}  // namespace import
