#include "quantity/stated.h"

#include <algorithm>

#include "quantity/figure_amount.h"
#include "quantity/figure_scan.h"

namespace quantity {
namespace {

constexpr size_t kWindow = 200;  // bytes in which a number and its unit are looked for
constexpr size_t kMoney = 8;     // bytes in front of a number for a sign of money

// "the 2010s": no seconds.
bool is_decade(std::string_view stated) {
  return stated.size() == 5 && stated.ends_with("0s") && (stated[0] == '1' || stated[0] == '2') &&
         stated.find_first_not_of("0123456789") == 4;
}

// "2 x 2": no ratio.
bool is_extent(std::string_view stated, std::string_view behind) {
  if (!stated.ends_with('x') && !stated.ends_with("×")) return false;
  const size_t next = figure_scan::skip_spaces(behind, 0);
  return next < behind.size() && behind[next] >= '0' && behind[next] <= '9';
}

}  // namespace

std::vector<Stated> find_stated(std::string_view text, const Units& units) {
  std::vector<Stated> found;
  for (size_t at = 0; (at = figure_scan::find_number(text, at)) != std::string_view::npos;) {
    size_t begin = found.empty() ? 0 : found.back().end;
    begin = std::max(begin, at > kMoney ? at - kMoney : 0);
    while (begin < at && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) ++begin;
    // Digits before this number belong to others, which were looked at.
    while (size_t digit = text.substr(begin, at - begin).find_first_of("0123456789") + 1) begin += digit;
    const std::string_view window = text.substr(begin, kWindow);
    const std::optional<Amount> amount = find_amount(window, units);
    const bool has_unit = amount && amount->mistake.empty() &&
                          std::any_of(amount->readings.begin(), amount->readings.end(),
                                      [](const FigureReading& r) { return r.unit.has_value(); });
    const std::string_view stated = has_unit ? window.substr(amount->begin, amount->end - amount->begin) : "";
    if (has_unit && !is_decade(stated) && !is_extent(stated, window.substr(amount->end))) {
      found.push_back({begin + amount->begin, begin + amount->end});
      at = found.back().end;
    } else {
      at = std::max(figure_scan::skip_name(text, at), at + 1);
    }
  }
  return found;
}

}  // namespace quantity
