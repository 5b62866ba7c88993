// Other programs: what they say, how they end, and that nothing of what they are given is read by a shell.
#include <doctest/doctest.h>

#include <string>

#include "io/program.h"

namespace {

TEST_CASE("a program's output, message and status come back apart") {
  const io::ProgramResult result = io::run_program({"sh", "-c", "echo out; echo err >&2; exit 7"});
  CHECK(result.started);
  CHECK(result.status == 7);
  CHECK(result.output == "out\n");
  CHECK(result.message == "err\n");
}

TEST_CASE("arguments reach the program as they are") {
  const io::ProgramResult result = io::run_program({"printf", "%s|", "$HOME", "; exit 3", "a b", "*"});
  CHECK(result.status == 0);
  CHECK(result.output == "$HOME|; exit 3|a b|*|");
}

TEST_CASE("megabytes go in and out without waiting for each other") {
  std::string text;
  for (int line = 0; line < 300000; ++line) text += "line " + std::to_string(line) + "\n";
  const io::ProgramResult result = io::run_program({"sh", "-c", "tee /dev/stderr"}, text);
  CHECK(result.output == text);
  CHECK(result.message == text);
}

TEST_CASE("settings stand in the environment, in place of others of that name") {
  CHECK(io::run_program({"sh", "-c", "echo $LC_ALL $OWN"}, "", {"LC_ALL=C", "OWN=1"}).output == "C 1\n");
}

TEST_CASE("a program that is not there, and one that a signal ends") {
  const io::ProgramResult missing = io::run_program({"no-such-program-anywhere"});
  CHECK_FALSE(missing.started);
  CHECK(missing.message == "No such file or directory");
  const io::ProgramResult killed = io::run_program({"sh", "-c", "kill -9 $$"});
  CHECK(killed.started);
  CHECK(killed.status == -1);
}

}  // namespace
