// The records of a resource (data/store.h).
#include <algorithm>
#include <bit>
#include <tuple>

#include "data/store.h"

namespace data {

std::optional<size_t> Records::add_record(const Record& record) {
  static const Record kEmpty;
  const Record& last = kinds_.empty() ? kEmpty : kinds_.back();
  Record rest = record;
  rest.key = {};
  for (auto text : {&Record::locator, &Record::locator_detail, &Record::as_of, &Record::note, &Record::covers})
    rest.*text = copy(record.*text, last.*text);
  const auto parts = [](const Record& of) {
    return std::tie(of.locator, of.locator_detail, of.as_of, of.note, of.covers, of.source);
  };
  if (kinds_.empty() || parts(rest) != parts(last)) kinds_.push_back(std::move(rest));
  const std::string_view key = copy(record.key, {});
  rows_.push_back({key.data(), static_cast<uint32_t>(key.size()), static_cast<uint32_t>(kinds_.size() - 1)});
  if (key.empty()) return std::nullopt;
  if (rows_.size() * 4 > slots_.size() * 3) {
    slots_.assign(std::bit_ceil(rows_.size() * 2), 0);
    for (uint32_t row = 0; row < rows_.size(); ++row)
      if (uint32_t& slot = slot_of(rows_[row].text()); rows_[row].key_size > 0 && slot == 0) slot = row + 1;
  }
  uint32_t& slot = slot_of(key);
  const auto number = static_cast<uint32_t>(rows_.size());
  if (slot == 0) slot = number;
  return slot == number ? std::nullopt : std::optional<size_t>(slot - 1);
}

std::optional<size_t> Records::find(std::string_view key) const {
  if (slots_.empty()) return std::nullopt;
  const uint32_t slot = const_cast<Records*>(this)->slot_of(key);
  return slot == 0 ? std::nullopt : std::optional<size_t>(slot - 1);
}

Record Records::operator[](size_t row) const {
  Record record = kinds_[rows_[row].kind];
  record.key = rows_[row].text();
  if (const auto caveats = caveats_.find(row); caveats != caveats_.end()) record.caveats = caveats->second;
  return record;
}

// Returns the slot of a key, or the empty one that it would get. REQUIRES: a slot is empty
uint32_t& Records::slot_of(std::string_view key) {
  size_t at = std::hash<std::string_view>()(key);
  while (true) {
    uint32_t& slot = slots_[at++ & (slots_.size() - 1)];
    if (slot == 0 || rows_[slot - 1].text() == key) return slot;
  }
}

// Returns a stored copy of a text, which is `last` if that is the same.
std::string_view Records::copy(std::string_view text, std::string_view last) {
  if (text == last || text.empty()) return text.empty() ? text : last;
  char* stored = static_cast<char*>(texts_->allocate(text.size(), 1));
  std::ranges::copy(text, stored);
  return {stored, text.size()};
}

}  // namespace data
