// Runs another program within limits, and ends the processes that it started. Does not use a shell, so arguments can't
// contain commands.
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
  std::string folder;                    // working directory; "" for that of this program
  std::vector<std::string> environment;  // "NAME=value"; the program gets no other variables
  std::string input;                     // passed to its standard input
  std::optional<std::chrono::seconds> limit = std::chrono::seconds(300);
  std::optional<size_t> max_output = size_t{256} << 20;  // limit of `output` in bytes
};

enum class Ending {
  exited,
  signalled,
  too_slow,     // the program exceeded the time limit
  too_much,     // the program's output exceeded max_output
  interrupted,  // this program received a termination signal
  not_started
};

struct Ended {
  Ending how = Ending::not_started;
  int number = 0;      // the exit status, the signal (for `signalled`), or the errno (for `not_started`)
  std::string output;  // the whole standard output
  std::string why;     // the error if the program was not_started
};

// Waits for the program to exit; `on_error` gets its standard error as it is written. Then terminates all processes
// that it started in its session. Call it from one thread at a time; while the program runs, SIGINT, SIGTERM, SIGHUP
// and SIGPIPE end it, with `interrupted`.
Ended run_process(const Command& command, const std::function<void(std::string_view)>& on_error);

// Returns the environment of this program with some variables set: "NAME=value".
std::vector<std::string> environment_with(std::vector<std::string> settings);

}  // namespace io
