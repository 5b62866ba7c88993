// How pages get their addresses and their places.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/slug.h"
#include "site/changes.h"
#include "site/glossary.h"
#include "site/layout.h"
#include "site/reading_order.h"
#include "site/site.h"
#include "site/url.h"

namespace site {
namespace {

class Builder {
 public:
  Builder(const Config& config, const data::Database& database, std::shared_ptr<const Rows> rows, const Words& words,
          const Listing& listing, base::Diagnostics& diagnostics)
      : words_(words), listing_(listing), diagnostics_(diagnostics) {
    site_->config = &config;
    site_->database = &database;
    site_->rows = std::move(rows);
    site_->drafts = listing.drafts;
    site_->changes.assign(listing.changes.rbegin(), listing.changes.rend());
  }

  std::unique_ptr<Site> build(std::vector<std::shared_ptr<const Evaluation>> evaluations) {
    if (evaluations.empty())
      diagnostics_.error("empty-site", std::string("content"), "there is no page to build")
          .expect("at least one Markdown file below content/")
          .suggest("write content/index.md, with \"title:\" between two lines of \"---\" at its top");
    for (auto& evaluation : evaluations) add_written(std::move(evaluation));
    for (const io::SourceFile* file : listing_.files) add_file(*file);
    add_generated();
    make_sections();
    index_pages();
    name_blocks();
    build_flows();
    if (const Page* glossary = site_->page_of(kGlossary))
      site_->definitions = definitions_of(glossary->content()->document);
    return std::move(site_);
  }

 private:
  Page& add(std::string address, PageKind kind, std::string title, base::Span span, std::string what) {
    site_->addresses.claim(address, std::move(what), span, diagnostics_);
    auto page = std::make_unique<Page>();
    page->address = std::move(address);
    page->kind = kind;
    page->layout = std::string(kind_name(kind)) + ".html";
    page->title = std::move(title);
    return *site_->pages.emplace_back(std::move(page));
  }

  // ---- pages that somebody wrote

  void add_written(std::shared_ptr<const Evaluation> evaluation) {
    const Content& content = *evaluation->content;
    const document::FrontMatter& front = content.front();
    is_reserved(content.path, front.title.span, "page");
    std::string title = front.title.text;
    if (evaluation->from_data) title = fill(front.pages->title, *evaluation);
    Page& page =
        add(address_of(*evaluation), kind_of(content), title, front.title.span,
            fmt::format("{} {}", evaluation->from_data ? "a row's page of" : "the page", content.file->source.path()));
    page.description = evaluation->from_data ? fill(front.description, *evaluation) : front.description.text;
    page.described = !page.description.empty();
    if (!page.described) page.description = first_paragraph(*evaluation);
    page.draft = front.draft;
    page.layout = layout_of(page.kind, front, listing_.layouts, diagnostics_);
    site_->contents.emplace(content.path, &content);
    if (evaluation->from_data)
      site_->from_data[content.path] = true;
    else
      site_->by_content[content.path] = &page;
    add_asserts(page, *evaluation);
    page.evaluation = std::move(evaluation);
  }

  void add_asserts(const Page& page, const Evaluation& evaluation) {
    for (const document::Fence& fence : evaluation.content->document.fences()) {
      if (fence.kind != document::FenceKind::assertion) continue;
      Assert& assertion = site_->asserts.try_emplace(std::string(fence.name), Assert{&page}).first->second;
      if (evaluation.failed_asserts.contains(fence.name)) assertion.holds = false;
    }
  }

  std::string fill(const document::Text& text, const Evaluation& evaluation) {
    return fill_placeholders(text.text, evaluation.values, text.span, diagnostics_);
  }

  // A name in it that no column has is reported where the paragraph is written, not here.
  static std::string first_paragraph(const Evaluation& evaluation) {
    std::string text = evaluation.content->document.first_paragraph();
    base::Diagnostics unused;
    return evaluation.from_data ? fill_placeholders(text, evaluation.values, {}, unused) : text;
  }

  std::string address_of(const Evaluation& evaluation) {
    const Content& content = *evaluation.content;
    const document::FrontMatter& front = content.front();
    std::string folder(content.folder());
    std::string name(content.stem());
    base::Span span = front.slug.span;
    if (evaluation.from_data) {
      span = front.pages->address.span;
      name = fill(front.pages->address, evaluation);
    } else if (!front.slug.empty()) {
      name = front.slug.text;
    }
    if (content.is_index() && !front.slug.empty()) {
      diagnostics_.error("bad-address", span, "an index.md has no slug: its address is its folder's")
          .suggest("rename the folder, or give this text to a page of its own");
      name = "index";
    }
    bool written = evaluation.from_data || !front.slug.empty();
    if (written && (base::file_slug(name).empty() || base::github_slug(name) != name)) {
      diagnostics_.error("bad-address", span, fmt::format("\"{}\" can't be part of an address", name))
          .expect("lower-case letters, digits, '-' and '_'")
          .suggest(fmt::format("for instance \"{}\"", base::file_slug(name)));
      name = base::file_slug(name);
    }
    return (folder.empty() ? "" : folder + "/") + name + ".html";
  }

  // `path` is below content/. True after an error.
  bool is_reserved(std::string_view path, base::Span span, std::string_view what) {
    std::string_view first = path.substr(0, path.find('/'));
    const auto& reserved = reserved_folders();
    if (first == path || std::find(reserved.begin(), reserved.end(), first) == reserved.end()) return false;
    if (path.substr(first.size()) == "/index.md") return false;
    diagnostics_.error("reserved-folder", span, fmt::format("the addresses below {}/ belong to the generator", first))
        .expect(fmt::format("nothing but an introduction, content/{}/index.md", first))
        .suggest(fmt::format("move the {} to another folder", what));
    return true;
  }

  PageKind kind_of(const Content& content) const {
    const document::FrontMatter& front = content.front();
    std::string_view folder = content.folder();
    if (content.is_index()) {
      if (folder.empty()) return PageKind::home;
      if (!front.flow_start.empty()) return PageKind::flow;
      if (folder == "faq") return PageKind::faq;
      if (folder == "sources") return PageKind::sources;
      if (folder == "data") return PageKind::data;
      if (folder == "changes" && !site_->changes.empty()) return PageKind::changes;
      return PageKind::section;
    }
    if (content.path == "contradictions.md" && !site_->database->contradictions().empty())
      return PageKind::contradictions;
    if (content.path == "search.md" && site_->config->features.search) return PageKind::search;
    if (!front.question.empty()) return PageKind::question;
    if (!front.outcome.empty()) return PageKind::outcome;
    if (folder == "faq") return PageKind::answer;
    if (folder == "compare") return PageKind::comparison;
    if (!front.key_points.empty() || !front.takeaway.empty()) return PageKind::lesson;
    return PageKind::page;
  }

  void add_file(const io::SourceFile& file) {
    std::string address = file.source.path().substr(std::string_view("content/").size());
    base::Span span{&file.source, 0, 0};
    if (is_reserved(address, span, "file")) return;
    site_->addresses.claim(address, fmt::format("the file {}", file.source.path()), span, diagnostics_);
    site_->files.push_back(&file);
  }

  // ---- pages that the generator makes

  std::string title(std::string_view key) const { return std::string(words_[key]); }

  bool has_page(std::string_view address) const {
    return std::any_of(site_->pages.begin(), site_->pages.end(), [&](const auto& p) { return p->address == address; });
  }

  void add_generated() {
    if (site_->pages.empty()) return;
    if (!has_page("index.html")) add("index.html", PageKind::home, site_->config->title, {}, "the home page");
    for (const data::Source& source : site_->database->bibliography().sources())
      add("sources/" + base::file_slug(source.id) + ".html", PageKind::source, source.title, source.id_span,
          fmt::format("the page of the source \"{}\"", source.id))
          .subject = source.id;
    if (!site_->database->bibliography().sources().empty() && !has_page("sources/index.html"))
      add("sources/index.html", PageKind::sources, title("all_sources"), {}, "the list of sources");
    add_downloads();
    if (!site_->database->contradictions().empty() && !has_page("contradictions.html"))
      add("contradictions.html", PageKind::contradictions, title("contradictions_title"), {},
          "the list of contradictions");
    add_changes();
    if (site_->config->features.search && !has_page("search.html"))
      add("search.html", PageKind::search, title("search_title"), {}, "the page of the search's results");
    add("404.html", PageKind::not_found, title("not_found_title"), {}, "the page for what is not found");
  }

  // A list of the days, and a page for each.
  void add_changes() {
    if (site_->changes.empty()) return;
    if (!has_page("changes/index.html"))
      add("changes/index.html", PageKind::changes, title("changes_title"), {}, "the list of what changed");
    for (const auto& told : site_->changes) {
      const Changes& changes = *told;
      const std::string address = changes_address(changes.date);
      Page& page = add(address, PageKind::changes,
                       changes.title.empty() ? words_.fill("changes_on", {{"date", changes.date}}) : changes.title, {},
                       fmt::format("the page of data/changes/{}.json", changes.date));
      page.subject = changes.date;
      page.description = changes.summary;
      page.described = !page.description.empty();
    }
  }

  void add_downloads() {
    const auto& resources = site_->database->package().resources;
    if (resources.empty()) return;
    if (!has_page("data/index.html"))
      add("data/index.html", PageKind::data, title("all_data"), {}, "the list of downloads");
    site_->addresses.claim("data/datapackage.json", "the descriptor of the data", {}, diagnostics_);
    for (const data::Resource& resource : resources) {
      for (std::string_view type : {".csv", ".json"})
        site_->addresses.claim("data/" + resource.name + std::string(type),
                               fmt::format("the resource \"{}\"", resource.name), {}, diagnostics_);
      if (site_->database->find_table(resource.name)) add_resource(resource);
    }
  }

  void add_resource(const data::Resource& resource) {
    Page& page = add(resource_address(resource.name), PageKind::resource, resource.title, resource.span,
                     fmt::format("the page of the resource \"{}\"", resource.name));
    page.subject = resource.name;
    page.description = resource.description;
    page.described = !page.description.empty();
    page.evaluation = site_->rows->shown.find(resource.name)->second;
  }

  // ---- sections

  Section& section(std::string_view folder) {
    for (auto& known : site_->sections)
      if (known->folder == folder) return *known;
    auto made = std::make_unique<Section>();
    made->folder = folder;
    Section& result = *site_->sections.emplace_back(std::move(made));
    if (!folder.empty()) {
      Section& parent = section(folder_of(folder));
      result.parent = &parent;
      parent.sections.push_back(&result);
    }
    return result;
  }

  void make_sections() {
    section("");
    std::sort(site_->pages.begin(), site_->pages.end(),
              [](const auto& a, const auto& b) { return a->address < b->address; });
    for (size_t i = 0, written = site_->pages.size(); i < written; ++i) {
      Page& page = *site_->pages[i];
      if (page.kind == PageKind::not_found) continue;
      Section& home = section(folder_of(page.address));
      page.section = &home;
      if (file_of(page.address) == "index.html")
        home.index = &page;
      else if (is_listed(page))
        home.pages.push_back(&page);
    }
    for (size_t i = 0; i < site_->sections.size(); ++i) complete(*site_->sections[i]);
    for (auto& made : site_->sections) put_in_reading_order(*made);
    link_neighbours();
    for (auto& made : site_->sections) add_print(*made);
    std::sort(site_->sections.begin(), site_->sections.end(),
              [](const auto& a, const auto& b) { return a->folder < b->folder; });
  }

  static bool is_listed(const Page& page) {
    // The list of the data leads to the one, the box above every page to the other.
    if (page.kind == PageKind::contradictions || page.kind == PageKind::search) return false;
    const Content* content = page.content();
    return !content || !page.evaluation->from_data || content->front().pages->listed;
  }

  // A folder without an index.md gets a plain list of its pages.
  void complete(Section& made) {
    if (!made.index) {
      std::string title(file_of(made.folder));
      if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 32);
      Page& page = add(made.folder + "/index.html", made.folder == "faq" ? PageKind::faq : PageKind::section, title, {},
                       fmt::format("the list of the pages in {}/", made.folder));
      page.section = &made;
      made.index = &page;
    }
    made.title = made.index->title;
  }

  // Which page comes before and behind each; in a flow answers lead on, no order of pages.
  void link_neighbours() {
    std::map<const Page*, std::pair<const Page*, const Page*>> neighbours;
    for (const auto& made : site_->sections) {
      if (made->index->kind == PageKind::flow) continue;
      for (size_t i = 0; i + 1 < made->pages.size(); ++i) {
        neighbours[made->pages[i]].second = made->pages[i + 1];
        neighbours[made->pages[i + 1]].first = made->pages[i];
      }
    }
    for (auto& page : site_->pages) std::tie(page->previous, page->next) = neighbours[page.get()];
  }

  // Sections that are read, not looked up: what nobody would print as a whole has none.
  void add_print(Section& made) {
    constexpr size_t kFewest = 2, kMost = 60;
    const bool is_read = made.index->kind == PageKind::section || made.index->kind == PageKind::faq;
    const auto written = std::count_if(made.pages.begin(), made.pages.end(), [](const Page* page) {
      return page->content() && !page->evaluation->from_data;
    });
    const std::string address = made.folder + "/print.html";
    if (!is_read || made.pages.size() > kMost || static_cast<size_t>(written) < kFewest || has_page(address)) return;
    Page& page = add(address, PageKind::print, made.title, {}, fmt::format("the pages in {}/ on one", made.folder));
    page.section = &made;
    made.print = &page;
  }

  // ---- tables and charts

  void name_blocks() {
    std::vector<NamedBlock> found;
    for (const auto& page : site_->pages) {
      const Content* content = page->content();
      if (!content) continue;
      for (const Block& block : content->blocks)
        if (!block.fence->name.empty())
          found.push_back({std::string(block.fence->name) + page->name_suffix(), page.get(), &block, false});
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    for (size_t i = 0; i < found.size(); ++i) {
      NamedBlock& block = found[i];
      if (i > 0 && found[i - 1].name == block.name) {
        diagnostics_
            .error("duplicate-name", block.block->fence->name_span,
                   fmt::format("the name \"{}\" is taken: names of tables, charts and estimates are unique in the site",
                               block.name))
            .suggest("give this one a name of its own")
            .note(found[i - 1].block->fence->name_span, "the first is here");
        continue;
      }
      claim_files(block);
    }
    site_->blocks = std::move(found);
    std::sort(site_->pages.begin(), site_->pages.end(),
              [](const auto& a, const auto& b) { return a->address < b->address; });
    index_pages();
  }

  void claim_files(NamedBlock& named) {
    const document::Fence& fence = *named.block->fence;
    auto claim = [&](const std::string& address) {
      site_->addresses.claim(address, fmt::format("\"{}\"", named.name), fence.name_span, diagnostics_);
    };
    bool is_chart = fence.kind == document::FenceKind::chart;
    const bool is_frame = is_chart || fence.kind == document::FenceKind::table;
    if (is_frame && site_->config->features.embeds) claim("embed/" + named.name + ".html");
    if (is_chart) return claim_chart(named, claim);
    claim("tables/" + named.name + ".csv");
    claim("tables/" + named.name + ".json");
    const notation::Node* rows = named.block->spec.find("rows");
    if (!rows || rows->kind != notation::Kind::number || rows_of(named) <= rows->as_double()) return;
    const notation::Node* caption = named.block->spec.find("caption");
    add_own_page(named, PageKind::table, "tables/" + named.name + ".html", caption ? caption->text : named.name);
  }

  template <class Claim>
  void claim_chart(NamedBlock& named, Claim claim) {
    const std::string stem = "charts/" + named.name;
    claim(stem + ".csv");
    if (site_->config->features.images)
      for (std::string_view end : {".svg", "-dark.svg", ".png"}) claim(stem + std::string(end));
    if (rows_of(named) <= static_cast<double>(kMostChartRows)) return;
    const notation::Node* title = named.block->spec.find("title");
    if (title && title->is_map()) title = title->find("text");
    add_own_page(named, PageKind::chart, stem + ".html", title ? title->text : named.name);
  }

  // Of what it shows; 0 where that failed.
  static double rows_of(const NamedBlock& named) {
    auto frame = named.page->evaluation->frames.find(named.block->data);
    bool failed = frame == named.page->evaluation->frames.end() || !frame->second;
    return failed ? 0 : static_cast<double>(frame->second->rows());
  }

  void add_own_page(NamedBlock& named, PageKind kind, std::string address, std::string title) {
    named.has_own_page = true;
    const Evaluation& evaluation = *named.page->evaluation;
    base::Diagnostics unused;  // the page itself reports a name that no column has
    if (evaluation.from_data) title = fill_placeholders(title, evaluation.values, {}, unused);
    Page& page = add(std::move(address), kind, std::move(title), named.block->fence->name_span,
                     fmt::format("the {} \"{}\"", kind_name(kind), named.name));
    page.subject = named.name;
    page.draft = named.page->draft;
    page.evaluation = named.page->evaluation;
  }

  void index_pages() {
    site_->by_address.clear();
    for (const auto& page : site_->pages) site_->by_address[page->address] = page.get();
  }

  void build_flows() {
    for (const auto& page : site_->pages)
      if (page->kind == PageKind::flow) site_->flows.push_back(build_flow(*page, page->section->pages, diagnostics_));
  }

  std::unique_ptr<Site> site_ = std::make_unique<Site>();
  const Words& words_;
  const Listing& listing_;
  base::Diagnostics& diagnostics_;
};

}  // namespace

std::unique_ptr<Site> build_site(const Config& config, const data::Database& database, std::shared_ptr<const Rows> rows,
                                 const Words& words, std::vector<std::shared_ptr<const Evaluation>> evaluations,
                                 const Listing& listing, base::Diagnostics& diagnostics) {
  return Builder(config, database, std::move(rows), words, listing, diagnostics).build(std::move(evaluations));
}

}  // namespace site
