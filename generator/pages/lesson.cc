// A lesson: its key points and takeaway, what to read next, and its place in the learning plan of its section.
#include "pages/flow_steps.h"
#include "pages/kinds.h"
#include "pages/page_values.h"

namespace pages {
namespace {

// {title, href, part, parts, minutes}; null for the only lesson of a section.
templates::Value plan_of(site::View& view) {
  if (!view.page().folder) return {};
  const site::Plan plan = view.plan(*view.page().folder);
  if (plan.part == 0 || plan.index.empty()) return {};
  templates::Map map = link_value(plan.index, view);
  return map.set("part", plan.part).set("parts", plan.parts).set("minutes", plan.minutes);
}

}  // namespace

void add_lesson_values(KindContext& kind, document::Hooks& hooks) {
  const site::Content& content = *kind.view.content();
  templates::List key_points;
  for (const document::Document& point : content.key_points) key_points.push(document::write_inline(point, hooks));
  kind.values.set("key_points", std::move(key_points));
  kind.values.set("takeaway", content.takeaway ? document::write_inline(*content.takeaway, hooks) : markup::SafeHtml());
  kind.values.set("plan", plan_of(kind.view)).set("next_steps", next_steps_value({}, hooks, kind.context));
}

}  // namespace pages
