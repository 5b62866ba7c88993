// An inverted index: which words are in which entries, with a weight.
//
// The weight of a word in an entry is computed here, not in the browser: BM25F (Robertson, Zaragoza and Taylor 2004)
// with the fields title and names, context, text. The browser only applies the rarity of the word. Words with the
// same stem are one group, so that the browser needs no stemmer: it finds the group of a typed word by that word.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "search/entry.h"

namespace search {

struct Posting {
  uint32_t entry = 0;
  uint8_t weight = 0;  // 1 to kMaxWeight
};
inline constexpr int kMaxWeight = 63;

// Words with the same stem, and where they occur.
struct Group {
  std::vector<std::string> words;  // folded, sorted; never empty
  std::string stem;                // folded; the beginning of most of its words
  std::vector<Posting> postings;   // by entry; the best kMaxPostings
  uint32_t entries = 0;            // their number
};

// Limits how much a browser loads for a frequent word.
inline constexpr size_t kMaxPostings = 3000;

// Groups by their first words. Does not depend on `jobs`.
std::vector<Group> make_index(const std::vector<Entry>& entries, std::string_view lang, unsigned jobs);

}  // namespace search
