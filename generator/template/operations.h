// What operators do to values.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "template/syntax.h"
#include "template/value.h"

namespace templates {

// A value that an operator or filter cannot work with; the evaluator adds the place.
struct ValueError {
  std::string message;
  std::string help;
};

// Text, HTML and integers. Throws ValueError for what is not printed: none, true, lists, maps.
void append_text(std::string& out, const Value& value);

// The text of text or HTML. REQUIRES: one of these.
std::string_view characters(const Value& value);
inline bool has_characters(const Value& value) { return value.kind() == Kind::text || value.kind() == Kind::safe_html; }

bool compare(Comparison comparison, const Value& a, const Value& b);
// HTML when one of the parts is, the others escaped; else text.
Value concat(std::span<const Value> parts);

// As JSON that may stand within <script>.
void append_json(std::string& out, const Value& value);

}  // namespace templates
