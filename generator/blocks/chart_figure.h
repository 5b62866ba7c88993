// A chart on a page: a <figure> with the drawing (for wide and for narrow screens), a summary computed from the data,
// the data as a table, sources, downloads, and how it was computed.
#pragma once
#include <optional>
#include <string>

#include "blocks/context.h"
#include "chart/spec.h"

namespace blocks {

// `name` is the chart's name in the site. Nothing after an error.
std::optional<markup::SafeHtml> chart_figure(const chart::Spec& spec, const std::string& name, Context& context);

}  // namespace blocks
