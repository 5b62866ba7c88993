#include "base/shared_library.h"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>

TEST_CASE("a library that is not installed is told from one that can't be loaded") {
  auto none = base::open_library("libnot-there.so.1");
  REQUIRE_FALSE(none);
  CHECK(none.error().find("libnot-there.so.1") != std::string::npos);
  CHECK(base::open_library("libm.so.6"));

  const std::filesystem::path file = std::filesystem::temp_directory_path() / "sourcebook-no-library.so";
  std::ofstream(file) << "no library";
  CHECK_THROWS_AS((void)base::open_library(file.c_str()), std::runtime_error);
  std::filesystem::remove(file);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which take memory by the terabyte
namespace {

// How that ends in a process that may take no more memory: 'm' where it is told that there is none.
char opened_without_memory(const char* name) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_AS, &none);
    char end = '?';
    try {
      end = base::open_library(name).ok() ? 'o' : 'f';
    } catch (const std::bad_alloc&) {
      end = 'm';
    } catch (const std::exception&) {
      end = 'e';
    }
    ::_exit(end);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? static_cast<char>(WEXITSTATUS(status)) : '!';
}

}  // namespace

TEST_CASE("without memory for it nothing is said of what is installed") {
  CHECK(opened_without_memory("librsvg-2.so.2") == 'm');
}
#endif
