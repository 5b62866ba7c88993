#include "check/nearest.h"

#include <algorithm>
#include <set>

#include "base/slug.h"
#include "site/url.h"

namespace check {
namespace {

constexpr size_t kMostNear = 3;
// What so many pages have tells none of them apart.
constexpr size_t kCommon = 50;
// So many pages are compared by name alone: of one folder, and in all.
constexpr size_t kMostOfFolder = 500, kMostCompared = 100'000;

std::vector<uint16_t> pairs_of(std::string_view name) {
  const std::string padded = "-" + std::string(name) + "-";
  std::vector<uint16_t> pairs;
  for (size_t i = 0; i + 1 < padded.size(); ++i)
    pairs.push_back(
        static_cast<uint16_t>(static_cast<unsigned char>(padded[i]) << 8 | static_cast<unsigned char>(padded[i + 1])));
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

// What a page is called: its file, or for an index.html its folder.
std::string_view key_of(std::string_view address) {
  std::string_view file = site::file_of(address);
  if (file == "index.html" && file.size() != address.size()) return site::file_of(site::folder_of(address));
  return file.substr(0, file.rfind('.'));
}

// The folder that a page stands in; an index.html stands for its folder.
std::string_view folder_of(std::string_view address) {
  std::string_view folder = site::folder_of(address);
  return site::file_of(address) == "index.html" ? site::folder_of(folder) : folder;
}

}  // namespace

double likeness(std::string_view a, std::string_view b) {
  const std::vector<uint16_t> first = pairs_of(a), second = pairs_of(b);
  std::vector<uint16_t> shared;
  std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(shared));
  return 2.0 * static_cast<double>(shared.size()) / static_cast<double>(first.size() + second.size());
}

void NearestFinder::index() {
  if (is_indexed_) return;
  is_indexed_ = true;
  for (const site::PageLinks& page : pages_) {
    by_address_.emplace(page.page->address, page.anchors);
    if (!page.page->is_indexed()) continue;
    const RecordedPage* recorded = recorded_.find(page.page->address);
    for (const std::string& anchor : *page.anchors) {
      all_anchors_[anchor].push_back(page.page);
      if (!recorded || !recorded->has(anchor)) new_anchors_[anchor].push_back(page.page);
    }
    if (recorded) continue;
    const size_t at = new_.size();
    new_.push_back({page.page, page.anchors});
    by_key_[key_of(page.page->address)].push_back(at);
    by_folder_[folder_of(page.page->address)].push_back(at);
    for (const std::string& anchor : *page.anchors) by_anchor_[anchor].push_back(at);
  }
}

const std::vector<std::string>* NearestFinder::anchors_of(std::string_view address) const {
  auto found = by_address_.find(address);
  return found == by_address_.end() ? nullptr : found->second;
}

std::vector<size_t> NearestFinder::pool(const RecordedPage& lost) {
  std::set<size_t> pool;
  auto add = [&](const auto& index, std::string_view key, size_t most) {
    auto found = index.find(key);
    if (found != index.end() && found->second.size() <= most) pool.insert(found->second.begin(), found->second.end());
  };
  add(by_key_, key_of(lost.address), kMostOfFolder);
  for (const RecordedAnchor& anchor : lost.anchors) add(by_anchor_, anchor.name, kCommon);
  const size_t alike = pool.size();
  if (compared_ < kMostCompared) add(by_folder_, folder_of(lost.address), kMostOfFolder);
  compared_ += pool.size() - alike;
  return {pool.begin(), pool.end()};
}

NearestFinder::Score NearestFinder::score(const RecordedPage& lost, size_t at) const {
  const NewPage& page = new_[at];
  size_t shared = 0;
  for (const std::string& anchor : *page.anchors) shared += lost.has(anchor);
  const double part = lost.anchors.empty() ? 0 : static_cast<double>(shared) / static_cast<double>(lost.anchors.size());
  const std::string_view old = key_of(lost.address), now = key_of(page.page->address);
  const double name = std::max(likeness(old, now), likeness(old, base::file_slug(page.page->title)));
  const bool same_folder = folder_of(lost.address) == folder_of(page.page->address);
  const double value = (old == now ? 0.5 : 0) + 0.4 * part + 0.3 * name + (same_folder ? 0.1 : 0);
  return {at, value, value >= 0.5 || (name >= 0.6 && same_folder)};
}

Nearest NearestFinder::to_page(const RecordedPage& lost) {
  constexpr double kLeast = 0.25, kApart = 0.05;
  index();
  Nearest nearest;
  std::vector<Score> scores;
  for (size_t at : pool(lost))
    if (Score each = score(lost, at); each.value >= kLeast) scores.push_back(each);
  std::stable_sort(scores.begin(), scores.end(), [](const Score& a, const Score& b) { return a.value > b.value; });
  for (size_t i = 0; i < std::min(scores.size(), kMostNear); ++i)
    nearest.places.push_back({new_[scores[i].page].page->address, ""});
  const bool is_apart = scores.size() < 2 || scores[0].value - scores[1].value >= kApart;
  nearest.is_likely = !scores.empty() && scores[0].is_likely && is_apart;
  if (!nearest.places.empty()) return nearest;
  // A table or chart whose rows fit its page again has none of its own.
  const std::string_view folder = site::folder_of(lost.address);
  if (folder == "tables" || folder == "charts")
    if (const site::NamedBlock* block = site_.block_named(key_of(lost.address)))
      return {{{block->page->address, block->name}}, true};
  for (const site::PageLinks& page : pages_)
    if (page.page->is_indexed() && key_of(page.page->address) == key_of(lost.address) &&
        nearest.places.size() < kMostNear)
      nearest.places.push_back({page.page->address, ""});
  return nearest;
}

Nearest NearestFinder::to_anchor(std::string_view anchor, const site::Page& page) {
  constexpr double kLeast = 0.25, kLikely = 0.45, kNear = 0.6, kApart = 0.05;
  index();
  Nearest nearest;
  auto add = [&](const site::Page& on, std::string_view name) {
    site::Place place{on.address, std::string(name)};
    auto& places = nearest.places;
    if (places.size() < kMostNear && std::find(places.begin(), places.end(), place) == places.end())
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
  if (const auto* anchors = anchors_of(page.address))
    for (const std::string& each : *anchors) {
      const bool is_new = !recorded || !recorded->has(each);
      const double value = likeness(anchor, each);
      if (value >= (is_new ? kLeast : kNear)) here.push_back({each, value, is_new});
    }
  std::stable_sort(here.begin(), here.end(), [](const Near& a, const Near& b) {
    return std::pair(a.is_new, a.value) > std::pair(b.is_new, b.value);
  });
  if (nearest.places.empty() && !here.empty())
    nearest.is_likely = here[0].is_new && here[0].value >= kLikely &&
                        (here.size() < 2 || !here[1].is_new || here[0].value - here[1].value >= kApart);
  for (const Near& each : here) add(page, each.name);

  auto same = all_anchors_.find(anchor);
  if (same != all_anchors_.end() && same->second.size() <= kMostNear)
    for (const site::Page* on : same->second) add(*on, anchor);
  return nearest;
}

}  // namespace check
