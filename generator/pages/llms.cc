#include "pages/site_files.h"

#include <algorithm>

#include "markup/markdown.h"
#include "pages/markdown_page.h"
#include "site/url.h"

namespace pages {
namespace {

// The maximum number of links for one section; the section's own page lists the rest.
constexpr size_t kMaxLinks = 100;

// Whether readers look things up in the section rather than read it.
bool is_optional(const site::Section& section) {
  return section.index->kind == site::PageKind::sources || section.index->kind == site::PageKind::data;
}

class Writer {
 public:
  Writer(const site::Site& site, const site::Words& words) : site_(site), words_(words) {}

  std::string write() {
    const site::Config& config = *site_.config;
    out_ = "# " + line(config.title) + "\n";
    if (!config.description.empty()) out_ += "\n> " + line(config.description) + "\n";
    out_ += "\n" + line(words_["llms_note"]) + "\n";
    heading(words_["llms_pages"]);
    if (site_.top().index) link(*site_.top().index);
    for (const site::Page* page : site_.top().pages) link(*page);
    for (const site::Section* section : sections(false)) add(*section);
    std::vector<const site::Section*> optional = sections(true);
    if (!optional.empty()) heading("Optional");  // a heading that the format defines
    for (const site::Section* section : optional) link(*section->index);
    return std::move(out_);
  }

 private:
  static std::string line(std::string_view text) {
    std::string out;
    markup::append_markdown(out, text);
    return markup::finish_inline(out, markup::Lines::one);
  }

  void heading(std::string_view title) { out_ += "\n## " + line(title) + "\n\n"; }

  void link(const site::Page& page) {
    if (!page.is_indexed()) return;
    const std::string address =
        has_markdown_version(page.kind, *site_.config) ? markdown_address(page.address) : page.address;
    out_ += "- [" + line(page.title) + "]";
    markup::append_destination(out_, site_.config->base_url + site::encode_path(address));
    if (!page.description().empty()) out_ += ": " + line(page.description());
    out_ += "\n";
  }

  // Returns the sections below the top folder, in the order of the navigation.
  std::vector<const site::Section*> sections(bool optional) const {
    const std::vector<std::string>& navigation = site_.config->navigation;
    std::vector<const site::Section*> list;
    for (const site::Section* section : site_.top().sections)
      if (section->index && is_optional(*section) == optional) list.push_back(section);
    auto rank = [&](const site::Section* section) {
      return std::find(navigation.begin(), navigation.end(), section->folder);
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](const site::Section* a, const site::Section* b) { return rank(a) < rank(b); });
    return list;
  }

  void add(const site::Section& section) {
    heading(section.title);
    link(*section.index);
    const size_t count = section.pages.size();
    for (size_t i = 0; i < std::min(count, kMaxLinks); ++i) link(*section.pages[i]);
    for (const site::Section* below : section.sections)
      if (below->index) link(*below->index);
  }

  const site::Site& site_;
  const site::Words& words_;
  std::string out_;
};

}  // namespace

std::string llms_text(const site::Site& site, const site::Words& words) { return Writer(site, words).write(); }

}  // namespace pages
