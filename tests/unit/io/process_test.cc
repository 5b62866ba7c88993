#include "io/process.h"

#include <doctest/doctest.h>

#include <cstdlib>

namespace {

io::Command shell(const std::string& script) {
  io::Command command;
  command.program = "/bin/sh";
  command.arguments = {"-c", script};
  command.folder = "/";
  return command;
}

io::Ended run(const io::Command& command, std::string* errors = nullptr) {
  return io::run_process(command, [&](std::string_view text) {
    if (errors) *errors += text;
  });
}

}  // namespace

TEST_CASE("standard output, standard error and status are separate") {
  std::string errors;
  io::Ended ended = run(shell("echo rows; echo words >&2; exit 3"), &errors);
  CHECK(ended.how == io::Ending::exited);
  CHECK(ended.number == 3);
  CHECK(ended.output == "rows\n");
  CHECK(errors == "words\n");
}

TEST_CASE("a program gets the specified environment and folder, and an empty standard input") {
  io::Command command = shell("cat; pwd; echo $A; echo ${HOME-none}");
  command.folder = "/usr";
  command.environment = {"A=b"};
  CHECK(run(command).output == "/usr\nb\nnone\n");
}

TEST_CASE("a large output is read completely, even after the program has exited") {
  CHECK(run(shell("head -c 3000000 /dev/zero")).output.size() == 3000000);
  CHECK(run(shell("exec head -c 200000 /dev/zero")).output.size() == 200000);
}

TEST_CASE("a program that prints too much or takes too long is terminated with its children") {
  io::Command command = shell("yes");
  command.max_output = 1000;
  CHECK(run(command).how == io::Ending::too_much);
  command = shell("sleep 100 & sleep 100");
  command.limit = std::chrono::seconds(0);
  CHECK(run(command).how == io::Ending::too_slow);
}

TEST_CASE("a child that keeps the output open is not waited for") {
  io::Ended ended = run(shell("sleep 100 & echo done"));
  CHECK(ended.how == io::Ending::exited);
  CHECK(ended.output == "done\n");
}

TEST_CASE("the reason why a program can't be started, and the signal that ended it, are reported") {
  io::Command command = shell("");
  command.program = "/nowhere";
  CHECK(run(command).how == io::Ending::not_started);
  CHECK(run(command).why == "No such file or directory");
  command = shell("");
  command.folder = "/nowhere";
  CHECK(run(command).how == io::Ending::not_started);
  io::Ended ended = run(shell("kill -9 $$"));
  CHECK(ended.how == io::Ending::signalled);
  CHECK(ended.number == 9);
}

namespace {

io::Command command_of(std::string program, std::vector<std::string> arguments) {
  io::Command command;
  command.program = std::move(program);
  command.arguments = std::move(arguments);
  command.environment = io::environment_with({});
  return command;
}

}  // namespace

TEST_CASE("a name is looked up in PATH, and arguments reach the program unchanged") {
  const io::Ended ended = run(command_of("printf", {"%s|", "$HOME", "; exit 3", "a b", "*"}));
  CHECK(ended.how == io::Ending::exited);
  CHECK(ended.number == 0);
  CHECK(ended.output == "$HOME|; exit 3|a b|*|");
  const io::Ended missing = run(command_of("no-such-program-anywhere", {}));
  CHECK(missing.how == io::Ending::not_started);
  CHECK(missing.why == "No such file or directory");
}

TEST_CASE("megabytes of input and output do not deadlock") {
  io::Command command = command_of("sh", {"-c", "tee /dev/stderr"});
  for (int line = 0; line < 300000; ++line) command.input += "line " + std::to_string(line) + "\n";
  std::string errors;
  CHECK(run(command, &errors).output == command.input);
  CHECK(errors == command.input);
}

TEST_CASE("specified variables are in the environment, and replace others with the same name") {
  setenv("SETTING_OF_A_TEST", "before", 1);
  io::Command command = command_of("sh", {"-c", "echo $SETTING_OF_A_TEST $OWN; test -n \"$PATH\" && echo path"});
  command.environment = io::environment_with({"SETTING_OF_A_TEST=now", "OWN=1"});
  CHECK(run(command).output == "now 1\npath\n");
  unsetenv("SETTING_OF_A_TEST");
}

TEST_CASE("without limits, a program can run for a long time and print a lot") {
  io::Command command = shell("head -c 3000000 /dev/zero; sleep 0.05");
  command.limit.reset();
  command.max_output.reset();
  CHECK(run(command).output.size() == 3000000);
}
