#include "blocks/flow_chart.h"
#include "site/url.h"

namespace blocks {

markup::SafeHtml flow_picture(const std::vector<site::FlowStep>& steps, std::string_view start, Context& context) {
  FlowChart chart{context.ids.claim_chart("flow"), std::string(context.view.page().title), {}, {}};
  for (const site::FlowStep& step : steps) {
    const std::string href = site::relative_link(context.address(), step.address);
    chart.nodes.push_back(
        {std::string(step.id), std::string(step.title), href, step.is_question, step.address == start});
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
