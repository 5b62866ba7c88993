// The encoding of the cache file: numbers (LEB128: seven bits per byte, lowest bits first), texts and lists preceded by
// their length, and hashes. Each struct has a function transfer(FILE, VALUE), which visits its members for a ByteWriter
// or a ByteReader.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace build {

inline constexpr size_t kHashSize = 16;

class ByteWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (write(values), ...);
  }
  // Writes texts that are likely to occur again: later occurrences are written as their number, from 1. REQUIRES: the
  // texts outlive the writer.
  template <class... T>
  void shared(const T&... texts) {
    (write_shared(texts), ...);
  }
  void require(bool) {}

  std::string take() { return std::move(bytes_); }

 private:
  template <class T>
  void write(const T& value) {
    if constexpr (std::is_integral_v<T>) {
      number(value);
    } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
      text(value);
    } else if constexpr (std::is_same_v<T, base::Hash>) {
      for (uint64_t half : {value.high, value.low})
        for (unsigned bits = 0; bits < 64; bits += 8) bytes_ += static_cast<char>(half >> bits);
    } else if constexpr (requires { value.has_value(); }) {
      number(value.has_value());
      if (value) write(*value);
    } else if constexpr (requires { value.first; }) {
      (*this)(value.first, value.second);
    } else if constexpr (requires { value.begin(); }) {
      number(value.size());
      for (const auto& item : value) write(item);
    } else {
      transfer(*this, value);
    }
  }
  void write_shared(std::string_view text) {
    const auto [known, is_new] = shared_.emplace(text, shared_.size() + 1);
    number(is_new ? 0 : known->second);
    if (is_new) this->text(text);
  }
  void number(uint64_t number) {
    for (; number >= 0x80; number >>= 7) bytes_ += static_cast<char>(number | 0x80);
    bytes_ += static_cast<char>(number);
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }

  std::string bytes_;
  std::unordered_map<std::string_view, uint64_t> shared_;
};

// Reads what a ByteWriter wrote. Stops at the first invalid value.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (read(values), ...);
  }
  template <class... T>
  void shared(T&... values) {
    (read_shared(values), ...);
  }
  void require(bool is_possible) {
    if (is_possible) return;
    failed_ = true;
    rest_ = {};
  }

  bool is_whole() const { return !failed_ && rest_.empty(); }

 private:
  template <class T>
  void read(T& value) {
    if constexpr (std::is_integral_v<T>) {
      const uint64_t found = number();
      value = static_cast<T>(found);
      require(uint64_t{value} == found);
    } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::string_view>) {
      value = text();
    } else if constexpr (std::is_same_v<T, base::Hash>) {
      read_hash(value);
    } else if constexpr (requires { value.has_value(); }) {
      bool has_value = false;
      read(has_value);
      if (has_value) read(value.emplace());
    } else if constexpr (requires { typename T::mapped_type; }) {
      list([&] {
        std::pair<typename T::key_type, typename T::mapped_type> item;
        (*this)(item.first, item.second);
        value.insert(value.end(), std::move(item));
      });
    } else if constexpr (requires { value.emplace_back(); }) {
      list([&] { read(value.emplace_back()); });
    } else {
      transfer(*this, value);
    }
  }
  void read_shared(std::string& value) {
    const uint64_t known = number();
    require(known <= shared_.size());
    if (!failed_) value = known == 0 ? shared_.emplace_back(text()) : shared_[known - 1];
  }
  uint64_t number() {
    uint64_t number = 0;
    for (unsigned bits = 0; bits < 64 && !rest_.empty(); bits += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      number |= uint64_t{byte & 0x7Fu} << bits;
      if (byte < 0x80) return number;
    }
    require(false);
    return 0;
  }
  // Returns a text that points into the bytes.
  std::string_view text() {
    const uint64_t size = number();
    require(size <= rest_.size());
    const std::string_view text = rest_.substr(0, failed_ ? 0 : size);
    rest_.remove_prefix(text.size());
    return text;
  }
  void read_hash(base::Hash& hash) {
    require(rest_.size() >= kHashSize);
    if (failed_) return;
    for (uint64_t* half : {&hash.high, &hash.low}) {
      for (unsigned i = 0; i < 8; ++i) *half |= uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
      rest_.remove_prefix(8);
    }
  }
  // Each item takes at least one byte, so a wrong count stops at the end of the bytes.
  template <class Read>
  void list(Read read) {
    for (uint64_t left = number(); left > 0 && !failed_; --left) read();
  }

  std::string_view rest_;
  std::vector<std::string_view> shared_;
  bool failed_ = false;
};

inline std::string with_checksum(std::string_view bytes) {
  ByteWriter sum;
  sum(base::hash_bytes(bytes));
  return sum.take().append(bytes);
}

// Returns the payload after the checksum, or nullopt if the checksum does not match.
inline std::optional<std::string_view> without_checksum(std::string_view bytes) {
  if (bytes.size() < kHashSize) return std::nullopt;
  base::Hash sum;
  ByteReader(bytes.substr(0, kHashSize))(sum);
  bytes.remove_prefix(kHashSize);
  if (sum != base::hash_bytes(bytes)) return std::nullopt;
  return bytes;
}

}  // namespace build
