#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace base {
void parallel_for(unsigned jobs, size_t count, const std::function<void(size_t, unsigned)>& work) {
  std::atomic<size_t> next{0};
  std::mutex mutex;
  size_t failed = std::numeric_limits<size_t>::max();
  std::exception_ptr failure;
  auto run = [&](unsigned worker) {
    for (size_t index; (index = next.fetch_add(1, std::memory_order_relaxed)) < count;) {
      try {
        work(index, worker);
      } catch (...) {
        std::lock_guard lock(mutex);
        if (index < failed) {
          failed = index;
          failure = std::current_exception();
        }
      }
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned worker = 1; worker < std::min<size_t>(jobs, count); ++worker) threads.emplace_back(run, worker);
  run(0);
  threads.clear();
  if (failure) std::rethrow_exception(failure);
}

unsigned default_jobs() { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace base
