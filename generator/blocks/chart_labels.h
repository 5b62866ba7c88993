// The labels of categories in charts, which show the labels and dates that tables show instead of codes.
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

// Returns a chart and its data with labels in the place of codes, and adds the labels to the colours of `options`.
// Dates that are categories are written as in the language. Authors may write either into the spec. Returns nullopt if
// no column is labelled.
std::optional<LabelledChart> label_categories(const chart::Spec& spec, const quantity::Frame& frame, site::View& view,
                                              chart::DrawOptions& options);

}  // namespace blocks
