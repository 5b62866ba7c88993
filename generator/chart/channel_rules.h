// The channels and keys that each mark uses. Those that do not change the drawing are errors (code "chart-no-effect"),
// so that none is silently ignored. content/handbook/blocks.md contains the same tables, and
// tests/unit/chart/channel_rules_test.cc draws each accepted entry with and without it and expects a different picture.
#pragma once
#include <map>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "chart/channels.h"
#include "chart/spec.h"

namespace chart {

// The forms in which a mark uses a channel, and when the channel can have an effect.
struct Use {
  enum class When { always, with_points, stacked };
  bool field = false, datum = false, value = false;
  When when = When::always;

  bool any() const { return field || datum || value; }
  bool accepts(const Encoding& encoding) const { return encoding.value ? value : encoding.datum ? datum : field; }
};

Use use_of(MarkType mark, Channel channel);
// Returns the keys that a map for `channel` may have.
std::vector<std::string_view> keys_of(Channel channel);
// Returns the marks that use `key` of a mark.
std::vector<MarkType> marks_with(std::string_view key);
// Whether a scale of this type on `channel` uses `key`.
bool uses_scale_key(Channel channel, ScaleType type, std::string_view key);

// Checks the channels of a mark before the data are known. A channel of `layer` that its mark does not use is an error
// if it is in the layer's own encoding (`own`). It is removed if it is in the chart's encoding, because other layers
// may use it.
void check_channels(Layer& layer, const notation::Node* own, base::Diagnostics& diagnostics);
// Reports a channel of the chart's encoding that no layer uses. `mark` is the mark of the first layer.
void report_unused(const Encoding& encoding, MarkType mark, base::Diagnostics& diagnostics);
void check_mark_keys(const notation::Node& map, const MarkSpec& mark, base::Diagnostics& diagnostics);
void check_channel_keys(const notation::Node& map, Channel channel, base::Diagnostics& diagnostics);

// Checks what depends on the types of the fields: offsets, second ends, orders, sorts. Call it after choose_stack().
void check_bound_channels(const std::vector<BoundLayer>& layers, const Spec& spec, base::Diagnostics& diagnostics);
// Checks the keys of scales, axes and legends.
void check_scale_keys(const std::vector<BoundLayer>& layers, const std::map<Channel, ScaleType>& types,
                      base::Diagnostics& diagnostics);

struct Plot;
// Reports numbers in different units on one scale, in texts, tests and orders, and titles that name another unit. Call
// it once the plot has its panels.
void check_units(const Plot& plot, base::Diagnostics& diagnostics);

}  // namespace chart
