// What pages have read, each question once: most of what one page reads other pages read too.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "build/cache.h"
#include "site/record.h"

namespace build {

// The questions of one build. A page's questions about itself are not shared with other pages.
class Facts {
 public:
  // The number of a question in the list; it is added if it is new.
  uint32_t add(std::string_view question, const base::Hash& answer);
  // The numbers of all that the page at an address has read. A question that other pages would be answered differently
  // is stored with the address of the page (build::Fact), for this page alone.
  std::vector<uint32_t> add(const site::Record& reads, std::string_view address);
  // Leaves this empty.
  std::deque<Fact> take() { return numbers_.clear(), std::exchange(list_, {}); }

 private:
  uint32_t add_own(std::string question, const base::Hash& answer);

  std::deque<Fact> list_;                                   // whose elements never move
  std::unordered_map<std::string_view, uint32_t> numbers_;  // of shared questions
};

}  // namespace build
