// Fuzzes a decision flow: index.md and, after lines "%%", the steps a.md, b.md, c.md …, which are parsed, checked, laid
// out and drawn. All steps must be found, the cases of a valid flow must reach their outcomes, and the drawing must be
// well nested.
#include "site/flow.h"
#include "blocks/flow_chart.h"
#include "fuzz/fuzz.h"

namespace {

constexpr size_t kMaxSteps = 12;

struct Step {
  Step(std::string path, std::string text) : file(std::move(path), std::move(text)) {}
  io::SourceFile file;
  std::unique_ptr<site::Content> content;
  site::Page page;

  void parse(base::Diagnostics& diagnostics) {
    content = site::parse_content(file, diagnostics);
    auto evaluation = std::make_shared<site::Evaluation>();
    evaluation->content = content.get();
    page.evaluation = std::move(evaluation);
    page.title = content->front.title.text;
    page.address = file.source.path();
  }
};

std::vector<site::FlowStep> steps_of(const site::Flow& flow) {
  std::vector<site::FlowStep> steps;
  for (const auto& node : flow.nodes) {
    site::FlowStep& step = steps.emplace_back();
    step.id = node->id, step.address = node->page->address, step.title = node->page->title;
    step.is_question = node->is_question;
    for (const site::FlowEdge& edge : node->answers)
      step.answers.push_back({0, edge.answer->id, edge.to->id, edge.answer->label.text});
  }
  return steps;
}

void check(const site::Flow& flow) {
  for (const auto& node : flow.nodes) {
    fuzz::require(flow.find(node->id) == node.get() && flow.node_of(*node->page) == node.get(), "a step is found");
    for (const site::FlowEdge& edge : node->answers) fuzz::require(edge.to && edge.answer, "an answer has a target");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto parts = fuzz::parts_of(fuzz::text_of(data, size), 1);
  if (parts.size() > kMaxSteps) parts.resize(kMaxSteps);
  base::Diagnostics diagnostics;
  std::vector<std::unique_ptr<Step>> steps;
  std::vector<const site::Page*> pages;
  for (size_t i = 0; i < parts.size(); ++i) {
    const std::string name = i == 0 ? "index" : std::string(1, static_cast<char>('a' + i - 1));
    steps.push_back(std::make_unique<Step>("content/choose/" + name + ".md", parts[i]));
    steps.back()->parse(diagnostics);
    if (i > 0) pages.push_back(&steps.back()->page);
  }
  if (steps[0]->content->front.flow_start.empty()) return fuzz::check(diagnostics), 0;  // the input is not a flow
  const site::Flow flow = site::build_flow(steps[0]->page, pages, diagnostics);
  fuzz::check(diagnostics);
  check(flow);
  if (flow.nodes.empty()) return 0;
  const std::vector<site::FlowStep> drawn = steps_of(flow);
  blocks::PageIds ids;
  const auto drawings = blocks::draw_flow_chart({ids, "Which?", "index.html", drawn.front().address, drawn});
  if (drawings)
    for (const blocks::FlowDrawing& drawing : drawings.value()) fuzz::check_markup(drawing.svg.str());
  if (!diagnostics.has_errors())
    fuzz::require(bool(drawings), "a flow without a mistake is drawn", drawings ? "" : drawings.error());
  return 0;
}
