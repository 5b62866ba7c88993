#include "quantity/figure_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "quantity/figure_scan.h"

namespace quantity {

using figure_scan::ScannedNumber;

namespace {

constexpr size_t kLongestFigure = 1000;
constexpr size_t kMostUnitWords = 6;

struct Scale {
  std::string_view name;
  int power;
};
constexpr Scale kScaleWords[] = {{"thousand", 3}, {"million", 6}, {"billion", 9}, {"trillion", 12},
                                 {"mln", 6},      {"mn", 6},      {"bn", 9},      {"tn", 12}};
// Directly behind the number: "1.2k".
constexpr Scale kScaleLetters[] = {{"k", 3},  {"K", 3}, {"m", 6}, {"M", 6},  {"mn", 6},
                                   {"bn", 9}, {"b", 9}, {"B", 9}, {"T", 12}, {"tn", 12}};

// Words of a sentence that would read as units: "5 as of today" has no attoseconds.
bool is_plain_word(std::string_view word) {
  static constexpr std::string_view kWords[] = {"a", "an", "am", "as", "at", "fm", "in", "per", "pm", "us"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

// A unit that was found, and where it ends in the text.
struct FoundUnit {
  Unit unit;
  size_t end = 0;
};

// The text without the punctuation and the possessive that may follow a unit in a sentence.
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

std::vector<WordPlace> words_from(std::string_view text, size_t at, size_t most) {
  std::vector<WordPlace> words;
  while (words.size() < most) {
    at = figure_scan::skip_spaces(text, at);
    if (at >= text.size()) break;
    size_t end = at;
    while (end < text.size() && figure_scan::skip_spaces(text, end) == end) ++end;
    words.push_back({at, end});
    at = end;
  }
  return words;
}

class FigureParser {
 public:
  FigureParser(std::string_view text, const Units& units) : text_(text), units_(units) {}

  Figure parse() {
    figure_.text = text_;
    if (text_.size() > kLongestFigure) return problem(FigureProblem::bad_number, "the text is too long for a figure");
    std::optional<ScannedNumber> first = next_number(0);
    if (!first) first = figure_scan::find_word(text_, 0);
    if (!first) return problem(FigureProblem::no_number, fmt::format("\"{}\" states no number", text_));
    if (!first->mistake.empty()) return problem(FigureProblem::bad_number, first->mistake);
    figure_.number = first->number;
    scale_ = first->scale;
    end_ = first->end;
    read_before();
    if (!read_range()) return figure_;
    read_after();
    if (figure_.problem != FigureProblem::none) return figure_;
    figure_.stated = text_.substr(begin_, end_ - begin_);
    refuse_second_number();
    refuse_factors();
    return figure_;
  }

 private:
  // "half of 8", "8 hundred": words that make another number of it.
  void refuse_factors() {
    static constexpr std::string_view kFactors[] = {"half",    "twice",    "thrice", "double", "triple", "minus",
                                                    "hundred", "hundreds", "dozen",  "dozens", "lakh",   "crore"};
    auto refuse = [&](std::string_view word) {
      problem(FigureProblem::bad_number, fmt::format("\"{}\" would make another number of it", word));
    };
    for (const WordPlace& word : words_from(text_, 0, text_.size())) {
      std::string_view text = without_punctuation(text_.substr(word.begin, word.end - word.begin));
      if (word.begin >= begin_ && word.begin + text.size() <= end_) continue;
      for (const std::string_view factor : kFactors)
        if (base::lower_case(text) == factor) return refuse(text);
      for (const std::string_view fraction : {"½", "¼", "¾", "⅓", "⅔"})
        if (text.find(fraction) != std::string_view::npos) return refuse(fraction);
    }
  }

  Figure& problem(FigureProblem kind, std::string why) {
    figure_.problem = kind;
    figure_.why = std::move(why);
    return figure_;
  }

  // A number that is not the start of a name ("3D", "4th").
  std::optional<ScannedNumber> next_number(size_t from) const {
    for (size_t at = figure_scan::find_number(text_, from); at != std::string_view::npos;
         at = figure_scan::find_number(text_, figure_scan::skip_name(text_, at + 1))) {
      std::optional<ScannedNumber> scanned = figure_scan::number_at(text_, at);
      if (!scanned) continue;
      if (!figure_scan::is_letter_at(text_, scanned->end) || letters_mean_something(scanned->end)) return scanned;
    }
    return std::nullopt;
  }

  bool letters_mean_something(size_t at) const { return unit_at(at).has_value() || letter_scale_at(at) != nullptr; }

  const Scale* letter_scale_at(size_t at) const {
    const Scale* best = nullptr;
    for (const Scale& scale : kScaleLetters) {
      const size_t end = at + scale.name.size();
      const bool ends = !figure_scan::is_letter_at(text_, end) && (end >= text_.size() || !isdigit_at(end));
      if (text_.substr(at).starts_with(scale.name) && ends) best = &scale;
    }
    return best;
  }
  bool isdigit_at(size_t at) const { return text_[at] >= '0' && text_[at] <= '9'; }

  // What stands before the number: a sign of money, a minus before that, "about".
  void read_before() {
    begin_ = figure_.number.begin;
    const size_t end = figure_scan::skip_spaces_back(text_, begin_);
    for (const std::string_view sign : {"US$", "$", "€", "£", "¥", "₹", "₩"}) {
      if (!text_.substr(0, end).ends_with(sign)) continue;
      set_money(sign, end - sign.size());
      break;
    }
    if (!money_ && end >= 3 && end < begin_ && !figure_scan::is_letter_before(text_, end - 3) &&
        units_.is_currency(text_.substr(end - 3, 3)))
      set_money(text_.substr(end - 3, 3), end - 3);
    if (money_ && !figure_.number.signed_text) {
      for (const std::string_view minus : {"-", "\u2212"}) {
        if (!text_.substr(0, begin_).ends_with(minus)) continue;
        if (figure_scan::is_letter_before(text_, begin_ - minus.size())) continue;
        begin_ -= minus.size();
        figure_.number.shown = -figure_.number.shown;
      }
    }
    figure_.approximate = is_approximate(text_.substr(0, figure_scan::skip_spaces_back(text_, begin_)));
  }

  void set_money(std::string_view sign, size_t begin) {
    money_ = units_.parse(sign);
    if (money_) begin_ = begin;
  }

  static bool is_approximate(std::string_view before) {
    if (before.ends_with("~") || before.ends_with("≈")) return true;
    for (const std::string_view word :
         {"about", "nearly", "almost", "roughly", "around", "some", "approximately", "circa"}) {
      if (before.size() < word.size()) continue;
      const size_t at = before.size() - word.size();
      if (!figure_scan::is_letter_before(before, at) && base::lower_case(before.substr(at)) == word) return true;
    }
    return false;
  }

  // "1.2–1.4", "1.2 to 1.4". False after a mistake.
  bool read_range() {
    size_t at = end_;
    const size_t spaced = figure_scan::skip_spaces(text_, at);
    if (text_.substr(spaced).starts_with("–"))
      at = spaced + std::string_view("–").size();
    else if (text_.substr(at).starts_with("-"))
      at += 1;
    else if (spaced > at && figure_scan::starts_with_word(text_.substr(spaced), "to"))
      at = spaced + 2;
    else
      return true;
    at = figure_scan::skip_spaces(text_, at);
    for (const std::string_view sign : {"$", "€", "£", "¥", "₹", "₩"})
      if (money_ && text_.substr(at).starts_with(sign)) at += sign.size();
    if (at >= text_.size() || !isdigit_at(at)) return true;
    const std::optional<ScannedNumber> upper = figure_scan::number_at(text_, at);
    if (!upper) return true;
    if (!upper->mistake.empty()) return problem(FigureProblem::bad_number, upper->mistake), false;
    if (upper->number.shown < figure_.number.shown)
      return problem(FigureProblem::bad_number,
                     fmt::format("the range \"{}\" goes down", text_.substr(begin_, upper->end - begin_))),
             false;
    figure_.upper = upper->number;
    end_ = upper->end;
    scale_ = upper->scale;
    return true;
  }

  // What stands after the number: a scale, a unit.
  void read_after() {
    const size_t number_end = end_;
    const bool attached = figure_scan::is_letter_at(text_, number_end) || text_.substr(number_end).starts_with("%");
    if (const auto unit = unit_at(number_end)) add_reading(1, unit);
    if (attached) {
      if (const Scale* scale = letter_scale_at(number_end)) read_scaled(*scale, number_end);
    } else {
      const size_t at = figure_scan::skip_spaces(text_, number_end);
      for (const Scale& scale : kScaleWords)
        if (figure_scan::starts_with_word(text_.substr(at), scale.name)) read_scaled(scale, at);
    }
    if (figure_.readings.empty()) {
      refuse_unknown_unit(number_end);
      add_reading(1, std::nullopt);
    }
  }

  void read_scaled(const Scale& scale, size_t at) {
    const size_t end = at + scale.name.size();
    end_ = std::max(end_, end);
    add_reading(Exact::power_of_ten(scale.power), unit_at(end));
  }

  void add_reading(const Exact& scale, const std::optional<FoundUnit>& found) {
    FigureReading reading;
    reading.scale = scale_ * scale;
    if (found) {
      reading.unit = found->unit;
      end_ = std::max(end_, found->end);
    }
    if (money_ && !found) {
      reading.unit = *money_;
      reading.money_alone = true;
    }
    if (reading.unit) reading.unit_text = reading.unit->text();
    if (!money_ && found && found->unit.parts.size() == 1 && units_.is_currency(found->unit.parts.front().name) &&
        found->unit.parts.front().power == 1)
      reading.money_alone = true;
    figure_.readings.push_back(std::move(reading));
  }

  // The longest text that is a unit, at `at` or behind spaces or one hyphen. Behind money it must say "per".
  std::optional<FoundUnit> unit_at(size_t at) const {
    if (text_.substr(at).starts_with("-") && figure_scan::is_letter_at(text_, at + 1)) ++at;
    if (money_ && text_.substr(figure_scan::skip_spaces(text_, at)).starts_with("USD"))
      at = figure_scan::skip_spaces(text_, at) + 3;  // "$5 USD"
    const std::vector<WordPlace> words = words_from(text_, at, kMostUnitWords);
    if (words.empty()) return std::nullopt;
    if (!money_) {
      const std::string_view rest = text_.substr(words.front().begin);
      for (const std::string_view percent : {"per cent", "percentage points", "percentage point"})
        if (figure_scan::starts_with_word(rest, percent))
          return FoundUnit{*units_.parse("%"), words.front().begin + percent.size()};
      if (is_plain_word(without_punctuation(rest.substr(0, words.front().end - words.front().begin))))
        return std::nullopt;
    }
    for (size_t count = words.size(); count > 0; --count)
      if (auto found = unit_of(words, count)) return found;
    return std::nullopt;
  }

  // The first `count` words as one unit.
  std::optional<FoundUnit> unit_of(const std::vector<WordPlace>& words, size_t count) const {
    const std::string_view last_word =
        text_.substr(words[count - 1].begin, words[count - 1].end - words[count - 1].begin);
    const std::string_view last = without_punctuation(last_word);
    if (last.empty()) return std::nullopt;
    std::string text;
    Exact divisor = 1;
    for (size_t i = 0; i < count; ++i) {
      std::string_view word = text_.substr(words[i].begin, words[i].end - words[i].begin);
      if (i + 1 == count) word = last;
      const bool per = word == "per" || word == "a" || word == "an" || word == "each";
      if (per && i + 1 == count) return std::nullopt;
      if (per) {
        text += " per ";
        continue;
      }
      if (i > 0 && text.ends_with(" per ")) {  // "per million tokens", "per 1,000 requests"
        if (const std::optional<Exact> number = divisor_of(word); number && i + 1 < count) {
          divisor = divisor * *number;
          continue;
        }
      } else if (i > 0 && !word.starts_with('/') && !text.ends_with('/') && !text.ends_with("· ")) {
        return std::nullopt;  // two words side by side are no unit
      }
      text += word;
    }
    if (money_) {
      if (!text.starts_with('/') && !text.starts_with(" per ")) return std::nullopt;
      text.insert(0, money_->text());
    }
    std::optional<Unit> unit = units_.parse(text);
    if (!unit) return std::nullopt;
    unit->factor = unit->factor / divisor;
    return FoundUnit{*std::move(unit), words[count - 1].begin + last.size()};
  }

  static std::optional<Exact> divisor_of(std::string_view word) {
    for (const Scale& scale : kScaleWords)
      if (word == scale.name) return Exact::power_of_ten(scale.power);
    if (word.empty() || word.front() < '0' || word.front() > '9') return std::nullopt;
    const auto scanned = figure_scan::number_at(word, 0);
    if (!scanned || !scanned->mistake.empty() || scanned->number.shown.sign() <= 0) return std::nullopt;
    const std::string_view rest = word.substr(scanned->end);
    if (rest.empty()) return scanned->number.shown * scanned->scale;
    for (const Scale& scale : kScaleLetters)
      if (rest == scale.name) return scanned->number.shown * Exact::power_of_ten(scale.power);
    return std::nullopt;
  }

  // "459 TFOLP/s": what has a slash wants to be a unit.
  void refuse_unknown_unit(size_t at) {
    const std::vector<WordPlace> words = words_from(text_, at, 1);
    if (words.empty()) return;
    const std::string_view word = without_punctuation(text_.substr(words[0].begin, words[0].end - words[0].begin));
    const size_t slash = word.find('/');
    if (slash == std::string_view::npos || slash + 1 == word.size() || word == "and/or") return;
    if (slash == 0 && !money_) return;
    std::string why;
    if (!units_.parse((money_ ? money_->text() : "") + std::string(word), &why))
      problem(FigureProblem::unknown_unit, std::move(why));
  }

  void refuse_second_number() {
    const std::optional<ScannedNumber> second =
        figure_.number.word ? figure_scan::find_word(text_, end_) : next_number(end_);
    if (!second) return;
    const auto written = [&](const WrittenNumber& n) { return text_.substr(n.begin, n.end - n.begin); };
    problem(FigureProblem::several_numbers, fmt::format("the text has two numbers, {} and {}, and a figure states one",
                                                        written(figure_.number), written(second->number)));
  }

  std::string_view text_;
  const Units& units_;
  Figure figure_;
  std::optional<Unit> money_;  // from a sign before the number
  Exact scale_ = 1;
  size_t begin_ = 0;  // of what is stated
  size_t end_ = 0;
};

}  // namespace

Figure parse_figure(std::string_view text, const Units& units) { return FigureParser(text, units).parse(); }

}  // namespace quantity
