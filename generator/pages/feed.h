// The feed of changes: Atom, RFC 4287. Entries are pages that state when they were changed; other kinds of changes pass
// their own entries to feed_xml().
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "site/site.h"

namespace pages {

inline constexpr std::string_view kFeedAddress = "feed.xml";
inline constexpr size_t kMaxFeedEntries = 50;

// One thing that changed. Dates are "2026-03-15", from the content; times are midnight, UTC.
struct FeedEntry {
  std::string id;         // a permanent IRI, unique in the feed
  std::string updated;    // never ""
  std::string published;  // "" if unknown
  std::string title;
  std::string summary;   // plain text; may be ""
  std::string url;       // absolute: where to read it
  std::string markdown;  // absolute: its Markdown version; "" for none
  std::vector<std::string> authors;
  std::vector<std::string> tags;
};

// Whether anything has a date and links can be absolute.
bool has_feed(const site::Site& site);

// An entry for each page with a date. Its id is its canonical URL, so that later changes update the same entry.
std::vector<FeedEntry> page_entries(const site::Site& site);

// An entry for each date of data/changes/; its summary contains the corrections, each with the title of its page.
std::vector<FeedEntry> change_entries(const site::Site& site, const site::Words& words);

// The document: the newest entries, by date and then by id. REQUIRES: the site has a base_url, and there is an entry.
std::string feed_xml(const site::Config& config, const site::Words& words, std::vector<FeedEntry> entries);

// The site's feed with all its entries.
std::string feed(const site::Site& site, const site::Words& words);

}  // namespace pages
