#include "import/scalar.h"

#include "base/text.h"

namespace import {

std::string scalar(const notation::Node& map, std::string_view key) {
  const notation::Node* value = map.find(key);
  if (!value || value->is_null() || value->is_list() || value->is_map()) return "";
  std::string text;
  for (char c : base::trim(value->text)) {
    bool space = base::is_space(c);
    if (!space || text.back() != ' ') text += space ? ' ' : c;
  }
  return text;
}

}  // namespace import
