// The feed of changes in Atom (RFC 4287). Entries are pages with a date; other changes pass theirs to feed_xml().
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "site/site.h"

namespace pages {

inline constexpr std::string_view kFeedAddress = "feed.xml";
inline constexpr size_t kMaxFeedEntries = 50;

// A change that the feed announces. Dates are "2026-03-15", from the content; times are midnight UTC.
struct FeedEntry {
  std::string id;         // a permanent IRI, unique in the feed
  std::string updated;    // the date of the last change; never ""
  std::string published;  // the date of publication; "" if unknown
  std::string title;
  std::string summary;   // plain text; may be ""
  std::string url;       // absolute URL of the changed page
  std::string markdown;  // absolute URL of the Markdown version; "" if there is none
  std::vector<std::string> authors;
  std::vector<std::string> tags;
};

// Whether there is a dated entry, and links can be absolute.
bool has_feed(const site::Site& site);

// Returns an entry for each page with a date. Its id is the canonical URL, so that changes update the same entry.
std::vector<FeedEntry> page_entries(const site::Site& site);

// Returns an entry for each date in data/changes/; its summary contains the corrections, each with the title of its
// page.
std::vector<FeedEntry> change_entries(const site::Site& site, const site::Words& words);

// Returns the feed document with the newest entries, by date and then by id. REQUIRES: the site has a base_url, and
// there is at least one entry.
std::string feed_xml(const site::Config& config, const site::Words& words, std::vector<FeedEntry> entries);

// Returns the site's feed with all its entries.
std::string feed(const site::Site& site, const site::Words& words);

}  // namespace pages
