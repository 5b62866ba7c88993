// Compares a figure together with the words around its brackets with a value (quantity/figure_text.h).
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "base/utf8.h"
#include "quantity/figure_parts.h"
#include "quantity/figure_text.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

constexpr size_t kWordsBefore = 40, kWordsBehind = 80;  // bytes around a figure that are searched for its words

// Returns the words before a figure, at their end, that put the value on one side of it, "under" and "nearly"; "" if
// there are none. Of "hardly more than", the longest words count.
std::string_view bound_before(std::string_view before, const Language& language) {
  before = before.substr(0, skip_spaces_back(before, before.size()));
  for (size_t at = 0, end = 0; at < before.size(); ++at)
    for (const auto& [meaning, bounds] : kQualifiers)
      if ((is_unspaced_at(before, at) || !is_letter_before(before, at)) &&
          phrase_at(before, at, language.*bounds, end) && end == before.size())
        return meaning == Qualifier::about ? "" : before.substr(at);
  return "";
}

// Reads a figure together with the words around it.
class WordsAround {
 public:
  WordsAround(std::string_view before, std::string_view text, std::string_view behind, const Units& units)
      : units_(units), language_(units.language()), text_(text) {
    before.remove_prefix(base::code_point_start(before, before.size() - std::min(before.size(), kWordsBefore)));
    all_ = fmt::format("{}{}{}", before, text, behind.substr(0, base::code_point_start(behind, kWordsBehind)));
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
      const FigureCheck check = check_behind(all_.substr(0, first), figure, value, unit, units_, greatest);
      // An "x" behind the figure may begin the next length of an extent, such as "2 x 4 m".
      const size_t next = skip_spaces(all_, last);
      const bool is_extent = first == begin_ && (whole.ends_with('x') || whole.ends_with("×")) && next < all_.size() &&
                             base::is_digit(all_[next]);
      const bool is_noun = check.outcome == FigureOutcome::not_convertible && differs_in_nouns(figure, unit) &&
                           figure.number.shown == parse_figure(text_, units_).number.shown;
      const bool is_rate = check.outcome == FigureOutcome::not_convertible && is_rate_of_noun(first, last, value, unit);
      if (check.outcome != FigureOutcome::ok && !is_extent && !is_noun && !is_rate) {
        FigureCheck wrong = mismatch(whole, value, unit);
        wrong.should_say = check.should_say;
        return wrong;
      }
    }
    FigureCheck bound = check_bound(value, unit, greatest, others);
    if (bound.outcome != FigureOutcome::ok) return bound;
    const Rate rate{units_.parse(unit).value_or(Unit()), is_computed};
    if (const size_t end = end_of_unit(first, last, rate.own); end > last)
      return mismatch(all_.substr(first, end - first), value, unit);
    if (const std::string words = heading(rate); !words.empty())
      return mismatch(fmt::format("{} {}", words, text_), value, unit);
    const size_t end_of_amount = std::max(last, end_);
    // " a" of "a day" may be read as a unit. A share "of trips per day" is no rate.
    for (const size_t at : {end_, end_of_amount, rate.own.is_ratio() ? end_of_amount : end_of_noun(end_of_amount)})
      if (const auto [end, time] = end_of_rate(at); end > at && is_other_time(time, rate))
        return mismatch(all_.substr(begin_, end - begin_), value, unit);
    return {};
  }

 private:
  // A bound before the brackets holds as one between them, "under [10 ms]", but the figure may be the limit itself, of
  // another figure.
  FigureCheck check_bound(const Exact& value, std::string_view unit, const Exact* greatest,
                          const std::vector<Exact>* others) const {
    const std::string_view words = bound_before(std::string_view(all_).substr(0, begin_), language_);
    const Figure bound = parse_figure(fmt::format("{} {}", words, text_), units_);
    const auto stated = as_figure_states(bound, value, units_.parse(unit).value_or(Unit()), units_);
    const auto holds = [&](const Exact& other) { return is_on_side(other, value, bound.qualifier); };
    if (words.empty() || greatest || bound.problem != FigureProblem::none || !stated ||
        (*stated == bound.number.shown && (!others || std::ranges::any_of(*others, holds))) ||
        check_figure(bound, value, unit, units_).outcome != FigureOutcome::mismatch)
      return {};
    return mismatch(bound.text, value, unit);
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
    if (!number) return {begin_of_words(begin_), end_of_factor()};
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
        if (behind.starts_with(mark) && begins_with_group(behind.substr(mark.size()))) return true;
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
      // A price "a person" is not one per boat.
      const auto has_other = [&](const Unit& a, const Unit& b) {
        return std::ranges::any_of(a.powers, [&](const auto& power) {
          return power.second < 0 && units_.is_declared(power.first) && !b.powers.contains(power.first);
        });
      };
      if (has_other(own, stated) && has_other(stated, own)) return false;
      std::map<std::string, int> left = without_nouns(own.powers), said = without_nouns(stated.powers);
      if (left == said) return true;
      const auto is_implied = [&](const auto& power) { return power.second < 0 && !said.contains(power.first); };
      const bool is_money =
          reading.unit && !reading.unit->parts.empty() && units_.is_currency(reading.unit->parts.front().name);
      if (is_money) std::erase_if(left, is_implied);
      return left == said;
    });
  }

  // The unit of a value. What is computed may be of the time that the sentence states.
  struct Rate {
    Unit own;
    bool is_computed;
  };

  // Returns the unit of a word, of which the language may have more than the site: "Tag".
  std::optional<Unit> unit_of(std::string_view word) const {
    size_t end = 0;
    const Phrase* spelled = phrase_at(word, 0, language_.units, end);
    const bool is_spelled = spelled && end == word.size() && spelled->value == Exact(1);
    return parse_spoken_unit(is_spelled ? std::string_view(spelled->unit) : word, units_);
  }

  bool is_time(std::string_view word) const {
    const std::optional<Unit> said = unit_of(word);
    return (said && said->powers == units_.parse("s")->powers) || is_inexact_time(word, language_);
  }

  // Whether an amount has a unit other than a currency, which may lack what it is per.
  bool has_unit(const Figure& figure) const {
    return !figure.readings.empty() && figure.readings.front().unit &&
           !is_currency_alone(*figure.readings.front().unit, units_);
  }

  // Whether a value is not per this time: one per hour of "$2.70 a day", in which the chip may be implied, or one per
  // no time of "40 a month".
  bool is_other_time(std::string_view time, const Rate& rate) const {
    const std::optional<Unit> said = unit_of(time), second = units_.parse("s");
    const std::map<std::string, int>& powers = (said ? said : second)->powers;
    const bool is_open = !has_unit(parse_figure(text_, units_));
    bool is_rate = false, is_other = false;
    for (const UnitPart& part : rate.own.parts) {
      const Unit below = units_.parse(part.name).value_or(Unit());
      if (part.power >= 0) continue;
      const bool is_same = said && convertible(*said, below) && said->factor == below.factor;
      is_other = is_other || (below.powers == powers && is_open && !is_same);
      is_rate = is_rate || below.powers == powers || is_inexact_time(part.name, language_);
    }
    // "a monthly fee" is no rate
    return is_other || (!is_rate && !rate.is_computed && (said || is_phrase(time, language_.inexact_times)));
  }

  // Whether an amount, a noun and a rate, "12 kWh of energy per day", state the value.
  bool is_rate_of_noun(size_t first, size_t last, const Exact& value, std::string_view unit) const {
    const size_t noun = end_of_noun(last), begin = skip_spaces(all_, noun), end = end_of_rate(noun).first;
    if (noun == last || end == noun) return false;
    const std::string whole = fmt::format("{} {}", all_.substr(first, last - first), all_.substr(begin, end - begin));
    return check_figure(parse_figure(whole, units_), value, unit, units_).outcome == FigureOutcome::ok;
  }

  // Returns the end of a rate at a position behind the figure, "a day", and its time; `at` and "" if there is none.
  std::pair<size_t, std::string_view> end_of_rate(size_t at) const {
    const size_t begin = skip_spaces(all_, at);
    const std::string_view behind = std::string_view(all_).substr(begin);
    size_t end = 1;
    const Phrase* per = phrase_at(behind, 0, language_.per, end);
    if (!per && !behind.starts_with('/')) return {at, ""};
    const bool has_time = per && !per->unit.empty();  // "am Tag"
    const std::string_view time = has_time ? std::string_view(per->unit) : first_word(behind.substr(end));
    if (!has_time && !is_time(time)) return {at, ""};
    if (!has_time) end = static_cast<size_t>(time.data() + time.size() - behind.data());
    size_t unused = 0;
    if (phrase_at(behind, skip_spaces(behind, end), language_.no_rates, unused)) return {at, ""};
    return {begin + end, time};
  }

  // Returns the end of a noun behind an amount that a rate follows, as in "12 kWh of energy per day"; otherwise `at`.
  size_t end_of_noun(size_t at) const {
    constexpr int kMaxWords = 3;
    size_t next = skip_spaces(all_, at), unused = 0;
    const bool has_of = phrase_at(all_, next, language_.of, next);
    for (int words = 0; words < (has_of ? kMaxWords : 1); ++words) {
      next = skip_spaces(all_, next);
      const size_t end = skip_name(all_, next);
      const std::string_view word = std::string_view(all_).substr(next, end - next);
      const bool is_noun = has_of || (!word.empty() && base::lower(word.substr(0, 1)) != word.substr(0, 1));
      if (end == next || !is_noun || base::is_digit(word.front()) || is_phrase(word, language_.breaks)) return at;
      next = end;
      const size_t per = skip_spaces(all_, end);
      const Phrase* found = per > end ? phrase_at(all_, per, language_.per, unused) : nullptr;
      // "energy a day", but not "energy for a day"
      if (found && (words == 0 || !is_phrase(found->text, language_.articles))) return per;
      if (per == end) return all_.substr(end).starts_with('/') ? end : at;
    }
    return at;
  }

  // Returns the end of a symbol that goes on with the unit of the amount, "[2850 kW] h"; the end of the amount if there
  // is none. Longer words may be nouns, "a [24 h] day", except behind a power: "[2850 kW] hours".
  size_t end_of_unit(size_t first, size_t last, const Unit& own) const {
    size_t next = skip_spaces(all_, last);
    for (const std::string_view dot : {"\u00b7", "\u22c5", "*", "-"})
      if (all_.substr(next).starts_with(dot)) next = skip_spaces(all_, next + dot.size());
    if (next == last || next >= all_.size()) return last;
    const std::string_view word = first_word(std::string_view(all_).substr(next));
    const bool is_letter = word.size() == 1 && base::lower(word[0]) == word[0];
    const bool is_power = own.powers.size() > 2 && own.powers == units_.parse("W")->powers;
    if ((!is_letter && !is_power) || is_phrase(word, language_.not_units) || units_.is_declared(word)) return last;
    const bool goes_on =
        (is_power && is_time(word)) ||
        (is_letter && units_.find(word) && has_unit(parse_figure(all_.substr(first, last - first), units_)));
    return goes_on ? next + word.size() : last;
  }

  // Returns words that end in a colon or a verb before the figure and state another unit or time than its value has,
  // "euros a month: [3,120]"; "" if there are none.
  std::string heading(const Rate& rate) const {
    std::string_view before = std::string_view(all_).substr(0, skip_spaces_back(all_, begin_));
    const bool is_colon = before.ends_with(':');
    if (is_colon) before.remove_suffix(1);
    if ((!is_colon && !ends_with_words(before, language_.is)) || rate.own.is_ratio()) return "";
    if (is_colon && !has_unit(parse_figure(text_, units_)))
      if (const TitleUnit said = TitleUnits(before, units_).compare(rate.own, false, TitleOf::column);
          said.fit == TitleUnit::Fit::other)
        return said.words + ":";
    for (size_t at = 0, end = 0; at < before.size(); ++at) {
      const Phrase* per = is_letter_before(before, at) ? nullptr : phrase_at(before, at, language_.per, end);
      if (!per) continue;
      const bool has_time = !per->unit.empty();
      const std::string_view time = has_time ? std::string_view(per->unit) : first_word(before.substr(end));
      if (!has_time) end = skip_spaces(before, end) + time.size();
      const std::string_view rest = base::trim(before.substr(std::min(end, before.size())));
      const bool is_end = is_colon ? rest.empty() : is_phrase(rest, language_.is);
      if (!is_end || !(has_time || is_time(time)) || !is_other_time(time, rate)) continue;
      // "A day is [24 h]", but "euros a month:"
      const std::string_view noun = word_before(before, at);
      const bool is_article = is_phrase(per->text, language_.articles);
      if (is_article ? is_colon && unit_of(noun) : is_colon || !noun.empty())
        return fmt::format("{}{}", before.substr(noun.empty() ? at : noun.data() - before.data()), is_colon ? ":" : "");
    }
    return "";
  }

  const Units& units_;
  const Language& language_;
  std::string_view text_;
  std::string all_;   // the words before, the text and the words behind
  size_t begin_ = 0;  // the range of the text
  size_t end_ = 0;
};

}  // namespace

FigureCheck check_behind(std::string_view before, const Figure& figure, const Exact& value, std::string_view unit,
                         const Units& units, const Exact* greatest) {
  FigureCheck check = check_figure(figure, value, unit, units, greatest);
  if (check.outcome != FigureOutcome::mismatch || greatest) return check;
  const std::string_view words = bound_before(before, units.language());
  if (words.empty()) return check;
  const Figure bound = parse_figure(fmt::format("{} {}", words, figure.stated), units);
  FigureCheck bounded = check_figure(bound, value, unit, units);
  bounded.should_say = "";  // only the author knows whether the number or the bound is wrong
  return bound.problem == FigureProblem::none && is_bound(bound.qualifier) ? bounded : check;
}

FigureCheck check_words_around(std::string_view before, std::string_view text, std::string_view behind,
                               const Exact& value, std::string_view unit, const Units& units, const Exact* greatest,
                               bool is_computed, const std::vector<Exact>* others) {
  return WordsAround(before, text, behind, units).check(value, unit, greatest, is_computed, others);
}

}  // namespace quantity
