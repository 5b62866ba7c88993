// Reads an amount in a sentence: number, scale, unit, range (quantity/figure_parts.h).
#include "quantity/figure_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace quantity {
namespace {

// The scale and unit that follow a number.
struct Suffix {
  std::vector<FigureReading> readings;  // all have the same length; the most literal one first
  size_t end = 0;
  bool in_dozens = false;
  Qualifier behind = Qualifier::none;
  Exact part = 0;  // of "and a half"
};

// Whether both ends of a range have the same unit. "1.2k–1.4k cups" states it once.
bool is_same(const Suffix& lower, const Suffix& upper) {
  return std::ranges::equal(lower.readings, upper.readings, [](const FigureReading& a, const FigureReading& b) {
    return a.scale == b.scale && (!a.unit || (b.unit && same_unit(*a.unit, *b.unit)));
  });
}

class AmountReader {
 public:
  AmountReader(std::string_view text, const Units& units, Place place) : text_(text), units_(units), place_(place) {}

  bool letters_mean_something(size_t at) const {
    return scale_letter_at(text_, at, language_) || !units_at(text_, at, money_, units_, place_).empty();
  }

  Amount read(ScannedNumber first) {
    read_lower_scales(first);
    amount_.number = first.number;
    amount_.begin = first.number.begin;
    amount_.end = first.end;
    amount_.mistake = first.mistake;
    if (!amount_.mistake.empty()) return amount_;
    if (first.kind == ScannedNumber::Kind::multiple) {
      amount_.readings.push_back({1, units_.parse("times")});
      return amount_;
    }
    read_before();
    const std::optional<ScannedNumber> upper = upper_end_at(first.end);
    if (first.kind == ScannedNumber::Kind::fraction && !money_ && read_fraction(upper ? *upper : first, upper))
      return amount_;
    Suffix suffix = suffix_at(upper ? upper->end : first.end, upper ? upper->scale : first.scale);
    if (upper)
      set_upper(*upper, upper->scale == first.scale);
    else if (place_ == Place::brackets)
      read_upper_with_unit(suffix);
    set_suffix(std::move(suffix));
    return amount_;
  }

 private:
  void set_suffix(Suffix suffix) {
    amount_.end = suffix.end;
    amount_.readings = std::move(suffix.readings);
    amount_.behind = suffix.behind;
    amount_.number.shown = amount_.number.shown + suffix.part;
    if (suffix.in_dozens || suffix.part.sign() > 0) amount_.number.loose = true;
    if (suffix.part.sign() > 0) amount_.number.step = suffix.part;
  }

  // Reads on behind a scale that digits follow without a space: "2億5000万" is 25000 万. Digits without a scale must be
  // as many as it has, because "3万5" is 35000 to some readers.
  void read_lower_scales(ScannedNumber& first) const {
    while (first.mistake.empty() && first.number.digits == 0 && !first.number.word &&
           is_unspaced_at(text_, first.end)) {
      const auto scale = scale_words_at(text_, first.end, language_);
      if (!scale || !base::is_digit(text_[std::min(scale->end, text_.size() - 1)])) return;
      const auto lower = number_at(text_, scale->end, units_.locale());
      if (!lower || lower->number.digits > 0 || lower->number.loose || lower->end != lower->number.end) return;
      const auto next = is_unspaced_at(text_, lower->end) ? scale_words_at(text_, lower->end, language_) : std::nullopt;
      const Exact unit = next ? next->factor : Exact(1);
      const bool fills = Exact::power_of_ten(static_cast<int>(lower->end - scale->end)) == scale->factor;
      if (lower->number.shown * unit >= scale->factor || (!next && !fills)) return;
      first.number.shown = first.number.shown * scale->factor / unit + lower->number.shown;
      first.number.end = first.end = lower->end;
    }
  }

  // Reads a fraction, or a range of fractions whose last one is `last`: "half", "half a million", "1/2 h". Without a
  // scale and a unit it is a part of a whole, whatever the unit of the value.
  bool read_fraction(const ScannedNumber& last, const std::optional<ScannedNumber>& upper) {
    if (last.kind != ScannedNumber::Kind::fraction) return false;
    if (upper) set_upper(*upper, true);
    size_t behind = last.end;
    phrase_at(text_, skip_spaces(text_, last.end), language_.of_one, behind);
    for (const size_t at : {behind, last.end})
      if (Suffix suffix = suffix_at(at, 1); suffix.end > at) {
        set_suffix(std::move(suffix));
        return true;
      }
    amount_.end = last.end;
    amount_.readings.push_back({1, units_.parse("times")});
    return true;
  }

  // Reads a currency symbol before the number, and a minus sign before the symbol.
  void read_before() {
    const size_t end = skip_spaces_back(text_, amount_.begin);
    for (const std::string_view sign : kMoneySigns) {
      if (!text_.substr(0, end).ends_with(sign)) continue;
      set_money(sign, end - sign.size());
      break;
    }
    const bool is_percent = units_.locale().percent.ends_with('0') && text_.substr(0, end).ends_with('%');  // "%38"
    if (is_percent) set_money("%", end - 1);
    if (!money_ && end >= 3 && end < amount_.begin && !is_letter_before(text_, end - 3) &&
        units_.is_currency(text_.substr(end - 3, 3)))
      set_money(text_.substr(end - 3, 3), end - 3);
    if (!money_ || amount_.number.signed_text) return;
    for (const std::string_view minus : {"-", "\u2212"}) {
      if (!text_.substr(0, amount_.begin).ends_with(minus)) continue;
      if (is_letter_before(text_, amount_.begin - minus.size())) continue;
      amount_.begin -= minus.size();
      amount_.number.shown = -amount_.number.shown;
    }
  }

  void set_money(std::string_view sign, size_t begin) {
    money_ = money_of(sign);
    if (money_) amount_.begin = begin;
  }

  // A sign means what it means in the language: "¥" is yuan in Chinese.
  std::optional<Unit> money_of(std::string_view sign) const {
    size_t end = 0;
    const Phrase* own = phrase_at(sign, 0, language_.units, end);
    return units_.parse(own ? own->unit : sign);
  }

  // Returns the second number of "1.2–1.4", "1.2 to 1.4" and "between 1.2 and 1.4" after the first one.
  std::optional<ScannedNumber> upper_end_at(size_t at) const {
    const size_t spaced = skip_spaces(text_, at);
    bool hyphen = false;
    if (text_.substr(spaced).starts_with("–")) {
      at = spaced + std::string_view("–").size();
    } else if (text_.substr(at).starts_with("-")) {
      at += 1;
      hyphen = true;
    } else if (size_t end = 0;
               (spaced > at || !is_letter_at(text_, at)) &&
               (phrase_at(text_, spaced, language_.to, end) ||
                (place_ == Place::brackets && ends_with_words(text_.substr(0, amount_.begin), language_.from) &&
                 phrase_at(text_, spaced, language_.and_to, end)))) {
      at = end;
    } else {
      return std::nullopt;
    }
    at = skip_spaces(text_, at);
    for (const std::string_view sign : kMoneySigns) {
      if (!money_ || !text_.substr(at).starts_with(sign)) continue;
      if (money_of(sign).value_or(Unit()).parts != money_->parts) return std::nullopt;
      at += sign.size();
      break;
    }
    size_t digit = at;
    for (const std::string_view minus : {"-", "\u2212"})
      if (!hyphen && place_ == Place::brackets && text_.substr(at).starts_with(minus)) digit = at + minus.size();
    if (digit >= text_.size()) return std::nullopt;
    if (place_ == Place::brackets && !hyphen && digit == at)
      if (auto word = word_at(text_, at, language_)) return word;
    if (find_number(text_, digit, units_.locale()) != digit) return std::nullopt;
    return number_at(text_, digit, units_.locale());
  }

  void set_upper(const ScannedNumber& upper, bool same_unit) {
    const std::string_view range = text_.substr(amount_.begin, upper.end - amount_.begin);
    amount_.upper = upper.number;
    if (!upper.mistake.empty())
      amount_.mistake = upper.mistake;
    else if (!same_unit)
      amount_.mistake = fmt::format("the ends of the range \"{}\" differ in scale or unit", range);
    else if (upper.number.shown < amount_.number.shown)
      amount_.mistake = fmt::format("the range \"{}\" goes down", range);
  }

  // Reads the second amount if both have a unit: "900 MB to 1,100 MB".
  void read_upper_with_unit(Suffix& suffix) {
    const std::optional<ScannedNumber> upper = upper_end_at(suffix.end);
    if (!upper) return;
    Suffix second = suffix_at(upper->end, upper->scale);
    set_upper(*upper, is_same(suffix, second));
    suffix = std::move(second);
  }

  Suffix suffix_at(size_t at, const Exact& scale) const {
    Suffix suffix;
    at = end_of_words(at, suffix);
    add_scale(suffix, at, scale);
    // Of an amount of money, the letter may follow a space: "$123 M", "123 M USD".
    const size_t letter_at = place_ == Place::brackets ? skip_spaces(text_, at) : at;
    const Scale* letter = scale_letter_at(text_, letter_at, language_);
    if (letter && (letter_at == at || money_ || is_currency_at(letter_at + letter->name.size())))
      add_scale(suffix, letter_at + letter->name.size(), scale * Exact::power_of_ten(letter->power));
    if (const auto words = scale_words_at(text_, at, language_); words && !is_letter_at(text_, at)) {
      add_scale(suffix, words->end, scale * words->factor);
      suffix.in_dozens = words->in_dozens;
      if (const size_t end = end_of_words(words->end, suffix, true); end > words->end) {
        const auto more = scale_words_at(text_, end, language_);  // "一百多万"
        add_scale(suffix, more ? more->end : end, scale * words->factor * (more ? more->factor : Exact(1)));
      }
    }
    suffix.end = end_of_words(suffix.end, suffix);
    return suffix;
  }

  bool is_currency_at(size_t at) const {
    return std::ranges::any_of(units_at(text_, at, money_, units_, place_), [&](const FoundUnit& found) {
      return units_.is_currency(found.unit.parts.empty() ? "" : found.unit.parts.front().name);
    });
  }

  // Returns the end of words behind a number, its scale or its unit that change it: 多 in "100多万", "and a half".
  size_t end_of_words(size_t at, Suffix& suffix, bool is_scaled = false) const {
    const size_t begin = skip_spaces(text_, at);
    size_t end = 0, joined = 0;
    const Phrase* word = suffix.behind == Qualifier::none ? phrase_at(text_, begin, language_.behind, end) : nullptr;
    for (const auto& [meaning, list] : kQualifiers)
      if (word && is_phrase(word->unit, language_.*list)) suffix.behind = meaning;
    if (word) return end;
    const WrittenNumber& number = amount_.number;
    const bool may_have_part = suffix.part.sign() == 0 && number.digits == 0 && !number.loose && !amount_.upper;
    const Phrase* part = may_have_part && begin > at ? phrase_at(text_, begin, language_.and_parts, end) : nullptr;
    const size_t next = skip_spaces(text_, end);
    if (!part || (!is_scaled && phrase_at(text_, next, language_.joins, joined))) return at;  // "2 and a half of it"
    suffix.part = part->value;
    const bool has_unit =  // "deux millions et demi d’euros"
        phrase_at(text_, next, language_.of_one, joined) && !units_at(text_, joined, money_, units_, place_).empty();
    return has_unit ? joined : end;
  }

  // Adds the readings at `at`, with or without a unit. Only the longest readings are stored.
  void add_scale(Suffix& suffix, size_t at, const Exact& scale) const {
    at = end_of_code(at);
    const auto keep = [&](size_t end, FigureReading reading) {
      if (end < suffix.end) return;
      if (end > suffix.end) suffix.readings.clear();
      suffix.end = end;
      suffix.readings.push_back(std::move(reading));
    };
    const std::vector<FoundUnit> found = units_at(text_, at, money_, units_, place_);
    for (const FoundUnit& unit : found) keep(unit.end, {scale, unit.unit});
    if (found.empty()) keep(at, {scale, money_});
  }

  // Returns the end of the currency code that may follow an amount with a symbol: "$5 USD".
  size_t end_of_code(size_t at) const {
    const size_t code = skip_spaces(text_, at);
    if (!money_ || !starts_with_word(text_.substr(code), base::lower(money_->text()))) return at;
    return code + money_->text().size();
  }

  std::string_view text_;
  const Units& units_;
  const Language& language_ = units_.language();
  Place place_;
  Amount amount_;
  std::optional<Unit> money_;  // currency of a symbol before the number
};

}  // namespace

std::optional<Amount> amount_at(std::string_view prose, size_t at, const Units& units) {
  const std::optional<ScannedNumber> scanned = number_at(prose, at, units.locale());
  if (!scanned) return std::nullopt;
  AmountReader reader(prose, units, Place::prose);
  if (is_letter_at(prose, scanned->end) && !reader.letters_mean_something(scanned->end)) return std::nullopt;
  return reader.read(*scanned);
}

Amount read_amount(std::string_view text, const ScannedNumber& number, const Units& units, Place place) {
  return AmountReader(text, units, place).read(number);
}

}  // namespace quantity
