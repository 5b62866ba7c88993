// data/site.json: the title of a site and how it is organized.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace site {

struct Features {
  static constexpr size_t kFields = 8;
  bool search = true, markdown = true, cards = true, embeds = true, images = true, highlight = true, print = true;
  bool cards_of_data = false;  // pages made from data have their own picture too
};

// A link in the footer: an absolute URL, or a page as in `navigation`.
struct FooterEntry {
  std::string title;  // "" for the page's own
  std::string to;
  base::Span span;
};

// A colour of the theme, as in tokens.css, in both schemes.
struct ThemeColour {
  std::string light, dark;
  base::Span span;
};

// The part of the configuration that pages show.
struct ShownConfig {
  static constexpr size_t kFields = 10;
  std::string title = "Untitled";
  std::string description;
  std::string lang = "en";
  std::string base_url;    // absolute, ends with '/'; "" for none
  std::string owner;       // who answers for pages without an owner
  std::string repository;  // https://github.com/OWNER/NAME
  std::string mark;        // a picture next to the title and as the favicon: its path below content/
  std::string footer_text;
  Features features;
  // A table whose rows have dates further apart than this shows them in a column.
  long date_column_after_days = 31;
};

struct Config : ShownConfig {
  std::vector<std::string> navigation;       // folders and pages, in order; empty: all sections by their order
  std::vector<base::Span> navigation_spans;  // the spans of each of them
  base::Span mark_span;
  std::vector<FooterEntry> footer_links;
  std::map<std::string, ThemeColour, std::less<>> theme;  // by the token's name without its dashes: "accent"
  std::map<std::string, int> colours;  // an entity's name or id -> colour slot 1 to 8, the same in all charts
  std::vector<std::string> raw_html;   // patterns (base/text.h) of the pages that may contain raw HTML
  std::vector<base::Span> raw_html_spans;
  std::vector<std::vector<std::string>> synonyms;  // words and phrases that a search treats as the same
  std::vector<std::string> separate_searches;      // folders of content/ with a separate search index
  std::vector<base::Span> separate_spans;
  std::vector<std::string> searched_tables;  // whose measures are found as figures of the rows that they are about
  std::vector<base::Span> searched_spans;
};

constexpr int kColourSlots = 8;

// Returns the defaults without a file. `base_url` is absolute (http or https), or an error "bad-base-url"; other codes:
// "bad-colour", "bad-value", and the reader's.
Config read_config(const base::SourceText* site_json, base::Diagnostics& diagnostics);

// Adds the '/' at the end; returns "" unless it is an absolute http(s) URL. Also used for `--base-url`.
std::string normalise_base_url(std::string url);

}  // namespace site
