#include "site/site.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "site/changes.h"
#include "site/url.h"

namespace site {

const Page* Site::find(std::string_view address) const {
  auto found = by_address.find(base::hash_bytes(address));
  return found == by_address.end() ? nullptr : found->second;
}

const Page* Site::page_of(std::string_view content_path) const {
  const auto found = by_content.find(base::hash_bytes(content_path));
  return found == by_content.end() ? nullptr : found->second.page;
}

const Content* Site::content_at(std::string_view content_path) const {
  const auto found = by_content.find(base::hash_bytes(content_path));
  return found == by_content.end() ? nullptr : found->second.content;
}

const io::SourceFile* Site::file_at(std::string_view address) const {
  const std::string path = "content/" + std::string(address);
  auto found = std::lower_bound(files.begin(), files.end(), path, [](const io::SourceFile* file, const auto& wanted) {
    return file->source.path() < wanted;
  });
  return found == files.end() || (*found)->source.path() != path ? nullptr : *found;
}

const Section* Site::section_of(std::string_view folder) const {
  auto found = std::find_if(sections.begin(), sections.end(), [&](const auto& s) { return s->folder == folder; });
  return found == sections.end() ? nullptr : found->get();
}

const Flow* Site::flow_of(const Page& page) const {
  for (const Flow& flow : flows)
    if (flow.index == &page || flow.node_of(page)) return &flow;
  return nullptr;
}

const Changes* Site::changes_of(std::string_view date) const {
  for (const auto& each : changes)
    if (each->date == date) return each.get();
  return nullptr;
}

const NamedBlock* Site::block_named(std::string_view name) const {
  const auto at = std::ranges::lower_bound(blocks, name, {}, &NamedBlock::name);
  return at == blocks.end() || at->name != name ? nullptr : &*at;
}

namespace {

// Returns the page with this name: a folder, a file without ".md", or an address; null if there is none.
const Page* find_named(const Site& site, const std::string& name) {
  const Section* section = site.section_of(name);
  const Page* page = section && section->index ? section->index : site.page_of(name + ".md");
  if (!page) page = site.find(name);
  if (!page) page = site.find(name + ".html");
  return page ? page : site.find(name + "/index.html");
}

void report_unknown(const Site& site, std::string_view key, const std::string& name, base::Diagnostic& diagnostic) {
  std::vector<std::string_view> names;
  for (const auto& known : site.sections)
    if (!known->folder.empty()) names.push_back(known->folder);
  for (const auto& page : site.pages)
    if (const Content* content = page->content(); content && content->path.ends_with(".md"))
      names.push_back(content->path.substr(0, content->path.size() - 3));
  diagnostic.message = fmt::format("\"{}\" lists \"{}\", which is neither a folder nor a page", key, name);
  diagnostic.expect("a folder of content/, a page without its \".md\", or an address such as \"sources/index.html\"")
      .suggest(base::did_you_mean(name, names));
}

std::vector<MenuLink> links_of(const Site& site, std::string_view key, const std::vector<MenuEntry>& entries,
                               base::Diagnostics& diagnostics) {
  std::vector<MenuLink> links;
  for (const MenuEntry& entry : entries) {
    if (is_external(entry.to) && !entry.title.empty()) {
      links.push_back({entry.title, nullptr, entry.to});
    } else if (const Page* page = find_named(site, entry.to)) {
      links.push_back({entry.title, page, ""});
    } else {
      base::Diagnostic& error = diagnostics.error("unknown-navigation", entry.span, "");
      report_unknown(site, key, entry.to, error);
      if (is_external(entry.to)) error.suggest(fmt::format("write {{\"title\": \"…\", \"href\": \"{}\"}}", entry.to));
    }
  }
  return links;
}

}  // namespace

std::vector<MenuLink> navigation_of(const Site& site, base::Diagnostics& diagnostics) {
  std::vector<MenuLink> items = links_of(site, "navigation", site.config->navigation, diagnostics);
  if (!site.config->navigation.empty()) return items;
  // The top folder is omitted if it is a catalogue, because every page would contain the whole list.
  const Section& top = site.top();
  if (top.sections.size() > kMaxChildren) return items;
  for (const Section* section : top.sections)
    if (section->index && site.config->search_of(section->index->address) == 0)
      items.push_back({"", section->index, ""});
  if (items.size() + top.pages.size() > kMaxChildren) return items;
  for (const Page* page : top.pages) items.push_back({"", page, ""});
  return items;
}

std::vector<MenuLink> footer_of(const Site& site, base::Diagnostics& diagnostics) {
  return links_of(site, "footer", site.config->footer_links, diagnostics);
}

void check_search(const Site& site, base::Diagnostics& diagnostics) {
  const Config& config = *site.config;
  std::vector<std::string_view> folders;
  for (const auto& section : site.sections)
    if (section->index && !section->folder.empty()) folders.push_back(section->folder);
  const std::vector<std::string_view> tables = base::views(site.database->tables(), &data::TableInfo::name);
  for (size_t i = 0; i < config.separate_searches.size(); ++i)
    if (const std::string& name = config.separate_searches[i]; !std::ranges::count(folders, name))
      diagnostics.error("unknown-navigation", config.separate_spans[i], fmt::format("there is no section \"{}\"", name))
          .expect("a folder of content/ with an index.md")
          .suggest(base::did_you_mean(name, folders));
  for (size_t i = 0; i < config.searched_extra.size(); ++i) {
    const std::string& name = config.searched_extra[i];
    if (std::ranges::none_of(
            site.pages, [&](const auto& page) { return page->content() && page->content()->front.extra.find(name); }))
      diagnostics
          .error("unknown-key", config.searched_extra_spans[i],
                 fmt::format("no page has \"{}\" in its \"extra\"", name))
          .expect("a key of \"extra\" in the front matter of pages");
  }
  for (size_t i = 0; i < config.searched_tables.size(); ++i)
    if (const std::string& name = config.searched_tables[i]; !std::ranges::count(tables, name))
      diagnostics.error("unknown-table", config.searched_spans[i], fmt::format("there is no table \"{}\"", name))
          .expect("a view of data/views/ without \".sql\", or a resource")
          .suggest(base::did_you_mean(name, tables));
}

std::string mark_of(const Site& site, base::Diagnostics& diagnostics) {
  const std::string& mark = site.config->mark;
  if (mark.empty()) return "";
  if (site.file_at(mark)) return mark;
  std::vector<std::string> pictures;
  for (const io::SourceFile* file : site.files) {
    std::string address = file->source.path().substr(std::string_view("content/").size());
    if (address.ends_with(".svg") || address.ends_with(".png")) pictures.push_back(std::move(address));
  }
  diagnostics.error("unknown-mark", site.config->mark_span, fmt::format("there is no file content/{}", mark))
      .expect("the path of an SVG or PNG below content/")
      .suggest(base::did_you_mean(mark, base::views(pictures)));
  return "";
}

}  // namespace site
