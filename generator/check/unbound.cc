#include "check/unbound.h"

#include "check/comparisons.h"
#include "check/prose.h"
#include "quantity/stated.h"

namespace check {
namespace {

void find_in(const Sentence& sentence, const std::string& page, const quantity::Units& units, std::string_view language,
             std::vector<Unbound>& found) {
  if (sentence.cited) return;
  auto add = [&](Unbound::Kind kind, size_t begin, size_t end) {
    found.push_back(
        {kind, page, sentence.text.substr(begin, end - begin), sentence.text, sentence.span(begin, end - begin)});
  };
  for (const quantity::Stated& number : quantity::find_stated(sentence.loose, units))
    add(Unbound::Kind::number, number.begin, number.end);
  if (sentence.tied) return;
  for (const Comparison& comparison : find_comparisons(sentence.loose, language))
    add(Unbound::Kind::comparison, comparison.begin, comparison.end);
}

}  // namespace

std::vector<Unbound> find_unbound(const site::Contents& contents, const quantity::Units& units,
                                  std::string_view language) {
  std::vector<Unbound> found;
  for (const auto& content : contents)
    for (const document::Document* document : documents_of(*content))
      for (const Sentence& sentence : sentences_of(*document)) find_in(sentence, content->path, units, language, found);
  return found;
}

}  // namespace check
