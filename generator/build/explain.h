// What a page depends on, and which of these values have changed since it was published.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "build/build.h"

namespace build {

struct Explanation {
  std::string address;
  std::vector<std::string> dependencies;  // the dependency keys of its record (site::View), sorted
  // Why a build would render the page now (RenderedAgain::why); empty if the page is up to date.
  std::vector<std::string> why;
};

struct Explained {
  std::optional<Explanation> page;  // nullopt if there is no such page
  std::string help;                 // in that case: a similar name; "" if there is none
  Report report;                    // of the site's errors
};

// `page` names one as site/named_page.h says. Writes nothing.
Explained explain_page(const io::FileSystem& root, const io::FileSystem& output, const Options& options,
                       const std::string& page);

}  // namespace build
