#include "document/cmark_arena.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace document {
namespace {

constexpr size_t kBlock = size_t{256} << 10;
constexpr size_t kKeptBlocks = 4;
constexpr size_t kHeader = 16;  // holds the size, for realloc; keeps what follows aligned

struct FreeBytes {
  void operator()(char* bytes) const { std::free(bytes); }
};
using Bytes = std::unique_ptr<char, FreeBytes>;

// All zero.
Bytes allocate(size_t size) {
  Bytes bytes(static_cast<char*>(std::calloc(size, 1)));
  if (bytes == nullptr) throw std::bad_alloc();
  return bytes;
}

class Arena {
 public:
  // All zero.
  char* take(size_t size) {
    size_t need = ((size + 15) & ~size_t{15}) + kHeader;
    if (need > free_) next_block(need);
    char* result = next_ + kHeader;
    std::memcpy(next_, &size, sizeof size);
    next_ += need;
    free_ -= need;
    return result;
  }

  static size_t size_of(const char* taken) {
    size_t size = 0;
    std::memcpy(&size, taken - kHeader, sizeof size);
    return size;
  }

  // What will be taken again is made zero at once here, which is faster than piece by piece.
  void release() {
    large_.clear();
    const bool in_block = used_ > 0 && next_ == blocks_[used_ - 1].get() + kBlock - free_;
    if (blocks_.size() > kKeptBlocks) blocks_.resize(kKeptBlocks);
    for (size_t i = 0; i < std::min(used_, blocks_.size()); ++i)
      std::memset(blocks_[i].get(), 0, in_block && i + 1 == used_ ? kBlock - free_ : kBlock);
    used_ = 0;
    next_ = nullptr;
    free_ = 0;
  }

 private:
  [[gnu::noinline]] void next_block(size_t need) {
    if (need > kBlock) {
      large_.push_back(allocate(need));
      next_ = large_.back().get();
      free_ = need;
      return;
    }
    if (used_ == blocks_.size()) blocks_.push_back(allocate(kBlock));
    next_ = blocks_[used_++].get();
    free_ = kBlock;
  }

  std::vector<Bytes> blocks_;
  std::vector<Bytes> large_;
  size_t used_ = 0;
  char* next_ = nullptr;
  size_t free_ = 0;
};

constinit thread_local Arena arena;

void* arena_calloc(size_t count, size_t size) {
  size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2) throw std::bad_alloc();
  return arena.take(bytes);
}

void* arena_realloc(void* old, size_t size) {
  if (old == nullptr) return arena.take(size);
  size_t had = Arena::size_of(static_cast<char*>(old));
  if (size <= had) return old;
  return std::memcpy(arena.take(size), old, had);
}

void arena_free(void*) {}

cmark_mem functions = {arena_calloc, arena_realloc, arena_free};

}  // namespace

cmark_mem* cmark_arena() { return &functions; }

void release_cmark_arena() { arena.release(); }

}  // namespace document
