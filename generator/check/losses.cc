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
constexpr size_t kMaxNear = 3;
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

// Finds where published pages and anchors may now be. A build does not read the history, so only addresses and anchors
// that were never recorded are candidates, such as those of renamed pages and reworded headings. Indexes are created
// when first needed.
class NearestFinder {
 public:
  NearestFinder(const site::Site& site, const std::vector<site::PageLinks>& pages, const Anchors& anchors,
                const Permalinks& recorded)
      : site_(site), pages_(pages), anchors_(anchors), recorded_(recorded) {}

  Nearest to_page(const RecordedPage& lost) {
    constexpr double kMin = 0.25, kApart = 0.05;
    index();
    Nearest nearest;
    std::vector<Score> scores;
    for (const NewPage& page : new_)
      if (page.key == key_of(lost.address) || ++compared_ < kMaxCompared)
        if (Score each = score(lost, page); each.value >= kMin) scores.push_back(each);
    std::stable_sort(scores.begin(), scores.end(), [](const Score& a, const Score& b) { return a.value > b.value; });
    for (size_t i = 0; i < std::min(scores.size(), kMaxNear); ++i)
      nearest.places.push_back({scores[i].page->address, ""});
    const bool is_apart = scores.size() < 2 || scores[0].value - scores[1].value >= kApart;
    nearest.is_likely = !scores.empty() && scores[0].is_likely && is_apart;
    if (!nearest.places.empty()) return nearest;
    // A table or chart that is now short enough for its page no longer has a separate page.
    const std::string_view folder = site::folder_of(lost.address);
    if (folder == "tables" || folder == "charts")
      if (const site::NamedBlock* block = site_.block_named(key_of(lost.address)))
        return {{{block->page->address, block->name}}, true};
    for (const site::PageLinks& page : pages_)
      if (page.page->is_indexed() && key_of(page.page->address) == key_of(lost.address) &&
          nearest.places.size() < kMaxNear)
        nearest.places.push_back({page.page->address, ""});
    return nearest;
  }

  // `page` is the page of the anchor, or the page that replaced it.
  Nearest to_anchor(std::string_view anchor, const site::Page& page) {
    constexpr double kMin = 0.25, kLikely = 0.45, kNear = 0.6, kApart = 0.05;
    index();
    Nearest nearest;
    auto add = [&](const site::Page& on, std::string_view name) {
      site::Place place{on.address, std::string(name)};
      auto& places = nearest.places;
      if (places.size() < kMaxNear && std::find(places.begin(), places.end(), place) == places.end())
        places.push_back(std::move(place));
    };
    auto elsewhere = new_anchors_.find(anchor);
    if (elsewhere != new_anchors_.end() && elsewhere->second.size() == 1) {
      add(*elsewhere->second[0], anchor);
      nearest.is_likely = true;
    }

    struct Near {
      std::string_view name;
      double value = 0;
      bool is_new = false;
    };
    std::vector<Near> here;
    const RecordedPage* recorded = recorded_.find(page.address);
    if (const site::PageLinks* links = anchors_.page(page.address))
      for (const std::string& each : *links->anchors) {
        const bool is_new = !recorded || !recorded->has(each);
        const double value = likeness(anchor, each);
        if (value >= (is_new ? kMin : kNear)) here.push_back({each, value, is_new});
      }
    std::stable_sort(here.begin(), here.end(), [](const Near& a, const Near& b) {
      return std::pair(a.is_new, a.value) > std::pair(b.is_new, b.value);
    });
    if (nearest.places.empty() && !here.empty())
      nearest.is_likely = here[0].is_new && here[0].value >= kLikely &&
                          (here.size() < 2 || !here[1].is_new || here[0].value - here[1].value >= kApart);
    for (const Near& each : here) add(page, each.name);

    auto same = all_anchors_.find(anchor);
    if (same != all_anchors_.end() && same->second.size() <= kMaxNear)
      for (const site::Page* on : same->second) add(*on, anchor);
    return nearest;
  }

 private:
  struct NewPage {
    const site::PageLinks* links = nullptr;
    std::string_view key;
  };
  struct Score {
    const site::Page* page = nullptr;
    double value = 0;
    bool is_likely = false;
  };

  void index() {
    if (std::exchange(is_indexed_, true)) return;
    for (const site::PageLinks& page : pages_) {
      if (!page.page->is_indexed()) continue;
      const RecordedPage* recorded = recorded_.find(page.page->address);
      if (!recorded) new_.push_back({&page, key_of(page.page->address)});
      for (const std::string& anchor : *page.anchors) {
        all_anchors_[anchor].push_back(page.page);
        if (!recorded || !recorded->has(anchor)) new_anchors_[anchor].push_back(page.page);
      }
    }
  }

  static Score score(const RecordedPage& lost, const NewPage& candidate) {
    const site::Page& page = *candidate.links->page;
    size_t shared = 0;
    for (const std::string& anchor : *candidate.links->anchors) shared += lost.has(anchor);
    const double part =
        lost.anchors.empty() ? 0 : static_cast<double>(shared) / static_cast<double>(lost.anchors.size());
    const std::string_view old = key_of(lost.address);
    const double name = std::max(likeness(old, candidate.key), likeness(old, base::file_slug(page.title)));
    const bool same_folder = parent_of(lost.address) == parent_of(page.address);
    const double value = (old == candidate.key ? 0.5 : 0) + 0.4 * part + 0.3 * name + (same_folder ? 0.1 : 0);
    return {&page, value, value >= 0.5 || (name >= 0.6 && same_folder)};
  }

  const site::Site& site_;
  const std::vector<site::PageLinks>& pages_;
  const Anchors& anchors_;
  const Permalinks& recorded_;
  size_t compared_ = 0;
  std::vector<NewPage> new_;
  std::unordered_map<std::string_view, std::vector<const site::Page*>> new_anchors_, all_anchors_;
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

std::string others(const Nearest& nearest) {
  std::vector<std::string> names;
  for (size_t i = 1; i < nearest.places.size(); ++i) names.push_back(to_text(nearest.places[i]));
  return names.empty() ? "" : "; other candidates: " + base::list_names(base::views(names));
}

void report_page(const site::Site& site, const Loss& loss, base::Diagnostics& diagnostics) {
  const std::string& address = loss.what.address;
  auto& d = diagnostics.error("lost-page", loss.recorded, fmt::format("{} was published, but is missing now", address));
  d.expect(fmt::format("a page there, or a redirect in {}", site::kRedirects));
  if (const std::string draft = draft_of(site, address); !draft.empty()) {
    d.suggest(fmt::format("content/{} is a draft, which this build leaves out", draft));
  } else if (loss.nearest.places.empty()) {
    d.suggest(fmt::format("if it was retired: {},,{},WHY", site::address_text(address), kDate));
  } else {
    d.suggest(fmt::format("if it became {}: {}{}", to_text(loss.nearest.places[0]), redirect_for(loss, kDate),
                          others(loss.nearest)));
    if (const site::Page* page = site.find(loss.nearest.places[0].address); page && title_of(*page))
      d.note(title_of(*page), "the nearest page is this one");
  }
}

void report_anchor(const site::Site& site, const Loss& loss, base::Diagnostics& diagnostics) {
  const bool has_candidate = !loss.nearest.places.empty();
  const AnchorSource source = has_candidate ? source_of(site, loss.nearest.places[0]) : AnchorSource{};
  const bool is_here = has_candidate && loss.nearest.places[0].address == loss.page->address;
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
    d.suggest(fmt::format("{}if it became {}: {}{}", remedy, to_text(loss.nearest.places[0]), redirect_for(loss, kDate),
                          others(loss.nearest)));
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
      losses.push_back({{old.address, ""}, old.span, nullptr, false, is_draft ? Nearest{} : nearest.to_page(old)});
    }
  }
  return losses;
}

std::string redirect_for(const Loss& loss, std::string_view since) {
  return site::redirect_row(loss.what, loss.nearest.places.empty() ? site::Place{} : loss.nearest.places[0], since, "");
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
