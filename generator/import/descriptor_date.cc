#include "import/descriptor_date.h"

#include <fmt/format.h>

#include "base/edit.h"
#include "base/text.h"
#include "notation/json.h"

namespace import {
namespace {

using notation::Node;

const Node* find_resource(const Node& root, std::string_view name) {
  const Node* resources = root.is_map() ? root.find("resources") : nullptr;
  if (!resources || !resources->is_list()) return nullptr;
  for (const Node& each : resources->items)
    if (const Node* found = each.is_map() ? each.find("name") : nullptr; found && found->text == name) return &each;
  return nullptr;
}

// What stands between a key and the one before it: a space, or a line end and spaces.
std::string gap_before(const base::SourceText& file, base::Span key) {
  size_t begin = key.begin;
  while (begin > 0 && base::is_space(file.text()[begin - 1])) --begin;
  std::string gap(file.text().substr(begin, key.begin - begin));
  return gap.empty() ? " " : gap;
}

}  // namespace

std::optional<std::string> with_as_of(const base::SourceText& descriptor, std::string_view resource,
                                      std::string_view date, bool add, base::Diagnostics& diagnostics) {
  auto root = notation::parse_json(base::whole(descriptor), diagnostics);
  if (!root) return std::nullopt;
  std::string unchanged(descriptor.text());
  const Node* found = find_resource(*root, resource);
  if (!found || date.empty()) return unchanged;
  const Node* before = found->find("as_of");
  if ((before && !(before->text < date)) || (!before && !add)) return unchanged;
  base::FileEdits edits{&descriptor, {}};
  if (before) {
    edits.edits.push_back({before->span, notation::json_text(date)});
  } else {
    const notation::Entry* place = &found->entries.back();
    for (const notation::Entry& entry : found->entries)
      if (entry.key == "schema") place = &entry;
    base::Span at{&descriptor, place->key_span.begin, place->key_span.begin};
    edits.edits.push_back(
        {at, fmt::format("\"as_of\": {},{}", notation::json_text(date), gap_before(descriptor, place->key_span))});
  }
  return base::edited_text(edits);
}

}  // namespace import
