#include "data/sum_functions.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "data/sqlite.h"

namespace data {
namespace {

using quantity::Exact;

__extension__ typedef __int128 Int128;  // of 10^9 numbers with 19 digits each

Exact exact_of(Int128 number) {
  const bool negative = number < 0;
  Int128 magnitude = negative ? -number : number;
  Exact result, place = 1;
  for (; magnitude != 0; magnitude >>= 32, place = place * Exact(int64_t{1} << 32))
    result = result + place * Exact(static_cast<int64_t>(magnitude & 0xFFFFFFFF));
  return negative ? -result : result;
}

// The sum of numbers that come and, over a window, go again.
class Sum {
 public:
  explicit Sum(const LongNumbers& numbers) : numbers_(numbers) {}

  void add(sqlite3_value* value, int sign) {
    switch (sqlite3_value_numeric_type(value)) {
      case SQLITE_NULL:
        return;
      case SQLITE_INTEGER:
        add_scaled(sqlite3_value_int64(value), 0, sign);
        break;
      default:
        add_double(sqlite3_value_double(value), sign);
    }
    count_ += sign;
  }

  int64_t count() const { return count_; }
  bool is_finite() const { return infinite_ == 0; }
  bool is_exact() const { return noisy_ == 0; }
  Exact value() const {
    Exact sum = long_;
    for (const Part& part : parts_) sum = sum + exact_of(part.digits) * Exact::power_of_ten(part.exponent);
    return sum;
  }

 private:
  struct Part {
    int exponent = 0;  // of ten
    Int128 digits = 0;
  };

  void add_scaled(int64_t digits, int exponent, int sign) {
    for (Part& part : parts_)
      if (part.exponent == exponent) return void(part.digits += static_cast<Int128>(digits) * sign);
    parts_.push_back({exponent, static_cast<Int128>(digits) * sign});
  }

  void add_double(double number, int sign) {
    if (!std::isfinite(number)) return void(infinite_ += sign);
    if (const Exact* known = numbers_.find_long(number)) {
      long_ = sign > 0 ? long_ + *known : long_ - *known;
      return;
    }
    if (numbers_.clean(number) != number) noisy_ += sign;
    char text[40];
    const auto end = std::to_chars(text, text + sizeof text, number, std::chars_format::scientific).ptr;
    int64_t digits = 0;
    int exponent = 0, after_point = 0;
    const char* at = text;
    bool negative = *at == '-', point = false;
    for (at += negative; *at != 'e'; ++at) {
      if (*at == '.') {
        point = true;
      } else {
        digits = digits * 10 + (*at - '0');
        after_point += point;
      }
    }
    if (*++at == '+') ++at;
    std::from_chars(at, end, exponent);
    add_scaled(negative ? -digits : digits, exponent - after_point, sign);
  }

  const LongNumbers& numbers_;
  std::vector<Part> parts_;
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

void give_number(sqlite3_context* context, const Exact& number, bool is_exact) {
  LongNumbers& numbers = numbers_of(context);
  std::optional<quantity::Value> value = is_exact ? numbers.add(number) : std::nullopt;
  if (value && std::holds_alternative<int64_t>(*value)) return sqlite3_result_int64(context, std::get<int64_t>(*value));
  sqlite3_result_double(context, value ? std::get<double>(*value) : numbers.clean(number.to_double()));
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
  give_number(context, kind == SumKind::avg ? sum->value() / Exact(sum->count()) : sum->value(), sum->is_exact());
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
