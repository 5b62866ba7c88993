#include "search/search.h"

#include <algorithm>
#include <optional>

#include "base/parallel.h"
#include "search/figures.h"
#include "search/index.h"
#include "search/page_reader.h"
#include "search/shards.h"

namespace search {
namespace {

constexpr std::string_view kGlossary = "glossary.md";

// How a page is read; nothing for one that is not searched.
std::optional<PageInfo> reading_of(const site::Page& page) {
  if (!page.is_indexed()) return std::nullopt;
  PageInfo info{page.address, page.title, page.described ? page.description : std::string_view()};
  switch (page.kind) {
    case site::PageKind::answer:
      info.kind = Kind::answer;
      info.in_parts = false;
      break;
    case site::PageKind::question:
    case site::PageKind::outcome:
      info.kind = Kind::step;
      info.in_parts = false;
      break;
    case site::PageKind::source:
      info.kind = Kind::source;
      info.in_parts = info.rows = false;
      break;
    case site::PageKind::resource:
      info.in_parts = info.rows = false;
      break;
    case site::PageKind::table:
    case site::PageKind::chart:
    case site::PageKind::changes:  // of values that are no more
      return std::nullopt;
    default:
      break;
  }
  if (page.content() && page.content()->path == kGlossary) {
    info.kind = Kind::term;
    info.each_heading = true;
  }
  return info;
}

constexpr std::string_view kOfSearch = "search_";  // the theme's words

}  // namespace

bool is_searched(const site::Page& page) { return reading_of(page).has_value(); }

Sought::Sought(const site::Site& site, const site::Words& words) {
  hasher_.add(site.config->lang);
  for (const auto& group : site.config->synonyms) {
    hasher_.add(uint64_t{group.size()});
    for (const std::string& word : group) hasher_.add(word);
  }
  for (const auto& [key, text] : words.all())
    if (key.starts_with(kOfSearch)) hasher_.add(key).add(text);
  for (const Entry& figure : figures_of(site)) {
    hasher_.add(static_cast<uint64_t>(figure.kind));
    for (const std::string* part : {&figure.address, &figure.anchor, &figure.title, &figure.context, &figure.text,
                                    &figure.names, &figure.source, &figure.source_address})
      hasher_.add(*part);
  }
}

void Sought::add(const site::Page& page, const base::Hash& html) {
  const auto info = reading_of(page);
  if (!info) return;
  hasher_.add(info->address).add(info->title).add(info->description).add(static_cast<uint64_t>(info->kind));
  hasher_.add(uint64_t{info->in_parts}).add(uint64_t{info->each_heading}).add(uint64_t{info->rows});
  hasher_.add(page.kind == site::PageKind::source ? page.subject : "").add(html);
}

std::vector<Entry> entries_of(const site::Site& site, const std::vector<pages::RenderedPage>& rendered, unsigned jobs) {
  std::vector<std::vector<Entry>> read(rendered.size());
  base::parallel_for(jobs, rendered.size(), [&](size_t i, unsigned) {
    const site::Page& page = *rendered[i].page;
    auto info = reading_of(page);
    if (!info) return;
    read[i] = read_page(rendered[i].html, *info);
    if (page.kind == site::PageKind::source)
      for (Entry& entry : read[i]) entry.names = page.subject;
  });
  std::vector<Entry> entries;
  for (std::vector<Entry>& each : read) std::move(each.begin(), each.end(), std::back_inserter(entries));
  std::vector<Entry> figures = figures_of(site);
  std::move(figures.begin(), figures.end(), std::back_inserter(entries));
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.kind < b.kind; });
  return entries;
}

std::map<std::string, std::string> search_files(const site::Site& site,
                                                const std::vector<pages::RenderedPage>& rendered,
                                                const site::Words& words, unsigned jobs) {
  if (!site.config->features.search) return {};
  const std::vector<Entry> entries = entries_of(site, rendered, jobs);
  const std::vector<Group> groups = make_index(entries, site.config->lang, jobs);
  ShardOptions options;
  for (const auto& [key, text] : words.all())
    if (key.starts_with(kOfSearch)) options.words.emplace(key.substr(kOfSearch.size()), text);
  options.synonyms = site.config->synonyms;
  return write_shards(entries, groups, options);
}

}  // namespace search
