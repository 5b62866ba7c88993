#include "pages/view.h"

#include <algorithm>

#include "pages/changed.h"
#include "pages/moved.h"

namespace pages {
namespace {

// How many uses of one row a page lists; the rest are counted.
constexpr size_t kMaxUsesOfRow = 2;

}  // namespace

const std::vector<Backlink>& View::backlinks_of(std::string_view on) const {
  static const std::vector<Backlink> kNone;
  const auto found = backlinks_.find(on);
  return found == backlinks_.end() ? kNone : found->second;
}

Use View::use_of(const Backlink& backlink) const {
  const site::Page& page = *backlink.page;
  return {page.address, backlink.anchor, page.title, site::block_title(site_, backlink.anchor)};
}

std::vector<SourceUses> View::bibliography() const {
  std::vector<SourceUses> all;
  for (const data::Source& source : site_.database->bibliography().sources())
    if (!is_separate(source)) all.push_back({&source, backlinks_of(source.id).size()});
  return all;
}

bool View::is_separate(const data::Source& source) const {
  const std::vector<Backlink>& backlinks = backlinks_of(source.id);
  return !backlinks.empty() && site_.database->rows_from(source).empty() &&
         std::ranges::all_of(
             backlinks, [&](const Backlink& backlink) { return site_.config->search_of(backlink.page->address) > 0; });
}

std::vector<std::string_view> View::above(std::string_view address) const {
  std::vector<std::string_view> chain = site::View::above(address);
  const site::Page* page = site_.find(address);
  if (!page || page->kind != site::PageKind::source) return chain;
  const data::Source* source = site_.database->bibliography().find(page->subject);
  if (!source || !is_separate(*source)) return chain;
  const site::Page& index = *backlinks_of(source->id).front().page->section->index;
  chain = site::View::above(index.address);
  chain.emplace_back(index.address);
  return chain;
}

std::vector<PageCorrection> View::corrections() const {
  std::vector<PageCorrection> found;
  for (const auto& day : site_.changes)
    for (const site::Correction& each : day->corrections)
      if (each.page == page_.address || page_now(site_, each.page) == &page_) found.push_back({day->date, each.text});
  return found;
}

std::vector<DatedPage> View::recent(size_t count) const {
  std::vector<DatedPage> recent;
  for (const site::Page* page : dated_pages(site_)) {
    if (recent.size() == count) break;
    if (page != &page_) recent.push_back({page->address, changed_on(*page)});
  }
  return recent;
}

std::vector<RowsFrom> View::rows_from(std::string_view source) const {
  std::vector<RowsFrom> all;
  if (const data::Source* found = site_.database->bibliography().find(source))
    for (const data::RowCount& count : site_.database->rows_from(*found))
      all.push_back({count.resource->name, count.resource->title, count.rows});
  return all;
}

std::optional<ShownBlock> View::shown_block() const {
  const bool shows_one = page_.kind == site::PageKind::table || page_.kind == site::PageKind::chart;
  const site::NamedBlock* block = shows_one ? site_.block_named(page_.subject) : nullptr;
  if (!block || !block->has_own_page) return std::nullopt;
  const site::Content& content = *block->page->content();
  return ShownBlock{block->page->address, content.path, static_cast<size_t>(block->block - content.blocks.data())};
}

std::vector<Use> View::uses(std::string_view on) const {
  std::vector<Use> uses;
  for (const Backlink& backlink : backlinks_of(on)) uses.push_back(use_of(backlink));
  return uses;
}

std::map<std::string, RowUses> View::uses_of_rows(std::string_view address) const {
  std::map<std::string, RowUses> uses;
  const site::Page* page = site_.find(address);
  if (!page) return uses;
  const size_t end = site::page_of_resource(address) * site::kMaxRowsOnPage;
  std::vector<std::string> refs = site_.database->refs_of(page->subject, std::min(end, site::kMaxRows));
  for (size_t row = end - site::kMaxRowsOnPage; row < refs.size(); ++row) {
    std::string& ref = refs[row];
    const std::vector<Backlink>& backlinks = backlinks_of(ref);
    if (backlinks.empty()) continue;
    RowUses of_row{backlinks.size(), {}};
    for (size_t i = 0; i < std::min(backlinks.size(), kMaxUsesOfRow); ++i) of_row.first.push_back(use_of(backlinks[i]));
    uses.emplace(std::move(ref), std::move(of_row));
  }
  return uses;
}

}  // namespace pages
