// Finds numbers in running text (quantity/figure_text.h).
#include <algorithm>
#include <array>

#include "base/text.h"
#include "quantity/figure_parts.h"

namespace quantity {
namespace {

constexpr size_t kWindow = 200;  // bytes after the first digit of a number that are searched for its unit

// Whether the text is a decade, as in "the 2010s", rather than seconds.
bool is_decade(std::string_view stated) {
  return stated.size() == 5 && stated.ends_with("0s") && (stated[0] == '1' || stated[0] == '2') &&
         stated.find_first_not_of("0123456789") == 4;
}

// Whether the text is an extent, "2 x 2", rather than a ratio.
bool is_extent(std::string_view stated, std::string_view behind) {
  if (!stated.ends_with('x') && !stated.ends_with("×")) return false;
  const size_t next = skip_spaces(behind, 0);
  return next < behind.size() && behind[next] >= '0' && behind[next] <= '9';
}

constexpr int kFirstYear = 1500, kLastYear = 2199;
constexpr int kLastSmallWord = 12;
constexpr size_t kMaxBetweenNames = 6;  // bytes between names of a list: ", ", " and "

bool has_unit(const Amount& amount) {
  return amount.mistake.empty() &&
         std::ranges::any_of(amount.readings, [](const FigureReading& r) { return r.unit.has_value(); });
}

bool is_year(const Amount& amount) {
  const WrittenNumber& number = amount.number;
  return number.end - number.begin == 4 && !number.grouped && number.digits == 0 && number.shown >= Exact(kFirstYear) &&
         number.shown <= Exact(kLastYear);
}

// Whether a number that may be a year counts something: "2000 users", but not "2024 was" and "the 2024 edition".
bool is_counted(std::string_view text, const Amount& amount, std::string_view before, const Language& language) {
  const size_t noun = skip_spaces(text, amount.end);
  const bool is_word = noun > amount.end && is_letter_at(text, noun) && (text[noun] < 'A' || text[noun] > 'Z');
  if (!is_word && !is_unspaced_at(text, noun)) return false;
  size_t unused = 0;
  return !phrase_at(text, noun, language.after_years, unused) && !is_phrase(before, language.before_years);
}

// Whether a verb follows, after further numbers: "12 or 13 works"; or nothing.
bool is_subject(std::string_view text, size_t at, const Language& language) {
  for (size_t end = 0;;) {
    at = skip_spaces(text, at);
    if (at < text.size() && text[at] == ',')
      end = at + 1;
    else if (!phrase_at(text, at, language.after_years, end))
      break;
    const size_t number = skip_spaces(text, end);
    if (number >= text.size() || !base::is_digit(text[number])) break;
    at = skip_name(text, number);
  }
  size_t unused = 0;
  return text.find_first_not_of(".!?", at) == std::string_view::npos ||
         std::ranges::any_of(std::array{&language.is, &language.has, &language.verbs},
                             [&](const Phrases* list) { return phrase_at(text, at, *list, unused); });
}

// Whether a number is part of a name or date that is written without spaces: "第5", "5世紀", "2019年", "1月5日".
bool is_glued_name(std::string_view text, const Amount& amount, const Units& units) {
  const Language& language = units.language();
  const std::string_view before = text.substr(0, amount.begin);
  const size_t next = amount.upper ? amount.upper->end : amount.number.end;
  size_t unused = 0;
  if (ends_with_phrase(before, language.numbered)) return true;
  if (!is_unspaced_at(text, next)) return false;
  return (!has_unit(amount) && phrase_at(text, next, language.numbered, unused)) ||
         month_at(text, amount.number.begin, units, unused) > 0 ||
         (is_year(amount) && phrase_at(text, next, language.after_years, unused)) ||
         (ends_with_month(before, units) && phrase_at(text, next, language.date_parts, unused));
}

// Whether the text is a time with the sign of hours between, "10 h 30".
bool is_time_of_day(std::string_view text, const Amount& amount, const Units& units) {
  const auto& unit = amount.readings.front().unit;
  const size_t minutes = skip_spaces(text, amount.end);
  return !units.language().spells_units && unit && unit->text() == "h" && text.substr(minutes).size() >= 2 &&
         base::is_digit(text[minutes]) && base::is_digit(text[minutes + 1]) && !amount.upper;
}

// Whether an amount without a unit, or in units of one letter ("70B"), is part of a name, a date or a version.
bool is_name(std::string_view text, const Amount& amount, const Units& units) {
  const Language& language = units.language();
  const size_t begin = amount.begin, end = amount.end;
  const std::string_view before = text.substr(0, begin), behind = text.substr(end), word = word_before(text, begin);
  const bool joins_before = skip_spaces_back(text, begin) == begin;
  if (is_glued_name(text, amount, units)) return true;
  // "a 70B model"
  if (is_letter_before(text, end) && base::is_digit(text[end - 2]) && is_phrase(word, language.articles) &&
      is_letter_at(text, skip_spaces(text, end)) && skip_spaces(text, end) > end)
    return true;
  size_t unused = 0;
  const bool is_year_of_prices = is_year(amount) &&  // "in 2010 euros", "[€5] (2010 euros)"
                                 (is_phrase(word, language.price_bases_in) || before.ends_with("` (")) &&
                                 phrase_at(text, skip_spaces(text, amount.number.end), language.price_bases, unused);
  const bool is_short_decade = end - begin == 3 && text.substr(begin, 3).ends_with("0s") &&
                               ends_with_words(before, language.before_decades);  // "the ’90s"
  if (has_unit(amount)) return is_year_of_prices || is_short_decade || is_time_of_day(text, amount, units);
  // "per 100,000 inhabitants"
  const Exact& shown = amount.number.shown;
  const bool is_power = shown >= Exact(100) && shown == Exact::power_of_ten(shown.magnitude());
  if (is_power && is_phrase(word, language.per) && !is_phrase(word, language.one)) return true;
  // "a 404 handler"
  constexpr size_t kCode = 3;
  if (is_phrase(word, language.one) && end - begin == kCode && amount.number.digits == 0 &&
      skip_spaces(text, end) > end && is_letter_at(text, skip_spaces(text, end)))
    return true;
  // "2.0.1", "24/7", "10:30", "2026-01-31", "#5", "§ 4", "(1)", "1."
  if (behind.size() > 1 && std::string_view("./:-–").find(behind[0]) != std::string_view::npos &&
      base::is_digit(behind[1])) {
    // "4:1", but not "10:30" and "1:1"
    const bool is_ratio = behind[0] == ':' && (behind.size() == 2 || !base::is_digit(behind[2])) &&
                          !(amount.number.shown == Exact(1) && behind[1] == '1');
    if (!is_ratio) return true;
  }
  if (joins_before && begin > 0 && std::string_view("./:-#_@=+").find(text[begin - 1]) != std::string_view::npos)
    return true;
  if (before.ends_with("§") || before.ends_with("§ ") || before.ends_with("# ")) return true;
  if (before.ends_with('(') && behind.starts_with(')')) return true;
  if (base::trim(before).empty() && (behind.starts_with(".") || behind.starts_with(")"))) return true;
  if (is_extent(text.substr(begin, end - begin), behind)) return true;
  const size_t sign = skip_spaces(text, end);
  if (text.substr(sign).starts_with("×") || (sign > end && text.substr(sign).starts_with("x "))) return true;
  if (word.ends_with("×") || word == "x" || before.ends_with("× ") || before.ends_with("×")) return true;
  if (is_year(amount) && !is_counted(text, amount, word, language)) return true;
  // "Python 3" within a sentence, "round 4.1", "9 am"
  if (is_phrase(word, language.numbered) || phrase_at(text, sign, language.behind_hours, unused)) return true;
  const bool is_first = base::trim(text.substr(0, static_cast<size_t>(word.data() - text.data()))).empty();
  const bool is_version =
      amount.number.digits == 1 || (word.size() > 1 && word[1] >= 'A' && word[1] <= 'Z');  // "RFC 8259"
  // "Gaudi 2" as a whole title
  const bool is_last = base::trim(behind).empty();
  const bool is_capital = !word.empty() && word[0] >= 'A' && word[0] <= 'Z';
  if (is_capital && (!is_first || is_version || is_last)) return true;
  if (is_capital && !is_phrase(word, language.not_names) && !is_phrase(word, language.before_years) &&
      is_subject(text, end, language))
    return true;
  size_t end_of_month = 0;
  if (month_at(word, 0, units, end_of_month) > 0 && end_of_month == word.size()) return true;
  // "5. Januar", "19. Jahrhundert", "1 de febrero"
  const bool is_ordinal = !language.spells_units && text.substr(sign).starts_with('.');
  size_t month = skip_spaces(text, sign + is_ordinal), end_of_part = 0;
  if (is_ordinal && is_inexact_time(first_word(text.substr(month)), language)) return true;
  if (phrase_at(text, month, language.of_one, end_of_part)) month = skip_spaces(text, end_of_part);
  return month_at(text, month, units, end_of_month) > 0;
}

void find_in_digits(std::string_view text, const Units& units, std::vector<Stated>& found) {
  size_t end_of_name = 0;  // "rounds 3.1, 4.0 and 4.1" are three names
  for (size_t at = 0; (at = find_number(text, at, units.locale())) != std::string_view::npos;) {
    const size_t begin = found.empty() ? 0 : found.back().end;
    const std::string_view window = text.substr(begin, at - begin + kWindow);
    const std::optional<Amount> amount = amount_at(window, at - begin, units);
    const std::string_view stated = amount ? window.substr(amount->begin, amount->end - amount->begin) : "";
    const bool continues_name = end_of_name > 0 && at - end_of_name <= kMaxBetweenNames && amount &&
                                !has_unit(*amount) && skip_spaces(text, end_of_name) < at;
    const bool is_named = amount && (continues_name || is_name(window, *amount, units));
    if (is_named) end_of_name = begin + amount->number.end;
    const bool is_stated = amount && amount->mistake.empty() && !is_decade(stated) &&
                           !is_extent(stated, window.substr(amount->end)) && !is_named;
    if (is_stated) {
      const size_t end = begin + amount->end;
      // "1杯" is "a cup" rather than a count.
      const bool is_article = amount->number.shown == Exact(1) && is_unspaced_at(text, end);
      found.push_back({begin + amount->begin, end,
                       has_unit(*amount) ? Stated::Kind::amount
                       : is_article      ? Stated::Kind::small_count
                                         : Stated::Kind::count});
      at = found.back().end;
    } else {
      at = std::max({skip_name(text, at), at + 1, end_of_name});
    }
  }
}

void find_in_words(std::string_view text, const Units& units, std::vector<Stated>& found) {
  const Language& language = units.language();
  for (size_t at = 0; const auto match = language.number->find(text, at);) {
    const auto begin = static_cast<size_t>(match->front().data() - text.data());
    at = begin + match->front().size();
    const auto scanned = word_at(text, begin, language);
    if (!scanned) continue;
    const Amount amount = read_amount(text.substr(0, begin + kWindow), *scanned, units, Place::prose);
    const bool is_part = scanned->kind == ScannedNumber::Kind::fraction;
    const Unit* unit =
        amount.readings.empty() || !amount.readings.front().unit ? nullptr : &*amount.readings.front().unit;
    const bool is_bare_part = is_part && (!unit || unit->text() == "times");
    if (!amount.mistake.empty() || amount.readings.empty() || is_bare_part) continue;
    const bool is_counted =
        unit && std::ranges::all_of(unit->parts, [&](const UnitPart& part) { return units.is_declared(part.name); });
    const Exact& shown = scanned->number.shown;
    const bool is_small = amount.readings.front().scale == Exact(1) && shown <= Exact(kLastSmallWord) &&
                          (!unit || is_counted || shown == Exact(1)) &&
                          !is_inexact_time(first_word(text.substr(amount.end)), language);
    if (!unit && shown == Exact(1) && amount.readings.front().scale == Exact(1)) continue;  // "one of them"
    found.push_back({amount.begin, amount.end,
                     is_small ? Stated::Kind::small_count
                     : unit   ? Stated::Kind::amount
                              : Stated::Kind::count});
    at = std::max(at, amount.end);
  }
}

// Whether a unit follows a numeral from 2 on: "三割", but not "一天", which is "a day".
bool has_unit_behind(std::string_view text, size_t begin, size_t end, const Units& units) {
  const Language& language = units.language();
  size_t unused = 0;
  const Phrase* number = phrase_at(text, begin, language.numbers, unused);
  return number && number->value > Exact(1) && !phrase_at(text, end, language.not_units, unused) &&
         phrase_at(text, end, language.units, unused);
}

// Finds numbers of several numerals that are written without spaces: "三百五十万". A single one is a part of many
// words, unless a unit follows, "三割", or a word that qualifies it, "十多".
void find_in_numerals(std::string_view text, const Units& units, std::vector<Stated>& found) {
  constexpr int kLargestFirst = 1000;  // 万一 is a word
  const Language& language = units.language();
  if (language.numbers.empty() || !is_unspaced_at(language.numbers.front().text, 0)) return;
  for (size_t begin = 0; begin < text.size(); ++begin) {
    size_t count = 0, end = begin, unused = 0;
    bool has_scale = false;
    for (size_t next = 0; is_unspaced_at(text, end); end = next, ++count) {
      const Phrase* scale = phrase_at(text, end, language.scales, next);
      if (!scale && !phrase_at(text, end, language.numbers, next)) break;
      if (scale && count == 0 && scale->value > Exact(kLargestFirst)) break;
      has_scale = has_scale || scale;
    }
    const auto is_name = [&] {
      return ends_with_phrase(text.substr(0, begin), language.numbered) ||
             phrase_at(text, end, language.numbered, unused) || month_at(text, begin, units, unused) > 0 ||
             (!has_scale && phrase_at(text, end, language.after_years, unused));
    };
    const bool is_two_or_more = count == 1 && (has_scale ? phrase_at(text, end, language.behind, unused) != nullptr
                                                         : has_unit_behind(text, begin, end, units));
    if ((count > 1 || is_two_or_more) && !is_name()) found.push_back({begin, end, Stated::Kind::count});
    if (count > 0) begin = end - 1;
  }
}

}  // namespace

std::string_view word_before(std::string_view text, size_t end) {
  end = skip_spaces_back(text, end);
  size_t begin = end;
  while (begin > 0 && (is_letter_before(text, begin) || text[begin - 1] == '.' || text[begin - 1] == '-')) --begin;
  return text.substr(begin, end - begin);
}

std::vector<Stated> find_stated(std::string_view text, const Units& units) {
  std::vector<Stated> in_digits, in_words;
  find_in_digits(text, units, in_digits);
  find_in_words(text, units, in_words);
  find_in_numerals(text, units, in_words);
  for (const Stated& each : in_words)
    if (std::ranges::none_of(in_digits,
                             [&](const Stated& other) { return each.begin < other.end && other.begin < each.end; }))
      in_digits.push_back(each);
  std::ranges::sort(in_digits, {}, &Stated::begin);
  return in_digits;
}

}  // namespace quantity
