#include "check/losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/suggest.h"
#include "check/anchors.h"
#include "check/stand.h"
#include "site/redirects.h"

namespace check {
namespace {

constexpr std::string_view kDate = "YYYY-MM-DD";

// Whether the page has the anchor, also where a mistake elsewhere keeps it from being shown.
bool has_anchor(const site::Site& site, Anchors& anchors, const site::Page& page, std::string_view anchor) {
  if (anchors.has(page.address, anchor)) return true;
  if (!page.content()) return false;
  for (const document::Heading& heading : page.content()->document().headings())
    if (heading.id == anchor) return true;
  const site::NamedBlock* block = site.block_named(anchor);
  return block && block->page == &page;
}

// The draft that an address was the page of, as far as its path tells; "" for none.
std::string draft_of(const site::Site& site, const std::string& address) {
  std::string path = address.substr(0, address.rfind('.')) + ".md";
  return site.drafts.contains(path) ? path : "";
}

class Finder {
 public:
  Finder(const site::Site& site, const std::vector<site::PageLinks>& pages, const Permalinks& recorded)
      : site_(site), anchors_(pages), nearest_(site, pages, recorded) {}

  void look_at(const RecordedPage& recorded, bool is_whole) {
    const site::Redirect* row = site_.redirects.find(recorded.address, "");
    const site::Page* page = site_.find(recorded.address);
    if (page && page->kind != site::PageKind::redirect) return look_at_anchors(recorded, *page, false);
    if (!page && site_.addresses.has(recorded.address)) return;  // a file, whose anchors are its own to know
    if (!row) {
      const bool is_draft = !draft_of(site_, recorded.address).empty();
      Nearest nearest = is_draft || !is_whole ? Nearest{} : nearest_.to_page(recorded);
      if (is_whole) losses_.push_back({{recorded.address, ""}, recorded.span, nullptr, false, std::move(nearest)});
      return;
    }
    // What was retired takes its anchors with it; a row that names one leads all there that have no row of their own.
    if (row->broken || row->to.address.empty() || !row->to.anchor.empty()) return;
    if (const site::Page* target = site_.find(row->to.address)) look_at_anchors(recorded, *target, true);
  }

  std::vector<Loss> take() { return std::move(losses_); }

 private:
  void look_at_anchors(const RecordedPage& recorded, const site::Page& page, bool has_moved) {
    for (const RecordedAnchor& anchor : recorded.anchors) {
      if (has_anchor(site_, anchors_, page, anchor.name) || site_.redirects.find(recorded.address, anchor.name))
        continue;
      losses_.push_back(
          {{recorded.address, anchor.name}, anchor.span, &page, has_moved, nearest_.to_anchor(anchor.name, page)});
    }
  }

  const site::Site& site_;
  Anchors anchors_;
  NearestFinder nearest_;
  std::vector<Loss> losses_;
};

base::Span title_of(const site::Page& page) { return page.content() ? page.content()->front.title.span : base::Span{}; }

std::string others(const Nearest& nearest) {
  std::vector<std::string> names;
  for (size_t i = 1; i < nearest.places.size(); ++i) names.push_back(to_text(nearest.places[i]));
  return names.empty() ? "" : "; other candidates: " + base::list_names(base::views(names));
}

void report_page(const site::Site& site, const Loss& loss, base::Diagnostics& diagnostics) {
  const std::string& address = loss.what.address;
  auto& d = diagnostics.error("lost-page", loss.recorded, fmt::format("{} was published, and is gone", address));
  d.expect(fmt::format("a page there, or a row in {} that says where it went", site::kRedirects));
  if (const std::string draft = draft_of(site, address); !draft.empty()) {
    d.suggest(fmt::format("content/{} is a draft, which this build leaves out", draft));
  } else if (loss.nearest.places.empty()) {
    d.suggest(fmt::format("if it was retired: {},,{},WHY", site::address_text(address), kDate));
  } else {
    d.suggest(fmt::format("if it became {}: {}{}", to_text(loss.nearest.places[0]), mending_row(loss, kDate),
                          others(loss.nearest)));
    if (const site::Page* page = site.find(loss.nearest.places[0].address); page && title_of(*page))
      d.note(title_of(*page), "the nearest page is this one");
  }
}

void report_anchor(const site::Site& site, const Loss& loss, base::Diagnostics& diagnostics) {
  const bool has_candidate = !loss.nearest.places.empty();
  const Stand stand = has_candidate ? stand_of(site, loss.nearest.places[0]) : Stand{};
  const bool is_here = has_candidate && loss.nearest.places[0].address == loss.page->address;
  base::Span span = is_here ? stand.span : base::Span{};
  if (!span) span = title_of(*loss.page);
  if (!span) span = loss.recorded;
  auto& d = diagnostics.error("lost-anchor", span,
                              loss.has_moved
                                  ? fmt::format("{} moved to {}, which has no anchor #{}", loss.what.address,
                                                loss.page->address, loss.what.anchor)
                                  : fmt::format("{} has lost its anchor #{}", loss.what.address, loss.what.anchor));
  d.expect(fmt::format("the anchor, since it was published, or a row in {} that says where it went", site::kRedirects));
  if (!has_candidate) {
    d.suggest(fmt::format("if it was retired: {},,{},WHY", to_text(loss.what), kDate));
  } else {
    std::string keep;
    if (is_here && stand.is_heading) keep = fmt::format("put {{#{}}} behind this heading, or ", loss.what.anchor);
    if (is_here && stand.span && !stand.is_heading) keep = fmt::format("call it \"{}\" again, or ", loss.what.anchor);
    d.suggest(fmt::format("{}if it became {}: {}{}", keep, to_text(loss.nearest.places[0]), mending_row(loss, kDate),
                          others(loss.nearest)));
  }
  if (span.source != loss.recorded.source) d.note(loss.recorded, "it was recorded as published here");
  if (has_candidate && !is_here && stand.span) d.note(stand.span, "the nearest anchor is this one");
}

}  // namespace

std::vector<Loss> find_losses(const site::Site& site, const std::vector<site::PageLinks>& pages,
                              const Permalinks& recorded, bool is_whole) {
  if (recorded.pages.empty()) return {};
  Finder finder(site, pages, recorded);
  for (const RecordedPage& page : recorded.pages) finder.look_at(page, is_whole);
  return finder.take();
}

std::string mending_row(const Loss& loss, std::string_view since) {
  return site::redirect_row(loss.what, loss.nearest.places.empty() ? site::Place{} : loss.nearest.places[0], since, "");
}

void report_losses(const site::Site& site, const std::vector<Loss>& losses, base::Diagnostics& diagnostics) {
  for (const Loss& loss : losses)
    loss.page ? report_anchor(site, loss, diagnostics) : report_page(site, loss, diagnostics);
}

std::vector<RecordedPage> find_unrecorded(const std::vector<site::PageLinks>& pages, const Permalinks& recorded) {
  std::vector<RecordedPage> unrecorded;
  for (const site::PageLinks& page : pages) {
    if (!page.page->is_indexed()) continue;
    const RecordedPage* known = recorded.find(page.page->address);
    RecordedPage added{page.page->address, {}, {}};
    std::vector<std::string_view> anchors(page.anchors->begin(), page.anchors->end());
    std::sort(anchors.begin(), anchors.end());
    anchors.erase(std::unique(anchors.begin(), anchors.end()), anchors.end());
    for (std::string_view anchor : anchors)
      if (!known || !known->has(anchor)) added.anchors.push_back({std::string(anchor), {}});
    if (!known || !added.anchors.empty()) unrecorded.push_back(std::move(added));
  }
  return unrecorded;
}

size_t describe_anchors(const std::vector<site::PageLinks>& pages, Permalinks& recorded) {
  std::unordered_map<std::string_view, const site::PageLinks*> by_address;
  size_t changed = 0;
  for (const site::PageLinks& page : pages) by_address.emplace(page.page->address, &page);
  for (RecordedPage& page : recorded.pages) {
    const auto found = by_address.find(page.address);
    if (found == by_address.end()) continue;
    const site::PageLinks& present = *found->second;
    for (size_t i = 0; i < present.anchors->size(); ++i) {
      auto anchor = std::find_if(page.anchors.begin(), page.anchors.end(),
                                 [&](const RecordedAnchor& each) { return each.name == (*present.anchors)[i]; });
      if (anchor == page.anchors.end()) continue;
      std::string_view text = (*present.parts)[i];
      site::Part part;
      if (!site::take_part(text, part) || anchor->parts == std::vector{part}) continue;
      anchor->parts = {std::move(part)};
      ++changed;
    }
  }
  return changed;
}

}  // namespace check
