#include "site/record.h"

#include <algorithm>
#include <functional>

namespace site {

const base::Hash* Record::find(std::string_view question) const {
  const base::Hash hash = base::hash_bytes(question);
  auto found = std::lower_bound(entries_.begin(), entries_.end(), hash,
                                [](const Entry& entry, const base::Hash& wanted) { return entry.hash < wanted; });
  return found != entries_.end() && found->hash == hash ? &found->answer : nullptr;
}

size_t Recorder::slot(std::string_view name, std::string_view argument) const {
  const std::hash<std::string_view> hash;
  return (hash(name) * 31 + hash(argument)) % recent_.size();
}

bool Recorder::stands_at(uint32_t place, std::string_view name, std::string_view argument) const {
  if (place >= read_.size()) return false;
  const std::string_view question = read_.question(place);
  return question.size() == name.size() + argument.size() && question.starts_with(name) && question.ends_with(argument);
}

bool Recorder::is_recent(std::string_view name, std::string_view argument) const {
  return !notes_ || stands_at(recent_[slot(name, argument)], name, argument);
}

void Recorder::add(std::string_view name, std::string_view argument, const base::Hash& answer) {
  if (!notes_) return;
  uint32_t& place = recent_[slot(name, argument)];
  if (stands_at(place, name, argument)) return;
  place = static_cast<uint32_t>(read_.size());
  read_.questions_.append(name).append(argument);
  read_.entries_.push_back({answer, {}, static_cast<uint32_t>(read_.questions_.size())});
  if (read_.size() < room_) return;
  read_ = record();
  room_ = 2 * std::max(room_ / 2, read_.size());
}

const base::Hash* Recorder::find(std::string_view question) const {
  for (size_t i = 0; i < read_.size(); ++i)
    if (read_.question(i) == question) return &read_.entries_[i].answer;
  return nullptr;
}

Record Recorder::record() const {
  std::vector<std::pair<base::Hash, uint32_t>> order;
  order.reserve(read_.size());
  for (uint32_t i = 0; i < read_.size(); ++i) order.emplace_back(base::hash_bytes(read_.question(i)), i);
  std::sort(order.begin(), order.end());
  const auto again =
      std::unique(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first == b.first; });
  order.erase(again, order.end());
  Record record;
  size_t size = 0;
  for (const auto& [hash, place] : order) size += read_.question(place).size();
  record.questions_.reserve(size);
  record.entries_.reserve(order.size());
  for (const auto& [hash, place] : order) {
    record.questions_ += read_.question(place);
    record.entries_.push_back({read_.entries_[place].answer, hash, static_cast<uint32_t>(record.questions_.size())});
  }
  return record;
}

}  // namespace site
