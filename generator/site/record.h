// The dependencies of a page: keys with value hashes.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.h"

namespace site {

using Record = std::map<std::string, base::Hash, std::less<>>;  // by key: "config", "page:lessons/cost.html"

class Recorder {
 public:
  explicit Recorder(bool records = true) : records_(records) {}

  // Calls hash(), which returns the value hash, unless the key is known or nothing is recorded.
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
  std::string key_;  // the last key that was read; reuses its buffer, because tables read for each cell
};

}  // namespace site
