// Units with real algebra: "USD/chip/h" times "chip*h" is "USD", and 1 GiB/s converts to 1.073741824 GB/s exactly.
// A unit is written as a product of names: `TFLOP/s`, `USD/(chip*h)`, `USD/chip/h` (the same), `USD per chip-hour` (the
// same), `m^2`, `m²`, `s^-1`, `1`. Built-in units are SI with its prefixes, bit and B with SI and IEC prefixes, time
// (without month and year, which have no exact length), ratios (% ‰ × times), all currencies of ISO 4217, and the
// symbols $ € £ ¥ ₹ ₩. Each currency is a separate dimension, so currencies do not convert. A site declares more units
// in data/units.json; each is a separate dimension.
// Sources: the SI brochure, 9th edition (BIPM, 2019), tables 2 to 8; IEC 80000-13 for binary prefixes.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quantity/decimal.h"

namespace quantity {

// A power of a named unit, as written: {"h", -1}.
struct UnitPart {
  std::string name;  // the name with its prefix, in the singular, with aliases resolved
  int power = 1;
  bool operator==(const UnitPart&) const = default;
};

// A unit. Immutable; belongs to the Units that parsed it.
struct Unit {
  Exact factor = 1;                   // the size of the unit in base units
  std::map<std::string, int> powers;  // maps base dimensions to powers, which are never 0; "B" and "bit" share "bit"
  std::vector<UnitPart> parts;        // the parts in the order of the text, with merged powers, which are never 0

  bool is_ratio() const { return powers.empty(); }
  // Returns text that parses as the same unit: "USD/chip/h", "1/s", "1".
  std::string text() const;
};

Unit operator*(const Unit& a, const Unit& b);
Unit operator/(const Unit& a, const Unit& b);

bool convertible(const Unit& a, const Unit& b);
// Whether both have the same size, even if they are written differently.
bool same_unit(const Unit& a, const Unit& b);
// Converts `value` to the unit `to`; nullopt if the units do not convert.
std::optional<Exact> convert(const Exact& value, const Unit& from, const Unit& to);

// A unit that a site declares in data/units.json.
struct DeclaredUnit {
  std::string name;              // the singular: "chip"
  std::string plural;            // the plural: "chips"; "" if it is the same as the name
  std::string title;             // a description
  std::optional<bool> prefixes;  // whether prefixes are allowed: "k", "M", "T" …
  bool is_count = false;         // whether it counts things, so that products may leave it out
};

struct UnitAlias {
  std::string name;   // the other name: "TFLOPS"
  std::string means;  // the unit: "TFLOP/s"
};

// An error in a declaration; the caller knows its position.
struct UnitError {
  bool in_alias = false;
  size_t index = 0;     // an index into `units` or `aliases`
  std::string message;  // the message: "\"kg\" already has another meaning"
};

struct Language;
struct Locale;
struct UnitTables;

// The units of a site. Immutable after construction; may be used from any thread.
class Units {
 public:
  // Adds a site's units to the built-in ones. Declaring a built-in name ("times") only gives it a plural and a title.
  // Aliases may refer to other aliases, but not in a cycle. Invalid declarations are skipped, and reported in
  // `problems`. Numbers and sentences are read and written in the language of the tag `language` (locale.h,
  // language.h). REQUIRES: find_locale(language)
  Units(const std::vector<DeclaredUnit>& units = {}, const std::vector<UnitAlias>& aliases = {},
        std::vector<UnitError>* problems = nullptr, std::string_view language = "en");

  // Parses a unit. For a text that is not a unit, returns nullopt and sets `why`: `"chpi" is not a known unit; did you
  // mean "chip"?`. A name has the first of these meanings that exists: a declared unit; a built-in unit; a prefix with
  // a declared name (so that a site's TOP is 10^12 OP, not Tonga's currency); a currency; a prefix with a built-in
  // name. "min" is minutes, "cd" is candela. The limits are 200 bytes, 16 names, and powers up to 9.
  std::optional<Unit> parse(std::string_view text, std::string* why = nullptr) const;

  // Returns the unit of a single name, as parse() does: "ms", but not "m-s" and "m²".
  std::optional<Unit> find(std::string_view name) const;

  // Returns the same quantity with as few different names as possible: min*USD/h becomes USD. This changes the factor;
  // convert(value, unit, tidy(unit)) returns the matching number.
  Unit tidy(const Unit& unit) const;

  // Returns the plural of a name without a prefix ("queries" for "query"); any other name is returned unchanged.
  std::string plural(std::string_view name) const;
  std::string title(std::string_view name) const;  // returns the declared title, or ""
  bool is_declared(std::string_view name) const;
  bool is_count(std::string_view name) const;     // whether units.json marks it as a count
  bool is_currency(std::string_view name) const;  // whether it is an ISO 4217 code that means money on this site
  const Language& language() const { return *language_; }
  const Locale& locale() const { return *locale_; }
  // Returns the same units, with numbers in another language. REQUIRES: find_locale(language)
  Units with_numbers_of(std::string_view language) const;
  // Splits a declared name from its prefix: "ktoken" is {"k", "token"}, but "MB" and "kg" are {"", …}.
  std::pair<std::string, std::string> split_declared(std::string_view name) const;

 private:
  std::shared_ptr<const UnitTables> tables_;
  const Language* language_;
  const Locale* locale_;
};

// Returns the built-in units alone, which are created once.
const Units& standard_units();

}  // namespace quantity
