// A lesson: its key points and takeaway, and which part it is of its section, read as a learning plan.
#include <algorithm>

#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {
namespace {

// {title, href, part, parts, minutes}; null where the lesson stands alone.
templates::Value plan(site::View& view) {
  const site::Section* section = view.page().section;
  if (!section || !section->index) return {};
  std::vector<const site::Page*> lessons = lessons_of(section->pages);
  auto at = std::find(lessons.begin(), lessons.end(), &view.page());
  if (at == lessons.end() || lessons.size() < 2) return {};
  size_t part = static_cast<size_t>(at - lessons.begin()) + 1;
  unsigned minutes = minutes_of(lessons);
  view.record("plan", base::Hasher().add(uint64_t{part}).add(uint64_t{lessons.size()}).add(uint64_t{minutes}).finish());
  templates::Map map = link_value(*section->index, view);
  return map.set("part", part).set("parts", lessons.size()).set("minutes", minutes);
}

}  // namespace

void add_lesson_values(KindContext& kind, document::Hooks& hooks) {
  const site::Content& content = *kind.page().content();
  templates::List key_points;
  for (const document::Document& point : content.key_points) key_points.push(document::write_inline(point, hooks));
  kind.values.set("key_points", std::move(key_points));
  kind.values.set("takeaway",
                  content.takeaway.empty() ? markup::SafeHtml() : document::write_inline(content.takeaway, hooks));
  kind.values.set("plan", plan(kind.context.view));
}

}  // namespace pages
