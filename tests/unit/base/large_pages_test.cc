#include "base/large_pages.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "unit/little_memory.h"

#ifdef SOURCEBOOK_CAN_LIMIT_MEMORY
namespace {

bool heap_has_large_pages() {
  std::ifstream maps("/proc/self/smaps");
  bool in_heap = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.find('-') < line.find(' ')) in_heap = line.ends_with("[heap]");
    if (in_heap && line.starts_with("VmFlags:") && (line + " ").find(" hg ") != std::string::npos) return true;
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
  if (!heap_has_large_pages()) throw std::bad_alloc();
}

}  // namespace

TEST_CASE("the heap grows in large pages where there are such, unless the address space is limited") {
  const bool has_system = std::filesystem::exists("/sys/kernel/mm/transparent_hugepage/enabled");
  CHECK(little_memory::end_of(take_memory, little_memory::kNoLimit) == (has_system ? 'f' : 'm'));
  CHECK(little_memory::end_of(take_memory, size_t{1} << 30) == 'm');
}
#endif
