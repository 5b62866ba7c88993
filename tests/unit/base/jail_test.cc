// Tests that foreign code can't end the program, or read the files that its input names.
#include "base/jail.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

using Text = base::Result<std::string, std::string>;

Text process_of(std::string_view input) { return std::string(input) + std::to_string(::getpid()); }
Text refuse(std::string_view) { return base::Failure{std::string("refused")}; }
Text abort_now(std::string_view) { std::abort(); }
Text never_end(std::string_view) {
  for (volatile bool goes_on = true; goes_on;) continue;
  return std::string();
}
[[maybe_unused]] Text fill_memory(std::string_view) {
  for (std::vector<std::string> blocks;;) blocks.emplace_back(size_t{64} << 20, 'x');
}
Text fail_with_exception(std::string_view) { throw std::runtime_error("broken"); }
Text open_file(std::string_view path) {
  const bool is_open = ::open(std::string(path).c_str(), O_RDONLY) >= 0;
  return std::string(is_open ? "opened" : "refused") +
         (::socket(AF_INET, SOCK_STREAM, 0) >= 0 ? " opened" : " refused");
}

std::string ran(base::JailedFunction function, std::string_view input = "") {
  static const bool is_started = (base::start_jail(), true);
  REQUIRE(is_started);
  const Text result = base::run_in_jail(function, input, "it failed");
  return result ? result.value() : "error: " + result.error();
}

TEST_CASE("a function runs in another process, which does many calls") {
  const std::string first = ran(process_of, "process ");
  CHECK(first != "process " + std::to_string(::getpid()));
  CHECK(ran(process_of, "process ") == first);
  CHECK(ran(refuse) == "error: refused");
  CHECK(ran(process_of, std::string(5'000'000, 'x')).size() > 5'000'000);
}

TEST_CASE("a crash is an error, and the next call works") {
  std::vector<base::JailedFunction> functions = {abort_now};
#ifndef SOURCEBOOK_SANITIZED
  functions.push_back(fill_memory);
#endif
  for (const base::JailedFunction function : functions) {
    CHECK_THROWS_AS(ran(fail_with_exception), std::runtime_error);
    std::string said;
    try {
      said = ran(function);
    } catch (const std::bad_alloc&) {
      said = "no memory";
    }
    CHECK(said ==
          (function == abort_now ? "error: it failed: it crashed, or used more than 1 GB of memory" : "no memory"));
  }
  CHECK(ran(process_of).size() > 1);
}

TEST_CASE("a function that does not end is an error") {
  CHECK(ran(never_end) == "error: it failed: it used more than 4 seconds");
}

TEST_CASE("children open files of programs only, and no sockets, unless the kernel refuses that") {
  const std::string own = ran(open_file, "tests/unit/base/jail_test.cc"), system = ran(open_file, "/usr/bin/env");
  CHECK((base::missing_sandbox().find("Landlock") == std::string::npos) == own.starts_with("refused"));
  CHECK((base::missing_sandbox().find("seccomp") == std::string::npos) == own.ends_with("refused"));
  CHECK(system.starts_with("opened"));
}

TEST_CASE("threads have children of their own") {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (int round = 0; round < 100; ++round) CHECK(ran(process_of, "x").starts_with("x"));
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
