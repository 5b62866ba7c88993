// The units that numbers of a query may have, and what follows from calculating with them (data/unit_check.h).
//
// A unit has a dimension and a size: s and ms differ, and so do 1 and %. A number without a unit ("bare": a literal, a
// count of rows) that multiplies may be an amount or a conversion: 2 * x in seconds is in seconds, x / 60 may be in
// minutes. So a product with a bare number has several possible sizes, and a declared unit must have one of them. But
// 1000 * x in seconds is taken to be in ms: a thousand of something has a unit, quantity(1000, '1'). For this folder
// only.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "quantity/unit.h"

namespace data {

// Finds texts in maps without copying them.
struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};
template <class Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

class UnitAlgebra {
 public:
  using Id = uint32_t;
  static constexpr Id kBare = 0;   // a number that only the query has, such as a literal
  static constexpr Id kRatio = 1;  // a number of the data without a unit: a count of rows, a quotient of equal units

  explicit UnitAlgebra(const quantity::Units& units);

  // Returns the unit that a text names; kRatio for "" and "1".
  Id of(std::string_view text);
  Id product(Id a, Id b, bool divides);
  // Returns the unit of a number that a bare number multiplies or divides.
  Id scaled(Id unit, double by, bool divides);
  // Returns the unit that two numbers have in common, so that they can be added or compared; nullopt if there is none.
  std::optional<Id> common(Id a, Id b);
  // Returns nullopt if the power has no unit.
  std::optional<Id> power(Id unit, double exponent);
  // Whether a number in `unit` can be shown in `declared`. A product may leave out units that units.json marks as
  // counts, or gain some, but not exchange them.
  bool fits(Id unit, Id declared) const;
  // Whether it does not fit because a bare power of 1000 converts it, as from s to ms.
  bool is_shifted(Id unit, Id declared) const;

  // Returns a name for messages: "USD*s/h", "a plain number".
  std::string name(Id unit) const;
  // Whether data/units.json declares the unit, and could mark it as a count.
  bool may_be_count(Id unit) const;
  // Returns what to write to convert a number: "convert it: (…) / 3600"; "" if the units do not convert.
  std::string conversion(Id from, Id to) const;

 private:
  struct Entry {
    quantity::Unit unit;
    std::vector<quantity::Exact> sizes;  // the possible sizes in base units; the first is that of `unit`
    bool is_product = false;             // whether counts may have been left out
    quantity::Exact shift = 1;           // the product of the bare powers of 1000 that multiply the number
    std::map<std::string, int> powers;   // the dimension without counts
  };
  static std::string key_of(const Entry& entry);
  Id add(Entry entry);
  std::map<std::string, int> without_counts(const quantity::Unit& unit) const;
  bool same_dimension(const Entry& a, const Entry& b) const;
  bool exchanges_counts(const Entry& a, const Entry& b) const;
  bool is_scale_by_prefix(const Entry& x, const Entry& y) const;
  const Entry& operator[](Id id) const { return entries_[id]; }

  const quantity::Units& units_;
  std::vector<Entry> entries_;
  TextMap<Id> by_key_, by_text_;
  std::map<std::tuple<Id, Id, bool>, Id> products_;
  std::map<std::tuple<Id, double, bool>, Id> scaled_;
  std::map<std::pair<Id, Id>, std::optional<Id>> common_;
};

}  // namespace data
