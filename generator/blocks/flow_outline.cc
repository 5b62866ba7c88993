#include "blocks/flow_outline.h"

#include <set>

#include "blocks/flow_chart.h"
#include "site/url.h"

namespace blocks {
namespace {

class Outline {
 public:
  explicit Outline(Context& context) : context_(context) {}

  markup::SafeHtml write(const site::FlowNode& start) {
    out_.open("ul").attr("class", "outline").open("li");
    write_node(start);
    out_.close().close();
    return out_.take();
  }

 private:
  void link(const site::FlowNode& node) {
    out_.open("a").url("href", site::relative_link(context_.address(), node.page->address));
    out_.text(node.page->title).close();
  }

  void write_node(const site::FlowNode& node) {
    link(node);
    if (node.answers.empty()) return;
    if (!seen_.insert(&node).second) {
      out_.text(" ").element("span", context_.words["see_above"]);
      return;
    }
    out_.open("ul");
    for (const site::FlowEdge& edge : node.answers) {
      out_.open("li").element("span", edge.answer->label.text).text(" → ");
      write_node(*edge.to);
      out_.close();
    }
    out_.close();
  }

  Context& context_;
  markup::Writer out_;
  std::set<const site::FlowNode*> seen_;
};

}  // namespace

markup::SafeHtml flow_outline(const site::Flow& flow, Context& context) {
  if (!flow.start) return {};
  return Outline(context).write(*flow.start);
}

markup::SafeHtml flow_picture(const site::Flow& flow, Context& context) {
  FlowChart chart;
  chart.id = "flow";
  chart.title = flow.index->title;
  for (const auto& node : flow.nodes) {
    FlowNodeKind kind = node->is_question ? FlowNodeKind::question : FlowNodeKind::outcome;
    chart.nodes.push_back({node->id, node->page->title, site::relative_link(context.address(), node->page->address),
                           kind, node.get() == flow.start});
    for (const site::FlowEdge& edge : node->answers)
      chart.edges.push_back({node->id, edge.to->id, edge.answer->label.text});
  }
  auto svg = draw_flow_chart(chart);
  if (!svg) {
    context.diagnostics.error("no-flow-layout", flow.index->content()->front().flow_start.span, svg.error());
    return {};
  }
  markup::Writer out;
  return out.open("figure").attr("class", "flow").html(*svg).close().take();
}

}  // namespace blocks
