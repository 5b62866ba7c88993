// A file descriptor that closes itself.
#pragma once
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

namespace io {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    set(other.release());
    return *this;
  }

  int get() const { return number_; }  // returns -1 if there is no descriptor
  bool is_open() const { return number_ >= 0; }
  void set(int number) {
    close();
    number_ = number;
  }
  int release() { return std::exchange(number_, -1); }
  void close() {
    if (is_open()) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

// Writes all bytes. Returns false and sets errno on an error.
inline bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

// Reads up to `size` bytes, fewer at the end of the file. Returns -1 and sets errno on an error.
inline ssize_t read_all(int descriptor, char* to, size_t size) {
  size_t filled = 0;
  while (filled < size) {
    const ssize_t n = ::read(descriptor, to + filled, size - filled);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -1;
    if (n == 0) break;
    filled += static_cast<size_t>(n);
  }
  return static_cast<ssize_t>(filled);
}

}  // namespace io
