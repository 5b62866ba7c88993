// Reads the parts of a chart's spec that depend on each other. Part of parse_spec().
#pragma once
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "notation/node.h"

namespace chart {

// Returns the value of a key, or null if it is absent or null.
const notation::Node* given(const notation::Node& map, std::string_view key);

// Whether a key of a channel states what it shows.
inline bool is_form(std::string_view key) { return key == "field" || key == "datum" || key == "value"; }

// Parses a map of channels. Those of `shared` (may be null) are the defaults of properties, as in Vega-Lite's layers.
std::vector<Encoding> parse_encodings(const notation::Node* shared, const notation::Node* own,
                                      base::Diagnostics& diagnostics);

// Parses the value of a channel; `span` is the span of its key.
Encoding parse_channel(Channel channel, base::Span span, const notation::Node& node, base::Diagnostics& diagnostics);

}  // namespace chart
