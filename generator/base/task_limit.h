// Which tasks of a parallel loop need not begin, because tasks before them have used the work that is left. All tasks
// up to the first one that exceeds it are done, whatever the number of threads, so that it is always the same one.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace base {

class TaskLimit {
 public:
  explicit TaskLimit(uint64_t left) : left_(left) {}

  // Whether the task and all after it can be skipped.
  bool is_beyond(size_t task) const { return task >= end_; }
  // Adds the work of a task when it is done.
  void add(size_t task, uint64_t work) {
    raise(last_, task + 1);  // first, so that `last_` is not before any task whose work is in `used_`
    if ((used_ += work) > left_) lower(end_, last_);
  }
  uint64_t used() const { return used_; }

 private:
  static void raise(std::atomic<size_t>& value, size_t to) {
    for (size_t now = value; now < to && !value.compare_exchange_weak(now, to);) {
    }
  }
  static void lower(std::atomic<size_t>& value, size_t to) {
    for (size_t now = value; now > to && !value.compare_exchange_weak(now, to);) {
    }
  }

  const uint64_t left_;
  std::atomic<uint64_t> used_ = 0;
  std::atomic<size_t> last_ = 0;        // the end of the tasks that are done
  std::atomic<size_t> end_ = SIZE_MAX;  // the end of the tasks that have to be done
};

}  // namespace base
