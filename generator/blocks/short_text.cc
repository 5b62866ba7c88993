#include "blocks/short_text.h"

namespace blocks {

markup::SafeHtml short_html(std::string_view words, base::Span span, Context& context) {
  const site::Content* content = context.view.page().content();
  const document::Document* text = content && context.hooks ? content->short_text(span) : nullptr;
  return text ? document::write_inline(*text, *context.hooks) : markup::SafeHtml::text(words);
}

}  // namespace blocks
