#include "check/losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/slug.h"
#include "base/suggest.h"
#include "check/checks.h"
#include "site/redirects.h"
#include "site/url.h"

namespace check {
namespace {

constexpr std::string_view kDate = "YYYY-MM-DD";
// Pairs of pages with different names; comparing these takes a fifth of a second.
constexpr size_t kMaxCompared = 100'000;

std::vector<uint16_t> pairs_of(std::string_view name) {
  const std::string padded = "-" + std::string(name) + "-";
  std::vector<uint16_t> pairs;
  for (size_t i = 0; i + 1 < padded.size(); ++i)
    pairs.push_back(
        static_cast<uint16_t>(static_cast<unsigned char>(padded[i]) << 8 | static_cast<unsigned char>(padded[i + 1])));
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// Returns the name of a page: the name of its file, or of its folder for an index.html.
std::string_view key_of(std::string_view address) {
  std::string_view file = site::file_of(address);
  if (file == "index.html" && file.size() != address.size()) return site::file_of(site::folder_of(address));
  return file.substr(0, file.rfind('.'));
}

// Returns the folder of a page; for an index.html, the folder that contains its folder.
std::string_view parent_of(std::string_view address) {
  std::string_view folder = site::folder_of(address);
  return site::file_of(address) == "index.html" ? site::folder_of(folder) : folder;
}

// Finds where published pages and anchors may now be, for messages. A build does not read the history, so only
// addresses and anchors that were never recorded are candidates, such as those of renamed pages and reworded headings.
// Indexes are created when first needed.
class NearestFinder {
 public:
  NearestFinder(const site::Site& site, const std::vector<site::PageLinks>& pages, const Anchors& anchors,
                const Permalinks& recorded)
      : site_(site), pages_(pages), anchors_(anchors), recorded_(recorded) {}

  site::Place to_page(const RecordedPage& lost) {
    index();
    double best = kMin;
    site::Place nearest;
    for (const site::PageLinks* page : new_pages_) {
      if (key_of(page->page->address) != key_of(lost.address) && ++compared_ >= kMaxCompared) continue;
      const double value = likeness_of(lost, *page);
      if (value < best || (value == best && !nearest.address.empty())) continue;
      best = value;
      nearest.address = page->page->address;
    }
    // A table or chart that is now short enough for its page no longer has a separate page.
    const std::string_view folder = site::folder_of(lost.address);
    if (nearest.address.empty() && (folder == "tables" || folder == "charts"))
      if (const site::NamedBlock* block = site_.block_named(key_of(lost.address)))
        return {block->page->address, block->name};
    return nearest;
  }

  // `page` is the page of the anchor, or the page that replaced it.
  site::Place to_anchor(std::string_view anchor, const site::Page& page) {
    index();
    const auto elsewhere = new_anchors_.find(anchor);
    if (elsewhere != new_anchors_.end() && elsewhere->second.size() == 1)
      return {elsewhere->second[0]->address, std::string(anchor)};
    double best = kMin;
    site::Place nearest;
    const RecordedPage* recorded = recorded_.find(page.address);
    const site::PageLinks* links = anchors_.page(page.address);
    for (size_t i = 0; links && i < links->anchors->size(); ++i) {
      const std::string& each = (*links->anchors)[i];
      const double value = recorded && recorded->has(each) ? 0 : likeness(anchor, each);
      if (value < best || (value == best && !nearest.address.empty())) continue;
      best = value;
      nearest = {page.address, each};
    }
    return nearest;
  }

 private:
  static constexpr double kMin = 0.25;

  void index() {
    if (std::exchange(is_indexed_, true)) return;
    for (const site::PageLinks& page : pages_) {
      if (!page.page->is_indexed()) continue;
      const RecordedPage* recorded = recorded_.find(page.page->address);
      if (!recorded) new_pages_.push_back(&page);
      for (const std::string& anchor : *page.anchors)
        if (!recorded || !recorded->has(anchor)) new_anchors_[anchor].push_back(page.page);
    }
  }

  static double likeness_of(const RecordedPage& lost, const site::PageLinks& candidate) {
    const site::Page& page = *candidate.page;
    const auto shared = static_cast<double>(
        std::ranges::count_if(*candidate.anchors, [&](const auto& each) { return lost.has(each); }));
    const double part = lost.anchors.empty() ? 0 : shared / static_cast<double>(lost.anchors.size());
    const std::string_view old = key_of(lost.address), key = key_of(page.address);
    const double name = std::max(likeness(old, key), likeness(old, base::file_slug(page.title)));
    return (old == key ? 0.5 : 0) + 0.4 * part + 0.3 * name +
           (parent_of(lost.address) == parent_of(page.address) ? 0.1 : 0);
  }

  const site::Site& site_;
  const std::vector<site::PageLinks>& pages_;
  const Anchors& anchors_;
  const Permalinks& recorded_;
  size_t compared_ = 0;
  std::vector<const site::PageLinks*> new_pages_;
  std::unordered_map<std::string_view, std::vector<const site::Page*>> new_anchors_;
  bool is_indexed_ = false;
};

// Whether the page has the anchor, even if it is not shown because of another error.
bool has_anchor(const site::Site& site, Anchors& anchors, const site::Page& page, std::string_view anchor) {
  return anchors.has(page.address, anchor) || source_of(site, {page.address, std::string(anchor)}).span;
}

// Returns the draft whose page had this address, according to its path; "" if there is none.
std::string draft_of(const site::Site& site, const std::string& address) {
  std::string path = address.substr(0, address.rfind('.')) + ".md";
  return site.drafts.contains(path) ? path : "";
}

base::Span title_of(const site::Page& page) { return page.content() ? page.content()->front.title.span : base::Span{}; }

// Returns the row of data/redirects.csv that would redirect a loss to the nearest place.
std::string redirect_for(const Loss& loss) { return site::redirect_row(loss.what, loss.nearest, kDate, ""); }

void report_page(const site::Site& site, const Loss& loss, base::Diagnostics& diagnostics) {
  const std::string& address = loss.what.address;
  auto& d = diagnostics.error("lost-page", loss.recorded, fmt::format("{} was published, but is missing now", address));
  d.expect(fmt::format("a page there, or a redirect in {}", site::kRedirects));
  if (const std::string draft = draft_of(site, address); !draft.empty()) {
    d.suggest(fmt::format("content/{} is a draft, which this build leaves out", draft));
  } else if (loss.nearest.address.empty()) {
    d.suggest(fmt::format("if it was retired: {},,{},WHY", site::address_text(address), kDate));
  } else {
    d.suggest(fmt::format("if it became {}: {}", to_text(loss.nearest), redirect_for(loss)));
    if (const site::Page* page = site.find(loss.nearest.address); page && title_of(*page))
      d.note(title_of(*page), "the nearest page is this one");
  }
}

void report_anchor(const site::Site& site, const Loss& loss, base::Diagnostics& diagnostics) {
  const bool has_candidate = !loss.nearest.address.empty();
  const AnchorSource source = has_candidate ? source_of(site, loss.nearest) : AnchorSource{};
  const bool is_here = has_candidate && loss.nearest.address == loss.page->address;
  base::Span span = is_here ? source.span : base::Span{};
  if (!span) span = title_of(*loss.page);
  if (!span) span = loss.recorded;
  auto& d = diagnostics.error("lost-anchor", span,
                              loss.has_moved
                                  ? fmt::format("{} moved to {}, which has no anchor #{}", loss.what.address,
                                                loss.page->address, loss.what.anchor)
                                  : fmt::format("{} has lost its anchor #{}", loss.what.address, loss.what.anchor));
  d.expect(fmt::format("this anchor, because it was published, or a redirect in {}", site::kRedirects));
  if (!has_candidate) {
    d.suggest(fmt::format("if it was retired: {},,{},WHY", to_text(loss.what), kDate));
  } else {
    std::string remedy;
    if (is_here && source.is_heading) remedy = fmt::format("put {{#{}}} after this heading, or ", loss.what.anchor);
    if (is_here && source.span && !source.is_heading)
      remedy = fmt::format("call it \"{}\" again, or ", loss.what.anchor);
    d.suggest(fmt::format("{}if it became {}: {}", remedy, to_text(loss.nearest), redirect_for(loss)));
  }
  if (span.source != loss.recorded.source) d.note(loss.recorded, "recorded as published here");
  if (has_candidate && !is_here && source.span) d.note(source.span, "the nearest anchor is this one");
}

}  // namespace

double likeness(std::string_view a, std::string_view b) {
  const std::vector<uint16_t> first = pairs_of(a), second = pairs_of(b);
  std::vector<uint16_t> shared;
  std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(shared));
  return 2.0 * static_cast<double>(shared.size()) / static_cast<double>(first.size() + second.size());
}

std::vector<Loss> find_losses(const site::Site& site, const std::vector<site::PageLinks>& pages,
                              const Permalinks& recorded, bool is_whole) {
  std::vector<Loss> losses;
  if (recorded.pages.empty()) return losses;
  Anchors anchors(pages);
  NearestFinder nearest(site, pages, anchors, recorded);
  const auto check_anchors = [&](const RecordedPage& old, const site::Page& page, bool has_moved) {
    for (const RecordedAnchor& anchor : old.anchors)
      if (!has_anchor(site, anchors, page, anchor.name) && !site.redirects.find(old.address, anchor.name))
        losses.push_back(
            {{old.address, anchor.name}, anchor.span, &page, has_moved, nearest.to_anchor(anchor.name, page)});
  };
  for (const RecordedPage& old : recorded.pages) {
    if (const site::Page* page = page_now(site, old.address)) {
      check_anchors(old, *page, page->address != old.address);
    } else if (is_whole && !site.addresses.has(old.address) && !site.redirects.find(old.address, "")) {
      const bool is_draft = !draft_of(site, old.address).empty();
      losses.push_back({{old.address, ""}, old.span, nullptr, false, is_draft ? site::Place{} : nearest.to_page(old)});
    }
  }
  return losses;
}

void report_losses(const site::Site& site, const std::vector<Loss>& losses, base::Diagnostics& diagnostics) {
  for (const Loss& loss : losses)
    loss.page ? report_anchor(site, loss, diagnostics) : report_page(site, loss, diagnostics);
}

RecordCounts record_anchors(const std::vector<site::PageLinks>& pages, Permalinks& recorded) {
  RecordCounts counts;
  std::vector<RecordedPage> added;
  for (const site::PageLinks& page : pages) {
    const auto at = std::ranges::lower_bound(recorded.pages, page.page->address, {}, &RecordedPage::address);
    const bool is_known = at != recorded.pages.end() && at->address == page.page->address;
    if (!is_known && !page.page->is_indexed()) continue;
    counts.pages += !is_known;
    std::vector<RecordedAnchor>& anchors =
        is_known ? at->anchors : added.emplace_back(RecordedPage{page.page->address, {}, {}}).anchors;
    for (size_t i = 0; i < page.anchors->size(); ++i) {
      const std::string& name = (*page.anchors)[i];
      auto anchor = std::ranges::find(anchors, name, &RecordedAnchor::name);
      const bool is_new = anchor == anchors.end();
      if (is_new && !page.page->is_indexed()) continue;
      if (is_new) anchor = anchors.insert(anchor, {name, {}});
      std::string_view text = (*page.parts)[i];
      site::Part part;
      const bool has_changed = site::read_part(text, part) && anchor->parts != std::vector{part};
      if (has_changed) anchor->parts = {std::move(part)};
      counts.anchors += is_new;
      counts.named_anchors += has_changed && !is_new;
    }
  }
  std::ranges::move(added, std::back_inserter(recorded.pages));
  recorded.unite();
  return counts;
}

}  // namespace check
