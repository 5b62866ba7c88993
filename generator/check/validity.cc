// Finds figures of rows that have ended, or not yet begun, in sentences that speak of the present.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"
#include "check/checks.h"
#include "check/prose.h"

namespace check {
namespace {

bool is_part_of_word(char c) { return base::is_letter(c) || base::is_digit(c) || (c & 0x80) != 0; }

// Whether a text contains a word or phrase, in any case.
bool has_phrase(std::string_view text, std::string_view phrase) {
  for (size_t at = text.find(phrase); at != std::string_view::npos; at = text.find(phrase, at + 1)) {
    const size_t end = at + phrase.size();
    if ((at == 0 || !is_part_of_word(text[at - 1])) && (end == text.size() || !is_part_of_word(text[end]))) return true;
  }
  return false;
}

class ValidityChecker {
 public:
  ValidityChecker(const site::Site& site, const site::Page& page, const site::Words& words,
                  base::Diagnostics& diagnostics)
      : site_(site), page_(page), words_(words), diagnostics_(diagnostics) {}

  void check() {
    for (const document::Document* document : documents_of(*page_.content()))
      for (const Sentence& sentence : sentences_of(*document, quantity::language_of(site_.config->lang)))
        for (const Sentence::Figure& figure : sentence.figures) check(sentence, *figure.link);
  }

 private:
  void check(const Sentence& sentence, const document::Link& link) {
    const auto [key, figure] = figure_of(*page_.evaluation, link);
    if (!figure) return;
    const data::Validity* outside = nullptr;
    size_t count = 0;
    std::string_view row;
    for (const std::string& ref : figure->cell.refs)
      if (const data::Validity* each = site_.database->validity_of(ref); each && !each->is_current(site_.as_of)) {
        if (!outside) row = data::record_of(ref);
        if (!outside) outside = each;
        ++count;
      }
    // A computed value needs all of its inputs; the result of a query may count rows that have ended.
    if (!outside || (figure->formula.empty() && count < figure->cell.refs.size())) return;
    const bool has_ended = outside->has_ended(site_.as_of);
    const std::string& date = has_ended ? outside->to : outside->from;
    const std::string_view words = words_[has_ended ? "words_of_past" : "words_of_future"];
    const std::string text = base::fold_case(sentence.text);
    const auto is_said = [&](std::string_view word) { return has_phrase(text, base::fold_case(base::trim(word))); };
    const std::string year = date.substr(0, 4);
    if (is_said(year) || std::ranges::any_of(base::split(words, ','), is_said)) return;
    diagnostics_
        .error("ended-row", link.exact ? link.text_span : link.span,
               fmt::format(
                   fmt::runtime(has_ended ? "{} (until {}) has ended, but the sentence speaks of it as current"
                                          : "{} (from {}) has not begun, but the sentence speaks of it as current"),
                   row, date))
        .expect(fmt::format("the year {} in the sentence, or one of these words: {}", year, words))
        .suggest(fmt::format("say when it was true, or state a current row; the date of the site is {} (\"as_of\" in "
                             "data/site.json, by default the newest date in the data)",
                             site_.as_of))
        .of(fmt::format("figure:{}", key));
  }

  const site::Site& site_;
  const site::Page& page_;
  const site::Words& words_;
  base::Diagnostics& diagnostics_;
};

}  // namespace

std::pair<std::string, const site::Figure*> figure_of(const site::Evaluation& evaluation, const document::Link& link) {
  base::Diagnostics unused;  // unknown placeholders were reported when the page was rendered
  std::string key(link.key);
  if (evaluation.from_data) key = site::fill_placeholders(key, evaluation.values, link.span, unused);
  const auto found = evaluation.figures.find(key);
  return {key, found == evaluation.figures.end() ? nullptr : found->second.get()};
}

void check_validity(const site::Site& site, const site::Page& page, const site::Words& words,
                    base::Diagnostics& diagnostics) {
  if (page.has_text() && site.database->has_validity()) ValidityChecker(site, page, words, diagnostics).check();
}

}  // namespace check
