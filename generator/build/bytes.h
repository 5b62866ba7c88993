// Files of our own that builds leave for later ones: numbers (LEB128: seven bits a byte, the lowest first), texts with
// their length before them, and hashes. A line that names the format and a hash of all that follows stand before them.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace build {

inline constexpr size_t kSumSize = 16;  // of a hash

// REQUIRES: one finish(), last.
class ByteWriter {
 public:
  explicit ByteWriter(std::string_view format) : begin_(format.size() + kSumSize) {
    bytes_.append(format).append(kSumSize, '\0');
  }

  void number(uint64_t number) {
    for (; number >= 0x80; number >>= 7) bytes_ += static_cast<char>(number | 0x80);
    bytes_ += static_cast<char>(number);
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }
  // A text that is likely to be written again: then its number is, from 1. REQUIRES: the text outlives this.
  void shared(std::string_view text) {
    const auto [known, is_new] = shared_.emplace(text, shared_.size() + 1);
    number(is_new ? 0 : known->second);
    if (is_new) this->text(text);
  }
  void hash(const base::Hash& hash) {
    const auto bytes = bytes_of(hash);
    bytes_.append(bytes.data(), bytes.size());
  }
  template <class List, class Write>
  void list(const List& list, Write write) {
    number(list.size());
    for (const auto& item : list) write(item);
  }
  // Bytes that a ByteWriter gave before.
  void raw(std::string_view bytes) { bytes_ += bytes; }

  // The whole file.
  std::string finish() && {
    const auto sum = bytes_of(base::hash_bytes(std::string_view(bytes_).substr(begin_)));
    bytes_.replace(begin_ - sum.size(), sum.size(), sum.data(), sum.size());
    return std::move(bytes_);
  }

 private:
  static std::array<char, kSumSize> bytes_of(const base::Hash& hash) {
    std::array<char, kSumSize> bytes;
    for (unsigned i = 0; i < kSumSize; ++i)
      bytes[i] = static_cast<char>((i < 8 ? hash.high : hash.low) >> (8 * (i % 8)));
    return bytes;
  }

  std::string bytes_;
  size_t begin_;  // of what the sum is of
  std::unordered_map<std::string_view, uint64_t> shared_;
};

// Reads what a ByteWriter wrote. After the first thing that can't be, nothing more is read.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  uint64_t number() {
    uint64_t number = 0;
    for (unsigned bits = 0; bits < 64 && !rest_.empty(); bits += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      number |= uint64_t{byte & 0x7Fu} << bits;
      if (byte < 0x80) return number;
    }
    return fail();
  }
  uint32_t small() {
    const uint64_t found = number();
    return found > UINT32_MAX ? fail() : static_cast<uint32_t>(found);
  }
  std::string text() { return std::string(view()); }
  std::string_view shared() {
    const uint64_t known = number();
    if (known > shared_.size()) return fail(), "";
    return known == 0 ? shared_.emplace_back(view()) : shared_[known - 1];
  }
  // Borrowed from the bytes.
  std::string_view view() {
    const uint64_t size = number();
    if (size > rest_.size()) return fail(), "";
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
  }
  base::Hash hash() {
    base::Hash hash;
    if (rest_.size() < kSumSize) return fail(), hash;
    for (unsigned i = 0; i < kSumSize; ++i)
      (i < 8 ? hash.high : hash.low) |= uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * (i % 8));
    rest_.remove_prefix(kSumSize);
    return hash;
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
  std::vector<std::string_view> shared_;
  bool failed_ = false;
};

// What stands behind the sum; nothing when that is not right, whatever the bytes are.
inline std::optional<std::string_view> without_sum(std::string_view format, std::string_view bytes) {
  if (!bytes.starts_with(format)) return std::nullopt;
  bytes.remove_prefix(format.size());
  if (bytes.size() < kSumSize) return std::nullopt;
  ByteReader sum(bytes.substr(0, kSumSize));
  bytes.remove_prefix(kSumSize);
  if (sum.hash() != base::hash_bytes(bytes)) return std::nullopt;
  return bytes;
}

}  // namespace build
