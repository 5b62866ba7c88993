// The words of chart specs: those that charts support, and those that only Vega-Lite supports, so that each gets the
// right message.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "notation/node.h"

namespace chart {

using Words = std::vector<std::string_view>;

struct KeyTable {
  std::string_view what;  // the subject of messages: "this chart"
  Words ours;
  Words vega_lite;  // words that are refused with an alternative
  Words queries;    // words that are refused with the advice to use SQL
};

const KeyTable& top_keys();
const KeyTable& layer_keys();
const KeyTable& mark_keys();
const KeyTable& encoding_keys();
const KeyTable& channel_keys();
const KeyTable& scale_keys();
const KeyTable& axis_keys();
const KeyTable& legend_keys();
const KeyTable& title_keys();
const KeyTable& sort_keys();
const KeyTable& facet_keys();
const KeyTable& facet_spec_keys();
const KeyTable& resolve_keys();
const KeyTable& resolve_scale_keys();
const KeyTable& narrow_keys();

// Returns what to write instead of a word of Vega-Lite that charts do not support: the nearest alternative, or why
// there is none. Never empty.
std::string nearest_to(std::string_view word);

// Reports each key of `map` that charts do not support.
void check_keys(const notation::Node& map, const KeyTable& table, base::Diagnostics& diagnostics);

// Returns the index of the node's text in `ours`, or -1 after an error: "unsupported-value" for one of `vega_lite`,
// otherwise "unknown-value" with a suggestion.
int choose(const notation::Node& node, std::string_view what, const Words& ours, const Words& vega_lite,
           base::Diagnostics& diagnostics);

}  // namespace chart
