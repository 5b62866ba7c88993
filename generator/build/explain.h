// Explains what a page depends on, and which of these values have changed since it was published.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "build/build.h"

namespace build {

struct Explanation {
  std::string address;
  std::vector<std::string> dependencies;  // the dependency keys in the page's record (site::View), sorted
  // Why a build would render the page now (RenderedAgain::why); empty if the page is up to date.
  std::vector<std::string> why;
};

struct Explained {
  std::optional<Explanation> page;  // nullopt if the site has no such page
  std::string help;  // the name of a similar page if there is none of this name; "" if no name is similar
  Report report;     // the site's errors
};

// Explains the page that `page` names (site/named_page.h). Writes nothing.
Explained explain_page(const io::FileSystem& root, const io::FileSystem& output, const Options& options,
                       const std::string& page);

}  // namespace build
