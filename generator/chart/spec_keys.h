// The keys of a chart and its parts, from which their reader, the JSON Schema and the handbook's tables are made. Part
// of parse_spec(). Keys of marks, channels and scales state the marks, channels and types of scales that use them.
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chart/spec.h"
#include "notation/format.h"

namespace chart {

extern const notation::Format<ScaleSpec> kScale;
extern const notation::Format<GuideSpec> kAxis, kLegend;
extern const notation::Format<SortSpec> kSort;
extern const notation::Format<Condition> kCondition;

// The fixed colours of marks, which the theme defines.
inline const std::vector<std::string_view> kFixedColours{"accent", "muted", "good", "bad"};
extern const notation::Format<Encoding> kChannel;
extern const notation::Format<MarkSpec> kMark;

// These check which keys there are. Channels, marks, layers and panels depend on each other, so that spec.cc reads
// them, except the mark of a layer.
extern const notation::Format<Encoding> kEncoding, kFacet;
const notation::Format<Layer>& layer_format();
const notation::Format<Spec>& facet_spec_format();
const notation::Format<Spec>& narrow_format();

// Reads the name of a mark, or a map with its type and properties. REQUIRES: the key is given.
void read_mark(notation::Reader& from, std::string_view key, Layer& to);

std::string mark_names();  // returns the names for messages: "bar", "line", …

std::optional<Channel> channel_of(std::string_view name);

// The names of the values of an enumeration; the first one of a value is that of messages.
template <class E>
using Names = std::vector<std::pair<std::string_view, E>>;

template <class E>
std::string_view name_of(const Names<E>& names, E value) {
  const auto found = std::ranges::find(names, value, &Names<E>::value_type::second);
  return found == names.end() ? "" : found->first;
}

}  // namespace chart
