#include "quantity/language.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "quantity/figure_parts.h"

namespace quantity {
namespace {

constexpr std::pair<std::string_view, Phrases Language::*> kLists[] = {
    {"numbers", &Language::numbers},
    {"fractions", &Language::fractions},
    {"multiples", &Language::multiples},
    {"scales", &Language::scales},
    {"dozens", &Language::dozens},
    {"one", &Language::one},
    {"of_one", &Language::of_one},
    {"minus", &Language::minus},
    {"about", &Language::about},
    {"nearly", &Language::nearly},
    {"just_over", &Language::just_over},
    {"just_under", &Language::just_under},
    {"well_over", &Language::well_over},
    {"well_under", &Language::well_under},
    {"negations", &Language::negations},
    {"over", &Language::over},
    {"at_least", &Language::at_least},
    {"under", &Language::under},
    {"at_most", &Language::at_most},
    {"from", &Language::from},
    {"to", &Language::to},
    {"and_to", &Language::and_to},
    {"behind", &Language::behind},
    {"and_parts", &Language::and_parts},
    {"compounds", &Language::compounds},
    {"units", &Language::units},
    {"points", &Language::points},
    {"per", &Language::per},
    {"of", &Language::of},
    {"rises", &Language::rises},
    {"falls", &Language::falls},
    {"changes", &Language::changes},
    {"not_units", &Language::not_units},
    {"inexact_times", &Language::inexact_times},
    {"months", &Language::months},
    {"date_parts", &Language::date_parts},
    {"price_bases", &Language::price_bases},
    {"price_bases_of", &Language::price_bases_of},
    {"price_bases_in", &Language::price_bases_in},
    {"superlatives", &Language::superlatives},
    {"comparisons", &Language::comparisons},
    {"quantities", &Language::quantities},
    {"numbered", &Language::numbered},
    {"superlative_words", &Language::superlative_words},
    {"comparatives", &Language::comparatives},
    {"adjectives", &Language::adjectives},
    {"qualities", &Language::qualities},
    {"amounts", &Language::amounts},
    {"all", &Language::all},
    {"factors", &Language::factors},
    {"foreseen", &Language::foreseen},
    {"spans", &Language::spans},
    {"parts", &Language::parts},
    {"articles", &Language::articles},
    {"breaks", &Language::breaks},
    {"abbreviations", &Language::abbreviations},
    {"no_claims", &Language::no_claims},
    {"is", &Language::is},
    {"has", &Language::has},
    {"sells", &Language::sells},
    {"quantifiers", &Language::quantifiers},
    {"universals", &Language::universals},
    {"outcomes", &Language::outcomes},
    {"of_money", &Language::of_money},
    {"of_time", &Language::of_time},
    {"not_names", &Language::not_names},
    {"verbs", &Language::verbs},
    {"ordinals", &Language::ordinals},
    {"low_end", &Language::low_end},
    {"high_end", &Language::high_end},
    {"best_end", &Language::best_end},
    {"worst_end", &Language::worst_end},
    {"before_years", &Language::before_years},
    {"after_years", &Language::after_years},
    {"before_decades", &Language::before_decades},
    {"behind_hours", &Language::behind_hours},
    {"joins", &Language::joins},
    {"times", &Language::times},
    {"no_rates", &Language::no_rates},
    {"totals", &Language::totals},
    {"regions", &Language::regions},
    {"scale_words", &Language::scale_words},
    {"unit_words", &Language::unit_words},
    {"doubtful_units", &Language::doubtful_units},
    {"measured", &Language::measured},
    {"prices", &Language::prices},
    {"money", &Language::money},
    {"of_amounts", &Language::of_amounts},
};

// Sets the value and the unit from the text after "=": "12", "2/3", "%", "1/100 USD".
void set_value(Phrase& phrase, std::string_view text) {
  const size_t end = std::min(text.find(' '), text.size());
  const std::string_view number = text.substr(0, end);
  const size_t slash = std::min(number.find('/'), number.size());
  const std::optional<Exact> above = Exact::parse(number.substr(0, slash));
  if (!above) {
    phrase.unit = text;
    return;
  }
  phrase.value = *above;
  if (slash < number.size()) phrase.value = *above / Exact::parse(number.substr(slash + 1)).value();
  phrase.unit = base::trim(text.substr(end));
}

Phrases read_list(std::string_view list) {
  Phrases phrases;
  for (const std::string_view item : base::split(list, ',')) {
    if (list.empty()) break;
    const size_t sign = std::min(item.find(" = "), item.size());
    Phrase phrase{.text = base::lower_case(base::trim(item.substr(0, sign)))};
    if (sign < item.size()) set_value(phrase, base::trim(item.substr(sign + 2)));
    phrases.push_back(std::move(phrase));
  }
  return phrases;
}

const Phrases& list_of(const Language& language, std::string_view name) {
  for (const auto& [key, member] : kLists)
    if (key == name) return language.*member;
  throw std::logic_error(fmt::format("a language has no list \"{}\"", name));
}

// A word with a capital letter, and what follows if that is a number; "`" is a figure (check/prose.h).
const std::string kCapital = "(?-i:[A-Z]|\\xC3[\\x80-\\x9E])[a-z0-9'\\x80-\\xff-]*", kNumber = "(?=[$`0-9])";

constexpr char32_t kApostrophe = U'’';

// Bytes that are not part of a word: no-break spaces and quotation marks.
constexpr std::string_view kBreaks = "\\xC2[\\xA0\\xAB\\xBB]|\\xE2\\x80\\xAF";

// Returns the text with a backslash before each character that has a meaning in regular expressions, and with any
// apostrophe for "'".
std::string escaped(std::string_view text) {
  std::string expression;
  for (const char c : text) {
    if (std::string_view("\\^$.[]|()?*+{}").find(c) != std::string_view::npos) expression += '\\';
    expression += c == '\'' ? "(?:'|’)" : std::string(1, c);
  }
  return expression;
}

// Writes regular expressions for lists of phrases, which match whole words. Words consist of letters, bytes beyond
// ASCII and hyphens. A list that others contain is a named group, because PCRE2 limits the size of an expression.
class ExpressionWriter {
 public:
  explicit ExpressionWriter(const Language& language) : language_(language) {}

  // Returns an expression with a group for each list.
  std::string write(std::initializer_list<const Phrases*> lists) {
    const std::string end = fmt::format("(?!(?!{})[a-z\\x80-\\xff", kBreaks);
    std::string expression = fmt::format("(?i)(?:(?<={}|’)|(?<![a-z\\x80-\\xff]|[a-z\\x80-\\xff]-))(?:", kBreaks);
    for (const char* separator = ""; const Phrases* list : lists)
      expression += fmt::format("{}({})", std::exchange(separator, "|"), alternatives(*list));
    expression += fmt::format("){0}-])(?(DEFINE)(?<end>{0}]))(?<blank>[ -]|\\xC2\\xA0|\\xE2\\x80\\xAF)", end);
    for (size_t i = 0; i < used_.size(); ++i) {  // each list may use more
      const std::string name = used_[i];
      expression += fmt::format("(?<{}>{})", name, alternatives(list_of(language_, name)));
    }
    return expression + ")";
  }

 private:
  std::string use(std::string_view list) {
    if (std::ranges::find(used_, list) == used_.end()) used_.emplace_back(list);
    return fmt::format("(?&{})", list);
  }

  // Longer phrases are preferred.
  std::string alternatives(const Phrases& phrases) {
    std::vector<std::string_view> texts = base::views(phrases, &Phrase::text);
    std::ranges::stable_sort(texts, std::ranges::greater(), &std::string_view::size);
    std::string expression = texts.empty() ? "(?!)" : "";
    for (const std::string_view text : texts) {
      expression += expression.empty() ? "" : "|";
      for (const char* separator = ""; const std::string_view word : base::split(text, ' ')) {
        const std::string any = fmt::format("(?!{})[a-z\\x80-\\xff][a-z0-9'\\x80-\\xff-]*",
                                            word == "…" || word == "*" ? use("breaks") : "");
        if (word == "…")
          expression += fmt::format("(?:(?&blank){}){{0,3}}?", any);
        else
          expression += separator + (word == "*"                                ? any
                                     : word == "^"                              ? kCapital
                                     : word == "#"                              ? kNumber
                                     : word.starts_with('<') && word.size() > 1 ? use(word.substr(1, word.size() - 2))
                                                                                : escaped(word));
        separator = "(?&blank)";
      }
      if (text.ends_with('\'')) expression += "[a-z0-9'\\x80-\\xff-]*";  // the word goes on: "qu'un"
      if (is_letter_at(text, text.size() - 1)) expression += "(?&end)";
    }
    return expression;
  }

  const Language& language_;
  std::vector<std::string> used_;  // the lists that are named groups
};

// Returns an expression for a word that consists of several numbers, and "|"; "" if the language has no such words.
std::string compound_expression(const Language& language) {
  if (language.compounds.empty()) return "";
  std::string parts;
  for (const Phrases* list : {&language.compounds, &language.one, &language.numbers, &language.scales})
    for (const Phrase& phrase : *list)
      if (phrase.text.find_first_of(" .") == std::string::npos) parts += (parts.empty() ? "" : "|") + phrase.text;
  return fmt::format("(?i)(?<![a-z\\x80-\\xff-])(?:{0}){{2,}}(?![a-z\\x80-\\xff])|", parts);
}

Language read_language(std::string_view file) {
  std::map<std::string_view, std::string> lists;
  std::string* list = nullptr;
  for (std::string_view line : base::split(file, '\n')) {
    if (line.empty() || line.starts_with('#')) continue;
    if (!line.starts_with(' ')) {
      const size_t colon = line.find(':');
      list = &lists[line.substr(0, colon)];
      line.remove_prefix(colon + 1);
    }
    list->append(list->empty() ? "" : " ").append(base::trim(line));
  }
  Language language;
  size_t known = 0;
  for (const auto& [name, member] : kLists) {
    const auto found = lists.find(name);
    if (found != lists.end()) language.*member = read_list(found->second), ++known;
  }
  if (lists.size() != known) throw std::logic_error("a language has an unknown list");
  language.claim = std::make_shared<base::LazyPattern>(ExpressionWriter(language).write(
      {&language.no_claims, &language.superlatives, &language.comparisons, &language.quantities}));
  const std::string number = ExpressionWriter(language).write({&language.fractions, &language.numbers, &language.one});
  language.number = std::make_shared<base::LazyPattern>(compound_expression(language) + number);
  return language;
}

// `is_whole`: a letter must not follow a letter of the phrase.
std::optional<size_t> end_of_phrase(std::string_view text, size_t at, std::string_view phrase, bool is_whole = true) {
  std::string_view rest = text.substr(at), last;
  while (!phrase.empty()) {
    if (rest.empty()) return std::nullopt;
    if (phrase.front() == ' ') {
      const size_t end = rest.front() == '-' ? 1 : skip_spaces(rest, 0);
      if (end == 0) return std::nullopt;
      phrase.remove_prefix(1);
      rest.remove_prefix(end);
      continue;
    }
    last = phrase;
    const bool is_ascii = static_cast<unsigned char>(phrase.front() | rest.front()) < 0x80;
    if (is_ascii) {
      if (base::lower(rest.front()) != phrase.front()) return std::nullopt;
      phrase.remove_prefix(1);
      rest.remove_prefix(1);
      continue;
    }
    const auto wanted = static_cast<int32_t>(base::take_code_point(phrase));
    const char32_t found = base::take_code_point(rest);
    if (found == kApostrophe && wanted == '\'') continue;
    if (utf8proc_tolower(static_cast<int32_t>(found)) != wanted) return std::nullopt;
  }
  const size_t end = text.size() - rest.size();
  return is_whole && is_letter_at(last, 0) && is_letter_at(text, end) ? std::nullopt : std::optional(end);
}

}  // namespace

const Language* find_language(std::string_view tag) {
  struct File {
    std::string_view text;
    std::once_flag is_read;
    Language language;
  };
  static auto files = [] {
    std::map<std::string, File, std::less<>> all;
    for (const auto& [path, text] : language_files()) all[std::string(path.substr(0, path.find('.')))].text = text;
    return all;
  }();
  const auto found = files.find(base::lower(tag.substr(0, tag.find('-'))));
  if (found == files.end()) return nullptr;
  File& file = found->second;
  std::call_once(file.is_read, [&] {  // only when it is first needed, because it takes 3 ms
    file.language = read_language(file.text);
    file.language.spells_units = found->first == "en";
  });
  return &file.language;
}

const Language& language_of(std::string_view tag) {
  const Language* language = find_language(tag);
  return language ? *language : *find_language("und");
}

const std::vector<const Language*>& all_languages() {
  static const std::vector<const Language*> kAll = {find_language("en"), find_language("de"), find_language("es"),
                                                    find_language("fr"), find_language("ja"), find_language("zh"),
                                                    find_language("und")};
  return kAll;
}

std::vector<std::string> tags_of(std::string_view tag) {
  std::vector<std::string> tags = {std::string(tag)};
  while (tags.back().find('-') != std::string::npos) tags.push_back(tags.back().substr(0, tags.back().rfind('-')));
  const auto has = [&](std::string_view part) {
    return base::has_word(base::replace_all(std::string(tag), "-", " "), part);
  };
  if (tags.back() == "zh" && !has("Hant") && !has("Hans"))
    tags.insert(tags.end() - 1, has("TW") || has("HK") || has("MO") ? "zh-Hant" : "zh-Hans");
  return tags;
}

int digit_value(char32_t character) {
  const auto is_digit = [](char32_t c) { return utf8proc_category(static_cast<int32_t>(c)) == UTF8PROC_CATEGORY_ND; };
  if (!is_digit(character)) return -1;
  int below = 0;  // the digits of each script are ten code points in a row, and other scripts may follow directly
  while (is_digit(character - static_cast<char32_t>(below) - 1)) ++below;
  return below % 10;
}

const Phrase* phrase_at(std::string_view text, size_t at, const Phrases& phrases, size_t& end, bool is_whole) {
  const Phrase* longest = nullptr;
  if (at >= text.size()) return longest;
  const char first = base::lower(text[at]);
  for (const Phrase& phrase : phrases) {
    // Most phrases differ in their first letter.
    if (static_cast<unsigned char>(phrase.text[0] | first) < 0x80 && phrase.text[0] != first) continue;
    if (const auto found = end_of_phrase(text, at, phrase.text, is_whole); found && (!longest || *found > end)) {
      end = *found;
      longest = &phrase;
    }
  }
  return longest;
}

End end_of(std::string_view superlative, const Language& language) {
  End found = End::none;
  for (size_t at = 0, longest = 0; at < superlative.size(); ++at) {
    if (is_letter_before(superlative, at)) continue;
    if (size_t after = 0; phrase_at(superlative, at, language.ordinals, after)) return End::none;
    for (const auto& [end, phrases] : {std::pair(End::low, &language.low_end),
                                       {End::high, &language.high_end},
                                       {End::best, &language.best_end},
                                       {End::worst, &language.worst_end}})
      if (size_t after = 0; phrase_at(superlative, at, *phrases, after) && after - at > longest) {
        longest = after - at;
        found = end;
      }
  }
  return found;
}

bool ends_with_phrase(std::string_view text, const Phrases& phrases) {
  return std::ranges::any_of(phrases, [&](const Phrase& phrase) { return text.ends_with(phrase.text); });
}

bool ends_with_words(std::string_view text, const Phrases& phrases) {
  text = text.substr(0, skip_spaces_back(text, text.size()));
  return std::ranges::any_of(phrases, [&](const Phrase& phrase) {
    const size_t begin = text.size() - std::min(text.size(), phrase.text.size());
    return !is_letter_before(text, begin) && end_of_phrase(text, begin, phrase.text) == text.size();
  });
}

bool mentions(std::string_view text, const Phrases& phrases) {
  for (size_t at = 0, end = 0; at < text.size(); ++at)
    if ((is_unspaced_at(text, at) || !is_letter_before(text, at)) && phrase_at(text, at, phrases, end)) return true;
  return false;
}

bool is_phrase(std::string_view text, const Phrases& phrases) {
  return std::ranges::any_of(phrases,
                             [&](const Phrase& phrase) { return end_of_phrase(text, 0, phrase.text) == text.size(); });
}

bool is_inexact_time(std::string_view word, const Language& language) {
  const std::string lower = base::lower_case(word);
  return std::ranges::any_of(language.inexact_times, [&](const Phrase& time) { return lower.starts_with(time.text); });
}

}  // namespace quantity
