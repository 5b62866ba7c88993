#include "data/unit_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "base/text.h"
#include "base/work.h"
#include "data/sql_functions.h"
#include "quantity/figure_text.h"

namespace data {
namespace {

// Whether a text may state a number of this unit in the unit of a figure: "$2.70" of USD/h.
bool states_unit(UnitAlgebra& algebra, const quantity::Units& units, UnitAlgebra::Id unit,
                 const quantity::FigureReading& reading) {
  const auto is_declared = [&](const auto& part) { return units.is_declared(part.name); };
  if (!reading.unit || std::ranges::all_of(reading.unit->parts, is_declared)) return true;  // nouns, as of a count
  if (algebra.fits(unit, algebra.of(reading.unit->text()))) return true;
  const auto own = units.parse(unit <= UnitAlgebra::kRatio ? "1" : algebra.name(unit));
  return own && reading.unit->parts.size() == 1 && units.is_currency(reading.unit->parts[0].name) &&
         std::ranges::count(own->parts, reading.unit->parts[0]) > 0;
}

std::string digits_of(const TaggedNumber& number) { return fmt::format("{}", number.value); }

bool is_word_character(char c) { return base::is_digit(c) || base::is_letter(c); }

// Returns the numbers in a text, as "-1.5" for "-01,5".
std::set<std::string> numbers_in(std::string_view text) {
  std::set<std::string> numbers;
  for (size_t at = 0; at < text.size(); ++at) {
    if (!base::is_digit(text[at])) continue;
    const bool is_negative = text.substr(0, at).ends_with('-') && (at < 2 || !is_word_character(text[at - 2]));
    std::string number;
    for (; at < text.size(); ++at) {
      const bool is_mark = (text[at] == '.' || text[at] == ',') && at + 1 < text.size() && base::is_digit(text[at + 1]);
      if (!base::is_digit(text[at]) && !is_mark) break;
      number += is_mark ? '.' : text[at];
    }
    number.erase(0, std::min(number.find_first_not_of('0'), number.size() - 1));
    numbers.insert((is_negative ? "-" : "") + number);
  }
  return numbers;
}

// Returns a value as a text, of a number its digits.
std::string digits_or_text(sqlite3_value* value) {
  const std::optional<TaggedNumber> number = tagged_number(value);
  return number ? digits_of(*number) : std::string(text_in(value).value_or(""));
}

// Whether a value is a number of records, or a text that was made of one.
bool is_made(const UnitRun& run, sqlite3_value* value) {
  if (sqlite3_value_type(value) == SQLITE_BLOB) return true;
  return sqlite3_value_type(value) == SQLITE_TEXT && run.made.contains(base::hash_bytes(text_in(value).value_or("")));
}

// Gives a text that was made of others. Each number of it must be one of theirs if it is a part of them, `substr(a, 1,
// 2)`, except for three digits, which may become a group of a number, `1 || ',' || substr(1200, -3)`. If it was joined
// to others, `a || b`, their numbers must be whole in it.
void give_made(sqlite3_context* context, size_t place, std::string_view text, std::span<sqlite3_value* const> of,
               bool is_part) {
  UnitRun& run = run_of(context);
  if (!run.is_shown || std::ranges::none_of(of, [&](sqlite3_value* each) { return is_made(run, each); }))
    return give_text(context, text);
  base::charge_work(text.size());
  constexpr size_t kGroup = 3;
  const auto is_digits = [](std::string_view part) {
    return part.size() == kGroup && std::ranges::all_of(part, base::is_digit);
  };
  std::set<std::string> known, own = numbers_in(text);
  std::string before, split;  // the texts before each, and a group that is no group of a number
  for (sqlite3_value* each : of) {
    const std::string part = digits_or_text(each);
    const std::string_view mark = std::string_view(before).substr(before.find_last_of("0123456789") + 1);
    const bool is_group =
        is_digits(part) && mark.size() < before.size() && base::has_word(", . ' ’ \u00a0 \u202f \u2009", mark);
    const bool is_made_text = sqlite3_value_type(each) == SQLITE_TEXT && is_made(run, each);
    if (is_part || (is_made_text && !is_group)) known.merge(numbers_in(part));
    if (!is_part && !is_group && run.groups.contains(base::hash_bytes(part))) split = part;
    before += part;
  }
  const auto& [wanted, having] = is_part ? std::tie(own, known) : std::tie(known, own);
  std::vector<std::string> lost;
  std::ranges::set_difference(wanted, having, std::back_inserter(lost));
  const bool is_new_group = is_part && !lost.empty() && is_digits(text);
  if (!is_new_group && (!lost.empty() || !split.empty()))
    return fail_unit(context,
                     {.at = place,
                      .what = is_part || lost.empty()
                                  ? fmt::format("this text states {}, which is made of the digits of another number",
                                                lost.empty() ? split : lost[0])
                                  : fmt::format("this text adds digits to the number {}", lost[0]),
                      .expected = "whole numbers, as they are in the data",
                      .help = "select the number itself, with a \"format\", or calculate: round(x, 1), x / 1000"});
  if (is_new_group) run.groups.insert(base::hash_bytes(text));
  if (!own.empty()) run.made.insert(base::hash_bytes(text));
  give_text(context, text);
}

}  // namespace

void JoinedText::add(sqlite3_value* value) {
  const std::optional<TaggedNumber> number = tagged_number(value);
  if (number && !number->is_bare()) numbers.emplace_back(text.size(), *number);
  text += digits_or_text(value);
}

void JoinedText::give(sqlite3_context* context, size_t place, std::span<sqlite3_value* const> of, bool is_part) const {
  UnitRun& run = run_of(context);
  base::charge_work(text.size());
  for (const quantity::Stated& each : find_stated(numbers.empty() ? "" : text, run.units))
    for (const auto& [at, number] : numbers) {
      const std::string stated = text.substr(each.begin, each.end - each.begin);
      const quantity::Figure figure = quantity::parse_figure(stated, run.units);
      const quantity::Exact value = quantity::Exact::from(number.value).value_or(quantity::Exact());
      const auto is_right = [&, unit = number.unit](const quantity::FigureReading& reading) {
        const auto is_value = [&](const quantity::Exact& shown) { return shown * reading.scale == value; };
        return figure.number.loose ||  // "3/8" of two numbers
               ((figure.number.grouped || is_value(figure.number.shown) ||
                 (figure.upper && is_value(figure.upper->shown))) &&
                (each.kind != quantity::Stated::Kind::amount || states_unit(run.algebra, run.units, unit, reading)));
      };
      if (at >= each.begin && at < each.end && !figure.readings.empty() &&
          std::ranges::none_of(figure.readings, is_right))
        return fail_unit(
            context, {.at = place,
                      .what = fmt::format("this text states \"{}\", and its number is {}{}", stated, digits_of(number),
                                          number.unit <= UnitAlgebra::kRatio
                                              ? ", without a unit"
                                              : fmt::format(" {}", run.algebra.name(number.unit))),
                      .expected = "the number and its unit",
                      .help = "select the number itself, which is shown with its unit and source"});
    }
  give_made(context, place, text, of, is_part);
}

void unit_part(sqlite3_context* context, int count, sqlite3_value** arguments) {
  const int type = sqlite3_value_type(arguments[1]);
  if (count > 2 && (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && is_made(run_of(context), arguments[2]))
    return fail_unit(context, {.at = offset_in(arguments[0]),
                               .what = "this reads a number out of a text that was made of numbers, so that it has "
                                       "lost its unit",
                               .expected = "the number itself",
                               .help = "select the column or the expression of which the text is made"});
  if (type != SQLITE_TEXT) return sqlite3_result_value(context, arguments[1]);
  const std::string text(text_in(arguments[1]).value_or(""));
  const bool is_new = count == 2;  // of group_concat()
  if (is_new) run_of(context).made.insert(base::hash_bytes(text));
  give_made(context, offset_in(arguments[0]), text, {arguments + (is_new ? 1 : 2), arguments + count}, true);
}

void unit_apart(sqlite3_context* context, int, sqlite3_value** arguments) {
  const std::string text = digits_or_text(arguments[0]);
  if (is_made(run_of(context), arguments[0]) && !text.empty() && base::is_digit(text.front()) &&
      base::is_digit(text.back()))
    return fail_unit(context, {.at = offset_in(arguments[1]),
                               .what = fmt::format("this puts {} and other numbers together, which reads as one", text),
                               .expected = "a separator with a space or letters: group_concat(x, ', ')"});
  sqlite3_result_value(context, arguments[0]);
}

}  // namespace data
