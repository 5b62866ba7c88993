// Reads the marks and encodings of a chart's spec. Part of parse_spec().
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "chart/spec_keys.h"
#include "notation/node.h"

namespace chart {

// Parses a map of channels. Those of `shared` (may be null) are the defaults of properties, as in Vega-Lite's layers.
std::vector<Encoding> parse_encodings(const notation::Node* shared, const notation::Node* own,
                                      base::Diagnostics& diagnostics);

// Parses a channel that splits the chart into panels.
Encoding parse_facet(Channel channel, base::Span span, const notation::Node& node, base::Diagnostics& diagnostics);

// Reads the name of a mark, or a map with its type and properties.
MarkSpec read_mark(const notation::Node& node, base::Diagnostics& diagnostics);
std::string mark_names();  // returns the names for messages: "bar, line, …"

// These report "wrong-type" if the node has a different type. `what` is its name in messages.
std::optional<std::string> read_text(const notation::Node& node, std::string_view what, base::Diagnostics& diagnostics);
std::optional<double> read_number(const notation::Node& node, std::string_view what, base::Diagnostics& diagnostics);

// Reads the values of a map. Returns nullopt for a missing key, and for a wrong value after an error.
class MapReader {
 public:
  MapReader(const notation::Node& map, base::Diagnostics& diagnostics) : map_(map), diagnostics_(diagnostics) {}

  base::Span span(std::string_view key) const;  // returns the span of the value
  std::optional<std::string> text(std::string_view key) const;
  std::optional<std::string> title() const;  // returns "" for null
  std::optional<double> number(std::string_view key) const;
  std::optional<bool> boolean(std::string_view key) const;
  std::optional<quantity::Value> value(std::string_view key) const;  // returns a number or a text
  std::vector<quantity::Value> list(std::string_view key) const;     // returns a list of numbers and texts
  // Returns one of `ours`, or "". `vega_lite` contains words that are not supported.
  std::string choice(std::string_view key, const Words& ours, const Words& vega_lite = {}) const;

 private:
  const notation::Node& map_;
  base::Diagnostics& diagnostics_;
};

}  // namespace chart
