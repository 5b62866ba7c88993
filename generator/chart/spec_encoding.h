// Reads the encodings of a chart's spec, channel by channel. Part of parse_spec().
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "notation/node.h"

namespace chart {

// A map of channels; those of `shared` (may be null) are the defaults, property by property, as in Vega-Lite's layers.
std::vector<Encoding> parse_encodings(const notation::Node* shared, const notation::Node* own,
                                      base::Diagnostics& diagnostics);

// A channel that splits the chart into panels.
Encoding parse_facet(Channel channel, base::Span span, const notation::Node& node, base::Diagnostics& diagnostics);

// Scalars by kind, with a message "wrong-type" when the node is something else; null pointer gives nothing.
std::optional<std::string> read_text(const notation::Node* node, std::string_view what, base::Diagnostics& diagnostics);
std::optional<double> read_number(const notation::Node* node, std::string_view what, base::Diagnostics& diagnostics);
std::optional<bool> read_bool(const notation::Node* node, std::string_view what, base::Diagnostics& diagnostics);

}  // namespace chart
