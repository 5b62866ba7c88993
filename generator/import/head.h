// The head of a column as people write it, taken apart: "Price (USD/h)" is a column `price`, titled "Price", in USD/h.
#pragma once
#include <set>
#include <string>
#include <string_view>

#include "quantity/unit.h"

namespace import {

struct Head {
  std::string name;     // a name that a query can use without quotes: lower-case letters, digits, "_"
  std::string title;    // what readers see
  std::string unit;     // as written; "" where there is none that `units` knows
  std::string unknown;  // what stands in brackets at the end but is no known unit; the title keeps it then
  std::string why;      // of an unknown one: what Units says about it
};

// A unit stands at the end: "price (USD/h)", "latency [ms]", "load in %", "load, %", "share %".
Head read_head(std::string_view text, const quantity::Units& units);

// The head as the title of a column that holds no quantity: brackets are part of it.
Head read_plain_head(std::string_view text);

// "Price per hour" is price_per_hour, "Größe" größe, "2025" column_2025, "order" order_, "ref" reference.
std::string column_name(std::string_view text);

// `name`, or else name_2, name_3 …: none of those in `taken`, in which it is put.
std::string unique_name(const std::string& name, std::set<std::string>& taken);

}  // namespace import
