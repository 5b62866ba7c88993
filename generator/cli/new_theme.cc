// `sourcebook new theme PART`: a file of the theme to change.
#include <fmt/format.h>

#include "base/suggest.h"
#include "cli/embedded.h"
#include "cli/makers.h"
#include "passes/parse.h"

namespace cli {

Plan make_theme_part(std::string part) {
  if (part.starts_with("templates/")) part.erase(0, std::string_view("templates/").size());
  std::vector<std::string_view> names;
  for (const auto& [path, bytes] : passes::default_theme()) {
    if (path.starts_with("assets/fonts/")) continue;
    names.push_back(path);
    if (path != part && path.substr(path.rfind('/') + 1) != part) continue;
    Plan plan;
    plan.files.push_back({fmt::format("templates/{}", path), passes::copied_part(path, bytes, version())});
    plan.notes.emplace_back("it replaces the file of the theme; `check` says when that one has changed");
    plan.next = {"sourcebook build"};
    return plan;
  }
  const std::string near = base::did_you_mean(part, names);
  throw UsageError{fmt::format("the theme has no file \"{}\"", part),
                   !near.empty() ? near : "give one such as base.html, parts/nav.html or tokens.css"};
}

}  // namespace cli
