#include "blocks/short_text.h"

#include <algorithm>
#include <utility>

namespace blocks {

markup::SafeHtml short_html(std::string_view words, base::Span span, Context& context) {
  const site::Content* content = context.view.content();
  const document::Document* text = content && context.hooks ? content->short_text(span) : nullptr;
  if (!text) return markup::SafeHtml::text(words);
  const bool is_within = std::exchange(context.in_short_text, true);
  markup::SafeHtml html = document::write_inline(*text, *context.hooks);
  context.in_short_text = is_within;
  return html;
}

ShownWords filled_words(std::string_view key, const ShownWords& what, Context& context) {
  constexpr std::string_view kPlace = "{what}";
  const std::string_view form = context.words[key];
  const size_t at = std::min(form.find(kPlace), form.size());
  ShownWords filled{context.words.fill(key, {{"what", what.text}}), markup::SafeHtml::text(form.substr(0, at))};
  if (at == form.size()) return filled;
  filled.html += what.html;
  filled.html += markup::SafeHtml::text(form.substr(at + kPlace.size()));
  return filled;
}

markup::SafeHtml figures_html(std::string_view words, base::Span span, Context& context) {
  std::vector<markup::SafeHtml> cards;
  std::vector<markup::SafeHtml>* outer = std::exchange(context.figure_cards, &cards);
  (void)short_html(words, span, context);
  context.figure_cards = outer;
  markup::SafeHtml html;
  for (const markup::SafeHtml& card : cards) {
    if (!html.empty()) html += markup::SafeHtml::text("; ");
    html += card;
  }
  return html;
}

}  // namespace blocks
