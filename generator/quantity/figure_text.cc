#include "quantity/figure_text.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "quantity/figure_parts.h"

namespace quantity {
namespace {

constexpr size_t kMaxFigureSize = 1000;
constexpr size_t kMaxSmallWord = 3;  // words such as "of" get no suggestions

// Returns the first word, without the spaces before it.
std::string_view first_token(std::string_view text) {
  text = text.substr(skip_spaces(text, 0));
  size_t end = 0;
  while (end < text.size() && skip_spaces(text, end) == end) ++end;
  return text.substr(0, end);
}

// Returns a digit other than 0 to 9: "٤", "４", "Ⅳ"; but no superscripts, which are powers, and no fractions.
std::string_view foreign_digit(std::string_view text) {
  static constexpr std::string_view kSuperscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  while (!text.empty()) {
    const std::string_view from = text;
    const auto category = utf8proc_category(static_cast<int32_t>(base::take_code_point(text)));
    const std::string_view character = from.substr(0, from.size() - text.size());
    if (character.size() == 1 || kSuperscripts.find(character) != std::string_view::npos) continue;
    if (is_fraction(character)) continue;
    if (category == UTF8PROC_CATEGORY_ND || category == UTF8PROC_CATEGORY_NL || category == UTF8PROC_CATEGORY_NO)
      return character;
  }
  return "";
}

// Returns a mark as messages name it.
std::string named(std::string_view mark) {
  if (mark == "\u202f") return "a narrow no-break space (U+202F)";
  return mark == "\u00a0" ? "a no-break space (U+00A0)" : fmt::format("\"{}\"", mark);
}

class FigureParser {
 public:
  FigureParser(std::string_view text, const Units& units) : text_(text), units_(units) {}

  Figure parse() {
    figure_.text = text_;
    if (text_.size() > kMaxFigureSize) return problem(FigureProblem::bad_number, "the text is too long for a figure");
    if (const std::string_view foreign = foreign_digit(text_); !foreign.empty())
      return problem(FigureProblem::bad_number,
                     fmt::format("\"{}\" is not understood: numbers are written with the digits 0 to 9", foreign));
    const size_t digit = find_number(text_, 0, locale_);
    const bool is_word = digit == std::string_view::npos;
    auto number = is_word ? find_word(text_, 0, language_) : number_at(text_, digit, locale_);
    if (!number && is_word) number = one_unit();
    if (!number)
      return problem(FigureProblem::no_number,
                     is_word ? fmt::format("\"{}\" does not contain a number", base::shortened(text_))
                             : "the number has too many digits");
    amount_ = read_amount(text_, *number, units_, Place::brackets);
    if (!amount_.mistake.empty()) return problem(FigureProblem::bad_number, amount_.mistake);
    figure_.number = amount_.number;
    figure_.upper = amount_.upper;
    figure_.qualifier = amount_.behind;
    figure_.readings = std::move(amount_.readings);
    figure_.stated = text_.substr(amount_.begin, amount_.end - amount_.begin);
    read_front();
    if (figure_.problem == FigureProblem::none) refuse_rest();
    return figure_;
  }

 private:
  Figure& problem(FigureProblem kind, std::string why) {
    figure_.problem = kind;
    figure_.why = std::move(why);
    return figure_;
  }

  // Returns 1 for the article of "less than an hour".
  std::optional<ScannedNumber> one_unit() const {
    for (size_t at = 0, end = 0; at < text_.size(); ++at) {
      if (is_letter_before(text_, at) || !phrase_at(text_, at, language_.one, end) ||
          units_at(text_, end, {}, units_, Place::brackets).empty())
        continue;
      ScannedNumber one;
      one.number = {.shown = 1, .word = true, .begin = at, .end = end};
      one.end = end;
      return one;
    }
    return std::nullopt;
  }

  void read_front() {
    const std::string_view front = base::trim(text_.substr(0, skip_spaces_back(text_, amount_.begin)));
    std::string words = base::lower_case(base::one_line(front));
    const bool is_qualified = std::ranges::any_of(
        kQualifiers, [&](const auto& qualifier) { return is_phrase(words, language_.*qualifier.second); });
    for (const auto& [minus, value, unit] : language_.minus) {
      if (is_qualified || (words != minus && !words.ends_with(fmt::format(" {}", minus)))) continue;
      if (figure_.number.signed_text || figure_.number.shown.sign() < 0 || figure_.upper) break;
      figure_.number.shown = -figure_.number.shown;
      words = base::trim(std::string_view(words).substr(0, words.size() - minus.size()));
      figure_.stated.insert(0, fmt::format("{} ", minus));
      break;
    }
    const bool is_alone = words.empty() || (is_phrase(words, language_.from) && figure_.upper);
    for (const auto& [meaning, list] : kQualifiers)
      if (amount_.behind == Qualifier::none && is_phrase(words, language_.*list)) figure_.qualifier = meaning;
    if (is_alone && figure_.qualifier == Qualifier::none) return;
    if (!is_alone && figure_.qualifier == amount_.behind) {
      problem(FigureProblem::unknown_word,
              fmt::format("unknown word \"{}\" before the number", base::shortened(base::one_line(front))));
      return;
    }
    if (!is_bound(figure_.qualifier)) return;
    figure_.stated = base::one_line(text_.substr(0, amount_.end));
    if (figure_.upper)
      problem(FigureProblem::unknown_word,
              is_alone ? "a range has no bound" : fmt::format("\"{}\" is before a range", base::one_line(front)));
  }

  // Refuses unknown text after the amount.
  void refuse_rest() {
    const std::string_view rest = text_.substr(amount_.end);
    const std::string_view word = first_token(rest);
    if (word.empty()) return;
    if (std::string why = bad_separator(rest); !why.empty()) {
      problem(FigureProblem::bad_number, std::move(why));
    } else if (goes_on_in_words()) {
      problem(FigureProblem::several_words,
              fmt::format("\"{}\" is a number of several words, which are not read as one", base::shortened(text_)));
    } else if (const size_t second = find_number(text_, amount_.end, locale_); second != std::string_view::npos) {
      const auto scanned = number_at(text_, second, locale_);
      const WrittenNumber& first = figure_.number;
      problem(FigureProblem::several_numbers,
              fmt::format("the text has two numbers, {} and {}, but a figure is one number",
                          text_.substr(first.begin, first.end - first.begin),
                          scanned ? text_.substr(scanned->number.begin, scanned->number.end - scanned->number.begin)
                                  : first_token(text_.substr(second))));
    } else {
      problem(FigureProblem::unknown_word, why_unknown(word, rest));
    }
  }

  // Whether the words after a number in words are a further part of it: "one thousand two hundred".
  bool goes_on_in_words() const {
    size_t next = skip_spaces(text_, amount_.end);
    if (phrase_at(text_, next, language_.and_to, next)) next = skip_spaces(text_, next);
    return figure_.number.word && next < text_.size() &&
           (word_at(text_, next, language_) || scale_words_at(text_, next, language_));
  }

  // Returns the separator in a number such as "1'000", "1_000" or "1 000", which are valid elsewhere.
  std::string bad_separator(std::string_view rest) const {
    if (amount_.end != amount_.number.end) return "";
    for (const std::string_view separator : {"'", "’", "_", ".", " ", "\u00a0", "\u2009", "\u202f", "٬", "·", "˙"}) {
      if (!rest.starts_with(separator)) continue;
      const std::string_view digits = rest.substr(separator.size(), 3);
      if (digits.size() < 3 || !std::all_of(digits.begin(), digits.end(), base::is_digit)) continue;
      const std::string_view number = text_.substr(amount_.number.begin, amount_.end - amount_.number.begin);
      return fmt::format("\"{}{}{}\" is not one number: thousands are separated by {}", number, separator, digits,
                         named(locale_.group));
    }
    return "";
  }

  std::string why_unknown(std::string_view word, std::string_view rest) const {
    const std::string_view after = first_word(rest.substr(word.data() + word.size() - rest.data()));
    const bool is_slash = word.front() == '/';
    const bool divides = is_slash || is_phrase(word, language_.per);
    const std::string_view unit = is_slash ? word.substr(1) : divides && !after.empty() ? after : word;
    if (is_inexact_time(unit, language_))
      return fmt::format("\"{}\" is not a unit, because it has no exact length", unit);
    std::string why;
    const bool has_unit = std::any_of(figure_.readings.begin(), figure_.readings.end(),
                                      [](const FigureReading& reading) { return reading.unit.has_value(); });
    const std::vector<std::string_view> scales = base::views(language_.scales, &Phrase::text);
    if ((has_unit && !divides) || !is_letter_at(unit, 0) || units_.parse(unit, &why) ||
        std::find(scales.begin(), scales.end(), unit) != scales.end())
      return fmt::format("\"{}\" cannot follow \"{}\"", base::shortened(base::one_line(rest)),
                         base::shortened(figure_.stated));
    if (unit.size() <= kMaxSmallWord && base::lower(unit) == unit)
      return fmt::format("\"{}\" is not a known scale or unit", unit);
    const std::string scale = base::did_you_mean(unit, scales);
    return scale.empty() ? why : fmt::format("\"{}\" is not a known scale or unit; {}", unit, scale);
  }

  std::string_view text_;
  const Units& units_;
  const Language& language_ = units_.language();
  const Locale& locale_ = units_.locale();
  Amount amount_;
  Figure figure_;
};

}  // namespace

Figure parse_figure(std::string_view text, const Units& units) { return FigureParser(text, units).parse(); }

namespace {

// Whether the text has a unit that a count can't have, which comparing it with the count reports.
bool states_unit(const Figure& figure) {
  return std::ranges::any_of(figure.readings, [](const FigureReading& reading) {
    return reading.unit && (!reading.unit->is_ratio() || reading.unit->factor != 1);
  });
}

// Whether the words after a count say only what was counted: they are no unit, scale, other number or claim.
bool is_noun(std::string_view words, const Units& units) {
  if (base::trim(words).empty()) return true;
  const Language& language = units.language();
  const bool is_unspaced = is_unspaced_at(words, 0);
  const bool is_glued = !base::is_space(words.front()) && words.front() != '-' && !is_unspaced;
  if (is_glued || find_number(words, 0, units.locale()) != std::string_view::npos || find_word(words, 0, language))
    return false;
  const std::string_view word = first_word(base::trim(words));
  const auto glued = is_unspaced ? units_at(words, 0, {}, units, Place::prose) : std::vector<FoundUnit>();
  const auto unit = glued.empty() ? units.parse(word) : std::optional(glued.front().unit);
  const auto is_own = [&](const auto& power) { return units.is_declared(power.first); };  // chips may be counted
  const bool is_unit = unit && (unit->factor != 1 || !std::ranges::all_of(unit->powers, is_own));
  // Claims such as "three-fold" have a number in words.
  const std::string_view number = language.numbers.empty() ? "" : std::string_view(language.numbers.back().text);
  const auto claim = language.has_claims() ? language.claim->find(fmt::format("{}{}", number, words)) : std::nullopt;
  const bool is_claim = claim && (*claim)[1].empty();
  return !is_unit && !is_claim;
}

}  // namespace

Figure parse_count(std::string_view text, const Units& units) {
  const size_t digit = find_number(text, 0, units.locale());
  const auto number =
      digit == std::string_view::npos ? find_word(text, 0, units.language()) : number_at(text, digit, units.locale());
  size_t end = number ? number->end : text.size();
  while (const auto scale = number ? scale_words_at(text, end, units.language()) : std::nullopt) end = scale->end;
  phrase_at(text, skip_spaces(text, end), units.language().behind, end);  // "100多个"
  Figure count = parse_figure(text.substr(0, end), units);
  const std::string_view noun = text.substr(end);
  if (count.problem == FigureProblem::none && !is_noun(noun, units)) {
    count = parse_figure(text, units);
    if (count.problem == FigureProblem::none && !states_unit(count)) {
      count.problem = FigureProblem::unknown_word;
      count.why = fmt::format("\"{}\" says more than what was counted", base::shortened(base::one_line(noun)));
    }
  } else {
    count.counted = noun;
  }
  return count;
}

}  // namespace quantity
