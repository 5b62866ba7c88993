// Numbers as our SQL functions get and give them. For this folder only.
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <optional>

#include "data/long_numbers.h"

namespace data {

__extension__ typedef __int128 Int128;

// digits * 10^exponent
struct ShortDecimal {
  Int128 digits = 0;
  int exponent = 0;
  quantity::Exact exact() const;
};

// An argument. Texts are read as SQLite reads them.
class SqlNumber {
 public:
  SqlNumber(sqlite3_value* value, const LongNumbers& numbers);

  bool is_null() const { return is_null_; }
  // A double from sqrt() and the like, of which 15 digits can be relied on; infinities too.
  bool is_noisy() const { return is_noisy_; }
  std::optional<int64_t> integer() const { return integer_; }
  double nearest() const { return nearest_; }
  // Nothing for a long number and infinities.
  std::optional<ShortDecimal> decimal() const;
  // REQUIRES: not null, not infinite. Of a noisy one its 15 digits.
  quantity::Exact exact() const;
  // A decimal with more digits than a double carries.
  bool is_beyond_double() const;

 private:
  const LongNumbers& numbers_;
  bool is_null_ = false;
  bool is_noisy_ = false;
  std::optional<int64_t> integer_;
  double nearest_ = 0;
  const quantity::Exact* known_ = nullptr;
  std::optional<quantity::Exact> read_;  // from a text
};

// Gives a result to SQL: exactly, or an error of the query. A fraction of thousands of digits is given as a double.
void give(sqlite3_context* context, LongNumbers& numbers, const quantity::Exact& number);
void give(sqlite3_context* context, LongNumbers& numbers, ShortDecimal number);

}  // namespace data
