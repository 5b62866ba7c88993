// A value or an error. (std::expected needs C++23.)
// For failures that a caller handles. Mistakes in the site's content go to Diagnostics instead, because a run continues
// after a mistake. A broken invariant of the program throws std::logic_error.
#pragma once
#include <stdexcept>
#include <utility>
#include <variant>

namespace base {

template <class E>
struct Failure {
  E error;
};
template <class E>
Failure(E) -> Failure<E>;

struct Nothing {};  // the value of a Result that is either success or an error

template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  template <class F>
  Result(Failure<F> failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // REQUIRES: ok()
  T& value() & { return get(); }
  const T& value() const& { return const_cast<Result*>(this)->get(); }
  T&& value() && { return std::move(get()); }
  T& operator*() & { return get(); }
  T* operator->() { return &get(); }

  // REQUIRES: !ok()
  const E& error() const {
    if (ok()) throw std::logic_error("Result::error() of a value");
    return std::get<1>(state_);
  }

 private:
  T& get() {
    if (!ok()) throw std::logic_error("Result::value() of an error");
    return std::get<0>(state_);
  }
  std::variant<T, E> state_;
};

}  // namespace base
