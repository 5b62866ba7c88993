// The addresses of the repository that `repository` of data/site.json gives.
#pragma once
#include <string>

#include "site/config.h"

namespace site {

struct Repository {
  std::string home;   // https://github.com/OWNER/NAME; "" if it is not given
  std::string files;  // the site's folder there, ending in "/": https://github.com/OWNER/NAME/blob/HEAD/
};
// The site may be in a folder of the repository: https://github.com/OWNER/NAME/tree/BRANCH/FOLDER.
inline Repository repository_of(const Config& config) {
  const std::string& given = config.repository;
  if (given.empty()) return {};
  const size_t tree = given.find("/tree/");
  if (tree == std::string::npos) return {given, given + "/blob/HEAD/"};
  const std::string home = given.substr(0, tree);
  return {home, home + "/blob/" + given.substr(tree + 6) + "/"};
}

}  // namespace site
