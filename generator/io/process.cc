#include "io/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "io/descriptor.h"

extern char** environ;

namespace io {
namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t got_signal = 0;
void note_signal(int) { got_signal = 1; }

// While an object exists, signals that would end this program only set got_signal.
class Signals {
 public:
  Signals() {
    got_signal = 0;
    struct sigaction noting = {};
    noting.sa_handler = note_signal;
    for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &noting, &before_[i]);
  }
  ~Signals() {
    for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  static constexpr std::array<int, 4> kSignals{SIGINT, SIGTERM, SIGHUP, SIGPIPE};
  std::array<struct sigaction, 4> before_ = {};
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

// Writes the input to a file in memory. With a pipe, two programs that both write before they read would deadlock.
bool fill(Descriptor& file, std::string_view input) {
  file.set(::memfd_create("input", MFD_CLOEXEC));
  return file.is_open() && write_all(file.get(), input) && ::lseek(file.get(), 0, SEEK_SET) == 0;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

// Prepares the steps between fork and exec.
class Preparation {
 public:
  Preparation(const Command& command, const Descriptor& input, const Descriptor& output, const Descriptor& errors) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input.get(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output.get(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, errors.get(), STDERR_FILENO);
    if (!command.folder.empty()) posix_spawn_file_actions_addchdir_np(&files, command.folder.c_str());
    posix_spawnattr_init(&attributes);
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) sigaddset(&defaults, number);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
  ~Preparation() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
};

class Runner {
 public:
  Runner(const Command& command, const std::function<void(std::string_view)>& on_error)
      : command_(command), on_error_(on_error), begin_(Clock::now()) {}
  ~Runner() { end(); }  // also ends the program if on_error throws
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  Ended run() {
    if (!start()) return std::move(ended_);
    const bool was_stopped = !listen();
    end();
    if (was_stopped) return std::move(ended_);
    ended_.how = WIFSIGNALED(status_) ? Ending::signalled : Ending::exited;
    ended_.number = WIFSIGNALED(status_) ? WTERMSIG(status_) : WEXITSTATUS(status_);
    return std::move(ended_);
  }

 private:
  bool start() {
    Descriptor input;
    if (!output_.open() || !errors_.open() || !fill(input, command_.input)) return not_started(errno);
    std::vector<std::string> arguments{command_.program}, environment = command_.environment;
    arguments.insert(arguments.end(), command_.arguments.begin(), command_.arguments.end());
    const std::vector<char*> argv = pointers(arguments), envp = pointers(environment);
    const Preparation ready(command_, input, output_.writes, errors_.writes);
    const int error =
        posix_spawnp(&child_, command_.program.c_str(), &ready.files, &ready.attributes, argv.data(), envp.data());
    if (error != 0) return not_started(error);
    output_.writes.close();
    errors_.writes.close();
    end_.set(static_cast<int>(syscall(SYS_pidfd_open, child_, 0)));
    return true;
  }

  void end() {
    if (child_ < 0) return;
    kill(-child_, SIGKILL);
    if (!has_ended_)
      while (waitpid(child_, &status_, 0) < 0 && errno == EINTR) continue;
    child_ = -1;
  }

  bool not_started(int error) {
    child_ = -1;  // the number is unspecified after an error
    ended_.number = error;
    ended_.why = std::strerror(error);
    return false;
  }

  // Waits until the program has ended and all its output was read, but not for children that still have its output
  // open. Returns false if the program must be ended before that; `ended_` has the reason.
  bool listen() {
    constexpr int kInterval = 20;  // ms between checks of the clock, and of signals that came before poll()
    while (true) {
      if (stop()) return false;
      const bool was_ended = has_ended_;
      if (!has_ended_) has_ended_ = waitpid(child_, &status_, WNOHANG) == child_;
      std::array<pollfd, 3> files{{{output_.reads.get(), POLLIN, 0},
                                   {errors_.reads.get(), POLLIN, 0},
                                   {has_ended_ ? -1 : end_.get(), POLLIN, 0}}};
      if (poll(files.data(), files.size(), has_ended_ ? 0 : kInterval) < 0) continue;
      bool some = take(files[0], output_.reads, [&](std::string_view text) { ended_.output += text; });
      some |= take(files[1], errors_.reads, on_error_);
      if (was_ended && !some) return true;
    }
  }

  template <class Use>
  static bool take(const pollfd& file, Descriptor& end, const Use& use) {
    if (file.fd < 0 || (file.revents & (POLLIN | POLLHUP | POLLERR)) == 0) return false;
    std::array<char, 65536> buffer;
    const ssize_t size = read(file.fd, buffer.data(), buffer.size());
    if (size > 0) use(std::string_view(buffer.data(), static_cast<size_t>(size)));
    if (size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN)) end.close();
    return size > 0;
  }

  bool stop() {
    if (got_signal)
      ended_.how = Ending::interrupted;
    else if (command_.max_output && ended_.output.size() > *command_.max_output)
      ended_.how = Ending::too_much;
    else if (!has_ended_ && command_.limit && Clock::now() - begin_ >= *command_.limit)
      ended_.how = Ending::too_slow;
    else
      return false;
    return true;
  }

  const Command& command_;
  const std::function<void(std::string_view)>& on_error_;
  const Clock::time_point begin_;
  Signals signals_;
  Pipe output_, errors_;
  Descriptor end_;  // readable when the program has ended; not open if the system has no pidfd_open
  pid_t child_ = -1;
  bool has_ended_ = false;
  int status_ = 0;
  Ended ended_;
};

}  // namespace

Ended run_process(const Command& command, const std::function<void(std::string_view)>& on_error) {
  return Runner(command, on_error).run();
}

std::vector<std::string> environment_with(std::vector<std::string> settings) {
  const std::vector<std::string> set = settings;
  for (char** at = environ; *at; ++at) {
    const std::string_view variable = *at;
    const std::string_view name = variable.substr(0, variable.find('=') + 1);
    const bool is_set =
        std::any_of(set.begin(), set.end(), [&](const std::string& setting) { return setting.starts_with(name); });
    if (!is_set) settings.emplace_back(variable);
  }
  return settings;
}

}  // namespace io
