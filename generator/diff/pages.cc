// Lists new pages, removed pages, and pages that render differently.
#include "diff/sides.h"

namespace diff {
void compare_pages(const Sides& sides, Comparison& comparison) {
  site::Changes& changes = comparison.changes;
  for (const pages::RenderedPage& page : sides.after.rendered) {
    const std::string& address = page.page->address;
    const pages::RenderedPage* was = sides.before.find(address);
    const bool has_text = page.page->has_text();
    if (!was || (was->page->kind == site::PageKind::redirect && has_text)) {
      if (has_text) changes.pages_added.push_back(address);
    } else if (was->html == page.html) {
      continue;
    } else if (was->page->has_text() && page.page->kind == site::PageKind::redirect) {
      changes.pages_gone.push_back(address);  // the page was replaced by a redirect
    } else if (!has_text) {
      ++comparison.generated_pages;
    } else {
      changes.pages_changed.push_back(address);
    }
  }
  for (const pages::RenderedPage& page : sides.before.rendered)
    if (!sides.after.site->find(page.page->address) && page.page->has_text())
      changes.pages_gone.push_back(page.page->address);
}

}  // namespace diff
