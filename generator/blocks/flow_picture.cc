// A flow's steps as a picture (blocks/flow_chart.h).
#include "blocks/flow_chart.h"

namespace blocks {

markup::SafeHtml flow_picture(const std::vector<site::FlowStep>& steps, std::string_view start, Context& context) {
  const auto drawings = draw_flow_chart({context.ids, context.view.page().title, context.address(), start, steps});
  if (!drawings) {
    context.diagnostics.error("no-flow-layout", context.view.content()->front.flow_start.span, drawings.error());
    return {};
  }
  markup::Writer out;
  for (const FlowDrawing& drawing : drawings.value()) {
    out.open("figure").attr("class", "flow").attr("id", drawing.id);
    if (&drawing != &drawings.value().front()) out.element("figcaption", drawing.title);
    out.open("div").attr("class", "flow-scroll").attr("role", "region").attr("tabindex", "0");
    out.attr("aria-label", drawing.title).html(drawing.svg).close().close();
  }
  return out.take();
}

}  // namespace blocks
