// Lists new pages, removed pages, and pages that render differently with the dependencies that changed.
#include <set>

#include "diff/sides.h"

namespace diff {
namespace {

AffectedPage affected(const pages::RenderedPage& before, const pages::RenderedPage& after) {
  AffectedPage page;
  page.address = after.page->address;
  page.title = after.page->title;
  std::set<std::string> because, rows;
  for (const auto& [what, hash] : after.reads) {
    const auto was = before.reads.find(what);
    if (was != before.reads.end() && was->second == hash) continue;
    if (what == "file:" + std::string(after.page->content()->path)) page.own_text = true;
    // A tab in the key precedes the page that read the value. Other dependencies, such as the titles of neighbours, are
    // not reported.
    auto add = [&](std::set<std::string>& reasons, std::string_view kind, const char* called = "") {
      if (what.starts_with(kind))
        reasons.insert(std::string(called).append(what.substr(kind.size(), what.find('\t') - kind.size())));
    };
    for (const char* kind : {"frame:", "figure:", "cell:"}) add(because, kind);
    if (was == before.reads.end()) continue;  // the frames of new sources and rows are reported instead
    add(because, "source:", "source ");
    add(rows, "ref:", "row ");
  }
  if (because.empty() && !page.own_text) because = std::move(rows);
  page.because_of.assign(because.begin(), because.end());
  return page;
}

// Whether a page differs. If one side failed to render, only the dependencies can be compared.
bool differ(const pages::RenderedPage& before, const pages::RenderedPage& after) {
  return before.html.empty() || after.html.empty() ? before.reads != after.reads : before.html != after.html;
}

}  // namespace

void compare_pages(const Sides& sides, Comparison& comparison) {
  site::Changes& changes = comparison.changes;
  for (const pages::RenderedPage& page : sides.after.rendered) {
    const std::string& address = page.page->address;
    const pages::RenderedPage* was = sides.before.find(address);
    const bool has_text = page.page->has_text();
    if (!was || (was->page->kind == site::PageKind::redirect && has_text)) {
      if (has_text) changes.pages_added.push_back(address);
    } else if (!differ(*was, page)) {
      continue;
    } else if (was->page->has_text() && page.page->kind == site::PageKind::redirect) {
      changes.pages_gone.push_back(address);  // the page was replaced by a redirect
    } else if (!has_text) {
      ++comparison.generated_pages;
    } else {
      comparison.pages.push_back(affected(*was, page));
      changes.pages_changed.push_back(address);
    }
  }
  for (const pages::RenderedPage& page : sides.before.rendered)
    if (!sides.after.site->find(page.page->address) && page.page->has_text())
      changes.pages_gone.push_back(page.page->address);
}

}  // namespace diff
