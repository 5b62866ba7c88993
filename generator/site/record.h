// What a page has read, as a list of questions with hashes of their answers.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace site {

// What a View has recorded (site/view.h), when nothing more is read: sorted, and in as few bytes as it takes, since
// those of all pages are held at once.
class Record {
 public:
  Record() = default;
  explicit Record(const std::map<std::string, base::Hash>& reads);

  class Iterator {
   public:
    Iterator(const Record& record, size_t at) : record_(&record), at_(at) {}
    std::pair<std::string_view, base::Hash> operator*() const {
      return {record_->question(at_), record_->entries_[at_].answer};
    }
    Iterator& operator++() { return ++at_, *this; }
    bool operator==(const Iterator&) const = default;

   private:
    const Record* record_;
    size_t at_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, entries_.size()}; }

  size_t size() const { return entries_.size(); }
  // Null for what was not read.
  const base::Hash* find(std::string_view question) const;
  bool contains(std::string_view question) const { return find(question) != nullptr; }
  bool operator==(const Record&) const = default;

 private:
  struct Entry {
    base::Hash answer;
    uint32_t end = 0;  // of the question, among the texts of all
    bool operator==(const Entry&) const = default;
  };
  std::string_view question(size_t at) const {
    const uint32_t begin = at == 0 ? 0 : entries_[at - 1].end;
    return std::string_view(questions_).substr(begin, entries_[at].end - begin);
  }

  std::string questions_;
  std::vector<Entry> entries_;
};

}  // namespace site
