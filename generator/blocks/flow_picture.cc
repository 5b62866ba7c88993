#include "blocks/flow_picture.h"

#include "blocks/flow_chart.h"
#include "site/url.h"

namespace blocks {

markup::SafeHtml flow_picture(const std::vector<site::FlowStep>& steps, std::string_view start, Context& context) {
  FlowChart chart;
  chart.id = context.ids.claim_chart("flow");
  chart.title = context.view.page().title;
  for (const site::FlowStep& step : steps) {
    FlowNodeKind kind = step.is_question ? FlowNodeKind::question : FlowNodeKind::outcome;
    chart.nodes.push_back({std::string(step.id), std::string(step.title),
                           site::relative_link(context.address(), step.address), kind, step.address == start});
    for (const site::FlowAnswer& answer : step.answers)
      chart.edges.push_back(
          {std::string(step.id), std::string(answer.to), std::string(answer.label), std::string(answer.id)});
  }
  auto svg = draw_flow_chart(chart);
  if (!svg) {
    context.diagnostics.error("no-flow-layout", context.view.content()->front.flow_start.span, svg.error());
    return {};
  }
  markup::Writer out;
  return out.open("figure").attr("class", "flow").html(*svg).close().take();
}

}  // namespace blocks
