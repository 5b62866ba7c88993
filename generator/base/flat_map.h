// A map in one piece of memory, which only grows: a look goes to one place, where std::unordered_map goes to three. For
// the tables that each link of each page is looked up in.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace base {

// Keys that are views borrow their texts. What is added moves what is there: values are small, and asked for anew.
template <class Key, class Value>
class FlatMap {
 public:
  // Nothing moves before so many keys are there.
  void reserve(size_t count) {
    if (2 * count > slots_.size()) grow(std::bit_ceil(2 * count));
  }
  // Adds the key with that value where it is new; gives the value that it has, and whether it is new.
  std::pair<Value, bool> emplace(const Key& key, const Value& value) {
    reserve(size_ + 1);
    Slot& slot = slots_[place_of(key, hash_of(key))];
    if (slot.hash != kNone) return {slot.value, false};
    slot = {key, value, hash_of(key)};
    ++size_;
    return {value, true};
  }
  // Null for none; good until a key is added.
  const Value* find(const Key& key) const {
    if (slots_.empty()) return nullptr;
    const Slot& slot = slots_[place_of(key, hash_of(key))];
    return slot.hash == kNone ? nullptr : &slot.value;
  }
  // Brings near the processor what find() looks at first: of many keys, all at once take little longer than one.
  void prefetch(const Key& key) const {
    if (slots_.empty()) return;
    const Slot& slot = slots_[(hash_of(key) >> 1) & (slots_.size() - 1)];
    __builtin_prefetch(&slot), __builtin_prefetch(&slot.hash);
  }
  size_t size() const { return size_; }

 private:
  static constexpr uint32_t kNone = 0;
  struct Slot {
    Key key{};
    Value value{};
    uint32_t hash = kNone;
  };

  static uint32_t hash_of(const Key& key) { return static_cast<uint32_t>(std::hash<Key>()(key)) | 1; }

  // Where the key is, or would be: at least half of the places are free.
  size_t place_of(const Key& key, uint32_t hash) const {
    const size_t last = slots_.size() - 1;
    size_t place = (hash >> 1) & last;
    while (slots_[place].hash != kNone && !(slots_[place].hash == hash && slots_[place].key == key))
      place = (place + 1) & last;
    return place;
  }

  void grow(size_t places) {
    std::vector<Slot> old(places);
    old.swap(slots_);
    for (Slot& slot : old)
      if (slot.hash != kNone) slots_[place_of(slot.key, slot.hash)] = std::move(slot);
  }

  std::vector<Slot> slots_;  // a power of two of them
  size_t size_ = 0;
};

}  // namespace base
