// An inverted index: lists which words occur in which entries, with a weight.
//
// The weight of a word in an entry is computed here, not in the browser, by BM25F (Robertson, Zaragoza and Taylor 2004)
// with three fields: title and names, context, text. The browser only multiplies it by the rarity of the word. Words
// with the same stem form a group, so the browser needs no stemmer: it looks up the group of the typed word.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/entry.h"

namespace search {

struct Posting {
  uint32_t entry = 0;
  uint8_t weight = 0;  // a number from 1 to kMaxWeight
};
inline constexpr int kMaxWeight = 63;

// Words with the same stem, and where they occur.
struct Group {
  std::vector<std::string> words;  // the folded words, sorted; never empty
  std::string stem;                // the folded stem with which most of the words begin
  std::vector<Posting> postings;   // the postings with the highest weights, sorted by entry; at most kMaxPostings
  uint32_t entries = 0;            // the number of entries that contain the words
};

// Limits how much a browser downloads for a frequent word.
inline constexpr size_t kMaxPostings = 3000;

// Returns groups sorted by their first words. The result does not depend on `jobs`.
std::vector<Group> make_index(const std::vector<Entry>& entries, std::string_view lang, unsigned jobs);

// -- Files --
//
// Writes the index as files that a browser loads when needed. They are classic scripts, because pages opened from disk
// can't load anything else. Each calls sourcebookSearch(NAME, VALUE), which assets/search.js defines. All texts are
// JSON, with "<", U+2028 and U+2029 escaped.
//
//   index     {"entries": their number, "kinds": the first entry of each kind, "begin": a base-64 digit for six
//             entries, lowest bit first, whether each is the first of its page or of its table, "groups": the first
//             word of each file of groups, "texts": the first entry of each file of texts, "lengths": the lengths for
//             which there is a list of words, "words": texts of the interface, "synonyms", "scopes": [folder, title] of
//             each index}
//   g0, g1 …  groups by word, one per line: WORDS TAB STEM TAB ENTRIES TAB POSTINGS. WORDS are separated by spaces.
//             STEM is "" for the first word, a base-64 digit for the first word without that many bytes at its end,
//             otherwise "." and the stem. Each posting is the distance to the previous entry in base-32 digits (with 32
//             added if more follow) and a base-64 digit, the weight. A word whose group is in another file has a line
//             WORD TAB ">" FIRST WORD.
//   t0, t1 …  texts: [address, anchor, title, context, text, source, its address] for each entry, without trailing
//             empty items; 0 means the same as in the previous entry
//   l4, l5 …  words with that many letters, for typing errors: each as a base-64 digit for the letters shared with the
//             previous word, one for its frequency (the logarithm), and the rest, separated by spaces

inline constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

struct ShardOptions {
  std::map<std::string, std::string> words;  // texts of the interface
  std::vector<std::vector<std::string>> synonyms;
  std::vector<std::pair<std::string, std::string>> scopes;  // the folder and title of each index; "" for the whole site
  std::string folder;  // the prefix of file names: "manual/"; "" for the whole site
};

// Returns the files by address: assets/search/FOLDERNAME.js. REQUIRES: entries are sorted by kind, groups index the
// entries.
std::map<std::string, std::string> write_shards(const std::vector<Entry>& entries, const std::vector<Group>& groups,
                                                const ShardOptions& options);

}  // namespace search
