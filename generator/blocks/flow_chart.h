// The picture of a decision flow: SVGs drawn from top to bottom, in which every step is a link. A large flow is several
// drawings (flow_parts.h), so that letters keep their size on a page.
//
// CSS classes set all colours: flow-chart (the svg), flow-edges, flow-edge, flow-arrow, flow-label, flow-node with
// flow-question or flow-outcome, flow-start and flow-elsewhere (another drawing shows the answers), flow-shape,
// flow-title, flow-start-mark. Without CSS, the text's own colour is used. data-way identifies a step (a node's id), or
// the answer of a line and its label ("NODE.ANSWER"); of an outcome at the bottom, the answers that lead there.
// Questions are rounded boxes, outcomes are hexagons, and the start has a dot above it. Text is measured by
// markup/text_width.h, so font-family must be Arial, Helvetica or Liberation Sans.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "blocks/context.h"

namespace blocks {

struct FlowChart {
  PageIds& ids;
  std::string title;                         // the name of the first drawing for screen readers
  std::string_view address;                  // the address of the page with the picture, which has links to the steps
  std::string_view start;                    // the address of the first step
  const std::vector<site::FlowStep>& steps;  // must outlive this object
};

struct FlowDrawing {
  std::string id;     // links to the drawing lead there; also the prefix of the ids in the SVG
  std::string title;  // of a drawing below the first, the title of the step with which it begins
  markup::SafeHtml svg;
};

// Accepts at most 500 steps with 2,000 answers. May be called from any thread; only one flow at a time is laid out. The
// same input gives the same bytes, regardless of the installed fonts. Answers that lead to an unknown step are skipped.
// The error is a sentence (see lay_out).
base::Result<std::vector<FlowDrawing>, std::string> draw_flow_chart(const FlowChart& chart);

// Returns the drawings of a flow's steps, each in a <figure class="flow">; `start` is the address of the first step.
// Error "no-flow-layout" if the layout library is missing.
markup::SafeHtml flow_picture(const std::vector<site::FlowStep>& steps, std::string_view start, Context& context);

}  // namespace blocks
