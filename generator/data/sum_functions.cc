#include "data/sum_functions.h"

#include <cmath>
#include <vector>

#include "data/sql_number.h"
#include "data/sqlite.h"

namespace data {
namespace {

using quantity::Exact;

// The sum of numbers that come and, over a window, go again.
class Sum {
 public:
  explicit Sum(const LongNumbers& numbers) : numbers_(numbers) {}

  void add(sqlite3_value* value, int sign) {
    const SqlNumber number(value, numbers_);
    if (number.is_null()) return;
    count_ += sign;
    if (!std::isfinite(number.nearest()))
      infinite_ += sign;
    else if (const auto decimal = number.decimal())
      add_scaled(*decimal, sign);
    else
      long_ = sign > 0 ? long_ + number.exact() : long_ - number.exact();
    if (number.is_noisy()) noisy_ += sign;
  }

  int64_t count() const { return count_; }
  bool is_finite() const { return infinite_ == 0; }
  bool is_exact() const { return noisy_ == 0; }
  Exact value() const {
    Exact sum = long_;
    for (const ShortDecimal& part : parts_) sum = sum + part.exact();
    return sum;
  }

 private:
  void add_scaled(const ShortDecimal& number, int sign) {
    for (ShortDecimal& part : parts_)
      if (part.exponent == number.exponent) return void(part.digits += number.digits * sign);
    parts_.push_back({number.digits * sign, number.exponent});
  }

  const LongNumbers& numbers_;
  std::vector<ShortDecimal> parts_;  // of 10^9 numbers with 19 digits each
  Exact long_;
  int64_t count_ = 0;
  int64_t noisy_ = 0;
  int64_t infinite_ = 0;
};

LongNumbers& numbers_of(sqlite3_context* context) { return *static_cast<LongNumbers*>(sqlite3_user_data(context)); }

Sum* sum_of(sqlite3_context* context, bool make) {
  auto** sum = static_cast<Sum**>(sqlite3_aggregate_context(context, make ? sizeof(Sum*) : 0));
  if (sum != nullptr && *sum == nullptr && make) *sum = new Sum(numbers_of(context));
  return sum == nullptr ? nullptr : *sum;
}

void sum_step(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (Sum* sum = sum_of(context, true)) sum->add(arguments[0], 1);
}

void sum_inverse(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (Sum* sum = sum_of(context, true)) sum->add(arguments[0], -1);
}

enum class SumKind { sum, total, avg };

template <SumKind kind>
void sum_value(sqlite3_context* context) {
  const Sum* sum = sum_of(context, false);
  if (sum == nullptr || sum->count() == 0) {
    if (kind == SumKind::total) sqlite3_result_int64(context, 0);
    return;  // NULL
  }
  if (!sum->is_finite()) return sqlite3_result_double(context, HUGE_VAL);
  const Exact result = kind == SumKind::avg ? sum->value() / Exact(sum->count()) : sum->value();
  if (!sum->is_exact()) return sqlite3_result_double(context, result.to_double());
  give(context, numbers_of(context), result);
}

template <SumKind kind>
void sum_final(sqlite3_context* context) {
  sum_value<kind>(context);
  delete sum_of(context, false);
}

template <SumKind kind>
void add_function(sqlite3* handle, const char* name, LongNumbers& numbers) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  if (sqlite3_create_window_function(handle, name, 1, kFlags, &numbers, sum_step, sum_final<kind>, sum_value<kind>,
                                     sum_inverse, nullptr) != SQLITE_OK)
    throw SqliteError("SQLite refused the functions sum(), total() and avg()");
}

}  // namespace

void add_sum_functions(sqlite3* handle, LongNumbers& numbers) {
  add_function<SumKind::sum>(handle, "sum", numbers);
  add_function<SumKind::total>(handle, "total", numbers);
  add_function<SumKind::avg>(handle, "avg", numbers);
}

}  // namespace data
