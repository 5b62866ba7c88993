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

// How a page is indexed; nullopt for one that is not searched.
std::optional<PageInfo> info_of(const site::Page& page) {
  if (!page.is_indexed()) return std::nullopt;
  PageInfo info{page.address, page.title, page.lead};
  if (page.section && page.section->index != &page) info.section = page.section->title;
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
      info.names = page.subject;
      info.in_parts = info.rows = false;
      break;
    case site::PageKind::resource:
      if (site::page_of_resource(page.address) > 1) return std::nullopt;
      info.in_parts = info.rows = false;
      break;
    case site::PageKind::table:
    case site::PageKind::chart:
    case site::PageKind::changes:  // contains old values
      return std::nullopt;
    case site::PageKind::home:
    case site::PageKind::section:
    case site::PageKind::page:
    case site::PageKind::lesson:
    case site::PageKind::comparison:
    case site::PageKind::flow:
    case site::PageKind::faq:
    case site::PageKind::sources:
    case site::PageKind::data:
    case site::PageKind::contradictions:
    case site::PageKind::print:
    case site::PageKind::variant:
    case site::PageKind::search:
    case site::PageKind::redirect:
    case site::PageKind::not_found:
      break;
  }
  if (page.content() && page.content()->path == kGlossary) {
    info.kind = Kind::term;
    info.each_heading = true;
  }
  return info;
}

constexpr std::string_view kWordsPrefix = "search_";  // of the theme's words

base::Hash hash_of(const PageInfo& info, const base::Hash& html) {
  base::Hasher hasher;
  hasher.add(info.address)
      .add(info.title)
      .add(info.description)
      .add(info.section)
      .add(static_cast<uint64_t>(info.kind));
  hasher.add(uint64_t{info.in_parts}).add(uint64_t{info.each_heading}).add(uint64_t{info.rows});
  return hasher.add(info.names).add(html).finish();
}

void add(const Entry& entry, base::Hasher& hasher) {
  hasher.add(static_cast<uint64_t>(entry.kind));
  for (const std::string* part : {&entry.address, &entry.anchor, &entry.title, &entry.context, &entry.text,
                                  &entry.names, &entry.source, &entry.source_address})
    hasher.add(*part);
}

}  // namespace

Search::Search(const site::Site& site, const site::Words& words, const std::vector<base::Hash>& html)
    : site_(site), words_(words), pages_(html.size()), figures_(figures_of(site)) {
  base::Hasher hasher;
  hasher.add(site.config->lang);
  for (const auto& group : site.config->synonyms) {
    hasher.add(uint64_t{group.size()});
    for (const std::string& word : group) hasher.add(word);
  }
  for (const auto& [key, text] : words.all())
    if (key.starts_with(kWordsPrefix)) hasher.add(key).add(text);
  for (size_t i = 0; i < html.size(); ++i) {
    if (const auto info = info_of(*site.pages[i])) pages_[i] = hash_of(*info, html[i]);
    hasher.add(pages_[i]);
  }
  for (const Entry& figure : figures_) add(figure, hasher);
  made_from_ = hasher.finish();
}

std::vector<Entry> Search::entries(const ReadHtml& read_html, ReadPages& known, unsigned jobs) const {
  std::vector<std::shared_ptr<const std::vector<Entry>>> read(pages_.size());
  base::parallel_for(jobs, read.size(), [&](size_t i, unsigned) {
    if (pages_[i] == base::Hash{}) return;
    if (auto before = known.find(pages_[i]); before != known.end())
      read[i] = before->second;
    else
      read[i] = std::make_shared<const std::vector<Entry>>(read_page(read_html(i), *info_of(*site_.pages[i])));
  });
  known.clear();
  std::vector<Entry> entries;
  for (size_t i = 0; i < read.size(); ++i) {
    if (!read[i]) continue;
    entries.insert(entries.end(), read[i]->begin(), read[i]->end());
    known.emplace(pages_[i], std::move(read[i]));
  }
  entries.insert(entries.end(), figures_.begin(), figures_.end());
  std::ranges::stable_sort(entries, {}, &Entry::kind);
  return entries;
}

std::map<std::string, std::string> Search::files(const ReadHtml& read, ReadPages& known, unsigned jobs) const {
  const std::vector<Entry> all = entries(read, known, jobs);
  const std::vector<Group> groups = make_index(all, site_.config->lang, jobs);
  ShardOptions options;
  for (const auto& [key, text] : words_.all())
    if (key.starts_with(kWordsPrefix)) options.words.emplace(key.substr(kWordsPrefix.size()), text);
  options.synonyms = site_.config->synonyms;
  return write_shards(all, groups, options);
}

}  // namespace search
