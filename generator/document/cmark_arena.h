// Memory for one libcmark-gfm tree at a time, one arena a thread: allocation is a bump of a pointer, freeing is
// nothing, and everything goes at once by release(). (cmark_get_arena_mem_allocator() is shared by all threads.)
#pragma once
#include <cmark-gfm.h>

namespace document {

// The calling thread's. Between release() and release() all that was allocated stays valid. Where there is no memory it
// throws std::bad_alloc, which passes through libcmark-gfm: what that holds is in the arena.
cmark_mem* cmark_arena();

// Frees all, and keeps a megabyte for the next tree. REQUIRES: no tree of this thread is in use.
void release_cmark_arena();

// Releases at the end of a scope.
struct CmarkArenaScope {
  CmarkArenaScope() = default;
  CmarkArenaScope(const CmarkArenaScope&) = delete;
  CmarkArenaScope& operator=(const CmarkArenaScope&) = delete;
  ~CmarkArenaScope() { release_cmark_arena(); }
};

}  // namespace document
