// Other programs, started without a shell: what they are given is never a command line that something could be hidden
// in.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace io {

struct ProgramResult {
  int status = -1;      // as it ended; -1 when a signal ended it
  std::string output;   // all that it wrote to standard output
  std::string message;  // to standard error; or why it could not be started
  bool started = false;
};

// Runs `arguments[0]`, looked up in PATH, and waits for its end. `input` is its standard input; `settings`
// ("NAME=value") are added to the environment. A program that does not end keeps the caller waiting.
ProgramResult run_program(const std::vector<std::string>& arguments, std::string_view input = {},
                          const std::vector<std::string>& settings = {});

}  // namespace io
