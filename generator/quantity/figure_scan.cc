// Reads the digits of a number as written (quantity/figure_parts.h).
#include "quantity/figure_parts.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

constexpr std::string_view kSpaces[] = {" ", "\t", "\n", "\u00a0", "\u2009", "\u202f", "\u3000"};
// Fractions of one character, which are a number or the end of one.
struct Fraction {
  std::string_view sign;
  int above, below;
};
constexpr Fraction kFractions[] = {{"½", 1, 2}, {"⅓", 1, 3}, {"⅔", 2, 3}, {"¼", 1, 4}, {"¾", 3, 4}, {"⅕", 1, 5},
                                   {"⅖", 2, 5}, {"⅗", 3, 5}, {"⅘", 4, 5}, {"⅙", 1, 6}, {"⅚", 5, 6}, {"⅐", 1, 7},
                                   {"⅛", 1, 8}, {"⅜", 3, 8}, {"⅝", 5, 8}, {"⅞", 7, 8}, {"⅑", 1, 9}, {"⅒", 1, 10}};
constexpr int64_t kMaxDenominator = 1000;
constexpr int kMaxScaleWords = 2;  // as in "hundred thousand"
constexpr std::string_view kMinusSigns[] = {"-", "\u2212"};
constexpr std::string_view kNumberSigns[] = {"-", "\u2212", "+", "±"};

using base::is_digit;
bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit_at(std::string_view text, size_t at) { return at < text.size() && is_digit(text[at]); }
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

size_t skip_digits(std::string_view text, size_t at) {
  while (digit_at(text, at)) ++at;
  return at;
}

template <size_t N>
size_t length_of_one_at(const std::string_view (&list)[N], std::string_view text, size_t at) {
  for (const std::string_view item : list)
    if (at <= text.size() && text.substr(at).starts_with(item)) return item.size();
  return 0;
}

template <size_t N>
size_t length_of_one_before(const std::string_view (&list)[N], std::string_view text, size_t at) {
  for (const std::string_view item : list)
    if (text.substr(0, at).ends_with(item)) return item.size();
  return 0;
}

// The scripts of Unicode that are written without spaces between words, and Hangul, whose particles follow words.
struct Script {
  char32_t first, last;
};
constexpr Script kUnspaced[] = {{0x0E00, 0x0EFF},     // Thai, Lao
                                {0x1000, 0x109F},     // Myanmar
                                {0x1780, 0x17FF},     // Khmer
                                {0x3005, 0x3007},     // 々〆〇
                                {0x3041, 0x30FA},     // Hiragana, Katakana
                                {0x30FC, 0x30FF},     // ー
                                {0x31F0, 0x31FF},     // Katakana of Ainu
                                {0x3400, 0x4DBF},     // Han
                                {0x4E00, 0x9FFF},     // Han
                                {0xAC00, 0xD7FF},     // Hangul
                                {0xF900, 0xFAFF},     // Han
                                {0xFF66, 0xFF9F},     // Katakana of half width
                                {0x20000, 0x3FFFF}};  // Han

bool is_unspaced(char32_t c) {
  return c >= 0x0E00 && std::ranges::any_of(kUnspaced, [&](Script s) { return c >= s.first && c <= s.last; });
}

const Fraction* fraction_at(std::string_view text, size_t at) {
  for (const Fraction& fraction : kFractions)
    if (text.substr(std::min(at, text.size())).starts_with(fraction.sign)) return &fraction;
  return nullptr;
}

// Returns the number of digits of the group at `at`, which others of the same size or the last one follow; 0 for none.
size_t group_at(std::string_view text, size_t at, std::string_view separator, const Locale& locale) {
  const size_t count = skip_digits(text, at) - at;
  const bool goes_on = text.substr(at + count).starts_with(separator) && digit_at(text, at + count + separator.size());
  return count == 3 || (count == locale.group_size && goes_on) ? count : 0;
}

std::string_view name_of_mark(char mark) { return mark == '.' ? "point" : "comma"; }

// Reads the whole part of a number, with or without groups; moves `at` to the position after it.
std::string take_whole(std::string_view text, size_t& at, WrittenNumber& number, std::string& mistake,
                       const Locale& locale) {
  const size_t begin = at;
  at = skip_digits(text, at);
  std::string digits(text.substr(begin, at - begin));
  std::vector<std::string_view> separators = {locale.group, "\u00a0", "\u2009", "\u202f"};
  if (locale.group == "'" || locale.group == "’") separators.insert(separators.end(), {"'", "’"});
  for (const std::string_view separator : separators) {
    // The first group has at most three digits and does not begin with 0. Otherwise the mark is a decimal one of
    // another language, as in "0,125", which is a mistake.
    while (!digits.empty() && digits.front() != '0' && text.substr(at).starts_with(separator) &&
           (number.grouped || digits.size() <= 3)) {
      const size_t size = group_at(text, at + separator.size(), separator, locale);
      if (size == 0) break;
      number.grouped = true;
      digits += text.substr(at + separator.size(), size);
      at += separator.size() + size;
    }
    if (number.grouped) break;
  }
  const char mark = at < text.size() ? text[at] : ' ', point = locale.decimal.front();
  if ((mark == '.' || mark == ',') && mark != point && !digits.empty() && digit_at(text, at + 1)) {
    const size_t end = skip_digits(text, at + 1);
    mistake = fmt::format("\"{}\" has a {} that does not separate thousands; the decimal {} is \"{}\"",
                          text.substr(begin, end - begin), name_of_mark(mark), name_of_mark(point), point);
    at = end;
  }
  return digits;
}

// Reads an exponent after '^', or in superscript digits.
std::optional<int> take_power(std::string_view text, size_t& at) {
  std::string digits;
  size_t end = at;
  if (text.substr(end).starts_with("^")) {
    ++end;
    const size_t minus = length_of_one_at(kMinusSigns, text, end);
    const size_t first = end + minus;
    end = skip_digits(text, first);
    digits = (minus > 0 ? "-" : "") + std::string(text.substr(first, end - first));
  } else {
    const auto take = [&](std::string_view raised, char plain) {
      if (!text.substr(end).starts_with(raised)) return false;
      digits += plain;
      end += raised.size();
      return true;
    };
    take("⁻", '-');
    // Begins again with 0 after each digit that was read.
    for (int digit = 0; digit <= 9;) digit = take(kSuperscripts[digit], "0123456789"[digit]) ? 0 : digit + 1;
  }
  const std::optional<int> power = base::parse_number<int>(digits);
  // Exact numbers have as many digits as the power, so a limit bounds their memory.
  if (!power || std::abs(*power) > 400) return std::nullopt;
  at = end;
  return power;
}

// Reads the power of ten after a number: "e18", or "× 10^18".
void take_scale(std::string_view text, ScannedNumber& scanned) {
  size_t at = scanned.end;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    size_t digits = at + 1;
    const size_t minus = length_of_one_at(kMinusSigns, text, digits);
    digits += minus;
    if (minus == 0 && digits < text.size() && text[digits] == '+') ++digits;
    const size_t end = skip_digits(text, digits);
    const std::optional<int> power = base::parse_number<int>(text.substr(digits, end - digits));
    if (!power || *power > 400 || is_letter_at(text, end)) return;
    scanned.scale = Exact::power_of_ten(minus > 0 ? -*power : *power);
    scanned.end = end;
    return;
  }
  at = skip_spaces(text, at);
  const std::string_view rest = text.substr(at);
  size_t sign = rest.starts_with("x") ? 1 : 0;
  if (rest.starts_with("×") || rest.starts_with("·")) sign = 2;  // in bytes
  if (sign == 0) return;
  at = skip_spaces(text, at + sign);
  if (!text.substr(at).starts_with("10")) return;
  at += 2;
  if (const std::optional<int> power = take_power(text, at)) {
    scanned.scale = Exact::power_of_ten(*power);
    scanned.end = at;
  }
}

// Returns the denominator of a fraction below 1, such as "1/3", and the position after it.
std::optional<std::pair<int64_t, size_t>> denominator_at(std::string_view text, const WrittenNumber& above) {
  if (above.grouped || above.digits > 0 || !text.substr(above.end).starts_with("/")) return std::nullopt;
  const size_t begin = above.end + 1, end = skip_digits(text, begin);
  const auto below = base::parse_number<int64_t>(text.substr(begin, end - begin));
  const bool goes_on = end < text.size() && (text[end] == '/' || text[end] == '.' || is_letter_at(text, end)) &&
                       (text[end] != '.' || digit_at(text, end + 1));
  if (!below || *below < 2 || *below > kMaxDenominator || goes_on) return std::nullopt;
  if (above.shown.sign() == 0 || above.shown >= Exact(*below)) return std::nullopt;
  return std::pair(*below, end);
}

}  // namespace

bool is_fraction(std::string_view text) {
  const Fraction* fraction = fraction_at(text, 0);
  return fraction && fraction->sign == text;
}

size_t skip_spaces(std::string_view text, size_t at) {
  while (const size_t length = length_of_one_at(kSpaces, text, at)) at += length;
  return at;
}

size_t skip_spaces_back(std::string_view text, size_t at) {
  while (const size_t length = length_of_one_before(kSpaces, text, at)) at -= length;
  return at;
}

bool is_letter_at(std::string_view text, size_t at) {
  if (at >= text.size()) return false;
  if (static_cast<unsigned char>(text[at]) < 0x80) return is_ascii_letter(text[at]);
  std::string_view rest = text.substr(at);
  const char32_t c = base::take_code_point(rest);
  if (c == U'°' || is_unspaced(c) || fraction_at(text, at)) return false;
  if (c == U'\u2010' || c == U'\u2011') return true;  // hyphens, as in "A‑4"
  const auto category = utf8proc_category(static_cast<int32_t>(c));
  const bool is_sign = category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_SC;
  return !is_sign && category != UTF8PROC_CATEGORY_ZS;
}

bool is_unspaced_at(std::string_view text, size_t at) {
  std::string_view rest = text.substr(std::min(at, text.size()));
  return !rest.empty() && is_unspaced(base::take_code_point(rest));
}

bool is_letter_before(std::string_view text, size_t at) {
  if (at == 0) return false;
  size_t begin = at - 1;
  while (begin > 0 && is_continuation(text[begin])) --begin;
  return is_letter_at(text, begin);
}

bool starts_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size() || is_letter_at(text, word.size())) return false;
  return base::lower_case(text.substr(0, word.size())) == word;
}

std::optional<ScannedNumber> number_at(std::string_view text, size_t at, const Locale& locale) {
  ScannedNumber scanned;
  WrittenNumber& number = scanned.number;
  number.begin = at;
  std::string decimal = take_whole(text, at, number, scanned.mistake, locale);
  if (text.substr(std::min(at, text.size())).starts_with(locale.decimal) && digit_at(text, at + 1)) {
    const size_t end = skip_digits(text, at + 1);
    number.digits = static_cast<int>(end - at - 1);
    decimal += '.';
    decimal += text.substr(at + 1, end - at - 1);
    at = end;
  }
  if (const size_t next = skip_spaces(text, at); !decimal.empty() && fraction_at(text, next)) at = next;  // "12 ½"
  const Fraction* part = fraction_at(text, at);
  const std::optional<Exact> shown = part && decimal.empty() ? Exact() : Exact::parse(decimal);
  if (!shown) return std::nullopt;
  number.shown = *shown;
  number.end = at;
  if (part && number.digits == 0) {
    number.shown = number.shown + Exact(part->above) / part->below;
    number.end += part->sign.size();
    number.loose = true;
    if (decimal.empty())
      scanned.kind = ScannedNumber::Kind::fraction;
    else
      number.step = Exact(1) / part->below;
  } else if (const auto below = denominator_at(text, number)) {
    number.shown = number.shown / below->first;
    number.end = below->second;
    number.loose = true;
    scanned.kind = ScannedNumber::Kind::fraction;
  } else if (const auto power = decimal == "10" ? take_power(text, number.end) : std::nullopt) {
    scanned.scale = Exact::power_of_ten(*power - 1);
  }
  const size_t sign = length_of_one_before(kNumberSigns, text, number.begin);
  const size_t before = number.begin - sign;
  // A hyphen after a letter or digit joins words or is part of a range; a hyphen after another hyphen is a dash.
  const bool joins = is_letter_before(text, before) || (before > 0 && is_digit(text[before - 1])) ||
                     length_of_one_before(kNumberSigns, text, before) > 0;
  if (sign > 0 && !joins) {
    if (text[before] == '-' || text.substr(before).starts_with(kMinusSign)) number.shown = -number.shown;
    number.begin = before;
    number.signed_text = true;
  }
  scanned.end = number.end;
  if (!number.loose && scanned.scale == Exact(1)) take_scale(text, scanned);
  return scanned;
}

size_t skip_name(std::string_view text, size_t at) {
  while (at < text.size()) {
    const bool joins = (text[at] == '.' || text[at] == '-') && at + 1 < text.size() &&
                       (is_digit(text[at + 1]) || is_letter_at(text, at + 1));
    if (!joins && !is_digit(text[at]) && !is_letter_at(text, at)) break;
    ++at;
    while (at < text.size() && is_continuation(text[at])) ++at;
  }
  return at;
}

size_t find_number(std::string_view text, size_t from, const Locale& locale) {
  for (size_t at = from; at < text.size();) {
    // Several points are not part of a number: "...5" is five.
    const bool point = text[at] == '.' && locale.decimal == "." && digit_at(text, at + 1) &&
                       (at == 0 || (!is_digit(text[at - 1]) && text[at - 1] != '.'));
    if (is_digit(text[at]) || point || fraction_at(text, at)) return at;
    if (is_letter_at(text, at)) {
      // Skips a word, or a name if a digit follows in the word or after a hyphen.
      at = skip_name(text, at);
      continue;
    }
    ++at;
    while (at < text.size() && is_continuation(text[at])) ++at;
  }
  return std::string_view::npos;
}

std::optional<ScaleWords> scale_words_at(std::string_view text, size_t at, const Language& language) {
  ScaleWords scale;
  const Phrase* last = nullptr;
  for (int count = 0; count < kMaxScaleWords; ++count) {
    size_t begin = skip_spaces(text, at);
    if (begin == at && text.substr(at).starts_with("-")) ++begin;
    if (begin == at && is_letter_before(text, at)) break;
    size_t end = 0;
    const Phrase* dozen = phrase_at(text, begin, language.dozens, end);
    const Phrase* phrase = dozen ? dozen : phrase_at(text, begin, language.scales, end);
    if (!phrase) break;
    // "千万" is a thousand times ten thousand, but "万千" begins a sum.
    if (last && begin == at && phrase->value < last->value) break;
    last = phrase;
    scale.factor = scale.factor * phrase->value;
    scale.in_dozens = scale.in_dozens || dozen;
    scale.end = at = end;
  }
  return scale.end > 0 ? std::optional(scale) : std::nullopt;
}

namespace {

// Reads a number of several in one word, "zweihundertfünfzigtausend", which the rest of the word must be. Hundreds and
// thousands multiply what is before them.
std::optional<ScannedNumber> compound_at(std::string_view text, size_t at, const Language& language) {
  if (language.compounds.empty()) return std::nullopt;
  Exact thousands = 0, below = 0;
  Exact least = Exact::power_of_ten(6);  // a part is less than the last digit of the one before it
  size_t parts = 0, end = at;
  while (is_letter_at(text, end)) {
    size_t next = end;
    if (parts > 0 && phrase_at(text, end, language.compounds, next, false)) end = next;
    const Phrase* part = nullptr;
    for (const Phrases* list : {&language.scales, &language.numbers, &language.one})
      if (size_t found = 0; const Phrase* each = phrase_at(text, end, *list, found, false))
        if (!part || found > next) part = each, next = found;
    size_t unused = 0;
    const bool is_scale = part && phrase_at(text, end, language.scales, unused, false) == part;
    if (!part || part->value > Exact(1000) || (is_scale && part->value < Exact(1)))
      return std::nullopt;  // "hundertstel"
    if (part->value >= Exact(100)) {
      const bool is_thousand = part->value > Exact(100);
      if (!is_thousand && below >= Exact(100)) return std::nullopt;
      if (is_thousand && thousands.sign() > 0) return std::nullopt;
      below = (below.sign() > 0 ? below : Exact(1)) * part->value;
      if (is_thousand) thousands = std::exchange(below, 0);
      least = part->value;
    } else {
      if (part->value >= least) return std::nullopt;
      below = below + part->value;
      least = 1;
    }
    end = next;
    ++parts;
  }
  if (parts < 2) return std::nullopt;
  const Exact value = thousands + below;
  ScannedNumber scanned;
  scanned.number = {.shown = value, .word = true, .loose = !value.to_decimal(0), .begin = at, .end = end};
  scanned.end = end;
  return scanned;
}

}  // namespace

std::optional<ScannedNumber> word_at(std::string_view text, size_t at, const Language& language) {
  // The word is part of a name, or of a longer number: "twenty-one".
  if (is_continuation(text[at]) || is_letter_before(text, at)) return std::nullopt;
  if (at > 0 && (is_digit(text[at - 1]) || text[at - 1] == '-' || text[at - 1] == '.')) return std::nullopt;
  using Kind = ScannedNumber::Kind;
  ScannedNumber scanned;
  size_t end = 0;
  for (const auto& [kind, phrases] : {std::pair(Kind::fraction, &language.fractions),
                                      {Kind::multiple, &language.multiples},
                                      {Kind::number, &language.numbers},
                                      {Kind::number, &language.one}}) {
    const Phrase* phrase = phrase_at(text, at, *phrases, end);
    if (!phrase || (phrases == &language.one && !scale_words_at(text, end, language))) continue;
    const bool goes_on = end < text.size() && (text[end] == '.' || text[end] == ',');
    if (digit_at(text, goes_on ? end + 1 : end)) continue;
    const bool is_loose = kind != Kind::number || !phrase->value.to_decimal(0);
    scanned.number = {.shown = phrase->value, .word = true, .loose = is_loose, .begin = at, .end = end};
    scanned.kind = kind;
    scanned.end = end;
    return scanned;
  }
  return compound_at(text, at, language);
}

std::optional<ScannedNumber> find_word(std::string_view text, size_t from, const Language& language) {
  for (size_t at = from; at < text.size(); ++at)
    if (auto scanned = word_at(text, at, language)) return scanned;
  return std::nullopt;
}

std::string_view word_for(const Exact& number, const Language& language) {
  for (const Phrase& phrase : language.numbers)
    if (phrase.value == number) return phrase.text;
  return "";
}

}  // namespace quantity
