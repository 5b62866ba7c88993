#include "pages/feed.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "markup/html.h"
#include "pages/changed.h"
#include "pages/markdown_page.h"
#include "pages/moved.h"
#include "site/changes.h"
#include "site/url.h"

namespace pages {
namespace {

using markup::xml_text;

// Formats a date by RFC 3339, as RFC 4287 section 3.3 requires.
std::string date_time(std::string_view date) { return std::string(date) + "T00:00:00Z"; }

std::string element(std::string_view name, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>\n", name, xml_text(text));
}

std::string optional_element(std::string_view name, std::string_view text) {
  return text.empty() ? "" : element(name, text);
}

std::string author(std::string_view name) { return "<author><name>" + xml_text(name) + "</name></author>\n"; }

std::string link(std::string_view rel, std::string_view type, std::string_view href) {
  if (href.empty()) return "";
  return fmt::format("<link rel=\"{}\" type=\"{}\" href=\"{}\"/>\n", rel, type, xml_text(href));
}

std::string entry_xml(const FeedEntry& entry) {
  std::string xml = "<entry>\n" + element("id", entry.id) + element("title", entry.title);
  xml += element("updated", date_time(entry.updated));
  if (!entry.published.empty()) xml += element("published", date_time(entry.published));
  for (const std::string& name : entry.authors) xml += author(name);
  xml += link("alternate", "text/html", entry.url) + link("alternate", "text/markdown", entry.markdown);
  for (const std::string& tag : entry.tags) xml += "<category term=\"" + xml_text(tag) + "\"/>\n";
  return xml + optional_element("summary", entry.summary) + "</entry>\n";
}

// Returns an entry with the values that all kinds of entries have in common.
FeedEntry entry_of(const site::Page& page, std::string_view date, const site::Config& config) {
  FeedEntry entry;
  entry.url = entry.id = site::absolute_url(config.base_url, page.address);
  if (has_markdown_version(page.kind, config))
    entry.markdown = config.base_url + site::encode_path(markdown_address(page.address));
  entry.updated = date;
  entry.title = page.title;
  return entry;
}

}  // namespace

bool has_feed(const site::Site& site) {
  if (!site.config->base_url.empty() && !site.changes.empty()) return true;
  return !site.config->base_url.empty() && std::any_of(site.pages.begin(), site.pages.end(), [](const auto& page) {
    return page->is_indexed() && !changed_on(*page).empty();
  });
}

std::vector<FeedEntry> page_entries(const site::Site& site) {
  std::vector<FeedEntry> entries;
  for (const site::Page* page : dated_pages(site)) {
    if (!page->is_indexed()) continue;
    const document::FrontMatter& front = page->content()->front;
    FeedEntry entry = entry_of(*page, changed_on(*page), *site.config);
    entry.published = front.date.text;
    entry.summary = page->description();
    for (const document::Text& author : front.authors) entry.authors.push_back(author.text);
    for (const document::Text& tag : front.tags) entry.tags.push_back(tag.text);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string feed_xml(const site::Config& config, const site::Words& words, std::vector<FeedEntry> entries) {
  std::sort(entries.begin(), entries.end(), [](const FeedEntry& a, const FeedEntry& b) {
    return std::tie(b.updated, a.id) < std::tie(a.updated, b.id);
  });
  if (entries.size() > kMaxFeedEntries) entries.resize(kMaxFeedEntries);
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"";
  xml += xml_text(config.lang) + "\">\n" + element("id", config.base_url + std::string(kFeedAddress));
  xml += element("title", words.fill("feed_title", {{"site", config.title}}));
  xml += optional_element("subtitle", config.description) + element("updated", date_time(entries.front().updated));
  xml += author(config.title);  // the default for entries without an author
  xml += link("self", "application/atom+xml", config.base_url + std::string(kFeedAddress));
  xml += link("alternate", "text/html", config.base_url) + "<generator>Sourcebook</generator>\n";
  for (const FeedEntry& entry : entries) xml += entry_xml(entry);
  return xml + "</feed>\n";
}

namespace {

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

std::vector<FeedEntry> change_entries(const site::Site& site, const site::Words& words) {
  std::vector<FeedEntry> entries;
  for (const auto& file : site.changes) {
    const site::Changes& changes = *file;
    const site::Page* page = site.find(site::changes_address(changes.date));
    if (!page) continue;
    FeedEntry entry = entry_of(*page, changes.date, *site.config);
    entry.published = changes.date;
    entry.summary = summary_of(changes, site, words);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string feed(const site::Site& site, const site::Words& words) {
  std::vector<FeedEntry> entries = page_entries(site);
  for (FeedEntry& entry : change_entries(site, words)) entries.push_back(std::move(entry));
  return feed_xml(*site.config, words, std::move(entries));
}

}  // namespace pages
