#include "base/large_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace base {
namespace {

// By which the heap grows. What is touched before the system is asked for large pages stays in small ones, and so does
// the rest of the large page around it, so that few large steps are better than many. The heap of another thread has no
// more than this (glibc's HEAP_MAX_SIZE), and begins at a multiple of it: so it is had in one step.
constexpr int kStep = 64 << 20;
constexpr int kMapped = kStep / 8;      // what is as large is mapped by itself
constexpr size_t kPiece = kMapped / 8;  // by which the heap is asked for more
constexpr size_t kProbe = 256 << 10;    // which a heap gives from what it has not given before
constexpr size_t kSmallPage = 4096;

std::atomic<char*> advised{nullptr};  // up to here; null where nobody asked for large pages

char* heap_end() { return static_cast<char*>(::sbrk(0)); }

bool is_address_space_limited() {
  struct rlimit limit{};
  return ::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

}  // namespace

void use_large_pages() {
#ifdef __GLIBC__
  if (is_address_space_limited()) return;
  ::mallopt(M_TOP_PAD, kStep);
  // These the C library chooses by what a program does, until it is told one of the three.
  ::mallopt(M_MMAP_THRESHOLD, kMapped);
  ::mallopt(M_TRIM_THRESHOLD, kStep);
  advised = heap_end();
#endif
}

void advise_grown_heap() {
  char* from = advised.load(std::memory_order_relaxed);
  if (from == nullptr) return;
  char* const end = heap_end();
  const bool has_grown = end >= from + kStep / 2, has_shrunk = end < from;
  if (!(has_grown || has_shrunk) || !advised.compare_exchange_strong(from, end) || has_shrunk) return;
  char* const begin = from - reinterpret_cast<uintptr_t>(from) % kSmallPage;
  (void)::madvise(begin, static_cast<size_t>(end - begin), MADV_HUGEPAGE);  // a hint, which may be refused
}

void grow_heap(size_t bytes) {
  if (advised.load(std::memory_order_relaxed) == nullptr) return;
  std::vector<void*> pieces((std::min<size_t>(bytes, kStep) + kPiece - 1) / kPiece);
  for (void*& piece : pieces) piece = ::malloc(kPiece);
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) ::free(*piece);
  advise_grown_heap();
}

void advise_thread_heap() {
  if (advised.load(std::memory_order_relaxed) == nullptr) return;
  void* const probe = ::malloc(kProbe);
  if (probe == nullptr) return;
  char* const heap = static_cast<char*>(probe) - reinterpret_cast<uintptr_t>(probe) % kStep;
  (void)::madvise(heap, kStep, MADV_HUGEPAGE);
  ::free(probe);
}

}  // namespace base
