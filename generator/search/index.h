// An inverted index: lists which words occur in which entries, with a weight.
//
// The weight of a word in an entry is computed here, not in the browser, by BM25F (Robertson, Zaragoza and Taylor 2004)
// with three fields: title and names, context, text. The browser only multiplies it by the rarity of the word. Words
// with the same stem form a group, so the browser needs no stemmer: it looks up the group of the typed word.
#pragma once
#include <cstdint>
#include <string>
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

}  // namespace search
