#include "import/named_unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "import/head.h"
#include "import/number_text.h"

namespace import {
namespace {

constexpr size_t kMostlyQuantities = 80;  // percent of a column's values, from which on another one is a slip

struct UnitWord {
  std::string_view word, unit;
};

// Words that mean one unit wherever they end a name. In lower case.
constexpr std::array kUnitWords = {
    UnitWord{"ns", "ns"},       UnitWord{"µs", "us"},         UnitWord{"ms", "ms"},     UnitWord{"s", "s"},
    UnitWord{"sec", "s"},       UnitWord{"secs", "s"},        UnitWord{"second", "s"},  UnitWord{"seconds", "s"},
    UnitWord{"msec", "ms"},     UnitWord{"millis", "ms"},     UnitWord{"usec", "us"},   UnitWord{"mins", "min"},
    UnitWord{"minute", "min"},  UnitWord{"minutes", "min"},   UnitWord{"hr", "h"},      UnitWord{"hrs", "h"},
    UnitWord{"hour", "h"},      UnitWord{"hours", "h"},       UnitWord{"day", "d"},     UnitWord{"days", "d"},
    UnitWord{"bytes", "B"},     UnitWord{"kb", "kB"},         UnitWord{"mb", "MB"},     UnitWord{"gb", "GB"},
    UnitWord{"tb", "TB"},       UnitWord{"kib", "KiB"},       UnitWord{"mib", "MiB"},   UnitWord{"gib", "GiB"},
    UnitWord{"tib", "TiB"},     UnitWord{"hz", "Hz"},         UnitWord{"khz", "kHz"},   UnitWord{"mhz", "MHz"},
    UnitWord{"ghz", "GHz"},     UnitWord{"watt", "W"},        UnitWord{"watts", "W"},   UnitWord{"kw", "kW"},
    UnitWord{"wh", "W*h"},      UnitWord{"kwh", "kW*h"},      UnitWord{"volts", "V"},   UnitWord{"mm", "mm"},
    UnitWord{"cm", "cm"},       UnitWord{"km", "km"},         UnitWord{"kg", "kg"},     UnitWord{"ml", "ml"},
    UnitWord{"pct", "%"},       UnitWord{"percent", "%"},     UnitWord{"%", "%"},       UnitWord{"usd", "USD"},
    UnitWord{"dollars", "USD"}, UnitWord{"eur", "EUR"},       UnitWord{"euros", "EUR"}, UnitWord{"gbp", "GBP"},
    UnitWord{"jpy", "JPY"},     UnitWord{"cny", "CNY"},       UnitWord{"inr", "INR"},   UnitWord{"chf", "CHF"},
    UnitWord{"cad", "CAD"},     UnitWord{"aud", "AUD"},       UnitWord{"kmh", "km/h"},  UnitWord{"kph", "km/h"},
    UnitWord{"qps", "query/s"}, UnitWord{"rps", "request/s"}, UnitWord{"tps", "1/s"},   UnitWord{"fps", "1/s"},
    UnitWord{"iops", "1/s"}};

// Words that are units as often as not, and what else they may be.
constexpr std::array kDoubtful = {UnitWord{"us", "microseconds, or a country"},
                                  UnitWord{"w", "watts, or a width"},
                                  UnitWord{"h", "hours, or a height"},
                                  UnitWord{"min", "minutes, or the smallest value"},
                                  UnitWord{"m", "metres, minutes or millions"},
                                  UnitWord{"mw", "megawatts or milliwatts"},
                                  UnitWord{"mbps", "megabits or megabytes a second"},
                                  UnitWord{"gbps", "gigabits or gigabytes a second"},
                                  UnitWord{"kbps", "kilobits or kilobytes a second"},
                                  UnitWord{"b", "bytes, bits or billions"},
                                  UnitWord{"k", "thousands or kelvin"},
                                  UnitWord{"g", "grams, or a multiple of the earth's gravity"}};

// The words of a name: "mem_gb" and "Memory GB" alike; "%" is one of its own.
std::vector<std::string> words_of(std::string_view head) {
  std::vector<std::string> words;
  std::string word;
  auto end = [&] {
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (char c : head) {
    if (c == '%') {
      end();
      words.emplace_back("%");
    } else if (base::is_space(c) || c == '_' || c == '-') {
      end();
    } else {
      word += c;
    }
  }
  end();
  return words;
}

std::string title_before(const std::vector<std::string>& words, size_t count) {
  const std::vector<std::string> kept(words.begin(), words.begin() + static_cast<ptrdiff_t>(count));
  return read_plain_head(base::join(kept, " ")).title;
}

// Words that name a thing as often as they measure one, where they stand alone: "Second", "Day".
bool is_unit_alone(std::string_view word) {
  const std::string lower = base::lower_case(word);
  constexpr std::array<std::string_view, 5> kNames = {"second", "minute", "hour", "day", "watt"};
  return word.size() > 2 && std::find(kNames.begin(), kNames.end(), lower) == kNames.end();
}

// Single letters are units only in the names of programs: "time_s", but not "Model S".
bool may_be_unit(std::string_view word, std::string_view head) {
  return word.size() > 1 || word == "%" || head.find('_') != std::string_view::npos;
}

}  // namespace

std::string unit_of_word(std::string_view word, const quantity::Units& units) {
  const std::string lower = base::lower_case(word);
  const auto* known =
      std::find_if(kUnitWords.begin(), kUnitWords.end(), [&](const UnitWord& each) { return each.word == lower; });
  if (known == kUnitWords.end()) return "";
  if (units.parse(known->unit)) return std::string(known->unit);
  const size_t slash = known->unit.find('/');  // of "query/s", where nobody declared the query
  return slash == std::string_view::npos ? "" : "1" + std::string(known->unit.substr(slash));
}

NamedUnit read_named_unit(std::string_view head, const quantity::Units& units) {
  const std::vector<std::string> words = words_of(head);
  NamedUnit named;
  if (words.empty()) return named;
  // "usd_per_hour", "cost_usd_per_hour", "tokens_per_s"
  if (words.size() >= 3 && base::lower_case(words[words.size() - 2]) == "per") {
    const std::string above = words[words.size() - 3], below = unit_of_word(words.back(), units);
    std::string over = unit_of_word(above, units);
    if (over.empty() && units.parse(above)) over = above;
    std::string under = below.empty() && units.parse(words.back()) ? words.back() : below;
    if (!over.empty() && !under.empty()) {
      named.unit = over + "/" + under;
      if (words.size() > 3) named.title = title_before(words, words.size() - 3);
    }
    return named;
  }
  if (std::find(words.begin(), words.end(), "%") != words.end()) {
    named.unit = "%";
    return named;
  }
  const std::string& last = words.back();
  if (words.size() == 1) {  // "QPS", "seconds"
    if (is_unit_alone(last)) named.unit = unit_of_word(last, units);
    return named;
  }
  if (!may_be_unit(last, head)) return named;
  named.unit = unit_of_word(last, units);
  if (!named.unit.empty()) {
    named.title = title_before(words, words.size() - 1);
    return named;
  }
  const std::string lower = base::lower_case(last);
  for (const UnitWord& each : kDoubtful)
    if (each.word == lower)
      named.doubt =
          fmt::format("\"{}\" at its end may be {}: if it is a unit, add \"unit\" to the field", last, each.unit);
  return named;
}

std::vector<std::string> move_units_to_heads(Sheet& sheet, const quantity::Units& units,
                                             std::vector<std::string>& wanted) {
  std::vector<std::string> notes;
  for (SheetColumn& column : sheet.columns) {
    if (!column.values.empty() || !read_head(column.head, units).unit.empty()) continue;
    std::vector<std::string_view> numbers, found;  // `found` are the different units
    std::string_view other;                        // the first value that is no number with a unit
    for (std::string_view cell : column.cells) {
      const size_t space = cell.find(' ');
      const bool missing = is_missing_mark(cell);
      std::string_view number = missing ? cell : cell.substr(0, space);
      std::string_view unit = missing || space == std::string_view::npos ? "" : base::trim(cell.substr(space));
      const bool fits = !unit.empty() && !base::is_digit(unit.front()) && read_number_text(number) && units.parse(unit);
      if (!missing && !fits) {
        if (other.empty()) other = cell;
        continue;
      }
      numbers.push_back(number);
      if (!missing && std::find(found.begin(), found.end(), unit) == found.end()) found.push_back(unit);
    }
    if (found.empty()) continue;
    if (!other.empty()) {
      if (numbers.size() * 100 >= column.cells.size() * kMostlyQuantities)
        wanted.push_back(fmt::format("{} is text: {} of its {} values are numbers with a unit, \"{}\" is not",
                                     column.head, numbers.size(), column.cells.size(), other));
      continue;
    }
    if (found.size() > 1) {
      const std::vector<std::string> names(found.begin(), found.end());
      wanted.push_back(fmt::format("{} holds numbers in {}: write them in one unit, or it stays text", column.head,
                                   base::join(names, ", ")));
      continue;
    }
    notes.push_back(fmt::format("the values of {} are in {}, as each of them says", column.head, found.front()));
    column.head += fmt::format(" ({})", found.front());
    column.cells = std::move(numbers);
  }
  return notes;
}

}  // namespace import
