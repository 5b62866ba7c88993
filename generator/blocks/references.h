// The list of sources at the end of a page, numbered in the order in which the page first rests on them, and what rests
// on each: so that a source's own page can lead back.
#pragma once
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/bibliography.h"
#include "markup/html.h"
#include "site/view.h"
#include "site/words.h"

namespace blocks {

struct Context;

// One thing of a page that rests on a source or on a row of the data: the page itself (no anchor), a table, a chart,
// the note of a figure.
struct Use {
  std::string_view on;  // the id of a source; or the ref of a row, which has a "/"
  std::string_view anchor;
  auto operator<=>(const Use&) const = default;
};

// What one page rests on, in the order in which it was added and in as few bytes as it takes, since a table rests on
// each of its rows. Builds hand it on without a copy: it is made once. Each Use lives as long as one of the copies.
class Uses {
  struct Packed {
    std::string texts;
    std::vector<uint32_t> ends;  // in `texts`, of each Use's two
  };

 public:
  class Iterator {
   public:
    using value_type = Use;
    using difference_type = std::ptrdiff_t;
    using reference = Use;
    using pointer = const Use*;
    using iterator_category = std::input_iterator_tag;
    Iterator() = default;
    Iterator(const Packed* packed, size_t at) : packed_(packed), at_(at) {}
    Use operator*() const { return {text(2 * at_), text(2 * at_ + 1)}; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return {packed_, at_++}; }
    bool operator==(const Iterator&) const = default;

   private:
    std::string_view text(size_t number) const {
      const uint32_t begin = number == 0 ? 0 : packed_->ends[number - 1];
      return std::string_view(packed_->texts).substr(begin, packed_->ends[number] - begin);
    }
    const Packed* packed_ = nullptr;
    size_t at_ = 0;
  };

  Uses() = default;
  explicit Uses(std::span<const Use> list);
  Iterator begin() const { return {packed_.get(), 0}; }
  Iterator end() const { return {packed_.get(), size()}; }
  size_t size() const { return packed_ ? packed_->ends.size() / 2 : 0; }

 private:
  std::shared_ptr<const Packed> packed_;  // null for none
};

class References {
 public:
  // The number of the source on this page, from 1. `anchor` is what cites it: "" for the text.
  size_t cite(const data::Source& source, std::string_view anchor);
  // A place in the source that the text names: shown with the source in the list.
  void add_locator(const data::Source& source, const std::string& locator);
  // What is shown at `anchor` rests on this row of the data.
  void rest_on(std::string_view ref, std::string_view anchor);

  const std::vector<const data::Source*>& sources() const { return sources_; }
  const std::vector<std::string>& locators(size_t index) const { return locators_[index]; }
  Uses uses() const;  // sorted, unique

 private:
  std::vector<const data::Source*> sources_;
  std::vector<std::vector<std::string>> locators_;         // of each source, in order
  std::vector<std::pair<std::string, std::string>> uses_;  // on what, the anchor
};

// "Jouppi, N. and Young, C. (2017): In-datacenter performance …. ISCA. https://…" with the title as a link, if the
// source has an address.
markup::SafeHtml reference_html(const data::Source& source);
// The same as plain text with its address and, if known, when it was read: for those who cite it.
std::string reference_text(const data::Source& source, const site::Words& words);
// What is to be said wherever the source is cited: "Superseded: there is a new edition. See …"; SafeHtml{} for a source
// that stands.
markup::SafeHtml status_html(const data::Source& source, Context& context);
// "Bean Street, Price card": enough to recognise it.
std::string short_name(const data::Source& source);
// "sources/ID.html"
std::string source_address(std::string_view id);

}  // namespace blocks
