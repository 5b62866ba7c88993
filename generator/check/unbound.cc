#include "check/unbound.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/text.h"
#include "check/prose.h"
#include "quantity/figure_text.h"

namespace check {
namespace {

void find_in(const Sentence& sentence, const ShownTexts::Text& text, std::string_view page,
             const quantity::Units& units, std::string_view language, std::vector<Unbound>& found) {
  if (sentence.cited || text.is_sourced) return;
  auto add = [&](Unbound::Kind kind, size_t begin, size_t end) {
    found.push_back({kind, text.place, std::string(page), sentence.text.substr(begin, end - begin), sentence.text,
                     sentence.span(begin, end - begin)});
  };
  for (const quantity::Stated& number : quantity::find_stated(sentence.loose, units))
    if (text.query.empty() || !states_number(text.query, sentence.text.substr(number.begin, number.end - number.begin)))
      add(Unbound::Kind::number, number.begin, number.end);
  if (sentence.tied || text.is_held) return;
  for (const Comparison& comparison : find_comparisons(sentence.loose, language))
    if (text.query.empty() ||
        !compares(text.query, sentence.text.substr(comparison.begin, comparison.end - comparison.begin)))
      add(Unbound::Kind::comparison, comparison.begin, comparison.end);
}

// Finds unbound words. `page` is the page of all texts; empty to use the file of each text.
std::vector<Unbound> find_in(const ShownTexts& texts, std::string_view page, const quantity::Units& units,
                             std::string_view language) {
  std::vector<Unbound> found;
  for (const ShownTexts::Text& text : texts.list()) {
    const std::string_view of = page.empty() ? std::string_view(text.document->source()->path()) : page;
    for (const Sentence& sentence : sentences_of(*text.document)) find_in(sentence, text, of, units, language, found);
  }
  return found;
}

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
  if (unbound.place == Place::query)
    return unbound.kind == Unbound::Kind::number
               ? "a number that the query itself states"
               : "a query that computes it, by MIN, MAX, RANK, LIMIT or a column of that name";
  if (unbound.kind == Unbound::Kind::number)
    return can_cite ? fmt::format("[{}](fig:…), a citation in the sentence, or [{}](given:)", words, words)
                    : fmt::format("[{}](fig:…) or [{}](given:)", words, words);
  if (unbound.place == Place::block)
    return fmt::format("holds: [NAME], an assert that supports this, or [{}](assert:NAME)", words);
  return fmt::format("[{}](assert:NAME){}", words, can_cite ? ", or a citation in the sentence" : "");
}

void report(const Unbound& unbound, bool is_new, base::Diagnostics& diagnostics) {
  const bool number = unbound.kind == Unbound::Kind::number;
  base::Diagnostic& d = diagnostics.warning(
      number ? "unbound-number" : "unbound-superlative", unbound.span,
      fmt::format("\"{}\" is neither tied to {} nor cited", unbound.words, number ? "the data" : "an assert"));
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

}  // namespace

std::vector<Unbound> find_unbound_in(const io::SourceTree& tree, const quantity::Units& units,
                                     std::string_view language) {
  std::vector<Unbound> found = find_in(ShownTexts(tree), "", units, language);
  std::ranges::stable_sort(found, {}, [](const Unbound& each) { return std::pair(each.page, each.span.begin); });
  return found;
}

std::vector<Unbound> find_unbound_in(const site::Content& content, const quantity::Units& units,
                                     std::string_view language) {
  std::vector<Unbound> found = find_in(ShownTexts(content), content.path, units, language);
  std::ranges::stable_sort(found, {}, [](const Unbound& each) { return each.span.begin; });
  return found;
}

std::vector<Unbound> find_unbound(const site::Contents& contents, const quantity::Units& units,
                                  std::string_view language, unsigned jobs) {
  std::vector<std::vector<Unbound>> on_page(contents.size());
  base::parallel_for(jobs, contents.size(),
                     [&](size_t i, unsigned) { on_page[i] = find_unbound_in(*contents[i], units, language); });
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
