#include "check/unbound.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/text.h"
#include "base/utf8.h"
#include "check/checks.h"
#include "check/look_alikes.h"
#include "check/prose.h"
#include "data/connection.h"
#include "quantity/figure_text.h"

namespace check {
namespace {

constexpr size_t kMinNoun = 3, kMaxEnding = 2;       // in bytes
constexpr size_t kMaxNameWords = 4;                  // of a name of the data, before and after a number in it
constexpr size_t kMaxNames = 20'000, kMaxName = 80;  // names, and bytes of one

// Returns the text after one of the nouns, up to a short ending, that begins at `begin`; nullopt if none does.
std::optional<std::string> after_noun(std::string_view text, size_t begin, const std::set<std::string>& nouns) {
  // "All [3](count:TABLE) chips fail"
  const std::string rest = base::lower_case(text.substr(std::min(text.find_first_not_of(" `", begin), text.size())));
  for (const std::string& noun : nouns) {
    const size_t alike = static_cast<size_t>(std::ranges::mismatch(rest, noun).in1 - rest.begin());
    size_t end = alike;
    while (end < rest.size() && (base::is_letter(rest[end]) || (rest[end] & 0x80) != 0)) ++end;
    const size_t most = noun.ends_with("ies") && rest[alike] == 'y' ? kMaxEnding + 1 : kMaxEnding;  // "ferry"
    if (alike >= kMinNoun && noun.size() - alike <= most && end - alike <= kMaxEnding) return rest.substr(end);
  }
  return std::nullopt;
}

// A text as readers read it, and the position in the original of each of its bytes and of its end.
struct Readable {
  explicit Readable(std::string_view of) {
    for (std::string_view rest = of; !rest.empty();) {
      const size_t begin = of.size() - rest.size();
      const char32_t c = base::take_code_point(rest);
      const char latin = latin_of(c);
      if (!is_invisible(c))
        text += latin ? std::string_view(&latin, 1) : of.substr(begin, of.size() - rest.size() - begin);
      positions.resize(text.size(), begin);
    }
    positions.push_back(of.size());
  }
  std::string text;
  std::vector<size_t> positions;
};

class Finder {
 public:
  // `page` is the page of all texts; empty to use the file of each text.
  Finder(std::string_view page, const site::Evaluation* evaluation, const UnboundRules& rules)
      : page_(page), evaluation_(evaluation), rules_(rules) {}

  std::vector<Unbound> find(const ShownTexts& texts) {
    for (const ShownTexts::Text& text : texts.list())
      if (!text.is_sourced)
        for (const Sentence& sentence : sentences_of(*text.document, quantity::language_of(rules_.language)))
          if (!sentence.cited) find_in(sentence, text);
    return std::move(found_);
  }

 private:
  void find_in(const Sentence& sentence, const ShownTexts::Text& text) {
    using Kind = Unbound::Kind;
    auto add = [&](Kind kind, size_t begin, size_t end) {
      const std::string_view of = page_.empty() ? std::string_view(text.document->source()->path()) : page_;
      found_.push_back({kind, text.place, std::string(of), sentence.text.substr(begin, end - begin), sentence.text,
                        sentence.span(begin, end - begin)});
    };
    const Readable loose(sentence.loose);
    const auto in_sentence = [&](auto found) {
      for (auto& each : found) each.begin = loose.positions[each.begin], each.end = loose.positions[each.end];
      return found;
    };
    std::vector<Claim> claims = in_sentence(find_claims(loose.text, rules_.language));
    std::erase_if(claims, [&](const Claim& claim) {
      return is_name(sentence.text, claim.begin, claim.end) || is_bound_of_figure(sentence, claim);
    });
    for (const quantity::Stated& number : in_sentence(quantity::find_stated(loose.text, rules_.units))) {
      const bool is_in_claim = std::ranges::any_of(
          claims, [&](const Claim& claim) { return claim.begin < number.end && number.begin < claim.end; });
      const bool is_small = number.kind == quantity::Stated::Kind::small_count;
      const bool is_amount = number.kind == quantity::Stated::Kind::amount;
      if (text.is_returned && (!is_amount || ends_name(sentence.text, number))) continue;
      if (is_in_claim || (is_small && !after_noun(sentence.loose, number.end, rules_.nouns))) continue;
      if (is_name(sentence.text, number.begin, number.end) || is_measure(sentence, number, text)) continue;
      const std::string_view words = std::string_view(sentence.text).substr(number.begin, number.end - number.begin);
      if (text.query.empty() || !states_number(text.query, words))
        add(is_amount ? Kind::number : Kind::count, number.begin, number.end);
    }
    if (evaluation_ && !evaluation_->measured.empty()) {  // "{v} kg" would show a number without its source
      for (size_t at = 0; (at = sentence.text.find('{', at)) != std::string::npos; ++at) {
        const size_t end = std::min(sentence.text.find('}', at), sentence.text.size() - 1) + 1;
        if (evaluation_->measured.contains(std::string_view(sentence.text).substr(at + 1, end - at - 2)))
          add(Kind::number, at, end);
      }
    }
    // An assert vouches for the amounts in its text that its query states, and for all counts: "more than 1 cup".
    for (const Sentence::Figure& assert : sentence.asserts) {
      const std::string words = sentence.text.substr(assert.begin, assert.end - assert.begin);
      for (const quantity::Stated& number : quantity::find_stated(words, rules_.units)) {
        const std::string_view stated = std::string_view(words).substr(number.begin, number.end - number.begin);
        const size_t begin = assert.begin + number.begin, end = assert.begin + number.end;
        if (number.kind == quantity::Stated::Kind::amount && std::ranges::any_of(stated, base::is_digit) &&
            !is_name(sentence.text, begin, end) && !states(assert.link->key, stated))
          add(Kind::number, begin, end);
      }
    }
    if (text.is_held) return;
    add_quantifiers(sentence, claims);
    for (const Claim& claim : claims) {
      const std::string_view words = std::string_view(sentence.text).substr(claim.begin, claim.end - claim.begin);
      const bool is_bound = (claim.kind == Claim::Kind::comparison && states_comparison(sentence)) ||
                            (claim.kind == Claim::Kind::superlative && states_extreme(sentence, words, claim.end)) ||
                            (!text.query.empty() && compares(text.query, words));
      const auto kind = static_cast<Kind>(static_cast<int>(Kind::superlative) + static_cast<int>(claim.kind));
      if (!is_bound) add(kind, claim.begin, claim.end);
    }
  }

  // Whether the words end in a bound of a figure, "costs less than [€10](fig:…)", which check/figure_words.cc checks.
  bool is_bound_of_figure(const Sentence& sentence, const Claim& claim) const {
    const quantity::Language& language = quantity::language_of(rules_.language);
    const std::string_view words = std::string_view(sentence.text).substr(0, claim.end);
    const size_t next = sentence.text.find_first_not_of(' ', claim.end);
    return claim.kind == Claim::Kind::comparison &&
           std::ranges::any_of(sentence.figures, [&](const Sentence::Figure& each) { return each.begin == next; }) &&
           std::ranges::any_of(std::array{&language.over, &language.at_least, &language.under, &language.at_most},
                               [&](const quantity::Phrases* list) { return ends_with_words(words, *list); });
  }

  // Whether a number and its unit may end or be a name without a space between: "Llama 3.1 70B", "on 16-bit weights".
  static bool ends_name(std::string_view text, const quantity::Stated& number) {
    const std::string_view words = text.substr(number.begin, number.end - number.begin);
    if (words.find(' ') != std::string_view::npos || !base::is_letter(words.back())) return false;
    const std::string_view before = base::trim(text.substr(0, number.begin));
    const std::string_view word = before.substr(before.rfind(' ') + 1);
    return words.find('-') != std::string_view::npos || (!word.empty() && !(word[0] >= 'a' && word[0] <= 'z'));
  }

  // Whether a text begins with a verb of a claim: "fails", "has", "is expensive".
  static bool begins_with_verb(std::string_view text, const quantity::Language& language) {
    using Lists = std::initializer_list<const quantity::Phrases*>;
    size_t at = std::min(text.find_first_not_of(' '), text.size()), end = 0;
    const auto is_any = [&](Lists lists) {
      return std::ranges::any_of(lists, [&](auto* list) { return quantity::phrase_at(text, at, *list, end); });
    };
    if (is_any({&language.has, &language.sells, &language.outcomes})) return true;
    if (!is_any({&language.is})) return false;
    at = std::min(text.find_first_not_of(' ', end), text.size());
    return is_any({&language.adjectives, &language.qualities, &language.comparatives});
  }

  // Adds words that count with a noun of the data: "Most chips fail", "Every chip fails".
  void add_quantifiers(const Sentence& sentence, std::vector<Claim>& claims) const {
    const quantity::Language& language = quantity::language_of(rules_.language);
    for (size_t at = 0, end = 0; at < sentence.loose.size(); ++at) {
      const bool is_word = at == 0 || sentence.loose[at - 1] == ' ';
      if (!is_word) continue;
      const bool is_universal = quantity::phrase_at(sentence.loose, at, language.universals, end);
      if (!is_universal && !quantity::phrase_at(sentence.loose, at, language.quantifiers, end)) continue;
      const auto overlaps = [&](const Claim& claim) { return claim.begin < end && at < claim.end; };
      const std::optional<std::string> rest = after_noun(sentence.loose, end, rules_.nouns);
      if (!rest || (is_universal && !begins_with_verb(*rest, language))) continue;
      if (std::ranges::none_of(claims, overlaps)) claims.push_back({Claim::Kind::quantity, at, end});
    }
  }

  // Whether the number is one of a scale and a declared unit, for which a figure in the sentence, or the table or chart
  // that the text is part of, states something: "A million output tokens cost [$2](fig:…)".
  bool is_measure(const Sentence& sentence, const quantity::Stated& number, const ShownTexts::Text& of) const {
    const quantity::Language& language = quantity::language_of(rules_.language);
    const std::string_view text = std::string_view(sentence.loose).substr(number.begin);
    size_t end = 0;
    // The scale of a unit at the end of a title, "Gewicht in Tausend Kilogramm", is compared with the data elsewhere.
    const std::string_view before = base::trim(std::string_view(sentence.loose).substr(0, number.begin));
    if (of.place == ShownTexts::Place::block && (before.ends_with(" in") || before.ends_with(" en")) &&
        number.end == sentence.loose.size() && quantity::phrase_at(text, 0, language.scales, end))
      return true;
    if ((sentence.figures.empty() && of.place != ShownTexts::Place::block) ||
        !quantity::phrase_at(text, 0, language.one, end))
      return false;
    const std::vector<std::string_view> words = base::split(text.substr(0, text.find_first_of("`,.;")), ' ');
    return std::ranges::any_of(words | std::views::take(kMaxNameWords), [&](std::string_view word) {
      const auto unit = rules_.units.parse(word);
      return unit && unit->parts.size() == 1 && rules_.units.is_declared(unit->parts.front().name);
    });
  }

  // Whether a range of the text is within a name of the data, of at most kMaxNameWords words before and after it.
  bool is_name(std::string_view text, size_t begin, size_t end) const {
    if (rules_.names.empty()) return false;
    const auto is_inside = [&](size_t at) {
      return at > 0 && at < text.size() && text[at - 1] != ' ' && text[at] != ' ';
    };
    while (is_inside(begin)) --begin;
    while (is_inside(end)) ++end;
    for (size_t words = 0, first = begin; words <= kMaxNameWords; ++words) {
      for (size_t more = 0, last = end; more <= kMaxNameWords; ++more) {
        std::string_view name = text.substr(first, last - first);
        while (!name.empty() && std::string_view(".,;:!?()").find(name.back()) != std::string_view::npos)
          name.remove_suffix(1);
        if (rules_.names.contains(base::lower_case(name))) return true;
        if (last == text.size()) break;
        last = std::min(text.find(' ', last + 1), text.size());
      }
      if (first == 0) break;
      const size_t space = text.substr(0, first - 1).rfind(' ');
      first = space == std::string_view::npos ? 0 : space + 1;
    }
    return false;
  }

  // Whether a column may be what a superlative is about: "cheapest" about money, "the least memory" about a column with
  // that word in its title.
  bool is_about(std::string_view superlative, const quantity::Field& field) const {
    const quantity::Language& language = quantity::language_of(rules_.language);
    const auto unit = rules_.units.parse(field.unit).value_or(quantity::Unit());
    const bool is_money =
        std::ranges::any_of(unit.parts, [&](const auto& part) { return rules_.units.is_currency(part.name); });
    const bool has_time = unit.powers.contains(rules_.units.parse("s")->powers.begin()->first);
    const std::string title = base::lower_case(field.title + " " + field.name);
    for (size_t at = 0, end = 0; at < superlative.size(); ++at) {
      if (at > 0 && superlative[at - 1] != ' ') continue;
      if (quantity::phrase_at(superlative, at, language.of_money, end) && !is_money) return false;
      if (quantity::phrase_at(superlative, at, language.of_time, end) && (!has_time || is_money)) return false;
      const quantity::Phrase* amount = quantity::phrase_at(superlative, at, language.amounts, end);
      if (amount && title.find(amount->text) == std::string::npos && !is_money) return false;
    }
    return true;
  }

  // Whether a superlative is about all rows: "beats all", "the cheapest of all", "the lowest price of all cars", but
  // not "the cheapest van of all".
  bool is_of_all(std::string_view superlative, std::string_view behind, const quantity::Field& field) const {
    const quantity::Phrases& all = quantity::language_of(rules_.language).all;
    size_t end = 0;
    for (size_t at = 0; at < superlative.size(); ++at)
      if ((at == 0 || superlative[at - 1] == ' ') && quantity::phrase_at(superlative, at, all, end)) return true;
    constexpr size_t kPrepositions = 1;
    const std::string title = base::lower_case(field.title + " " + field.name);
    for (size_t others = 0; others <= kPrepositions;) {
      behind = base::trim(behind);
      if (quantity::phrase_at(behind, 0, all, end)) return true;
      const std::string_view word = behind.substr(0, behind.find(' '));
      if (word.empty()) return false;
      others += title.find(base::lower_case(word)) == std::string::npos;
      behind.remove_prefix(word.size());
    }
    return false;
  }

  // Whether an assert of the page has the number in its query. Without the page's figures, none is missing.
  bool states(std::string_view assert, std::string_view number) const {
    if (!evaluation_) return true;
    const std::vector<document::Fence>& fences = evaluation_->content->document().fences();
    const auto fence = std::ranges::find_if(fences, [&](const document::Fence& each) {
      return each.kind == document::FenceKind::assertion && each.name == assert;
    });
    return fence == fences.end() || states_number(fence->body, number);
  }

  // Whether a sentence has what a comparison needs: two figures in one unit, one that compares, such as a ratio, or an
  // assert.
  bool states_comparison(const Sentence& sentence) const {
    const size_t stated = sentence.figures.size() + sentence.assumptions.size();
    if (!sentence.asserts.empty()) return true;
    if (stated > 1 && (!evaluation_ || !sentence.assumptions.empty())) return true;
    std::vector<quantity::Unit> units;
    return std::ranges::any_of(sentence.figures, [&](const Sentence::Figure& each) {
      const site::Figure* figure = evaluation_ ? figure_of(*evaluation_, *each.link).second : nullptr;
      if (!figure) return false;
      const auto unit = rules_.units.parse(figure->cell.field.unit);
      const bool is_count = each.link->key.starts_with("count:");
      if (!is_count && (figure->greatest || figure->is_computed() || !unit || unit->is_ratio())) return true;
      const auto fits = [&](const quantity::Unit& other) { return quantity::convertible(*unit, other); };
      if (unit && std::ranges::any_of(units, fits)) return true;
      units.push_back(unit.value_or(quantity::Unit()));
      return false;
    });
  }

  // Whether a figure in the sentence is the extreme that the superlative states.
  bool states_extreme(const Sentence& sentence, std::string_view superlative, size_t end_of_claim) const {
    using quantity::End;
    using Extreme = site::Figure::Extreme;
    const End end = quantity::end_of(superlative, quantity::language_of(rules_.language));
    return std::ranges::any_of(sentence.figures, [&](const Sentence::Figure& each) {
      const site::Figure* figure = evaluation_ ? figure_of(*evaluation_, *each.link).second : nullptr;
      if (!figure || !is_about(superlative, figure->cell.field)) return false;
      const std::string_view behind = std::string_view(sentence.text).substr(end_of_claim);
      if (figure->is_of_group && is_of_all(superlative, behind, figure->cell.field)) return false;
      if (end == End::low || end == End::high)
        return figure->extreme == (end == End::low ? Extreme::lowest : Extreme::highest);
      return end != End::none && figure->is_best == (end == End::best);
    });
  }

  std::string_view page_;
  const site::Evaluation* evaluation_;
  const UnboundRules& rules_;
  std::vector<Unbound> found_;
};

constexpr std::string_view kBaselineHead =
    "# Words without support, as `sourcebook check --write-baseline` found them. The list may only shrink.\n";
constexpr size_t kHashDigits = 12;

std::string line_of(const Unbound& unbound) {
  return fmt::format("{}\t{}\t{}", unbound.page, base::hash_bytes(unbound.sentence).hex().substr(0, kHashDigits),
                     unbound.words);
}

using Listed = std::map<std::string_view, base::Span>;  // spans by line

Listed read(const base::SourceText* file, base::Diagnostics& diagnostics) {
  Listed listed;
  if (!file) return listed;
  for (size_t number = 1; number <= file->line_count(); ++number) {
    std::string_view line = file->line(number);
    if (line.empty() || line.starts_with('#')) continue;
    auto begin = static_cast<uint32_t>(file->line_start(number));
    base::Span span{file, begin, begin + static_cast<uint32_t>(line.size())};
    std::vector<std::string_view> parts = base::split(line, '\t');
    if (parts.size() == 3 && parts[1].size() == kHashDigits) {
      listed.emplace(line, span);
    } else {
      diagnostics.error("bad-baseline", span, "expected an entry of the list of unbound words")
          .expect("PAGE, HASH and WORDS, separated by tabs")
          .suggest("delete the file and run `sourcebook check --write-baseline`");
    }
  }
  return listed;
}

std::string expected_support(const Unbound& unbound) {
  using Place = ShownTexts::Place;
  const std::string& words = unbound.words;
  const bool can_cite = unbound.place == Place::markdown;
  if (unbound.place == Place::described)
    return "text without it, or a \"source\" for the resource or column that the text describes";
  if (unbound.place == Place::setting)
    return "text without it: state it on a page, where it can be tied to data or cited";
  const bool is_number = unbound.kind == Unbound::Kind::number;
  if (unbound.place == Place::query)
    return is_number || unbound.kind == Unbound::Kind::count
               ? "a number that the query itself states"
               : "a query that computes it, by MIN, MAX, RANK, LIMIT or a column of that name";
  if (words.starts_with('{')) return "an empty figure, which shows the number with its source: [](fig:…)";
  if (is_number)
    return can_cite ? fmt::format("[{}](fig:…), a citation in the sentence, or [{}](given:)", words, words)
                    : fmt::format("[{}](fig:…) or [{}](given:)", words, words);
  if (unbound.kind == Unbound::Kind::count)
    return fmt::format("[{}](count:TABLE), [{}](fig:…){} or [{}](given:)", words, words,
                       can_cite ? ", a citation in the sentence," : "", words);
  if (unbound.place == Place::block)
    return fmt::format("holds: [NAME], an assert that supports this, or [{}](assert:NAME)", words);
  if (unbound.kind == Unbound::Kind::superlative)
    return fmt::format("[{}](assert:NAME), a figure of a column with `extreme`{}", words,
                       can_cite ? ", or a citation in the sentence" : "");
  return fmt::format("[{}](assert:NAME){}", words, can_cite ? ", or a citation in the sentence" : "");
}

void report(const Unbound& unbound, bool is_new, base::Diagnostics& diagnostics) {
  using Kind = Unbound::Kind;
  const bool is_number = unbound.kind == Kind::number || unbound.kind == Kind::count;
  const std::string_view code = unbound.kind == Kind::number || unbound.kind == Kind::quantity ? "unbound-number"
                                : unbound.kind == Kind::count                                  ? "unbound-count"
                                                                                               : "unbound-superlative";
  base::Diagnostic& d = diagnostics.warning(
      code, unbound.span,
      fmt::format("\"{}\" is neither tied to {} nor cited", unbound.words, is_number ? "the data" : "an assert"));
  d.expect(expected_support(unbound));
  if (is_new) d.suggest(fmt::format("{} lists the accepted words, and may only shrink", kBaseline));
}

// Reports the words that `listed` does not contain, as errors if there is a list. Returns the lines of the others.
std::vector<std::string> report_new(const std::vector<Unbound>& found, const Listed& listed, bool has_list,
                                    base::Diagnostics& diagnostics) {
  std::vector<std::string> known;
  base::Diagnostics unbound;
  for (const Unbound& each : found) {
    if (std::string line = line_of(each); listed.contains(line))
      known.push_back(std::move(line));
    else
      report(each, has_list, unbound);
  }
  if (has_list) unbound.make_warnings_errors();
  diagnostics.merge(std::move(unbound));
  return known;
}

// Adds named figures in the form "run is 8 cup * price: an example run".
void add_named(const site::NamedFigures& figures, std::vector<Assumption>& found) {
  for (const auto& [name, figure] : figures)
    if (!figure.why.empty())
      found.push_back({fmt::format("{} is {}: {}", name, figure.formula.text, figure.why.text), figure.name_span});
}

// Adds keys, names and titles of the data that contain a number or a superlative. One that begins with a number, such
// as "5 GB", is an amount.
void add_names(const data::Database& database, UnboundRules& rules) {
  const auto add = [&](std::string_view text) {
    if (text.empty() || text.size() > kMaxName || base::is_digit(text[0]) || rules.names.size() >= kMaxNames) return;
    if (std::ranges::any_of(text, base::is_digit) || !find_claims(text, rules.language).empty())
      rules.names.insert(base::lower_case(text));
  };
  const auto connection = database.connect();
  for (const data::Resource& resource : database.package().resources) {
    add(resource.title);
    for (const data::ResourceField& field : resource.fields) add(field.field.title);
    const data::TableInfo* table = database.find_table(resource.name);
    const auto is_name = [&](const quantity::Field& field) {
      const bool names_row =
          field.name == "name" || field.name == "title" || std::ranges::count(resource.primary_key, field.name) > 0;
      return names_row && !quantity::is_numeric(field.type);
    };
    if (!table || std::ranges::none_of(table->fields, is_name)) continue;
    const quantity::Frame rows = connection->table(resource.name, kMaxNames);
    for (size_t column = 0; column < rows.columns(); ++column)
      for (size_t row = 0; is_name(rows.fields[column]) && row < rows.rows(); ++row)
        if (const auto* text = std::get_if<std::string>(&rows.at(row, column))) add(*text);
  }
}

}  // namespace

UnboundRules unbound_rules(const data::Database& database, std::string_view language) {
  UnboundRules rules{database.units(), std::string(language), {}, {}};
  for (const data::Resource& resource : database.package().resources) {
    rules.nouns.insert(base::lower_case(resource.name));
    rules.nouns.insert(base::lower_case(resource.title));
    for (const data::ResourceField& field : resource.fields)
      for (const std::string& category : field.constraints.one_of) rules.nouns.insert(base::lower_case(category));
  }
  add_names(database, rules);
  return rules;
}

std::vector<Unbound> find_unbound_in(const io::SourceTree& tree, const UnboundRules& rules) {
  std::vector<Unbound> found = Finder("", nullptr, rules).find(ShownTexts(tree));
  std::ranges::stable_sort(found, {}, [](const Unbound& each) { return std::pair(each.page, each.span.begin); });
  return found;
}

std::vector<Unbound> find_unbound_in(const site::Content& content, const site::Evaluation* evaluation,
                                     const UnboundRules& rules) {
  std::vector<Unbound> found = Finder(content.path, evaluation, rules).find(ShownTexts(content));
  std::ranges::stable_sort(found, {}, [](const Unbound& each) { return each.span.begin; });
  return found;
}

std::vector<Unbound> find_unbound(const site::Contents& contents, const site::Site& site, const UnboundRules& rules,
                                  unsigned jobs) {
  std::map<const site::Content*, const site::Evaluation*> evaluations;
  for (const auto& page : site.pages)
    if (page->content()) evaluations.emplace(page->content(), page->evaluation.get());
  std::vector<std::vector<Unbound>> on_page(contents.size());
  base::parallel_for(jobs, contents.size(), [&](size_t i, unsigned) {
    const auto evaluation = evaluations.find(contents[i].get());
    on_page[i] = find_unbound_in(*contents[i], evaluation == evaluations.end() ? nullptr : evaluation->second, rules);
  });
  std::vector<Unbound> found;
  for (std::vector<Unbound>& each : on_page) std::move(each.begin(), each.end(), std::back_inserter(found));
  return found;
}

bool lists_any(const base::SourceText& file) {
  for (size_t number = 1; number <= file.line_count(); ++number)
    if (std::string_view line = file.line(number); !line.empty() && !line.starts_with('#')) return true;
  return false;
}

size_t check_unbound(const std::vector<Unbound>& found, const base::SourceText* file, base::Diagnostics& diagnostics) {
  const Listed listed = read(file, diagnostics);
  const std::vector<std::string> known = report_new(found, listed, file != nullptr, diagnostics);
  const std::set<std::string_view> seen(known.begin(), known.end());
  for (const auto& [line, span] : listed)
    if (!seen.contains(line))
      diagnostics.error("stale-baseline", span, "these words are no longer unbound")
          .expect("words that `sourcebook check` reports")
          .suggest("remove them: sourcebook check --write-baseline");
  return known.size();
}

void report_unlisted(const std::vector<Unbound>& found, const base::SourceText& file, base::Diagnostics& diagnostics) {
  base::Diagnostics reported_by_check;
  if (!found.empty()) report_new(found, read(&file, reported_by_check), true, diagnostics);
}

std::string baseline_text(const std::vector<Unbound>& found, const base::SourceText* file, BaselineUpdate update) {
  base::Diagnostics reported_by_check;
  Listed listed = read(file, reported_by_check);
  bool all = !file || update == BaselineUpdate::grow;
  std::set<std::string> lines;
  for (const Unbound& each : found)
    if (std::string line = line_of(each); all || listed.contains(line)) lines.insert(std::move(line));
  std::string text(kBaselineHead);
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::vector<Assumption> find_assumptions(const site::Contents& contents, const site::NamedFigures& shared) {
  std::vector<Assumption> found;
  for (const auto& content : contents) {
    add_named(content->figures, found);
    for (const document::Document* document : documents_of(*content))
      for (const document::Link& link : document->links())
        if (link.kind == document::LinkKind::given)
          found.push_back({document->plain_text(link.node), link.exact ? link.text_span : link.span});
  }
  add_named(shared, found);
  return found;
}

}  // namespace check
