// What a page has read, as a list of questions with hashes of their answers.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace site {

// Each question once, sorted by its hash, and in as few bytes as it takes, since the records of all pages are held at
// once.
class Record {
 public:
  class Iterator {
   public:
    Iterator(const Record& record, size_t at) : record_(&record), at_(at) {}
    std::pair<std::string_view, base::Hash> operator*() const {
      return {record_->question(at_), record_->entries_[at_].answer};
    }
    const base::Hash& hash() const { return record_->entries_[at_].hash; }  // of the question
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
  friend class Recorder;
  struct Entry {
    base::Hash answer, hash;
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

// What is being read: in the order of reading, since much is read that is never looked at before the page is rendered.
class Recorder {
 public:
  // With room for what a page reads, where the other is for a few questions.
  static Recorder of_page() {
    Recorder recorder;
    recorder.read_.questions_.reserve(kUsualBytes), recorder.read_.entries_.reserve(kUsual);
    return recorder;
  }
  // One that notes nothing, for pages of which nobody will ask what they have read.
  static Recorder of_nothing() {
    Recorder recorder;
    recorder.notes_ = false;
    return recorder;
  }

  // A question in two parts, such as "page:" and an address. One that was asked before has the answer that it had.
  void add(std::string_view name, std::string_view argument, const base::Hash& answer);
  // True only where nobody needs the answer's hash: it was asked before, which is not remembered for ever, or nothing
  // is noted.
  bool is_recent(std::string_view name, std::string_view argument) const;
  // Null for what was not read. Looks through all that was.
  const base::Hash* find(std::string_view question) const;
  Record record() const;

 private:
  static constexpr size_t kUsual = 48, kUsualBytes = 4096;  // of a page, for which there is room at once
  size_t slot(std::string_view name, std::string_view argument) const;
  bool stands_at(uint32_t place, std::string_view name, std::string_view argument) const;

  bool notes_ = true;
  Record read_;                            // not sorted; most of them once
  std::array<uint32_t, 256> recent_ = {};  // places in it, by the question's hash: tables ask the same for each cell
  size_t room_ = 1024;                     // when so many were read, those that were read again go
};

}  // namespace site
