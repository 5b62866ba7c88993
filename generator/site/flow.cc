#include "site/flow.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"

namespace site {
namespace {

auto answer_of(const document::FlowCase& test, std::string_view question) {
  return std::find_if(test.answers.begin(), test.answers.end(),
                      [&](const auto& pair) { return pair.first.text == question; });
}

class Builder {
 public:
  Builder(const Page& index, const std::vector<const Page*>& pages, base::Diagnostics& diagnostics)
      : front_(index.content()->front), diagnostics_(diagnostics) {
    flow_.index = &index;
    for (const Page* page : pages) add_node(*page);
  }

  Flow build() {
    for (auto& node : flow_.nodes) connect(*node);
    find_start();
    if (flow_.start) {
      order_nodes();
      report_cycles();
      if (flow_.is_whole) run_cases();
    }
    flow_.is_whole = flow_.is_whole && flow_.start && !has_cycle_;
    return std::move(flow_);
  }

 private:
  void add_node(const Page& page) {
    if (!page.content()) return;  // a generated page, such as that of a source in sources/
    const document::FrontMatter& front = page.content()->front;
    // A page in the flow's folder that is not a step, such as a tool or notes on the method, sets this layout.
    if (!front.is_flow_node() && front.layout.text == "page") return;
    if (!front.span) {  // the missing front matter was reported
      unread_.insert(page.content()->stem());
      flow_.is_whole = false;
      return;
    }
    if (!front.is_flow_node()) {
      diagnostics_
          .error("flow-not-a-node", front.span, "a page in a flow's folder is neither a question nor an outcome")
          .expect("\"question:\" with \"answers:\", or \"outcome:\"")
          .suggest("add one of them, or `layout: page` if it is not a step of the flow");
      return;
    }
    auto node = std::make_unique<FlowNode>();
    node->id = page.content()->stem();
    node->page = &page;
    node->is_question = front.outcome.empty();
    flow_.nodes.push_back(std::move(node));
  }

  void unknown_node(const document::Text& name, std::string_view code) {
    if (!name.span || unread_.contains(name.text)) return;  // the missing key was reported too
    diagnostics_.error(code, name.span, fmt::format("there is no step \"{}\" in this flow", name.text))
        .expect("the name of a file of this folder that is not a draft, without \".md\"")
        .suggest(base::did_you_mean(
            name.text, base::views(flow_.nodes, [](const auto& node) { return std::string_view(node->id); })));
  }

  void connect(FlowNode& node) {
    const document::FrontMatter& front = node.page->content()->front;
    for (const document::Answer& answer : front.answers) {
      if (answer.because.empty())
        diagnostics_
            .error("flow-unjustified", answer.id_span, fmt::format("the answer \"{}\" has no reason", answer.id))
            .expect("\"because:\" with the id of a claim, the name of an assert, or a sentence with a citation");
      FlowNode* to = flow_.find(answer.to.text);
      if (!to) {
        unknown_node(answer.to, "flow-target");
        flow_.is_whole = false;
        continue;
      }
      node.answers.push_back({&answer, to});
      to->reached_from.emplace_back(&node, &answer);
    }
  }

  void find_start() {
    flow_.start = flow_.find(front_.flow_start.text);
    if (!flow_.start) unknown_node(front_.flow_start, "flow-start");
  }

  // Searches depth first without recursion. An edge to a node that is still open closes a cycle.
  void report_cycles() {
    enum class State { fresh, open, done };
    std::map<const FlowNode*, State> state;
    for (const auto& root : flow_.nodes) {
      std::vector<std::pair<const FlowNode*, size_t>> path;
      if (state[root.get()] == State::fresh) {
        path.emplace_back(root.get(), 0);
        state[root.get()] = State::open;
      }
      while (!path.empty()) {
        auto& [node, next] = path.back();
        if (next == node->answers.size()) {
          state[node] = State::done;
          path.pop_back();
          continue;
        }
        const FlowEdge& edge = node->answers[next++];
        if (state[edge.to] == State::open) report_cycle(path, edge);
        if (state[edge.to] != State::fresh) continue;
        state[edge.to] = State::open;
        path.emplace_back(edge.to, 0);
      }
    }
  }

  void report_cycle(const std::vector<std::pair<const FlowNode*, size_t>>& path, const FlowEdge& edge) {
    has_cycle_ = true;
    std::string loop;
    bool inside = false;
    for (const auto& [node, unused] : path) {
      inside = inside || node == edge.to;
      if (inside) loop += node->id + " → ";
    }
    diagnostics_.error("flow-cycle", edge.answer->to.span, fmt::format("the flow has a loop: {}{}", loop, edge.to->id))
        .expect("answers that never lead back")
        .suggest("change this answer to lead to an outcome or a later step");
  }

  void order_nodes() {
    std::vector<const FlowNode*> order{flow_.start};
    reachable_.insert(flow_.start);
    for (size_t i = 0; i < order.size(); ++i)
      for (const FlowEdge& edge : order[i]->answers)
        if (reachable_.insert(edge.to).second) order.push_back(edge.to);
    for (const auto& node : flow_.nodes)
      if (flow_.is_whole && !reachable_.contains(node.get()))
        diagnostics_
            .error("flow-unreachable", node->page->content()->front.title.span,
                   fmt::format("no answer leads to the step \"{}\"", node->id))
            .suggest("add an answer that leads to it, or remove the page");
    auto place = [&](const std::unique_ptr<FlowNode>& node) {
      return std::find(order.begin(), order.end(), node.get()) - order.begin();
    };
    std::stable_sort(flow_.nodes.begin(), flow_.nodes.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
  }

  void run_cases() {
    std::set<std::string_view> reached;
    for (const document::FlowCase& test : front_.cases) {
      const FlowNode* end = follow(test);
      if (!end) continue;
      reached.insert(end->id);
      if (end->id != test.reaches.text)
        diagnostics_
            .error("flow-case", test.reaches.span,
                   fmt::format("{} reaches \"{}\", not \"{}\"", test.who.text, end->id, test.reaches.text))
            .suggest("correct the flow, or the outcome of this case");
    }
    for (const auto& node : flow_.nodes)
      if (!node->is_question && reachable_.contains(node.get()) && !reached.contains(node->id))
        diagnostics_
            .error("flow-outcome-unreached", node->page->content()->front.title.span,
                   fmt::format("no case reaches the outcome \"{}\"", node->id))
            .suggest(fmt::format("add one to \"cases:\" in {}", flow_.index->content()->file->source.path()));
  }

  // Returns the outcome that a case's answers lead to, or null after an error. An unanswered question is an error.
  const FlowNode* follow(const document::FlowCase& test) {
    for (const auto& [node, answer] : test.answers)
      if (!flow_.find(node.text)) {
        unknown_node(node, "flow-case");
        return nullptr;
      }
    if (!flow_.find(test.reaches.text)) {
      unknown_node(test.reaches, "flow-case");
      return nullptr;
    }
    const FlowNode* at = nullptr;
    if (const FlowNode* end = end_of_case(flow_, test, at)) return end;
    const auto given = answer_of(test, at->id);
    if (given == test.answers.end()) {
      diagnostics_.error("flow-case", test.span, fmt::format("{} stops at \"{}\"", test.who.text, at->id))
          .expect(fmt::format("an answer to \"{}\" in \"answers:\"", at->id));
      return nullptr;
    }
    const auto names = base::views(at->answers, [](const FlowEdge& edge) { return std::string_view(edge.answer->id); });
    diagnostics_
        .error("flow-case", given->second.span,
               fmt::format("\"{}\" is not an answer to \"{}\"", given->second.text, at->id))
        .expect("one of " + base::list_names(names))
        .suggest(base::did_you_mean(given->second.text, names));
    return nullptr;
  }

  const document::FrontMatter& front_;
  base::Diagnostics& diagnostics_;
  Flow flow_;
  bool has_cycle_ = false;
  std::set<std::string_view> unread_;  // pages without front matter
  std::set<const FlowNode*> reachable_;
};

}  // namespace

const FlowNode* Flow::find(std::string_view id) const {
  for (const auto& node : nodes)
    if (node->id == id) return node.get();
  return nullptr;
}

FlowNode* Flow::find(std::string_view id) {
  for (const auto& node : nodes)
    if (node->id == id) return node.get();
  return nullptr;
}

const FlowNode* Flow::node_of(const Page& page) const {
  for (const auto& node : nodes)
    if (node->page == &page) return node.get();
  return nullptr;
}

const FlowEdge* FlowNode::find(std::string_view answer) const {
  const auto found =
      std::find_if(answers.begin(), answers.end(), [&](const FlowEdge& edge) { return edge.answer->id == answer; });
  return found == answers.end() ? nullptr : &*found;
}

std::string answer_name(const FlowNode& question, const document::Answer& answer) {
  return question.id + "." + answer.id;
}

const FlowNode* end_of_case(const Flow& flow, const document::FlowCase& test, const FlowNode*& stopped) {
  stopped = flow.start;
  for (size_t steps = 0; stopped && steps <= flow.nodes.size(); ++steps) {
    const auto given = answer_of(test, stopped->id);
    // A case may end at an outcome even if the outcome leads to another question.
    if (!stopped->is_question && (stopped->answers.empty() || given == test.answers.end())) return stopped;
    const FlowEdge* edge = given == test.answers.end() ? nullptr : stopped->find(given->second.text);
    if (!edge) return nullptr;
    stopped = edge->to;
  }
  return nullptr;
}

Flow build_flow(const Page& index, const std::vector<const Page*>& pages, base::Diagnostics& diagnostics) {
  return Builder(index, pages, diagnostics).build();
}

}  // namespace site
