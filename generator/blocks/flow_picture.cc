#include "blocks/flow_picture.h"

#include "blocks/flow_chart.h"
#include "site/url.h"

namespace blocks {

markup::SafeHtml flow_picture(const site::Flow& flow, Context& context) {
  FlowChart chart;
  chart.id = context.ids.claim_chart("flow");
  chart.title = flow.index->title;
  for (const auto& node : flow.nodes) {
    FlowNodeKind kind = node->is_question ? FlowNodeKind::question : FlowNodeKind::outcome;
    chart.nodes.push_back({node->id, node->page->title, site::relative_link(context.address(), node->page->address),
                           kind, node.get() == flow.start});
    for (const site::FlowEdge& edge : node->answers)
      chart.edges.push_back({node->id, edge.to->id, edge.answer->label.text, edge.answer->id});
  }
  auto svg = draw_flow_chart(chart);
  if (!svg) {
    context.diagnostics.error("no-flow-layout", flow.index->content()->front.flow_start.span, svg.error());
    return {};
  }
  markup::Writer out;
  return out.open("figure").attr("class", "flow").html(*svg).close().take();
}

}  // namespace blocks
