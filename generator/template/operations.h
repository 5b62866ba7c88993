// Operators and filters of expressions.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quantity/locale.h"
#include "template/syntax.h"
#include "template/value.h"

namespace templates {

// Thrown if an operator or filter does not accept a value. The evaluator adds the position.
struct ValueError {
  std::string message;
  std::string help;
};

// Appends text, HTML and integers. Throws ValueError for other kinds, which are not printed.
void append_text(std::string& out, const Value& value);

// Returns the characters of text or HTML. REQUIRES: the value is text or HTML.
std::string_view characters(const Value& value);
inline bool has_characters(const Value& value) {
  return value.kind() == ValueType::text || value.kind() == ValueType::safe_html;
}

bool compare(Comparison comparison, const Value& a, const Value& b);
// Concatenates values. If one is HTML, the result is HTML, and the others are escaped; otherwise it is text.
Value concat(std::span<const Value> parts);

// Appends a value as JSON that is safe within <script>.
void append_json(std::string& out, const Value& value);

// The filters: upper lower replace(old, new) urlencode; length first last join(separator); default(value);
// fill(name=value, …), which replaces each {name} in a text of strings/en.yaml.
struct Filter {
  std::string_view name;
  size_t arguments = 0;
  Value (*run)(const Value& subject, std::span<const Value* const> given) = nullptr;  // the function; null for `fill`
  bool accepts_unknown = false;  // whether the subject may be a name or attribute that does not exist, as for `default`
  bool accepts_names = false;    // whether any number of named arguments is accepted, as for `fill`
};

// Returns null if there is no such filter.
const Filter* find_filter(std::string_view name);
std::vector<std::string_view> filter_names();

// Replaces each {name} in the text. The result is HTML if one of the values is. The text of a map is that of the value
// `key`, in the plural form of the value `count`.
Value fill(const Value& subject, const std::vector<std::string_view>& names, std::span<const Value* const> values,
           const quantity::Locale& locale);

}  // namespace templates
