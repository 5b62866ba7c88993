#include "serve/build_thread.h"

#include <sys/eventfd.h>

#include <cstdint>
#include <utility>

namespace serve {

BuildThread::BuildThread(std::function<Built(const Show&)> build, std::function<void()> afterwards)
    : build_(std::move(build)), afterwards_(std::move(afterwards)), ready_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

BuildThread::~BuildThread() {
  if (thread_.joinable()) thread_.join();
}

void BuildThread::start() {
  is_busy_ = true;
  thread_ = std::thread([this, before = std::move(thread_)]() mutable {
    if (before.joinable()) before.join();  // its `afterwards` may still be running
    work();
  });
}

void BuildThread::work() {
  const auto set = [this](auto& result, auto value) {
    {
      const std::lock_guard lock(mutex_);
      result = std::move(value);
    }
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(ready_.get(), &one, sizeof one);
  };
  try {
    set(built_, build_([&](Files files) { set(early_, std::move(files)); }));
    afterwards_();
  } catch (...) {
    set(thrown_, std::current_exception());
  }
}

BuildThread::Taken BuildThread::take() {
  uint64_t count = 0;
  [[maybe_unused]] const ssize_t size = ::read(ready_.get(), &count, sizeof count);
  const std::lock_guard lock(mutex_);
  if (thrown_ || built_) is_busy_ = false;
  std::optional<Built> built = std::exchange(built_, std::nullopt);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  return {std::exchange(early_, {}), std::move(built)};
}

}  // namespace serve
