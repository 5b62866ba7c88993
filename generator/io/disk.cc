// Symbolic links below the root are refused: by openat2 if the system has it and no link is above the root, otherwise
// by O_NOFOLLOW and lstat of each folder. A file is written to a temporary name in the same folder, then renamed.
//
// Temporary names are ".sourcebook-PROCESS-START-NUMBER.tmp": the process shows whether the file is still being
// written, and its start time distinguishes it from other processes with the same number, which containers often
// reuse.
#include "io/disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <map>
#include <memory>
#include <utility>

#include "base/hash.h"
#include "io/descriptor.h"

namespace io {
namespace {

EntryType type_of(mode_t mode) {
  if (S_ISREG(mode)) return EntryType::file;
  if (S_ISDIR(mode)) return EntryType::directory;
  return S_ISLNK(mode) ? EntryType::symlink : EntryType::other;
}

// The minimum age in seconds of a file with a stamp. Clocks of file systems are coarse, so a newer file may be written
// again with the same times.
constexpr int64_t kMinAge = 2;

Entry entry_of(std::string name, const struct stat& s, int64_t now) {
  Entry entry{std::move(name), type_of(s.st_mode), static_cast<uint64_t>(s.st_size)};
  if (entry.type != EntryType::file || std::max(s.st_mtim.tv_sec, s.st_ctim.tv_sec) + kMinAge >= now) return entry;
  const std::array<int64_t, 7> state = {static_cast<int64_t>(s.st_dev),
                                        static_cast<int64_t>(s.st_ino),
                                        s.st_size,
                                        s.st_mtim.tv_sec,
                                        s.st_mtim.tv_nsec,
                                        s.st_ctim.tv_sec,
                                        s.st_ctim.tv_nsec};
  entry.stamp = base::hash_bytes({reinterpret_cast<const char*>(state.data()), sizeof state}).low;
  return entry;
}

int64_t now() { return std::time(nullptr); }

constexpr std::string_view kTemporary = ".sourcebook-", kTemporaryEnd = ".tmp";

// Returns the prefix of the temporary names of this process.
const std::string& own_prefix() {
  static const std::string prefix = [] {
    struct timespec start{};
    ::clock_gettime(CLOCK_REALTIME, &start);
    return fmt::format("{}{}-{:x}{:08x}-", kTemporary, ::getpid(), start.tv_sec, start.tv_nsec);
  }();
  return prefix;
}

// Whether a file is temporary and the process that wrote it has ended.
bool is_stale(std::string_view name) {
  if (!is_temporary(name) || name.starts_with(own_prefix())) return false;
  pid_t writer = 0;
  name.remove_prefix(kTemporary.size());
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), writer);
  if (error != std::errc() || writer <= 0) return false;
  return writer == ::getpid() || (::kill(writer, 0) != 0 && errno == ESRCH);
}

constexpr int kToRead = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;

// Opens a path. Returns -1 if any part of it is a symbolic link, even above the root, and on systems before Linux 5.6.
int open_without_links(const std::string& path) {
  struct open_how how{};
  how.flags = kToRead;
  how.resolve = RESOLVE_NO_SYMLINKS;
  return static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof how));
}

// Returns true on success, and also for file systems without fsync.
bool sync_to_disk(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno == EINVAL || errno == ENOTSUP) return true;
    if (errno != EINTR) return false;
  }
  return true;
}

}  // namespace

std::string temporary_name() {
  static std::atomic<unsigned> counter{0};
  return fmt::format("{}{}{}", own_prefix(), counter++, kTemporaryEnd);
}

bool is_temporary(std::string_view name) { return name.starts_with(kTemporary) && name.ends_with(kTemporaryEnd); }

DiskFileSystem::DiskFileSystem(std::string root, Writing writing) : root_(std::move(root)), writing_(writing) {
  while (root_.size() > 1 && root_.ends_with('/')) root_.pop_back();
  if (root_.empty()) root_ = ".";
}

void DiskFileSystem::share(std::string folder, const std::string& other, bool (*is_own)(std::string_view path)) {
  shared_ = std::move(folder);
  other_ = std::make_unique<DiskFileSystem>(other, writing_);
  is_own_ = is_own;
}

DiskFileSystem* DiskFileSystem::other_of(const std::string& path, std::string& inner) const {
  if (!other_ || !path.starts_with(shared_) || is_own_(path)) return nullptr;
  if (path.size() > shared_.size() && path[shared_.size()] != '/') return nullptr;
  inner = path.size() > shared_.size() ? path.substr(shared_.size() + 1) : "";
  return other_.get();
}

DiskFileSystem* DiskFileSystem::taken_from(const std::string& path, std::string& inner) const {
  DiskFileSystem* const other = other_of(path, inner);
  if (!other) return nullptr;
  const auto full = resolve(path);
  struct stat s{};
  return full && ::lstat(full.value().c_str(), &s) != 0 && other->status(inner).ok() ? other : nullptr;
}

std::optional<Error> DiskFileSystem::failure() const {
  if (other_)
    if (auto failure = other_->failure()) return failure;
  std::lock_guard lock(mutex_);
  return failure_;
}

base::Failure<Error> DiskFileSystem::refused(const std::string& path, int code) const {
  Error error = system_error(path, code).error;
  std::lock_guard lock(mutex_);
  if (!failure_ && (error.kind == ErrorKind::machine || error.kind == ErrorKind::permission)) failure_ = error;
  return base::Failure{std::move(error)};
}

base::Result<std::string, Error> DiskFileSystem::resolve(const std::string& path) const {
  if (!path.empty() && !is_plain_path(path)) return bad_path(path);
  std::string full = root_;
  if (path.empty()) return full;
  for (size_t from = 0; from < path.size();) {
    size_t slash = std::min(path.find('/', from), path.size());
    full.append("/").append(path, from, slash - from);
    from = slash + 1;
    struct stat s{};
    if (from >= path.size()) break;
    if (::lstat(full.c_str(), &s) != 0) {
      if (errno != ENOENT && errno != ENOTDIR) return refused(path, errno);  // otherwise opening it reports this
    } else if (S_ISLNK(s.st_mode)) {
      return system_error(path, ELOOP);
    }
  }
  return full;
}

base::Result<std::vector<Entry>, Error> DiskFileSystem::list(const std::string& directory) const {
  auto own = list_own(directory);
  std::string inner;
  const DiskFileSystem* const other = other_of(directory, inner);
  if (!other || (!own && own.error().kind != ErrorKind::not_found)) return own;
  auto taken = other->list(inner);
  if (!taken) return taken.error().kind == ErrorKind::not_found ? std::move(own) : std::move(taken);
  std::map<std::string, Entry> entries;
  for (Entry& entry : taken.value())
    if (!is_own_(directory + "/" + entry.name)) entries[entry.name] = std::move(entry);
  if (own)
    for (Entry& entry : own.value()) entries[entry.name] = std::move(entry);
  std::vector<Entry> all;
  for (auto& [name, entry] : entries) all.push_back(std::move(entry));
  return all;
}

base::Result<std::vector<Entry>, Error> DiskFileSystem::list_own(const std::string& directory) const {
  auto full = resolve(directory);
  if (!full) return base::Failure{full.error()};
  int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (directory.empty() ? 0 : O_NOFOLLOW);
  Descriptor fd(::open(full->c_str(), flags));
  if (fd.get() < 0) return refused(directory, errno);
  std::unique_ptr<DIR, int (*)(DIR*)> dir(::fdopendir(fd.release()), ::closedir);
  if (!dir) return refused(directory, errno);
  const int64_t time = now();
  std::vector<Entry> entries;
  errno = 0;
  while (const dirent* entry = ::readdir(dir.get())) {
    std::string name = entry->d_name;
    if (name == "." || name == "..") continue;
    struct stat s{};
    if (::fstatat(::dirfd(dir.get()), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0) {
      if (errno != ENOENT) return refused(directory.empty() ? name : fmt::format("{}/{}", directory, name), errno);
      errno = 0;
      continue;  // the entry was removed in the meantime
    }
    entries.push_back(entry_of(std::move(name), s, time));
    errno = 0;
  }
  if (errno != 0) return refused(directory, errno);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

base::Result<Entry, Error> DiskFileSystem::status(const std::string& path) const {
  std::string inner;
  if (const DiskFileSystem* const other = taken_from(path, inner)) return other->status(inner);
  auto full = resolve(path);
  if (!full) return base::Failure{full.error()};
  const int64_t time = now();
  struct stat s{};
  if (::lstat(full->c_str(), &s) != 0) return refused(path, errno);
  return entry_of(path.substr(path.rfind('/') + 1), s, time);
}

base::Result<std::string, Error> DiskFileSystem::read(const std::string& file) const {
  std::string inner;
  const DiskFileSystem* const other = taken_from(file, inner);
  return other ? other->read(inner) : read_own(file);
}

base::Result<std::string, Error> DiskFileSystem::read_own(const std::string& file) const {
  Descriptor fd(is_plain_path(file) ? open_without_links(root_ + "/" + file) : -1);
  if (!fd.is_open()) {
    auto full = resolve(file);
    if (!full) return base::Failure{full.error()};
    fd.set(::open(full->c_str(), kToRead));
  }
  if (!fd.is_open()) return refused(file, errno);
  struct stat s{};
  if (::fstat(fd.get(), &s) != 0) return refused(file, errno);
  if (S_ISDIR(s.st_mode)) return system_error(file, EISDIR);
  if (!S_ISREG(s.st_mode)) return base::Failure{Error{ErrorKind::not_a_file, file, "Not a regular file"}};
  const auto size = static_cast<size_t>(s.st_size);
  std::string bytes(size, '\0');
  const ssize_t filled = read_all(fd.get(), bytes.data(), size);
  if (filled < 0) return refused(file, errno);
  bytes.resize(static_cast<size_t>(filled));
  return bytes;
}

base::Result<base::Nothing, Error> make_directories(const std::string& path, std::vector<std::string>* made) {
  for (size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    std::string folder = path.substr(0, slash);
    const bool is_new = ::mkdir(folder.c_str(), 0777) == 0;
    if (!is_new && errno != EEXIST) return system_error(folder, errno);
    if (is_new && made) made->push_back(folder);
    if (slash == std::string::npos) return base::Nothing{};
  }
}

void DiskFileSystem::clean_once(const std::string& folder) {
  {
    std::lock_guard lock(mutex_);
    if (!cleaned_.insert(folder).second) return;
  }
  const std::unique_ptr<DIR, int (*)(DIR*)> dir(::opendir(folder.c_str()), ::closedir);
  if (!dir) return;  // writing to the folder will report the error
  while (const dirent* entry = ::readdir(dir.get()))
    if (is_stale(entry->d_name)) ::unlinkat(::dirfd(dir.get()), entry->d_name, 0);
}

base::Result<base::Nothing, Error> DiskFileSystem::write(const std::string& file, std::string_view bytes) {
  std::string inner;
  if (DiskFileSystem* const other = taken_from(file, inner)) return other->write(inner, bytes);
  auto full = resolve(file);
  if (!full) return base::Failure{full.error()};
  const std::string folder = full->substr(0, full->rfind('/'));
  clean_once(folder);
  const std::string temporary = folder + "/" + temporary_name();
  auto open = [&] { return ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666); };
  int opened = open();
  if (opened < 0 && errno == ENOENT) {
    auto made = make_directories(folder);
    if (!made) return made;
    opened = open();
  }
  if (opened < 0) return system_error(file, errno);
  Descriptor fd(opened);
  auto fail = [&](int code) {
    ::unlink(temporary.c_str());
    return system_error(file, code);
  };
  if (!write_all(fd.get(), bytes)) return fail(errno);
  struct stat old = {};
  if (::lstat(full->c_str(), &old) == 0 && S_ISREG(old.st_mode) && ::fchmod(fd.get(), old.st_mode & 07777) != 0)
    return fail(errno);
  if (writing_ == Writing::durable && !sync_to_disk(fd.get())) return fail(errno);
  if (::close(fd.release()) != 0) return fail(errno);
  if (::rename(temporary.c_str(), full->c_str()) != 0) return fail(errno);
  return base::Nothing{};
}

base::Result<base::Nothing, Error> DiskFileSystem::remove(const std::string& file) {
  std::string inner;
  if (DiskFileSystem* const other = taken_from(file, inner)) return other->remove(inner);
  auto full = resolve(file);
  if (!full) return base::Failure{full.error()};
  if (::unlink(full->c_str()) != 0) return system_error(file, errno);
  return base::Nothing{};
}

void DiskFileSystem::remove_if_empty(const std::string& directory) {
  auto full = resolve(directory);
  if (full) ::rmdir(full->c_str());
}

}  // namespace io
