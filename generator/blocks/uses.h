// What a page rests on: sources and rows of the data, and which part of the page does.
#pragma once
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blocks {

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

}  // namespace blocks
