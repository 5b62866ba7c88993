// How the values of a field are written, where Data Package's standard allows more than one way: numbers with other
// marks, dates by a pattern, other words for true and false, and types that are texts of a certain form here.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace data {

struct WrittenForm {
  std::string type;    // the standard's name of a type that is a text here: "time", "geopoint", "any", …; otherwise ""
  std::string format;  // of dates and times a pattern such as "%d/%m/%Y"; of texts "email", …; "" for the default
  std::string decimal = ".", group;  // the marks of numbers
  bool is_bare = true;               // otherwise numbers may have other text before and after them: "€ 95"
  std::vector<std::string> yes, no;  // the words of booleans
  std::vector<std::string> missing;  // texts that stand for no value, besides ""
  std::string delimiter = ",";       // of lists
  std::string item_type = "string";

  bool has_usual_numbers() const { return decimal == "." && group.empty() && is_bare; }
  // Whether a list or map of JSON is a value, as text.
  bool is_nested() const;
  bool operator==(const WrittenForm&) const = default;
};

// The texts that a format of a text or of such a type allows; null if the standard has no such format.
struct TextShape {
  std::string_view type, format;
  const char* pattern;  // PCRE2, for the whole text; null for any text
  std::string_view expected;
};
const TextShape* find_shape(std::string_view type, std::string_view format);

// Whether a text is a pattern of dates or times.
bool is_date_pattern(std::string_view format);

// "1234.5" of "1.234,5 €"; nullopt if it has no such form.
std::optional<std::string> plain_number(std::string_view text, const WrittenForm& form);

// A date, time or date and time as ISO 8601 writes it, read by a pattern of strptime() with %f for fractions of a
// second. `is_date` and `has_time` say which parts are written.
std::optional<std::string> iso_text(std::string_view text, const std::string& pattern, bool has_date, bool has_time);

}  // namespace data
