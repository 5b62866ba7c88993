// Text that a document owns because it differs from the bytes of its source. Addresses stay valid for the life of the
// arena, also when that is moved.
#pragma once
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace document {

class TextArena {
 public:
  std::string_view store(std::string_view text) {
    if (text.empty()) return {};
    if (text.size() > free_) grow(text.size());
    char* to = next_;
    std::memcpy(to, text.data(), text.size());
    next_ += text.size();
    free_ -= text.size();
    return {to, text.size()};
  }
  size_t capacity() const { return capacity_; }

 private:
  void grow(size_t at_least) {
    size_t size = std::max(at_least, chunks_.empty() ? size_t{512} : size_t{2048});
    chunks_.push_back(std::make_unique<char[]>(size));
    next_ = chunks_.back().get();
    free_ = size;
    capacity_ += size;
  }

  std::vector<std::unique_ptr<char[]>> chunks_;
  char* next_ = nullptr;
  size_t free_ = 0;
  size_t capacity_ = 0;
};

}  // namespace document
