// Why a page is as it is: what it rests on, and what of that has changed since it was published.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "build/build.h"

namespace build {

struct Explanation {
  std::string address;
  std::vector<std::string> rests_on;  // the questions of its record (site::View), sorted
  // Why a build would render it now (RenderedAgain::why); empty for a page that stands as it was published.
  std::vector<std::string> why;
};

struct Explained {
  std::optional<Explanation> page;  // nothing for a page that is not there
  std::string help;                 // what to write in place of that one; "" where nothing is near
  Report report;                    // of the site's mistakes
};

// `page` names one as site/named_page.h says. Writes nothing.
Explained explain_page(const io::FileSystem& root, const io::FileSystem& output, const Options& options,
                       const std::string& page);

}  // namespace build
