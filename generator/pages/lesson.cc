#include "pages/kinds.h"

namespace pages {

void add_lesson_values(KindContext& kind, document::Hooks& hooks) {
  const site::Content& content = *kind.page().content();
  templates::List key_points;
  for (const document::Document& point : content.key_points) key_points.push(document::write_inline(point, hooks));
  kind.values.set("key_points", std::move(key_points));
  kind.values.set("takeaway",
                  content.takeaway.empty() ? markup::SafeHtml() : document::write_inline(content.takeaway, hooks));
}

}  // namespace pages
