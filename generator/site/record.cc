#include "site/record.h"

namespace site {

Record::Record(const std::map<std::string, base::Hash>& reads) {
  size_t size = 0;
  for (const auto& [question, answer] : reads) size += question.size();
  questions_.reserve(size);
  entries_.reserve(reads.size());
  for (const auto& [question, answer] : reads) {
    questions_ += question;
    entries_.push_back({answer, static_cast<uint32_t>(questions_.size())});
  }
}

const base::Hash* Record::find(std::string_view wanted) const {
  size_t low = 0, high = entries_.size();
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (question(middle) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low < entries_.size() && question(low) == wanted ? &entries_[low].answer : nullptr;
}

}  // namespace site
