// Tests the limits of statements: work for all of them, and processor time for those with slow steps.
#include "data/sql_guard.h"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "base/work.h"
#include "data/sqlite.h"

namespace {

struct Ran {
  int status = 0;
  std::string stopped_by;
};

Ran run(const char* sql, uint64_t allowed) {
  const data::Sqlite handle = data::open_memory();
  sqlite3* raw = handle.get();
  data::SqlGuard guard(raw, [](std::string_view) { return false; });
  base::Meter meter(allowed);
  guard.on();
  sqlite3_stmt* prepared = nullptr;
  REQUIRE(sqlite3_prepare_v2(raw, sql, -1, &prepared, nullptr) == SQLITE_OK);
  const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(prepared, &sqlite3_finalize);
  guard.on();
  int status = SQLITE_ROW;
  while (status == SQLITE_ROW) status = sqlite3_step(prepared);
  return {status, std::string(guard.stopped_by())};
}

// Searches a text of a megabyte with SQLite's own function in each of a hundred thousand rows: a few million steps.
const char* const kLongTexts =
    "WITH RECURSIVE t(n, s) AS (SELECT 1, 'ab' UNION ALL SELECT n + 1, CASE WHEN length(s) < 400000 THEN s || s ELSE s "
    "END FROM t WHERE n < 100000) SELECT sum(instr(s, 'zz')) FROM t";
const char* const kEndless = "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t";

}  // namespace

TEST_CASE("a statement is stopped after its steps, always at the same one") {
  const Ran ran = run(kEndless, 50'000);
  CHECK(ran.status == SQLITE_INTERRUPT);
  CHECK(ran.stopped_by == "takes too many steps");
}

TEST_CASE("a statement of few slow steps is stopped after a time limit") {
  const Ran ran = run(kLongTexts, 80'000'000);
  CHECK(ran.status == SQLITE_INTERRUPT);
  CHECK(ran.stopped_by == "processes long texts repeatedly");
}

TEST_CASE("a statement within its limits completes") { CHECK(run("SELECT 1", 1000).status == SQLITE_DONE); }
