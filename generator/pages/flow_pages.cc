// The pages of a decision flow: its picture with all steps, and a page for each question and each outcome.
#include "blocks/because.h"
#include "blocks/flow_chart.h"
#include "pages/flow_steps.h"
#include "pages/inset.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// Returns the answers that lead to a question: {title, href, label}.
templates::List asked_from(site::View& view) {
  return list_of(view.reached_from(), [&](const site::FlowOrigin& origin) {
    return link_value(origin.address, view).set("label", origin.label);
  });
}

// Returns the answers that lead to an outcome: {id, title, href, label, because}. The question's own page reports the
// errors in its reasons.
templates::List reached_from(KindContext& kind) {
  return list_of(kind.view.reached_from(), [&](const site::FlowOrigin& origin) {
    Inset question(origin.address, *kind.context.figures, kind);
    InsetHooks hooks(question);
    const document::Answer& answer = question.content().front.answers[origin.number];
    kind.rendered.add_anchor(std::string(origin.name));
    return link_value(origin.address, kind.view)
        .set("id", kind.context.ids.claim(origin.name))
        .set("label", origin.label)
        .set("because", list_of(blocks::because_html(answer, question.content(), hooks, question.context)));
  });
}

templates::Map start_value(const site::FlowStart& flow, site::View& view) {
  // The wrong name was already reported.
  return flow.start.empty() ? titled_link("", "") : link_value(flow.start, view);
}

void add_index(const site::FlowStart& flow, KindContext& kind) {
  const std::vector<site::FlowStep> steps = kind.view.whole_flow(flow.index);
  kind.values.set("picture", blocks::flow_picture(steps, flow.start, kind.context));
  StepAnchors anchors;
  for (const site::FlowStep& step : steps)
    anchors.emplace(step.id, kind.context.ids.claim("step-" + std::string(step.id)));
  blocks::Notes figures("step", true);
  kind.values.set("steps", steps_value(steps, anchors, figures, kind));
  kind.values.set("steps_figures", figures.list(kind.context));
}

// Adds the values that questions and outcomes share.
void add_step(const site::FlowStart& flow, const site::FlowStep& step, document::Hooks& hooks, KindContext& kind) {
  kind.values.set("start", start_value(flow, kind.view)).set("flow", link_value(flow.index, kind.view));
  kind.values.set("previous", nullptr).set("next", nullptr);
  kind.values.set("answers", answers_value(step, hooks, kind.context));
  if (step.is_question)
    kind.values.set("question", kind.page().title);
  else
    kind.values.set("question", asks_value(step, kind.context))
        .set("next_steps", next_steps_value(hooks, kind.context));
}

}  // namespace

void add_flow_values(KindContext& kind, document::Hooks* hooks) {
  const auto flow = kind.view.flow();
  if (!flow || !hooks) {
    // Only a question's own page can report that it is not part of a flow.
    if (hooks)
      kind.context.diagnostics
          .error("flow-missing", kind.view.content()->front.title.span, "this step does not belong to a flow")
          .expect("an index.md in its folder with \"flow: {start: …}\"");
    return;
  }
  if (kind.page().kind == site::PageKind::flow) {
    kind.values.set("start", start_value(*flow, kind.view));
    return add_index(*flow, kind);
  }
  const site::FlowStep step = kind.view.flow_step();
  if (step.is_question)
    kind.values.set("asked_from", asked_from(kind.view));
  else
    kind.values.set("reached_from", reached_from(kind));
  add_step(*flow, step, *hooks, kind);
}

}  // namespace pages
