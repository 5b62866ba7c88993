// Compares an amount in a sentence with a value, and corrects it (quantity/figure_text.h).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "quantity/figure_parts.h"
#include "quantity/figure_text.h"
#include "quantity/number_format.h"
#include "quantity/present.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

constexpr int kSignificantInMessages = 12;
constexpr int kSignificantWhenLost =
    3;  // the digits that are shown if they would otherwise be only zeros; 1 after a word
constexpr size_t kUngroupedDigits = 4;
constexpr int kMaxWord = 12;              // the highest number that a correction writes as a word
constexpr int kPercentOfAbout = 10;       // of the value, after "about"
constexpr int kPercentOfLoose = 5;        // "half", "a third", "twice", "two dozen"
constexpr int kPercentOfAboutLoose = 15;  // after "about"
constexpr int kFactorOfBound = 2;
constexpr size_t kWordsBefore = 40, kWordsBehind = 80;  // bytes around a figure that are searched for its words

std::string with_minus_sign(std::string text) { return base::replace_all(std::move(text), "-", "\u2212"); }

bool is_bound(Qualifier qualifier) {
  return qualifier != Qualifier::none && qualifier != Qualifier::about && qualifier != Qualifier::nearly;
}

// Returns the position of the last digit that is not 0: 1 for 2.70, -6 for 43,000,000; of 0 itself the last digit.
int last_digit(const WrittenNumber& number) {
  const std::string shown = number.shown.abs().round_half_up(std::max(number.digits, 0));
  const size_t last = shown.find_last_not_of("0."), point = std::min(shown.find('.'), shown.size());
  if (last == std::string::npos) return number.digits;  // the number is 0
  return static_cast<int>(last) - static_cast<int>(point) + (last < point ? 1 : 0);
}

// Returns the position of the digit to which a correction rounds.
int digits_of(const WrittenNumber& number, Qualifier qualifier) {
  const bool is_exact = qualifier == Qualifier::none || number.shown.sign() == 0;
  return is_exact ? number.digits : std::min(last_digit(number), number.digits);
}

// Returns how far a value may be from the number shown, if the number is not a bound.
Exact tolerance(const WrittenNumber& number, const Exact& value, Qualifier qualifier) {
  const bool is_exact = qualifier == Qualifier::none;
  if (number.loose) {
    const Exact most = value.abs() * (is_exact ? kPercentOfLoose : kPercentOfAboutLoose) / 100;
    return number.step.sign() > 0 ? std::min(most, number.step / 2) : most;
  }
  if (number.shown.sign() == 0) return 0;
  const Exact half = Exact::power_of_ten(-(is_exact ? number.digits : last_digit(number))) / 2;
  // A number that shows no digit of the value, such as 1 for 0.7, is no closer than one after "about".
  if (is_exact && (value.sign() == 0 || value.magnitude() + number.digits >= 0)) return half;
  return std::min(half, value.abs() * kPercentOfAbout / 100);
}

// Whether the value is on the side of the number that the qualifier implies.
bool is_on_side(const Exact& value, const Exact& shown, Qualifier qualifier) {
  switch (qualifier) {
    case Qualifier::none:
    case Qualifier::about:
      return true;
    case Qualifier::nearly:
      return value.abs() <= shown.abs();
    case Qualifier::over:
      return value > shown;
    case Qualifier::at_least:
      return value >= shown;
    case Qualifier::under:
      return value < shown;
    case Qualifier::at_most:
      return value <= shown;
  }
  return false;
}

bool is_currency_alone(const Unit& unit, const Units& units) {
  return unit.parts.size() == 1 && unit.parts.front().power == 1 && units.is_currency(unit.parts.front().name);
}

// Returns the unit that a reading implies for this value. Money without "per" is per the same unit as the value.
Unit meant_unit(const FigureReading& reading, const Unit& own, const Units& units) {
  if (!reading.unit) return own;
  if (!is_currency_alone(*reading.unit, units)) return *reading.unit;
  for (const UnitPart& part : own.parts) {
    const std::optional<Unit> money = units.parse(part.name);
    if (part.power != 1 || !money || !convertible(*money, *reading.unit)) continue;
    const Unit rest = own / *money;
    const bool all_below =
        std::all_of(rest.powers.begin(), rest.powers.end(), [](const auto& p) { return p.second < 0; });
    if (all_below) return *reading.unit * rest;
  }
  return *reading.unit;
}

// Whether a value may be stated as this number after these words.
bool agrees(const WrittenNumber& number, const Exact& value, Qualifier qualifier) {
  const Exact& shown = number.shown;
  if (!is_on_side(value, shown, qualifier)) return false;
  if (!is_bound(qualifier)) return (value - shown).abs() <= tolerance(number, value, qualifier);
  return value.sign() == shown.sign() && value.abs() <= shown.abs() * kFactorOfBound &&
         shown.abs() <= value.abs() * kFactorOfBound;
}

// Whether a range that states one value is as wide as one unit of the last digit of its ends at most.
bool is_narrow(const WrittenNumber& lower, const WrittenNumber& upper) {
  if (lower.loose || upper.loose) return false;
  const int digits = std::max(last_digit(lower), last_digit(upper));
  return upper.shown - lower.shown <= Exact::power_of_ten(-digits);
}

bool agrees(const Figure& figure, const Exact& value) {
  if (!figure.upper) return agrees(figure.number, value, figure.qualifier);
  return value >= figure.number.shown && value <= figure.upper->shown && is_narrow(figure.number, *figure.upper);
}

// Returns the value as the author would have written it instead of `number`, with `finer` more digits and `steps` units
// of the last digit away.
std::string corrected_number(const WrittenNumber& number, const Exact& value, std::string_view text,
                             Qualifier qualifier, const Units& units, int finer, int steps) {
  int digits = digits_of(number, qualifier) + finer;
  std::string rounded = value.round_half_up(digits);
  // A value of another magnitude, as after a wrong prefix, has as many significant digits: 0.989 for 989, not 1.
  const int smaller =
      number.word || number.shown.sign() == 0 || value.sign() == 0 ? 0 : number.shown.magnitude() - value.magnitude();
  if (digits >= 0 && (smaller >= 2 || smaller <= -2)) {
    digits = std::max(0, digits + smaller);
    for (rounded = value.round_half_up(digits); digits > 0 && rounded.ends_with('0'); --digits)
      rounded = value.round_half_up(digits - 1);
  }
  const bool lost = value.sign() != 0 && rounded.find_first_of("123456789") == std::string::npos;
  if (lost) digits = (qualifier == Qualifier::none ? kSignificantWhenLost : 1) - 1 + finer - value.magnitude();
  if (lost || steps != 0) {
    const Exact step = Exact::power_of_ten(-digits);
    rounded = (*Exact::parse(value.round_half_up(digits)) + step * steps).round_half_up(digits);
    if (lost && digits > 0) rounded.erase(rounded.find_last_not_of('0') + 1);  // 0.05, not 0.0500
  }
  if (number.loose && number.shown < Exact(1)) {
    const Exact percent = value * 100;
    const std::string shown = percent.round_half_up(value.sign() == 0 ? 0 : std::max(0, -percent.magnitude()));
    return attach_unit(write_number(shown, units.locale()), "%", units);
  }
  if (number.word) {
    const Exact whole = *Exact::parse(rounded);
    const std::string_view word = digits == 0 && whole <= Exact(kMaxWord) ? word_for(whole, units.language()) : "";
    const std::string words =
        word.empty() ? with_minus_sign(write_number(rounded, units.locale(), false)) : std::string(word);
    const bool is_multiple =
        is_phrase(text.substr(number.begin, number.end - number.begin), units.language().multiples);
    return is_multiple ? words + " times" : words;
  }
  const size_t whole = rounded.find('.') == std::string::npos ? rounded.size() : rounded.find('.');
  rounded = write_number(rounded, units.locale(), number.grouped || whole > kUngroupedDigits);
  for (const std::string_view sign : {"+", "±"})
    if (number.signed_text && text.substr(number.begin).starts_with(sign) && !rounded.starts_with('-'))
      rounded.insert(0, sign);
  const bool hyphen = number.signed_text && text[number.begin] == '-';
  return hyphen ? rounded : with_minus_sign(rounded);
}

std::string corrected_text(const Figure& figure, const Exact& value, const Units& units, int finer, int steps) {
  const WrittenNumber& number = figure.number;
  const bool sign_apart = !number.signed_text && number.shown.sign() < 0;  // true for "-$5" and "minus 5"
  const bool above = figure.upper && value > figure.upper->shown;
  const WrittenNumber& wrong = above ? *figure.upper : number;
  const Exact written = sign_apart && !above ? value.abs() : value;
  const std::string corrected = corrected_number(wrong, written, figure.text, figure.qualifier, units, finer, steps);
  return std::string(figure.text).replace(wrong.begin, wrong.end - wrong.begin, corrected);
}

std::string in_full(const Exact& value, std::string_view unit, const Units& units) {
  std::optional<std::string> decimal = value.to_decimal(kSignificantInMessages);
  if (!decimal) decimal = value.round_half_up(std::max(0, kSignificantInMessages - 1 - value.magnitude()));
  const size_t point = decimal->find('.');
  const std::vector<UnitPart> parts = units.parse(unit).value_or(Unit()).parts;
  const bool money =
      std::ranges::any_of(parts, [&](const UnitPart& part) { return part.power == 1 && units.is_currency(part.name); });
  if (money && point != std::string::npos && point + 2 == decimal->size()) *decimal += "0";  // writes $2.70, not $2.7
  return attach_unit(with_minus_sign(write_number(*decimal, units.locale())), unit, units);
}

// Returns the value in the unit and scale in which the text is read, using the first reading that converts.
std::optional<Exact> as_figure_states(const Figure& figure, const Exact& value, const Unit& own, const Units& units) {
  for (const FigureReading& reading : figure.readings)
    if (const auto converted = convert(value, own, meant_unit(reading, own, units))) return *converted / reading.scale;
  return std::nullopt;
}

// Returns a text after the word for "about": "About half" for "Half".
std::string after_about(std::string text, const Language& language) {
  std::string about = language.about.front().text;
  if (text[0] >= 'A' && text[0] <= 'Z') {
    text[0] = base::lower(text[0]);
    if (about[0] >= 'a' && about[0] <= 'z') about[0] = static_cast<char>(about[0] & ~0x20);
  }
  return about + (is_unspaced_at(about, 0) ? "" : " ") + text;
}

// Returns texts that may state the value. With a different number a text may be read differently, "about" may need more
// digits, and a bound the next digit up or down.
std::vector<std::string> possible_texts(const Figure& figure, const Exact& value, const Units& units) {
  std::vector<std::string> texts;
  // Only the author knows what a range that contains the value should be.
  if (figure.upper && value >= figure.number.shown && value <= figure.upper->shown) return texts;
  if (figure.number.loose && figure.qualifier == Qualifier::none && !figure.number.signed_text)
    texts.push_back(after_about(figure.text, units.language()));
  for (const int finer : {0, 1, 2})
    for (const int steps : {0, -1, 1})
      if (finer == 0 || figure.qualifier == Qualifier::about || figure.qualifier == Qualifier::none)
        texts.push_back(corrected_text(figure, value, units, finer, steps));
  return texts;
}

// Returns what to write if no other number helps; "" if the number is simply wrong.
std::string help_for(const Figure& figure, const Exact& value) {
  if (figure.upper && value >= figure.number.shown && value <= figure.upper->shown)
    return "tie the range to its two values, fig:LEAST..GREATEST, or write a range around the one value that is as "
           "wide "
           "as one unit of its last digit at most, such as 40–50";
  if (is_bound(figure.qualifier) && value == figure.number.shown)
    return "if the text states a limit, leave the word in front of the brackets and tie it to an assert that compares "
           "the two: [under](assert:NAME) [10 ms](fig:…)";
  if (is_bound(figure.qualifier) && is_on_side(value, figure.number.shown, figure.qualifier))
    return fmt::format(
        "a bound is at most a factor of {} away from the value; a limit of its own is a figure of its "
        "row, compared by an assert: [under](assert:NAME) [10 ms](fig:…)",
        kFactorOfBound);
  return "";
}

// Compares the ends of a range with the least and the greatest value.
FigureCheck check_range(const Figure& figure, const std::pair<Exact, Exact>& values, const Unit& own,
                        const Units& units, FigureCheck check) {
  const auto least = as_figure_states(figure, values.first, own, units);
  const auto greatest = as_figure_states(figure, values.second, own, units);
  check.actual += "–" + in_full(values.second, own.text(), units);
  check.outcome = FigureOutcome::mismatch;
  check.why = fmt::format("the text says {}, the data {}", check.stated, check.actual);
  if (!figure.upper)
    check.help = "write a range between the brackets, such as 1.2–1.4, or tie the number to one value";
  else if (agrees(figure.number, *least, figure.qualifier) && agrees(*figure.upper, *greatest, figure.qualifier))
    check.outcome = FigureOutcome::ok;
  return check;
}

// Returns the first of the possible texts that states the value; "" if none does. `wanted` is the value as the figure
// states it.
std::string right_text(const Figure& figure, const Exact& wanted, const Exact& value, const Unit& own,
                       const Units& units) {
  for (const std::string& text : possible_texts(figure, wanted, units)) {
    const Figure corrected = parse_figure(text, units);
    if (corrected.problem != FigureProblem::none) continue;
    const std::optional<Exact> stated = as_figure_states(corrected, value, own, units);
    if (stated && agrees(corrected, *stated)) return text + figure.counted;
  }
  return "";
}

// Returns the text with the digits 0 to 9 for those of other scripts, ASCII marks for those of full width and of
// Arabic, and the group mark of the locale for plain spaces between thousands.
std::string plain_digits(std::string_view text, const Locale& locale) {
  std::string plain;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view from = rest;
    const char32_t c = base::take_code_point(rest);
    const bool is_between = c == ' ' && !plain.empty() && base::is_digit(plain.back()) && rest.size() >= 3 &&
                            std::all_of(rest.begin(), rest.begin() + 3, base::is_digit) &&
                            (rest.size() == 3 || !base::is_digit(rest[3]));
    if (const int digit = digit_value(c); digit >= 0)
      plain += static_cast<char>('0' + digit);
    else if (c >= U'，' && c <= U'．')
      plain += static_cast<char>(c - 0xFEE0);
    else if (c == U'\u066B' || c == U'\u066C')
      plain += c == U'\u066B' ? locale.decimal : locale.group;
    else
      plain += is_between ? std::string_view(locale.group) : from.substr(0, from.size() - rest.size());
  }
  return plain;
}

// Corrects a check of a number that is right with other digits or with a narrow space for a plain one.
void check_spelling(const Figure& figure, const Exact& value, const Unit& own, const Units& units, FigureCheck& check) {
  const std::string plain = plain_digits(figure.text, units.locale());
  const Figure other = parse_figure(plain, units);
  if (plain == figure.text || other.problem != FigureProblem::none) return;
  const std::optional<Exact> stated = as_figure_states(other, value, own, units);
  if (!stated || !agrees(other, *stated)) return;
  check.outcome = FigureOutcome::mismatch;
  check.help = "";
  check.should_say = plain + figure.counted;
}

// Corrects a check of a number that is right with the marks of another language, such as "2.850" for 2.85 in German.
void check_other_marks(const Figure& figure, const Exact& value, const Unit& own, const Units& units,
                       FigureCheck& check) {
  const bool is_comma = units.locale().decimal == ",";
  const Figure other = parse_figure(figure.text, units.with_numbers_of(is_comma ? "en" : "de"));
  const auto wanted = other.problem == FigureProblem::none ? as_figure_states(other, value, own, units) : std::nullopt;
  const bool is_other = figure.problem != FigureProblem::none || other.number.shown != figure.number.shown;
  if (!wanted || !is_other || other.upper || other.number.word || !agrees(other, *wanted)) return;
  const WrittenNumber& number = other.number;
  const auto quoted = [&](char mark) { return fmt::format("\"{}\"", mark); };
  check.outcome = FigureOutcome::mismatch;
  check.help = "";
  const auto in_digits = [](const Exact& shown) { return shown.to_decimal().value_or(shown.to_fraction()); };
  const std::string written = figure.text.substr(number.begin, number.end - number.begin);
  const std::string language = is_comma ? "English" : "German";
  const std::string own_mark = quoted(is_comma ? ',' : '.');
  if (figure.problem == FigureProblem::none)
    check.why += fmt::format("; \"{}\" is {} in the language of this site, where the decimal mark is {}, and {} in {}",
                             written, in_digits(figure.number.shown), own_mark, in_digits(number.shown), language);
  else
    check.why = fmt::format("\"{}\" is {} in {}, where the decimal mark is {}; in the language of this site it is {}",
                            written, in_digits(number.shown), language, quoted(is_comma ? '.' : ','), own_mark);
  check.should_say = right_text(other, *wanted, value, own, units) + figure.counted;
}

}  // namespace

FigureCheck check_figure(const Figure& figure, const Exact& value, std::string_view unit_text, const Units& units,
                         const Exact* greatest) {
  FigureCheck check;
  check.stated = figure.stated;
  check.actual = in_full(value, unit_text, units);
  const std::optional<Unit> known = units.parse(unit_text);
  const Unit own = known.value_or(Unit());
  if (figure.problem != FigureProblem::none) {
    check.outcome = FigureOutcome::unreadable;
    check.why = figure.why;
    if (!greatest) check_spelling(figure, value, own, units, check);
    if (!greatest && check.should_say.empty()) check_other_marks(figure, value, own, units, check);
    return check;
  }
  const std::optional<Exact> wanted = as_figure_states(figure, value, own, units);
  if (!wanted) {
    check.outcome = FigureOutcome::not_convertible;
    const std::string in = !known && !unit_text.empty()
                               ? fmt::format("is in \"{}\", which is not a known unit", unit_text)
                           : own.text() == "1" ? "has no unit"
                                               : fmt::format("is in {}", own.text());
    check.why =
        fmt::format("the text says {}, the value {}{}", check.stated, in, known ? ", and these do not convert" : "");
    return check;
  }
  if (greatest) return check_range(figure, {value, *greatest}, own, units, std::move(check));
  if (agrees(figure, *wanted)) return check;
  check.outcome = FigureOutcome::mismatch;
  check.why = fmt::format("the text says {}, the data {}", check.stated, check.actual);
  check.help = help_for(figure, *wanted);
  check.should_say = right_text(figure, *wanted, value, own, units);
  check_other_marks(figure, value, own, units, check);
  return check;
}

namespace {

// Reads a figure together with the words around it.
class WordsAround {
 public:
  WordsAround(std::string_view before, std::string_view text, std::string_view behind, const Units& units)
      : units_(units), language_(units.language()), text_(text) {
    size_t skip = before.size() - std::min(before.size(), kWordsBefore);
    while (skip < before.size() && (before[skip] & 0xC0) == 0x80) ++skip;
    before.remove_prefix(skip);
    behind = behind.substr(0, base::code_point_start(behind, kWordsBehind));
    all_ = fmt::format("{}{}{}", before, text, behind);
    begin_ = before.size();
    end_ = begin_ + text.size();
  }

  FigureCheck check(const Exact& value, std::string_view unit, const Exact* greatest, bool is_computed,
                    const std::vector<Exact>* others) const {
    const auto [first, last] = range();
    const std::string whole = all_.substr(first, last - first);
    if (is_split(first, last)) return mismatch(whole, value, unit);
    if (first < begin_ || last > end_) {
      const Figure figure = parse_figure(whole, units_);
      FigureCheck check = check_figure(figure, value, unit, units_, greatest);
      // An "x" behind the figure may begin the next length of an extent, such as "2 x 4 m".
      const size_t next = skip_spaces(all_, last);
      const bool is_extent = first == begin_ && (whole.ends_with('x') || whole.ends_with("×")) && next < all_.size() &&
                             base::is_digit(all_[next]);
      const bool is_noun = check.outcome == FigureOutcome::not_convertible && differs_in_nouns(figure, unit) &&
                           figure.number.shown == parse_figure(text_, units_).number.shown;
      if (check.outcome != FigureOutcome::ok && !is_extent && !is_noun) return mismatch(whole, value, unit);
    }
    const FigureCheck bound = check_bound(value, unit, greatest, others);
    if (bound.outcome != FigureOutcome::ok) return bound;
    const FigureCheck time = check_time(value, unit, end_, is_computed);  // " a" of "a day" may be read as a unit
    return time.outcome == FigureOutcome::ok ? check_time(value, unit, std::max(last, end_), is_computed) : time;
  }

 private:
  // A bound before the brackets holds as one between them, "under [10 ms]", but the figure may be the limit itself, of
  // another figure.
  FigureCheck check_bound(const Exact& value, std::string_view unit, const Exact* greatest,
                          const std::vector<Exact>* others) const {
    const std::string_view before = std::string_view(all_).substr(0, skip_spaces_back(all_, begin_));
    for (size_t at = 0; at < before.size() && !greatest; ++at) {
      if (!is_unspaced_at(before, at) && is_letter_before(before, at)) continue;
      size_t end = 0;
      for (const auto& [meaning, bounds] : kQualifiers) {
        if (!is_bound(meaning) || !phrase_at(before, at, language_.*bounds, end) || end < before.size()) continue;
        Figure bound = parse_figure(text_, units_);
        const auto stated = as_figure_states(bound, value, units_.parse(unit).value_or(Unit()), units_);
        if (bound.qualifier != Qualifier::none || !stated) return {};
        bound.qualifier = meaning;
        const auto holds = [&](const Exact& other) { return is_on_side(other, value, bound.qualifier); };
        if (*stated == bound.number.shown && (!others || std::ranges::any_of(*others, holds))) return {};
        if (check_figure(bound, value, unit, units_).outcome != FigureOutcome::mismatch) return {};
        return mismatch(all_.substr(at, end_ - at), value, unit);
      }
    }
    return {};
  }

  FigureCheck mismatch(const std::string& whole, const Exact& value, std::string_view unit) const {
    FigureCheck check;
    check.outcome = FigureOutcome::mismatch;
    check.stated = base::one_line(base::trim(whole));
    check.actual = in_full(value, unit, units_);
    return check;
  }

  // Returns what readers see as one number: the figure with a sign, a currency, a part or a multiple before it and a
  // scale and a unit after it.
  std::pair<size_t, size_t> range() const {
    const size_t digit = find_number(text_, 0, units_.locale());
    const bool is_word = digit == std::string_view::npos;
    const auto number = is_word ? find_word(text_, 0, language_) : number_at(text_, digit, units_.locale());
    if (!number) return {begin_, end_};
    const size_t at = begin_ + (is_word ? number->number.begin : digit);
    const auto scanned = is_word ? word_at(all_, at, language_) : number_at(all_, at, units_.locale());
    size_t first = begin_, last = end_;
    if (scanned) {
      const Amount amount = read_amount(all_, *scanned, units_, Place::prose);
      first = std::min(first, amount.begin);
      last = std::max(last, std::max(amount.end, scanned->end));
    }
    if (ends_with_words(text_, language_.times)) last = end_;  // "4.1 times an hour of it" is no time
    return {std::min(first, begin_of_words(first)), std::max(last, end_of_factor())};
  }

  // Returns the end of a scale, "[80 GB] thousand", or of a factor, "[80 GB] times two", behind the text.
  size_t end_of_factor() const {
    if (const auto scale = scale_words_at(all_, end_, language_)) return scale->end;
    if (size_t after = 0; is_unspaced_at(all_, end_) && phrase_at(all_, end_, language_.negations, after)) return after;
    size_t end = 0;
    if (!phrase_at(all_, skip_spaces(all_, end_), language_.times, end)) return end_;
    end = skip_spaces(all_, end);
    if (const auto word = end < all_.size() ? word_at(all_, end, language_) : std::nullopt) return word->end;
    return end < all_.size() && base::is_digit(all_[end]) ? skip_name(all_, end) : end_;
  }

  // Returns the position of "minus", "not", "half of", "twice the", "10 times", "millions of" or "two to" before a
  // number at `end`; otherwise `end`.
  size_t begin_of_words(size_t end) const {
    const std::string_view before = std::string_view(all_).substr(0, skip_spaces_back(all_, end));
    for (size_t at = 0; at < before.size(); ++at) {
      size_t after = 0;
      if (base::is_digit(before[at]) && find_number(before, at, units_.locale()) == at &&
          (at == 0 || !base::is_digit(before[at - 1]))) {
        const auto number = number_at(before, at, units_.locale());
        if (number && is_phrase(base::trim(before.substr(number->end)), language_.times)) return at;
      }
      if (!is_unspaced_at(before, at) && (is_letter_before(before, at) || !is_letter_at(before, at))) continue;
      if ((phrase_at(before, at, language_.minus, after) || phrase_at(before, at, language_.negations, after)) &&
          after == before.size())
        return at;
      const bool is_part =
          phrase_at(before, at, language_.fractions, after) || phrase_at(before, at, language_.multiples, after);
      // "millions of", but not "5 million"
      const std::string_view word = word_before(before, at);
      const bool is_scale =
          (word.empty() || !base::is_digit(word.front())) &&
          (phrase_at(before, at, language_.scales, after) || phrase_at(before, at, language_.dozens, after));
      if (is_scale && (after == before.size() || is_phrase(base::trim(before.substr(after)), language_.joins)))
        return at;
      if (!is_part && !phrase_at(before, at, language_.numbers, after)) continue;
      const std::string_view rest = base::trim(before.substr(after));
      if (is_phrase(rest, language_.times)) return at;
      if (is_part ? rest.empty() || is_phrase(rest, language_.joins)
                  : is_phrase(rest, language_.to) && !is_phrase(word_before(before, at), language_.from))
        return at;
    }
    return end;
  }

  // Whether the brackets split a number: "1[23]", "[23]4", "3–[5]", "[10]²", "thirty-[three]", "−[−23]".
  bool is_split(size_t first, size_t last) const {
    const std::string_view before = std::string_view(all_).substr(0, begin_);
    const std::string_view behind = std::string_view(all_).substr(end_);
    const auto ends_with_digit = [](std::string_view part) { return !part.empty() && base::is_digit(part.back()); };
    const bool begins_with_number = !text_.empty() && (base::is_digit(text_.front()) || text_.front() == '.');
    if (begins_with_number)
      for (const std::string_view separator :
           {"", ".", ",", "^", "/", "–", " – ", "\u00a0", "\u202f", "\u2009", "'", "’"})
        if (before.ends_with(separator) && ends_with_digit(before.substr(0, before.size() - separator.size())))
          return true;
    // Groups of digits behind the brackets: "[10] 000".
    if (ends_with_digit(text_))
      for (const std::string_view mark : {" ", "'", "’"})
        if (behind.starts_with(mark) && behind.size() >= mark.size() + 3 &&
            std::ranges::all_of(behind.substr(mark.size(), 3), base::is_digit) &&
            (behind.size() == mark.size() + 3 || !base::is_digit(behind[mark.size() + 3])))
          return true;
    for (const std::string_view sign : {"-", "\u2212"})
      if (before.ends_with(sign) && text_.starts_with(sign)) return true;
    // "1 [250]" and "½ [250]"
    const std::string_view left = before.substr(0, skip_spaces_back(before, before.size()));
    if (begins_with_number && is_fraction(left.substr(base::code_point_start(left, left.size() - !left.empty()))))
      return true;
    const size_t digits = left.size() - std::min(left.size(), left.find_last_not_of("0123456789") + 1);
    if (left.size() < before.size() && digits > 0 && digits <= 3 && begins_with_group(text_) &&
        left[left.size() - digits] != '0' && !is_letter_before(left, left.size() - digits))
      return true;
    if (continues_numeral(before, text_) || continues_numeral(text_, behind) || continues_in_words(before)) return true;
    // A dash directly before a number looks like a minus sign.
    if (constexpr std::string_view kDash = "–"; before.ends_with(kDash)) {
      const std::string_view word = before.substr(0, before.size() - kDash.size());
      if (word.empty() || word.back() == '(' || skip_spaces_back(word, word.size()) < word.size()) return true;
    }
    if (scale_words_at(all_, end_, language_) || (ends_with_digit(text_) && scale_letter_at(all_, end_, language_)))
      return true;
    // "[€7] M", but not "[7] m"
    const size_t next = skip_spaces(all_, end_);
    const Scale* scale = next > end_ && ends_with_digit(text_) ? scale_letter_at(all_, next, language_) : nullptr;
    if (scale && !units_.parse(scale->name)) return true;
    if (before.ends_with('-') && begin_ > 1 && !begins_with_number && find_word(text_, 0, language_) &&
        find_word(before, 0, language_))
      return true;
    if (!ends_with_digit(text_) || last > end_ || first < begin_) return false;
    return behind.starts_with('^') ||
           std::ranges::any_of(kSuperscripts, [&](std::string_view digit) { return behind.starts_with(digit); });
  }

  // Whether a text begins with three digits, and no more.
  static bool begins_with_group(std::string_view text) {
    constexpr size_t kGroup = 3;
    return text.size() >= kGroup && std::ranges::all_of(text.substr(0, kGroup), base::is_digit) &&
           (text.size() == kGroup || !base::is_digit(text[kGroup]));
  }

  // Whether numerals without spaces continue from one text to the next: "二十" and "三", "3億" and "5000万".
  bool continues_numeral(std::string_view before, std::string_view behind) const {
    size_t unused = 0;
    const auto ends_with = [&](const Phrases& phrases) {
      return ends_with_phrase(before, phrases) &&
             is_unspaced_at(before, base::code_point_start(before, before.size() - 1));
    };
    const bool begins_with_numeral = is_unspaced_at(behind, 0) && (phrase_at(behind, 0, language_.numbers, unused) ||
                                                                   phrase_at(behind, 0, language_.scales, unused));
    const bool begins_with_digit = !behind.empty() && base::is_digit(behind.front());
    return ((begins_with_numeral || begins_with_digit) && ends_with(language_.scales)) ||
           (begins_with_numeral && ends_with(language_.numbers));
  }

  // Whether a number in words begins before the brackets, "zwei[hundert]", or goes on after them: "[two hundred]
  // fifty".
  bool continues_in_words(std::string_view before) const {
    const auto word = find_word(text_, 0, language_);
    if (!word || find_number(text_, 0, units_.locale()) != std::string_view::npos) return false;
    if (word->number.begin == 0 && is_letter_before(before, before.size())) return true;
    size_t next = skip_spaces(all_, end_ + (all_.substr(end_).starts_with('-') ? 1 : 0));
    if (phrase_at(all_, next, language_.and_to, next)) next = skip_spaces(all_, next);
    const auto lower = next > end_ && next < all_.size() ? word_at(all_, next, language_) : std::nullopt;
    const Figure figure = parse_figure(text_, units_);
    const auto reading = std::ranges::find_if(figure.readings, [](const FigureReading& each) { return !each.unit; });
    if (!lower || lower->kind != ScannedNumber::Kind::number || reading == figure.readings.end()) return false;
    const Exact value = figure.number.shown * reading->scale, added = lower->number.shown;
    // "twenty five", but not "two five-star hotels"
    return value >= Exact(20) && added.sign() > 0 && added < value &&
           (value / Exact::power_of_ten(added.magnitude() + 1)).to_decimal(0);
  }

  // Whether the figure's unit and that of the value differ only in units that the site declares, which may be nouns, or
  // in what an amount of money is per: "$2.70 a machine" of USD per machine and hour.
  bool differs_in_nouns(const Figure& figure, std::string_view unit) const {
    const Unit own = units_.parse(unit).value_or(Unit());
    return std::ranges::any_of(figure.readings, [&](const FigureReading& reading) {
      const Unit stated = meant_unit(reading, own, units_);
      const auto without_nouns = [&](std::map<std::string, int> powers) {
        std::erase_if(powers, [&](const auto& power) { return units_.is_declared(power.first); });
        return powers;
      };
      std::map<std::string, int> left = without_nouns(own.powers), said = without_nouns(stated.powers);
      if (left == said) return true;
      const auto is_implied = [&](const auto& power) { return power.second < 0 && !said.contains(power.first); };
      const bool is_money =
          reading.unit && !reading.unit->parts.empty() && units_.is_currency(reading.unit->parts.front().name);
      if (is_money) std::erase_if(left, is_implied);
      return left == said;
    });
  }

  // Finds another time in "$2.70 a day" for a value per chip-hour, in which the chip is implied, and a time in
  // "40 a month" for a value that is per no time.
  // `end_of_amount` may be behind the brackets. What is computed may be of the time that the sentence states.
  FigureCheck check_time(const Exact& value, std::string_view unit, size_t end_of_amount, bool is_computed) const {
    const std::string_view behind = std::string_view(all_).substr(end_of_amount);
    const bool has_slash = base::trim(behind).starts_with('/');
    const std::string_view per = has_slash ? base::trim(behind).substr(0, 1) : first_word(behind);
    if (!has_slash && !is_phrase(per, language_.per)) return {};
    const std::string_view rest = behind.substr(per.data() + per.size() - behind.data()), time = first_word(rest);
    const std::optional<Unit> said = parse_spoken_unit(time, units_);
    const auto of_time = units_.parse("s")->powers;
    if (!(said && said->powers == of_time) && !is_inexact_time(time, language_)) return {};
    size_t end = 0;
    const auto end_of_time = static_cast<size_t>(time.data() + time.size() - rest.data());
    if (phrase_at(rest, skip_spaces(rest, end_of_time), language_.no_rates, end)) return {};
    const Figure figure = parse_figure(text_, units_);
    const bool is_open = figure.readings.empty() || !figure.readings.front().unit ||
                         is_currency_alone(*figure.readings.front().unit, units_);
    const Unit own = units_.parse(unit).value_or(Unit());
    bool is_rate = false;
    for (const UnitPart& part : own.parts) {
      const Unit below = units_.parse(part.name).value_or(Unit());
      if (part.power >= 0) continue;
      const bool is_same = said && convertible(*said, below) && said->factor == below.factor;
      if (below.powers == of_time && is_open && !is_same)
        return mismatch(fmt::format("{} {} {}", text_, per, time), value, unit);
      is_rate = is_rate || below.powers == of_time || is_inexact_time(part.name, language_);
    }
    // "a monthly fee" is no rate
    const bool is_time = said || is_phrase(time, language_.inexact_times);
    return is_rate || is_computed || !is_time ? FigureCheck()
                                              : mismatch(fmt::format("{} {} {}", text_, per, time), value, unit);
  }

  const Units& units_;
  const Language& language_;
  std::string_view text_;
  std::string all_;   // the words before, the text and the words behind
  size_t begin_ = 0;  // the range of the text
  size_t end_ = 0;
};

}  // namespace

FigureCheck check_words_around(std::string_view before, std::string_view text, std::string_view behind,
                               const Exact& value, std::string_view unit, const Units& units, const Exact* greatest,
                               bool is_computed, const std::vector<Exact>* others) {
  return WordsAround(before, text, behind, units).check(value, unit, greatest, is_computed, others);
}

std::string figure_of(const Exact& value, std::string_view shown, std::string_view unit, const Units& units) {
  for (const std::string& text : {std::string(shown), in_full(value, unit, units)})
    if (check_figure(parse_figure(text, units), value, unit, units).outcome == FigureOutcome::ok) return text;
  return "";
}

}  // namespace quantity
