#include <algorithm>

#include "build/build.h"
#include "build/reuse.h"
#include "build/store.h"

namespace build {

Explanation explain_page(const io::FileSystem& root, const io::FileSystem& output, const Options& options,
                         const std::string& page) {
  Store store(options);
  const SiteState& state = store.state();
  const OutputFolder folder(output, state.outputs);
  // If nothing has changed, a build would not render any page.
  const bool is_unchanged = is_up_to_date(state, read_stamps(state, root, options), folder, options.jobs);
  const Publication dry_run{store, folder};
  CheckedSite checked = check_site(root, options, &dry_run);
  Explanation found;
  const site::Page* named = site::page_named(*checked.site, page);
  if (!named) found.help = site::suggest_page(*checked.site, page);
  for (const pages::RenderedPage& rendered : checked.rendered) {
    if (rendered.page != named) continue;
    const std::string& address = found.address = named->address;
    if (!is_unchanged) found.why = rendered.why;
    for (const auto& [key, value_hash] : rendered.reads) found.dependencies.emplace_back(key);
    const std::string own = '\t' + address;
    if (rendered.is_kept)
      for (uint32_t fact : rendered.facts) {
        std::string key = store.cache().facts[fact].key;
        if (key.ends_with(own)) key.erase(key.size() - own.size());
        found.dependencies.push_back(std::move(key));
      }
    std::sort(found.dependencies.begin(), found.dependencies.end());
  }
  found.report = std::move(checked.report);
  return found;
}

}  // namespace build
