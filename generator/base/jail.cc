#include "base/jail.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <vector>

#include "base/text.h"

namespace base {
namespace {

// -- Messages between this process and a child, through a pair of sockets --

// A function of this program has the same address in a forked process.
struct Call {
  JailedFunction function;
  uint64_t size;  // of the input, which follows
};

enum class Outcome : uint8_t { result, error, no_memory, exception };

struct Reply {
  Outcome outcome;
  uint32_t sandbox_size;  // what the kernel refused (missing_sandbox), which follows
  uint64_t size;          // of the result or error, which follows that
};

bool send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

bool receive_all(int socket, char* to, size_t size) {
  while (size > 0) {
    const ssize_t got = ::recv(socket, to, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

template <class Header>
bool receive_header(int socket, Header& header) {
  return receive_all(socket, reinterpret_cast<char*>(&header), sizeof header);
}

template <class Header>
std::string_view bytes_of(const Header& header) {
  return {reinterpret_cast<const char*>(&header), sizeof header};
}

// -- A child --

// The folders that libraries read: those of installed programs and fonts, and those of the libraries of this program,
// which in a bundle are elsewhere, with their data beside them.
std::set<std::string> readable_folders() {
  std::set<std::string> folders = {
      "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/nix/store", "/gnu/store", "/var/cache/fontconfig"};
  const auto visit = [](dl_phdr_info* info, size_t, void* to) {
    const std::filesystem::path folder = std::filesystem::path(info->dlpi_name).parent_path();
    if (!folder.is_absolute()) return 0;
    static_cast<std::set<std::string>*>(to)->insert(folder);
    if (std::filesystem::exists(folder / "ld.so"))
      static_cast<std::set<std::string>*>(to)->insert(folder.parent_path());
    return 0;
  };
  dl_iterate_phdr(visit, &folders);
  std::error_code no_proc;
  std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", no_proc);
  if (program.empty()) program = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  program = std::filesystem::absolute(program, no_proc).parent_path();
  folders.insert(program);
  folders.insert(program.parent_path() / "lib");  // the library for highlighting, once installed
  const char* const searched = std::getenv("LD_LIBRARY_PATH");
  for (const std::string_view folder : split(searched ? searched : "", ':')) folders.emplace(folder);
  folders.erase("");
  folders.erase("/");
  return folders;
}

bool restrict_files() {
  const auto landlock = [](long call, auto... arguments) { return ::syscall(call, arguments...); };
  landlock_ruleset_attr handled = {};
  handled.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;  // all of the first version
  const int rules = static_cast<int>(landlock(SYS_landlock_create_ruleset, &handled, sizeof handled, 0));
  if (rules < 0) return false;
  for (const std::string& folder : readable_folders()) {
    landlock_path_beneath_attr permit = {};
    permit.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
    std::error_code unreadable;
    if (std::filesystem::is_directory(folder, unreadable))
      permit.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE;
    permit.parent_fd = ::open(folder.c_str(), O_PATH | O_CLOEXEC);
    if (permit.parent_fd < 0) continue;
    landlock(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &permit, 0);
    ::close(permit.parent_fd);
  }
  const bool done = landlock(SYS_landlock_restrict_self, rules, 0) == 0;
  const int error = errno;
  ::close(rules);
  errno = error;
  return done;
}

// Has the kernel refuse sockets and new programs.
bool restrict_calls() {
  constexpr auto at_number = static_cast<unsigned>(offsetof(seccomp_data, nr));
  std::vector<sock_filter> program = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, at_number)};
  for (const unsigned call : {SYS_socket, SYS_connect, SYS_execve, SYS_execveat, SYS_ptrace}) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// Returns what the kernel refused.
std::string enter_sandbox() {
  std::string refused;
  const auto note = [&](std::string_view what) {
    refused += fmt::format("{}{}: {}", refused.empty() ? "" : ", ", what, std::strerror(errno));
  };
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) note("privileges");
  if (!restrict_files()) note("Landlock");
  if (!restrict_calls()) note("seccomp");
  return refused;
}

void set_limit(int resource, rlim_t value) {
  rlimit limit;
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = std::min(limit.rlim_max, std::min(limit.rlim_cur, value));
  ::setrlimit(resource, &limit);
}

// Ends this process when it has used that much CPU time; 0 for no limit.
void limit_time(int seconds) {
  const itimerval limit{{0, 0}, {seconds, 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
}

Outcome call(JailedFunction function, const std::string& input, std::string& result) {
  try {
    const Result<std::string, std::string> made = function(input);
    result = made ? made.value() : made.error();
    return made ? Outcome::result : Outcome::error;
  } catch (const std::bad_alloc&) {
    result.clear();
    return Outcome::no_memory;
  } catch (const std::exception& error) {
    result = error.what();
    return Outcome::exception;
  }
}

// Does calls until the other end of the socket is closed.
void serve_calls(int socket) {
  set_limit(RLIMIT_CORE, 0);
#ifndef SOURCEBOOK_SANITIZED
  set_limit(RLIMIT_AS, kJailBytes);
#endif
  const std::string refused = enter_sandbox();
  for (Call next; receive_header(socket, next);) {
    std::string input(next.size, '\0'), result;
    if (!receive_all(socket, input.data(), input.size())) return;
    limit_time(kJailSeconds);
    const Outcome outcome = call(next.function, input, result);
    limit_time(0);
    const Reply reply{outcome, static_cast<uint32_t>(refused.size()), result.size()};
    if (!send_all(socket, bytes_of(reply)) || !send_all(socket, refused) || !send_all(socket, result)) return;
  }
}

// -- The process that forks children: each message contains the socket of a new one --

union SocketMessage {
  char bytes[CMSG_SPACE(sizeof(int))];
  cmsghdr aligned;
};

bool send_socket(int to, int socket) {
  SocketMessage control = {};
  char byte = 0;
  iovec data{&byte, 1};
  msghdr message = {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof socket);
  std::memcpy(CMSG_DATA(header), &socket, sizeof socket);
  return ::sendmsg(to, &message, MSG_NOSIGNAL) == 1;
}

// Returns -1 at the end.
int receive_socket(int from) {
  SocketMessage control = {};
  char byte = 0;
  iovec data{&byte, 1};
  msghdr message = {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  ssize_t got = 0;
  do got = ::recvmsg(from, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const cmsghdr* header = got == 1 ? CMSG_FIRSTHDR(&message) : nullptr;
  int socket = -1;
  if (header && header->cmsg_type == SCM_RIGHTS) std::memcpy(&socket, CMSG_DATA(header), sizeof socket);
  return socket;
}

void fork_children(int control) {
  // Keeps the pipes of this program from staying open, and what libraries print from readers.
  if (const int nowhere = ::memfd_create("output", MFD_CLOEXEC); nowhere >= 0)
    for (const int standard : {0, 1, 2}) ::dup2(nowhere, standard);
  ::signal(SIGCHLD, SIG_IGN);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);  // the sockets close then
  for (int socket = receive_socket(control); socket >= 0; socket = receive_socket(control)) {
    if (::fork() == 0) {
      ::close(control);
      serve_calls(socket);
      ::_exit(0);
    }
    ::close(socket);
  }
}

// -- This process --

struct Jail {
  std::mutex mutex;
  int control = -1;       // the socket of the process that forks children; -1 if there is none
  std::vector<int> free;  // the sockets of children that are not used
  std::string refused;
};

Jail& jail() {
  static Jail jail;
  return jail;
}

// Returns the socket of a child that is not used; -1 if none can be made.
int take_child() {
  const std::lock_guard lock(jail().mutex);
  if (!jail().free.empty()) {
    const int child = jail().free.back();
    jail().free.pop_back();
    return child;
  }
  int ends[2];
  if (jail().control < 0 || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
  const timeval patience{time_t{30} * kJailSeconds, 0};  // for a child that waits instead of using its time
  ::setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const bool sent = send_socket(jail().control, ends[1]);
  ::close(ends[1]);
  if (sent) return ends[0];
  ::close(ends[0]);
  return -1;
}

Result<std::string, std::string> read_reply(int child, bool& is_alive) {
  Reply reply;
  std::string refused, result;
  is_alive = receive_header(child, reply);
  if (is_alive) {
    refused.resize(reply.sandbox_size);
    result.resize(reply.size);
    is_alive = receive_all(child, refused.data(), refused.size()) && receive_all(child, result.data(), result.size());
  }
  if (!is_alive) return Failure{std::string()};
  if (!refused.empty()) {
    const std::lock_guard lock(jail().mutex);
    jail().refused = refused;
  }
  if (reply.outcome == Outcome::no_memory) throw std::bad_alloc();
  if (reply.outcome == Outcome::exception) throw std::runtime_error(result);
  if (reply.outcome == Outcome::error) return Failure{std::move(result)};
  return result;
}

// While an object exists, its child is used by nobody else; then by the next call, unless it has ended.
class UsedChild {
 public:
  explicit UsedChild(int socket) : socket_(socket) {}
  ~UsedChild() {
    const std::lock_guard lock(jail().mutex);
    is_alive ? jail().free.push_back(socket_) : static_cast<void>(::close(socket_));
  }
  UsedChild(const UsedChild&) = delete;
  UsedChild& operator=(const UsedChild&) = delete;
  bool is_alive = false;

 private:
  int socket_;
};

}  // namespace

void start_jail() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  const pid_t process = ::fork();
  if (process == 0) {
    ::close(ends[0]);
    fork_children(ends[1]);
    ::_exit(0);
  }
  ::close(ends[1]);
  if (process > 0)
    jail().control = ends[0];
  else
    ::close(ends[0]);
}

Result<std::string, std::string> run_in_jail(JailedFunction function, std::string_view input,
                                             std::string_view what_failed) {
  const int socket = take_child();
  if (socket < 0) return function(input);
  UsedChild child(socket);
  const auto begin = std::chrono::steady_clock::now();
  const Call call{function, input.size()};
  if (send_all(socket, bytes_of(call)) && send_all(socket, input)) {
    auto result = read_reply(socket, child.is_alive);
    if (child.is_alive) return result;
  }
  const bool is_slow = std::chrono::steady_clock::now() - begin >= std::chrono::seconds(kJailSeconds);
  const std::string why = is_slow ? fmt::format("it used more than {} seconds", kJailSeconds)
                                  : fmt::format("it crashed, or used more than {} GB of memory", kJailBytes >> 30);
  return Failure{fmt::format("{}: {}", what_failed, why)};
}

std::string missing_sandbox() {
  const std::lock_guard lock(jail().mutex);
  return jail().refused;
}

}  // namespace base
