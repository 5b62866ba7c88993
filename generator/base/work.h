// A budget of work, counted in units instead of seconds, so that a build ends in the same way on every machine. A unit
// is about 25 ns of one core, or 2 bytes of memory. The budget grows with the input, so a small input can only cause
// little work.
#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace base {

// These return how much work a build may do for input of this size, and how much of it for a single file.
uint64_t work_allowed(uint64_t bytes);
uint64_t work_allowed_for_file(uint64_t bytes);
// Sets the factor of --work. Call it before any work is done.
void multiply_allowed_work(unsigned times);

// Counts the work of this thread while it exists. A meter within another one also charges the outer one, unless it is
// `apart`: several tasks share the result of such work, and otherwise the first of them would be charged for all. Once
// `stop` is set, no more work is allowed, whatever was used.
class Meter {
 public:
  explicit Meter(uint64_t allowed, const std::atomic<bool>* stop = nullptr, bool apart = false);
  ~Meter();
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  // Returns the innermost meter of this thread, or null.
  static Meter* current();

  // Returns false if this or an outer meter has counted more than it allows.
  bool charge(uint64_t units);
  bool is_over() const { return used_ > allowed_ || (stop_ && *stop_) || (outer_ && outer_->is_over()); }
  uint64_t used() const { return used_; }
  uint64_t allowed() const { return allowed_; }

 private:
  Meter* const enclosing_;
  Meter* const outer_;  // the meter that is charged too, or null
  uint64_t allowed_;
  uint64_t used_ = 0;
  const std::atomic<bool>* stop_;
};

// The budget of a build, whose tasks are done by several threads and then added in a fixed order. It is also spent once
// `stop` is set, which may happen at any time; the results of the build are then incomplete.
class Budget {
 public:
  explicit Budget(uint64_t input_bytes, const std::atomic<bool>* stop = nullptr)
      : input_bytes_(input_bytes), allowed_(work_allowed(input_bytes)), stop_(stop) {}

  // Adds the work of a task. If the budget is exceeded, reports that at `span`, unless the task has reported it.
  void charge(std::string_view kind, uint64_t units, Span span, Diagnostics& diagnostics);
  // Returns the share of each kind of work in the used budget: "queries 97 %, pages 3 %".
  std::string shares() const;
  uint64_t used() const { return used_; }
  uint64_t allowed() const { return allowed_; }
  uint64_t left() const { return is_spent() ? 0 : allowed_ - used_; }
  bool is_spent() const { return used_ > allowed_ || is_stopped(); }
  bool is_stopped() const { return stop_ && *stop_; }
  const std::atomic<bool>* stop() const { return stop_; }

 private:
  uint64_t input_bytes_, allowed_, used_ = 0;
  const std::atomic<bool>* stop_;
  std::map<std::string, uint64_t, std::less<>> by_kind_;
};

// Charges the current meter, if there is one.
bool charge_work(uint64_t units);

// Returns the help text of the error "too-much-work".
std::string help_with_work(std::string_view simpler);

}  // namespace base
