// Units with real algebra: "USD/chip/h" times "chip*h" is "USD", and 1 GiB/s converts to 1.073741824 GB/s exactly.
//
// A text is a product of names: `TFLOP/s`, `USD/(chip*h)`, `USD/chip/h` (the same), `USD per chip-hour` (the same),
// `m^2`, `m²`, `s^-1`, `1`. Known are SI with its prefixes, bit and B with SI and IEC prefixes, time (no month and no
// year: they have no exact length), ratios (% ‰ × times), every currency of ISO 4217 and the symbols $ € £ ¥ ₹ ₩; each
// currency is a separate dimension, so that none converts. A site declares more units in data/units.json; each is a
// separate dimension.
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

// A power of one named unit, as it was written: {"h", -1}.
struct UnitPart {
  std::string name;  // with its prefix, in the singular, aliases resolved
  int power = 1;
  bool operator==(const UnitPart&) const = default;
};

// Immutable once made. A Unit belongs to the Units that parsed it.
struct Unit {
  Exact factor = 1;                   // one of it in base units
  std::map<std::string, int> powers;  // base dimension -> power, none 0; "B" and "bit" share "bit"
  std::vector<UnitPart> parts;        // in the order of the text, powers merged, none 0

  bool is_ratio() const { return powers.empty(); }
  // The unit as text that parses as the same unit: "USD/chip/h", "1/s", "1".
  std::string text() const;
};

Unit operator*(const Unit& a, const Unit& b);
Unit operator/(const Unit& a, const Unit& b);

bool convertible(const Unit& a, const Unit& b);
// Converts `value` to the unit `to`; nullopt if the units do not convert.
std::optional<Exact> convert(const Exact& value, const Unit& from, const Unit& to);

// A unit that a site declares in data/units.json.
struct DeclaredUnit {
  std::string name;              // "chip"
  std::string plural;            // "chips"; "" means that the name does for both
  std::string title;             // a description
  std::optional<bool> prefixes;  // "k", "M", "T" …; allowed by default
};

struct UnitAlias {
  std::string name;   // "TFLOPS"
  std::string means;  // "TFLOP/s"
};

// An error in a declaration; the caller knows its position.
struct UnitError {
  bool in_alias = false;
  size_t index = 0;     // of `units` or `aliases`
  std::string message;  // "\"kg\" means something else already"
};

struct UnitTables;

// The system of a site. Immutable after construction; any thread may use it.
class Units {
 public:
  Units();  // the built-in ones
  // Declaring a built-in name ("times") gives it a plural and a title only. Aliases may name other aliases, but not in
  // a circle. Wrong declarations are skipped, and reported in `problems`.
  Units(const std::vector<DeclaredUnit>& units, const std::vector<UnitAlias>& aliases,
        std::vector<UnitError>* problems = nullptr);
  ~Units();
  Units(Units&&) noexcept;
  Units& operator=(Units&&) noexcept;

  // Nullopt for a text that is not a unit, with the error in `why`: `"chpi" is not a known unit; did you mean "chip"?`.
  // A name means the first of: declared; built-in; a prefix with a declared name (so that a site's TOP is 10^12 OP, not
  // Tonga's currency); a currency; a prefix with a built-in name. "min" is minutes, "cd" is candela.
  // At most 200 bytes, 16 names, powers up to 9.
  std::optional<Unit> parse(std::string_view text, std::string* why = nullptr) const;

  // The same quantity in as few different names as possible: min*USD/h becomes USD; this needs a factor, so
  // convert(value, unit, tidy(unit)) gives the matching number.
  Unit tidy(const Unit& unit) const;

  // The plural of a name without a prefix ("queries" for "query"); any other name unchanged.
  std::string plural(std::string_view name) const;
  std::string title(std::string_view name) const;  // as declared, or ""
  bool is_declared(std::string_view name) const;
  bool is_currency(std::string_view name) const;  // an ISO 4217 code that means money here
  // A prefix of a declared name, and the name: "MB" and "kg" are {"", …}, "ktoken" is {"k", "token"}.
  std::pair<std::string, std::string> split_declared(std::string_view name) const;

 private:
  std::unique_ptr<const UnitTables> tables_;
};

// The built-in units alone, made once.
const Units& standard_units();

}  // namespace quantity
