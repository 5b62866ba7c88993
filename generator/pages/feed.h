// The feed of what changed: Atom, RFC 4287. Entries are pages that say when they were changed; other things that change
// give entries of their own to feed_xml().
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "site/site.h"

namespace pages {

inline constexpr std::string_view kFeedAddress = "feed.xml";
inline constexpr size_t kMostFeedEntries = 50;

// One thing that changed. Dates are "2026-03-15", from the content; times are midnight, UTC.
struct FeedEntry {
  std::string id;         // an IRI that stays the same for as long as this is the same thing; unique in the feed
  std::string updated;    // never ""
  std::string published;  // "" where it is not known
  std::string title;
  std::string summary;   // plain text; may be ""
  std::string url;       // absolute: where it is to be read
  std::string markdown;  // absolute: the same in Markdown; "" for none
  std::vector<std::string> authors;
  std::vector<std::string> tags;
};

// Whether anything has a date, and links can be absolute.
bool has_feed(const site::Site& site);

// An entry for each page with a date. Its id is its canonical URL, so that later changes update the same entry.
std::vector<FeedEntry> page_entries(const site::Site& site);

// An entry for each date of data/changes/; its summary contains the corrections, each with the title of its page.
std::vector<FeedEntry> change_entries(const site::Site& site, const site::Words& words);

// The document: the newest entries, by date and then by id. REQUIRES: the site has a base_url, and there is an entry.
std::string feed_xml(const site::Config& config, const site::Words& words, std::vector<FeedEntry> entries);

// The site's feed, of all that it has entries for.
std::string feed(const site::Site& site, const site::Words& words);

}  // namespace pages
