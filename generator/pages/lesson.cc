// The values of a lesson: key points, takeaway, what to read next, and its position in its section and in the plans.
#include "pages/flow_steps.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// Returns {title, href, part, parts, minutes}; null for the only lesson of a section.
templates::Value plan_of(site::View& view) {
  if (!view.page().folder) return {};
  const site::Plan plan = view.plan(*view.page().folder);
  if (plan.part == 0 || plan.index.empty()) return {};
  templates::Map map = link_value(plan.index, view);
  return map.set("part", plan.part).set("parts", plan.parts).set("minutes", plan.minutes);
}

// Returns the section's plans that contain the lesson: {title, href, part, parts, next {title, href, minutes} or null}.
templates::List plans_of(site::View& view) {
  templates::List plans;
  const std::string_view index_address = view.members(view.page().folder.value_or("")).index;
  const std::optional<site::PageLink> index = view.target(index_address);
  const site::Content* section = index && !index->source.empty() ? view.content_at(index->source) : nullptr;
  if (!section) return plans;
  const auto address_of = [&](const document::Text& page) -> std::string_view {
    const auto path = site::join_path(section->folder(), page.text.substr(0, page.text.find('#')));
    return path ? view.address_of_content(*path).value_or("") : "";
  };
  for (const document::Plan& plan : section->front.plans) {
    size_t at = 0;
    while (at < plan.pages.size() && address_of(plan.pages[at]) != view.page().address) ++at;
    if (at == plan.pages.size()) continue;
    templates::Value next;
    if (const std::string_view address = at + 1 < plan.pages.size() ? address_of(plan.pages[at + 1]) : "";
        !address.empty())
      next = link_value(address, view).set("minutes", view.summary(address).minutes);
    templates::Map map = link_value(*index, view);
    map.set("href", site::relative_link(view.address(), index->address) + "#" + plan.name.text)
        .set("title", plan.title.text);
    plans.push(map.set("part", at + 1).set("parts", plan.pages.size()).set("next", std::move(next)));
  }
  return plans;
}

}  // namespace

void add_lesson_values(KindContext& kind, document::Hooks& hooks) {
  const site::Content& content = *kind.view.content();
  templates::List key_points;
  for (const document::Document& point : content.key_points) key_points.push(document::write_inline(point, hooks));
  kind.values.set("key_points", std::move(key_points));
  kind.values.set("takeaway", content.takeaway ? document::write_inline(*content.takeaway, hooks) : markup::SafeHtml());
  kind.values.set("plan", plan_of(kind.view)).set("next_steps", next_steps_value({}, hooks, kind.context));
  kind.values.set("plans", plans_of(kind.view));
}

}  // namespace pages
