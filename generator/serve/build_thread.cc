#include "serve/build_thread.h"

#include <sys/eventfd.h>

#include <cstdint>
#include <utility>

namespace serve {

BuildThread::BuildThread(std::function<Built(const Show&)> build, std::function<void()> afterwards)
    : build_(std::move(build)),
      afterwards_(std::move(afterwards)),
      ready_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this] { work(); }) {}

BuildThread::~BuildThread() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  wanted_changed_.notify_one();
  thread_.join();
}

void BuildThread::start() {
  is_busy_ = true;
  {
    const std::lock_guard lock(mutex_);
    is_wanted_ = true;
  }
  wanted_changed_.notify_one();
}

void BuildThread::work() {
  std::exception_ptr thrown_afterwards;
  while (true) {
    {
      std::unique_lock lock(mutex_);
      wanted_changed_.wait(lock, [&] { return is_wanted_ || is_over_; });
      if (is_over_) return;
      is_wanted_ = false;
    }
    std::optional<Built> built;
    std::exception_ptr thrown;
    try {
      if (thrown_afterwards) std::rethrow_exception(std::exchange(thrown_afterwards, nullptr));
      built = build_([this](Changes changes) {
        {
          const std::lock_guard lock(mutex_);
          early_ = std::move(changes);
        }
        tell();
      });
    } catch (...) {
      thrown = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      built_ = std::move(built);
      thrown_ = std::move(thrown);  // whoever takes it has it alone
    }
    tell();
    try {
      afterwards_();
    } catch (...) {
      thrown_afterwards = std::current_exception();
    }
  }
}

void BuildThread::tell() const {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(ready_.get(), &one, sizeof one);
}

BuildThread::Taken BuildThread::take() {
  uint64_t count = 0;
  [[maybe_unused]] const ssize_t size = ::read(ready_.get(), &count, sizeof count);
  const std::lock_guard lock(mutex_);
  if (thrown_ || built_) is_busy_ = false;
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  return {std::exchange(early_, {}), std::exchange(built_, std::nullopt)};
}

}  // namespace serve
