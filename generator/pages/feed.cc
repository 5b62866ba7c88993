// The feed of changes in Atom (RFC 4287). Its entries are the pages with a date, and the dates in data/changes/.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "markup/html.h"
#include "pages/changed.h"
#include "pages/markdown_page.h"
#include "pages/moved.h"
#include "pages/site_files.h"
#include "site/changes.h"
#include "site/url.h"

namespace pages {
namespace {

using markup::xml_text;

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

// Returns the author's summary, or how much changed if there is no summary; then the corrections, each with its page.
std::string summary_of(const site::Changes& changes, const site::Site& site, const site::Words& words) {
  std::vector<std::string> parts = day_counts(changes, words);
  if (!changes.summary.empty()) parts = {changes.summary};
  for (const site::Correction& correction : changes.corrections) {
    const site::Page* page = page_now(site, correction.page);
    parts.push_back(fmt::format("{}: {}", page ? page->title : correction.page, correction.text));
  }
  return base::join(parts, " · ");
}

}  // namespace

bool has_feed(const site::Site& site) {
  const auto is_entry = [](const auto& page) { return page->is_indexed() && !changed_on(*page).empty(); };
  return !site.config->base_url.empty() &&
         (!site.changes.empty() || std::any_of(site.pages.begin(), site.pages.end(), is_entry));
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

}  // namespace pages
