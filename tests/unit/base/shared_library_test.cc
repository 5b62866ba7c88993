#include "base/shared_library.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "unit/little_memory.h"

TEST_CASE("a library that is not installed is distinguished from one that can't be loaded") {
  auto none = base::open_library("libnot-there.so.1");
  REQUIRE_FALSE(none);
  CHECK(none.error().find("libnot-there.so.1") != std::string::npos);
  CHECK(base::open_library("libm.so.6"));

  const std::filesystem::path file = std::filesystem::temp_directory_path() / "sourcebook-no-library.so";
  std::ofstream(file) << "no library";
  CHECK_THROWS_AS((void)base::open_library(file.c_str()), std::runtime_error);
  std::filesystem::remove(file);
}

#ifdef SOURCEBOOK_CAN_LIMIT_MEMORY
TEST_CASE("a library that can't be loaded for lack of memory is not reported as missing") {
  CHECK(little_memory::end_of([] { (void)base::open_library("librsvg-2.so.2"); }, 0) == 'm');
}
#endif
