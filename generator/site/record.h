// The dependencies of a page: the keys that it read, with value hashes.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.h"

namespace site {

// Maps keys ("config", "page:lessons/cost.html") to value hashes.
using Record = std::map<std::string, base::Hash, std::less<>>;

class Recorder {
 public:
  explicit Recorder(bool records = true) : records_(records) {}

  // Records a key with the result of hash(). Does not call hash() if the key is already recorded or recording is off.
  template <class HashOf>
  void add(std::string_view name, std::string_view argument, HashOf&& hash) {
    if (!records_) return;
    key_.assign(name);
    if (!argument.empty()) key_.append(":").append(argument);
    if (const auto at = record_.lower_bound(key_); at == record_.end() || at->first != key_)
      record_.emplace_hint(at, key_, hash());
  }
  const Record& record() const { return record_; }
  Record take() { return std::move(record_); }

 private:
  bool records_;
  Record record_;
  std::string key_;  // the key of the last call, whose buffer is reused because tables read a value for each cell
};

}  // namespace site
