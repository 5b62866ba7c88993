#include "serve/build_thread.h"

#include <sys/eventfd.h>

#include <cstdint>
#include <utility>

namespace serve {

BuildThread::BuildThread(std::function<Built(const Task&)> build, std::function<void()> afterwards)
    : build_(std::move(build)), afterwards_(std::move(afterwards)), ready_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

BuildThread::~BuildThread() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void BuildThread::start(std::vector<std::string> pages) {
  is_busy_ = true;
  stop_ = false;
  thread_ = std::thread([this, before = std::move(thread_), pages = std::move(pages)]() mutable {
    if (before.joinable()) before.join();  // its `afterwards` may still be running
    work(std::move(pages));
  });
}

void BuildThread::work(std::vector<std::string> pages) {
  const auto set = [this](const auto& set_result) {
    {
      const std::lock_guard lock(mutex_);
      set_result();
    }
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(ready_.get(), &one, sizeof one);
  };
  const auto show = [&](Early early) {
    set([&] {
      for (auto& [address, bytes] : early.files) early_.files[address] = std::move(bytes);
      if (early.mistakes) early_.mistakes = std::move(early.mistakes);
    });
  };
  try {
    Built built = build_({std::move(pages), show, &stop_});
    const bool is_stopped = built.is_stopped;
    set([&] { built_ = std::move(built); });
    if (!is_stopped) afterwards_();
  } catch (...) {
    set([&] { thrown_ = std::current_exception(); });
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
