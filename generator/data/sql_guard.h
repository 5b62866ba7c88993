// Limits for SQL of authors: it reads the site's tables with functions that use no clock, random numbers or files. The
// limits count work instead of time, so that they stop a query at the same point on every machine.
//
// A single step of SQLite's virtual machine can be slow (printf('%.*c', 2000000000, 'x') runs 14 s), so functions are
// allowed by list. Many steps on texts of megabytes are stopped by processor time, at ten times the time that the
// allowed steps of a query on numbers take.
#pragma once
#include <sqlite3.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace data {

// For one statement.
struct SqlBudget {
  long steps = 100'000'000;    // some seconds of work
  long milliseconds = 20'000;  // of processor time: only reached by slow steps
};

class SqlGuard {
 public:
  // Installs itself on the connection until it is destroyed; initially off. `may_read` decides about tables.
  SqlGuard(sqlite3* handle, std::function<bool(std::string_view table)> may_read, SqlBudget budget = {});
  ~SqlGuard();
  SqlGuard(const SqlGuard&) = delete;
  SqlGuard& operator=(const SqlGuard&) = delete;

  // Call on() before SQL of an author is prepared, off() before our own.
  void on();
  void off();
  // Starts the budget of a statement. Call it before the statement runs, in the same thread.
  void start();

  // Why the last statement was refused: `the function printf() is not available in queries`; "" if it was not.
  const std::string& refusal() const { return refusal_; }
  const std::string& help() const { return help_; }
  bool out_of_steps() const { return out_of_steps_; }
  bool out_of_time() const { return out_of_time_; }
  bool out_of_memory() const { return out_of_memory_; }

  // The functions that queries may use, sorted.
  static const std::vector<std::string_view>& functions();

 private:
  static int authorize(void* self, int action, const char* first, const char* second, const char* database,
                       const char*);
  static int progress(void* self);
  int decide(int action, std::string_view first, std::string_view second);
  int refuse(std::string what, std::string help = "");

  sqlite3* handle_;
  std::function<bool(std::string_view)> may_read_;
  bool on_ = false;
  std::string refusal_;
  std::string help_;
  SqlBudget budget_;
  long steps_ = 0;
  long began_ = 0;  // milliseconds of this thread
  bool out_of_steps_ = false;
  bool out_of_time_ = false;
  bool out_of_memory_ = false;
};

}  // namespace data
