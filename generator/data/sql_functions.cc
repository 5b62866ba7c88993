#include "data/sql_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/text.h"
#include "base/utf8.h"
#include "base/work.h"
#include "data/sqlite.h"

namespace data {
namespace {

using quantity::Exact;

constexpr size_t kMaxBits = 2700;                     // about 400 digits each before and after the point
constexpr uint64_t kWorkOfLongNumber = 100;           // work of a number with about 200 bytes
constexpr size_t kBytesOfUnit = 16;                   // a text read once costs one unit of work per this many bytes
constexpr int64_t kShortEnd = 1'000'000'000'000'000;  // the first number with more than 15 digits

// The powers of ten that doubles represent exactly. Dividing two exact doubles rounds once, to the nearest double.
constexpr int kMaxPlaces = 22;
constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// The long numbers of the connection.
LongNumbers& numbers_of(sqlite3_context* context) { return *static_cast<LongNumbers*>(sqlite3_user_data(context)); }

void refuse(sqlite3_context* context, const std::string& why) { sqlite3_result_error(context, why.c_str(), -1); }

constexpr int kMaxRound = 30;  // the limit of SQLite

Exact ceil_of(const Exact& number) { return number.ceiling(); }
Exact floor_of(const Exact& number) { return -ceil_of(-number); }
Exact trunc_of(const Exact& number) { return number.sign() < 0 ? ceil_of(number) : floor_of(number); }
Exact round_of(const Exact& number) { return number.rounded(0); }
Exact abs_of(const Exact& number) { return number.abs(); }
Exact sign_of(const Exact& number) { return number.sign(); }
Exact negated(const Exact& number) { return -number; }

// Calculates one operation exactly. REQUIRES: b is not 0 for '/' and '%'
Exact exact_result(const Exact& a, char op, const Exact& b) {
  if (op == '%') return a - b * trunc_of(a / b);
  if (op == '+') return a + b;
  if (op == '-') return a - b;
  return op == '*' ? a * b : a / b;
}

double double_result(double a, char op, double b) {
  if (op == '+') return a + b;
  if (op == '-') return a - b;
  return op == '*' ? a * b : a / b;
}

// Implements "exact"('+-', a, b, c), which is a + b - c. Intermediate results stay out of SQL and need no doubles.
void calculate(sqlite3_context* context, int count, sqlite3_value** arguments) {
  const std::string_view operators = text_in(arguments[0]).value_or("");
  base::charge_work(kWorkOfNumber * static_cast<uint64_t>(count));
  std::vector<SqlNumber> operands;
  for (int i = 1; i < count; ++i) operands.emplace_back(context, arguments[i]);
  if (operands.size() != operators.size() + 1) return refuse(context, "wrong number of arguments to function exact()");
  if (std::ranges::any_of(operands, &SqlNumber::is_null)) return;
  for (size_t i = 0; i < operators.size(); ++i) {
    const double divisor = operands[i + 1].nearest();
    if ((operators[i] == '/' || operators[i] == '%') && divisor == 0) return;
  }
  constexpr const char* kWholeOnly = "% is the remainder of whole numbers, and one of these is not: write mod(a, b)";
  if (std::ranges::any_of(operands, &SqlNumber::is_noisy)) {
    if (operators.find('%') != std::string_view::npos) return refuse(context, kWholeOnly);
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
  if (decimal && decimal->places == 0) return sqlite3_result_int64(context, decimal->digits);
  if (decimal && decimal->digits < kShortEnd && decimal->digits > -kShortEnd) {
    const double number = static_cast<double>(decimal->digits) / kPowers[decimal->places];
    const bool is_whole = std::trunc(number) == number;
    return is_whole ? sqlite3_result_int64(context, static_cast<int64_t>(number))
                    : sqlite3_result_double(context, number);
  }
  Exact result = operands[0].exact();
  for (size_t i = 0; i < operators.size(); ++i) {
    const Exact other = operands[i + 1].exact();
    if (operators[i] == '%' && (trunc_of(result) != result || trunc_of(other) != other))
      return refuse(context, kWholeOnly);
    result = exact_result(result, operators[i], other);
  }
  give(context, result);
}

void remainder_of(sqlite3_context* context, int, sqlite3_value** arguments) {
  const SqlNumber a(context, arguments[0]), b(context, arguments[1]);
  if (a.is_null() || b.is_null() || !std::isfinite(a.nearest()) || !std::isfinite(b.nearest())) return;
  const Exact x = a.exact(), y = b.exact();
  if (y.sign() != 0) give(context, x - y * trunc_of(x / y));
}

// Implements a function of one number. A noisy number stays noisy unless the function rounds it to an integer.
template <Exact (*function)(const Exact&), bool gives_whole>
void of_one(sqlite3_context* context, int, sqlite3_value** arguments) {
  const SqlNumber x(context, arguments[0]);
  if (x.is_null()) return;
  if (!std::isfinite(x.nearest()) || (x.is_noisy() && !gives_whole))
    return sqlite3_result_double(context, function == negated  ? -x.nearest()
                                          : function == abs_of ? std::abs(x.nearest())
                                                               : x.nearest());
  give(context, function(x.exact()));
}

void round_to(sqlite3_context* context, int, sqlite3_value** arguments) {
  const SqlNumber x(context, arguments[0]);
  if (x.is_null() || sqlite3_value_type(arguments[1]) == SQLITE_NULL) return;
  if (!std::isfinite(x.nearest())) return sqlite3_result_double(context, x.nearest());
  const int digits = std::clamp(sqlite3_value_int(arguments[1]), 0, kMaxRound);
  give(context, x.exact().rounded(digits));
}

std::string text_of(sqlite3_context* context, sqlite3_value* value) {
  if (sqlite3_value_type(value) == SQLITE_FLOAT)
    return quantity::to_text(numbers_of(context).shown(sqlite3_value_double(value)));
  return std::string(text_in(value).value_or(""));
}

void concatenate(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) == SQLITE_NULL || sqlite3_value_type(arguments[1]) == SQLITE_NULL) return;
  const std::string text = text_of(context, arguments[0]) + text_of(context, arguments[1]);
  base::charge_work(text.size() / kBytesOfUnit);
  give_text(context, text);
}

void as_text(sqlite3_context* context, int, sqlite3_value** arguments) {
  const bool is_long = sqlite3_value_type(arguments[0]) == SQLITE_FLOAT &&
                       numbers_of(context).find_long(sqlite3_value_double(arguments[0])) != nullptr;
  if (sqlite3_value_type(arguments[0]) == SQLITE_TEXT)
    base::charge_work(static_cast<uint64_t>(sqlite3_value_bytes(arguments[0])) / kBytesOfUnit);
  if (!is_long) return sqlite3_result_value(context, arguments[0]);
  give_text(context, text_of(context, arguments[0]));
}

void as_double(sqlite3_context* context, int, sqlite3_value** arguments) {
  const SqlNumber x(context, arguments[0]);
  const bool is_real = sqlite3_value_type(arguments[0]) == SQLITE_FLOAT;
  if (!x.is_beyond_double() && is_real) return sqlite3_result_double(context, x.nearest());
  if (!x.is_beyond_double()) return sqlite3_result_value(context, arguments[0]);
  refuse(context, fmt::format("{0}() calculates with 15 digits, but {1} has more: round it first, as in "
                              "{0}(round(x, 6))",
                              text_in(arguments[1]).value_or(""), quantity::to_text(x.exact().to_value())));
}

void as_whole(sqlite3_context* context, int, sqlite3_value** arguments) {
  const SqlNumber x(context, arguments[0]);
  const bool is_number = sqlite3_value_numeric_type(arguments[0]) == SQLITE_FLOAT;
  if (x.is_null() || !is_number || !std::isfinite(x.nearest())) return sqlite3_result_value(context, arguments[0]);
  const quantity::Value value = trunc_of(x.exact()).to_value();
  if (const auto* integer = std::get_if<int64_t>(&value)) return sqlite3_result_int64(context, *integer);
  refuse(context, "a number does not fit in a 64-bit integer: floor(x) has no limit");
}

void as_real(sqlite3_context* context, int, sqlite3_value** arguments) {
  const SqlNumber x(context, arguments[0]);
  if (x.is_null()) return;
  if (x.is_noisy()) return sqlite3_result_double(context, x.nearest());
  const std::optional<int64_t> integer = x.integer();
  if (integer && *integer < kShortEnd && *integer > -kShortEnd) return sqlite3_result_double(context, x.nearest());
  give(context, x.exact());
}

// Our instr(), replace() and trim() take linear time; SQLite's are quadratic in the length of their texts. They read
// texts, not bytes.
size_t find_text(std::string_view text, std::string_view part, size_t from) {
  const void* found = memmem(text.data() + from, text.size() - from, part.data(), part.size());
  return found ? static_cast<size_t>(static_cast<const char*>(found) - text.data()) : std::string_view::npos;
}

void instr(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto text = text_in(arguments[0]), part = text_in(arguments[1]);
  if (!text || !part) return;
  const size_t at = find_text(*text, *part, 0);
  const size_t before = at == std::string_view::npos ? 0 : base::count_code_points(text->substr(0, at)) + 1;
  sqlite3_result_int64(context, static_cast<sqlite3_int64>(before));
}

void replace(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto text = text_in(arguments[0]), part = text_in(arguments[1]), by = text_in(arguments[2]);
  if (!text || !part || !by) return;
  const auto limit = static_cast<size_t>(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
  std::string result;
  size_t from = 0;
  for (size_t at; !part->empty() && (at = find_text(*text, *part, from)) != std::string_view::npos;) {
    result.append(text->substr(from, at - from)).append(*by);
    if (result.size() > limit) return sqlite3_result_error_toobig(context);
    from = at + part->size();
  }
  result += text->substr(from);
  base::charge_work(result.size() / kBytesOfUnit);
  give_text(context, result);
}

template <bool begin, bool end>
void trim(sqlite3_context* context, int count, sqlite3_value** arguments) {
  auto text = text_in(arguments[0]);
  const auto characters = count > 1 ? text_in(arguments[1]) : " ";
  if (!text || !characters) return;
  std::vector<std::string_view> removed;
  for (std::string_view rest = *characters; !rest.empty();) {
    const std::string_view before = rest;
    base::take_code_point(rest);
    removed.push_back(before.substr(0, before.size() - rest.size()));
  }
  std::sort(removed.begin(), removed.end());
  const auto is_removed = [&](std::string_view c) { return std::binary_search(removed.begin(), removed.end(), c); };
  while (begin && !text->empty()) {
    std::string_view rest = *text;
    base::take_code_point(rest);
    if (!is_removed(text->substr(0, text->size() - rest.size()))) break;
    *text = rest;
  }
  while (end && !text->empty()) {
    const size_t last = base::code_point_start(*text, text->size() - 1);
    if (!is_removed(text->substr(last))) break;
    *text = text->substr(0, last);
  }
  give_text(context, *text);
}

void fixed_date(sqlite3_context* context, int, sqlite3_value** arguments) {
  const std::string text = base::lower_case(base::trim(text_in(arguments[0]).value_or("")));
  const bool is_null = sqlite3_value_type(arguments[0]) == SQLITE_NULL;
  if (!is_null && (sqlite3_value_type(arguments[0]) == SQLITE_BLOB || quantity::Exact::parse(text)))
    return refuse(context, fmt::format("{}() of a number: its arguments are dates of the data, which are texts",
                                       text_in(arguments[1]).value_or("")));
  if (!base::has_word("now localtime utc", text)) return sqlite3_result_value(context, arguments[0]);
  refuse(context,
         fmt::format("{}() of \"{}\" depends on the clock or on the computer, and a build does not: write the date",
                     text_in(arguments[1]).value_or(""), text));
}

void quantity_of(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) != SQLITE_TEXT) return sqlite3_result_value(context, arguments[0]);
  refuse(context, "quantity() needs a number, and its unit: quantity(800, 'chip*h')");
}

using Function = void (*)(sqlite3_context*, int, sqlite3_value**);

struct Registered {
  std::string_view name;
  int arguments;
  Function function;
  bool is_internal = true;  // only rewritten queries call it, never authors
};

constexpr Registered kFunctions[] = {{kExact, -1, calculate},
                                     {"-", 1, of_one<negated, false>},
                                     {"||", 2, concatenate},
                                     {kAsDouble, 2, as_double},
                                     {kAsText, 1, as_text},
                                     {kAsWhole, 1, as_whole},
                                     {kAsReal, 1, as_real},
                                     {kFixedDate, 2, fixed_date},
                                     {"quantity", 2, quantity_of, false},
                                     {"abs", 1, of_one<abs_of, false>, false},
                                     {"ceil", 1, of_one<ceil_of, true>, false},
                                     {"ceiling", 1, of_one<ceil_of, true>, false},
                                     {"floor", 1, of_one<floor_of, true>, false},
                                     {"trunc", 1, of_one<trunc_of, true>, false},
                                     {"sign", 1, of_one<sign_of, true>, false},
                                     {"round", 1, of_one<round_of, true>, false},
                                     {"round", 2, round_to, false},
                                     {"mod", 2, remainder_of, false},
                                     {"instr", 2, instr, false},
                                     {"replace", 3, replace, false},
                                     {"trim", 1, trim<true, true>, false},
                                     {"trim", 2, trim<true, true>, false},
                                     {"ltrim", 1, trim<true, false>, false},
                                     {"ltrim", 2, trim<true, false>, false},
                                     {"rtrim", 1, trim<false, true>, false},
                                     {"rtrim", 2, trim<false, true>, false}};

}  // namespace

std::optional<ShortDecimal> short_result(ShortDecimal a, char op, ShortDecimal b) {
  ShortDecimal result{0, op == '*' ? a.places + b.places : std::max(a.places, b.places)};
  if (result.places > kMaxPlaces) return std::nullopt;
  if (op == '*')
    return __builtin_mul_overflow(a.digits, b.digits, &result.digits) ? std::nullopt : std::optional(result);
  if (op != '+' && op != '-') return std::nullopt;
  for (ShortDecimal* number : {&a, &b})
    for (; number->places < result.places; ++number->places)
      if (__builtin_mul_overflow(number->digits, 10, &number->digits)) return std::nullopt;
  const bool overflows = op == '+' ? __builtin_add_overflow(a.digits, b.digits, &result.digits)
                                   : __builtin_sub_overflow(a.digits, b.digits, &result.digits);
  return overflows ? std::nullopt : std::optional(result);
}

SqlNumber::SqlNumber(sqlite3_context* context, sqlite3_value* value) : numbers_(numbers_of(context)) {
  if (sqlite3_value_type(value) == SQLITE_TEXT) {
    if (const auto number = quantity::read_number(base::trim(text_in(value).value_or("")))) {
      nearest_ = quantity::to_double(*number);
      read_ = Exact::from(*number);
      if (const auto* whole = std::get_if<int64_t>(&*number)) integer_ = *whole;
      return;
    }
  }
  switch (sqlite3_value_numeric_type(value)) {
    case SQLITE_NULL:
      is_null_ = true;
      return;
    case SQLITE_INTEGER:
      integer_ = sqlite3_value_int64(value);
      nearest_ = static_cast<double>(*integer_);
      return;
    default:
      nearest_ = sqlite3_value_double(value);
      known_ = numbers_.find_long(nearest_);
      if (known_) {
        nearest_ = known_->to_double();
        return;
      }
      is_noisy_ = !std::isfinite(nearest_) || numbers_.clean(nearest_) != nearest_;
  }
}

std::optional<ShortDecimal> SqlNumber::decimal() const {
  if (integer_) return ShortDecimal{*integer_, 0};
  if (known_ || read_) return std::nullopt;
  for (int places = 0; places <= kMaxPlaces; ++places) {
    const double digits = std::round(nearest_ * kPowers[places]);
    if (!(std::abs(digits) < kShortEnd)) break;
    if (digits / kPowers[places] == nearest_) return ShortDecimal{static_cast<int64_t>(digits), places};
  }
  return std::nullopt;
}

Exact SqlNumber::exact() const {
  if (integer_) return *integer_;
  if (known_) return *known_;
  if (read_) return *read_;
  return Exact::from(numbers_.clean(nearest_)).value();
}

bool SqlNumber::is_beyond_double() const {
  if (integer_) return nearest_ >= 0x1p63 || static_cast<int64_t>(nearest_) != *integer_;
  if (known_) return known_->to_decimal(quantity::kMaxDecimalDigits).has_value();
  return read_ && Exact::from(numbers_.clean(nearest_)) != *read_;
}

std::optional<std::string_view> text_in(sqlite3_value* value) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (!text) return std::nullopt;
  return std::string_view(text, static_cast<size_t>(sqlite3_value_bytes(value)));
}

void give_text(sqlite3_context* context, std::string_view text) {
  sqlite3_result_text64(context, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void give(sqlite3_context* context, const Exact& number) {
  const double nearest = number.to_double();
  if (!std::isfinite(nearest)) return refuse(context, "a result exceeds 1.7e308, the largest number");
  if (nearest == 0 && number.sign() != 0)
    return refuse(context, "a result is below 1e-307, the smallest positive number, but not 0");
  if (number.bits() > kMaxBits) return sqlite3_result_double(context, nearest);
  const std::optional<quantity::Value> value = numbers_of(context).add_number(number);
  if (!value)
    return refuse(context, fmt::format("numbers near {} differ only after their 16th digit, too many to distinguish: "
                                       "round them first, as in round(x, 12)",
                                       nearest));
  if (const auto* integer = std::get_if<int64_t>(&*value)) return sqlite3_result_int64(context, *integer);
  const double in_sql = std::get<double>(*value);
  if (numbers_of(context).find_long(in_sql)) base::charge_work(kWorkOfLongNumber);
  sqlite3_result_double(context, in_sql);
}

void add_functions(sqlite3* handle, LongNumbers& numbers) {
  for (const Registered& each : kFunctions)
    if (sqlite3_create_function_v2(handle, std::string(each.name).c_str(), each.arguments, kFunctionFlags, &numbers,
                                   each.function, nullptr, nullptr, nullptr) != SQLITE_OK)
      throw SqliteError("SQLite refused a function of exact arithmetic");
  add_aggregates(handle, numbers);
}

bool is_exact_function(std::string_view name) {
  return name.starts_with("unit ") ||
         std::any_of(std::begin(kFunctions), std::end(kFunctions),
                     [&](const Registered& each) { return each.is_internal && each.name == name; });
}

}  // namespace data
