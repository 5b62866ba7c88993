// Reads the unit after a number in a sentence (quantity/figure_parts.h).
#include "quantity/figure_parts.h"

#include <algorithm>
#include <string>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "quantity/unit_parser.h"

namespace quantity {
namespace {

constexpr size_t kMaxUnitWords = 6;

constexpr Scale kScaleWords[] = {{"thousand", 3},     {"million", 6},      {"billion", 9}, {"trillion", 12},
                                 {"quadrillion", 15}, {"quintillion", 18}, {"mln", 6},     {"mn", 6},
                                 {"bn", 9},           {"tn", 12}};
constexpr Scale kScaleLetters[] = {{"k", 3},  {"K", 3}, {"m", 6}, {"M", 6},  {"mn", 6},
                                   {"bn", 9}, {"b", 9}, {"B", 9}, {"T", 12}, {"tn", 12}};

// Unit names that are neither a single name in data/units.json nor a built-in unit.
struct Phrase {
  std::string_view words;
  std::string_view unit;
  int divisor;
};
constexpr Phrase kPhrases[] = {
    {"per cent", "%", 1},      {"percentage points", "%", 1}, {"percentage point", "%", 1}, {"basis points", "%", 100},
    {"basis point", "%", 100}, {"degrees celsius", "°C", 1},  {"degree celsius", "°C", 1},  {"cents", "USD", 100},
    {"cents", "EUR", 100},     {"cent", "USD", 100},          {"cent", "EUR", 100},         {"¢", "USD", 100},
};

// Words of a sentence that could be parsed as units.
bool is_plain_word(std::string_view word) { return base::has_word("a an am as at fm in per pm us", word); }

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

struct WordPlace {
  size_t begin = 0;
  size_t end = 0;
};

std::vector<WordPlace> words_from(std::string_view text, size_t at) {
  std::vector<WordPlace> words;
  while (words.size() < kMaxUnitWords) {
    at = skip_spaces(text, at);
    if (at >= text.size()) break;
    size_t end = at;
    while (end < text.size() && skip_spaces(text, end) == end && !text.substr(end).starts_with("–")) ++end;
    if (end == at) break;
    words.push_back({at, end});
    at = end;
  }
  return words;
}

std::optional<Exact> divisor_of(std::string_view word) {
  for (const Scale& scale : kScaleWords)
    if (word == scale.name) return Exact::power_of_ten(scale.power);
  if (word.empty() || !base::is_digit(word.front())) return std::nullopt;
  const auto scanned = number_at(word, 0);
  if (!scanned || !scanned->mistake.empty() || scanned->number.shown.sign() <= 0) return std::nullopt;
  const std::string_view rest = word.substr(scanned->end);
  if (rest.empty()) return scanned->number.shown * scanned->scale;
  for (const Scale& scale : kScaleLetters)
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
    for (size_t count = words_.size(); count > 0 && found.empty(); --count) {
      const bool plain = place_ == Place::prose && !money_ && is_plain_word(without_punctuation(first));
      if (!plain) add_reading("", 0, count, 1, found);
      if (money_ || !found.empty()) continue;
      for (const Phrase& phrase : kPhrases)
        if (const size_t spoken = count_of(phrase); spoken > 0 && spoken <= count)
          add_reading(std::string(phrase.unit), spoken, count, phrase.divisor, found);
    }
    return found;
  }

 private:
  std::string_view word(size_t i) const { return text_.substr(words_[i].begin, words_[i].end - words_[i].begin); }

  // Returns the number of words of a phrase if the words at the current position are that phrase; otherwise 0.
  size_t count_of(const Phrase& phrase) const {
    const std::vector<std::string_view> spoken = base::split(phrase.words, ' ');
    if (spoken.size() > words_.size()) return 0;
    for (size_t i = 0; i < spoken.size(); ++i) {
      const std::string_view here = i + 1 == spoken.size() ? without_punctuation(word(i)) : word(i);
      if (base::lower_case(here.substr(0, here.find('/'))) != spoken[i]) return 0;
    }
    return spoken.size();
  }

  // Adds the first `count` words as one unit; the first `spoken` of them mean `text`.
  void add_reading(std::string text, size_t spoken, size_t count, Exact divisor, std::vector<FoundUnit>& found) const {
    const std::string_view last = without_punctuation(word(count - 1));
    if (last.empty()) return;
    if (spoken > 0) {  // texts such as "cents/hour"
      const std::string_view joined = spoken == count ? last : word(spoken - 1);
      if (const size_t slash = joined.find('/'); slash != std::string_view::npos) text += joined.substr(slash);
    }
    for (size_t i = spoken; i < count; ++i) {
      const std::string_view each = i + 1 == count ? last : word(i);
      if (is_per(each)) {
        if (i + 1 == count) return;
        text += " per ";
        continue;
      }
      if (text.ends_with(" per ")) {  // texts such as "per million tokens" or "per 1,000 requests"
        if (const std::optional<Exact> number = divisor_of(each); number && i + 1 < count) {
          divisor = divisor * *number;
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
  Place place_;
};

}  // namespace

bool is_per(std::string_view word) { return word == "per" || word == "a" || word == "an" || word == "each"; }

std::string_view first_word(std::string_view text) {
  const std::vector<WordPlace> words = words_from(text, 0);
  if (words.empty()) return "";
  const std::string_view word = text.substr(words[0].begin, words[0].end - words[0].begin);
  const std::string_view bare = without_punctuation(word);
  return bare.empty() ? word : bare;
}

bool is_inexact_time(std::string_view word) {
  static constexpr std::string_view kTimes[] = {"month", "quarter", "year", "decade", "annum"};
  const std::string lower = base::lower(word);
  return std::ranges::any_of(kTimes, [&](std::string_view time) { return lower.starts_with(time); });
}

const Scale* scale_word_at(std::string_view text, size_t at, size_t& end) {
  at = skip_spaces(text, at);
  for (const Scale& scale : kScaleWords) {
    if (!starts_with_word(text.substr(at), scale.name)) continue;
    end = at + scale.name.size();
    return &scale;
  }
  return nullptr;
}

const Scale* scale_letter_at(std::string_view text, size_t at) {
  const Scale* best = nullptr;
  for (const Scale& scale : kScaleLetters) {
    const size_t end = at + scale.name.size();
    const bool ends = !is_letter_at(text, end) && (end >= text.size() || !base::is_digit(text[end]));
    if (text.substr(at).starts_with(scale.name) && ends) best = &scale;
  }
  return best;
}

std::vector<std::string_view> scale_words() { return base::views(kScaleWords, &Scale::name); }

std::vector<FoundUnit> units_at(std::string_view text, size_t at, const std::optional<Unit>& money, const Units& units,
                                Place place) {
  if (text.substr(at).starts_with("-") && is_letter_at(text, at + 1)) ++at;
  return Reader(text, at, money, units, place).read();
}

}  // namespace quantity
