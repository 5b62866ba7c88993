#include "io/program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

extern char** environ;

namespace io {
namespace {

// A file descriptor that is closed at the end of its scope.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return number_; }
  void set(int number) { close(), number_ = number; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor reads, writes;
  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    reads.set(ends[0]);
    writes.set(ends[1]);
    return true;
  }
};

// The input as a file in memory, so that a program may read it whenever it likes: with a pipe, two programs that both
// write before they read would wait for each other.
bool fill(Descriptor& file, std::string_view input) {
  file.set(::memfd_create("input", MFD_CLOEXEC));
  if (file.get() < 0) return false;
  while (!input.empty()) {
    const ssize_t written = ::write(file.get(), input.data(), input.size());
    if (written < 0) return false;
    input.remove_prefix(static_cast<size_t>(written));
  }
  return ::lseek(file.get(), 0, SEEK_SET) == 0;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

std::vector<std::string> environment(const std::vector<std::string>& settings) {
  std::vector<std::string> all = settings;
  for (char** at = environ; *at; ++at) {
    const std::string_view variable = *at;
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    bool is_set = false;
    for (const std::string& setting : settings) is_set |= setting.starts_with(name);
    if (!is_set) all.emplace_back(variable);
  }
  return all;
}

// Both at once, so that neither fills up while the other is waited for.
void read_all(Pipe& output, Pipe& message, ProgramResult& result) {
  std::array<pollfd, 2> ends{pollfd{output.reads.get(), POLLIN, 0}, pollfd{message.reads.get(), POLLIN, 0}};
  std::array<std::string*, 2> texts{&result.output, &result.message};
  std::array<char, 65536> buffer;
  for (int open = 2; open > 0;) {
    if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) return;
    for (size_t i = 0; i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      const ssize_t size = ::read(ends[i].fd, buffer.data(), buffer.size());
      if (size > 0) texts[i]->append(buffer.data(), static_cast<size_t>(size));
      if (size > 0 || (size < 0 && errno == EINTR)) continue;
      ends[i].fd = -1;
      --open;
    }
  }
}

}  // namespace

ProgramResult run_program(const std::vector<std::string>& arguments, std::string_view input,
                          const std::vector<std::string>& settings) {
  ProgramResult result;
  Pipe output, message;
  Descriptor given;
  if (!output.open() || !message.open() || !fill(given, input)) {
    result.message = std::strerror(errno);
    return result;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, given.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.writes.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, message.writes.get(), STDERR_FILENO);
  std::vector<std::string> words = arguments, variables = environment(settings);
  pid_t child = -1;
  const int failed =
      ::posix_spawnp(&child, words[0].c_str(), &actions, nullptr, pointers(words).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    result.message = std::strerror(failed);
    return result;
  }
  result.started = true;
  output.writes.close();
  message.writes.close();
  read_all(output, message, result);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) result.status = WEXITSTATUS(status);
  return result;
}

}  // namespace io
