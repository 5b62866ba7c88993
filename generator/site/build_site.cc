// Assigns addresses and positions to pages: the passes of site/building.h, in order.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "site/building.h"

namespace site {

Page& add_page(Site& site, std::string address, PageKind kind, std::string title) {
  Page& page = *site.pages.emplace_back(std::make_unique<Page>());
  page.address = std::move(address);
  page.kind = kind;
  page.layout = std::string(kind_name(kind)) + ".html";
  page.title = std::move(title);
  site.by_address.emplace(base::hash_bytes(page.address), &page);
  return page;
}

Page& Building::add_page(std::string address, PageKind kind, std::string title, base::Span span, std::string what) {
  site.addresses.claim(address, std::move(what), span, diagnostics);
  return site::add_page(site, std::move(address), kind, std::move(title));
}

void sort_pages(Site& site) {
  const auto by_address = [](const auto& a, const auto& b) { return a->address < b->address; };
  const auto others =
      // Most pages are sorted already, because their files are.
      std::is_sorted_until(site.pages.begin(), site.pages.end(), by_address);
  std::sort(others, site.pages.end(), by_address);
  std::inplace_merge(site.pages.begin(), others, site.pages.end(), by_address);
  for (uint32_t number = 0; const auto& page : site.pages) page->number = number++;
}

bool Building::is_reserved(std::string_view path, base::Span span, std::string_view what) {
  const auto& reserved = reserved_folders();
  const auto first = std::ranges::find_if(reserved, [&](std::string_view folder) {
    return path.starts_with(folder) && path.substr(folder.size()).starts_with('/');
  });
  if (first == reserved.end() || path.substr(first->size()) == "/index.md") return false;
  diagnostics
      .error("reserved-folder", span, fmt::format("the addresses below {}/ are reserved for generated pages", *first))
      .expect(first->starts_with("assets/") ? "files in other folders of assets/"
                                            : fmt::format("only an introduction, content/{}/index.md", *first))
      .suggest(fmt::format("move the {} to another folder", what));
  return true;
}

namespace {

void add_file(Building& building, const io::SourceFile& file) {
  std::string address = file.source.path().substr(std::string_view("content/").size());
  base::Span span{&file.source, 0, 0};
  // A file that was refused keeps its address, so that links to it are not reported too.
  const bool is_refused = building.is_reserved(address, span, "file");
  const auto is_same = [&](const io::SourceFile* asset) {
    const std::string_view path = asset->source.path();
    return path.substr(path.find('/') + 1) == address;
  };
  if (std::ranges::any_of(building.listing.assets, is_same))
    building.diagnostics
        .error(
            "duplicate-address", span,
            fmt::format("a file of the theme and the file {} have the same address, {}", file.source.path(), address))
        .suggest("rename the file");
  building.site.addresses.claim(address, fmt::format("the file {}", file.source.path()), span, building.diagnostics);
  if (!is_refused) building.site.files.push_back(&file);
}

// Reports the keys of front matter that have no meaning, once each.
void report_foreign_keys(Building& building) {
  struct Found {
    base::Span span;
    size_t pages = 0;
  };
  std::map<std::string_view, Found> keys;
  for (const auto& [path, written] : building.site.by_content) {
    const document::FrontMatter& front = written.content->front;
    for (const auto& [name, span] : front.foreign) {
      Found& found = keys[name];
      if (++found.pages == 1 || span.source->path() < found.span.source->path()) found.span = span;
    }
  }
  for (const auto& [key, found] : keys)
    building.diagnostics
        .warning("unknown-key", found.span,
                 fmt::format("front matter has no key \"{}\", which {} {}", key, base::count_of(found.pages, "page"),
                             found.pages == 1 ? "has" : "have"))
        .suggest(fmt::format("only templates of your own can show it, as page.extra.{0}; write it below \"extra:\" if "
                             "they do",
                             key));
}

Definitions definitions_of(const document::Document& glossary) {
  Definitions definitions;
  for (const document::Heading& heading : glossary.headings()) {
    const document::NodeId next = glossary.node(heading.node).next;
    const bool is_defined = next != 0 && glossary.node(next).kind == document::NodeKind::paragraph;
    definitions.emplace(heading.id, is_defined ? glossary.plain_text(next) : "");
  }
  return definitions;
}

}  // namespace

std::unique_ptr<Site> build_site(const Config& config, const data::Database& database, std::shared_ptr<const Rows> rows,
                                 const Words& words, std::vector<std::shared_ptr<const Evaluation>> evaluations,
                                 const Listing& listing, base::Diagnostics& diagnostics) {
  auto site = std::make_unique<Site>();
  site->config = &config;
  site->database = &database;
  site->rows = std::move(rows);
  site->as_of = database.as_of();
  if (site->as_of.empty() && database.has_validity()) {
    const auto with_dates = std::ranges::find_if(database.package().resources, [](const data::Resource& each) {
      return !each.valid_from.empty() || !each.valid_to.empty();
    });
    diagnostics.warning("ended-row", with_dates->span, "rows begin or end, but the site has no date to compare with")
        .expect("\"as_of\" in data/site.json, or in the data")
        .suggest("until then no row counts as ended");
  }
  site->drafts = listing.drafts;
  site->changes.assign(listing.changes.rbegin(), listing.changes.rend());
  if (evaluations.empty())
    diagnostics.error("empty-site", std::string("content"), "there are no pages to build")
        .expect("at least one Markdown file below content/")
        .suggest("write content/index.md, with \"title:\" between two lines of \"---\" at its top");

  site->by_address.reserve(evaluations.size());
  site->by_content.reserve(evaluations.size());
  Building building{*site, words, listing, diagnostics};
  for (const auto& evaluation : evaluations)
    if (evaluation->content->stem() == "index") building.with_index.insert(evaluation->content->folder());
  for (auto& evaluation : evaluations) add_written(building, std::move(evaluation));
  if (!evaluations.empty() && !site->find("index.html"))
    diagnostics.warning("no-home-page", base::Span(), "the site has no home page, so a list of its sections is shown")
        .expect("content/index.md, which is not a draft")
        .path = "content/index.md";
  for (const io::SourceFile* file : listing.files) add_file(building, *file);
  report_foreign_keys(building);
  add_generated(building);
  make_sections(building);
  name_blocks(building);
  sort_pages(*site);
  for (const auto& page : site->pages)
    if (page->kind == PageKind::flow) site->flows.push_back(build_flow(*page, page->section->pages, diagnostics));
  for (Flow& flow : site->flows) check_conditions(flow, diagnostics);
  if (const Page* glossary = site->page_of(kGlossary))
    site->definitions = definitions_of(glossary->content()->document());
  return site;
}

}  // namespace site
