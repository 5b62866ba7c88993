#include "blocks/date_span.h"

#include <chrono>
#include <cstdlib>

namespace blocks {
namespace {

std::chrono::sys_days first_day(const std::string& date) {
  int year = std::atoi(date.c_str());
  unsigned month = date.size() >= 7 ? static_cast<unsigned>(std::atoi(date.c_str() + 5)) : 1;
  unsigned day = date.size() >= 10 ? static_cast<unsigned>(std::atoi(date.c_str() + 8)) : 1;
  return std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day);
}

}  // namespace

long days_spanned(const std::set<std::string>& dates) {
  std::set<std::string> known = dates;
  known.erase("");
  if (known.size() < 2) return 0;
  return (first_day(*known.rbegin()) - first_day(*known.begin())).count();
}

}  // namespace blocks
