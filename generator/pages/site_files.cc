#include "pages/site_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "markup/html.h"
#include "markup/markdown.h"
#include "pages/changed.h"
#include "pages/markdown_page.h"
#include "pages/moved.h"
#include "quantity/change.h"
#include "site/changes.h"
#include "site/url.h"

namespace pages {
namespace {

using markup::xml_text;

constexpr std::string_view kHead = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr std::string_view kNamespace = " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

std::string document_of(std::string_view root, std::string_view entries) {
  std::string xml(kHead);
  xml.append("<").append(root).append(kNamespace).append(entries);
  return xml.append("</").append(root).append(">\n");
}

void write_url(const site::Page& page, const std::string& base_url, std::string& xml) {
  xml.append("<url><loc>").append(xml_text(site::absolute_url(base_url, page.address))).append("</loc>");
  if (const site::Content* content = page.content()) {
    const document::FrontMatter& front = content->front;
    const std::string& changed = front.updated.empty() ? front.date.text : front.updated.text;
    if (!changed.empty()) xml.append("<lastmod>").append(xml_text(changed)).append("</lastmod>");
  }
  xml += "</url>\n";
}

// -- The feed of changes in Atom (RFC 4287): the pages with a date, and the dates in data/changes/ --

struct FeedEntry {
  std::string updated;  // the date of the last change: "2026-03-15"
  std::string id;       // the canonical URL of the page, so that changes update the same entry
  std::string xml;
};

// Formats a date by RFC 3339, as RFC 4287 section 3.3 requires: midnight UTC.
std::string date_time(std::string_view date) { return std::string(date) + "T00:00:00Z"; }

std::string element(std::string_view name, std::string_view text) {
  return text.empty() ? "" : fmt::format("<{0}>{1}</{0}>\n", name, xml_text(text));
}

std::string author(std::string_view name) { return "<author><name>" + xml_text(name) + "</name></author>\n"; }

std::string link(std::string_view rel, std::string_view type, std::string_view href) {
  return fmt::format("<link rel=\"{}\" type=\"{}\" href=\"{}\"/>\n", rel, type, xml_text(href));
}

// `published` and `summary` may be "".
FeedEntry entry_of(const site::Page& page, std::string_view updated, std::string_view published,
                   std::string_view summary, const document::FrontMatter& front, const site::Config& config) {
  const std::string url = site::absolute_url(config.base_url, page.address);
  std::string xml = "<entry>\n" + element("id", url) + fmt::format("<title>{}</title>\n", xml_text(page.title));
  xml += element("updated", date_time(updated));
  if (!published.empty()) xml += element("published", date_time(published));
  for (const document::Text& name : front.authors) xml += author(name.text);
  xml += link("alternate", "text/html", url);
  if (has_markdown_version(page.kind, config))
    xml += link("alternate", "text/markdown", config.base_url + site::encode_path(markdown_address(page.address)));
  for (const document::Text& tag : front.tags) xml += "<category term=\"" + xml_text(tag.text) + "\"/>\n";
  return {std::string(updated), url, xml + element("summary", summary) + "</entry>\n"};
}

// Returns the first changed values: "Rhine, Length: 1,233 km → 1,230 km".
std::vector<std::string> changed_values(const site::Changes& changes, const quantity::Units& units) {
  constexpr size_t kMaxValues = 5;
  std::vector<std::string> lines;
  for (const site::TableChange& table : changes.tables)
    for (const site::RowChange& row : table.rows)
      for (const site::ValueChange& value : row.values) {
        if (row.kind != site::ChangeKind::changed) continue;
        if (lines.size() == kMaxValues) return lines;
        const quantity::ShownChange shown = quantity::show_change(value.before, value.after, value.format, units);
        lines.push_back(fmt::format("{}, {}: {} → {}", row.name, value.title, shown.before, shown.after));
      }
  return lines;
}

// Returns the author's summary, or what changed if there is no summary; then the corrections, each with its page.
std::string summary_of(const site::Changes& changes, const site::Site& site, const site::Words& words) {
  std::vector<std::string> parts = changed_values(changes, site.database->units());
  for (std::string& count : day_counts(changes, words)) parts.push_back(std::move(count));
  if (!changes.summary.empty()) parts = {changes.summary};
  for (const site::Correction& correction : changes.corrections) {
    const site::Page* page = page_now(site, correction.page);
    parts.push_back(fmt::format("{}: {}", page ? page->title : correction.page, correction.text));
  }
  return base::join(parts, " · ");
}

// -- llms.txt (https://llmstxt.org), which lists the pages for programs that read Markdown --
//
// Links lead to the Markdown versions if the site has them, otherwise to the pages. They are absolute if the site has a
// base_url.

// The maximum number of links for one section; the section's own page lists the rest.
constexpr size_t kMaxLinks = 100;

// Whether the section is for looking things up rather than reading, or for other readers.
bool is_optional(const site::Section& section, const site::Config& config) {
  return section.index->kind == site::PageKind::sources || section.index->kind == site::PageKind::data ||
         config.search_of(section.index->address) > 0;
}

class LlmsWriter {
 public:
  LlmsWriter(const site::Site& site, const site::Words& words) : site_(site), words_(words) {}

  std::string write(bool has_facts) {
    const site::Config& config = *site_.config;
    out_ = "# " + line(config.title) + "\n";
    if (!config.description.empty()) out_ += "\n> " + line(config.description) + "\n";
    out_ += "\n" + line(words_["llms_note"]);
    if (has_facts) {
      out_ += " [" + line(words_["llms_facts"]) + "]";
      markup::append_destination(out_, site_.config->base_url + std::string(kFactsAddress));
    }
    out_ += "\n";
    heading(words_["llms_pages"]);
    if (site_.top().index) link(*site_.top().index);
    for (const site::Page* page : site_.top().pages) link(*page);
    for (const site::Section* section : sections(false)) add_section(*section);
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
    const std::vector<site::MenuEntry>& navigation = site_.config->navigation;
    std::vector<const site::Section*> list;
    for (const site::Section* section : site_.top().sections)
      if (section->index && is_optional(*section, *site_.config) == optional) list.push_back(section);
    auto rank = [&](const site::Section* section) {
      return std::ranges::find(navigation, section->folder, &site::MenuEntry::to);
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](const site::Section* a, const site::Section* b) { return rank(a) < rank(b); });
    return list;
  }

  void add_section(const site::Section& section) {
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

std::vector<SiteFile> sitemaps(const site::Site& site, SitemapLimits limits) {
  const std::string& base_url = site.config->base_url;
  const size_t around = document_of("urlset", "").size();
  std::vector<std::string> parts(1);
  std::string entry;
  size_t urls = 0;
  for (const auto& page : site.pages) {
    if (!page->is_indexed()) continue;
    entry.clear();
    write_url(*page, base_url, entry);
    if (urls == limits.urls || (urls > 0 && around + parts.back().size() + entry.size() > limits.bytes)) {
      parts.emplace_back();
      urls = 0;
    }
    parts.back() += entry;
    ++urls;
  }
  if (parts.size() == 1) return {{"sitemap.xml", document_of("urlset", parts[0])}};
  std::vector<SiteFile> files;
  std::string index;
  for (const std::string& part : parts) {
    std::string address = "sitemap-" + std::to_string(files.size() + 1) + ".xml";
    index += "<sitemap><loc>" + xml_text(base_url + address) + "</loc></sitemap>\n";
    files.push_back({std::move(address), document_of("urlset", part)});
  }
  files.push_back({"sitemap.xml", document_of("sitemapindex", index)});
  return files;
}

bool has_feed(const site::Site& site) {
  return !site.config->base_url.empty() &&
         (!site.changes.empty() || std::ranges::any_of(dated_pages(site), &site::Page::is_indexed));
}

std::string feed(const site::Site& site, const site::Words& words) {
  const site::Config& config = *site.config;
  std::vector<FeedEntry> entries;
  for (const site::Page* page : dated_pages(site)) {
    if (!page->is_indexed()) continue;
    const document::FrontMatter& front = page->content()->front;
    entries.push_back(entry_of(*page, changed_on(*page), front.date.text, page->description(), front, config));
  }
  for (const auto& changes : site.changes)
    if (const site::Page* page = site.find(site::changes_address(changes->date)))
      entries.push_back(entry_of(*page, changes->date, changes->date, summary_of(*changes, site, words), {}, config));
  std::sort(entries.begin(), entries.end(), [](const FeedEntry& a, const FeedEntry& b) {
    return std::tie(b.updated, a.id) < std::tie(a.updated, b.id);
  });
  if (entries.size() > kMaxFeedEntries) entries.resize(kMaxFeedEntries);
  const std::string address = config.base_url + std::string(kFeedAddress);
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"";
  xml += xml_text(config.lang) + "\">\n" + element("id", address);
  xml += element("title", words.fill("feed_title", {{"site", config.title}}));
  xml += element("subtitle", config.description) + element("updated", date_time(entries.front().updated));
  xml += author(config.title);  // the default for entries without an author
  xml += link("self", "application/atom+xml", address) + link("alternate", "text/html", config.base_url);
  xml += "<generator>Sourcebook</generator>\n";
  for (const FeedEntry& entry : entries) xml += entry.xml;
  return xml + "</feed>\n";
}

std::vector<SiteFile> site_files(const site::Site& site, const site::Words& words) {
  const std::string& base_url = site.config->base_url;
  std::vector<SiteFile> files;
  if (!base_url.empty()) {
    files = sitemaps(site);
    files.push_back({"robots.txt", "User-agent: *\nAllow: /\nSitemap: " + base_url + "sitemap.xml\n"});
    if (has_feed(site)) files.push_back({std::string(kFeedAddress), feed(site, words)});
  }
  std::string stated = facts(site);
  files.push_back({"llms.txt", LlmsWriter(site, words).write(!stated.empty())});
  if (!stated.empty()) files.push_back({std::string(kFactsAddress), std::move(stated)});
  return files;
}

}  // namespace pages
