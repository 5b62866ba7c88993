// The limits of statements: steps, and processor time for slow steps.
#include "data/sql_guard.h"

#include <doctest/doctest.h>

#include <memory>

namespace {

struct Ran {
  int status = 0;
  bool out_of_steps = false, out_of_time = false;
};

Ran run(const char* sql, data::SqlBudget budget) {
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open(":memory:", &raw) == SQLITE_OK);
  const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> handle(raw, &sqlite3_close);
  data::SqlGuard guard(raw, [](std::string_view) { return false; }, budget);
  guard.on();
  sqlite3_stmt* prepared = nullptr;
  REQUIRE(sqlite3_prepare_v2(raw, sql, -1, &prepared, nullptr) == SQLITE_OK);
  const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(prepared, &sqlite3_finalize);
  guard.start();
  int status = SQLITE_ROW;
  while (status == SQLITE_ROW) status = sqlite3_step(prepared);
  return {status, guard.out_of_steps(), guard.out_of_time()};
}

// Searches a text of a megabyte in each of a hundred thousand rows: a few million steps.
const char* const kLongTexts =
    "WITH RECURSIVE t(n, s) AS (SELECT 1, 'ab' UNION ALL SELECT n + 1, CASE WHEN length(s) < 1000000 THEN s || s ELSE "
    "s "
    "END FROM t WHERE n < 100000) SELECT sum(instr(s, 'zz')) FROM t";
const char* const kEndless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t";

}  // namespace

TEST_CASE("a statement is stopped after its steps") {
  const Ran ran = run(kEndless, {.steps = 50'000});
  CHECK(ran.status == SQLITE_INTERRUPT);
  CHECK(ran.out_of_steps);
  CHECK_FALSE(ran.out_of_time);
}

TEST_CASE("a statement of few slow steps is stopped after its time") {
  const Ran ran = run(kLongTexts, {.milliseconds = 50});
  CHECK(ran.status == SQLITE_INTERRUPT);
  CHECK(ran.out_of_time);
  CHECK_FALSE(ran.out_of_steps);
}

TEST_CASE("a statement within both limits completes") { CHECK(run("SELECT 1", {}).status == SQLITE_DONE); }
