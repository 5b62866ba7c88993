#include "import/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/slug.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/cell_text.h"
#include "import/sheet.h"
#include "quantity/figure_text.h"

namespace import {

using quantity::Language;

namespace {

// Keywords that SQL allows as a name only in quotes (https://sqlite.org/lang_keywords.html, without those that SQLite
// accepts as names).
constexpr std::string_view kSqlWords =
    "add all alter and as autoincrement between case check collate commit constraint create default deferrable delete "
    "distinct drop else escape except exists foreign from group having in index insert intersect into is isnull join "
    "limit not notnull null on or order primary references select set table then to transaction union unique update "
    "using values when where with returning filter left right inner outer cross natural full";

// Puts a text on one line, and removes control characters.
std::string tidy(std::string_view text) {
  std::string out(text);
  std::ranges::replace_if(out, [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }, ' ');
  return base::one_line(out);
}

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// Makes a title from an identifier ("price_per_hour"): splits it into words, and capitalizes the first letter.
std::string title_of(std::string_view text) {
  std::string title = tidy(text);
  const bool is_name = std::ranges::all_of(
      title, [](char c) { return is_lower(c) || base::is_digit(c) || c == '_' || c == '-' || c == ' '; });
  if (is_name) std::ranges::replace_if(title, [](char c) { return c == '_' || c == '-'; }, ' ');
  title = std::string(base::trim(title));
  if (is_name && !title.empty() && is_lower(title.front())) title.front() = static_cast<char>(title.front() & ~0x20);
  return title;
}

struct Split {
  std::string_view title, unit;
  bool has_brackets = false;
};

// Splits a header before its unit, in the forms "a (b)", "a [b]", "a in b", "a, b" and "a %".
Split split_unit(std::string_view text) {
  static const Pattern kBrackets(
      R"((.*?) (?: \( ((?:[^()]++ | \((?2)\))*+) \) | \[ ((?:[^][]++ | \[(?3)\])*+) \] ) $)");
  if (const auto found = kBrackets.find(text))
    return {base::trim((*found)[1]), base::trim((*found)[(*found)[2].empty() ? 3 : 2]), true};
  for (std::string_view separator : {" in ", ", ", " "}) {
    const size_t at = text.rfind(separator);
    if (at == std::string_view::npos || at == 0) continue;
    const std::string_view unit = base::trim(text.substr(at + separator.size()));
    if (separator == " " && unit != "%" && unit != "‰" && unit != "°C") continue;
    return {base::trim(text.substr(0, at)), unit};
  }
  return {text, ""};
}

bool looks_like_a_unit(std::string_view text) {
  const bool is_number = std::ranges::all_of(text, [](char c) { return c < 'A' || c == '_'; });
  const bool is_factor = has_raised_digits(text) || (text.ends_with("000") && text != "2000");
  return !text.empty() && (!is_number || is_factor || text == "%");
}

// Splits a name into words: "mem_gb" and "Memory GB" both have two; "%" is a word.
std::vector<std::string> words_of(std::string_view head) {
  std::string spaced = base::replace_all(std::string(head), "%", " % ");
  std::ranges::replace_if(spaced, [](char c) { return c == '_' || c == '-'; }, ' ');
  std::vector<std::string> words;
  spaced = base::one_line(spaced);
  for (std::string_view word : base::split(spaced, ' '))
    if (!word.empty()) words.emplace_back(word);
  return words;
}

// Returns the phrase of a word that multiplies numbers, "mio.", or null. Its unit is the prefix with the same meaning.
const quantity::Phrase* scale_of(std::string_view word) {
  std::string bare(word);
  std::erase_if(bare, [](char c) { return std::string_view("().,'").find(c) != std::string_view::npos; });
  return find_word(&Language::scale_words, bare);
}

// Whether a word is a factor for numbers: "x1000", "1,000", "10^6", "×10³".
bool is_factor(std::string_view word) {
  static const Pattern kFactor(R"((?:x|×)? (?: 10(?:\^\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+) | 1 [,.']? 000 (?:[,.']?000)* ) $)");
  return kFactor.find(word).has_value();
}

bool is_digits(std::string_view word) { return std::ranges::all_of(word, base::is_digit); }

// Whether a number or scale in a title is what others are counted per: "per 100 million".
bool is_rate(std::span<const std::string> title, size_t at) {
  while (at > 0 && is_digits(title[at - 1])) --at;
  return at > 0 && base::has_word("per pro je par por", base::lower_case(title[at - 1]));
}

// Whether a title multiplies its numbers: "GDP billions", but not "Price per million tokens".
bool multiplies(std::span<const std::string> title) {
  for (size_t i = 0; i < title.size(); ++i)
    if ((scale_of(title[i]) || is_factor(title[i])) && !is_rate(title, i)) return true;
  return false;
}

// Whether a word before a unit makes it another unit or none: "million_usd", "square_km", "price_per_kwh", "usd_rank".
bool changes_unit(const std::string& word) {
  return scale_of(word) || is_digits(word) ||
         base::has_word("k m mm b square sq cubic cu per index rank log ln log10 log2", base::lower_case(word));
}

// Whether a code of a currency is also a word or another abbreviation, in a title that does not speak of money.
bool is_other_word(std::string_view code, std::string_view title) {
  constexpr std::string_view kWords =
      "AED ALL AMD ANG ARS BAM BOB CAD CHF COP CUP DOP ERN ETB GEL INR LAK MAD MOP MUR PAB PEN PHP RON SAR SOS TOP TRY";
  const std::string lower = base::lower_case(title);
  return base::has_word(kWords, code) && std::ranges::none_of(words_of(lower), [&](const std::string& word) {
           return is_price_word(word) || find_word(&Language::of_amounts, word);
         });
}

// Whether a title speaks of money, whose numbers are not in kilograms, but may be for each.
bool is_priced(std::span<const std::string> words) {
  return std::ranges::any_of(words,
                             [](const std::string& word) { return find_word(&Language::money, word) != nullptr; });
}

// Whether a unit is a currency, or a price in it.
bool has_money(std::string_view text, const quantity::Units& units) {
  const auto unit = units.parse(text);
  return unit && std::ranges::any_of(unit->powers, [&](const auto& base) { return units.is_currency(base.first); });
}

// Whether numbers of money may have this unit.
bool fits_money(std::string_view text, const quantity::Units& units) {
  const auto unit = units.parse(text);
  return !unit || unit->is_ratio() || has_money(text, units);
}

// Units that often mean something else, a million, a minimum, the afternoon, if the title does not say what is
// measured.
constexpr std::string_view kManyMeanings =
    "m dm hm pm Mm s h d min us ps fs day hour minute second g t kt l L nm W V A J N C F B PB EB T MT H pH S PS K Gy x";
// Other units of two letters, which mean nothing else.
constexpr std::string_view kClear =
    "km cm mm kg mg ns ms kB MB GB TB Hz kW MW GW TW Wh Ah VA kV mV mA kA kJ MJ GJ kN Pa ha cl dl hl ml mL cL dL hL "
    "Mt Gt lm lx cd eV Bq Sv wk";

// Whether a word of a title says what numbers in this unit measure: "depth" for "m", and for all units of lengths.
bool speaks_of(std::string_view unit, std::span<const std::string> title, const quantity::Units& units) {
  const auto own = unit == "nm" ? std::nullopt : units.parse(unit);
  for (const Language* language : quantity::all_languages())
    for (const quantity::Phrase& hint : language->measured) {
      const auto begins = [&](const std::string& word) { return base::lower_case(word).starts_with(hint.text); };
      if (std::ranges::none_of(title, begins)) continue;
      const auto other = hint.unit.size() > 1 && hint.unit != "nm" ? units.parse(hint.unit) : std::nullopt;
      if (hint.unit == unit || (own && other && quantity::convertible(*own, *other))) return true;
    }
  return false;
}

// Whether a unit beside a title may mean something else.
bool is_unclear_unit(std::string_view unit, std::span<const std::string> title, const quantity::Units& units) {
  const auto parsed = units.parse(unit);
  // "Weight kg (t)" has two units, and "Revenue M (EUR)" a scale.
  std::string last = title.empty() ? "" : title.back();
  std::erase_if(last, [](char c) { return std::string_view("()[],").find(c) != std::string_view::npos; });
  const auto other = is_digits(last) ? std::nullopt : units.parse(last);  // "Phase 1 %"
  if (other && parsed && quantity::convertible(*other, *parsed) && other->factor != parsed->factor) return true;
  if (has_money(unit, units) && base::has_word("k m b t mm", base::lower_case(last))) return true;
  const bool is_listed = base::has_word(kManyMeanings, unit);
  if (is_listed && speaks_of(unit, title, units)) return false;
  const bool is_short = unit.size() <= 2 && std::ranges::all_of(unit, base::is_letter) && !base::has_word(kClear, unit);
  const bool is_thousand = unit.starts_with('T') && units.parse(unit) && has_money(unit.substr(1), units);  // "TEUR"
  return is_listed || is_thousand || (is_short && quantity::standard_units().parse(unit)) ||
         (is_priced(title) && !fits_money(unit, units)) || (parsed && !parsed->is_ratio() && multiplies(title));
}

bool is_power(std::string_view unit) { return unit.ends_with("²") || unit.ends_with("³"); }

// Whether a name before a unit says what is measured in it, or no name would mean another unit: "length_km", but not
// "fare_km", which is a price for each of them, as are emissions, nor "wind_ms", which is in metres per second.
bool is_measured_in(const std::string& unit, std::span<const std::string> title, const quantity::Units& units) {
  const auto emits = [](const auto& word) { return base::has_word("co2 emission emissions", base::lower_case(word)); };
  if (std::ranges::any_of(title, emits)) return base::has_word("kg %", unit);
  const auto is_statistic = [](const std::string& word) {
    return find_word(&Language::totals, word) || base::has_word("avg min max p50 p90 p95 p99", base::lower_case(word));
  };
  while (title.size() > 1 && is_statistic(title.back())) title = title.first(title.size() - 1);
  const bool may_differ = base::has_word("km kg kWh Wh kW ms", unit) || is_power(unit);
  return !may_differ || title.empty() || speaks_of(unit, title.last(1), units);
}

// Whether a text names units in its words, "kg CO2e" or "constant 2015 EUR", and none of them is in `unit`.
bool names_other_units(std::string_view text, const quantity::Unit& unit, const quantity::Units& units) {
  if (base::replace_all(std::string(text), " ", "") == unit.text()) return false;
  bool has_other = false;
  const std::vector<std::string> words = words_of(base::replace_all(std::string(text), "US$", "USD"));
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string before = i == 1 ? base::lower_case(words[0]) : "";
    const std::string_view power = base::has_word("sq sq. square", before)  ? "²"
                                   : base::has_word("cu cu. cubic", before) ? "³"
                                                                            : "";
    const std::string word = words[i] + std::string(power);
    const auto named = units.parse(word);
    if (!named || named->is_ratio() || (i > 0 && power.empty() && !units.is_currency(word))) continue;
    const auto is_named = [&](const auto& part) { return quantity::same_unit(*units.parse(part.name), *named); };
    if (quantity::same_unit(unit, *named) || std::ranges::any_of(unit.parts, is_named)) return false;
    has_other = has_other || !base::has_word(kManyMeanings, word) || quantity::convertible(unit, *named);
  }
  return has_other;
}

}  // namespace

const quantity::Phrase* find_word(quantity::Phrases Language::* list, std::string_view word) {
  const std::string lower = base::lower_case(word);
  for (const Language* language : quantity::all_languages())
    for (const quantity::Phrase& phrase : language->*list)
      if (phrase.text == lower) return &phrase;
  return nullptr;
}

std::string column_name(std::string_view text) {
  std::string words;
  const std::string plain = base::replace_all(base::replace_all(std::string(text), "²", "2"), "³", "3");
  for (char c : base::replace_all(plain, "%", " percent "))
    words += base::is_letter(c) || base::is_digit(c) || (c & 0x80) ? c : ' ';
  std::string name;
  for (char c : base::github_slug(base::normalise_nfc(words)))
    if (c != '-')
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  while (name.ends_with('_')) name.pop_back();
  if (name.empty()) return "column";
  if (base::is_digit(name.front())) name = "column_" + name;
  if (name == "ref" || name.ends_with("__ref")) name += "erence";
  if (base::has_word(kSqlWords, name)) name += "_";
  return name;
}

Head read_plain_head(std::string_view text) {
  Head head;
  head.title = title_of(text);
  head.name = column_name(text);
  return head;
}

bool is_price_word(std::string_view word) { return find_word(&Language::prices, word) != nullptr; }

bool names_scale(std::string_view head) { return multiplies(words_of(head)); }

std::string prefix_of_scale(std::string_view text, const Language& language) {
  const std::vector<std::string> words = words_of(text);
  for (size_t i = 0; i < words.size(); ++i) {
    const quantity::Phrase* scale = scale_of(words[i]);
    if (!scale || is_rate(words, i)) continue;
    // Thousands in Spanish, "miles de euros", are lengths in English.
    const std::string next = i + 1 < words.size() ? base::lower_case(words[i + 1]) : "";
    const bool may_be_length = scale->text == "miles" ? next != "de" : scale->text == "mil" && next.empty();
    if (!may_be_length || quantity::is_phrase(scale->text, language.scale_words)) return scale->unit;
  }
  return "";
}

bool may_be_no_unit(std::string_view unit, std::string_view head) {
  const bool may_mean_more = base::has_word("A B C T b m t", unit) || unit.size() == 2 || unit.starts_with('T');
  if (unit.empty() || names_scale(head)) return !unit.empty();
  return may_mean_more && is_unclear_unit(unit, words_of(head), quantity::standard_units());
}

Head read_head(std::string_view text, const quantity::Units& units, bool is_stated) {
  const std::string tidy_text = tidy(text);
  Head whole = read_plain_head(tidy_text);
  const Split split = split_unit(tidy_text);
  if (split.unit.empty() || split.title.empty()) return whole;
  Head head = read_plain_head(split.title);
  std::string unit(split.unit);
  const std::vector<std::string> words = words_of(split.title);
  if (base::has_word("C F", unit) && speaks_of("K", words, units)) unit = "°" + unit;
  const bool is_word = units.is_currency(unit) && is_other_word(unit, split.title);
  const bool is_unclear = !is_stated && (is_word || is_unclear_unit(unit, words, units));
  head.is_letter = is_unclear || (split.unit.size() == 1 && base::is_letter(split.unit[0]));
  if (!is_unclear) {
    if (units.parse(unit, &head.why)) head.unit = unit;
    if (head.unit.empty() && (!split.has_brackets || !looks_like_a_unit(split.unit))) return whole;
    if (head.unit.empty()) head.unit = unit_of_word(split.unit, units);
    if (!head.unit.empty()) return head;
  }
  constexpr size_t kMaxUnit = 24;  // characters
  head.is_remark = base::count_code_points(split.unit) > kMaxUnit;
  if (head.is_remark || !split.has_brackets) head.name = whole.name;
  head.title = whole.title;
  head.unknown = split.unit;
  return head;
}

std::string find_contradiction(std::string_view text, const quantity::Unit& unit, const quantity::Units& units,
                               bool is_stated) {
  const Head head = read_head(text, units, is_stated);
  if (const auto stated = units.parse(head.unit)) {
    const bool is_sign = text.find('$') != std::string_view::npos || text.find("¥") != std::string_view::npos;
    const bool may_fit = is_sign || (head.is_letter && !quantity::convertible(unit, *stated));
    return may_fit || is_counted_in(unit, *stated) || quantity::same_unit(unit, *stated) ? "" : head.unit;
  }
  if (head.unknown.empty() || head.is_letter) return "";
  const auto fit = quantity::TitleUnits(text, units).compare(unit, false, quantity::TitleOf::column).fit;
  const bool lacks_scale = !prefix_of_scale(head.unknown, units.language()).empty() && unit.factor == 1;
  const bool differs = lacks_scale || fit == quantity::TitleUnit::Fit::other ||
                       (fit == quantity::TitleUnit::Fit::none && names_other_units(head.unknown, unit, units));
  return differs ? head.unknown : "";
}

bool names_column(std::string_view given, std::string_view head) {
  return given == head || plain_head(given) == head || given == column_name(head) ||
         given == column_name(split_unit(head).title);
}

std::string with_word(const std::string& head, std::string_view word) {
  const size_t unit = head.ends_with(')') ? head.rfind(" (") : std::string::npos;
  return unit == std::string::npos ? fmt::format("{} {}", head, word)
                                   : fmt::format("{} {}{}", head.substr(0, unit), word, head.substr(unit));
}

std::string unique_name(const std::string& name, std::set<std::string>& taken) {
  std::string result = name;
  for (int number = 2; !taken.insert(result).second; ++number)
    result = fmt::format("{}{}{}", name, name.ends_with('_') ? "" : "_", number);
  return result;
}

std::string unit_of_word(std::string_view word, const quantity::Units& units) {
  const quantity::Phrase* meaning = find_word(&Language::unit_words, word);
  const std::string_view unit = meaning ? std::string_view(meaning->unit) : "";
  const bool may_be_bits = word.ends_with('b') && unit.ends_with('B') && (!unit.ends_with("iB") || word[0] < 'a');
  if (may_be_bits) return "";
  if (unit.empty() || units.parse(unit)) return std::string(unit);
  const size_t slash = unit.find('/');  // "query/s" becomes "1/s" if the site does not declare the query
  return slash == std::string_view::npos ? "" : "1" + std::string(unit.substr(slash));
}

NamedUnit read_named_unit(std::string_view head, const quantity::Units& units) {
  const std::vector<std::string> words = words_of(head);
  NamedUnit named;
  if (words.empty()) return named;
  // "Share %" and "% share", but not "Tax 5%" and "95% CI high", whose percentage is part of the name.
  for (size_t i = 0; i < words.size(); ++i)
    if (words[i] == "%" && (i == 0 || !base::is_digit(words[i - 1].back()))) {
      named.unit = "%";
      return named;
    }
  const std::string& last = words.back();
  if (words.size() == 1 && last.size() <= 2) return named;  // "ms" alone is a name as often as a unit
  // A single letter may be a unit only in an identifier: in "time_s", but not in "Model S".
  if (last.size() == 1 && head.find('_') == std::string_view::npos) return named;
  // For example "usd_per_hour", "cost_usd_per_hour", "tokens_per_s".
  const bool is_rate = words.size() >= 3 && base::lower_case(words[words.size() - 2]) == "per";
  const auto doubtful = [](const std::string& word) { return find_word(&Language::doubtful_units, word); };
  const auto unit_of = [&](const std::string& word) {
    std::string unit = unit_of_word(word, units);
    return unit.empty() && (is_rate || doubtful(word) || is_power(word)) && units.parse(word) ? word : unit;
  };
  const std::string& over = words[words.size() - (is_rate ? 3 : 1)];
  named.unit = unit_of(over);
  const quantity::Phrase* doubt = doubtful(over);
  const size_t count = is_rate ? 3 : 1;
  const std::span<const std::string> title(words.data(), words.size() - std::min(count, words.size()));
  // "length_mm" is in millimetres, but "revenue_mm" and "trips_mm" are in millions.
  const bool is_clear = doubt && !is_rate && !title.empty() && doubt->unit == named.unit &&
                        (!title.back().ends_with('s') || title.back().ends_with("ss")) &&
                        speaks_of(named.unit, title.last(1), units);
  if (doubt && !is_clear) named.doubt = "may mean something else";
  if (is_rate) {
    const std::string under = unit_of(last);
    named.unit = named.unit.empty() || under.empty() ? "" : named.unit + "/" + under;
    if (named.unit.empty()) named.doubt.clear();
  }
  std::string before = words.size() > count ? words[words.size() - count - 1] : "";
  if (before.size() < 2 || doubtful(before) || !units.parse(before)) before = unit_of(before);
  const auto above = units.parse(before), below = units.parse(named.unit);
  // "price_eur_kwh" is in EUR/kWh and "dose_mg_kg" in mg/kg, but "latency_min_ms" is the shortest.
  if (!before.empty() && above && below && (!quantity::convertible(*above, *below) || !doubtful(before))) {
    named.unit = before + "/" + named.unit;
    named.doubt = "may be a part of a unit";
    if (!above->parts.empty() && units.is_currency(above->parts.front().name) &&
        base::has_word("m mm", base::lower_case(over)))
      named.other = "M" + above->parts.front().name;
  }
  const bool is_plain = base::lower_case(over) == base::lower_case(named.unit);  // "ms", but not "msec"
  if (named.doubt.empty() && is_plain && !is_measured_in(named.unit, title, units))
    named.other = named.unit == "ms" ? "m/s" : "UNIT/" + named.unit;
  if (!named.other.empty()) named.doubt = "may also mean " + named.other;
  const bool is_other = is_priced(words) && !fits_money(named.unit, units);
  for (size_t i = 0; i + count < words.size() && !named.unit.empty(); ++i) {
    if (!changes_unit(words[i]) && !(is_other && is_priced({&words[i], 1}))) continue;
    named.unit.clear();
    named.doubt = fmt::format("may be another unit or none, because of \"{}\" before it", words[i]);
  }
  if (!named.unit.empty() && words.size() > count)
    named.title = read_plain_head(base::join({title.begin(), title.end()}, " ")).title;
  return named;
}

}  // namespace import
