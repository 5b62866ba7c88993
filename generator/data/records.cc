#include "data/records.h"

#include <functional>

namespace data {

std::optional<size_t> Records::add(const Record& record) {
  records_.push_back(record);
  if (record.key.empty()) return std::nullopt;
  if ((keys_ + 1) * 2 > slots_.size()) grow();
  uint32_t& slot = slots_[slot_of(record.key)];
  if (slot != 0) return slot - 1;
  slot = static_cast<uint32_t>(records_.size());
  ++keys_;
  return std::nullopt;
}

std::optional<size_t> Records::find(std::string_view key) const {
  if (slots_.empty()) return std::nullopt;
  uint32_t slot = slots_[slot_of(key)];
  return slot == 0 ? std::nullopt : std::optional<size_t>(slot - 1);
}

size_t Records::slot_of(std::string_view key) const {
  size_t mask = slots_.size() - 1;
  size_t at = std::hash<std::string_view>{}(key)&mask;
  while (slots_[at] != 0 && records_[slots_[at] - 1].key != key) at = (at + 1) & mask;
  return at;
}

void Records::grow() {
  std::vector<uint32_t> before = std::move(slots_);
  slots_.assign(before.empty() ? 64 : before.size() * 2, 0);
  for (uint32_t index : before)
    if (index != 0) slots_[slot_of(records_[index - 1].key)] = index;
}

}  // namespace data
