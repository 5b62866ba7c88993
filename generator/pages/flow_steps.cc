#include "pages/flow_steps.h"

#include "blocks/because.h"
#include "blocks/short_text.h"
#include "pages/flow_passages.h"
#include "pages/hooks.h"
#include "pages/inset.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// Renders a step on the page of its flow. Links to its parts lead to its own page, with its tables and charts.
class StepHooks final : public PageHooks {
 public:
  explicit StepHooks(Inset& step)
      : PageHooks(step.content(), step.context(), step.rendered()), context_(step.context()) {}

  document::LinkHtml link(const document::Link& link, const markup::SafeHtml& inner, std::string_view text) override {
    document::LinkHtml html = PageHooks::link(link, inner, text);
    if (link.kind == document::LinkKind::ordinary && html.href.starts_with('#')) html.href.insert(0, own_page());
    return html;
  }

  std::optional<markup::SafeHtml> fence(const document::Fence& fence) override {
    if (!document::shows_data(fence.kind)) return PageHooks::fence(fence);
    markup::Writer out;
    out.open("p").open("a").attr("class", "on-step");
    out.url("href", own_page() + "#" + site::encode_fragment(fence.name));
    return out.text(context_.words["on_step"]).close().close().take();
  }

 private:
  // Returns the link to the step's own page; all steps are in the folder of the flow's page.
  std::string own_page() const {
    const std::string& address = context_.address();
    return site::relative_link(address, address);
  }

  blocks::Context& context_;
};

// Returns the blocks before the first heading. Sets `more` if there are other blocks, or footnotes.
markup::SafeHtml opening(const document::Document& document, document::Hooks& hooks, bool& more) {
  document::NodeId heading = document.headings().empty() ? 0 : document.headings().front().node;
  more = heading != 0 || !document.footnotes().empty();
  const document::Passage* passage = document.passage_of(heading);
  if (passage && document.node(passage->begin).next == heading) heading = passage->begin;
  return document.empty() ? markup::SafeHtml()
                          : document::write_blocks(document, hooks, document.node(0).child, heading);
}

templates::Map step_value(const site::FlowStep& flow_step, const StepAnchors& anchors, blocks::Notes& figures,
                          KindContext& kind) {
  Inset step(flow_step.address, figures, kind);
  StepHooks hooks(step);
  templates::Map map;
  bool more = false;
  map.set("id", flow_step.id).set("anchor", anchors.find(flow_step.id)->second).set("ends", !flow_step.is_question);
  map.set("title", flow_step.title).set("href", site::relative_link(kind.view.address(), flow_step.address));
  map.set("text", opening(step.content().document(), hooks, more)).set("more", more);
  map.set("asks", asks_value(flow_step, step.context()));
  map.set("answers", answers_value(flow_step, hooks, step.context(), anchors));
  map.set("next_steps", next_steps_value(flow_step, hooks, step.context()));
  std::string names;
  for (const site::FlowGiven& given : flow_step.depends_on) names += (names.empty() ? "" : " ") + given.name;
  map.set("depends_on", flow_step.has_variants ? names : "");
  step.record();
  return map;
}

}  // namespace

templates::List answers_value(const site::FlowStep& step, document::Hooks& hooks, blocks::Context& context,
                              const StepAnchors& anchors) {
  const site::Content& content = *context.view.content();
  templates::List answers;
  for (const site::FlowAnswer& answer : step.answers) {
    templates::List because;
    for (markup::SafeHtml& reason : blocks::because_html(content.front.answers[answer.number], content, hooks, context))
      because.push(std::move(reason));
    const site::PageLink to = context.view.target(answer.to_address).value_or(site::PageLink());
    templates::Map map = link_value(to, context.view);
    map.set("id", answer.id).set("to", answer.to).set("label", answer.label).set("leads_to", to.title);
    map.set("ends", answer.ends).set("because", std::move(because));
    if (auto anchor = anchors.find(answer.to); anchor != anchors.end()) map.set("anchor", anchor->second);
    answers.push(std::move(map));
  }
  return answers;
}

templates::Map named_page(const document::Text& page, document::Hooks& hooks, blocks::Context& context) {
  const site::Content& content = *context.view.content();
  document::Link link;
  link.destination = page.text;
  link.span = page.span;
  document::LinkHtml html = hooks.link(link, {}, "");
  templates::Map map;
  if (html.href.empty()) return map;
  const auto path = site::join_path(content.folder(), page.text.substr(0, page.text.find('#')));
  const auto address = path ? context.view.address_of_content(*path) : std::nullopt;
  const auto target = path ? context.view.target(address.value_or(*path)) : std::nullopt;
  map.set("title", target ? target->title : page.text).set("href", html.href);
  return map.set("minutes", target ? context.view.summary(target->address).minutes : 0);
}

templates::List next_steps_value(const site::FlowStep& step, document::Hooks& hooks, blocks::Context& context) {
  const site::Content& content = *context.view.content();
  templates::List next_steps;
  for (const auto& [next, when] : content.front.next) {
    if (!step.variant.empty() && !when.empty() && !holds(when, step)) continue;
    templates::Map map = named_page(next, hooks, context);
    if (!map.empty()) next_steps.push(map.set("when", condition_attribute(when)));
  }
  return next_steps;
}

templates::Value asks_value(const site::FlowStep& step, blocks::Context& context) {
  if (step.is_question || step.answers.empty()) return nullptr;
  const document::Text& question = context.view.content()->front.question;
  return blocks::short_html(question.text, question.span, context);
}

templates::List steps_value(const std::vector<site::FlowStep>& flow, const StepAnchors& anchors, blocks::Notes& figures,
                            KindContext& kind) {
  templates::List steps;
  for (const site::FlowStep& step : flow) steps.push(step_value(step, anchors, figures, kind));
  return steps;
}

}  // namespace pages
