#include "base/large_pages.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace base {
namespace {

constexpr int kStep = 8 << 20;  // by which the heap grows
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
  ::mallopt(M_MMAP_THRESHOLD, kStep);
  ::mallopt(M_TRIM_THRESHOLD, 2 * kStep);
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

}  // namespace base
