// The encoding of the cache file: numbers (LEB128: seven bits per byte, lowest bits first), texts and lists preceded by
// their length, hashes, and all fields of structs (site/value_hash.h). If only a part of a struct is stored, there is a
// function transfer(FILE, VALUE), which visits this part for a ByteWriter or a ByteReader.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/hash.h"
#include "site/value_hash.h"

namespace build {

inline constexpr size_t kHashSize = 16;

class ByteWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (write(values), ...);
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
    } else if constexpr (requires { transfer(*this, value); }) {
      transfer(*this, value);
    } else {
      site::visit_fields(value, *this);
    }
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
};

// Reads what a ByteWriter wrote. Stops at the first invalid value.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <class... T>
  void operator()(T&... values) {
    (read(values), ...);
  }
  void require(bool is_possible) {
    if (is_possible) return;
    failed_ = true;
    rest_ = {};
  }

  bool is_good() const { return !failed_; }
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
    } else if constexpr (requires { transfer(*this, value); }) {
      transfer(*this, value);
    } else {
      site::visit_fields(value, *this);
    }
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
