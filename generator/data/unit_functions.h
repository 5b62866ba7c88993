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
inline constexpr std::string_view kUnitCompare = "unit compare";  // arguments: operator, position, a, b, is_text
inline constexpr std::string_view kUnitIn = "unit in";            // arguments: position, is_text, value, list…
inline constexpr std::string_view kUnitSorted = "unit sorted";    // as kUnitKey; also position, keys before…
inline constexpr std::string_view kUnitOnly = "unit only";        // an aggregate of equal values; with position, length
inline constexpr std::string_view kUnitKey = "unit key";        // removes the records, so that equal numbers are equal
inline constexpr std::string_view kUnitPlain = "unit plain";    // returns a number of SQLite
inline constexpr std::string_view kUnitNumber = "unit number";  // reads a text of the data as a number
inline constexpr std::string_view kUnitCounted = "unit counted";  // arguments: number, records; 0: as many, -1: EXISTS
inline constexpr std::string_view kUnitAll = "unit all";  // an aggregate that is null, and fails if units differ

// Whether "unit call" implements a function of one number that returns a number.
bool is_unit_call(std::string_view function);

// Sets of records, each as a number. A set may also require a number of records, whichever they are: a count of 5 rows
// is made of at least 5 records, and a constant of the query of none.
class RefSets {
 public:
  using Id = uint32_t;
  static constexpr Id kNone = 0;
  static constexpr uint32_t kNoRecord = 0x7fffffff;  // more records than can be named

  static constexpr std::string_view kSetSign = "\x01";  // the text of a set: this and its number

  // Returns the set of a text with one ref per line, or the text of a set.
  Id of(std::string_view refs);
  Id united(Id a, Id b);
  Id add(std::vector<uint32_t> records);
  const std::vector<uint32_t>& records(Id set) const { return sets_[set]; }
  Id at_least(uint64_t records);
  Id constant() { return add({kAtLeast}); }
  // Returns the records of a set, and how many it requires.
  std::pair<std::vector<uint32_t>, uint32_t> parts(Id set) const;
  // Returns the ref of a record: "runs/a".
  const std::string& name(uint32_t record) const { return *names_[record]; }

 private:
  static constexpr uint32_t kAtLeast = 0x80000000;  // in a set, kAtLeast + n requires n records

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
  size_t size = 0;  // the length of the expression that has several values; 0 for a mistake with units
};

// What the functions of one connection share.
struct UnitRun {
  explicit UnitRun(const quantity::Units& of) : units(of), algebra(of) {}
  void clear(bool shown) {
    refs = RefSets();
    sorted.clear();
    mistake.reset();
    is_shown = shown;
  }

  const quantity::Units& units;
  UnitAlgebra algebra;
  RefSets refs;
  std::map<std::string, UnitAlgebra::Id> sorted;  // units of keys of ORDER BY, by their position and the keys before
  std::optional<UnitMistake> mistake;
  bool is_shown = true;  // whether records are followed
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
