#include "data/sql_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <ctime>

#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/work.h"
#include "data/sql_functions.h"
#include "data/sqlite.h"

namespace data {
namespace {

constexpr int kStepsBetweenChecks = 250;
constexpr int kMaxBytesOfText = 1'000'000;   // the limit for one text and for one row
constexpr uint64_t kUnitsOfMicrosecond = 6;  // work per microsecond at a seventh of the usual speed
constexpr long kPatience = 500'000;          // a time in microseconds
constexpr int64_t kFreeMemory = 1 << 20;

long microseconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * 1'000'000 + now.tv_nsec / 1000;
}

}  // namespace

const std::vector<std::string_view>& SqlGuard::functions() {
  // The functions that are pure and whose work is bounded by the length of their arguments.
  // Source: https://www.sqlite.org/lang_corefunc.html, lang_aggfunc.html, windowfunctions.html, lang_mathfunc.html,
  // json1.html
  static const std::vector<std::string_view> kFunctions = base::split(
      "-> ->> abs acos acosh all_refs asin asinh atan atan2 atanh avg ceil ceiling char ci_high ci_low coalesce cos "
      "cosh"
      " count cume_dist date datetime degrees dense_rank exp first_value floor glob group_concat hex ifnull iif instr"
      " is_old json json_array json_array_length json_each json_extract json_group_array json_group_object json_object"
      " json_type json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2"
      " lower ltrim max median min mod nth_value ntile nullif percent_rank pi pow power quantile quantity quote "
      "radians rank"
      " refs replace round row_number rtrim sign sin sinh sqrt strftime substr substring sum tan tanh time"
      " total trim trunc typeof unicode unixepoch unlikely upper",
      ' ');
  return kFunctions;
}

SqlGuard::SqlGuard(sqlite3* handle, std::function<bool(std::string_view table)> may_read)
    : handle_(handle), may_read_(std::move(may_read)) {
  sqlite3_set_authorizer(handle, &SqlGuard::authorize, this);
  sqlite3_progress_handler(handle, kStepsBetweenChecks, &SqlGuard::progress, this);
}

SqlGuard::~SqlGuard() {
  sqlite3_set_authorizer(handle_, nullptr, nullptr);
  sqlite3_progress_handler(handle_, 0, nullptr, nullptr);
}

void SqlGuard::on(sqlite3_stmt* statement) {
  // SQLite counts the steps of a statement over all its runs.
  if (statement) sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1);
  on_ = true;
  sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, kMaxBytesOfText);
  refusal_.clear();
  reads_.clear();
  help_.clear();
  // Preparing a statement also counts steps, because SQLite reads the schema.
  work_at_start_ = base::Meter::current() ? base::Meter::current()->used() : 0;
  began_ = microseconds(CLOCK_MONOTONIC);
  began_in_thread_ = microseconds(CLOCK_THREAD_CPUTIME_ID);
  memory_at_start_ = memory_of_thread();
  stopped_by_ = "";
}

void SqlGuard::off() {
  on_ = false;
  sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, INT_MAX);  // restores the limit of SQLite
}

int SqlGuard::authorize(void* self, int action, const char* first, const char* second, const char*, const char*) {
  auto* guard = static_cast<SqlGuard*>(self);
  if (!guard->on_) return SQLITE_OK;
  return guard->decide(action, first ? first : "", second ? second : "");
}

int SqlGuard::decide(int action, std::string_view first, std::string_view second) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_READ:
      if (may_read_(first) || first == "json_each") {
        reads_.emplace(first, second);
        return SQLITE_OK;
      }
      if (first.starts_with("sqlite_") || first.starts_with("pragma_"))
        return refuse("a query cannot read the database's own tables");
      // If no column of the table is read, it may be a CTE; SQLite does not distinguish CTEs from tables here.
      if (second.empty()) return SQLITE_OK;
      return refuse(fmt::format("the table \"{}\" is not part of the data", first));
    case SQLITE_FUNCTION: {
      if (is_exact_function(second)) return SQLITE_OK;
      std::string name = base::lower_case(second);
      const auto& known = functions();
      if (std::binary_search(known.begin(), known.end(), std::string_view(name))) return SQLITE_OK;
      std::string help = base::did_you_mean(name, known);
      if (name == "printf" || name == "format") help = "return the number itself, and set the \"format\" of its column";
      if (name.starts_with("current_"))
        help =
            "a build does not depend on the clock; dates are text such as \"2026-01-31\", which compares and sorts "
            "correctly";
      return refuse(fmt::format("the function {}() is not available in queries", name), std::move(help));
    }
    case SQLITE_PRAGMA:
      return refuse("a query cannot set or read pragmas");
    case SQLITE_ATTACH:
    case SQLITE_DETACH:
      return refuse("a query cannot open another database");
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
      return refuse("a query cannot begin or end a transaction");
    default:
      if (first.starts_with("sqlite_")) return refuse("a query cannot read the database's own tables");
      return refuse("a query cannot change anything", "correct rows in their files in data/");
  }
}

int SqlGuard::refuse(std::string what, std::string help) {
  if (refusal_.empty()) {
    refusal_ = std::move(what);
    help_ = std::move(help);
  }
  return SQLITE_DENY;
}

int SqlGuard::progress(void* self) {
  auto* guard = static_cast<SqlGuard*>(self);
  if (!guard->on_) return 0;
  base::Meter* meter = base::Meter::current();
  if (!meter) return 0;
  const int64_t memory = memory_of_thread() - guard->memory_at_start_;
  if (!meter->charge(kStepsBetweenChecks)) {
    guard->stopped_by_ = "takes too many steps";
    return 1;
  }
  // Processor time counts. It is at most the time that has passed, which is read without a system call.
  const long allowed = kPatience + static_cast<long>((meter->used() - guard->work_at_start_) / kUnitsOfMicrosecond);
  if (microseconds(CLOCK_MONOTONIC) - guard->began_ > allowed &&
      microseconds(CLOCK_THREAD_CPUTIME_ID) - guard->began_in_thread_ > allowed)
    guard->stopped_by_ = "processes long texts repeatedly";
  else if (memory > kFreeMemory && static_cast<uint64_t>(memory) > meter->allowed())
    guard->stopped_by_ = "makes too long lists of rows";
  return guard->stopped_by_.empty() ? 0 : 1;
}

}  // namespace data
