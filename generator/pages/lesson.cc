// A lesson: its key points and takeaway, and which part it is of its section, read as a learning plan.
#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {
namespace {

// {title, href, part, parts, minutes}; null where the lesson stands alone.
templates::Value plan_of(site::View& view) {
  const site::Section* section = view.page().section;
  if (!section || !section->index) return {};
  const site::View::Plan plan = view.plan(*section);
  if (plan.part == 0) return {};
  templates::Map map = link_value(*section->index, view);
  return map.set("part", plan.part).set("parts", plan.parts).set("minutes", plan.minutes);
}

}  // namespace

void add_lesson_values(KindContext& kind, document::Hooks& hooks) {
  const site::Content& content = *kind.page().content();
  templates::List key_points;
  for (const document::Document& point : content.key_points) key_points.push(document::write_inline(point, hooks));
  kind.values.set("key_points", std::move(key_points));
  kind.values.set("takeaway", content.takeaway ? document::write_inline(*content.takeaway, hooks) : markup::SafeHtml());
  kind.values.set("plan", plan_of(kind.context.view));
}

}  // namespace pages
