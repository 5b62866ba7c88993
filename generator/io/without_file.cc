#include "io/without_file.h"

namespace io {
namespace {

base::Failure<Error> refused(ErrorKind kind, const std::string& path, const char* message) {
  return base::Failure{Error{kind, path, message}};
}

}  // namespace

base::Result<std::vector<Entry>, Error> WithoutFile::list(const std::string& directory) const {
  auto entries = disk_.list(directory);
  const std::string folder = directory.empty() ? "" : directory + "/";
  if (entries.ok()) std::erase_if(entries.value(), [&](const Entry& entry) { return folder + entry.name == file_; });
  return entries;
}

base::Result<Entry, Error> WithoutFile::status(const std::string& path) const {
  if (path == file_) return refused(ErrorKind::not_found, path, "No such file or directory");
  return disk_.status(path);
}

base::Result<std::string, Error> WithoutFile::read(const std::string& file) const {
  if (file == file_) return refused(ErrorKind::not_found, file, "No such file or directory");
  return disk_.read(file);
}

base::Result<base::Nothing, Error> WithoutFile::write(const std::string& file, std::string_view) {
  return refused(ErrorKind::permission, file, "Read-only file system");
}

base::Result<base::Nothing, Error> WithoutFile::remove(const std::string& file) {
  return refused(ErrorKind::permission, file, "Read-only file system");
}

}  // namespace io
