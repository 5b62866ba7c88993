// Our SQL functions. Arithmetic is exact: "exact"('+', a, b) and others that data/sql_rewrite.cc calls, abs(), round(),
// ceil(), floor(), trunc(), sign(), mod(), and the aggregates and window functions sum(), total() and avg(), which
// never overflow. A repeating fraction stays a fraction: 1 / 3 * 3 is 1. The result of sqrt() and similar functions has
// 15 digits, and so has a result calculated with it.
//
// quantity(x, 'chip*h') is x, with a unit for the check of units (data/unit_check.h).
//
// refs(a.ref, b.ref, …) is the union of sets of refs, all_refs(ref) the union over a group or window. A set is a text
// with one ref per line, sorted and unique; null is the empty set.
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "data/long_numbers.h"

namespace data {

inline constexpr std::string_view kExact = "exact";  // arguments: operators, operands…, from left to right

// Converts an argument of SQLite's own functions. Fails if they would round the number.
inline constexpr std::string_view kAsDouble = "as double";  // arguments: x, name of the function
inline constexpr std::string_view kAsText = "as text";
inline constexpr std::string_view kAsWhole = "as whole";  // the function for CAST(x AS INTEGER) and operators on bits
inline constexpr std::string_view kAsReal = "as real";    // the function for CAST(x AS REAL)
inline constexpr std::string_view kFixedDate = "fixed date";  // arguments: a date for a function, its name

inline constexpr uint64_t kWorkOfNumber = 8;  // work of each number that is read

inline constexpr int kFunctionFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;

// Registers all functions. `numbers` must outlive the connection's statements.
void add_functions(sqlite3* handle, LongNumbers& numbers);
void add_aggregates(sqlite3* handle, LongNumbers& numbers);

// Whether a function is internal: rewritten queries call it, authors cannot.
bool is_exact_function(std::string_view name);

std::vector<std::string_view> refs_in(std::string_view set);

// The number digits / 10^places, with which most queries calculate: fast, and exact.
struct ShortDecimal {
  int64_t digits = 0;
  int places = 0;
  quantity::Exact exact() const { return quantity::Exact(digits) / quantity::Exact::power_of_ten(places); }
};
// Adds, subtracts or multiplies. Returns nullopt for other operators, and if the result has too many digits.
std::optional<ShortDecimal> short_result(ShortDecimal a, char op, ShortDecimal b);

// An argument of a function. Texts are converted to numbers as in SQLite.
class SqlNumber {
 public:
  SqlNumber(sqlite3_context* context, sqlite3_value* value);

  bool is_null() const { return is_null_; }
  // Whether it is the result of sqrt() or a similar function, whose first 15 digits are reliable, or an infinity.
  bool is_noisy() const { return is_noisy_; }
  std::optional<int64_t> integer() const { return integer_; }
  double nearest() const { return nearest_; }
  // Returns a 64-bit integer, or a number with at most 15 digits and 22 places; nullopt for all others.
  std::optional<ShortDecimal> decimal() const;
  // Returns the exact number; for a noisy one, its first 15 digits. REQUIRES: not null, not infinite
  quantity::Exact exact() const;
  // Whether it has more digits than a double can represent.
  bool is_beyond_double() const;

 private:
  const LongNumbers& numbers_;
  bool is_null_ = false;
  bool is_noisy_ = false;
  std::optional<int64_t> integer_;
  double nearest_ = 0;
  const quantity::Exact* known_ = nullptr;
  std::optional<quantity::Exact> read_;  // the number that was parsed from a text
};

// The state of an aggregate, which the first call with `make` creates. Null if there is none, or if memory ran out.
template <class State>
State* state_of(sqlite3_context* context, bool make) {
  auto** state = static_cast<State**>(sqlite3_aggregate_context(context, make ? sizeof(State*) : 0));
  if (state && !*state && make) *state = new State;
  return state ? *state : nullptr;
}

// Returns the number below which a share of the numbers lies, on a straight line between the two numbers next to it:
// type 7 of Hyndman and Fan (1996), as PERCENTILE_CONT of SQL, spreadsheets and Vega-Lite. REQUIRES: numbers, 0 <=
// share <= 1
quantity::Exact quantile(std::vector<quantity::Exact> numbers, const quantity::Exact& share);

// Returns an end of the 95 % confidence interval of the mean of independent numbers: the mean, plus `sign` times
// Student's t times the standard deviation of the sample over the square root of its size. nullopt for fewer than two
// numbers. NIST/SEMATECH, e-Handbook of Statistical Methods, 1.3.5.2
std::optional<double> interval_end(const std::vector<quantity::Exact>& numbers, int sign);

// Returns an argument as text; nullopt for null.
std::optional<std::string_view> text_in(sqlite3_value* value);
void give_text(sqlite3_context* context, std::string_view text);

// Returns a result to SQL exactly, or fails the query. A fraction of thousands of digits becomes a double.
void give(sqlite3_context* context, const quantity::Exact& number);

}  // namespace data
