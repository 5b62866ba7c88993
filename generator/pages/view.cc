#include "pages/view.h"

#include <algorithm>

#include "pages/changed.h"
#include "pages/moved.h"

namespace pages {
namespace {

constexpr auto kTable = site::kind_table<Model>(site::kReadKinds + kReadKinds);

// Returns the kind with this name, or null if there is none.
const site::KindEntry<Model>* find_kind(std::string_view name) {
  const auto found = std::find_if(kTable.begin(), kTable.end(), [&](const auto& each) { return each.name == name; });
  return found == kTable.end() ? nullptr : &*found;
}

// How many recently changed pages the home page lists.
constexpr size_t kMaxRecent = 5;
// How many uses of one row a page lists; the rest are counted.
constexpr size_t kMaxUsesOfRow = 2;

const std::vector<Backlink>& backlinks_of(const Model& model, std::string_view on) {
  static const std::vector<Backlink> kNone;
  const auto found = model.backlinks.find(on);
  return found == model.backlinks.end() ? kNone : found->second;
}

Use use_of(const Backlink& backlink, const Model& model) {
  const site::Page& page = *backlink.page;
  return {page.address, backlink.anchor, page.title, site::block_title(model.site, backlink.anchor)};
}

}  // namespace

site::DependencyScope dependency_scope(std::string_view key) {
  const auto* kind = find_kind(site::parse_key(key).name);
  return kind ? kind->from : site::DependencyScope::site;
}

base::Hash value_hash_of(std::string_view key, const site::Page& page, const ValueSources& sources) {
  const size_t tab = std::min(key.find('\t'), key.size());
  const site::Page* reader = tab == key.size() ? &page : sources.site.find(key.substr(tab + 1));
  const auto [name, argument] = site::parse_key(key.substr(0, tab));
  const auto* kind = find_kind(name);
  if (!reader || !kind) return {UINT64_MAX, UINT64_MAX};
  return kind->value_hash({{sources.site, *reader}, sources.theme, sources.backlinks}, argument);
}

View::View(const View& around, std::string_view address)
    : View(around.model().site, *around.model().site.find(address), around.theme_, around.backlinks_) {}

void View::add_reads_of(const View& shown) {
  for (const auto& [key, hash] : shown.reads()) {
    const bool is_own =
        dependency_scope(key) == site::DependencyScope::page && key.find('\t') == std::string_view::npos;
    recorder().add(is_own ? key + '\t' + shown.address() : key, "", [&] { return hash; });
  }
}

namespace reads {

std::vector<SourceUses> bibliography(const Model& model, std::string_view) {
  std::vector<SourceUses> all;
  for (const data::Source& source : model.site.database->bibliography().sources()) {
    const std::vector<Backlink>& backlinks = backlinks_of(model, source.id);
    const bool is_separate = !backlinks.empty() && model.site.database->rows_from(source).empty() &&
                             std::ranges::all_of(backlinks, [&](const Backlink& backlink) {
                               return model.site.config->search_of(backlink.page->address) > 0;
                             });
    if (!is_separate) all.push_back({&source, backlinks.size()});
  }
  return all;
}

const markup::SafeHtml* card_mark(const Model& model, std::string_view) { return &model.theme.card_mark; }

Common common(const Model& model, std::string_view) {
  const Theme& theme = model.theme;
  return {&theme.words, &theme.strings, &theme.site, theme.footer, theme.has_feed, !model.site.changes.empty(),
          theme.hash};
}

// Returns the corrections of a page, and of pages that redirect to it.
std::vector<PageCorrection> corrections(const Model& model, std::string_view) {
  std::vector<PageCorrection> found;
  for (const auto& day : model.site.changes)
    for (const site::Correction& each : day->corrections)
      if (each.page == model.page.address || page_now(model.site, each.page) == &model.page)
        found.push_back({day->date, each.text});
  return found;
}

Template layout(const Model& model, std::string_view name) {
  const auto found = model.theme.templates.find(name);
  return {model.theme.engine, name, found == model.theme.templates.end() ? base::Hash() : found->second};
}

const Navigation::Seen* navigation(const Model& model, std::string_view folder) {
  return model.theme.navigation.seen_from(folder);
}

const blocks::TrackedStyles& pictures(const Model& model, std::string_view) { return model.theme.pictures; }

std::vector<DatedPage> recent(const Model& model, std::string_view) {
  std::vector<DatedPage> recent;
  for (const site::Page* page : dated_pages(model.site)) {
    if (recent.size() == kMaxRecent) break;
    if (page != &model.page) recent.push_back({page->address, changed_on(*page)});
  }
  return recent;
}

const markup::SafeHtml* reference(const Model& model, std::string_view source) {
  const auto found = model.theme.references.find(source);
  return found == model.theme.references.end() ? nullptr : &found->second;
}

const site::Names* row_names(const Model& model, std::string_view resource) {
  return model.theme.row_names.find(resource);
}

std::vector<RowsFrom> rows_from(const Model& model, std::string_view source) {
  std::vector<RowsFrom> all;
  if (const data::Source* found = model.site.database->bibliography().find(source))
    for (const data::RowCount& count : model.site.database->rows_from(*found))
      all.push_back({count.resource->name, count.resource->title, count.rows});
  return all;
}

std::optional<ShownBlock> shown_block(const Model& model, std::string_view) {
  const bool shows_one = model.page.kind == site::PageKind::table || model.page.kind == site::PageKind::chart;
  const site::NamedBlock* block = shows_one ? model.site.block_named(model.page.subject) : nullptr;
  if (!block || !block->has_own_page) return std::nullopt;
  const site::Content& content = *block->page->content();
  return ShownBlock{block->page->address, content.path, static_cast<size_t>(block->block - content.blocks.data())};
}

std::vector<Use> uses(const Model& model, std::string_view on) {
  std::vector<Use> uses;
  for (const Backlink& backlink : backlinks_of(model, on)) uses.push_back(use_of(backlink, model));
  return uses;
}

std::map<std::string, RowUses> uses_of_rows(const Model& model, std::string_view address) {
  std::map<std::string, RowUses> uses;
  const site::Page* page = model.site.find(address);
  if (!page) return uses;
  const size_t end = site::page_of_resource(address) * site::kMaxRowsOnPage;
  std::vector<std::string> refs = model.site.database->refs_of(page->subject, std::min(end, site::kMaxRows));
  for (size_t row = end - site::kMaxRowsOnPage; row < refs.size(); ++row) {
    std::string& ref = refs[row];
    const std::vector<Backlink>& backlinks = backlinks_of(model, ref);
    if (backlinks.empty()) continue;
    RowUses of_row{backlinks.size(), {}};
    for (size_t i = 0; i < std::min(backlinks.size(), kMaxUsesOfRow); ++i)
      of_row.first.push_back(use_of(backlinks[i], model));
    uses.emplace(std::move(ref), std::move(of_row));
  }
  return uses;
}

}  // namespace reads
}  // namespace pages
