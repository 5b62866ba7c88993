#include "site/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "notation/yaml.h"
#include "quantity/number_format.h"

namespace site {

Words Words::read(const base::SourceText& yaml, base::Diagnostics& diagnostics) {
  Words words;
  auto root = notation::parse_yaml(base::whole(yaml), diagnostics);
  if (!root) return words;
  for (const notation::Entry& entry : root->entries) {
    if (entry.value.is_map() || entry.value.is_list() || entry.value.is_null()) {
      diagnostics
          .error("wrong-type", entry.value.span, fmt::format("\"{}\" is {}", entry.key, kind_name(entry.value.kind)))
          .expect("text");
      continue;
    }
    words.texts_[entry.key] = entry.value.text;
  }
  return words;
}

std::string_view Words::operator[](std::string_view key) const {
  auto found = texts_.find(key);
  return found == texts_.end() ? key : std::string_view(found->second);
}

std::string Words::fill(std::string_view key,
                        std::initializer_list<std::pair<std::string_view, std::string_view>> values) const {
  std::string_view text = (*this)[key];
  std::string filled;
  size_t room = text.size();
  for (const auto& [name, value] : values) room += value.size();
  filled.reserve(room);
  for (size_t open = 0, close = 0; (open = text.find('{')) != std::string_view::npos; text.remove_prefix(close + 1)) {
    close = text.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view name = text.substr(open + 1, close - open - 1);
    const auto* value =
        std::find_if(values.begin(), values.end(), [&](const auto& each) { return each.first == name; });
    filled.append(text.substr(0, open))
        .append(value == values.end() ? text.substr(open, close + 1 - open) : value->second);
  }
  filled.append(text);
  return filled;
}

std::string Words::count(std::string_view key, size_t count) const {
  std::string one = std::string(key) + "_one";
  return fill(count == 1 && texts_.contains(one) ? one : std::string(key),
              {{"count", quantity::group_thousands(std::to_string(count))}});
}

}  // namespace site
