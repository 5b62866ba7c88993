// The SQL functions with which a query is checked (data/unit_check.h). In such a run, a number of the site's tables is
// a BLOB that contains its value, its unit and its records: blobs pass through subqueries, CASE and window functions,
// sort and compare in the order of their values, and no other value of a query is a BLOB. Numbers without these, such
// as literals, remain numbers of SQLite. Values are doubles of 15 digits, because results are not shown. For this
// folder only.
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/unit_algebra.h"

namespace data {

inline constexpr std::string_view kUnitTag = "unit tag";      // arguments: value, unit, set of refs
inline constexpr std::string_view kUnitExact = "unit exact";  // arguments: operators with positions "+12*20", operands…
inline constexpr std::string_view kUnitCall = "unit call";    // arguments: name of a function, position, its arguments…
inline constexpr std::string_view kUnitCompare = "unit compare";  // arguments: operator, position, a, b
inline constexpr std::string_view kUnitIn = "unit in";            // arguments: position, value, list…
inline constexpr std::string_view kUnitKey = "unit key";      // removes the records, so that equal numbers are equal
inline constexpr std::string_view kUnitPlain = "unit plain";  // returns a number of SQLite
inline constexpr std::string_view kUnitAll = "unit all";      // an aggregate that is null, and fails if units differ

// Whether "unit call" implements a function of one number that returns a number.
bool is_unit_call(std::string_view function);

// Sets of records, each as a number.
class RefSets {
 public:
  using Id = uint32_t;
  static constexpr Id kNone = 0;

  // Returns the set that a text contains, one ref per line.
  Id of(std::string_view refs);
  Id united(Id a, Id b);
  Id add(std::vector<uint32_t> records);  // `records` are sorted and unique
  const std::vector<uint32_t>& records(Id set) const { return sets_[set]; }
  bool contains(Id set, Id part) const;
  // Returns the ref of a record: "runs/a".
  const std::string& name(uint32_t record) const { return *names_[record]; }

 private:
  uint32_t number_of(std::string_view ref);

  std::vector<std::vector<uint32_t>> sets_ = {{}};
  std::map<std::vector<uint32_t>, Id> by_records_ = {{{}, kNone}};
  TextMap<Id> by_text_ = {{"", kNone}};
  TextMap<uint32_t> numbers_;
  std::vector<const std::string*> names_;  // the keys of `numbers_`
  std::vector<Id> single_;                 // the set of each record alone, or kNone
  std::map<std::pair<Id, Id>, Id> unions_;
};

// A mistake that a function found.
struct UnitMistake {
  std::optional<size_t> at;  // the offset of the operator or function in the query
  std::string function;      // the function that has the mistake, if its offset is not known
  std::string what, expected, help;
};

// What the functions of one connection share.
struct UnitRun {
  explicit UnitRun(const quantity::Units& of) : units(of), algebra(of) {}
  void clear() {
    refs = RefSets();
    mistake.reset();
  }

  const quantity::Units& units;
  UnitAlgebra algebra;
  RefSets refs;
  std::optional<UnitMistake> mistake;
};

struct TaggedNumber {
  double value = 0;
  UnitAlgebra::Id unit = UnitAlgebra::kBare;
  RefSets::Id refs = RefSets::kNone;

  bool is_bare() const { return unit == UnitAlgebra::kBare && refs == RefSets::kNone; }
};

// Returns the number of a value; nullopt for null and text.
std::optional<TaggedNumber> tagged_number(sqlite3_value* value);

// Registers the functions. `run` must outlive the connection's statements.
void add_unit_functions(sqlite3* handle, UnitRun& run);

}  // namespace data
