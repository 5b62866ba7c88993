// Builds the tree of folders. The pages and folders of a section are read in the order of `contents` of its index, then
// by weight, then by title.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <unordered_map>

#include "base/suggest.h"
#include "base/utf8.h"
#include "site/building.h"
#include "site/changes.h"
#include "site/url.h"

namespace site {
namespace {

std::string_view name_of(const Page& page) {
  std::string_view file = file_of(page.address);
  return file.substr(0, file.rfind('.'));
}
std::string_view name_of(const Section& section) { return file_of(section.folder); }

// Whether `contents` means the page by this name: that of its address, or that of its file, if a slug replaces it.
bool is_named(const Page& page, std::string_view name) {
  return name == name_of(page) || (page.content() && !page.from_data() && name == page.content()->stem());
}
bool is_named(const Section& section, std::string_view name) { return name == name_of(section); }

std::vector<document::Text> contents_of(const Section& section) {
  const Content* content = section.index->content();
  return content ? content->front.contents : std::vector<document::Text>();
}

void check_contents(const Section& section, base::Diagnostics& diagnostics) {
  std::vector<std::string_view> names;
  for (const Page* page : section.pages) names.push_back(name_of(*page));
  for (const Section* child : section.sections) names.push_back(name_of(*child));
  for (const document::Text& text : contents_of(section))
    if (std::ranges::none_of(section.pages, [&](const Page* page) { return is_named(*page, text.text); }) &&
        std::find(names.begin(), names.end(), text.text) == names.end())
      diagnostics
          .error("unknown-contents", text.span,
                 fmt::format("\"contents\" lists \"{}\", which is not in this folder", text.text))
          .expect("the name of a page without \".md\", or of a folder")
          .suggest(base::did_you_mean(text.text, names));
}

// The weights of pages without one, which come last.
constexpr double kNoWeight = std::numeric_limits<double>::infinity();
double weight_of(const Page& page) {
  return page.content() ? page.content()->front.weight.value_or(kNoWeight) : kNoWeight;
}
double weight_of(const Section& section) { return weight_of(*section.index); }

// Sorts pages or sections, each of which has a name, a weight and a title.
template <class Item>
void sort_as_listed(std::vector<const Item*>& items, const std::vector<document::Text>& contents) {
  auto place = [&](const Item* item) {
    return std::ranges::find_if(contents, [&](const auto& text) { return is_named(*item, text.text); }) -
           contents.begin();
  };
  std::stable_sort(items.begin(), items.end(), [&](const Item* a, const Item* b) {
    const auto x = place(a), y = place(b);
    if (x != y) return x < y;
    if (weight_of(*a) != weight_of(*b)) return weight_of(*a) < weight_of(*b);
    return base::fold_case(a->title) < base::fold_case(b->title);
  });
}

void put_in_reading_order(Section& section) {
  if (section.index->kind == PageKind::changes) return;  // these pages are sorted by date, because their addresses are
  const std::vector<document::Text> contents = contents_of(section);
  sort_as_listed(section.pages, contents);
  sort_as_listed(section.sections, contents);
}

class Sections {
 public:
  explicit Sections(Building& building) : building_(building), site_(building.site) {}

  void make() {
    section("");
    sort_pages(site_);
    for (size_t i = 0, written = site_.pages.size(); i < written; ++i) {
      Page& page = *site_.pages[i];
      if (page.kind == PageKind::not_found || page.kind == PageKind::redirect) continue;
      Section& home = section(folder_of(first_page(page)));
      page.section = &home;
      if (file_of(page.address) == "index.html")
        home.index = &page;
      else if (is_listed(page))
        home.pages.push_back(&page);
    }
    for (size_t i = 0; i < site_.sections.size(); ++i) complete(*site_.sections[i]);
    for (auto& made : site_.sections) put_in_reading_order(*made);
    link_neighbours();
    for (auto& made : site_.sections) add_print(*made);
    std::sort(site_.sections.begin(), site_.sections.end(),
              [](const auto& a, const auto& b) { return a->folder < b->folder; });
  }

 private:
  Section& section(std::string_view folder) {
    if (auto known = by_folder_.find(folder); known != by_folder_.end()) return *known->second;
    auto made = std::make_unique<Section>();
    made->folder = folder;
    Section& result = *site_.sections.emplace_back(std::move(made));
    by_folder_.emplace(result.folder, &result);
    if (!folder.empty()) {
      Section& parent = section(folder_of(folder));
      result.parent = &parent;
      parent.sections.push_back(&result);
    }
    return result;
  }

  // Returns the address of the first page of a table's rows for the following ones, which are in its section; for all
  // other pages, their own address.
  static std::string first_page(const Page& page) {
    return page.kind == PageKind::resource ? resource_address(page.subject) : page.address;
  }

  static bool is_listed(const Page& page) {
    if (first_page(page) != page.address) return false;  // these pages are linked on the first page
    // These pages are linked elsewhere: contradictions in the list of the data, the search in the box on every page.
    if (page.kind == PageKind::contradictions || page.kind == PageKind::search) return false;
    const Content* content = page.content();
    return !content || !page.evaluation->from_data || content->front.pages->listed;
  }

  // Completes a folder: if there is no index.md, it gets a plain list of its pages.
  void complete(Section& made) {
    if (!made.index) {
      std::string title(file_of(made.folder));
      std::replace_if(title.begin(), title.end(), [](char c) { return c == '-' || c == '_'; }, ' ');
      if (!title.empty() && title[0] >= 'a' && title[0] <= 'z') title[0] = static_cast<char>(title[0] - 32);
      Page& page =
          building_.add_page(made.folder + "/index.html", made.folder == "faq" ? PageKind::faq : PageKind::section,
                             title, {}, fmt::format("the list of the pages in {}/", made.folder));
      page.section = &made;
      made.index = &page;
    }
    made.title = made.index->title;
  }

  // Links each page to the previous and the next one. The pages of a flow have no order, and those of sources are
  // listed by their use.
  void link_neighbours() {
    for (const auto& made : site_.sections) {
      if (made->index->kind == PageKind::flow || made->index->kind == PageKind::sources) continue;
      for (size_t i = 0; i + 1 < made->pages.size(); ++i) {
        const Page &page = *made->pages[i], &next = *made->pages[i + 1];
        site_.pages[page.number]->next = &next;
        site_.pages[next.number]->previous = &page;
      }
    }
  }

  static bool is_read(const Section& made) {
    return made.index->kind == PageKind::section || made.index->kind == PageKind::faq;
  }

  // Appends the pages of a section; `deep`: and those of the sections below it that are read like it.
  static void add_printed(const Section& made, bool deep, std::vector<const Page*>& printed) {
    const auto add = [&](const Page* page) {
      if (page->has_text() && !page->from_data()) printed.push_back(page);
    };
    std::ranges::for_each(made.pages, add);
    if (!deep) return;
    for (const Section* below : made.sections) {
      if (!is_read(*below)) continue;
      add(below->index);
      add_printed(*below, deep, printed);
    }
  }

  // Returns the pages that `print` of the section's index lists.
  std::vector<const Page*> chosen(const document::FrontMatter& front, std::string_view folder) {
    std::vector<const Page*> pages;
    for (const document::Text& text : front.print) {
      const auto path = text.text.starts_with('/') ? join_path("", text.text.substr(1)) : join_path(folder, text.text);
      if (const Page* page = path ? site_.page_of(*path) : nullptr)
        pages.push_back(page);
      else
        building_.diagnostics
            .error("unknown-page", text.span, fmt::format("\"print\" lists \"{}\", which is not a page", text.text))
            .expect("the path of a Markdown file, relative to this one");
    }
    return pages;
  }

  // Adds a print page if readers read the section from beginning to end rather than look things up in it, or if its
  // index lists the pages.
  void add_print(Section& made) {
    if (!site_.config->features.print) return;
    constexpr size_t kMinPages = 2, kMaxPages = 60;
    const Content* content = made.index ? made.index->content() : nullptr;
    const bool is_chosen = content && !content->front.print.empty();
    if (is_chosen) {
      made.printed = chosen(content->front, made.folder);
    } else if (is_read(made) && made.pages.size() <= kMaxPages) {
      add_printed(made, true, made.printed);
      if (made.printed.size() > kMaxPages) {
        made.printed.clear();
        add_printed(made, false, made.printed);
      }
    }
    const std::string address = made.folder + (made.folder.empty() ? "" : "/") + "print.html";
    if (made.printed.size() < (is_chosen ? 1 : kMinPages) || site_.find(address)) return;
    const bool has_introduction = content && made.index->has_text() && !content->document().empty();
    if (!is_chosen && has_introduction) made.printed.insert(made.printed.begin(), made.index);
    Page& page = building_.add_page(address, PageKind::print, made.title, {},
                                    fmt::format("the pages in {}/ on one", made.folder));
    page.section = &made;
    made.print = &page;
    for (const Page* each : made.printed) site_.pages[each->number]->is_printed = true;
  }

  Building& building_;
  Site& site_;
  std::unordered_map<std::string_view, Section*> by_folder_;
};

}  // namespace

void check_contents(const Site& site, base::Diagnostics& diagnostics) {
  for (const auto& section : site.sections) check_contents(*section, diagnostics);
}

void make_sections(Building& building) { Sections(building).make(); }

}  // namespace site
