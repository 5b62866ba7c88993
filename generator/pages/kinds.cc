// The values of each kind of page, and of kinds with few values.
#include "pages/kinds.h"

#include "pages/flow_steps.h"
#include "pages/inset.h"
#include "pages/moved.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// Returns the first paragraph, with its sources.
markup::SafeHtml summary_of(const site::Page& page, KindContext& kind) {
  Inset answer(page.address, *kind.context.figures, kind);
  InsetHooks hooks(answer);
  const document::Document& text = answer.content().document();
  const document::NodeId first = text.first_paragraph_node();
  markup::SafeHtml html = first == 0 ? markup::SafeHtml() : document::write_inline(text, hooks, first);
  return html;
}

// Returns {title, href, part, parts, minutes}; null for the only lesson of a section.
templates::Value plan_of(site::View& view) {
  if (!view.page().section) return {};
  const site::Plan plan = view.plan(view.page().folder());
  if (plan.part == 0 || plan.index.empty()) return {};
  return link_value(plan.index, view).set("part", plan.part).set("parts", plan.parts).set("minutes", plan.minutes);
}

// Returns the section's plans that contain the lesson: {title, href, part, parts, next {title, href, minutes} or null}.
templates::List plans_of(site::View& view) {
  templates::List plans;
  const std::string_view index_address = view.members(view.page().folder()).index;
  const site::Page* index = view.target(index_address);
  const site::Content* section = index ? index->content() : nullptr;
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
      next = link_value(address, view).set("minutes", view.target(address)->minutes());
    const std::string href = site::relative_link(view.address(), index->address) + "#" + plan.name.text;
    templates::Map map = titled_link(plan.title.text, href);
    map.set("part", at + 1).set("parts", plan.pages.size()).set("next", std::move(next));
    plans.push(std::move(map));
  }
  return plans;
}

// The list of all questions of an FAQ.
void add_faq_values(KindContext& kind) {
  kind.context.figures->stop_back_links();  // the links back would be too small to tap in such a long list
  templates::List questions;
  for (std::string_view address : kind.view.members(kind.page().folder()).pages) {
    const auto question = kind.view.target(address);
    if (!question || question->source().empty()) continue;
    questions.push(link_value(*question, kind.view).set("summary", summary_of(*question, kind)));
  }
  kind.values.set("questions", std::move(questions)).set("print", print_link(kind.view));
}

// The page at an address that moved or was retired.
void add_redirect_values(KindContext& kind) {
  View& view = kind.view;
  const site::Redirect row = *view.redirect(view.address());
  const std::string& base_url = view.config().base_url;
  const bool has_canonical = !row.to.address.empty() && !base_url.empty();
  const std::string_view above = view.nearest_above();
  kind.values.set("redirect", lead(row, view)
                                  .set("canonical", has_canonical ? site::absolute_url(base_url, row.to.address) : "")
                                  .set("above", optional_link(above, view)));
}

// The page of search results. A script fills in the results. Without scripts, it lists the content of the site.
void add_search_values(KindContext& kind) {
  const site::Members top = kind.view.members("");
  std::vector<std::string_view> lists = top.sections;
  constexpr size_t kMaxPages = 12;  // pages outside sections, such as the glossary; if there are more, none are listed
  if (top.pages.size() <= kMaxPages) lists.insert(lists.end(), top.pages.begin(), top.pages.end());
  if (lists.empty()) lists.emplace_back("index.html");
  kind.values.set("lists", page_list(lists, kind.view));
}

}  // namespace

// A lesson: key points, takeaway, what to read next, and its position in its section and in the plans.
void add_lesson_values(KindContext& kind, document::Hooks& hooks) {
  const site::Content& content = *kind.view.content();
  kind.values.set("key_points", list_of(content.key_points, [&](const document::Document& point) {
                    return document::write_inline(point, hooks);
                  }));
  kind.values.set("takeaway", content.takeaway ? document::write_inline(*content.takeaway, hooks) : markup::SafeHtml());
  kind.values.set("plan", plan_of(kind.view)).set("next_steps", next_steps_value(hooks, kind.context));
  kind.values.set("plans", plans_of(kind.view));
}

void add_kind_values(KindContext& kind, document::Hooks* hooks) {
  switch (kind.page().kind) {
    case site::PageKind::home:
    case site::PageKind::section:
      return add_list_values(kind);
    case site::PageKind::lesson:
      return hooks ? add_lesson_values(kind, *hooks) : void();
    case site::PageKind::flow:
    case site::PageKind::question:
    case site::PageKind::outcome:
      return add_flow_values(kind, hooks);
    case site::PageKind::faq:
      return add_faq_values(kind);
    case site::PageKind::sources:
    case site::PageKind::source:
      return add_source_values(kind);
    case site::PageKind::table:
    case site::PageKind::chart:
    case site::PageKind::data:
      return add_data_values(kind);
    case site::PageKind::resource:
      return add_resource_values(kind);
    case site::PageKind::contradictions:
      return add_contradiction_values(kind);
    case site::PageKind::changes:
      return add_changes_values(kind);
    case site::PageKind::print:
      return add_print_values(kind);
    case site::PageKind::search:
      return add_search_values(kind);
    case site::PageKind::redirect:
      return add_redirect_values(kind);
    case site::PageKind::answer:
    case site::PageKind::page:
    case site::PageKind::comparison:
    case site::PageKind::not_found:
      return;
  }
}

}  // namespace pages
