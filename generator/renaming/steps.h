// The steps of a rename: the data first, then what refers to them, then the pages that move by that.
#pragma once
#include <map>

#include "base/edit.h"
#include "base/result.h"
#include "build/build.h"
#include "build/parse.h"
#include "renaming/rename.h"

namespace renaming {

using Names = std::map<std::string, std::string, std::less<>>;  // "latte" -> "flat-white"

// The value of a name; null for none.
inline const std::string* find_name(const Names& names, std::string_view name) {
  const auto found = names.find(name);
  return found == names.end() ? nullptr : &found->second;
}

struct KeyChanges {
  std::vector<base::Edit> edits;                                 // of the row's key and of foreign keys
  std::map<std::string, Names> keys;                             // by resource; columns joined by '/'
  std::map<std::pair<std::string, std::string>, Names> columns;  // by resource and column, without what other rows keep
  Names names;                                                   // all cells that change
  Names unambiguous;                                             // without those that other cells of the data keep

  // What a row's key becomes, and what values of a column do; null if they stay.
  const std::string* key(std::string_view resource, std::string_view key) const {
    const auto found = keys.find(std::string(resource));
    return found == keys.end() ? nullptr : find_name(found->second, key);
  }
  const Names* column(const std::string& resource, const std::string& column) const {
    const auto found = columns.find({resource, column});
    return found == columns.end() ? nullptr : &found->second;
  }
};

struct Refusal {
  std::string why, help;
};

// A row whose own key changes by a foreign key takes its references along.
base::Result<KeyChanges, Refusal> follow_keys(const build::Inputs& inputs, const std::string& table,
                                              const std::string& old_key, const std::string& new_key);

struct Found {
  std::vector<base::Edit> edits;
  std::vector<Place> places;

  // Changes a scalar of YAML or JSON in the quotes that it has; a place if that is in doubt, or it is written
  // otherwise.
  void rewrite(const base::Span& span, const std::string& text, const std::string& becomes, const char* doubt = "");
  // What is edited need not be looked at, and what has a reason need not be listed twice.
  void drop_covered_places();
};

// `checked` is the site as it is, without errors.
Found find_references(const build::CheckedSite& checked, const KeyChanges& changes);
// Adds all places that say a name that changes.
void find_mentions(const build::CheckedSite& checked, const KeyChanges& changes, Found& found);

// Changes figures of rows whose keys change. `after` has the renamed data: what it still has stays.
void follow_figures(const build::CheckedSite& before, const build::CheckedSite& after, const KeyChanges& changes,
                    Found& found);

// What pages and anchors become. `after` has the renamed data, though links may not fit yet.
std::vector<Move> find_moves(const build::CheckedSite& before, const build::CheckedSite& after,
                             const KeyChanges& changes, const std::string& row);
// Changes links to what has moved: in Markdown, lists of contents, the navigation and the footer.
void follow_moves(const build::CheckedSite& before, const std::vector<Move>& moves, Found& found);
// data/redirects.csv with a row for each move and its targets followed, and without rows whose pages are back; "" if it
// stays.
std::string redirects_with(const build::CheckedSite& before, const build::CheckedSite& after,
                           const std::vector<Move>& moves, const std::string& since, const std::string& why);

// Whether a letter or digit, of any script.
bool is_word(char c);
// Replaces names that stand in a text as whole words.
std::string renamed_text(std::string_view text, const Names& names);

}  // namespace renaming
