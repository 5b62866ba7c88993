#include "serve/builder.h"

#include <sys/eventfd.h>

#include <cstdint>
#include <utility>

namespace serve {

Builder::Builder(std::function<Built()> build)
    : build_(std::move(build)), ended_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), thread_([this] { work(); }) {}

Builder::~Builder() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  wanted_changed_.notify_one();
  thread_.join();
}

void Builder::start() {
  is_busy_ = true;
  {
    const std::lock_guard lock(mutex_);
    is_wanted_ = true;
  }
  wanted_changed_.notify_one();
}

void Builder::work() {
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
      built = build_();
    } catch (...) {
      thrown = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      built_ = std::move(built);
      thrown_ = thrown;
    }
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(ended_.get(), &one, sizeof one);
  }
}

Built Builder::take() {
  uint64_t count = 0;
  [[maybe_unused]] const ssize_t size = ::read(ended_.get(), &count, sizeof count);
  is_busy_ = false;
  const std::lock_guard lock(mutex_);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  Built built = std::move(*built_);
  built_.reset();
  return built;
}

}  // namespace serve
