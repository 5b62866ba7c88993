// The pages of a decision flow: its picture with all steps, and a page for each question and each outcome.
#include "blocks/flow_chart.h"
#include "pages/flow_steps.h"
#include "pages/inset.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// Returns the answers that lead to the page: {title, href, label}.
templates::List reached_from(site::View& view) {
  return list_of(view.reached_from(), [&](const site::FlowOrigin& origin) {
    return link_value(origin.address, view).set("label", origin.label);
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

// Adds the values that questions and outcomes share; `own` is the context of the step's file.
void add_step(const site::FlowStart& flow, const site::FlowStep& step, document::Hooks& hooks, blocks::Context& own,
              KindContext& kind) {
  kind.values.set("start", start_value(flow, kind.view)).set("flow", link_value(flow.index, kind.view));
  kind.values.set("previous", nullptr).set("next", nullptr);
  kind.values.set("answers", answers_value(step, hooks, own));
  templates::List given;
  for (const site::FlowGiven& answer : step.depends_on)
    if (answer.is_given)
      given.push(titled_link(answer.question, site::relative_link(kind.view.address(), answer.address))
                     .set("label", answer.label));
  kind.values.set("given", std::move(given));
  if (step.is_question)
    kind.values.set("question", kind.page().title);
  else
    kind.values.set("question", asks_value(step, own)).set("next_steps", next_steps_value(step, hooks, own));
}

// Renders a step for readers who gave certain answers. Links to parts of the step lead to its own page.
class VariantHooks final : public PageHooks {
 public:
  VariantHooks(Inset& own, const site::FlowStep& step)
      : PageHooks(own.content(), own.context, own.rendered), document_(own.content().document()), step_(step) {}

  bool shows(const document::Heading& heading) const {
    const document::Passage* passage = document_.passage_of(heading.node);
    return !passage || is_shown(document_, *passage, step_);
  }
  std::optional<document::PassageHtml> passage(const document::Passage& passage) override {
    return is_shown(document_, passage, step_) ? std::optional(document::PassageHtml()) : std::nullopt;
  }

 protected:
  std::string link_to_part(const std::string& fragment) override {
    for (const document::Heading& heading : document_.headings())
      if (fragment == "#" + site::encode_fragment(heading.id) && !shows(heading))
        return site::relative_link(step_.variant, step_.address) + fragment;
    return fragment;
  }

 private:
  const document::Document& document_;
  const site::FlowStep& step_;
};

}  // namespace

void add_variant_values(KindContext& kind) {
  const site::FlowStep step = kind.view.flow_step();
  Inset own(step.address, *kind.context.figures, kind);
  const document::Document& document = own.content().document();
  VariantHooks hooks(own, step);
  for (const site::Block& block : own.content().blocks) kind.context.ids.reserve(block.name);
  for (const document::Heading& heading : document.headings()) kind.context.ids.reserve(heading.id);
  kind.values.set("heading", title_html(own.context)).set("lead", lead_html(own.context));
  kind.values.set("content", document::write_html(document, hooks));
  if (own.content().front.toc.value_or(true))
    kind.values.set("toc", contents_value(document, [&](const auto& heading) { return hooks.shows(heading); }));
  kind.values.set("reached_from", templates::List()).set("asked_from", templates::List());
  add_step(*kind.view.flow(), step, hooks, own.context, kind);
  kind.values.set("notes", figure_notes(*kind.context.figures, kind.context));
}

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
  kind.values.set(step.is_question ? "asked_from" : "reached_from", reached_from(kind.view));
  add_step(*flow, step, *hooks, kind.context, kind);
}

}  // namespace pages
