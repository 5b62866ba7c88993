// The decision flow: its picture, all its steps, and a page for each question and each outcome.
#include "blocks/flow_picture.h"
#include "pages/flow_steps.h"
#include "pages/page_values.h"

namespace pages {
namespace {

// The answers that lead to the page: {title, href, label}.
templates::List reached_from(site::View& view) {
  templates::List list;
  for (const site::FlowOrigin& origin : view.reached_from()) {
    templates::Map map = link_value(origin.address, view);
    list.push(map.set("label", origin.label));
  }
  return list;
}

templates::Map start_value(const site::FlowStart& flow, site::View& view) {
  if (!flow.start.empty()) return link_value(flow.start, view);
  templates::Map none;  // the name is wrong, which was reported
  return none.set("title", "").set("href", "");
}

void add_index(const site::FlowStart& flow, KindContext& kind) {
  const std::vector<site::FlowStep> steps = kind.view.whole_flow(flow.index);
  kind.values.set("picture", blocks::flow_picture(steps, flow.start, kind.context));
  StepAnchors anchors;
  for (const site::FlowStep& step : steps)
    anchors.emplace(step.id, kind.context.ids.claim("step-" + std::string(step.id)));
  blocks::Notes figures("step", true);
  kind.values.set("steps", steps_value(steps, anchors, figures, kind));
  kind.values.set("steps_figures", figures.list(kind.context.words["figures_from"], false, kind.context));
}

}  // namespace

void add_flow_values(KindContext& kind, document::Hooks* hooks) {
  const auto flow = kind.view.flow();
  if (!flow || !hooks) {
    // A question outside a flow: only its own page can report that.
    if (hooks)
      kind.context.diagnostics
          .error("flow-missing", kind.view.content()->front.title.span, "this step does not belong to a flow")
          .expect("an index.md in its folder with \"flow: {start: …}\"");
    return;
  }
  kind.values.set("start", start_value(*flow, kind.view));
  if (kind.page().kind == site::PageKind::flow) return add_index(*flow, kind);
  const site::FlowStep step = kind.view.flow_step();
  kind.values.set("flow", link_value(flow->index, kind.view)).set("previous", nullptr).set("next", nullptr);
  kind.values.set(step.is_question ? "asked_from" : "reached_from", reached_from(kind.view));
  if (step.is_question)
    kind.values.set("question", kind.page().title).set("answers", answers_value(step, *hooks, kind.context));
  else
    kind.values.set("next_steps", next_steps_value(*hooks, kind.context));
}

}  // namespace pages
