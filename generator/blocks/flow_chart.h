// The decision flow as a picture: SVG in which every step is a link, from top to bottom.
//
// Classes carry all colours: flow-chart (the svg), flow-edges, flow-edge, flow-arrow, flow-label, flow-node with
// flow-question or flow-outcome and flow-start, flow-shape, flow-title, flow-start-mark. Without CSS it is drawn in the
// text's own colour. data-way identifies a step (a node's id), and the answer of a line and its label ("NODE.ANSWER").
// Questions are rounded boxes, outcomes hexagons, and the start has a dot above it. Text is measured with
// markup/text_width.h: font-family is Arial, Helvetica or Liberation Sans.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "markup/html.h"

namespace blocks {

enum class FlowNodeKind { question, outcome };

struct FlowNode {
  std::string id;  // unique; named by edges
  std::string title;
  std::string href;  // "" for no link
  FlowNodeKind kind = FlowNodeKind::question;
  bool start = false;
};

struct FlowEdge {
  std::string from;
  std::string to;
  std::string label;   // "" for none
  std::string answer;  // its id
};

struct FlowChart {
  std::string id;           // prefix of the ids in the SVG, unique on the page
  std::string title;        // the name of the picture for screen readers
  std::string description;  // "" for a count of its steps
  std::vector<FlowNode> nodes;
  std::vector<FlowEdge> edges;
};

// May be called from any thread; one flow at a time is laid out. The same input gives the same bytes, regardless of the
// fonts that are installed. An edge to or from an unknown id is skipped. The error is a sentence (see lay_out).
base::Result<markup::SafeHtml, std::string> draw_flow_chart(const FlowChart& chart);

}  // namespace blocks
