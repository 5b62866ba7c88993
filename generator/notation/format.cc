#include "notation/format.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "base/text.h"
#include "notation/json.h"

namespace notation {

Type number_type(bool is_whole, const Range& range) {
  std::string schema = fmt::format(R"({{"type": "{}")", is_whole ? "integer" : "number");
  if (range.least) schema += fmt::format(R"(, "minimum": {})", *range.least);
  if (range.above) schema += fmt::format(R"(, "exclusiveMinimum": {})", *range.above);
  if (range.most) schema += fmt::format(R"(, "maximum": {})", *range.most);
  return {"number", schema + "}"};
}

Type choice_type(const std::vector<std::string_view>& words) {
  std::vector<std::string> names, values;
  for (std::string_view word : words) {
    names.push_back(fmt::format("`{}`", word));
    values.push_back(json_text(word));
  }
  return {base::join(names, ", "), fmt::format(R"({{"enum": [{}]}})", base::join(values, ", "))};
}

std::string AnyFormat::name() const {
  std::string_view words = what_;
  for (std::string_view article : {"the ", "this ", "a ", "an "})
    if (words.starts_with(article)) words.remove_prefix(article.size());
  std::string name;
  for (char c : words)
    if (base::is_letter(c) || base::is_digit(c) || c == '.')
      name += c;
    else if (c == ' ')
      name += '_';
  return name;
}

std::vector<std::string_view> AnyFormat::key_names() const { return base::views(keys_, &KeyInfo::name); }

const AnyFormat::KeyInfo* AnyFormat::find(std::string_view key) const {
  const auto found = std::ranges::find(keys_, key, &KeyInfo::name);
  return found == keys_.end() ? nullptr : &*found;
}

void AnyFormat::finish(Reader& reader, base::Diagnostics& diagnostics) const {
  reader.finish(is_open(), [&](const Entry& entry) {
    return base::has_word(ignored_.value_or(""), entry.key) || (explain_ && explain_(entry, *this, diagnostics));
  });
}

std::string reference_to(const AnyFormat& format) {
  // Without required keys, null is an empty map.
  const bool is_required = std::ranges::any_of(
      format.keys(), [](const AnyFormat::KeyInfo& key) { return key.standard.need == Need::required; });
  const std::string reference = fmt::format(R"({{"$ref": "#/$defs/{}"}})", format.name());
  return is_required ? reference : fmt::format(R"({{"anyOf": [{}, {{"type": "null"}}]}})", reference);
}

Type map_type(const AnyFormat& format) { return {"map", reference_to(format), {&format}}; }

Type list_type(const AnyFormat& format) {
  return {"list of maps", fmt::format(R"({{"type": "array", "items": {}}})", reference_to(format)), {&format}};
}

Type named_type(const AnyFormat& format) {
  return {"map", fmt::format(R"({{"type": "object", "additionalProperties": {}}})", reference_to(format)), {&format}};
}

Type only_map(const AnyFormat& format) {
  return {"map", fmt::format(R"({{"$ref": "#/$defs/{}"}})", format.name()), {&format}};
}

Type list_of(std::string name, const Type& items) {
  return {std::move(name), fmt::format(R"({{"type": "array", "items": {}}})", items.schema), items.formats};
}

Type either(std::string name, const std::vector<Type>& types) {
  Type all{std::move(name), "", {}};
  for (const Type& each : types) {
    all.schema += (all.schema.empty() ? "" : ", ") + each.schema;
    all.formats.insert(all.formats.end(), each.formats.begin(), each.formats.end());
  }
  all.schema = R"({"anyOf": [)" + all.schema + "]}";
  return all;
}

}  // namespace notation
