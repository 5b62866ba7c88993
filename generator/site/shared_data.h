// Data that several sites share: `data` of data/site.json names a folder outside the site, from which files are taken
// that the site's own data/ does not have.
#pragma once
#include <string>
#include <string_view>

namespace site {

// Returns the path that data/site.json names, from the site's folder; "" if it names none.
std::string shared_data_of(std::string_view site_json);

// Whether a file is always the site's own: its settings, lists of its pages and addresses, and what changed on them.
bool is_own_data(std::string_view path);

}  // namespace site
