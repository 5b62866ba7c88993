// The decision flow: its picture and outline, and a page for each question and each outcome.
#include "blocks/because.h"
#include "blocks/flow_outline.h"
#include "pages/kinds.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

templates::List reached_from(const site::FlowNode& node, site::View& view) {
  templates::List list;
  base::Hasher hasher;
  for (const auto& [origin, answer] : node.reached_from) {
    hasher.add(origin->page->address).add(answer->label.text);
    templates::Map map = link_value(*origin->page, view);
    list.push(map.set("label", answer->label.text));
  }
  view.record("reached-from", hasher.finish());
  return list;
}

// Whatever the picture and the outline show.
base::Hash hash_of(const site::Flow& flow) {
  base::Hasher hasher;
  for (const auto& node : flow.nodes) {
    hasher.add(node->page->address).add(node->page->title).add(uint64_t{node->is_question});
    for (const site::FlowEdge& edge : node->answers) hasher.add(edge.answer->label.text).add(edge.to->page->address);
  }
  return hasher.finish();
}

void add_index(const site::Flow& flow, KindContext& kind) {
  site::View& view = kind.context.view;
  view.record("flow", hash_of(flow));
  templates::List outcomes;
  for (const auto& node : flow.nodes)
    if (!node->is_question) outcomes.push(link_value(*node->page, view));
  kind.values.set("picture", blocks::flow_picture(flow, kind.context));
  kind.values.set("outline", blocks::flow_outline(flow, kind.context));
  templates::Map none;  // the start was named wrongly, which has been reported
  none.set("title", "").set("href", "");
  kind.values.set("start", flow.start ? link_value(*flow.start->page, view) : std::move(none));
  kind.values.set("outcomes", std::move(outcomes));
}

void add_question(const site::FlowNode& node, KindContext& kind, document::Hooks& hooks) {
  const site::Page& page = kind.page();
  templates::List answers;
  for (const site::FlowEdge& edge : node.answers) {
    templates::List because;
    for (markup::SafeHtml& reason : blocks::because_html(*edge.answer, *page.content(), hooks, kind.context))
      because.push(std::move(reason));
    templates::Map map = link_value(*edge.to->page, kind.context.view);
    map.set("id", edge.answer->id).set("label", edge.answer->label.text);
    map.set("leads_to", edge.to->page->title).set("ends", !edge.to->is_question).set("because", std::move(because));
    answers.push(std::move(map));
  }
  kind.values.set("question", page.title).set("answers", std::move(answers));
  kind.values.set("asked_from", reached_from(node, kind.context.view));
}

// `next:` names pages by the paths of their files, as links do.
void add_outcome(const site::FlowNode& node, KindContext& kind, document::Hooks& hooks) {
  const site::Page& page = kind.page();
  templates::List next_steps;
  for (const document::Text& next : page.content()->front().next) {
    document::Link link;
    link.destination = next.text;
    link.span = next.span;
    document::LinkHtml html = hooks.link(link, {}, next.text);
    if (html.href.empty()) continue;
    auto path = site::join_path(page.content()->folder(), next.text.substr(0, next.text.find('#')));
    const site::Page* target = path ? kind.context.view.target_of_content(*path) : nullptr;
    if (target || path) target = kind.context.view.target(target ? target->address : *path);
    templates::Map map;
    next_steps.push(map.set("title", target ? target->title : next.text).set("href", html.href));
  }
  kind.values.set("next_steps", std::move(next_steps)).set("reached_from", reached_from(node, kind.context.view));
}

}  // namespace

void add_flow_values(KindContext& kind, document::Hooks* hooks) {
  const site::Page& page = kind.page();
  const site::Flow* flow = kind.site().flow_of(page);
  if (!flow || !hooks) {
    // A question outside a flow: reported here, since only its own page can say so.
    if (hooks)
      kind.context.diagnostics.error("flow-missing", page.content()->front().title.span, "this step belongs to no flow")
          .expect("an index.md in its folder with \"flow: {start: …}\"");
    return;
  }
  if (page.kind == site::PageKind::flow) return add_index(*flow, kind);
  const site::FlowNode* node = flow->node_of(page);
  kind.values.set("flow", link_value(*flow->index, kind.context.view));
  kind.values.set("previous", nullptr).set("next", nullptr);
  if (node->is_question)
    add_question(*node, kind, *hooks);
  else
    add_outcome(*node, kind, *hooks);
}

}  // namespace pages
