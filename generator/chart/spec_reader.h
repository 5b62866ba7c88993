// Reads the parts of a chart's spec. Part of parse_spec(). The key tables list the keys that charts support, and those
// that only Vega-Lite supports, so that each gets the right message.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "chart/spec.h"
#include "notation/node.h"

namespace chart {

using Words = std::vector<std::string_view>;

struct KeyTable {
  std::string_view what;  // the subject of messages: "this chart"
  Words ours;
  Words vega_lite;  // words that are refused with an alternative
  Words queries;    // words that are refused with the advice to use SQL
};
extern const KeyTable kTopKeys, kLayerKeys, kMarkKeys, kEncodingKeys, kChannelKeys, kScaleKeys, kAxisKeys, kLegendKeys,
    kTitleKeys, kSortKeys, kFacetKeys, kFacetSpecKeys, kResolveKeys, kResolveScaleKeys, kNarrowKeys;

bool contains(const Words& words, std::string_view word);
// Whether a key of a channel states what it shows.
inline bool is_form(std::string_view key) { return key == "field" || key == "datum" || key == "value"; }

// Returns what to write instead of a word of Vega-Lite that charts do not support: the nearest alternative, or why
// there is none. Never empty.
std::string nearest_to(std::string_view word);

// Reports each key of `map` that charts do not support.
void check_keys(const notation::Node& map, const KeyTable& table, base::Diagnostics& diagnostics);

// Returns the index of the node's text in `ours`, or -1 after an error: "unsupported-value" for one of `vega_lite`,
// otherwise "unknown-value" with a suggestion.
int choose(const notation::Node& node, std::string_view what, const Words& ours, const Words& vega_lite,
           base::Diagnostics& diagnostics);

// Parses a map of channels. Those of `shared` (may be null) are the defaults of properties, as in Vega-Lite's layers.
std::vector<Encoding> parse_encodings(const notation::Node* shared, const notation::Node* own,
                                      base::Diagnostics& diagnostics);

// Parses the value of a channel; `span` is the span of its key.
Encoding parse_channel(Channel channel, base::Span span, const notation::Node& node, base::Diagnostics& diagnostics);

// Reads the name of a mark, or a map with its type and properties.
MarkSpec read_mark(const notation::Node& node, base::Diagnostics& diagnostics);
std::string mark_names();  // returns the names for messages: "bar, line, …"

// `what` is the name of the node in messages.
void wrong_type(const notation::Node& node, std::string_view what, std::string_view expected,
                base::Diagnostics& diagnostics);
// Returns whether the node is a map; otherwise reports that it must be `expected`.
bool is_map(const notation::Node& node, std::string_view what, base::Diagnostics& diagnostics,
            std::string_view expected = "a map");
// These report "wrong-type" if the node has a different type.
std::optional<std::string> read_text(const notation::Node& node, std::string_view what, base::Diagnostics& diagnostics);
std::optional<double> read_number(const notation::Node& node, std::string_view what, base::Diagnostics& diagnostics);

// Reads the values of a map. A missing key, and a wrong value after an error, give "" or nullopt.
class MapReader {
 public:
  MapReader(const notation::Node& map, base::Diagnostics& diagnostics) : map_(map), diagnostics_(diagnostics) {}
  // Reports keys that are not in the table.
  MapReader(const notation::Node& map, const KeyTable& table, base::Diagnostics& diagnostics)
      : MapReader(map, diagnostics) {
    check_keys(map, table, diagnostics);
  }

  base::Span span(std::string_view key) const;                               // returns the span of the value
  std::string text(std::string_view key, base::Span* span = nullptr) const;  // sets `span`, if given
  std::optional<std::string> title() const;                                  // returns "" for null
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
