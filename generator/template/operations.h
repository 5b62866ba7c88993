// What operators do to values, as Python does it (where the two could differ, it is refused).
#pragma once
#include <string>
#include <string_view>

#include "template/syntax.h"
#include "template/value.h"

namespace templates {

// A value that an operator, filter or test cannot work with; the evaluator adds the place.
struct ValueError {
  std::string message;
  std::string help;
};

// Text as Python's str() gives it: 3, 2.5, 1e+16. Throws ValueError for what is not printed: none, true, lists, maps.
std::string to_text(const Value& value);
void append_text(std::string& out, const Value& value);
// "3.0" rather than "3".
std::string number_text(double number);

bool is_numeric(const Value& value);  // integer or number
double to_number(const Value& value);

// The text of text or HTML. REQUIRES: one of these.
std::string_view characters(const Value& value);
inline bool has_characters(const Value& value) { return value.kind() == Kind::text || value.kind() == Kind::safe_html; }

bool equal(const Value& a, const Value& b);
// True when a stands before b. Numbers compare with numbers, text with text; anything else throws.
bool less(const Value& a, const Value& b);
bool contains(const Value& container, const Value& item);
bool compare(Comparison comparison, const Value& a, const Value& b);
// add … modulo. Integers that overflow, division by zero: ValueError.
Value arithmetic(Op op, const Value& a, const Value& b);
Value negate(const Value& value);
// a ~ b: HTML when either is, the other escaped; else text.
Value concat(const Value& a, const Value& b);

// As JSON, in which < > & and the line separators are written as \u escapes, so that it may stand within <script>.
void append_json(std::string& out, const Value& value);

}  // namespace templates
