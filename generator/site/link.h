// Links from one place of the site to another, to be checked when all anchors are known.
#pragma once
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/source_text.h"

namespace site {

struct Page;

struct InternalLink {
  std::string_view address;  // "lessons/cost.html", "data/prices.csv"; of a known page it may be ""
  std::string_view anchor;   // "" for none
  base::Span span;
  std::string_view ref = {};  // the record that says so, where a table shows it; "" for a link of the text
  const Page* to = nullptr;   // the page there, where that is known

  // The address, for "#anchor" the page's own. That of a known page is far away in memory: whoever can do without does.
  std::string_view where() const;
};

// The links of one page, in the order in which they were added and in few bytes: a site has more of them than of
// anything else. What is read of it lives as long as it stays as it is, and as the pages that its links lead to.
class Links {
  struct Row {
    base::Span span;
    const Page* to = nullptr;
    uint32_t address = 0, anchor = 0, ref = 0;  // sizes of the texts; that of a known page's address is 0
  };

 public:
  class Iterator {
   public:
    using value_type = InternalLink;
    using difference_type = std::ptrdiff_t;
    using reference = InternalLink;
    using pointer = const InternalLink*;
    using iterator_category = std::input_iterator_tag;
    Iterator() = default;
    Iterator(const Row* row, const char* texts) : row_(row), texts_(texts) {}
    InternalLink operator*() const;
    Iterator& operator++() {
      texts_ += row_->address + row_->anchor + row_->ref;
      return ++row_, *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      return ++*this, before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const Row* row_ = nullptr;
    const char* texts_ = nullptr;
  };

  void reserve(size_t count) { rows_.reserve(count); }
  void shrink_to_fit() { rows_.shrink_to_fit(), texts_.shrink_to_fit(); }
  void add(const InternalLink& link);
  size_t size() const { return rows_.size(); }
  size_t text_size() const { return texts_.size(); }  // without the addresses of pages that are known
  // Whether each link stands in that file, or nowhere.
  bool stand_in(const base::SourceText* file) const;
  Iterator begin() const { return {rows_.data(), texts_.data()}; }
  Iterator end() const { return {rows_.data() + rows_.size(), texts_.data() + texts_.size()}; }

 private:
  std::vector<Row> rows_;
  std::string texts_;
};

// The links of a rendered page, and the anchors on it that may be linked to. Owned by whoever rendered it.
struct PageLinks {
  const Page* page = nullptr;
  const Links* links = nullptr;
  const std::vector<std::string>* anchors = nullptr;
  const std::vector<std::string>* parts = nullptr;        // what each of these names (site/part.h)
  const std::vector<std::string>* row_anchors = nullptr;  // of rows of the data; may be null
};

}  // namespace site
