#include "base/work.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace base {
namespace {

constexpr uint64_t kOfBuild = 80'000'000;  // two seconds of work
constexpr uint64_t kOfFile = kOfBuild / 32;
constexpr uint64_t kPerByte = 64;

uint64_t times_allowed = 1;
thread_local Meter* current_meter = nullptr;

}  // namespace

uint64_t work_allowed(uint64_t bytes) { return times_allowed * (kOfBuild + kPerByte * bytes); }
uint64_t work_allowed_for_file(uint64_t bytes) { return times_allowed * (kOfFile + kPerByte * bytes); }
void multiply_allowed_work(unsigned times) { times_allowed = times; }

Meter::Meter(uint64_t allowed, const std::atomic<bool>* stop, bool apart)
    : enclosing_(std::exchange(current_meter, this)),
      outer_(apart ? nullptr : enclosing_),
      allowed_(allowed),
      stop_(stop) {}
Meter::~Meter() { current_meter = enclosing_; }

Meter* Meter::current() { return current_meter; }

bool Meter::charge(uint64_t units) {
  used_ += units;
  const bool is_within = used_ <= allowed_ && !(stop_ && *stop_);
  return (!outer_ || outer_->charge(units)) && is_within;
}

void Budget::charge(std::string_view kind, uint64_t units, Span span, Diagnostics& diagnostics) {
  if (is_spent()) return;
  used_ += units;
  by_kind_.try_emplace(std::string(kind)).first->second += units;
  const auto is_known = [](const Diagnostic& each) { return each.code == "too-much-work"; };
  if (!is_spent() || std::any_of(diagnostics.list().begin(), diagnostics.list().end(), is_known)) return;
  diagnostics.error("too-much-work", span, fmt::format("the build uses up its budget of work here: {}", shares()))
      .expect(fmt::format("at most {} million units of work for {} kB in content/, data/ and templates/",
                          allowed_ / 1'000'000, (input_bytes_ + 999) / 1000))
      .suggest(help_with_work("show fewer rows, blocks or pages"));
}

std::string Budget::shares() const {
  std::string shares;
  for (const auto& [name, used] : by_kind_)
    shares += fmt::format("{}{} {} %", shares.empty() ? "" : ", ", name, used * 100 / std::max<uint64_t>(used_, 1));
  return shares;
}

bool charge_work(uint64_t units) { return !current_meter || current_meter->charge(units); }

std::string help_with_work(std::string_view simpler) {
  return fmt::format("{}; for a site that you trust, --work {} allows ten times as much", simpler, 10 * times_allowed);
}

}  // namespace base
