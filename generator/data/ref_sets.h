// The records of the numbers that a check of units calculates (data/unit_functions.h). For this folder only.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/unit_algebra.h"

namespace data {

// Sets of records, each as a number. A set may also require a number of records, whichever they are: a count of 5 rows
// is made of at least 5 records, and a constant of the query of none.
class RefSets {
 public:
  using Id = uint32_t;
  static constexpr Id kNone = 0;
  static constexpr uint32_t kNoRecord = 0x7fffffff;  // more records than can be named

  static constexpr std::string_view kSetSign = "\x01";  // the text of a set: this and its number

  // Returns the set of a text with one ref per line, or the text of a set.
  Id of(std::string_view refs);
  Id united(Id a, Id b);
  Id add(std::vector<uint32_t> records);
  const std::vector<uint32_t>& records(Id set) const { return sets_[set]; }
  Id at_least(uint64_t records);
  Id constant() { return add({kAtLeast}); }
  // Returns the records of a set, and how many it requires.
  std::pair<std::vector<uint32_t>, uint32_t> parts(Id set) const;
  // Returns the ref of a record: "runs/a".
  const std::string& name(uint32_t record) const { return *names_[record]; }

 private:
  static constexpr uint32_t kAtLeast = 0x80000000;  // in a set, kAtLeast + n requires n records

  uint32_t number_of(std::string_view ref);

  std::deque<std::vector<uint32_t>> sets_ = {{}};  // references to sets stay valid when others are added
  std::map<std::vector<uint32_t>, Id> by_records_ = {{{}, kNone}};
  TextMap<Id> by_text_ = {{"", kNone}};
  TextMap<uint32_t> numbers_;
  std::vector<const std::string*> names_;  // the keys of `numbers_`
  std::vector<Id> single_;                 // the set of each record alone, or kNone
  std::map<std::pair<Id, Id>, Id> unions_;
};

}  // namespace data
