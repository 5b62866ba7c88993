// The aggregate functions that we add to SQLite: exact sums and quantiles, confidence intervals, and row references
// (data/sql_functions.h).
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numbers>
#include <string>

#include "base/text.h"
#include "base/work.h"
#include "data/sql_functions.h"
#include "data/sqlite.h"

namespace data {
namespace {

using quantity::Exact;

// A running sum: a window function also removes numbers from it.
class Sum {
 public:
  void add(sqlite3_context* context, sqlite3_value* value, int sign) {
    base::charge_work(kWorkOfNumber);
    const SqlNumber number(context, value);
    if (number.is_null()) return;
    count_ += sign;
    if (!std::isfinite(number.nearest()))
      infinite_ += sign;
    else
      add_finite(number, sign);
    if (number.is_noisy()) noisy_ += sign;
  }

  int64_t count() const { return count_; }
  bool is_finite() const { return infinite_ == 0; }
  bool is_exact() const { return noisy_ == 0; }
  Exact value() const { return long_ + short_.exact(); }

 private:
  void add_finite(const SqlNumber& number, int sign) {
    const std::optional<ShortDecimal> decimal = number.decimal();
    if (const auto sum = decimal ? short_result(short_, sign > 0 ? '+' : '-', *decimal) : std::nullopt)
      short_ = *sum;
    else
      long_ = sign > 0 ? long_ + number.exact() : long_ - number.exact();
  }

  ShortDecimal short_;  // the sum is that of both
  Exact long_;
  int64_t count_ = 0;
  int64_t noisy_ = 0;
  int64_t infinite_ = 0;
};

// A running union of sets of refs: a window function also removes sets from it.
class RefSet {
 public:
  void add(sqlite3_value* value, int sign = 1) {
    for (std::string_view ref : refs_in(text_in(value).value_or(""))) {
      if (ref.empty()) continue;
      auto at = refs_.find(ref);
      if (at == refs_.end()) at = refs_.emplace(ref, 0).first, base::charge_work(kWorkOfRef + ref.size());
      if ((at->second += sign) == 0) refs_.erase(at);
    }
  }
  void give(sqlite3_context* context) const {
    if (refs_.empty()) return sqlite3_result_null(context);
    std::string joined;
    for (const auto& [ref, rows] : refs_) joined.append(joined.empty() ? "" : "\n").append(ref);
    base::charge_work(joined.size() / kBytesOfWork);
    give_text(context, joined);
  }

 private:
  static constexpr size_t kBytesOfWork = 16;
  static constexpr uint64_t kWorkOfRef = 100;
  std::map<std::string, int64_t, std::less<>> refs_;  // each ref with the number of rows that have it
};

template <int sign>
void sum_step(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (Sum* sum = state_of<Sum>(context, true)) sum->add(context, arguments[0], sign);
}

enum class SumKind { sum, total, avg };

template <SumKind kind>
void sum_value(sqlite3_context* context) {
  const Sum* sum = state_of<Sum>(context, false);
  if (!sum || sum->count() == 0) {
    if (kind == SumKind::total) sqlite3_result_int64(context, 0);
    return;  // the result stays NULL
  }
  if (!sum->is_finite()) return sqlite3_result_double(context, HUGE_VAL);
  const Exact result = kind == SumKind::avg ? sum->value() / Exact(sum->count()) : sum->value();
  if (!sum->is_exact()) return sqlite3_result_double(context, result.to_double());
  give(context, result);
}

template <SumKind kind>
void sum_final(sqlite3_context* context) {
  sum_value<kind>(context);
  delete state_of<Sum>(context, false);
}

template <SumKind kind>
bool add_sum(sqlite3* handle, const char* name, LongNumbers& numbers) {
  return sqlite3_create_window_function(handle, name, 1, kFunctionFlags, &numbers, sum_step<1>, sum_final<kind>,
                                        sum_value<kind>, sum_step<-1>, nullptr) == SQLITE_OK;
}

// The numbers of a quantile, and the share of them that is below it.
struct Sample {
  std::vector<Exact> numbers;
  Exact share = Exact(1) / Exact(2);
  bool is_exact = true;
};

void quantile_step(sqlite3_context* context, int count, sqlite3_value** arguments) {
  base::charge_work(kWorkOfNumber);
  const SqlNumber number(context, arguments[0]);
  if (number.is_null()) return;
  auto* sample = state_of<Sample>(context, true);
  if (!sample) return sqlite3_result_error_nomem(context);
  const std::optional<SqlNumber> share = count > 1 ? std::optional<SqlNumber>({context, arguments[1]}) : std::nullopt;
  if (share && (share->is_null() || !(share->nearest() >= 0 && share->nearest() <= 1)))
    return sqlite3_result_error(context, "quantile() needs a share from 0 to 1 as its second argument", -1);
  if (!std::isfinite(number.nearest())) return sqlite3_result_error(context, "an infinite number has no place", -1);
  if (share) sample->share = share->exact();
  sample->is_exact &= !number.is_noisy();
  sample->numbers.push_back(number.exact());
}

void quantile_final(sqlite3_context* context) {
  const std::unique_ptr<Sample> sample(state_of<Sample>(context, false));
  if (!sample || sample->numbers.empty()) return;  // the result stays NULL
  const Exact result = quantile(std::move(sample->numbers), sample->share);
  if (!sample->is_exact) return sqlite3_result_double(context, result.to_double());
  give(context, result);
}

template <int sign>
void interval_final(sqlite3_context* context) {
  const std::unique_ptr<Sample> sample(state_of<Sample>(context, false));
  const auto end = sample ? interval_end(sample->numbers, sign) : std::nullopt;
  if (end) sqlite3_result_double(context, *end);  // otherwise the result stays NULL
}

// Returns how many standard errors around the mean are 95 % of Student's distribution: the closed form of its
// integral for whole degrees of freedom, searched by halving, or an expansion for many degrees. Abramowitz and Stegun,
// Handbook of Mathematical Functions (1964), 26.7.3 to 26.7.5
double student_t(int64_t freedom) {
  const auto v = static_cast<double>(freedom);
  if (freedom > 200) {
    const double z = 1.959963984540054, z2 = z * z;
    return z + z * (z2 + 1) / (4 * v) + z * ((5 * z2 + 16) * z2 + 3) / (96 * v * v) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v);
  }
  const bool is_odd = freedom % 2 == 1;
  double low = 0, high = std::numbers::pi / 2;
  for (int i = 0; i < 60; ++i) {
    const double angle = (low + high) / 2, cosine = std::cos(angle);
    double sum = 0, term = is_odd ? cosine : 1;
    for (int64_t k = is_odd ? 1 : 0; k <= freedom - 2; k += 2) {
      sum += term;
      term *= cosine * cosine * static_cast<double>(k + 1) / static_cast<double>(k + 2);
    }
    const double within = is_odd ? (angle + std::sin(angle) * sum) * 2 / std::numbers::pi : std::sin(angle) * sum;
    (within < 0.95 ? low : high) = angle;
  }
  return std::tan(low) * std::sqrt(v);
}

void refs(sqlite3_context* context, int count, sqlite3_value** arguments) {
  RefSet set;
  for (int i = 0; i < count; ++i) set.add(arguments[i]);
  set.give(context);
}

template <int sign>
void all_refs_step(sqlite3_context* context, int, sqlite3_value** arguments) {
  auto* set = state_of<RefSet>(context, true);
  if (!set) return sqlite3_result_error_nomem(context);
  set->add(arguments[0], sign);
}

void all_refs_value(sqlite3_context* context) {
  if (const RefSet* set = state_of<RefSet>(context, false)) set->give(context);
}

void all_refs_final(sqlite3_context* context) {
  const std::unique_ptr<RefSet> set(state_of<RefSet>(context, false));
  if (set) set->give(context);
}

}  // namespace

Exact quantile(std::vector<Exact> numbers, const Exact& share) {
  const Exact place = share * Exact(static_cast<int64_t>(numbers.size()) - 1);
  const auto before = static_cast<size_t>(place.to_double());
  const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(before);
  std::nth_element(numbers.begin(), at, numbers.end());
  const auto next = std::min_element(at + 1, numbers.end());
  return next == numbers.end() ? *at : *at + (place - Exact(static_cast<int64_t>(before))) * (*next - *at);
}

std::optional<double> interval_end(const std::vector<Exact>& numbers, int sign) {
  const auto count = static_cast<int64_t>(numbers.size());
  if (count < 2) return std::nullopt;
  const auto n = static_cast<double>(count);
  Exact sum;
  for (const Exact& number : numbers) sum = sum + number;
  const Exact mean = sum / Exact(count);
  double squares = 0;
  for (const Exact& number : numbers) squares += std::pow((number - mean).to_double(), 2);
  return mean.to_double() + sign * student_t(count - 1) * std::sqrt(squares / (n - 1) / n);
}

std::vector<std::string_view> refs_in(std::string_view set) {
  return set.empty() ? std::vector<std::string_view>() : base::split(set, '\n');
}

void add_aggregates(sqlite3* handle, LongNumbers& numbers) {
  const bool good =
      add_sum<SumKind::sum>(handle, "sum", numbers) && add_sum<SumKind::total>(handle, "total", numbers) &&
      add_sum<SumKind::avg>(handle, "avg", numbers) &&
      sqlite3_create_function_v2(handle, "median", 1, kFunctionFlags, &numbers, nullptr, quantile_step, quantile_final,
                                 nullptr) == SQLITE_OK &&
      sqlite3_create_function_v2(handle, "quantile", 2, kFunctionFlags, &numbers, nullptr, quantile_step,
                                 quantile_final, nullptr) == SQLITE_OK &&
      sqlite3_create_function_v2(handle, "ci_low", 1, kFunctionFlags, &numbers, nullptr, quantile_step,
                                 interval_final<-1>, nullptr) == SQLITE_OK &&
      sqlite3_create_function_v2(handle, "ci_high", 1, kFunctionFlags, &numbers, nullptr, quantile_step,
                                 interval_final<1>, nullptr) == SQLITE_OK &&
      sqlite3_create_function_v2(handle, "refs", -1, kFunctionFlags, nullptr, refs, nullptr, nullptr, nullptr) ==
          SQLITE_OK &&
      sqlite3_create_window_function(handle, "all_refs", 1, kFunctionFlags, nullptr, all_refs_step<1>, all_refs_final,
                                     all_refs_value, all_refs_step<-1>, nullptr) == SQLITE_OK;
  if (!good) throw SqliteError("SQLite refused an aggregate function");
}

}  // namespace data
