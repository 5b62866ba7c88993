#include "notation/node.h"

#include <charconv>
#include <limits>

namespace notation {

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "nothing";
    case Kind::boolean:
      return "true or false";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "text";
    case Kind::list:
      return "a list";
    case Kind::map:
      return "a map";
  }
  return "";
}

double Node::as_double() const {
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double value = std::numeric_limits<double>::quiet_NaN();
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

const Node* Node::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

}  // namespace notation
