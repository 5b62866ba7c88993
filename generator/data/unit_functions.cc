#include "data/unit_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <memory>

#include "base/text.h"
#include "base/work.h"
#include "data/sql_functions.h"
#include "data/sqlite.h"
#include "data/unit_texts.h"

namespace data {
namespace {

constexpr uint64_t kSignBit = uint64_t{1} << 63;
constexpr int kRowBits = 40;        // of the number of a cell; those above are its column
constexpr double kMaxWhole = 9e15;  // larger doubles may not be whole numbers

// Functions of one number with a unit: what they do to the value. round() ignores its digits, and so do results.
constexpr std::pair<std::string_view, double (*)(double)> kKeepUnit[] = {
    {"real", [](double x) { return x; }},
    {"-", [](double x) { return -x; }},
    {"abs", [](double x) { return std::abs(x); }},
    {"ceil", [](double x) { return std::ceil(x); }},
    {"ceiling", [](double x) { return std::ceil(x); }},
    {"floor", [](double x) { return std::floor(x); }},
    {"trunc", [](double x) { return std::trunc(x); }}};
// Functions of plain numbers.
constexpr std::pair<std::string_view, double (*)(double)> kOfPlain[] = {
    {"acos", std::acos},
    {"acosh", std::acosh},
    {"asin", std::asin},
    {"asinh", std::asinh},
    {"atan", std::atan},
    {"atanh", std::atanh},
    {"cos", std::cos},
    {"cosh", std::cosh},
    {"degrees", [](double x) { return x * 180 / M_PI; }},
    {"exp", std::exp},
    {"ln", std::log},
    {"log10", std::log10},
    {"log2", std::log2},
    {"radians", [](double x) { return x * M_PI / 180; }},
    {"sin", std::sin},
    {"sinh", std::sinh},
    {"tan", std::tan},
    {"tanh", std::tanh}};
constexpr std::string_view kOtherCalls =
    "atan2 julianday log max min mod nullif pow power quantity replace round sign sqrt unixepoch";

template <size_t size>
auto find_function(const std::pair<std::string_view, double (*)(double)> (&table)[size], std::string_view name) {
  const auto found =
      std::find_if(std::begin(table), std::end(table), [&](const auto& each) { return each.first == name; });
  return found == std::end(table) ? nullptr : found->second;
}

// Rounds to 15 digits, so that 0.1 + 0.2 is 0.3.
double rounded(double number) {
  if (!std::isfinite(number) || number == 0) return number;
  constexpr int kDigits = 15, kMaxPower = 22;  // greater powers of ten are not exact
  const int places = kDigits - 1 - static_cast<int>(std::floor(std::log10(std::abs(number))));
  if (std::abs(places) > kMaxPower) return std::strtod(fmt::format("{:.14e}", number).c_str(), nullptr);
  const double power = std::pow(10, std::abs(places));
  return places > 0 ? std::round(number * power) / power : std::round(number / power) * power;
}

constexpr size_t kBlobBytes = 24;

// The bytes of a blob: the value so that bytes sort as numbers, the unit and the records, and the cell.
std::array<char, kBlobBytes> blob_of(const TaggedNumber& number) {
  const double value = number.value == 0 ? 0 : number.value;  // not -0
  const uint64_t key = std::bit_cast<uint64_t>(value);
  const uint64_t words[] = {key & kSignBit ? ~key : key | kSignBit, uint64_t{number.unit} << 32 | number.refs,
                            number.cell};
  std::array<char, kBlobBytes> bytes;
  for (size_t i = 0; i < kBlobBytes; ++i) bytes[i] = static_cast<char>(words[i / 8] >> (56 - 8 * (i % 8)));
  return bytes;
}

TaggedNumber number_in(const unsigned char* bytes) {
  uint64_t words[kBlobBytes / 8] = {};
  for (size_t i = 0; i < kBlobBytes; ++i) words[i / 8] = words[i / 8] << 8 | bytes[i];
  const uint64_t key = words[0] & kSignBit ? words[0] ^ kSignBit : ~words[0];
  return {std::bit_cast<double>(key), static_cast<uint32_t>(words[1] >> 32), static_cast<uint32_t>(words[1]), words[2]};
}

void give_plain(sqlite3_context* context, double value) {
  value = rounded(value);
  if (std::trunc(value) == value && std::abs(value) < kMaxWhole)
    sqlite3_result_int64(context, static_cast<int64_t>(value));
  else
    sqlite3_result_double(context, value);
}

void give(sqlite3_context* context, const TaggedNumber& number) {
  if (number.is_bare()) return give_plain(context, number.value);
  const std::array<char, kBlobBytes> bytes = blob_of(number);
  sqlite3_result_blob(context, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
}

// Returns what to write so that two numbers have one unit.
std::string help_with(const UnitAlgebra& algebra, UnitAlgebra::Id a, UnitAlgebra::Id b) {
  if (a == UnitAlgebra::kBare || b == UnitAlgebra::kBare)
    return fmt::format("write a number with its unit: quantity(…, '{}'){}", algebra.name(std::max(a, b)),
                       algebra.may_be_count(std::max(a, b)) ? ", or mark the unit as a count in data/units.json" : "");
  if (std::string help = algebra.conversion(b, a); !help.empty()) return help;
  return "convert one of them to the unit of the other, or use the column that was meant";
}

UnitMistake difference(const UnitAlgebra& algebra, std::string_view doing, const TaggedNumber& a,
                       const TaggedNumber& b) {
  return {.what = fmt::format("{} {} and {}", doing, algebra.name(a.unit), algebra.name(b.unit)),
          .expected = "numbers in the same unit",
          .help = help_with(algebra, a.unit, b.unit)};
}

// Returns the common unit of numbers that are added or compared. Zero has any unit.
std::optional<UnitAlgebra::Id> common_unit(UnitAlgebra& algebra, const TaggedNumber& a, const TaggedNumber& b) {
  if (a.is_bare() && a.value == 0) return b.unit;
  if (b.is_bare() && b.value == 0) return a.unit;
  return algebra.common(a.unit, b.unit);
}

UnitMistake text_as_number(std::optional<size_t> at) {
  return {.at = at,
          .what = "this calculates with a text, which has no unit",
          .expected = "a number",
          .help =
              "calculate with the column that has the number; a text of the data becomes a number where it is read: "
              "CAST(substr(column, 1, 4) AS INTEGER)"};
}

struct Calculation {
  UnitRun& run;
  TaggedNumber result;
  std::optional<UnitMistake> mistake;

  // Returns false if the result is null, or after a mistake. `has_literal`: one of the numbers is written in the query.
  bool apply(char op, const TaggedNumber& b, std::optional<size_t> at, bool has_literal = false) {
    const bool is_product = op == '*' || op == '/';
    if ((op == '/' && b.value == 0) || (op == '%' && std::abs(b.value) < 1)) return false;
    if (is_product) {
      if (b.is_bare())
        result.unit = run.algebra.scaled(result.unit, b.value, op == '/');
      else if (result.is_bare())
        result.unit = run.algebra.scaled(run.algebra.product(result.unit, b.unit, op == '/'), result.value, false);
      else
        result.unit = run.algebra.product(result.unit, b.unit, op == '/');
    } else if (const auto unit = common_unit(run.algebra, result, b)) {
      result.unit = *unit;
    } else {
      mistake = difference(run.algebra,
                           op == '+'   ? "this adds"
                           : op == '-' ? "this subtracts"
                                       : "this divides",
                           result, b);
      mistake->at = at;
      return false;
    }
    const bool has_constant = has_literal || (result.cell && b.refs == run.refs.constant());
    result.cell = has_constant ? std::max(result.cell, b.cell) : 0;
    result.refs = run.refs.united(result.refs, b.refs);
    const double x = result.value, y = b.value;
    result.value = op == '+'   ? x + y
                   : op == '-' ? x - y
                   : op == '*' ? x * y
                   : op == '/' ? x / y
                               : std::fmod(std::trunc(x), std::trunc(y));
    return true;
  }
};

void finish(sqlite3_context* context, Calculation& calculation, bool good) {
  if (calculation.mistake) return fail_unit(context, *std::move(calculation.mistake));
  calculation.result.value = rounded(calculation.result.value);
  if (good) give(context, calculation.result);
}

void tag(sqlite3_context* context, int, sqlite3_value** arguments) {
  const auto number = tagged_number(arguments[0]);
  if (!number) return sqlite3_result_value(context, arguments[0]);
  UnitRun& run = run_of(context);
  const auto part = [&](int i) { return static_cast<uint64_t>(sqlite3_value_int64(arguments[i])); };
  give(context, {number->value, run.algebra.of(text_in(arguments[1]).value_or("")),
                 run.is_shown ? run.refs.of(text_in(arguments[2]).value_or("")) : RefSets::kNone,
                 (part(3) + 1) << kRowBits | part(4)});
}

void unit_exact(sqlite3_context* context, int count, sqlite3_value** arguments) {
  base::charge_work(kWorkOfNumber * static_cast<uint64_t>(count));
  std::string_view operators = text_in(arguments[0]).value_or("");
  Calculation calculation{run_of(context), {}, std::nullopt};
  for (int i = 1; i < count; ++i)
    if (sqlite3_value_type(arguments[i]) == SQLITE_NULL) return;
  if (operators.starts_with('|')) {
    JoinedText joined;
    std::for_each(arguments + 1, arguments + count, [&](sqlite3_value* value) { joined.add(value); });
    return joined.give(context, static_cast<size_t>(std::atoll(std::string(operators.substr(1)).c_str())),
                       {arguments + 1, arguments + count}, false);
  }
  for (int i = 1; i < count; ++i) {
    const std::optional<TaggedNumber> operand = tagged_number(arguments[i]);
    const char op = operators[0];
    const size_t end = std::min(operators.find_first_of("+-*/%", 1), operators.size());
    const auto at = static_cast<size_t>(std::atoll(std::string(operators.substr(1, end - 1)).c_str()));
    const bool has_literal = operators[end - 1] == '!';
    if (!operand) return fail_unit(context, text_as_number(at));
    if (i == 1) {
      calculation.result = *operand;
      continue;
    }
    operators.remove_prefix(end);
    if (!calculation.apply(op, *operand, at, has_literal)) return finish(context, calculation, false);
  }
  finish(context, calculation, true);
}

// Orders two values as SQLite does, and numbers of any unit by their values.
std::optional<int> order(sqlite3_value* a, sqlite3_value* b) {
  if (sqlite3_value_type(a) == SQLITE_NULL || sqlite3_value_type(b) == SQLITE_NULL) return std::nullopt;
  // SQLite would turn a literal into a number for all later calls.
  if (sqlite3_value_type(a) == SQLITE_TEXT && sqlite3_value_type(b) == SQLITE_TEXT)
    return text_in(a).value_or("").compare(text_in(b).value_or(""));
  const auto number = [](sqlite3_value* value) -> std::optional<double> {
    if (const auto tagged = tagged_number(value)) return tagged->value;
    if (sqlite3_value_numeric_type(value) == SQLITE_TEXT) return std::nullopt;
    return sqlite3_value_double(value);
  };
  const auto x = number(a), y = number(b);
  if (x && y) return *x < *y ? -1 : *x > *y;
  if (x.has_value() != y.has_value()) return x ? -1 : 1;
  return text_in(a).value_or("").compare(text_in(b).value_or(""));
}

bool holds(std::string_view op, int order) {
  if (op == "=" || op == "==") return order == 0;
  if (op == "<>" || op == "!=") return order != 0;
  if (op == "<") return order < 0;
  if (op == "<=") return order <= 0;
  return op == ">" ? order > 0 : order >= 0;
}

// Returns false after a mistake.
bool may_compare(sqlite3_context* context, std::optional<size_t> at, sqlite3_value* a, sqlite3_value* b) {
  const auto x = tagged_number(a), y = tagged_number(b);
  if (!x || !y || common_unit(run_of(context).algebra, *x, *y)) return true;
  UnitMistake mistake = difference(run_of(context).algebra, "this compares", *x, *y);
  mistake.at = at;
  fail_unit(context, std::move(mistake));
  return false;
}

// Returns false for a number and a text, which are never equal, after `is_text`.
bool are_alike(sqlite3_context* context, size_t at, bool is_text, sqlite3_value* a, sqlite3_value* b) {
  const auto has_text = [](sqlite3_value* value) { return sqlite3_value_type(value) == SQLITE_TEXT; };
  if (!is_text || !((tagged_number(a) && has_text(b)) || (tagged_number(b) && has_text(a)))) return true;
  fail_unit(context, {.at = at,
                      .what = "this compares a number with a text, so that it is true or false of all rows",
                      .expected = "a number without quotes",
                      .help = "take the quotes off: > 5, not > '5'"});
  return false;
}

void unit_compare(sqlite3_context* context, int, sqlite3_value** arguments) {
  const size_t at = offset_in(arguments[1]);
  if (!are_alike(context, at, sqlite3_value_int(arguments[4]), arguments[2], arguments[3]) ||
      !may_compare(context, at, arguments[2], arguments[3]))
    return;
  if (const auto result = order(arguments[2], arguments[3]))
    sqlite3_result_int(context, holds(text_in(arguments[0]).value_or(""), *result));
}

void unit_in(sqlite3_context* context, int count, sqlite3_value** arguments) {
  bool is_found = false, is_unknown = sqlite3_value_type(arguments[2]) == SQLITE_NULL;
  const size_t at = offset_in(arguments[0]);
  for (int i = 3; i < count; ++i) {
    if (!are_alike(context, at, sqlite3_value_int(arguments[1]), arguments[2], arguments[i]) ||
        !may_compare(context, at, arguments[2], arguments[i]))
      return;
    const auto result = order(arguments[2], arguments[i]);
    is_found = is_found || result == 0;
    is_unknown = is_unknown || !result;
  }
  if (is_found || !is_unknown) sqlite3_result_int(context, is_found);
}

// Returns a text for a value, of a number without its records.
std::string text_of(sqlite3_value* value) {
  if (const auto number = tagged_number(value)) return fmt::format("{}\x01{}", number->value, number->unit);
  return fmt::format("{}\x01{}", sqlite3_value_type(value), text_in(value).value_or(""));
}

void unit_key(sqlite3_context* context, int, sqlite3_value** arguments) {
  auto number = tagged_number(arguments[0]);
  if (!number || sqlite3_value_type(arguments[0]) != SQLITE_BLOB) return sqlite3_result_value(context, arguments[0]);
  number->refs = RefSets::kNone;
  number->cell = 0;
  give(context, *number);
}

void unit_of_group(sqlite3_context* context, int, sqlite3_value** arguments) {
  auto number = tagged_number(arguments[0]);
  if (!number || number->cell == 0) return sqlite3_result_value(context, arguments[0]);
  number->cell = 0;
  give(context, *number);
}

void unit_sorted(sqlite3_context* context, int count, sqlite3_value** arguments) {
  base::charge_work(kWorkOfNumber);
  const auto number = tagged_number(arguments[0]);
  if (number && number->unit > UnitAlgebra::kRatio) {
    UnitRun& run = run_of(context);
    std::string place;
    for (int i = 1; i < count; ++i) place += text_of(arguments[i]) + "\n";
    const UnitAlgebra::Id unit = run.sorted.try_emplace(std::move(place), number->unit).first->second;
    // A product may leave out counts, as for a declared unit.
    if (!run.algebra.common(unit, number->unit) && !run.algebra.fits(unit, number->unit) &&
        !run.algebra.fits(number->unit, unit)) {
      UnitMistake mistake = difference(run.algebra, "this orders numbers in", {0, unit}, *number);
      mistake.at = offset_in(arguments[1]);
      mistake.help = "convert them to one unit, or order by their unit first";
      return fail_unit(context, std::move(mistake));
    }
  }
  unit_key(context, 1, arguments);
}

struct OnlyValue {
  std::unique_ptr<sqlite3_value, decltype(&sqlite3_value_free)> value{nullptr, sqlite3_value_free};
};

void unit_only_step(sqlite3_context* context, int, sqlite3_value** arguments) {
  auto* only = state_of<OnlyValue>(context, true);
  if (!only) return sqlite3_result_error_nomem(context);
  if (!only->value)
    only->value.reset(sqlite3_value_dup(arguments[0]));
  else if (text_of(only->value.get()) != text_of(arguments[0]))
    fail_unit(
        context,
        {.at = offset_in(arguments[1]),
         .what = "has several values in the rows of a group, and any of them would be shown",
         .expected = "a column of GROUP BY, or an aggregate: max(), min(), group_concat(), and for refs all_refs()",
         .size = offset_in(arguments[2])});
}

void unit_only_final(sqlite3_context* context) {
  const auto* only = state_of<OnlyValue>(context, false);
  if (only && only->value) sqlite3_result_value(context, only->value.get());
  delete only;
}

void unit_plain(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) != SQLITE_BLOB) return sqlite3_result_value(context, arguments[0]);
  give_plain(context, tagged_number(arguments[0])->value);
}

void unit_number(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) != SQLITE_TEXT) return sqlite3_result_value(context, arguments[0]);
  give_plain(context, sqlite3_value_double(arguments[0]));
}

void unit_counted(sqlite3_context* context, int, sqlite3_value** arguments) {
  if (sqlite3_value_type(arguments[0]) == SQLITE_NULL) return;
  const double number = sqlite3_value_double(arguments[0]);
  const int64_t rows = sqlite3_value_int64(arguments[1]);
  const uint64_t records = rows < 0    ? RefSets::kNoRecord
                           : rows == 0 ? static_cast<uint64_t>(std::abs(number))
                                       : static_cast<uint64_t>(rows);
  give(context, {number, UnitAlgebra::kRatio, run_of(context).refs.at_least(records)});
}

// One call of a function that reads numbers with units.
class Call {
 public:
  Call(sqlite3_context* context, int count, sqlite3_value** arguments)
      : context_(context),
        run_(run_of(context)),
        name_(text_in(arguments[0]).value_or("")),
        at_(offset_in(arguments[1])),
        values_(arguments + 2, arguments + count) {}

  void give_result() {
    if (name_ == "nullif") return null_if();
    for (sqlite3_value* value : values_)
      if (sqlite3_value_type(value) == SQLITE_NULL) return;
    if (name_ == "min" || name_ == "max") return extreme();
    if (name_ == "replace") return replace();
    for (sqlite3_value* value : values_)
      if (const auto number = tagged_number(value))
        numbers_.push_back(*number);
      else if (name_ != "quantity" || value == values_[0])
        return fail_unit(context_, text_as_number(at_));
    if (numbers_.empty()) return;
    TaggedNumber& x = numbers_[0];
    if (const auto keep = find_function(kKeepUnit, name_)) {
      x.value = keep(x.value);
    } else if (name_ == "round") {
      const double scale = numbers_.size() > 1 ? std::pow(10, std::clamp(numbers_[1].value, 0.0, 15.0)) : 1;
      x.value = std::round(x.value * scale) / scale;
    } else if (name_ == "sign") {
      x = {static_cast<double>((x.value > 0) - (x.value < 0)), UnitAlgebra::kRatio, x.refs};
    } else if (name_ == "sqrt" || name_ == "pow" || name_ == "power") {
      return power();
    } else if (name_ == "quantity") {
      return quantity();
    } else if (name_ == "julianday" || name_ == "unixepoch") {
      x.unit = run_.algebra.of(name_ == "julianday" ? "d" : "s");
    } else if (name_ == "mod" && numbers_.size() > 1) {
      Calculation calculation{run_, x, std::nullopt};
      return finish(context_, calculation, calculation.apply('%', numbers_[1], at_));
    } else {
      return of_plain();
    }
    give(context_, x);
  }

 private:
  void refuse(std::string what, std::string expected, std::string help) {
    fail_unit(context_, {at_, "", std::move(what), std::move(expected), std::move(help)});
  }

  void extreme() {
    size_t best = 0;
    for (size_t i = 1; i < values_.size(); ++i) {
      if (!may_compare(context_, at_, values_[best], values_[i])) return;
      const auto result = order(values_[i], values_[best]);
      if (result && (name_ == "min" ? *result < 0 : *result > 0)) best = i;
    }
    sqlite3_result_value(context_, values_[best]);
  }

  // replace('x GB', 'x', gb), which joins texts and numbers.
  void replace() {
    JoinedText joined, all, part;
    all.add(values_[0]);
    part.add(values_[1]);
    std::string_view rest = all.text;
    for (size_t at = 0; !part.text.empty() && (at = rest.find(part.text)) != std::string_view::npos;) {
      joined.text += rest.substr(0, at);
      joined.add(values_[2]);
      rest.remove_prefix(at + part.text.size());
    }
    joined.text += rest;
    sqlite3_value* const of[] = {values_[0], values_[2]};
    joined.give(context_, at_, of, true);
  }

  void null_if() {
    if (values_.size() < 2 || !may_compare(context_, at_, values_[0], values_[1])) return;
    if (order(values_[0], values_[1]) != 0) sqlite3_result_value(context_, values_[0]);
  }

  void power() {
    TaggedNumber& x = numbers_[0];
    const TaggedNumber exponent = name_ == "sqrt" ? TaggedNumber{0.5} : numbers_.back();
    const auto unit = exponent.unit <= UnitAlgebra::kRatio ? run_.algebra.power(x.unit, exponent.value) : std::nullopt;
    if (!unit)
      return refuse(fmt::format("{}() of a number in {} has no unit", name_, run_.algebra.name(x.unit)),
                    "a whole power, or the root of a square", "divide by a quantity of the same unit first");
    x.value = rounded(std::pow(x.value, exponent.value));
    x.cell = 0;
    x.unit = *unit;
    x.refs = run_.refs.united(x.refs, exponent.refs);
    give(context_, x);
  }

  void quantity() {
    const std::string unit(values_.size() > 1 ? text_in(values_[1]).value_or("") : "");
    TaggedNumber& x = numbers_[0];
    std::string why;
    if (!run_.units.parse(unit, &why)) return refuse(std::move(why), "a unit: quantity(800, 'chip*h')", "");
    if (x.unit > UnitAlgebra::kRatio)
      return refuse(
          fmt::format("this number is in {} already, and quantity() does not convert", run_.algebra.name(x.unit)),
          "a number without a unit", help_with(run_.algebra, run_.algebra.of(unit), x.unit));
    x.unit = run_.algebra.of(unit);
    if (values_.size() > 2) x.refs = run_.refs.constant();
    give(context_, x);
  }

  // sin(), ln(), atan2() and others, of numbers without a unit.
  void of_plain() {
    TaggedNumber result;
    for (const TaggedNumber& number : numbers_) {
      if (!run_.algebra.common(number.unit, UnitAlgebra::kBare))
        return refuse(fmt::format("{}() of a number in {}", name_, run_.algebra.name(number.unit)), "a plain number",
                      fmt::format("divide by a quantity first: {}(… / quantity(1, '{}'))", name_,
                                  run_.algebra.name(number.unit)));
      result.refs = run_.refs.united(result.refs, number.refs);
    }
    const double x = numbers_[0].value, y = numbers_.back().value;
    if (const auto function = find_function(kOfPlain, name_))
      result.value = function(x);
    else if (name_ == "atan2")
      result.value = std::atan2(x, y);
    else
      result.value = numbers_.size() > 1 ? std::log(y) / std::log(x) : std::log10(x);
    result.value = rounded(result.value);
    if (std::isfinite(result.value)) give(context_, result);
  }

  sqlite3_context* context_;
  UnitRun& run_;
  const std::string name_;
  const size_t at_;
  const std::vector<sqlite3_value*> values_;
  std::vector<TaggedNumber> numbers_;
};

void unit_call(sqlite3_context* context, int count, sqlite3_value** arguments) {
  base::charge_work(kWorkOfNumber * static_cast<uint64_t>(count));
  Call(context, count, arguments).give_result();
}

enum class UnitSum { sum, total, avg, median, quantile, ci_low, ci_high, all };

constexpr std::string_view kSumNames[] = {"unit sum",      "unit total",  "unit avg",     "unit median",
                                          "unit quantile", "unit ci_low", "unit ci_high", kUnitAll};
template <UnitSum kind>
constexpr std::string_view name_of = kSumNames[static_cast<size_t>(kind)].substr(5);

// The records of the rows that an aggregate has read. As a window function it also removes rows.
struct RunningRecords {
  std::vector<uint32_t> records;  // in any order, and as often as rows have them

  void add(const std::vector<uint32_t>& of_row, int sign) {
    for (const uint32_t record : of_row) {
      if (sign > 0) {
        records.push_back(record);
      } else if (const auto at = std::find(records.begin(), records.end(), record); at != records.end()) {
        *at = records.back();
        records.pop_back();
      }
    }
  }
  RefSets::Id set(RefSets& refs) const {
    base::charge_work(kWorkOfNumber * records.size());
    return refs.add(records);
  }
};

// A number that an aggregate reads in two rows, which a join or a UNION ALL made of one.
UnitMistake repeated(const UnitRun& run, std::string_view function, const TaggedNumber& number) {
  const auto records = run.refs.parts(number.refs).first;
  const std::string& column = run.columns[(number.cell >> kRowBits) - 1];
  return {.function = std::string(function),
          .what = fmt::format("{}() reads {}{} more than once, because its row is repeated", function, column,
                              records.empty() ? "" : " of " + run.refs.name(records.front())),
          .expected = "each number once",
          .help =
              "aggregate the rows of the other table in a subquery, and join the result; if the number counts for "
              "each of them, multiply it with their count: sum(x * n)"};
}

// The state of a sum.
struct RunningSum : RunningRecords {
  double sum = 0;
  int64_t count = 0;
  std::set<uint64_t> cells;
  int64_t counted = 0;  // the numbers that no record has, such as 1 for each row that is counted
  UnitAlgebra::Id unit = UnitAlgebra::kBare;
  bool has_unit = false;
  std::vector<quantity::Exact> numbers;  // of an interval, or of a quantile with the share of them that is below it
  double share = 0.5;
};

template <UnitSum kind, int sign>
void unit_sum_step(sqlite3_context* context, int count, sqlite3_value** arguments) {
  base::charge_work(kWorkOfNumber);
  auto number = tagged_number(arguments[0]);
  if (!number && (kind == UnitSum::all || sqlite3_value_type(arguments[0]) == SQLITE_NULL)) return;
  if (!number) return fail_unit(context, text_as_number(std::nullopt));
  auto* sum = state_of<RunningSum>(context, true);
  if (!sum) return sqlite3_result_error_nomem(context);
  UnitRun& run = run_of(context);
  if (sum->has_unit && sum->unit != number->unit && !(number->is_bare() && number->value == 0)) {
    const auto unit = run.algebra.common(sum->unit, number->unit);
    if (!unit) {
      UnitMistake mistake =
          difference(run.algebra, kind == UnitSum::all ? "this compares" : "this adds", {0, sum->unit}, *number);
      mistake.function = kind == UnitSum::all ? "" : std::string(name_of<kind>);
      mistake.help = "convert them to one unit, or group the rows by their unit";
      return fail_unit(context, std::move(mistake));
    }
    sum->unit = *unit;
  } else if (!sum->has_unit && !(number->is_bare() && number->value == 0)) {
    sum->unit = number->unit;
    sum->has_unit = true;
  }
  if (kind == UnitSum::all) return;
  if (number->cell) {
    const bool is_good = sign > 0 ? sum->cells.insert(number->cell).second : sum->cells.erase(number->cell) > 0;
    if (!is_good) return fail_unit(context, repeated(run, name_of<kind>, *number));
  }
  if (kind >= UnitSum::median) {
    if (const auto share = count > 1 ? tagged_number(arguments[1]) : std::nullopt)
      sum->share = std::clamp(share->value, 0.0, 1.0);
    if (std::isfinite(number->value))
      sum->numbers.push_back(quantity::Exact::from(number->value).value_or(quantity::Exact()));
  }
  sum->sum += sign * number->value;
  sum->count += sign;
  if (number->is_bare() && number->value != 0) sum->counted += sign;
  sum->add(run.refs.records(number->refs), sign);
}

template <UnitSum kind>
void unit_sum_value(sqlite3_context* context) {
  const auto* sum = state_of<RunningSum>(context, false);
  if (kind == UnitSum::all) return;
  if (!sum || sum->count == 0) {
    if (kind == UnitSum::total) sqlite3_result_int(context, 0);
    return;
  }
  UnitRun& run = run_of(context);
  const bool is_count = run.is_shown && sum->has_unit && sum->unit == UnitAlgebra::kBare;
  const RefSets::Id refs = is_count ? run.refs.at_least(static_cast<uint64_t>(sum->counted)) : sum->set(run.refs);
  const int sign = kind == UnitSum::ci_low ? -1 : kind == UnitSum::ci_high ? 1 : 0;
  const std::optional<double> end = sign ? interval_end(sum->numbers, sign) : std::nullopt;
  if (sign && !end) return;
  const double value =
      end                    ? *end
      : kind == UnitSum::avg ? sum->sum / static_cast<double>(sum->count)
      : !sum->numbers.empty()
          ? quantile(sum->numbers, quantity::Exact::from(sum->share).value_or(quantity::Exact())).to_double()
          : sum->sum;
  give(context, {rounded(value), is_count ? UnitAlgebra::kRatio : sum->unit, refs});
}

template <UnitSum kind>
void unit_sum_final(sqlite3_context* context) {
  unit_sum_value<kind>(context);
  delete state_of<RunningSum>(context, false);
}

template <UnitSum kind>
bool add_unit_sum(sqlite3* handle, UnitRun& run) {
  return sqlite3_create_window_function(handle, std::string(kSumNames[static_cast<size_t>(kind)]).c_str(),
                                        kind == UnitSum::quantile ? 2 : 1, kFunctionFlags, &run, unit_sum_step<kind, 1>,
                                        unit_sum_final<kind>, unit_sum_value<kind>, unit_sum_step<kind, -1>,
                                        nullptr) == SQLITE_OK;
}

// The refs of a row are a text, which refs() and all_refs() make of the number of their set.
void give_refs(sqlite3_context* context, RefSets::Id set) {
  if (set != RefSets::kNone) give_text(context, fmt::format("{}{}", RefSets::kSetSign, set));
}

RefSets::Id refs_of(sqlite3_context* context, sqlite3_value* value) {
  return run_of(context).refs.of(text_in(value).value_or(""));
}

void refs(sqlite3_context* context, int count, sqlite3_value** arguments) {
  RefSets::Id all = RefSets::kNone;
  for (int i = 0; i < count; ++i) all = run_of(context).refs.united(all, refs_of(context, arguments[i]));
  give_refs(context, all);
}

template <int sign>
void all_refs_step(sqlite3_context* context, int, sqlite3_value** arguments) {
  auto* records = state_of<RunningRecords>(context, true);
  if (!records) return sqlite3_result_error_nomem(context);
  records->add(run_of(context).refs.records(refs_of(context, arguments[0])), sign);
}

void all_refs_value(sqlite3_context* context) {
  if (const auto* records = state_of<RunningRecords>(context, false))
    give_refs(context, records->set(run_of(context).refs));
}

void all_refs_final(sqlite3_context* context) {
  all_refs_value(context);
  delete state_of<RunningRecords>(context, false);
}

}  // namespace

void fail_unit(sqlite3_context* context, UnitMistake mistake) {
  run_of(context).mistake = std::move(mistake);
  sqlite3_result_error(context, "units differ", -1);
}

bool is_unit_call(std::string_view function) {
  return find_function(kKeepUnit, function) || find_function(kOfPlain, function) ||
         base::has_word(kOtherCalls, function);
}

std::optional<TaggedNumber> tagged_number(sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_BLOB:
      if (sqlite3_value_bytes(value) != kBlobBytes) return std::nullopt;
      return number_in(static_cast<const unsigned char*>(sqlite3_value_blob(value)));
    case SQLITE_INTEGER:
    case SQLITE_FLOAT:
      return TaggedNumber{sqlite3_value_double(value)};
    default:
      return std::nullopt;
  }
}

void add_unit_functions(sqlite3* handle, UnitRun& run) {
  const auto add = [&](std::string_view name, int arguments, auto function) {
    return sqlite3_create_function_v2(handle, std::string(name).c_str(), arguments, kFunctionFlags, &run, function,
                                      nullptr, nullptr, nullptr) == SQLITE_OK;
  };
  const bool good =
      add(kUnitTag, 5, tag) && add(kUnitExact, -1, unit_exact) && add(kUnitCall, -1, unit_call) &&
      add(kUnitCompare, 5, unit_compare) && add(kUnitIn, -1, unit_in) && add(kUnitKey, 1, unit_key) &&
      add(kUnitOfGroup, 1, unit_of_group) && add(kUnitPlain, 1, unit_plain) && add(kUnitNumber, 1, unit_number) &&
      add(kUnitCounted, 2, unit_counted) && add(kUnitSorted, -1, unit_sorted) && add(kUnitPart, -1, unit_part) &&
      add(kUnitApart, 2, unit_apart) &&
      sqlite3_create_function_v2(handle, std::string(kUnitOnly).c_str(), 3, kFunctionFlags, &run, nullptr,
                                 unit_only_step, unit_only_final, nullptr) == SQLITE_OK &&
      add_unit_sum<UnitSum::sum>(handle, run) && add_unit_sum<UnitSum::total>(handle, run) &&
      add_unit_sum<UnitSum::avg>(handle, run) && add_unit_sum<UnitSum::all>(handle, run) &&
      add_unit_sum<UnitSum::median>(handle, run) && add_unit_sum<UnitSum::quantile>(handle, run) &&
      add_unit_sum<UnitSum::ci_low>(handle, run) && add_unit_sum<UnitSum::ci_high>(handle, run) &&
      add("unit refs", -1, refs) &&
      sqlite3_create_window_function(handle, "unit all_refs", 1, kFunctionFlags, &run, all_refs_step<1>, all_refs_final,
                                     all_refs_value, all_refs_step<-1>, nullptr) == SQLITE_OK;
  if (!good) throw SqliteError("SQLite refused a function of units");
}

}  // namespace data
