// Reads the header of a column as people write it. "Price (USD/h)" is a column `price`, titled "Price", in USD/h.
// "latency_ms", "usd_per_hour" and "% solved" contain a unit, and "QPS" is a unit.
#pragma once
#include <set>
#include <string>
#include <string_view>

#include "quantity/language.h"
#include "quantity/unit.h"

namespace import {

struct Head {
  std::string name;        // a name that a query can use without quotes: lower-case letters, digits, "_"
  std::string title;       // the title that readers see
  std::string unit;        // the unit in the header; "" if `units` knows none
  std::string unknown;     // a text in brackets at the end that is not a known unit; the title contains this text
  std::string why;         // the error of Units for `unknown`
  bool is_remark = false;  // whether `unknown` is so long that it is probably a remark, and part of the name
  // Whether the unit or `unknown` is one letter, "Power (W)", or a currency whose code is a word, "Lines in PHP".
  bool is_letter = false;
};

// Reads a header that may end in a unit: "price (USD/h)", "latency [ms]", "load in %", "load, %", "share %". What often
// means something else, "Sales (m)", "Price (min)", "Fee (kg)", is not a unit but `unknown`, unless the title says what
// is measured, "Depth (m)". "Temp (C)" is in °C. A currency whose code is a word, "Lines in PHP", is `unknown` unless
// the title speaks of money. If the file states the unit elsewhere, `is_stated`, it is the unit.
Head read_head(std::string_view text, const quantity::Units& units, bool is_stated = false);

// What the brackets at the end of a header state about its numbers, if it contradicts a unit that is given for them:
// "kg CO2e" and "thousands" for t. "" if they agree, or if the header is not clear.
std::string find_contradiction(std::string_view text, const quantity::Unit& unit, const quantity::Units& units,
                               bool is_stated = false);

// Reads the header of a column without quantities: text in brackets is part of the title.
Head read_plain_head(std::string_view text);

// Whether a header multiplies its numbers: "Revenue in millions".
bool names_scale(std::string_view head);

// The prefix of a unit that multiplies as the text does, "M" for "in million EUR"; "" if there is none, as in "per
// 1,000 people". `language` is that of the site.
std::string prefix_of_scale(std::string_view text, const quantity::Language& language);

// Whether the text beside a number may be no unit, as in "5 m" (views, in millions) and "9 pm", or only a part of it,
// as in "5 USD" below "Revenue in millions". In a column of lengths, "5 m" is clear.
bool may_be_no_unit(std::string_view unit, std::string_view head);

// Finds a word, in any case, in a list of any language; null if it is in none.
const quantity::Phrase* find_word(quantity::Phrases quantity::Language::* list, std::string_view word);

// Whether a lower-case word names amounts of money: "price", "kosten".
bool is_price_word(std::string_view word);

// Makes a column name: price_per_hour from "Price per hour", größe from "Größe", column_2025 from "2025"; names that
// SQL or this program reserves change: "order" becomes order_, "ref" becomes reference.
std::string column_name(std::string_view text);

// Whether a name in an option or in the settings is that of the column with this header: the header, or the name that
// it gets, with or without its unit.
bool names_column(std::string_view given, std::string_view head);

// Adds a word to a header before its unit: "Speed low (MB/s)" from "Speed (MB/s)" and "low".
std::string with_word(const std::string& head, std::string_view word);

// Returns the first of `name`, name_2, name_3 … that is not in `taken`, and adds it to `taken`.
std::string unique_name(const std::string& name, std::set<std::string>& taken);

// The unit at the end of a name: "latency_ms", "mem_gib", "usd_per_hour".
struct NamedUnit {
  std::string unit;   // the unit at the end of the name; "" if there is none
  std::string title;  // the title without the unit; "" to leave the header unchanged
  // Why `unit` is only a question, as a clause about the end of the name: "may mean something else". "" if it is clear.
  std::string doubt;
  // The unit that the end of "wind_ms", "fare_km" or "sales_usd_m" may also mean: "m/s", "UNIT/km", "MUSD".
  std::string other;
};
NamedUnit read_named_unit(std::string_view head, const quantity::Units& units);

// Returns the unit that a word means: "s" for "sec", "B" for "bytes"; "" if `units` does not contain the unit.
std::string unit_of_word(std::string_view word, const quantity::Units& units);

}  // namespace import
