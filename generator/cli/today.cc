#include "cli/today.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <string_view>

namespace cli {

std::optional<check::Day> find_today(std::string& why) {
  using namespace std::chrono;
  const char* epoch = std::getenv("SOURCE_DATE_EPOCH");
  if (!epoch || !*epoch) return floor<days>(system_clock::now());
  long long count = 0;
  std::string_view text = epoch;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  constexpr long long kMostSeconds = 253402300799;  // the year 9999
  if (error == std::errc() && end == text.data() + text.size() && count >= 0 && count <= kMostSeconds)
    return floor<days>(sys_seconds(seconds(count)));
  why = fmt::format("SOURCE_DATE_EPOCH is \"{}\", which is no number of seconds", text);
  return std::nullopt;
}

std::string day_of_today(std::string& why) {
  std::optional<check::Day> today = find_today(why);
  if (!today) return "";
  std::chrono::year_month_day day(*today);
  return fmt::format("{:04}-{:02}-{:02}", int(day.year()), unsigned(day.month()), unsigned(day.day()));
}

}  // namespace cli
