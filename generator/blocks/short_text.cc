#include "blocks/short_text.h"

#include <utility>

namespace blocks {

markup::SafeHtml short_html(std::string_view words, base::Span span, Context& context) {
  const site::Content* content = context.view.page().content();
  const document::Document* text = content && context.hooks ? content->short_text(span) : nullptr;
  if (!text) return markup::SafeHtml::text(words);
  const bool is_within = std::exchange(context.in_short_text, true);
  markup::SafeHtml html = document::write_inline(*text, *context.hooks);
  context.in_short_text = is_within;
  return html;
}

}  // namespace blocks
