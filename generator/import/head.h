// The header of a column as people write it: "Price (USD/h)" is a column `price`, titled "Price", in USD/h;
// "latency_ms", "usd_per_hour", "QPS" and "% solved" end in a unit or are one.
#pragma once
#include <set>
#include <string>
#include <string_view>

#include "quantity/unit.h"

namespace import {

struct Head {
  std::string name;     // a name that a query can use without quotes: lower-case letters, digits, "_"
  std::string title;    // what readers see
  std::string unit;     // as written; "" if there is none that `units` knows
  std::string unknown;  // text in brackets at the end that is not a known unit; the title contains it
  std::string why;      // of an unknown one: the error of Units
};

// A unit is at the end: "price (USD/h)", "latency [ms]", "load in %", "load, %", "share %".
Head read_head(std::string_view text, const quantity::Units& units);

// The header of a column without quantities: brackets are part of its title.
Head read_plain_head(std::string_view text);

// "Price per hour" becomes price_per_hour, "Größe" größe, "2025" column_2025, "order" order_, "ref" reference.
std::string column_name(std::string_view text);

// `name`, or else name_2, name_3 …: the first that is not in `taken`, to which it is added.
std::string unique_name(const std::string& name, std::set<std::string>& taken);

// The unit at the end of a name: "latency_ms", "mem_gb", "time_sec".
struct NamedUnit {
  std::string unit;   // "" if there is none
  std::string title;  // without the unit; "" to leave the header unchanged
  std::string doubt;  // why a word that is often a unit was not accepted as one; otherwise ""
};
NamedUnit read_named_unit(std::string_view head, const quantity::Units& units);

// "sec" is "s", "bytes" is "B"; "" for a word that is not a unit that `units` knows.
std::string unit_of_word(std::string_view word, const quantity::Units& units);

}  // namespace import
