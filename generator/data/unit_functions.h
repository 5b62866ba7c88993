// The SQL functions with which a query is checked (data/unit_check.h). In such a run, a number of the site's tables is
// a BLOB that contains its value, its unit, its records and the cell that it is: blobs pass through subqueries, CASE
// and window functions, sort and compare in the order of their values, and no other value of a query is a BLOB. Numbers
// without these, such as literals, remain numbers of SQLite. Values are doubles of 15 digits, because results are not
// shown. For this folder only.
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "data/ref_sets.h"
#include "data/unit_algebra.h"

namespace data {

inline constexpr std::string_view kUnitTag = "unit tag";  // arguments: value, unit, set of refs, column, row
// Arguments: operators with positions, "+12*20", operands…; "!" follows a position beside a literal number.
inline constexpr std::string_view kUnitExact = "unit exact";
inline constexpr std::string_view kUnitCall = "unit call";  // arguments: name of a function, position, its arguments…
inline constexpr std::string_view kUnitCompare = "unit compare";  // arguments: operator, position, a, b, is_text
inline constexpr std::string_view kUnitIn = "unit in";            // arguments: position, is_text, value, list…
inline constexpr std::string_view kUnitSorted = "unit sorted";    // as kUnitKey; also position, keys before…
inline constexpr std::string_view kUnitOnly = "unit only";        // an aggregate of equal values; with position, length
inline constexpr std::string_view kUnitKey = "unit key";  // removes the records, so that equal numbers are equal
inline constexpr std::string_view kUnitOfGroup = "unit of group";  // removes the cell of an extreme of several rows
inline constexpr std::string_view kUnitPlain = "unit plain";       // returns a number of SQLite
inline constexpr std::string_view kUnitNumber = "unit number";     // reads a text of the data as a number
inline constexpr std::string_view kUnitCounted = "unit counted";   // arguments: number, records; 0: as many, -1: EXISTS
inline constexpr std::string_view kUnitPart = "unit part";         // arguments: position, text, what it is a part of
inline constexpr std::string_view kUnitApart = "unit apart";  // arguments: value, position; no digits may follow it
inline constexpr std::string_view kUnitAll = "unit all";      // an aggregate that is null, and fails if units differ

// Whether "unit call" implements a function of one number that returns a number.
bool is_unit_call(std::string_view function);

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
    made.clear();
    groups.clear();
    mistake.reset();
    is_shown = shown;
  }

  const quantity::Units& units;
  UnitAlgebra algebra;
  RefSets refs;
  std::map<std::string, UnitAlgebra::Id> sorted;  // units of keys of ORDER BY, by their position and the keys before
  std::set<base::Hash> made;                      // the texts that were made of numbers
  std::set<base::Hash> groups;  // those of three digits of a number, which must become a part of one again
  std::optional<UnitMistake> mistake;
  std::vector<std::string> columns;  // with numbers that are followed: "prices.usd"
  bool is_shown = true;              // whether records are followed
};

struct TaggedNumber {
  double value = 0;
  UnitAlgebra::Id unit = UnitAlgebra::kBare;
  RefSets::Id refs = RefSets::kNone;
  uint64_t cell = 0;  // which cell of a table it is, also in another unit; 0 if it is made of several numbers

  bool is_bare() const { return unit == UnitAlgebra::kBare && refs == RefSets::kNone; }
};

// Returns the number of a value; nullopt for null and text.
std::optional<TaggedNumber> tagged_number(sqlite3_value* value);

// For functions: the run of the connection, a position among the arguments, and the end of a call with a mistake.
inline UnitRun& run_of(sqlite3_context* context) { return *static_cast<UnitRun*>(sqlite3_user_data(context)); }
inline size_t offset_in(sqlite3_value* value) { return static_cast<size_t>(sqlite3_value_int64(value)); }
void fail_unit(sqlite3_context* context, UnitMistake mistake);

// Registers the functions. `run` must outlive the connection's statements.
void add_unit_functions(sqlite3* handle, UnitRun& run);

}  // namespace data
