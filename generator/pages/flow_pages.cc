// The decision flow: its picture, all its steps, and a page for each question and each outcome.
#include "blocks/flow_picture.h"
#include "pages/flow_steps.h"
#include "pages/page_values.h"

namespace pages {
namespace {

templates::List reached_from(const site::FlowNode& node, site::View& view) {
  templates::List list;
  view.reached_from(node);
  for (const auto& [origin, answer] : node.reached_from) {
    templates::Map map = link_value(*origin->page, view);
    list.push(map.set("label", answer->label.text));
  }
  return list;
}

templates::Map start_value(const site::Flow& flow, site::View& view) {
  if (flow.start) return link_value(*flow.start->page, view);
  templates::Map none;  // it was named wrongly, which has been reported
  return none.set("title", "").set("href", "");
}

void add_index(const site::Flow& flow, KindContext& kind) {
  kind.context.view.whole(flow);
  kind.values.set("picture", blocks::flow_picture(flow, kind.context));
  StepAnchors anchors;
  for (const auto& node : flow.nodes) anchors.emplace(node->id, kind.context.ids.claim("step-" + node->id));
  blocks::Notes figures("step", true);
  kind.values.set("steps", steps_value(flow, anchors, figures, kind));
  kind.values.set("steps_figures", figures.list(kind.context.words["figures_from"], false, kind.context));
}

void add_question(const site::FlowNode& node, KindContext& kind, document::Hooks& hooks) {
  kind.values.set("question", kind.page().title).set("answers", answers_value(node, hooks, kind.context));
  kind.values.set("asked_from", reached_from(node, kind.context.view));
}

void add_outcome(const site::FlowNode& node, KindContext& kind, document::Hooks& hooks) {
  kind.values.set("next_steps", next_steps_value(node, hooks, kind.context));
  kind.values.set("reached_from", reached_from(node, kind.context.view));
}

}  // namespace

void add_flow_values(KindContext& kind, document::Hooks* hooks) {
  const site::Page& page = kind.page();
  const site::Flow* flow = kind.context.view.flow();
  if (!flow || !hooks) {
    // A question outside a flow: reported here, since only its own page can say so.
    if (hooks)
      kind.context.diagnostics.error("flow-missing", page.content()->front.title.span, "this step belongs to no flow")
          .expect("an index.md in its folder with \"flow: {start: …}\"");
    return;
  }
  kind.values.set("start", start_value(*flow, kind.context.view));
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
