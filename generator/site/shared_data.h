// Folders that data/site.json names, which are read before it is checked: `data`, a folder outside the site from which
// files are taken that the site's own data/ does not have, and `includes`, folders of the site from which pages include
// files.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace site {

// Returns the path that data/site.json names, from the site's folder; "" if it names none.
std::string shared_data_of(std::string_view site_json);

// Returns the folders in `includes` that are allowed, as paths from the site's folder.
std::vector<std::string> included_folders_of(std::string_view site_json);

// Whether a path can be in `includes`: below the site's folder, and not one of the folders that every site has.
bool may_be_included(std::string_view folder);

// Whether a file is always the site's own: its settings, lists of its pages and addresses, and what changed on them.
bool is_own_data(std::string_view path);

}  // namespace site
