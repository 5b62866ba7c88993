#include "quantity/present.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "quantity/language.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

constexpr int kShort = 6;           // digits of computed columns that are not rounded
constexpr int kSignificant = 4;     // significant digits for the greatest value of a longer one
constexpr int kMinSignificant = 2;  // significant digits for its smallest value
constexpr int kMaxDecimals = 12;
constexpr int kCents = 2;

// Whether a unit is money with cents, according to the start of the unit's text ("USD/h").
bool has_cents(std::string_view unit) {
  constexpr std::string_view kCodes =
      "AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD ILS INR MXN NOK NZD PLN SAR SEK SGD THB TRY TWD USD ZAR";
  return base::has_word(kCodes, unit.substr(0, unit.find_first_of("/* ")));
}

// The number of digits that the values of a column need.
struct Digits {
  std::optional<int> greatest, smallest;  // exponents, ignoring values of 0
  int decimals = 0;

  void add_value(const Value& value) {
    if (!is_number(value) || !std::isfinite(to_double(value))) return;
    const Scientific number = scientific(value);
    if (number.is_zero()) return;
    greatest = std::max(greatest.value_or(number.exponent), number.exponent);
    smallest = std::min(smallest.value_or(number.exponent), number.exponent);
    decimals = std::max(decimals, number.after_point());
  }
  int rounded() const {
    if (!greatest) return 0;
    if (*greatest + 1 + decimals <= kShort) return std::min(decimals, kMaxDecimals);
    const int wanted = std::max({kSignificant - 1 - *greatest, kMinSignificant - 1 - *smallest, 0});
    return std::min({wanted, decimals, kMaxDecimals});
  }
};

}  // namespace

std::string unit_for_format(const Frame& frame, size_t column, std::string_view format) {
  std::string unit = frame.fields[column].unit;
  if (format.empty() || frame.fields[column].unit_field.empty()) return unit;
  for (size_t row = 0; row < frame.rows(); ++row) {
    unit = frame.unit_of(row, column);
    if (!NumberFormat::parse_for(unit, format)) break;
  }
  return unit;
}

ColumnFormat::ColumnFormat(const Field& field, const Locale& locale)
    : locale_(&locale), type_(field.is_date() ? FieldType::date : field.type), labels_(field.labels) {
  if (!field.format.empty()) format_ = NumberFormat::parse(field.format);
  round_ = !format_ && field.resource.empty() && field.is_measure();
  cents_ = !format_ && has_cents(field.unit);
}

ColumnFormat::ColumnFormat(const Frame& frame, size_t column, const Locale& locale)
    : ColumnFormat(frame.fields[column], locale) {
  in_column_ = true;
  if (format_ || (!round_ && !cents_)) return;
  Digits digits;
  for (size_t row = 0; row < frame.rows(); ++row) digits.add_value(frame.at(row, column));
  if (round_) decimals_ = digits.rounded();
  if (!cents_) return;
  if (digits.decimals == 0)
    cents_ = false;
  else if (decimals_)
    decimals_ = std::max(*decimals_, kCents);
}

std::string ColumnFormat::number(const Value& value) const {
  if (!std::isfinite(to_double(value)) || (!round_ && !cents_)) return plain_number(value, *locale_);
  if (decimals_) return fixed_number(value, *decimals_, *locale_);
  Digits digits;
  digits.add_value(value);
  int decimals = round_ ? digits.rounded() : digits.decimals;
  // If one value of a column has cents, all show cents. A single amount shows them only if it is not whole.
  const bool cents = cents_ && (in_column_ || decimals > 0);
  if (cents) decimals = std::max(decimals, kCents);
  return round_ || cents ? fixed_number(value, decimals, *locale_) : plain_number(value, *locale_);
}

std::string ColumnFormat::operator()(const Value& value) const {
  if (is_null(value)) return "–";  // en dash; the caller adds a text for screen readers
  if (labels_)
    if (const auto label = labels_->find(to_text(value)); label != labels_->end()) return label->second;
  if (const auto* text = std::get_if<std::string>(&value)) return is_date(type_) ? write_date(*text, *locale_) : *text;
  if (type_ == FieldType::boolean) return to_double(value) != 0 ? locale_->yes : locale_->no;
  if (type_ == FieldType::year && !format_) return to_text(value);
  if (format_) return (*format_)(value, *locale_);
  return number(value);
}

std::string ColumnFormat::with_unit(const Value& value, std::string_view unit, const Units& units) const {
  std::string text = (*this)(value);
  if (!is_number(value) || type_ == FieldType::boolean) return text;
  if (format_ && format_->type() == 's') {
    // The prefix is that of the unit: "340µ" seconds are 340 µs. Units with a prefix have no second one: 1.5k GB.
    const size_t at = text.find_last_of("0123456789") + 1;
    const std::string prefix = text.substr(at);
    const bool is_money = format_->has_symbol() || !unit_affixes(unit, units, false).before.empty();
    const std::string prefixed = prefix + std::string(unit);
    if (!prefix.empty() && is_money)
      text.insert(at, " ");
    else if (!prefix.empty() && units.parse(prefixed))
      return text.substr(0, at) + unit_affixes(prefixed, units, false).after;
  }
  if (!format_ || !(format_->has_symbol() || format_->is_percent())) return attach_unit(text, unit, units);
  if (format_->is_percent()) return text;
  // The format prints its own sign, so only what the amount is per is added.
  const std::string after = unit_affixes(unit, units, text == "1").after, sign = around(locale_->money, "$").second;
  return text + after.substr(after.starts_with(sign) ? sign.size() : 0);
}

std::string present(const Value& value, const Field& field, const Locale& locale) {
  return ColumnFormat(field, locale)(value);
}

std::string present_with_unit(const Value& value, const Field& field, std::string_view unit, const Units& units) {
  return ColumnFormat(field, units.locale()).with_unit(value, unit, units);
}

std::string present_with_unit(const Value& value, const Field& field, const Units& units) {
  return present_with_unit(value, field, field.unit, units);
}

namespace {

// -- Units --
//
// As in newspapers, symbols follow a slash (GB/s, tokens/s), words follow "per" (samples per chip, $2.70 per
// chip-hour), and the symbol of a currency precedes its number. The words are English: other languages have symbols
// only, which need no grammar, and the place of the currency is that of the locale ("2,70 $/chip/h").

constexpr std::string_view kTimeWords = "s second min minute h hour d day wk week month month year year";
constexpr std::string_view kLongTimes = "h d wk";  // shown as words after numbers: "3 hours"
constexpr std::string_view kCurrencySigns = "USD $ EUR € GBP £ JPY ¥ INR ₹ KRW ₩";
constexpr std::string_view kCurrencyLabels = "USD US$ EUR € GBP £";

// Returns the word for a large prefix, with a space: "million " for "M"; "" for any other prefix.
std::string large_number(std::string_view prefix) {
  const std::string_view word = base::word_after("k thousand M million G billion T trillion", prefix);
  return word.empty() ? "" : std::string(word) + " ";
}

std::string with_power(std::string text, int power) {
  if (power >= 2 && power <= 9) text += kSuperscripts[power];
  return text;
}

// Whether a name is a word. Unlike a symbol, a word is declared by the site and in lower case: "token", not "TFLOP".
bool is_word(const std::string& base, const Units& units) {
  return units.is_declared(base) && base.front() >= 'a' && base.front() <= 'z';
}

// The parts of a unit, grouped by how they are printed.
struct Sorted {
  std::string currency;  // the currency, if it is the only part above the line
  std::vector<UnitPart> above;
  std::vector<UnitPart> symbols_below;  // symbols below the line, whose powers are positive here
  std::vector<UnitPart> words_below;
};

Sorted sort_parts(const Unit& unit, const Units& units) {
  Sorted sorted;
  for (UnitPart part : unit.parts) {
    if (part.power > 0) {
      sorted.above.push_back(part);
      continue;
    }
    part.power = -part.power;
    const auto [prefix, base] = units.split_declared(part.name);
    const bool word = units.language().spells_units && (units.is_declared(base) || units.is_currency(part.name));
    (word ? sorted.words_below : sorted.symbols_below).push_back(part);
  }
  if (sorted.above.size() == 1 && sorted.above.front().power == 1 && units.is_currency(sorted.above.front().name))
    sorted.currency = sorted.above.front().name;
  return sorted;
}

std::string word_below(const UnitPart& part, const Units& units) {
  if (units.is_currency(part.name)) {
    const std::string_view label = base::word_after(kCurrencyLabels, part.name);
    return with_power(std::string(label.empty() ? part.name : label), part.power);
  }
  if (const std::string_view time = base::word_after(kTimeWords, part.name); !time.empty() && part.power == 1)
    return std::string(time);
  const auto [prefix, base] = units.split_declared(part.name);
  const std::string number = large_number(prefix);
  if (!number.empty() && is_word(base, units)) return number + units.plural(base);
  return with_power(part.name, part.power);
}

// Returns the parts below the line in words, with times last: " per chip-hour"; "" if there are no parts.
std::string per(std::vector<UnitPart> parts, const Units& units) {
  if (parts.empty()) return "";
  std::stable_partition(parts.begin(), parts.end(),
                        [](const UnitPart& part) { return base::word_after(kTimeWords, part.name).empty(); });
  std::string text;
  for (const UnitPart& part : parts) text += (text.empty() ? " per " : "-") + word_below(part, units);
  return text;
}

std::string above_line(const std::vector<UnitPart>& parts, const Units& units, bool one) {
  std::string text;
  const bool spells = units.language().spells_units;
  if (spells && parts.size() == 1 && parts[0].power == 1 && base::has_word(kLongTimes, parts[0].name))
    return std::string(base::word_after(kTimeWords, parts[0].name)) + (one ? "" : "s");
  for (const UnitPart& part : parts) {
    if (!text.empty()) text += "·";
    const bool last = &part == &parts.back();
    const auto [prefix, base] = units.split_declared(part.name);
    const std::string number = spells ? large_number(prefix) : "";
    if (parts.size() == 1 && !number.empty() && is_word(base, units))
      text += number + units.plural(base);
    else if (last && !one && part.power == 1)
      text += prefix + units.plural(base);
    else
      text += with_power(part.name, part.power);
  }
  return text;
}

std::string with_slashes(const std::vector<UnitPart>& parts) {
  std::string text;
  for (const UnitPart& part : parts) text += "/" + with_power(part.name, part.power);
  return text;
}

// Returns the text after the number, without the space before it.
std::string after_number(const Sorted& sorted, const Units& units, bool one) {
  return above_line(sorted.above, units, one) + with_slashes(sorted.symbols_below) + per(sorted.words_below, units);
}

// Returns all units below the line in words, for money and for a unit without parts above the line ("1/s").
std::string all_per(const Sorted& sorted, const Units& units) {
  if (!units.language().spells_units) return with_slashes(sorted.symbols_below);
  std::vector<UnitPart> below = sorted.words_below;
  below.insert(below.end(), sorted.symbols_below.begin(), sorted.symbols_below.end());
  return per(std::move(below), units);
}

}  // namespace

Affixes unit_affixes(std::string_view text, const Units& units, bool one) {
  if (base::trim(text).empty()) return {};
  const std::optional<Unit> unit = units.parse(text);
  if (!unit) return {"", " " + std::string(base::trim(text))};
  if (unit->parts.empty()) return {};
  const Sorted sorted = sort_parts(*unit, units);
  if (!sorted.currency.empty()) {
    std::string_view sign = base::word_after(kCurrencySigns, sorted.currency);
    // Readers of Chinese take "¥" for another currency.
    const auto is_of_another = [&](const Phrase& each) { return each.text == sign && each.unit != sorted.currency; };
    if (std::ranges::any_of(units.language().units, is_of_another)) sign = "";
    auto [before, after] = around(units.locale().money, sign.empty() ? sorted.currency : sign);
    if (before == sorted.currency) before += ' ';
    return {before, after + all_per(sorted, units)};
  }
  if (const auto [before, after] = around(units.locale().percent, "%"); unit->text() == "%" && !before.empty())
    return {before, ""};
  if (sorted.above.empty()) return {"", all_per(sorted, units)};
  const std::string after = after_number(sorted, units, one);
  return {"", after.starts_with("×") ? after : " " + after};
}

std::string unit_label(std::string_view text, const Units& units) {
  const std::optional<Unit> unit = units.parse(text);
  if (!unit) return std::string(text);
  if (unit->parts.empty()) return "";
  const Sorted sorted = sort_parts(*unit, units);
  if (!sorted.currency.empty()) {
    const std::string_view label = base::word_after(kCurrencyLabels, sorted.currency);
    return (label.empty() ? sorted.currency : std::string(label)) + all_per(sorted, units);
  }
  if (const std::string below = all_per(sorted, units); sorted.above.empty())
    return below.substr(below.starts_with(' '));
  return after_number(sorted, units, false);
}

std::string attach_unit(std::string_view number, std::string_view unit, const Units& units) {
  const Affixes affixes = unit_affixes(unit, units, number == "1");
  std::string sign;
  for (const std::string_view minus_or_plus : {"-", "\u2212", "+"}) {
    if (affixes.before.empty() || !number.starts_with(minus_or_plus)) continue;
    sign = minus_or_plus;
    number.remove_prefix(minus_or_plus.size());
  }
  return sign + affixes.before + std::string(number) + affixes.after;
}

}  // namespace quantity
