#include "passes/overlay.h"

#include <algorithm>

#include "base/text.h"
#include "check/permalinks.h"
#include "notation/json.h"
#include "site/redirects.h"

namespace passes {
namespace {

using notation::Node;

const std::string kSite = "data/site.json";
const std::string kFigures = "data/figures.yaml";
constexpr std::string_view kMerged[] = {"data/site.json", "data/datapackage.json", "data/units.json"};

bool is_merged(const std::string& path) {
  return std::find(std::begin(kMerged), std::end(kMerged), path) != std::end(kMerged);
}
bool is_added(const std::string& path) {
  return path == site::kRedirects || path == check::kPermalinks || path == kFigures;
}

// Whether the items are maps with names.
bool has_names(const Node& list) {
  return list.is_list() && !list.items.empty() &&
         std::all_of(list.items.begin(), list.items.end(), [](const Node& item) {
           const Node* name = item.is_map() ? item.find("name") : nullptr;
           return name && name->is_string();
         });
}

const Node* named(const Node& list, std::string_view name) {
  for (const Node& item : list.items)
    if (item.find("name")->text == name) return &item;
  return nullptr;
}

// Merges two values. They are copied as written, so that readers recognize excerpts in messages.
std::string merge(const Node& below, const Node& above) {
  const auto as_written = [](const Node& node) { return std::string(node.span.text()); };
  const bool adds_nothing = above.is_list() && above.items.empty();
  std::vector<std::string> parts;
  if (below.is_map() && above.is_map()) {
    for (const notation::Entry& entry : below.entries) {
      const Node* over = above.find(entry.key);
      if (over && over->is_null()) continue;
      parts.push_back(notation::json_text(entry.key) + ": " +
                      (over ? merge(entry.value, *over) : as_written(entry.value)));
    }
    for (const notation::Entry& entry : above.entries)
      if (!below.find(entry.key) && !entry.value.is_null())
        parts.push_back(notation::json_text(entry.key) + ": " + as_written(entry.value));
    return "{" + base::join(parts, ",\n  ") + "}";
  }
  if (!has_names(below) || (!has_names(above) && !adds_nothing)) return as_written(above);
  for (const Node& item : below.items) {
    const Node* over = named(above, item.find("name")->text);
    parts.push_back(over ? merge(item, *over) : as_written(item));
  }
  for (const Node& item : above.items)
    if (!named(below, item.find("name")->text)) parts.push_back(as_written(item));
  return "[" + base::join(parts, ",\n  ") + "]";
}

// Whether a line is a header that both files may contain but the merged file has once: the columns of a table, or the
// start of a document.
bool is_head(std::string_view line, const std::string& file) {
  if (file == kFigures)
    return line == "---" || (line.starts_with("--- ") && base::trim(line.substr(4)).starts_with('#'));
  return file == site::kRedirects && base::replace_all(std::string(line), "\"", "") == site::kRedirectColumns;
}

// Returns the lines of `below`, then those of `above` without a second header.
std::string with_lines(std::string below, std::string_view above, const std::string& file) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (base::trim(below).empty() || base::trim(below) == kByteOrderMark) return std::string(above);
  if (!below.ends_with('\n')) below += '\n';
  if (above.starts_with(kByteOrderMark)) above.remove_prefix(kByteOrderMark.size());
  if (above.ends_with('\n')) above.remove_suffix(1);
  bool is_top = true;
  for (std::string_view line : base::split(above, '\n')) {
    const std::string_view text = base::trim(line);
    const bool is_left_out = is_top && is_head(text, file);
    is_top = is_top && !is_left_out && (text.empty() || text.starts_with('#'));
    if (!is_left_out) below.append(line) += '\n';
  }
  return below;
}

// Merges JSON texts as above. Returns nullopt if one is not a JSON object; parsing that file reports the error.
std::optional<std::string> merge_json(const std::string& below, const std::string& above) {
  const base::SourceText lower("below", below), upper("above", above);
  base::Diagnostics said_elsewhere;
  auto first = notation::parse_json(base::whole(lower), said_elsewhere);
  auto second = notation::parse_json(base::whole(upper), said_elsewhere);
  if (!first || !second || !first->is_map() || !second->is_map()) return std::nullopt;
  return merge(*first, *second) + "\n";
}

}  // namespace

base::Result<std::vector<io::Entry>, io::Error> OverlaidSite::list(const std::string& directory) const {
  auto entries = LayeredFileSystem::list(directory);
  if (!entries.ok()) return entries;
  // A merged file has no stamp, because it consists of two files.
  for (io::Entry& entry : entries.value())
    if (const std::string path = directory + "/" + entry.name; is_merged(path) || is_added(path)) entry.stamp = 0;
  return entries;
}

base::Result<io::Entry, io::Error> OverlaidSite::status(const std::string& path) const {
  auto entry = LayeredFileSystem::status(path);
  if (entry.ok() && (is_merged(path) || is_added(path))) entry.value().stamp = 0;
  return entry;
}

base::Result<std::string, io::Error> OverlaidSite::read(const std::string& file) const {
  if (!is_merged(file) && !is_added(file)) return LayeredFileSystem::read(file);
  auto above = overlay_.read(file), below = site_.read(file);
  if (is_added(file)) {
    if (!above.ok() || !below.ok()) return LayeredFileSystem::read(file);
    return with_lines(std::move(below).value(), above.value(), file);
  }
  if (!below.ok() || (!above.ok() && above.error().kind != io::ErrorKind::not_found))
    return LayeredFileSystem::read(file);
  std::string base = std::move(below).value();
  if (file == kSite)
    if (auto without_address = merge_json(base, R"({"base_url": null})")) base = *std::move(without_address);
  if (!above.ok()) return base;
  if (auto merged = merge_json(base, above.value())) return *std::move(merged);
  // Returns the text that contains the error, so that parsing it reports the error.
  return merge_json(base, "{}") ? std::move(above).value() : base;
}

}  // namespace passes
