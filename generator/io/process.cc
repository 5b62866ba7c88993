#include "io/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

namespace io {
namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t told_to_end = 0;
void note_signal(int) { told_to_end = 1; }

// For as long as it lives, signals that would end this program only set told_to_end.
class Signals {
 public:
  Signals() {
    told_to_end = 0;
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
  static constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, 3> before_ = {};
};

std::set<pid_t> children() {
  std::set<pid_t> children;
  std::error_code ended;  // a thread that has
  for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task", ended)) {
    std::ifstream list(thread.path() / "children");
    for (pid_t child; list >> child;) children.insert(child);
  }
  return children;
}

// While it lives, processes whose parents have ended become children of this one, so that none gets away.
class Orphans {
 public:
  Orphans() : others_(children()) {
    prctl(PR_GET_CHILD_SUBREAPER, &before_);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
  }
  ~Orphans() { prctl(PR_SET_CHILD_SUBREAPER, before_); }
  Orphans(const Orphans&) = delete;
  Orphans& operator=(const Orphans&) = delete;

  // Ends what is left. Whoever is ended leaves its children to this process, so this is done until there are none.
  void end_all() const {
    for (bool some = true; some;) {
      some = false;
      for (pid_t child : children()) {
        if (others_.contains(child)) continue;
        some = true;
        kill(child, SIGKILL);
        while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
      }
    }
  }

 private:
  std::set<pid_t> others_;
  int before_ = 0;
};

class Pipe {
 public:
  Pipe() { is_open_ = pipe2(ends_.data(), O_CLOEXEC) == 0; }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  bool is_open() const { return is_open_; }
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_end(int end) {
    int& file = ends_[static_cast<size_t>(end)];
    if (file >= 0) close(file);
    file = -1;
  }

 private:
  std::array<int, 2> ends_{-1, -1};
  bool is_open_ = false;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

// In the child: becomes the program, or tells the parent which error kept it from that. Only functions that may be
// called after fork().
[[noreturn]] void become(const char* program, const char* folder, char** arguments, char** environment, int output,
                         int errors, int problem) {
  setpgid(0, 0);
  const int nothing = open("/dev/null", O_RDONLY);
  const bool ready =
      nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(output, 1) >= 0 && dup2(errors, 2) >= 0 && chdir(folder) == 0;
  if (ready) {
    for (int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) signal(number, SIG_DFL);
    execve(program, arguments, environment);
  }
  const int error = errno;
  [[maybe_unused]] ssize_t ignored = write(problem, &error, sizeof error);
  _exit(127);
}

class Runner {
 public:
  Runner(const Command& command, const std::function<void(std::string_view)>& on_error)
      : command_(command), on_error_(on_error), end_(Clock::now() + command.limit) {}

  Ended run() {
    if (!start()) return std::move(ended_);
    const bool was_stopped = !listen();
    kill(-child_, SIGKILL);
    if (!has_ended_)
      while (waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
      }
    orphans_.end_all();
    if (was_stopped) return std::move(ended_);
    ended_.how = WIFSIGNALED(status_) ? Ending::signalled : Ending::exited;
    ended_.number = WIFSIGNALED(status_) ? WTERMSIG(status_) : WEXITSTATUS(status_);
    return std::move(ended_);
  }

 private:
  bool start() {
    if (!output_.is_open() || !errors_.is_open() || !problem_.is_open()) return not_started(errno);
    std::vector<std::string> arguments{command_.program}, environment = command_.environment;
    arguments.insert(arguments.end(), command_.arguments.begin(), command_.arguments.end());
    std::vector<char*> argv = pointers(arguments), envp = pointers(environment);
    child_ = fork();
    if (child_ < 0) return not_started(errno);
    if (child_ == 0)
      become(command_.program.c_str(), command_.folder.c_str(), argv.data(), envp.data(), output_.writing(),
             errors_.writing(), problem_.writing());
    setpgid(child_, child_);  // whoever of both comes first
    for (Pipe* pipe : {&output_, &errors_, &problem_}) pipe->close_end(1);
    int error = 0;
    ssize_t size;
    do size = read(problem_.reading(), &error, sizeof error);
    while (size < 0 && errno == EINTR);
    if (size <= 0) return true;
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    return not_started(error);
  }

  bool not_started(int error) {
    ended_.why = std::strerror(error);
    return false;
  }

  // Until the program has ended, and all that it had written is read. A child of it that holds on to its output is not
  // waited for. False if it has to be ended before that; `ended_` says why.
  bool listen() {
    constexpr int kGlance = 20;  // ms between looks whether it has ended
    bool is_open = true;
    while (!has_ended_ || is_open) {
      if (stop()) return false;
      const bool was_ended = has_ended_;
      if (!has_ended_) has_ended_ = waitpid(child_, &status_, WNOHANG) == child_;
      std::array<pollfd, 2> files{{{output_.reading(), POLLIN, 0}, {errors_.reading(), POLLIN, 0}}};
      const int ready = is_open ? poll(files.data(), files.size(), has_ended_ ? 0 : kGlance) : 0;
      if (!is_open && !has_ended_) poll(nullptr, 0, kGlance);
      if (ready < 0) continue;
      bool some = take(files[0], output_, [&](std::string_view text) { ended_.output += text; });
      some |= take(files[1], errors_, on_error_);
      is_open = output_.reading() >= 0 || errors_.reading() >= 0;
      if (was_ended && !some) return true;
    }
    return true;
  }

  template <class Use>
  static bool take(const pollfd& file, Pipe& pipe, const Use& use) {
    if (file.fd < 0 || (file.revents & (POLLIN | POLLHUP | POLLERR)) == 0) return false;
    std::array<char, 65536> buffer;
    const ssize_t size = read(file.fd, buffer.data(), buffer.size());
    if (size > 0) use(std::string_view(buffer.data(), static_cast<size_t>(size)));
    if (size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN)) pipe.close_end(0);
    return size > 0;
  }

  bool stop() {
    if (told_to_end)
      ended_.how = Ending::interrupted;
    else if (ended_.output.size() > command_.most_output)
      ended_.how = Ending::too_much;
    else if (!has_ended_ && Clock::now() >= end_)
      ended_.how = Ending::too_slow;
    else
      return false;
    return true;
  }

  const Command& command_;
  const std::function<void(std::string_view)>& on_error_;
  const Clock::time_point end_;
  Signals signals_;
  Orphans orphans_;
  Pipe output_, errors_, problem_;
  pid_t child_ = -1;
  bool has_ended_ = false;
  int status_ = 0;
  Ended ended_;
};

}  // namespace

Ended run_process(const Command& command, const std::function<void(std::string_view)>& on_error) {
  return Runner(command, on_error).run();
}

}  // namespace io
