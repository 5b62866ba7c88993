// Runs another program, within limits, and leaves nothing of it behind. No shell is asked, so that what a program is
// given is never a command line that something could be hidden in.
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace io {

struct Command {
  std::string program;  // a path, or a name that is looked up in PATH
  std::vector<std::string> arguments;
  std::string folder;                    // where it runs; "" for where this program does
  std::vector<std::string> environment;  // "NAME=value"; nothing else is passed on
  std::string input;                     // on its standard input
  std::optional<std::chrono::seconds> limit = std::chrono::seconds(300);
  std::optional<size_t> most_output = size_t{256} << 20;  // bytes
};

enum class Ending {
  exited,
  signalled,
  too_slow,     // ended after the limit
  too_much,     // ended after more than most_output
  interrupted,  // ended because this program was told to end
  not_started
};

struct Ended {
  Ending how = Ending::not_started;
  int number = 0;      // its exit status; of `signalled` the signal, of `not_started` the system's number of the error
  std::string output;  // what it wrote to standard output
  std::string why;     // of `not_started`: what the system says
};

// Waits until the program has ended; `on_error` is given what it writes to standard error, as it comes. The program
// leads a process group of its own: when it has ended, or is ended, its children and theirs are ended as well, those
// too that made themselves sessions of their own. For one thread at a time; while it runs, SIGINT, SIGTERM, SIGHUP and
// SIGPIPE, as when nobody reads what `on_error` writes, end the program and then count as `interrupted`.
Ended run_process(const Command& command, const std::function<void(std::string_view)>& on_error);

// The environment of this program with some variables set: "NAME=value".
std::vector<std::string> environment_with(std::vector<std::string> settings);

}  // namespace io
