#include "data/exact_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/sql_number.h"
#include "data/sqlite.h"

namespace data {
namespace {

using quantity::Exact;

constexpr int kMaxShift = 18;  // powers of ten that keep a sum of two 64-bit numbers within 128 bits
constexpr int64_t kIntegersOfDoubles = 1'000'000'000'000'000;  // a double holds what is below
constexpr int kMaxRound = 30;                                  // SQLite's limit

LongNumbers& numbers_in(sqlite3_context* context) { return *static_cast<LongNumbers*>(sqlite3_user_data(context)); }

Exact floor_of(const Exact& number) {
  const Exact rounded = Exact::parse(number.round_half_up(0)).value_or(number);
  return rounded > number ? rounded - 1 : rounded;
}
Exact ceil_of(const Exact& number) { return -floor_of(-number); }
Exact trunc_of(const Exact& number) { return number.sign() < 0 ? ceil_of(number) : floor_of(number); }
Exact round_of(const Exact& number) { return Exact::parse(number.round_half_up(0)).value_or(number); }
Exact abs_of(const Exact& number) { return number.abs(); }
Exact sign_of(const Exact& number) { return number.sign(); }
Exact negated(const Exact& number) { return -number; }

Int128 shifted(Int128 digits, int places) {
  for (; places > 0; --places) digits *= 10;
  return digits;
}

bool is_int64(Int128 digits) { return digits <= INT64_MAX && digits >= INT64_MIN; }

// Nothing where 128 bits may not do.
std::optional<ShortDecimal> short_result(const ShortDecimal& a, char op, const ShortDecimal& b) {
  if (!is_int64(a.digits)) return std::nullopt;
  if (op == '*') return ShortDecimal{a.digits * b.digits, a.exponent + b.exponent};
  if ((op != '+' && op != '-') || std::abs(a.exponent - b.exponent) > kMaxShift) return std::nullopt;
  const int exponent = std::min(a.exponent, b.exponent);
  return ShortDecimal{
      shifted(a.digits, a.exponent - exponent) + shifted(b.digits, b.exponent - exponent) * (op == '+' ? 1 : -1),
      exponent};
}

// REQUIRES: b is not 0 for '/' and '%'
Exact exact_result(const Exact& a, char op, const Exact& b) {
  if (op == '%') return trunc_of(a) - trunc_of(b) * trunc_of(trunc_of(a) / trunc_of(b));
  return op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : a / b;
}

double double_result(double a, char op, double b) {
  if (op == '%') return std::fmod(std::trunc(a), std::trunc(b));
  return op == '+' ? a + b : op == '-' ? a - b : op == '*' ? a * b : a / b;
}

// "exact"('+-', a, b, c) is a + b - c. What lies between is not given to SQL, so it needs no double of its own.
void calculate(sqlite3_context* context, int count, sqlite3_value** arguments) {
  LongNumbers& numbers = numbers_in(context);
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(arguments[0]));
  const std::string_view operators = text == nullptr ? "" : text;
  std::vector<SqlNumber> operands;
  for (int i = 1; i < count; ++i) operands.emplace_back(arguments[i], numbers);
  if (operands.size() != operators.size() + 1)
    return sqlite3_result_error(context, "wrong number of arguments to function exact()", -1);
  if (std::any_of(operands.begin(), operands.end(), [](const SqlNumber& number) { return number.is_null(); })) return;
  for (size_t i = 0; i < operators.size(); ++i) {
    const double divisor = operands[i + 1].nearest();
    if ((operators[i] == '/' && divisor == 0) || (operators[i] == '%' && std::abs(divisor) < 1)) return;
  }
  const bool is_noisy =
      std::any_of(operands.begin(), operands.end(), [](const SqlNumber& number) { return number.is_noisy(); });
  if (is_noisy) {
    double result = operands[0].nearest();
    for (size_t i = 0; i < operators.size(); ++i)
      result = double_result(result, operators[i], operands[i + 1].nearest());
    return sqlite3_result_double(context, result);
  }
  std::optional<ShortDecimal> decimal = operands[0].decimal();
  for (size_t i = 0; decimal && i < operators.size(); ++i) {
    const std::optional<ShortDecimal> other = operands[i + 1].decimal();
    decimal = other ? short_result(*decimal, operators[i], *other) : std::nullopt;
  }
  if (decimal) return give(context, numbers, *decimal);
  Exact result = operands[0].exact();
  for (size_t i = 0; i < operators.size(); ++i) result = exact_result(result, operators[i], operands[i + 1].exact());
  give(context, numbers, result);
}

void remainder_of(sqlite3_context* context, int, sqlite3_value** arguments) {
  LongNumbers& numbers = numbers_in(context);
  const SqlNumber a(arguments[0], numbers), b(arguments[1], numbers);
  if (a.is_null() || b.is_null() || !std::isfinite(a.nearest()) || !std::isfinite(b.nearest())) return;
  const Exact x = a.exact(), y = b.exact();
  if (y.sign() != 0) give(context, numbers, x - y * trunc_of(x / y));
}

// A function of one number. A noisy one stays noisy unless it becomes whole.
template <Exact (*function)(const Exact&), bool gives_whole>
void of_one(sqlite3_context* context, int, sqlite3_value** arguments) {
  LongNumbers& numbers = numbers_in(context);
  const SqlNumber x(arguments[0], numbers);
  if (x.is_null()) return;
  if (!std::isfinite(x.nearest()) || (x.is_noisy() && !gives_whole))
    return sqlite3_result_double(context, function == negated  ? -x.nearest()
                                          : function == abs_of ? std::abs(x.nearest())
                                                               : x.nearest());
  give(context, numbers, function(x.exact()));
}

void round_to(sqlite3_context* context, int, sqlite3_value** arguments) {
  LongNumbers& numbers = numbers_in(context);
  const SqlNumber x(arguments[0], numbers);
  if (x.is_null() || sqlite3_value_type(arguments[1]) == SQLITE_NULL) return;
  if (!std::isfinite(x.nearest())) return sqlite3_result_double(context, x.nearest());
  const int digits = std::clamp(sqlite3_value_int(arguments[1]), 0, kMaxRound);
  give(context, numbers, Exact::parse(x.exact().round_half_up(digits)).value_or(x.exact()));
}

// "&", "|", "<<", ">>" on whole numbers of 64 bits.
template <char op>
void bits(sqlite3_context* context, int, sqlite3_value** arguments) {
  LongNumbers& numbers = numbers_in(context);
  int64_t sides[2] = {};
  for (int i = 0; i < (op == '~' ? 1 : 2); ++i) {
    const SqlNumber number(arguments[i], numbers);
    if (number.is_null()) return;
    const quantity::Value value =
        std::isfinite(number.nearest()) ? trunc_of(number.exact()).to_value() : number.nearest();
    const auto* integer = std::get_if<int64_t>(&value);
    if (integer == nullptr) return sqlite3_result_error(context, "bits are those of whole numbers below 2^63", -1);
    sides[i] = *integer;
  }
  const auto a = static_cast<uint64_t>(sides[0]);
  const bool left = (op == '<') == (sides[1] >= 0);
  const int places = static_cast<int>(
      std::min<uint64_t>(64, sides[1] < 0 ? 0 - static_cast<uint64_t>(sides[1]) : static_cast<uint64_t>(sides[1])));
  uint64_t result = 0;
  if (op == '&')
    result = a & static_cast<uint64_t>(sides[1]);
  else if (op == '|')
    result = a | static_cast<uint64_t>(sides[1]);
  else if (op == '~')
    result = ~a;
  else if (places == 64)
    result = !left && sides[0] < 0 ? ~uint64_t{0} : 0;
  else
    result = left ? a << places : static_cast<uint64_t>(sides[0] >> places);
  sqlite3_result_int64(context, static_cast<int64_t>(result));
}

std::string text_of(sqlite3_value* value, const LongNumbers& numbers) {
  if (sqlite3_value_type(value) == SQLITE_FLOAT) return quantity::to_text(numbers.shown(sqlite3_value_double(value)));
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return text == nullptr ? "" : std::string(text, static_cast<size_t>(sqlite3_value_bytes(value)));
}

void concatenate(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) == SQLITE_NULL || sqlite3_value_type(arguments[1]) == SQLITE_NULL) return;
  const LongNumbers& numbers = numbers_in(context);
  const std::string text = text_of(arguments[0], numbers) + text_of(arguments[1], numbers);
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void as_text(sqlite3_context* context, int, sqlite3_value** arguments) {
  const LongNumbers& numbers = numbers_in(context);
  const bool is_long = sqlite3_value_type(arguments[0]) == SQLITE_FLOAT &&
                       numbers.find_long(sqlite3_value_double(arguments[0])) != nullptr;
  if (!is_long) return sqlite3_result_value(context, arguments[0]);
  const std::string text = text_of(arguments[0], numbers);
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void as_double(sqlite3_context* context, int, sqlite3_value** arguments) {
  const LongNumbers& numbers = numbers_in(context);
  const SqlNumber x(arguments[0], numbers);
  const bool is_real = sqlite3_value_type(arguments[0]) == SQLITE_FLOAT;
  if (!x.is_beyond_double() && is_real) return sqlite3_result_double(context, x.nearest());
  if (!x.is_beyond_double()) return sqlite3_result_value(context, arguments[0]);
  const auto* name = reinterpret_cast<const char*>(sqlite3_value_text(arguments[1]));
  sqlite3_result_error(context,
                       fmt::format("{0}() calculates with 15 digits, but {1} has more: round it first, as in "
                                   "{0}(round(x, 6))",
                                   name, quantity::to_text(x.exact().to_value()))
                           .c_str(),
                       -1);
}

void as_whole(sqlite3_context* context, int, sqlite3_value** arguments) {
  LongNumbers& numbers = numbers_in(context);
  const SqlNumber x(arguments[0], numbers);
  const bool is_number = sqlite3_value_numeric_type(arguments[0]) == SQLITE_FLOAT;
  if (x.is_null() || !is_number || !std::isfinite(x.nearest())) return sqlite3_result_value(context, arguments[0]);
  const quantity::Value value = trunc_of(x.exact()).to_value();
  if (const auto* integer = std::get_if<int64_t>(&value)) return sqlite3_result_int64(context, *integer);
  sqlite3_result_error(context, "a number is too great for CAST(… AS INTEGER): floor(x) has no limit", -1);
}

void as_real(sqlite3_context* context, int, sqlite3_value** arguments) {
  LongNumbers& numbers = numbers_in(context);
  const SqlNumber x(arguments[0], numbers);
  if (x.is_null()) return;
  if (x.is_noisy()) return sqlite3_result_double(context, x.nearest());
  const std::optional<int64_t> integer = x.integer();
  if (integer && *integer < kIntegersOfDoubles && *integer > -kIntegersOfDoubles)
    return sqlite3_result_double(context, x.nearest());
  give(context, numbers, x.exact());
}

using Function = void (*)(sqlite3_context*, int, sqlite3_value**);

struct Registered {
  std::string_view name;
  int arguments;
  Function function;
  bool is_ours = true;  // authors do not write it
};

constexpr Registered kFunctions[] = {{kExact, -1, calculate},
                                     {"-", 1, of_one<negated, false>},
                                     {"&", 2, bits<'&'>},
                                     {"|", 2, bits<'|'>},
                                     {"<<", 2, bits<'<'>},
                                     {">>", 2, bits<'>'>},
                                     {"~", 1, bits<'~'>},
                                     {"||", 2, concatenate},
                                     {kAsDouble, 2, as_double},
                                     {kAsText, 1, as_text},
                                     {kAsWhole, 1, as_whole},
                                     {kAsReal, 1, as_real},
                                     {"abs", 1, of_one<abs_of, false>, false},
                                     {"ceil", 1, of_one<ceil_of, true>, false},
                                     {"ceiling", 1, of_one<ceil_of, true>, false},
                                     {"floor", 1, of_one<floor_of, true>, false},
                                     {"trunc", 1, of_one<trunc_of, true>, false},
                                     {"sign", 1, of_one<sign_of, true>, false},
                                     {"round", 1, of_one<round_of, true>, false},
                                     {"round", 2, round_to, false},
                                     {"mod", 2, remainder_of, false}};

}  // namespace

void add_exact_functions(sqlite3* handle, LongNumbers& numbers) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  for (const Registered& each : kFunctions)
    if (sqlite3_create_function_v2(handle, std::string(each.name).c_str(), each.arguments, kFlags, &numbers,
                                   each.function, nullptr, nullptr, nullptr) != SQLITE_OK)
      throw SqliteError("SQLite refused a function of exact arithmetic");
}

bool is_exact_function(std::string_view name) {
  return std::any_of(std::begin(kFunctions), std::end(kFunctions),
                     [&](const Registered& each) { return each.is_ours && each.name == name; });
}

}  // namespace data
