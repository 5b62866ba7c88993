// Reads values that are written in one of the ways that the Data Package standard allows: numbers with other marks,
// dates by a pattern, other words for true and false. Values of its other types are checked and stored as text.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace data {

struct WrittenForm {
  std::string type;    // the standard's name of a type that is stored as text: "time", "geopoint", "any" …; or ""
  std::string format;  // the pattern of a date or time: "%d/%m/%Y", or the format of a text: "email"; or ""
  std::string decimal = ".", group;  // the marks in numbers
  bool is_bare = true;               // false if other text may surround numbers, as in "€ 95"
  std::vector<std::string> yes, no;  // the words for true and false
  std::vector<std::string> missing;  // texts that mean "no value", besides ""
  std::string delimiter = ",";       // the delimiter between the items of a list
  std::string item_type = "string";

  bool has_usual_numbers() const { return decimal == "." && group.empty() && is_bare; }
  // Whether a value may be a list or map in JSON, which is stored as text.
  bool is_nested() const;
  bool operator==(const WrittenForm&) const = default;
};

// Describes the texts that a format of a type allows.
struct TextShape {
  std::string_view type, format;
  const char* pattern;  // a PCRE2 pattern for the whole text; null if all texts are allowed
  std::string_view expected;
};
// Returns null if the standard has no such format.
const TextShape* find_shape(std::string_view type, std::string_view format);

// Whether a format is a pattern for dates or times.
bool is_date_pattern(std::string_view format);

// Returns a number without its notation: "1234.5" for "1.234,5 €"; nullopt if the text is not in this form.
std::optional<std::string> plain_number(std::string_view text, const WrittenForm& form);

// Reads a date or time by a pattern of strptime(), with %f for fractions of a second, and returns it in ISO 8601.
// `has_date` and `has_time` say which parts to return. Returns nullopt if the text does not match.
std::optional<std::string> iso_text(std::string_view text, const std::string& pattern, bool has_date, bool has_time);

}  // namespace data
