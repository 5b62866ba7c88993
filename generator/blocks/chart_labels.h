// The labels of categories in charts, which show the labels that tables show instead of codes.
#pragma once
#include <optional>

#include "chart/draw.h"
#include "chart/spec.h"
#include "quantity/frame.h"
#include "site/view.h"

namespace blocks {

struct LabelledChart {
  chart::Spec spec;
  quantity::Frame frame;
};

// Returns a chart and its data with labels in the place of codes that are texts, and adds the labels to the colours of
// `options`. Authors may write either into the spec. Returns nullopt if no column has such labels.
std::optional<LabelledChart> label_categories(const chart::Spec& spec, const quantity::Frame& frame, site::View& view,
                                              chart::DrawOptions& options);

}  // namespace blocks
