#include "base/work.h"

#include <doctest/doctest.h>

#include <atomic>

TEST_CASE("a meter allows work until it is used up, or until it is stopped") {
  base::Meter outer(100);
  std::atomic<bool> stop = false;
  base::Meter meter(10, &stop);
  CHECK(base::charge_work(10));
  CHECK_FALSE(meter.is_over());
  CHECK_FALSE(base::charge_work(1));
  CHECK(meter.is_over());
  base::Meter inner(1000);
  CHECK(inner.is_over());  // because the outer one is
  const base::Meter apart(10, nullptr, true);
  CHECK(base::charge_work(1));
  stop = true;
  CHECK(base::charge_work(1));  // what several tasks share is finished
}

TEST_CASE("a budget that is stopped is spent, whatever was used") {
  std::atomic<bool> stop = false;
  const base::Budget budget(1000, &stop);
  CHECK_FALSE(budget.is_spent());
  CHECK(budget.left() > 0);
  stop = true;
  CHECK(budget.is_spent());
  CHECK(budget.is_stopped());
  CHECK(budget.left() == 0);
}
