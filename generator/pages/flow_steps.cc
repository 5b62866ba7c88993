#include "pages/flow_steps.h"

#include <algorithm>

#include "base/text.h"
#include "blocks/because.h"
#include "blocks/short_text.h"
#include "pages/inset.h"
#include "pages/page_values.h"
#include "site/url.h"

namespace pages {
namespace {

// Returns an answer and its question in words: "“On our own premises” to “Where must it run?”".
std::string answer_in_words(const document::AnswerName& name, const site::FlowStep& step, const site::Words& words) {
  for (const site::FlowGiven& given : step.depends_on)
    if (given.name == name.text())
      return words.fill("when_answer", {{"answer", given.label}, {"question", given.question}});
  return "";  // the wrong name was already reported
}

std::string answers_in_words(const document::Condition& condition, const site::FlowStep& step,
                             const site::Words& words) {
  std::vector<std::string> any;
  for (const auto& names : condition.any_of) {
    std::vector<std::string> all;
    for (const document::AnswerName& name : names) all.push_back(answer_in_words(name, step, words));
    any.push_back(base::join(all, words["when_and"]));
  }
  return base::join(any, words["when_or"]);
}

// Calls `use` for `passage` and each of its alternatives.
template <class Use>
void for_alternatives(const document::Document& document, const document::Passage& passage, const Use& use) {
  for (const document::Passage& other : document.passages())
    if (other.first == passage.first && !other.otherwise) use(other.when);
}

// Renders a step on the page of its flow, without its tables and charts, which are on its own page.
class StepHooks final : public InsetHooks {
 public:
  explicit StepHooks(Inset& step) : InsetHooks(step), words_(step.context.words) {}

  std::optional<markup::SafeHtml> fence(const document::Fence& fence) override {
    if (!document::shows_data(fence.kind)) return PageHooks::fence(fence);
    markup::Writer out;
    out.open("p").open("a").attr("class", "on-step");
    out.url("href", link_to_part("#" + site::encode_fragment(fence.name)));
    return out.text(words_["on_step"]).close().close().take();
  }

 private:
  const site::Words& words_;
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
  map.set("asks", asks_value(flow_step, step.context));
  map.set("answers", answers_value(flow_step, hooks, step.context, anchors));
  map.set("next_steps", next_steps_value(hooks, step.context));
  return map;
}

// Returns a condition in the form that assets/flow.js reads: "place.own data.protected,place.elsewhere".
std::string condition_attribute(const document::Condition& condition) {
  std::vector<std::string> any;
  for (const auto& names : condition.any_of) {
    std::vector<std::string> all;
    for (const document::AnswerName& name : names) all.push_back(name.text());
    any.push_back(base::join(all, " "));
  }
  return base::join(any, ",");
}

}  // namespace

templates::List answers_value(const site::FlowStep& step, document::Hooks& hooks, blocks::Context& context,
                              const StepAnchors& anchors) {
  const site::Content& content = *context.view.content();
  templates::List answers;
  for (const site::FlowAnswer& answer : step.answers) {
    const site::Page& to = *context.view.target(answer.to_address);
    // An outcome shows the reason of the answer that led to it.
    const std::string reason = answer.ends ? "#" + site::encode_fragment(answer.name) : "";
    templates::Map map = titled_link(to.title, site::relative_link(context.address(), to.address) + reason);
    map.set("id", answer.id).set("to", answer.to).set("label", answer.label).set("leads_to", to.title);
    map.set("ends", answer.ends);
    map.set("because", list_of(blocks::because_html(content.front.answers[answer.number], content, hooks, context)));
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
  if (html.href.empty()) return {};
  const auto path = site::join_path(content.folder(), page.text.substr(0, page.text.find('#')));
  const auto address = path ? context.view.address_of_content(*path) : std::nullopt;
  const site::Page* target = path ? context.view.target(address.value_or(*path)) : nullptr;
  return titled_link(target ? target->title : page.text, html.href).set("minutes", target ? target->minutes() : 0);
}

templates::List next_steps_value(document::Hooks& hooks, blocks::Context& context) {
  const site::Content& content = *context.view.content();
  templates::List next_steps;
  for (const auto& [next, when] : content.front.next) {
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
  return list_of(flow, [&](const site::FlowStep& step) { return step_value(step, anchors, figures, kind); });
}

document::PassageHtml labelled_passage(const document::Document& document, const document::Passage& passage,
                                       const site::FlowStep& step, blocks::Context& context) {
  document::PassageHtml html;
  if (step.id.empty()) {
    context.diagnostics
        .error("flow-condition", passage.span, "only a step of a flow can have a passage for certain answers")
        .expect("a question or an outcome, in a folder whose index.md has \"flow: {start: …}\"");
    return html;
  }
  html.attributes.emplace_back("class", "when");
  std::string title(context.words["when_otherwise"]);
  if (passage.otherwise) {
    std::vector<std::string> others;
    for_alternatives(document, passage, [&](const auto& when) { others.push_back(condition_attribute(when)); });
    html.attributes.emplace_back("data-unless", base::join(others, ","));
  } else {
    html.attributes.emplace_back("data-when", condition_attribute(passage.when));
    title = context.words.fill("when_title", {{"answers", answers_in_words(passage.when, step, context.words)}});
  }
  markup::Writer out;
  html.before = out.open("p").attr("class", "when-title").text(title).close().take();
  return html;
}

}  // namespace pages
