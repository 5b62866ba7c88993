#include "check/unbound.h"

#include <algorithm>
#include <iterator>

#include "base/parallel.h"
#include "check/comparisons.h"
#include "check/prose.h"
#include "quantity/stated.h"

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

// `page` is that of all texts; empty for the file of each.
std::vector<Unbound> find_in(const ShownTexts& texts, std::string_view page, const quantity::Units& units,
                             std::string_view language) {
  std::vector<Unbound> found;
  for (const ShownTexts::Text& text : texts.list()) {
    const std::string_view of = page.empty() ? std::string_view(text.document->source()->path()) : page;
    for (const Sentence& sentence : sentences_of(*text.document)) find_in(sentence, text, of, units, language, found);
  }
  return found;
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
  std::stable_sort(found.begin(), found.end(),
                   [](const Unbound& a, const Unbound& b) { return a.span.begin < b.span.begin; });
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

}  // namespace check
