#include "io/temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace io {
namespace {

int open_nameless() {
  std::error_code error;
  const std::string folder = std::filesystem::temp_directory_path(error).string();
  if (error) return -1;
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string name = folder + "/sourcebook-XXXXXX";  // a file system that knows no files without a name
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

std::optional<TemporaryFile::Place> TemporaryFile::put(std::string_view bytes) {
  Place place{0, bytes.size()};
  {
    std::lock_guard lock(mutex_);
    if (!file_.is_open() && !is_refused_) file_.set(open_nameless());
    is_refused_ = is_refused_ || !file_.is_open();
    if (is_refused_) return std::nullopt;
    place.offset = size_;
    size_ += bytes.size();
  }
  for (size_t written = 0; written < bytes.size();) {
    const ssize_t n = ::pwrite(file_.get(), bytes.data() + written, bytes.size() - written,
                               static_cast<off_t>(place.offset + written));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      std::lock_guard lock(mutex_);
      is_refused_ = true;
      return std::nullopt;
    }
    written += static_cast<size_t>(n);
  }
  return place;
}

base::Result<std::string, Error> TemporaryFile::read(const Place& place) const {
  std::string bytes(place.size, '\0');
  for (size_t filled = 0; filled < bytes.size();) {
    const ssize_t n =
        ::pread(file_.get(), bytes.data() + filled, bytes.size() - filled, static_cast<off_t>(place.offset + filled));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0)
      return base::Failure{
          Error{ErrorKind::machine, "(a temporary file)", n < 0 ? std::strerror(errno) : "its end is missing"}};
    filled += static_cast<size_t>(n);
  }
  return bytes;
}

}  // namespace io
