// What a page has read, as a list of questions with hashes of their answers.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "base/hash.h"

namespace site {

using Record = std::map<std::string, base::Hash, std::less<>>;  // by question

class Recorder {
 public:
  explicit Recorder(bool records = true) : records_(records) {}

  // A question in two parts, such as "page:" and an address. The first answer counts.
  void add(std::string_view name, std::string_view argument, const base::Hash& answer) {
    if (records_) record_.try_emplace(question(name, argument), answer);
  }
  // Whether nobody needs the hash of the answer: it is known, or nothing is recorded.
  bool has(std::string_view name, std::string_view argument) {
    return !records_ || record_.contains(question(name, argument));
  }
  const Record& record() const { return record_; }
  Record take() { return std::move(record_); }

 private:
  const std::string& question(std::string_view name, std::string_view argument) {
    return question_.assign(name).append(argument);
  }

  bool records_;
  Record record_;
  std::string question_;  // the last one; tables ask for each cell
};

}  // namespace site
