// The values that all pages of a site share when they are rendered: compiled templates, words, navigation. Pages read
// them through pages::View.
#pragma once
#include <map>
#include <string>

#include "blocks/context.h"
#include "site/rows.h"
#include "site/site.h"
#include "site/words.h"
#include "template/engine.h"

namespace pages {

// The navigation in the form that templates get. It is built once per folder, because links are relative and all pages
// of a folder share them. Templates find the current page by comparing addresses.
class Navigation {
 public:
  Navigation(const site::Site& site, const std::vector<site::MenuLink>& items);

  // Returns the navigation as seen from a folder: a list of {title, address, href, open, children: [{title, address,
  // href}]}, where links to other sites have the address ""; null for a folder without pages.
  const templates::Value* seen_from(std::string_view folder) const;

 private:
  static templates::Value see(const std::vector<site::MenuLink>& items, std::string_view folder);

  std::map<std::string, templates::Value, std::less<>> by_folder_;
};

struct Theme {
  const templates::Engine& engine;
  const site::Words& words;
  const Navigation& navigation;
  templates::Value strings;  // interface texts, in the form that templates get
  templates::Value site;     // the values by site_value()
  blocks::PictureStyles pictures = {};
  std::vector<site::MenuLink> footer = {};
  site::RowNames row_names = {};
  std::map<std::string, markup::SafeHtml, std::less<>> references = {};  // reference_html() by the source's id
  markup::SafeHtml card_mark = {};                                       // the mark for cards (card.h)
  bool has_feed = false;
};

templates::Value strings_value(const site::Words& words);
// Returns {title, short_title, description, lang, scheme, has_style, extra, base_url, repository, mark, footer_text,
// is_sourced, has_sources, has_data, has_changes, has_search}. `mark` is an address; `is_sourced` is whether every
// figure has a source.
templates::Value site_value(const site::Site& site, std::string mark, bool is_sourced);

}  // namespace pages
