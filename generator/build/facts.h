// What pages have read, noted while a site is rendered: what one page has read takes as much room as its Markdown, and
// most of it others have read too.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/flat_map.h"
#include "base/hash.h"
#include "build/cache.h"
#include "site/record.h"

namespace build {

// The questions of one build, each once: it has one answer. What a page asks of itself is not compared with what others
// ask, and may be there again where one asks it in that page's place.
class Facts {
 public:
  static constexpr size_t kRoom = 64;  // bytes, of one to be found
  // So many take no time to find room for.
  void reserve(size_t count) { places_.reserve(count); }
  // The place of a question in the list; it is added where it is new.
  uint32_t add(std::string_view question, const base::Hash& answer) {
    return add(question, base::hash_bytes(question), answer);
  }
  // The places of all that the page at an address has read. What a page would be answered otherwise than others is the
  // page's own question (build::Fact), which nobody looks for.
  std::vector<uint32_t> add(const site::Record& reads, std::string_view address);
  // Nothing is left here.
  std::deque<Fact> take() { return places_ = {}, std::exchange(list_, {}); }

 private:
  uint32_t add(std::string_view question, const base::Hash& hash, const base::Hash& answer);
  uint32_t add_own(std::string_view question, std::string_view address, const base::Hash& answer);

  std::deque<Fact> list_;                       // which never moves: it is long
  base::FlatMap<base::Hash, uint32_t> places_;  // of those that pages share, by the hash of the question
};

}  // namespace build
