// The steps of a rename: the data, references to them, then pages whose addresses change.
#pragma once
#include <map>

#include "base/edit.h"
#include "passes/build.h"
#include "passes/parse.h"
#include "renaming/rename.h"

namespace renaming {

using Names = std::map<std::string, std::string, std::less<>>;  // new names by the old ones

// Returns the value of a key, or null.
template <class Map, class Key>
const typename Map::mapped_type* find_in(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

struct KeyChanges {
  std::vector<base::Edit> edits;                   // edits of the row's key and of foreign keys
  std::map<std::string, Names, std::less<>> keys;  // keyed by resource; columns of a key are joined by '/'
  std::map<std::pair<std::string, std::string>, Names> columns;  // by resource and column, values that no longer occur
  Names names;                                                   // all cells that change
  Names unambiguous;                                             // keys that no other cell of the data contains

  const std::string* key(std::string_view resource, std::string_view key) const {
    const Names* found = find_in(keys, resource);
    return found ? find_in(*found, key) : nullptr;
  }
};

// Renames a key. Rows with a foreign key to the row change too, and so do rows that refer to those rows. Throws
// base::UsageError.
KeyChanges rename_keys(const passes::Inputs& inputs, const std::string& table, const std::string& old_key,
                       const std::string& new_key);

struct Found {
  std::vector<base::Edit> edits;
  std::vector<Place> places;

  // Replaces a YAML or JSON scalar and preserves its quotes. Adds a place instead if there is a `doubt`, or if the
  // scalar is written differently.
  void rewrite(const base::Span& span, const std::string& text, const std::string& replacement, const char* doubt = "");
};

// Finds all references to the keys. `before` is a site without errors.
Found find_references(const passes::CheckedSite& before, const KeyChanges& changes);
// Finds all other texts that contain a name that changes, except in files that record the past.
std::vector<Place> find_mentions(const passes::Inputs& before, const KeyChanges& changes, const Found& found);

// Changes figures of rows whose keys change. `after` has the renamed data: a figure that exists there is unchanged.
void rename_figures(const passes::CheckedSite& before, const passes::CheckedSite& after, const KeyChanges& changes,
                    Found& found);

// Returns the pages and anchors with another address in `after`, which has the renamed data and maybe broken links.
site::Moves find_moves(const passes::CheckedSite& before, const passes::CheckedSite& after, const KeyChanges& changes,
                       const std::string& row);
// Changes links to pages that moved: in Markdown, lists of contents, the navigation and the footer.
void update_links(const passes::Inputs& before, const site::Moves& moves, Found& found);
// Returns the new text of data/redirects.csv; "" if it does not change.
std::string redirects_with(const passes::CheckedSite& before, const passes::CheckedSite& after,
                           const site::Moves& moves, const std::string& since, const std::string& why);

}  // namespace renaming
