// Files of our own that builds leave for later ones: numbers of 8 bytes, the lowest first, and texts with their length
// before them. A line that names the format and a hash of all that follows stand before both.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"

namespace build {

class ByteWriter {
 public:
  void number(uint64_t number) {
    std::array<char, 8> bytes;
    for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> (8 * i));
    bytes_.append(bytes.data(), bytes.size());
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }
  void hash(const base::Hash& hash) {
    number(hash.high);
    number(hash.low);
  }
  template <class List, class Write>
  void list(const List& list, Write write) {
    number(list.size());
    for (const auto& item : list) write(item);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Reads what a ByteWriter wrote. After the first thing that can't be, nothing more is read.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  uint64_t number() {
    if (rest_.size() < 8) return fail();
    uint64_t number = 0;
    for (unsigned i = 0; i < 8; ++i) number |= uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
    rest_.remove_prefix(8);
    return number;
  }
  uint32_t small() {
    const uint64_t found = number();
    return found > UINT32_MAX ? fail() : static_cast<uint32_t>(found);
  }
  std::string text() {
    const uint64_t size = number();
    if (size > rest_.size()) return fail(), "";
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  base::Hash hash() {
    const uint64_t high = number();
    return {high, number()};
  }
  // Each item takes some bytes, so a wrong count ends with them.
  template <class Read>
  void list(Read read) {
    for (uint64_t left = number(); left > 0 && !failed_; --left) read();
  }
  void texts(std::vector<std::string>& texts) {
    list([&] { texts.push_back(text()); });
  }

  uint32_t fail() {
    failed_ = true;
    rest_ = {};
    return 0;
  }
  bool is_whole() const { return !failed_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

inline std::string with_sum(std::string_view format, std::string_view bytes) {
  ByteWriter sum;
  sum.hash(base::hash_bytes(bytes));
  std::string whole;
  whole.reserve(format.size() + sum.bytes().size() + bytes.size());
  return whole.append(format).append(sum.bytes()).append(bytes);
}

// What stands behind the sum; nothing when that is not right, whatever the bytes are.
inline std::optional<std::string_view> without_sum(std::string_view format, std::string_view bytes) {
  constexpr size_t kHashSize = 16;
  if (!bytes.starts_with(format)) return std::nullopt;
  bytes.remove_prefix(format.size());
  if (bytes.size() < kHashSize) return std::nullopt;
  ByteReader sum(bytes.substr(0, kHashSize));
  bytes.remove_prefix(kHashSize);
  if (sum.hash() != base::hash_bytes(bytes)) return std::nullopt;
  return bytes;
}

}  // namespace build
