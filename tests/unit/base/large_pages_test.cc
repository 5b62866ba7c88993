#include "base/large_pages.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "unit/little_memory.h"

#ifdef SOURCEBOOK_CAN_LIMIT_MEMORY
namespace {

// Whether the system was asked for large pages there.
bool has_large_pages(const void* place) {
  std::ifstream maps("/proc/self/smaps");
  const auto address = reinterpret_cast<uintptr_t>(place);
  bool is_there = false;
  for (std::string line; std::getline(maps, line);) {
    uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) is_there = begin <= address && address < end;
    if (is_there && line.starts_with("VmFlags:")) return (line + " ").find(" hg ") != std::string::npos;
  }
  return false;
}

void take_memory() {
  base::use_large_pages();
  std::vector<std::string> held;
  for (int i = 0; i < 640; ++i) {
    held.emplace_back(size_t{64} << 10, 'x');
    base::advise_grown_heap();
  }
  if (!has_large_pages(held.back().data())) throw std::bad_alloc();
}

void take_memory_at_once() {
  base::use_large_pages();
  constexpr size_t kPieces = 640, kPiece = size_t{64} << 10;
  base::grow_heap(kPieces * kPiece);
  std::vector<std::string> held;
  for (size_t i = 0; i < kPieces; ++i) held.emplace_back(kPiece, 'x');
  if (!has_large_pages(held.back().data())) throw std::bad_alloc();
}

void take_memory_in_a_thread() {
  base::use_large_pages();
  bool is_large = false;
  std::thread([&] {
    base::advise_thread_heap();
    const std::string held(size_t{1} << 20, 'x');
    is_large = has_large_pages(held.data());
  }).join();
  if (!is_large) throw std::bad_alloc();
}

}  // namespace

TEST_CASE("heaps grow in large pages where there are such, unless the address space is limited") {
  const bool has_system = std::filesystem::exists("/sys/kernel/mm/transparent_hugepage/enabled");
  for (const auto take : {take_memory, take_memory_at_once, take_memory_in_a_thread}) {
    CHECK(little_memory::end_of(take, little_memory::kNoLimit) == (has_system ? 'f' : 'm'));
    CHECK(little_memory::end_of(take, size_t{1} << 30) == 'm');
  }
}
#endif
