#include "site/shared_data.h"

#include <algorithm>

#include "base/text.h"
#include "notation/json.h"

namespace site {

namespace {

// Returns the value of a key, or null.
notation::Node value_of(std::string_view site_json, std::string_view key) {
  const base::SourceText text("data/site.json", std::string(site_json));
  base::Diagnostics reported_by_the_build;
  const auto root = notation::parse_json(base::whole(text), reported_by_the_build);
  const notation::Node* value = root && root->is_map() ? root->find(key) : nullptr;
  return value ? *value : notation::Node();
}

}  // namespace

std::string shared_data_of(std::string_view site_json) {
  const notation::Node data = value_of(site_json, "data");
  return data.is_string() ? data.text : "";
}

std::vector<std::string> included_folders_of(std::string_view site_json) {
  if (site_json.find("\"includes\"") == std::string_view::npos) return {};
  std::vector<std::string> folders;
  for (const notation::Node& each : value_of(site_json, "includes").items)
    if (each.is_string() && may_be_included(each.text)) folders.push_back(each.text);
  return folders;
}

bool may_be_included(std::string_view folder) {
  if (folder.empty() || folder.starts_with('/') || folder.ends_with('/')) return false;
  const std::vector<std::string_view> parts = base::split(folder, '/');
  return !base::has_word("content data templates", parts[0]) &&
         std::ranges::none_of(parts, [](std::string_view part) { return part.empty() || part[0] == '.'; });
}

bool is_own_data(std::string_view path) {
  constexpr std::string_view kOwn[] = {"data/site.json", "data/permalinks.txt", "data/unbound.txt",
                                       "data/redirects.csv", "data/changes"};
  return std::ranges::any_of(kOwn, [&](std::string_view own) { return path == own; }) ||
         path.starts_with("data/changes/");
}

}  // namespace site
