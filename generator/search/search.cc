#include "search/search.h"

#include <algorithm>
#include <iterator>

#include "base/parallel.h"
#include "search/index.h"

namespace search {
namespace {

constexpr double kBareImportance = 0.85;  // importance of pages made from a row without figures
constexpr double kDataImportance = 0.8;   // importance of tables of data, so that pages that explain them come first
constexpr std::string_view kWordsPrefix = "search_";  // prefix of the search's strings in the theme

std::string_view separate_title(const site::Site& site, const std::string& folder) {
  return site.section_of(folder)->title;
}

// Adds the words by which readers search for a page.
void add_names(const document::FrontMatter& front, const std::vector<std::string>& keys, std::string& names) {
  for (const document::Text& tag : front.tags) (names += ' ') += tag.text;
  for (const std::string& key : keys)
    if (const notation::Node* value = front.extra.find(key)) {
      (names += ' ') += value->text;
      for (const notation::Node& item : value->items) (names += ' ') += item.text;
    }
}

}  // namespace

std::optional<PageInfo> Search::info_of(const site::Page& page) const {
  if (!page.is_indexed()) return std::nullopt;
  PageInfo info{{.address = page.address, .title = page.title, .text = page.lead}};
  Entry& entry = info.entry;
  if (auto thing = figures_.pages.find(page.address); thing != figures_.pages.end()) {
    entry.names = thing->second.names;
    if (!thing->second.has_figures) entry.importance = kBareImportance;
  }
  if (page.content()) add_names(page.content()->front, site_.config->searched_extra, entry.names);
  if (page.section && page.section->index != &page) entry.context = page.section->title;
  switch (page.kind) {
    case site::PageKind::answer:
      entry.kind = EntryKind::answer;
      info.in_parts = false;
      break;
    case site::PageKind::question:
    case site::PageKind::outcome:
      entry.kind = EntryKind::step;
      info.in_parts = false;
      break;
    case site::PageKind::source:
      entry.kind = EntryKind::source;
      entry.names = page.subject + " " + site_.database->bibliography().find(page.subject)->publisher;
      info.in_parts = info.rows = false;
      break;
    case site::PageKind::resource:
      if (site::page_of_resource(page.address) > 1) return std::nullopt;
      info.in_parts = info.rows = false;
      [[fallthrough]];
    case site::PageKind::data:
      entry.importance = kDataImportance;
      break;
    case site::PageKind::table:
    case site::PageKind::chart:
    case site::PageKind::changes:  // otherwise a search would find old values
      return std::nullopt;
    case site::PageKind::home:
    case site::PageKind::section:
    case site::PageKind::page:
    case site::PageKind::lesson:
    case site::PageKind::comparison:
    case site::PageKind::flow:
    case site::PageKind::faq:
    case site::PageKind::sources:
    case site::PageKind::contradictions:
    case site::PageKind::print:
    case site::PageKind::search:
    case site::PageKind::redirect:
    case site::PageKind::not_found:
      break;
  }
  if (page.content() && page.content()->path == site::kGlossary) {
    entry.kind = EntryKind::term;
    info.each_heading = true;
  }
  return info;
}

Search::Search(const site::Site& site, const site::Words& words)
    : site_(site), words_(words), figures_(figures_of(site, words)) {}

std::vector<std::vector<Entry>> Search::entries(const ReadHtml& read_html, unsigned jobs) const {
  std::vector<std::vector<Entry>> read(site_.pages.size());
  base::parallel_for(jobs, read.size(), [&](size_t i, unsigned) {
    if (const auto info = info_of(*site_.pages[i])) read[i] = read_page(read_html(i), *info);
  });
  std::vector<std::vector<Entry>> scopes(1 + site_.config->separate_searches.size());
  for (size_t i = 0; i < read.size(); ++i)
    std::ranges::move(read[i], std::back_inserter(scopes[site_.config->search_of(site_.pages[i]->address)]));
  for (const Entry& figure : figures_.entries) scopes[site_.config->search_of(figure.address)].push_back(figure);
  for (std::vector<Entry>& entries : scopes) std::ranges::stable_sort(entries, {}, &Entry::kind);
  return scopes;
}

std::map<std::string, std::string> Search::files(const ReadHtml& read, unsigned jobs) const {
  const std::vector<std::vector<Entry>> scopes = entries(read, jobs);
  ShardOptions options;
  for (const auto& [key, text] : words_.all())
    if (key.starts_with(kWordsPrefix)) options.words.emplace(key.substr(kWordsPrefix.size()), text);
  options.synonyms = site_.config->synonyms;
  const auto& folders = site_.config->separate_searches;
  if (!folders.empty()) options.scopes.emplace_back("", site_.config->title);
  for (const std::string& folder : folders) options.scopes.emplace_back(folder, separate_title(site_, folder));
  std::map<std::string, std::string> files;
  for (size_t i = 0; i < scopes.size(); ++i) {
    if (i > 0) options = {.folder = folders[i - 1] + "/"};
    files.merge(write_shards(scopes[i], make_index(scopes[i], site_.config->lang, jobs), options));
  }
  return files;
}

}  // namespace search
