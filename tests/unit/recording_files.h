// Files in memory that record reads, writes and removals, and fail on request.
#pragma once
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "io/memory.h"
#include "io/stage.h"

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

  std::unique_ptr<io::Stage> stage() override {
    return std::make_unique<WatchedStage>(MemoryFileSystem::stage(), on_stage);
  }

  // Called before a file is staged, on any thread.
  std::function<void(const std::string& path)> on_stage = [](const std::string&) {};

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
  class WatchedStage final : public io::Stage {
   public:
    WatchedStage(std::unique_ptr<io::Stage> stage, const std::function<void(const std::string&)>& on_stage)
        : stage_(std::move(stage)), on_stage_(on_stage) {}
    Done write(const std::string& path, std::string_view bytes) override {
      on_stage_(path);
      return stage_->write(path, bytes);
    }
    Done append(const std::string& path, std::string_view bytes) override { return stage_->append(path, bytes); }
    void drop(const std::string& path) override { stage_->drop(path); }
    base::Result<std::string, io::Error> read(const std::string& path) const override { return stage_->read(path); }
    std::vector<Done> publish(const std::vector<std::string>& paths) override { return stage_->publish(paths); }

   private:
    const std::unique_ptr<io::Stage> stage_;
    const std::function<void(const std::string&)>& on_stage_;
  };

  const io::Error* failure_at(const std::string& path) const {
    const auto found = failures_.find(path);
    return found == failures_.end() ? nullptr : &found->second;
  }

  std::map<std::string, io::Error> failures_;
  mutable std::mutex mutex_;
  mutable std::vector<std::string> reads_;
  std::vector<std::string> writes_, removals_;
};
