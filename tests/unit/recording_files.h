// Files in memory that record reads, writes and removals, and fail on request.
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "io/memory.h"

class RecordingFiles final : public io::MemoryFileSystem {
 public:
  using io::MemoryFileSystem::MemoryFileSystem;

  base::Result<std::vector<io::Entry>, io::Error> list(const std::string& directory) const override {
    if (const auto* failure = failure_at(directory)) return base::Failure{*failure};
    return MemoryFileSystem::list(directory);
  }
  base::Result<std::string, io::Error> read(const std::string& file) const override {
    {
      const std::lock_guard lock(mutex_);
      reads_.push_back(file);
    }
    if (const auto* failure = failure_at(file)) return base::Failure{*failure};
    return MemoryFileSystem::read(file);
  }
  base::Result<base::Nothing, io::Error> write(const std::string& file, std::string_view bytes) override {
    if (const auto* failure = failure_at(file)) return base::Failure{*failure};
    auto done = MemoryFileSystem::write(file, bytes);
    const std::lock_guard lock(mutex_);
    if (done.ok()) writes_.push_back(file);
    return done;
  }
  base::Result<base::Nothing, io::Error> remove(const std::string& file) override {
    auto done = MemoryFileSystem::remove(file);
    const std::lock_guard lock(mutex_);
    if (done.ok()) removals_.push_back(file);
    return done;
  }

  // Must not be called while another thread uses the file system.
  const std::vector<std::string>& reads() const { return reads_; }
  const std::vector<std::string>& writes() const { return writes_; }
  const std::vector<std::string>& removals() const { return removals_; }
  void forget_accesses() { reads_.clear(), writes_.clear(), removals_.clear(); }
  // Makes any later access to this path fail with this error.
  void fail_at(const std::string& path, io::ErrorKind kind, std::string message) {
    failures_[path] = io::Error{kind, path, std::move(message)};
  }

 private:
  const io::Error* failure_at(const std::string& path) const {
    const auto found = failures_.find(path);
    return found == failures_.end() ? nullptr : &found->second;
  }

  std::map<std::string, io::Error> failures_;
  mutable std::mutex mutex_;
  mutable std::vector<std::string> reads_;
  std::vector<std::string> writes_, removals_;
};
