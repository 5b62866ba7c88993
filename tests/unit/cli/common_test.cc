// Tests how diagnostics are printed to a terminal.
#include "cli/common.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "command_site.h"

namespace {

// Returns what print_diagnostics() writes to a terminal. `no_color` is the environment variable; null if it is not set.
std::string sent_to_a_terminal(const char* no_color, const std::string& format) {
  int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(terminal >= 0);
  REQUIRE(::grantpt(terminal) == 0);
  REQUIRE(::unlockpt(terminal) == 0);
  std::string name = ::ptsname(terminal);
  int other_end = ::open(name.c_str(), O_RDWR | O_NOCTTY);  // kept open, so that the output stays readable
  REQUIRE(other_end >= 0);
  std::fflush(nullptr);
  pid_t child = ::fork();
  if (child == 0) {
    ::dup2(other_end, STDERR_FILENO);
    if (no_color) {
      ::setenv("NO_COLOR", no_color, 1);
    } else {
      ::unsetenv("NO_COLOR");
    }
    cli::CommonOptions options;
    options.format = format;
    base::Diagnostics diagnostics;
    diagnostics.error("x", "content/a.md", "wrong");
    cli::print_diagnostics(diagnostics, options);
    _exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  char buffer[4096];
  ssize_t size = ::read(terminal, buffer, sizeof buffer);
  ::close(other_end);
  ::close(terminal);
  std::string text(buffer, size > 0 ? static_cast<size_t>(size) : 0);
  for (size_t at; (at = text.find('\r')) != std::string::npos;) text.erase(at, 1);
  return text;
}

TEST_CASE("output to a terminal is coloured unless NO_COLOR is set") {
  const std::string coloured = "\033[1;31merror[x]\033[0m: wrong\n  --> content/a.md\n\n1 error\n";
  CHECK(sent_to_a_terminal(nullptr, "text") == coloured);
  CHECK(sent_to_a_terminal("", "text") == coloured);
  CHECK(sent_to_a_terminal("1", "text") == "error[x]: wrong\n  --> content/a.md\n\n1 error\n");
}

TEST_CASE("json and github output is never coloured and has no count") {
  CHECK(sent_to_a_terminal(nullptr, "json") ==
        "{\"severity\":\"error\",\"code\":\"x\",\"file\":\"content/a.md\",\"message\":\"wrong\"}\n");
  CHECK(sent_to_a_terminal(nullptr, "github") == "::error file=content/a.md,title=x::wrong\n");
}

TEST_CASE("only a megabyte of messages is printed, errors first, and the rest is counted") {
  char name[] = "/tmp/sourcebook-XXXXXX";
  const int file = ::mkstemp(name);
  REQUIRE(file >= 0);
  base::Diagnostics diagnostics;
  for (int i = 0; i < 3000; ++i) diagnostics.warning("w", base::Span{}, std::string(1000, 'w'));
  for (int i = 0; i < 9; ++i) diagnostics.error("e", base::Span{}, "an error");
  std::fflush(stderr);
  const int before = ::dup(STDERR_FILENO);
  ::dup2(file, STDERR_FILENO);
  cli::print_diagnostics(diagnostics, {});
  std::fflush(stderr);
  ::dup2(before, STDERR_FILENO);
  ::close(before);
  ::close(file);
  const std::string text = cli_test::contents(name);
  ::unlink(name);
  CHECK(text.size() < 1'010'000);
  CHECK(text.find("error[e]: an error\n") != std::string::npos);
  CHECK(has(text, "error[too-many-messages]: 20"));
  CHECK(has(text, " more messages are not shown\n"));
  CHECK(text.ends_with("9 errors, 3000 warnings\n"));
}

}  // namespace
