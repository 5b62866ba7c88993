// Conditions in a flow's steps on earlier answers, checked for all ways through the flow.
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "base/suggest.h"
#include "site/flow.h"

namespace site {
namespace {

constexpr size_t kMaxStates = 10'000;  // the most states of one flow: more take too long to follow

// A step, and the answers that its readers gave and that conditions depend on.
struct State {
  GivenAnswers given;
  const State* before = nullptr;  // a state that leads to this one
  std::string answer;             // the answer that leads from `before` to this state: "place.own"
  const FlowNode* node = nullptr;
  bool is_followed = false;
};

class Conditions {
 public:
  Conditions(Flow& flow, base::Diagnostics& diagnostics) : flow_(flow), diagnostics_(diagnostics) {}

  void check() {
    bool has_conditions = false;
    for (auto& node : flow_.nodes) has_conditions = collect(*node) || has_conditions;
    if (has_conditions && is_known_ && flow_.start && walk())
      for (auto& node : flow_.nodes) check(*node);
  }

 private:
  static const document::FrontMatter& front_of(const FlowNode& node) { return node.page->content()->front; }

  static const std::vector<document::Passage>& passages_of(const FlowNode& node) {
    static const std::vector<document::Passage> kNone;
    const Content& content = *node.page->content();
    // Most texts do not need to be parsed here.
    if (content.file->source.text().find(":::") == std::string_view::npos) return kNone;
    return content.document().passages();
  }

  // Collects the answers that conditions of the step name. Returns whether there are any.
  bool collect(FlowNode& node) {
    const auto add = [&](const document::Condition& condition) {
      for (const auto& all : condition.any_of)
        for (const document::AnswerName& name : all)
          if (check_name(name)) node.depends_on.insert(name.text());
    };
    for (const document::Passage& passage : passages_of(node)) {
      add(passage.when);
      if (passage.when.empty() && !passage.otherwise) is_known_ = false;  // the invalid condition was reported
    }
    for (const document::NextStep& next : front_of(node).next) add(next.when);
    return !node.depends_on.empty();
  }

  bool check_name(const document::AnswerName& name) {
    const FlowNode* step = flow_.find(name.step);
    if (step && step->find(name.answer)) return true;
    is_known_ = false;
    std::vector<std::string_view> names;
    if (step)
      for (const FlowEdge& edge : step->answers) names.push_back(edge.answer->id);
    else
      for (const auto& node : flow_.nodes) names.push_back(node->id);
    diagnostics_
        .error("flow-condition", name.span,
               step ? fmt::format("\"{}\" is not an answer to \"{}\"", name.answer, name.step)
                    : fmt::format("there is no step \"{}\" in this flow", name.step))
        .expect(step && !names.empty() ? "one of " + base::list_names(names) : "QUESTION.ANSWER, with ids of this flow")
        .suggest(base::did_you_mean(step ? name.answer : name.step, names));
    return false;
  }

  // Follows all answers from the start. Returns whether there are few enough states.
  bool walk() {
    for (bool grew = true; grew;) {  // a step also depends on the answers that later steps depend on
      grew = false;
      for (auto& node : flow_.nodes)
        for (const FlowEdge& edge : node->answers)
          for (const std::string& name : edge.to->depends_on) grew = node->depends_on.insert(name).second || grew;
    }
    std::deque<State*> open{&state_of(*flow_.start, {}, nullptr, "")};
    while (!open.empty()) {
      State& at = *open.front();
      open.pop_front();
      if (std::exchange(at.is_followed, true)) continue;
      for (const FlowEdge& edge : at.node->answers) {
        const std::string answer = answer_name(*at.node, *edge.answer);
        GivenAnswers given;
        for (const std::string& name : edge.to->depends_on)
          if (name == answer || at.given.contains(name)) given.insert(name);
        open.push_back(&state_of(*edge.to, std::move(given), &at, answer));
      }
      if (count_ > kMaxStates) {
        refuse();
        return false;
      }
    }
    return true;
  }

  State& state_of(const FlowNode& node, GivenAnswers given, const State* before, const std::string& answer) {
    auto [found, is_new] = states_[&node].try_emplace(given);
    if (is_new) found->second = {std::move(given), before, answer, &node, false};
    count_ += is_new;
    return found->second;
  }

  void refuse() {
    GivenAnswers questions;
    for (const auto& [node, states] : states_)
      for (const std::string& name : node->depends_on) questions.insert("\"" + name.substr(0, name.find('.')) + "\"");
    diagnostics_
        .error("flow-too-complex", flow_.index->content()->front.flow_start.span,
               fmt::format("readers can reach the steps of this flow in more than {} ways that its conditions tell "
                           "apart, by the answers to {}",
                           kMaxStates, fmt::join(questions, ", ")))
        .suggest("ask these questions later, just before the steps that depend on them, or name fewer answers");
  }

  // Returns the answers on one path to a state: "size.larger, place.own".
  static std::string way_to(const State& state) {
    std::string way;
    for (const State* at = &state; at->before; at = at->before)
      way.insert(0, way.empty() ? at->answer : at->answer + ", ");
    return way;
  }

  static bool holds(const document::Condition& condition, const State& state) {
    return condition.holds([&](const document::AnswerName& name) { return state.given.contains(name.text()); });
  }

  void check(const FlowNode& node) {
    const auto found = states_.find(&node);
    if (found == states_.end()) return;  // the node is not reachable, which was reported
    const std::vector<document::Passage>& passages = passages_of(node);
    for (size_t first = 0, end = 0; first < passages.size(); first = end) {
      while (end < passages.size() && passages[end].first == first) ++end;
      check_alternatives(&passages[first], end - first, found->second);
    }
    for (const document::NextStep& next : front_of(node).next)
      if (!next.when.empty())
        check_used(next.when.any_of[0][0].span,
                   std::count_if(found->second.begin(), found->second.end(),
                                 [&](auto& each) { return holds(next.when, each.second); }),
                   found->second);
  }

  using States = std::map<GivenAnswers, State>;

  void check_used(base::Span span, long times, const States& states) {
    if (times == 0)
      diagnostics_.error("flow-condition", span, "no way through the flow leads here with these answers")
          .suggest("name answers that come before this step, or delete the passage");
    else if (static_cast<size_t>(times) == states.size())
      diagnostics_.error("flow-condition", span, "every way through the flow leads here with these answers")
          .suggest("write the text without a condition");
  }

  // Checks that in each state exactly one of several alternatives is shown.
  void check_alternatives(const document::Passage* passages, size_t count, const States& states) {
    std::vector<long> used(count);
    bool is_reported = false;
    for (const auto& [given, state] : states) {
      size_t shown = count, otherwise = count;
      for (size_t i = 0; i < count; ++i) {
        if (passages[i].otherwise) otherwise = i;
        if (!holds(passages[i].when, state)) continue;
        ++used[i];
        if (shown != count && !std::exchange(is_reported, true))
          diagnostics_
              .error("flow-overlap", passages[i].span,
                     fmt::format("two alternatives are shown after {}", way_to(state)))
              .expect("conditions that are never true together")
              .suggest("add an answer to one of them with \"and\", or end the first with \":::\"")
              .note(passages[shown].span, "the other");
        shown = i;
      }
      if (shown != count) continue;
      if (otherwise != count)
        ++used[otherwise];
      else if (count > 1 && !std::exchange(is_reported, true))
        diagnostics_.error("flow-gap", passages[0].span, fmt::format("no alternative is shown after {}", way_to(state)))
            .suggest("add \"::: otherwise\" below the others, with or without a text");
    }
    for (size_t i = 0; i < count && !is_reported; ++i) check_used(passages[i].span, used[i], states);
  }

  Flow& flow_;
  base::Diagnostics& diagnostics_;
  std::map<const FlowNode*, States> states_;
  size_t count_ = 0;
  bool is_known_ = true;  // whether all names in conditions are known
};

}  // namespace

void check_conditions(Flow& flow, base::Diagnostics& diagnostics) { Conditions(flow, diagnostics).check(); }

}  // namespace site
