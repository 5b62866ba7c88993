// What is kept of each row besides the database: its key and where it comes from. About 60 bytes a row; the texts are
// those of the file wherever they stand there without escapes.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace data {

struct Record {
  std::string_view key;  // primary key, its columns joined by '/'; empty without one
  std::string_view locator;
  uint32_t source = 0;  // index in the bibliography plus 1; 0 for none
  uint32_t as_of = 0;   // numbers of Store::texts
  uint32_t note = 0;
  uint32_t covers = 0;
  uint32_t caveats = 0;  // of Store::caveat_sets
};

// The records of one resource in the order of its file (the row's rowid is its index plus 1), found by key.
class Records {
 public:
  // Adds a record; returns the index of an earlier one with the same key, which stays the one that is found.
  std::optional<size_t> add(const Record& record);
  std::optional<size_t> find(std::string_view key) const;

  size_t size() const { return records_.size(); }
  const Record& operator[](size_t index) const { return records_[index]; }
  Record& operator[](size_t index) { return records_[index]; }
  const std::vector<Record>& all() const { return records_; }

 private:
  size_t slot_of(std::string_view key) const;
  void grow();

  std::vector<Record> records_;
  std::vector<uint32_t> slots_;  // open addressing: index plus 1, 0 for empty; at most half full
  size_t keys_ = 0;
};

}  // namespace data
