// Runs tests in a child process that may give up resources, for tests of machines that lack something.
#pragma once
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>

// Returns everything that the child writes to `file`. The child exits after `act`, and does not return to the test.
inline std::string said_by_child(const std::function<void(int file)>& act) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    act(ends[1]);
    _exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t size; (size = ::read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<size_t>(size));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  return text;
}

// Returns the output of one skipped test case of this program, run in a new process that has not loaded any library.
inline std::string said_by_test(const char* program, const std::string& cases) {
  return said_by_child([&](int file) {
    ::dup2(file, 1);
    const std::string only = "-tc=" + cases;
    ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // LeakSanitizer needs to open files
    ::execl("/proc/self/exe", program, only.c_str(), "-ns", "-m", static_cast<char*>(nullptr));
    _exit(9);
  });
}

// Makes every open() fail, so that no library can be loaded. Sites in memory do not open files.
inline void open_nothing_more() {
  rlimit none{0, 0};
  ::setrlimit(RLIMIT_NOFILE, &none);
}
