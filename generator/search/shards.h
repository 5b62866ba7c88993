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
#pragma once
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "search/entry.h"
#include "search/index.h"

namespace search {

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
