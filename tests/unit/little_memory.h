// Runs work in a process with a memory limit, and returns how it ended.
#pragma once
#ifndef SOURCEBOOK_SANITIZED
#define SOURCEBOOK_CAN_LIMIT_MEMORY
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <exception>
#include <fstream>
#include <functional>
#include <new>

namespace little_memory {

inline constexpr size_t kNoLimit = SIZE_MAX;

// Returns 'f' if the work finished, 'm' for std::bad_alloc, 'e' for another exception, '!' for a crash.
inline char end_of(const std::function<void()>& work, size_t bytes_more) {
  const pid_t child = ::fork();
  if (child == 0) {
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const size_t most = bytes_more == 0 ? 0 : pages * static_cast<size_t>(::sysconf(_SC_PAGESIZE)) + bytes_more;
    const rlimit limit = bytes_more == kNoLimit ? rlimit{RLIM_INFINITY, RLIM_INFINITY} : rlimit{most, most};
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::setrlimit(RLIMIT_AS, &limit);
    char end = 'f';
    try {
      work();
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

}  // namespace little_memory
#endif
