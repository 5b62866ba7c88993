// Reads the unit after a number in a sentence (quantity/figure_parts.h).
#include "quantity/figure_parts.h"

#include <utf8proc.h>

#include <algorithm>
#include <span>
#include <string>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

constexpr size_t kMaxUnitWords = 6;
constexpr size_t kMaxGlued = 60;  // bytes of a word that are searched for a unit and its end

// All but the first are English.
constexpr Scale kScaleLetters[] = {{"k", 3},  {"K", 3}, {"m", 6}, {"M", 6},  {"mn", 6},
                                   {"bn", 9}, {"b", 9}, {"B", 9}, {"T", 12}, {"tn", 12}};

std::span<const Scale> scale_letters(const Language& language) {
  return language.spells_units ? std::span(kScaleLetters) : std::span(kScaleLetters).first(1);
}

// Returns the text without the punctuation and the possessive that may follow a unit in a sentence.
std::string_view without_punctuation(std::string_view word) {
  for (const std::string_view possessive : {"'s", "’s"})
    if (word.ends_with(possessive)) word.remove_suffix(possessive.size());
  while (!word.empty() && std::string_view(".,;:!?)\"'").find(word.back()) != std::string_view::npos) {
    if (word.back() == ')' && word.find('(') != std::string_view::npos) break;
    word.remove_suffix(1);
  }
  for (const std::string_view quote : {"”", "’", "…"})
    if (word.ends_with(quote)) word.remove_suffix(quote.size());
  return word;
}

// Returns a word as lists of phrases have it.
std::string as_spoken(std::string_view word) { return base::replace_all(base::lower_case(word), "’", "'"); }

struct WordPlace {
  size_t begin = 0;
  size_t end = 0;
};

// Whether a mark of scripts without spaces is at `at`, such as "、" and "。", but not "％", which is a unit.
bool ends_clause_at(std::string_view text, size_t at) {
  std::string_view rest = text.substr(at);
  const char32_t c = base::take_code_point(rest);
  const auto category = c < 0x3000 || c == U'％' ? UTF8PROC_CATEGORY_LO : utf8proc_category(static_cast<int32_t>(c));
  return category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO;
}

// Returns a word, then the parts of it that a character of a script without spaces follows, longest first: "kmです",
// "kmで" and "km".
std::vector<std::string_view> parts_of(std::string_view word) {
  std::vector<std::string_view> parts = {word};
  for (size_t end = std::min(word.size(), kMaxGlued); end-- > 1;)
    if (is_unspaced_at(word, end)) parts.push_back(word.substr(0, end));
  return parts;
}

std::vector<WordPlace> words_from(std::string_view text, size_t at) {
  std::vector<WordPlace> words;
  while (words.size() < kMaxUnitWords) {
    at = skip_spaces(text, at);
    if (at >= text.size()) break;
    size_t end = at;
    while (end < text.size() && skip_spaces(text, end) == end && !text.substr(end).starts_with("–") &&
           !ends_clause_at(text, end))
      ++end;
    if (end == at) break;
    words.push_back({at, end});
    at = end;
  }
  return words;
}

std::optional<Exact> divisor_of(std::string_view word, const Units& units) {
  const Language& language = units.language();
  if (const auto scale = scale_words_at(word, 0, language); scale && scale->end == word.size()) return scale->factor;
  if (word.empty() || !base::is_digit(word.front())) return std::nullopt;
  const auto scanned = number_at(word, 0, units.locale());
  if (!scanned || !scanned->mistake.empty() || scanned->number.shown.sign() <= 0) return std::nullopt;
  const std::string_view rest = word.substr(scanned->end);
  if (rest.empty()) return scanned->number.shown * scanned->scale;
  for (const Scale& scale : scale_letters(language))
    if (rest == scale.name) return scanned->number.shown * Exact::power_of_ten(scale.power);
  return std::nullopt;
}

// Reads the words after a number as one unit.
class Reader {
 public:
  Reader(std::string_view text, size_t at, const std::optional<Unit>& money, const Units& units, Place place)
      : text_(text), words_(words_from(text, at)), money_(money), units_(units), place_(place) {}

  std::vector<FoundUnit> read() const {
    std::vector<FoundUnit> found;
    if (words_.empty()) return found;
    const std::string_view first = word(0);
    if (base::is_digit(first.front())) return found;
    const std::string spoken_first = as_spoken(first);
    size_t end = 0;
    if (place_ == Place::prose && is_unspaced_at(first, 0) && phrase_at(first, 0, language_.not_units, end))
      return found;
    for (size_t count = words_.size(); count > 0 && found.empty(); --count)
      for (const std::string_view last : parts_of(word(count - 1))) {
        if (!found.empty()) break;
        const bool plain =
            place_ == Place::prose && !money_ && is_phrase(without_punctuation(first), language_.not_units);
        // A sign means what it means in the language: "¥" is yuan in Chinese.
        const bool is_own_sign = !is_letter_at(first, 0) && phrase_at(first, 0, language_.units, end);
        if (!plain && !is_own_sign) add_reading("", 0, count, last, 1, found);
        if (money_ || !found.empty()) continue;
        for (const Phrase& phrase : language_.units) {
          const std::string_view words = phrase.text;
          if (!spoken_first.starts_with(words.substr(0, words.find(' ')))) continue;
          if (const size_t spoken = count_of(phrase, count, last); spoken > 0 && spoken <= count)
            add_reading(phrase.unit, spoken, count, last, Exact(1) / phrase.value, found);
        }
      }
    return found;
  }

 private:
  std::string_view word(size_t i) const { return text_.substr(words_[i].begin, words_[i].end - words_[i].begin); }

  // Returns the number of words of a phrase if the first `count` words, of which `last` is the last one, begin with it;
  // otherwise 0.
  size_t count_of(const Phrase& phrase, size_t count, std::string_view last) const {
    const std::vector<std::string_view> spoken = base::split(phrase.text, ' ');
    if (spoken.size() > words_.size()) return 0;
    for (size_t i = 0; i < spoken.size(); ++i) {
      const std::string_view whole = i + 1 == count ? last : word(i);
      const std::string_view here = i + 1 == spoken.size() ? without_punctuation(whole) : whole;
      if (as_spoken(here.substr(0, here.find('/'))) != spoken[i]) return 0;
    }
    return spoken.size();
  }

  // Adds the first `count` words, the last one up to the end of `last`, as one unit; the first `spoken` of them mean
  // `text`.
  void add_reading(std::string text, size_t spoken, size_t count, std::string_view last, Exact divisor,
                   std::vector<FoundUnit>& found) const {
    last = without_punctuation(last);
    if (last.empty()) return;
    if (spoken > 0) {  // texts such as "cents/hour"
      const std::string_view joined = spoken == count ? last : word(spoken - 1);
      if (const size_t slash = joined.find('/'); slash != std::string_view::npos) text += joined.substr(slash);
    }
    for (size_t i = spoken; i < count; ++i) {
      const std::string_view each = i + 1 == count ? last : word(i);
      if (is_phrase(each, language_.per)) {
        if (i + 1 == count) return;
        text += " per ";
        continue;
      }
      if (text.ends_with(" per ")) {  // texts such as "per million tokens" or "per 1,000 requests"
        if (const std::optional<Exact> number = divisor_of(each, units_); number && i + 1 < count) {
          divisor = divisor * *number;
          continue;
        }
        size_t end = 0;
        const Phrase* spelled = phrase_at(each, 0, language_.units, end);
        if (spelled && end == each.size() && (money_ || spelled->value == Exact(1))) {
          divisor = divisor * spelled->value;
          text += spelled->unit;
          continue;
        }
      } else if (i > 0 && !each.starts_with('/') && !text.ends_with('/') && !text.ends_with("· ")) {
        return;  // two adjacent words are not a unit
      }
      text += each;
    }
    const bool below = text.starts_with('/') || text.starts_with(" per ");
    if (money_ && !below) return;
    if (below && !money_ && place_ == Place::prose) return;
    if (below) text.insert(0, money_ ? money_->text() : "1");
    std::optional<Unit> unit = parse_spoken_unit(text, units_);
    if (!unit) return;
    unit->factor = unit->factor / divisor;
    found.push_back({*std::move(unit), words_[count - 1].begin + last.size()});
  }

  std::string_view text_;
  std::vector<WordPlace> words_;
  const std::optional<Unit>& money_;
  const Units& units_;
  const Language& language_ = units_.language();
  Place place_;
};

}  // namespace

std::string_view first_word(std::string_view text) {
  const std::vector<WordPlace> words = words_from(text, 0);
  if (words.empty()) return "";
  const std::string_view word = text.substr(words[0].begin, words[0].end - words[0].begin);
  const std::string_view bare = without_punctuation(word);
  return bare.empty() ? word : bare;
}

const Scale* scale_letter_at(std::string_view text, size_t at, const Language& language) {
  const Scale* best = nullptr;
  for (const Scale& scale : scale_letters(language)) {
    const size_t end = at + scale.name.size();
    const bool ends = !is_letter_at(text, end) && (end >= text.size() || !base::is_digit(text[end]));
    if (text.substr(at).starts_with(scale.name) && ends) best = &scale;
  }
  return best;
}

std::vector<FoundUnit> units_at(std::string_view text, size_t at, const std::optional<Unit>& money, const Units& units,
                                Place place) {
  if (text.substr(at).starts_with("-") && is_letter_at(text, at + 1)) ++at;
  return Reader(text, at, money, units, place).read();
}

}  // namespace quantity
