#include "blocks/flow_chart.h"

namespace blocks {

markup::SafeHtml flow_picture(const std::vector<site::FlowStep>& steps, std::string_view start, Context& context) {
  auto svg = draw_flow_chart(
      {context.ids.claim_chart("flow"), std::string(context.view.page().title), context.address(), start, steps});
  if (!svg) {
    context.diagnostics.error("no-flow-layout", context.view.content()->front.flow_start.span, svg.error());
    return {};
  }
  markup::Writer out;
  return out.open("figure").attr("class", "flow").html(*svg).close().take();
}

}  // namespace blocks
