// What words lead to which entries, and how well: an inverted index, made once from all entries.
//
// How well a word fits an entry is worked out here, not in the browser: BM25F (Robertson, Zaragoza and Taylor 2004)
// with the fields title and names, context, text. What depends on the question alone, how rare the word is, is left to
// the browser. Words of one stem are one group, so that the browser needs no stemmer: it looks up the word that was
// typed among the words that occur, and finds the group.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "search/entry.h"

namespace search {

struct Posting {
  uint32_t entry = 0;
  uint8_t weight = 0;  // 1 to kMostWeight
};
inline constexpr int kMostWeight = 63;

// Words of one stem, and where they occur.
struct Group {
  std::vector<std::string> words;  // folded, sorted; never empty
  std::string stem;                // folded; the beginning of most of its words
  std::vector<Posting> postings;   // by entry; the best kMostPostings of them
  uint32_t entries = 0;            // how many there are
};

// Of a word that occurs everywhere, no more are kept than a browser should have to load.
inline constexpr size_t kMostPostings = 3000;

// Groups by their first words. The same whatever the number of `jobs`.
std::vector<Group> make_index(const std::vector<Entry>& entries, std::string_view lang, unsigned jobs);

}  // namespace search
