// Reads the mark of a chart or a layer: its name, or a map with its type and properties. Part of parse_spec().
#pragma once
#include <string>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "notation/node.h"

namespace chart {

MarkSpec read_mark(const notation::Node& node, base::Diagnostics& diagnostics);

std::string mark_names();  // for messages: "bar, line, …"

}  // namespace chart
