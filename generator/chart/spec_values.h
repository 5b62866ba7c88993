// The kinds of values that only charts have, for their lists of keys (notation/format.h). Part of parse_spec().
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chart/spec.h"
#include "notation/format.h"

namespace chart {

inline const notation::Type kValueType{"number, text or date",
                                       R"({"anyOf": [{"type": ["string", "number", "boolean"]}, {
    "type": "object",
    "properties": {
      "year": {"type": "integer", "minimum": 0, "maximum": 9999},
      "month": {"type": "integer", "minimum": 1, "maximum": 12},
      "date": {"type": "integer", "minimum": 1, "maximum": 31}
    },
    "required": ["year"],
    "additionalProperties": false}]})"};
inline const notation::Type kValuesType = notation::list_of("list of values", kValueType);

// Read numbers and texts; a date as {year, month, date} becomes a text. REQUIRES: the key is given.
std::optional<quantity::Value> read_value(notation::Reader& from, std::string_view key);
std::vector<quantity::Value> read_values(notation::Reader& from, std::string_view key);

template <class T>
notation::Value<T> value(std::optional<quantity::Value> T::* place) {
  return {kValueType,
          [place](notation::Reader& from, std::string_view key, T& to) { to.*place = read_value(from, key); }};
}

template <class T>
notation::Value<T> values(std::vector<quantity::Value> T::* place) {
  return {kValuesType,
          [place](notation::Reader& from, std::string_view key, T& to) { to.*place = read_values(from, key); }};
}

// A text that replaces an automatic one; null, stored as "", removes it.
template <class T>
notation::Value<T> label(std::optional<std::string> T::* place) {
  notation::Value<T> label = notation::kinds::text(place);
  label.takes_null = true;
  return label;
}

// Reports a word of Vega-Lite that charts do not support. Returns whether it did.
bool refuse_word(notation::Reader& from, std::string_view key, std::string_view refused, const notation::Type& type);
// Returns the words of a choice for messages.
std::string quoted_words(const notation::Type& choice);

// `value` is one of some words. `refused`, separated by spaces, are those that only Vega-Lite has.
template <class T>
notation::Value<T> without(std::string_view refused, notation::Value<T> value) {
  value.read = [read = value.read, refused, type = value.type](notation::Reader& from, std::string_view key, T& to) {
    if (!refuse_word(from, key, refused, type)) read(from, key, to);
  };
  return value;
}

// Reports keys of Vega-Lite that charts do not support, which are separated by spaces, and those that compute.
notation::AnyFormat::Explain vega_lite(std::string_view refused);

// Returns what to write instead of a word of Vega-Lite that charts do not support: the nearest alternative, or why
// there is none. Never empty.
std::string nearest_to(std::string_view word);

}  // namespace chart
