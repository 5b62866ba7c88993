#include "site/shared_data.h"

#include <algorithm>

#include "notation/json.h"

namespace site {

std::string shared_data_of(std::string_view site_json) {
  const base::SourceText text("data/site.json", std::string(site_json));
  base::Diagnostics reported_by_the_build;
  const auto root = notation::parse_json(base::whole(text), reported_by_the_build);
  const notation::Node* data = root && root->is_map() ? root->find("data") : nullptr;
  return data && data->is_string() ? data->text : "";
}

bool is_own_data(std::string_view path) {
  constexpr std::string_view kOwn[] = {"data/site.json", "data/permalinks.txt", "data/unbound.txt",
                                       "data/redirects.csv", "data/changes"};
  return std::ranges::any_of(kOwn, [&](std::string_view own) { return path == own; }) ||
         path.starts_with("data/changes/");
}

}  // namespace site
